//! Suggestions for a visitor who types, and data for filters.

use std::borrow::Cow;

use super::super::collected::Collected;
use super::super::completions::completions;
use super::super::outline::{by_importance, headings};
use super::super::section::Section;
use super::Writer;
use crate::error::Result;
use crate::index::format::{Title, Titles, questions_section, write_metadata, write_questions};

/// Maximum size of titles and addresses in bytes: a visitor who types downloads all of them.
const MOST_TITLES: usize = 128 << 10;

/// Sections of suggestions and filters.
pub(super) struct Names {
    pub(super) vocabularies: Vec<Section>,
    pub(super) titles: Vec<u8>,
    pub(super) questions: Vec<Section>,
    pub(super) metadata: Option<Vec<u8>>,
}

impl Writer {
    /// Writes words, titles, questions and metadata.
    pub(super) fn write_names(&self) -> Result<Names> {
        let metadata = self.documents.iter().map(|own| own.page.meta.as_slice());
        Ok(Names {
            vocabularies: self.write_vocabularies()?,
            titles: self.write_titles()?,
            questions: self.write_questions()?,
            metadata: write_metadata(metadata)?,
        })
    }

    /// Writes vocabularies, unless a question loads the whole dictionary anyway.
    fn write_vocabularies(&self) -> Result<Vec<Section>> {
        let mut sections = Vec::new();
        if !self.layout.separate_files {
            return Ok(sections);
        }
        let own = self.words.iter().zip(&self.postings);
        for (statistics, (words, postings)) in self.core.languages.iter().zip(own) {
            let name = format!("vocabulary/{}", statistics.tag);
            let bytes = words.vocabulary(postings).write(&name)?;
            sections.push(Section::bytes(name, bytes));
        }
        Ok(sections)
    }

    /// Writes the questions for autocompletion, for each language that has any.
    fn write_questions(&self) -> Result<Vec<Section>> {
        let languages = self.core.languages.iter();
        let tags: Vec<String> = languages.map(|language| language.tag.clone()).collect();
        let chosen = completions(&self.documents, &tags).into_iter();
        chosen
            .map(|(tag, texts)| {
                let bytes = write_questions(texts)?;
                Ok(Section::bytes(questions_section(&tag), bytes))
            })
            .collect()
    }

    /// Writes the titles of the most important pages first, then those of the others, and their
    /// headings.
    fn write_titles(&self) -> Result<Vec<u8>> {
        let most = if self.layout.separate_files {
            MOST_TITLES
        } else {
            usize::MAX
        };
        let documents = by_importance(&self.documents);
        let titles = documents
            .iter()
            .map(|document| (*document, title(document)));
        let headings = documents.iter().flat_map(|document| {
            let headings = named_headings(document);
            headings.map(move |heading| (*document, heading))
        });
        let mut room = Some(most);
        let named: Vec<(&Collected, Named<'_>)> = titles
            .chain(headings)
            // The first that does not fit ends the list.
            .take_while(|(_, (text, url, _))| {
                let is_room = room.is_some();
                room = room.and_then(|room| room.checked_sub(text.len() + url.len()));
                is_room
            })
            .collect();
        let titles = named
            .iter()
            .map(|(document, (text, url, is_heading))| Title {
                text,
                url,
                language: self.language_of(document),
                importance: document.page.importance,
                is_heading: *is_heading,
            });
        Titles::write(titles, most)
    }
}

/// A title or heading, its address, and whether it is a heading.
type Named<'d> = (&'d str, Cow<'d, str>, bool);

fn title(document: &Collected) -> Named<'_> {
    let page = &document.page;
    (&page.title, Cow::Borrowed(&page.url), false)
}

fn named_headings(document: &Collected) -> impl Iterator<Item = Named<'_>> {
    let page = &document.page;
    headings(document).map(move |(heading, anchor)| {
        let url = match anchor {
            "" => Cow::Borrowed(page.url.as_str()),
            anchor => Cow::Owned(format!("{}#{anchor}", page.url)),
        };
        (heading, url, true)
    })
}
