//! The pages of a site. Documents with the same address are parts of one page; one without an
//! address can be neither queried nor displayed.

use std::collections::HashMap;

use soru::address::{key, without_fragment};

use super::super::collected::Collected;

/// The pages, numbered in the order of their first documents.
pub(in super::super) struct Pages<'d> {
    documents: &'d [Collected],
    all: Vec<SitePage>,
    /// Page number of each chunk.
    of_chunk: Vec<Option<u32>>,
}

struct SitePage {
    key: String,
    /// Number of its first document.
    document: usize,
    /// Number of its language.
    language: usize,
    /// Near-duplicate groups of its chunks, ascending, if all of its chunks are in a group.
    groups: Option<Vec<u32>>,
}

impl<'d> Pages<'d> {
    /// Collects the pages of these documents; `language` returns the number of a document's
    /// language.
    pub(in super::super) fn new(
        documents: &'d [Collected],
        language: impl Fn(&Collected) -> usize,
    ) -> Self {
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut pages: Vec<SitePage> = Vec::new();
        let mut of_chunk = Vec::new();
        for (number, document) in documents.iter().enumerate() {
            let url = without_fragment(&document.page.url);
            if url.is_empty() {
                of_chunk.extend(document.chunks.iter().map(|_| None));
                continue;
            }
            let next = u32::try_from(pages.len()).unwrap_or(u32::MAX);
            let key = key(url);
            let page = *numbers.entry(key.clone()).or_insert(next);
            if page == next {
                pages.push(SitePage {
                    key,
                    document: number,
                    language: language(document),
                    groups: Some(Vec::new()),
                });
            }
            for chunk in &document.chunks {
                pages[page as usize].add_group(chunk.norms.group);
                of_chunk.push(Some(page));
            }
        }
        for page in &mut pages {
            page.groups = page.groups.take().filter(|groups| !groups.is_empty());
            page.groups
                .iter_mut()
                .for_each(|groups| groups.sort_unstable());
        }
        Self {
            documents,
            all: pages,
            of_chunk,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the page of a chunk.
    pub(super) fn of_chunk(&self, chunk: u32) -> Option<u32> {
        self.of_chunk.get(chunk as usize).copied().flatten()
    }

    pub(super) fn key(&self, page: usize) -> &str {
        &self.all[page].key
    }

    pub(super) fn language(&self, page: usize) -> usize {
        self.all[page].language
    }

    /// Returns the number of its first document.
    pub(super) fn document(&self, page: usize) -> usize {
        self.all[page].document
    }

    /// Returns its title, or else its address.
    pub(super) fn title(&self, page: usize) -> &'d str {
        &self.documents[self.document(page)].page.title
    }

    pub(super) fn url(&self, page: usize) -> &'d str {
        without_fragment(&self.documents[self.document(page)].page.url)
    }

    /// Returns whether every passage of either page is also on the other.
    pub(super) fn are_copies(&self, one: usize, other: usize) -> bool {
        let groups = &self.all[one].groups;
        groups.is_some() && *groups == self.all[other].groups
    }
}

impl SitePage {
    fn add_group(&mut self, group: u32) {
        match &mut self.groups {
            Some(groups) if group > 0 => groups.push(group),
            groups => *groups = None,
        }
    }
}
