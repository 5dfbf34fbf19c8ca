//! What is shown of hits: texts, titles, addresses.

use crate::authority::absolute;
use crate::error::Result;
use crate::generation::best_place;
use crate::hit::{Hit, HitSection};
use crate::index::{Index, Passage, had};
use crate::query::{Matcher, Query};
use crate::retrieval::Closeness;

/// Fills in what is shown of a question's hits.
pub(super) struct Passages<'q> {
    pub(super) index: &'q Index,
    pub(super) query: &'q Query,
    /// Per language of the index.
    pub(super) closeness: Vec<Closeness>,
    /// Where the site is.
    pub(super) site: &'q str,
}

impl Passages<'_> {
    /// Fills in what is shown of these hits, and how close the words of the question stand in them.
    pub(super) fn show(&self, hits: &mut [Hit]) -> Result<()> {
        let bare = |hit: &&Hit| hit.id.is_empty();
        self.index
            .require_passages(hits.iter().filter(bare).map(|hit| hit.chunk_id))?;
        for hit in hits.iter_mut().filter(|hit| hit.id.is_empty()) {
            if let Some(passage) = had(self.index.passage(hit.chunk_id))? {
                self.fill(hit, &passage);
            }
        }
        Ok(())
    }

    /// As [`Self::show`], with the other places of the same passages. Leaves out what cannot be shown
    /// because a file was given up.
    pub(super) fn show_all(&self, hits: &mut Vec<Hit>) -> Result<()> {
        let others = hits.iter().flat_map(|hit| &hit.duplicates);
        let others = others.map(|other| other.chunk_id);
        let chunks = hits.iter().map(|hit| hit.chunk_id).chain(others);
        self.index.require_passages(chunks)?;
        self.show(hits)?;
        hits.retain(|hit| !hit.id.is_empty());
        for hit in hits {
            for other in &mut hit.duplicates {
                if let Some(passage) = had(self.index.passage(other.chunk_id))? {
                    passage.title().clone_into(&mut other.title);
                    other.url = self.url(&passage, 0);
                }
            }
            hit.duplicates
                .retain(|other| !other.url.is_empty() || !other.title.is_empty());
        }
        Ok(())
    }

    fn fill(&self, hit: &mut Hit, passage: &Passage) {
        let matcher = self.query.matcher(&hit.lang);
        let starts: Vec<usize> = passage.section_starts().collect();
        let place = place(passage, &starts, &matcher);
        if starts.len() > 1 {
            let section = |start: &usize| HitSection {
                start: *start,
                heading: passage.heading_at(*start).map(str::to_owned).collect(),
            };
            hit.sections = starts.iter().map(section).collect();
        }
        passage.id().clone_into(&mut hit.id);
        passage.title().clone_into(&mut hit.title);
        passage.text().clone_into(&mut hit.text);
        hit.heading = passage.heading_at(place).map(str::to_owned).collect();
        hit.url = self.url(passage, place);
        hit.importance = passage.importance();
        hit.meta = passage
            .meta()
            .map(|(key, value)| (key, value.to_owned()))
            .collect();
        let language = self.index.language_of(hit.chunk_id);
        if let Some(closeness) = self.closeness.get(language) {
            hit.evidence.closeness = closeness.of(&hit.text, &matcher);
        }
    }

    fn url(&self, passage: &Passage, place: usize) -> String {
        let url = absolute(self.site, passage.url());
        match passage.anchor_at(place) {
            "" => url,
            anchor => format!("{url}#{anchor}"),
        }
    }
}

/// Where in the text to lead to: its beginning, or the section that is most about the question.
fn place(passage: &Passage, starts: &[usize], matcher: &Matcher) -> usize {
    if starts.len() < 2 {
        return 0;
    }
    best_place(passage.text(), starts, matcher)
}
