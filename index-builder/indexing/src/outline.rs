//! A site's outline: titles and headings, which a search box can search before the engine is
//! loaded.

use std::cmp::Reverse;

use super::collected::Collected;

/// Maximum number of pages in an outline, which bounds its memory.
const MOST_PAGES: usize = 20_000;
/// Maximum number of headings per page, so that one long page leaves room for others.
const MOST_HEADINGS: usize = 40;

/// A page of the outline.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutlinePage {
    /// Title; never empty.
    pub title: String,
    /// Address; never empty.
    pub url: String,
    /// Language tag.
    pub lang: String,
    /// Headings that can be linked to, each with its id, in the order of the page.
    pub headings: Vec<(String, String)>,
}

/// Returns the most important pages, in descending order; equal ones keep their order.
pub(super) fn outline(documents: &[Collected]) -> Vec<OutlinePage> {
    let pages = by_importance(documents).into_iter();
    let shown =
        |document: &&Collected| !document.page.title.is_empty() && !document.page.url.is_empty();
    pages.filter(shown).take(MOST_PAGES).map(page).collect()
}

fn page(document: &Collected) -> OutlinePage {
    let headings = headings(document)
        .filter(|(_, anchor)| !anchor.is_empty())
        .take(MOST_HEADINGS);
    OutlinePage {
        title: document.page.title.clone(),
        url: document.page.url.clone(),
        lang: document.tag.clone(),
        headings: headings
            .map(|(heading, anchor)| (heading.to_owned(), anchor.to_owned()))
            .collect(),
    }
}

/// Sorts documents by static importance, descending; equal ones keep their order.
pub(super) fn by_importance(documents: &[Collected]) -> Vec<&Collected> {
    let mut documents: Vec<&Collected> = documents.iter().collect();
    documents.sort_by_key(|document| Reverse(document.page.importance));
    documents
}

/// Returns the headings of a document with the ids to link to. A heading of consecutive sections is
/// returned once.
pub(super) fn headings(document: &Collected) -> impl Iterator<Item = (&str, &str)> {
    let mut before: &[String] = &[];
    let passages = document.chunks.iter().map(|chunk| &chunk.passage);
    let sections = passages.flat_map(|passage| &passage.sections);
    sections.filter_map(move |section| {
        let is_new = section.heading != before;
        before = &section.heading;
        let heading = section.heading.last().filter(|_| is_new)?;
        Some((heading.as_str(), section.anchor.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{ChunkingSettings, Indexer, InvertedIndexer, Layout};
    use super::*;
    use crate::{Block, Document};
    use soru::settings::Value;

    fn built(documents: Vec<Document>) -> Vec<OutlinePage> {
        let chunking = ChunkingSettings::default();
        let mut indexer = Box::new(InvertedIndexer::new(chunking, "en", Layout::SINGLE));
        for document in documents {
            let prepared = indexer.prepare(&document).unwrap();
            indexer.add(prepared).unwrap();
        }
        indexer
            .finish(Vec::new(), &Value::default())
            .unwrap()
            .outline
    }

    fn document(id: &str, title: &str, importance: f64) -> Document {
        let heading = |level, text: &str, anchor: &str| Block::Heading {
            level,
            text: text.into(),
            anchor: Some(anchor.to_owned()),
            is_question: false,
        };
        Document {
            id: id.into(),
            title: title.into(),
            url: id.into(),
            lang: "en".into(),
            importance: Some(importance),
            blocks: vec![
                heading(2, "Fees", "fees"),
                Block::Text("What a room costs in the halls of residence. ".repeat(40)),
                heading(3, "Deposit", "deposit"),
                Block::Text("What is paid back at the end of a stay. ".repeat(40)),
            ],
            ..Document::default()
        }
    }

    #[test]
    fn r41_important_pages_come_first_with_headings_that_can_be_linked_to() {
        let pages = built(vec![
            document("a.html", "Halls", 0.2),
            document("b.html", "Rooms", 0.9),
            document("c.html", "", 1.0),
        ]);
        let titles: Vec<&str> = pages.iter().map(|page| page.title.as_str()).collect();
        assert_eq!(
            titles,
            ["Rooms", "Halls"],
            "a page without title is not shown"
        );
        let headings = [("Fees", "fees"), ("Deposit", "deposit")];
        let headings = headings.map(|(text, id)| (text.to_owned(), id.to_owned()));
        assert_eq!(pages[0].headings, headings, "each once, however long");
        assert_eq!(
            (pages[0].url.as_str(), pages[0].lang.as_str()),
            ("b.html", "en")
        );
    }

    #[test]
    fn r41_the_outline_of_a_large_site_is_bounded() {
        let number = MOST_PAGES + 1;
        let documents = (0..number).map(|n| Document {
            blocks: Vec::new(),
            ..document(&format!("{n}.html"), "Page", 0.5)
        });
        assert_eq!(built(documents.collect()).len(), MOST_PAGES);
    }
}
