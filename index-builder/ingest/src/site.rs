//! The site: adds the properties of pages that depend on other pages.
//!
//! Converts a [`ParsedPage`] to the [`Document`] that is indexed, with a title without the name of
//! the site, a language, an address, and links to other documents.

use soru::{Block, Document};

use super::address::Addresses;
use super::contacts::Contacts;
use super::context::Contexts;
use super::folders::version;
use super::language::Languages;
use super::page::{ParsedPage, Piece, Rejection, SkipReason};
use super::survey::Survey;
use super::versions::Newer;
use super::weights::Weights;

/// A site and the shared properties of its pages.
#[derive(Debug)]
pub(crate) struct Site {
    /// Its languages.
    pub languages: Languages,
    /// Its addresses.
    pub addresses: Addresses,
    /// The survey of its pages.
    pub survey: Survey,
    /// Descriptions of its documents, by their ids.
    pub(super) contexts: Contexts,
    /// Newer versions of its pages, by their ids.
    pub(super) newer: Newer,
    /// Contacts that only the template has.
    pub(super) contacts: Contacts,
    /// Weights of its pages.
    pub(super) weights: Weights,
    /// Whether pages keep their pictures.
    pub(super) previews: bool,
}

impl Site {
    /// Converts a page to a document.
    ///
    /// # Errors
    /// [`SkipReason::NoText`] if nothing is left to read.
    pub(crate) fn document(&self, path: &str, mut page: ParsedPage) -> Result<Document, Rejection> {
        let file = if page.id.is_empty() {
            path.to_owned()
        } else {
            page.id.clone()
        };
        let title = self.title(&page);
        let lang = { &self.languages }.of(&page.lang, path, page.prose().into_iter());
        if self.previews {
            page.meta = self.addresses.with_picture(&file, page.meta);
        }
        let mut url = self.addresses.of(&file, &page.address);
        if !page.fragment.is_empty() {
            url = format!("{url}#{}", page.fragment);
        }
        let links = self.addresses.links(&file, &page.address, &page.hrefs);
        let translations = self
            .addresses
            .links(&file, &page.address, &page.translations);
        let newer = self.newer.get(&file).filter(|_| !page.is_part);
        let older = newer.and_then(|_| version(&file));
        let description = self.description(&file, &page, older);
        let blocks = self.weights.weigh(&file, Self::blocks(&title, page.pieces));
        let is_text = |block: &Block| matches!(block, Block::Text(_) | Block::Unquoted(_));
        if !blocks.iter().any(is_text) {
            return Err(SkipReason::NoText.into());
        }
        // Links to the file lead to its first page.
        let id = match page.meta.get("page") {
            _ if !page.is_part => file,
            Some(number) => format!("{file}#page={number}"),
            None => format!("{file}#lang={lang}"),
        };
        Ok(Document {
            id,
            title,
            url,
            lang,
            description,
            blocks,
            links,
            translations,
            newer: newer.cloned().unwrap_or_default(),
            importance: page.importance.filter(|value| (0.0..=1.0).contains(value)),
            meta: page.meta,
            questions: Vec::new(),
        })
    }

    /// Returns a document with the contacts in the template of a page: a section that leads to the
    /// page.
    ///
    /// # Errors
    /// [`SkipReason::NoText`] if there are none.
    pub(super) fn contacts_of(
        &self,
        path: &str,
        page: ParsedPage,
        lines: &[&str],
    ) -> Result<Document, Rejection> {
        let pieces = lines.iter().map(|line| Piece::text((*line).to_owned()));
        let mut document = self.document(
            path,
            ParsedPage {
                titles: page.titles.clone(),
                lang: page.lang,
                address: page.address,
                pieces: pieces.collect(),
                ..ParsedPage::default()
            },
        )?;
        document.id.push_str("#contacts");
        document.newer.clear();
        Ok(document)
    }

    /// Returns the description of the page, or the texts of links to a document. The description of
    /// an older version names the version, so that a visitor who asks for that version finds it
    /// before the newest.
    fn description(&self, file: &str, page: &ParsedPage, older: Option<&str>) -> String {
        let context = self.contexts.get(file).filter(|_| !page.is_part);
        let description = match context {
            Some(context) if page.description.is_empty() => context,
            _ => &page.description,
        };
        match older {
            Some(version) => format!("{version} {description}").trim_end().to_owned(),
            None => description.clone(),
        }
    }

    pub(super) fn title(&self, page: &ParsedPage) -> String {
        let titles = &page.titles;
        if !titles.given.is_empty() {
            return titles.given.clone();
        }
        let own_heading =
            !titles.heading.is_empty() && !self.survey.is_site_heading(&titles.heading);
        if own_heading {
            return titles.heading.clone();
        }
        let window = self.survey.without_site(&titles.window);
        if !window.is_empty() && !self.survey.is_idle_window(&titles.window) {
            return window.to_owned();
        }
        let headings = page.pieces.iter().filter_map(|piece| match piece {
            Piece::Content(Block::Heading { text, .. }) => Some(text),
            _ => None,
        });
        let own = { headings }.find(|text| !self.survey.is_site_heading(text));
        let titles = own.into_iter().chain([&titles.heading, &titles.window]);
        { titles }
            .find(|title| !title.is_empty())
            .cloned()
            .unwrap_or_default()
    }

    /// Returns the blocks without headings of empty sections and without the heading that is the
    /// title.
    fn blocks(title: &str, pieces: Vec<Piece>) -> Vec<Block> {
        let mut content = PageContent::default();
        for piece in pieces {
            match piece {
                Piece::Gap => content.gap = true,
                Piece::Picture(text) => content.push(Block::Text(text)),
                Piece::Content(block) => content.push(block),
            }
        }
        content.finish(title)
    }
}

#[derive(Default)]
struct PageContent {
    blocks: Vec<Block>,
    /// Whether a text was left out since the last block.
    gap: bool,
}

impl PageContent {
    fn push(&mut self, block: Block) {
        if let Block::Heading { level, .. } | Block::End(level) = block {
            self.drop_idle_headings(level);
        }
        self.gap = false;
        self.blocks.push(block);
    }

    /// Drops headings whose whole section was left out, before one of the same rank or higher.
    fn drop_idle_headings(&mut self, next: u8) {
        while self.gap
            && matches!(self.blocks.last(), Some(Block::Heading { level, .. }) if *level >= next)
        {
            self.blocks.pop();
        }
    }

    fn finish(mut self, title: &str) -> Vec<Block> {
        self.drop_idle_headings(0);
        let is_heading = |block: &Block| matches!(block, Block::Heading { .. });
        let first = self.blocks.iter().position(is_heading);
        if let Some(at) = first
            && matches!(&self.blocks[at], Block::Heading { text, .. } if text == title)
        {
            self.blocks.remove(at);
        }
        self.blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Titles;
    use crate::settings::InputSettings;

    fn site() -> Site {
        Site {
            languages: Languages::new(&["en".to_owned()]),
            addresses: Addresses::new("", &InputSettings::default()).unwrap(),
            survey: Survey::default(),
            contexts: Contexts::default(),
            newer: Newer::default(),
            contacts: Contacts::default(),
            weights: Weights::default(),
            previews: false,
        }
    }

    fn heading(level: u8, text: &str) -> Piece {
        Piece::Content(Block::Heading {
            level,
            text: text.into(),
            anchor: None,
            is_question: false,
        })
    }

    fn texts(pieces: Vec<Piece>) -> Vec<String> {
        let titles = Titles {
            heading: "Fees".into(),
            ..Titles::default()
        };
        let page = ParsedPage {
            titles,
            pieces,
            ..ParsedPage::default()
        };
        let document = site().document("a.html", page).unwrap();
        document
            .blocks
            .into_iter()
            .map(|block| block.text().to_owned())
            .collect()
    }

    #[test]
    fn an_older_version_has_the_name_of_its_version_in_its_description() {
        let mut site = site();
        let newer = vec!["docs/2.0/a.html".to_owned()];
        site.newer.insert("docs/1.0/a.html".into(), newer.clone());
        let page = ParsedPage {
            description: "How to sail".into(),
            pieces: vec![Piece::text("Set the sails.".into())],
            ..ParsedPage::default()
        };
        let mut older = site.document("docs/1.0/a.html", page.clone()).unwrap();
        assert_eq!(older.description, "1.0 How to sail");
        assert_eq!(std::mem::take(&mut older.newer), newer);
        let newest = site.document("docs/2.0/a.html", page.clone()).unwrap();
        assert_eq!(
            (&*newest.description, newest.newer.len()),
            ("How to sail", 0)
        );
        let lines = site
            .contacts_of("docs/1.0/a.html", page, &["Tel. 5"])
            .unwrap();
        assert_eq!(lines.newer.len(), 0);
    }

    // The table of contents is removed; otherwise its heading would precede the next section's
    // text.
    #[test]
    fn a_heading_is_dropped_with_its_section() {
        let pieces = vec![
            heading(1, "Fees"),
            heading(2, "Overview"),
            heading(3, "Contents"),
            Piece::Gap,
            heading(2, "Late fees"),
            Piece::text("Ten lira.".into()),
            heading(2, "See also"),
            Piece::Gap,
        ];
        assert_eq!(texts(pieces), ["Late fees", "Ten lira."]);
    }

    #[test]
    fn headings_of_headings_stay() {
        let pieces = vec![heading(2, "A"), heading(3, "B"), Piece::text("c".into())];
        assert_eq!(texts(pieces), ["A", "B", "c"]);
    }

    #[test]
    fn a_page_of_headings_alone_has_no_text() {
        let page = ParsedPage {
            pieces: vec![heading(2, "A")],
            ..ParsedPage::default()
        };
        assert_eq!(
            site().document("a", page),
            Err(Rejection::Skipped(SkipReason::NoText))
        );
    }
}
