//! Assigns sections to files.

use soru::index::format::{RELATED, SUGGEST};

use super::related::RelatedSections;
use super::section::Section;
use super::unstored::{CORE, Unstored};

/// Sections to be written to files.
pub(super) struct Files {
    /// Sections that every question needs.
    pub(super) core: Vec<Section>,
    separate: Option<Vec<Unstored>>,
    apart: Vec<Unstored>,
}

impl Files {
    pub(super) fn new(separate_files: bool) -> Self {
        Self {
            core: Vec::new(),
            separate: separate_files.then(Vec::new),
            apart: Vec::new(),
        }
    }

    /// Adds sections as separate files, if there are several files.
    pub(super) fn extend(&mut self, sections: impl IntoIterator<Item = Section>) {
        match &mut self.separate {
            None => self.core.extend(sections),
            Some(files) => files.extend(sections.into_iter().map(alone)),
        }
    }

    /// Adds sections as separate files in any bundle.
    pub(super) fn extend_apart(&mut self, sections: Vec<Section>) {
        self.apart.extend(sections.into_iter().map(alone));
    }

    /// Adds sections that only pages with related pages fetch: one separate file, unless the bundle
    /// has several files anyway.
    pub(super) fn extend_related(&mut self, related: Option<RelatedSections>) {
        let Some(RelatedSections { first, shards }) = related else {
            return;
        };
        if self.separate.is_some() {
            self.extend_apart(vec![first]);
            self.extend_apart(shards);
        } else {
            let sections = std::iter::once(first).chain(shards).collect();
            self.apart.push(Unstored::new(RELATED, sections));
        }
    }

    /// Adds prepared questions, which only a visitor who types fetches: a table and its shards, as
    /// one file if there is one shard.
    pub(super) fn extend_suggest(&mut self, sections: Vec<Section>) {
        match sections.len() {
            0 => {}
            1..=2 => self.apart.push(Unstored::new(SUGGEST, sections)),
            _ => self.extend_apart(sections),
        }
    }

    /// Adds sections as one file, if there are several files.
    pub(super) fn extend_as_one(&mut self, stem: &str, sections: Vec<Section>) {
        match &mut self.separate {
            None => self.core.extend(sections),
            Some(_) => self.extend_together(stem, sections),
        }
    }

    /// Adds sections that are always needed together.
    pub(super) fn extend_together(&mut self, stem: &str, sections: Vec<Section>) {
        if let Some(files) = self.separate.as_mut().filter(|_| !sections.is_empty()) {
            files.push(Unstored::new(stem, sections));
        }
    }

    pub(super) fn finish(self) -> Vec<Unstored> {
        let mut files = vec![Unstored::new(CORE, self.core)];
        files.extend(self.separate.unwrap_or_default());
        files.extend(self.apart);
        files
    }
}

/// Creates a file of one section.
fn alone(section: Section) -> Unstored {
    Unstored::new(section.kind().to_owned(), vec![section])
}
