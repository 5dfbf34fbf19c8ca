//! The displayed fields of hits: texts, titles, addresses.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use crate::authority::absolute;
use crate::generation::{
    Asked, Expected, Likeness, Units, best_part, excerpt_around, expected_kind, fragments,
    has_question,
};
use crate::hit::{Hit, HitSection};
use crate::index::{ChunkId, Index, Passage, Place, SITE, unless_missing};
use crate::needs::Attempt;
use crate::occurrences::{Occurrence, find};
use crate::query::Query;
use crate::retrieval::Closeness;

/// Fills in the displayed fields of a question's hits.
pub(super) struct PassageReader<'q> {
    pub(super) index: &'q Index,
    pub(super) query: &'q Query,
    /// The kind of thing asked for.
    pub(super) expected: Option<Expected>,
    /// Per language of the index.
    pub(super) closeness: &'q [Closeness],
    /// The site's address.
    pub(super) site: &'q str,
    /// Positions of the question's words in the texts read so far.
    pub(super) words: RefCell<Vec<(ChunkId, Rc<Vec<Occurrence>>)>>,
}

/// The displayed part of a hit's text, up to this many characters.
#[derive(Debug, Clone, Copy)]
pub(super) enum Excerpts {
    /// The text around the question's words: enough to choose a page.
    Short(usize),
    /// The sentences that fit best: enough to find the answer in them.
    Generous(usize),
}

/// Sections shorter than this many bytes are shown with the next one.
const SHORT_SECTION: usize = 200;

/// Returns the part of a hit's text under its heading: an excerpt of another section would have the
/// wrong heading.
fn shown(hit: &Hit, found: &[Occurrence]) -> Range<usize> {
    let headed: Vec<usize> = hit.sections.iter().map(|section| section.headed).collect();
    let best = best_part(&headed, found);
    let start = hit.sections.get(best).map_or(0, |section| section.start);
    match headed.get(best + 1) {
        Some(end) if *end >= start + SHORT_SECTION => start..*end,
        _ => start..hit.text.len(),
    }
}

impl PassageReader<'_> {
    /// Fills in the displayed fields of these hits, and the closeness of the question's words in
    /// them.
    pub(super) fn show(&self, hits: &mut [Hit]) -> Attempt<()> {
        let bare = hits.iter().filter(|hit| hit.id.is_empty());
        self.index.require_passages(bare.map(|hit| hit.chunk_id))?;
        for hit in hits.iter_mut().filter(|hit| hit.id.is_empty()) {
            if let Some(passage) = unless_missing(self.index.passage(hit.chunk_id))? {
                self.fill(hit, &passage);
            }
        }
        Ok(())
    }

    /// Requires the texts of these hits, and of the other places of the same passages.
    pub(super) fn require(&self, hits: &[Hit]) -> Attempt<()> {
        let others = hits.iter().flat_map(|hit| &hit.duplicates);
        let others = others.map(|other| other.chunk_id);
        let chunks = hits.iter().map(|hit| hit.chunk_id).chain(others);
        self.index.require_passages(chunks)
    }

    /// Like [`Self::show`], with the other places of the same passages. Drops hits in unavailable
    /// files.
    pub(super) fn show_all(&self, hits: &mut Vec<Hit>) -> Attempt<()> {
        self.require(hits)?;
        self.show(hits)?;
        hits.retain(|hit| !hit.id.is_empty());
        for hit in hits {
            for other in &mut hit.duplicates {
                if let Some(passage) = unless_missing(self.index.passage(other.chunk_id))? {
                    passage.title().clone_into(&mut other.title);
                    other.url = self.url(&passage, 0, self.index.place_of(other.chunk_id));
                }
            }
            hit.duplicates
                .retain(|other| !other.url.is_empty() || !other.title.is_empty());
        }
        Ok(())
    }

    fn fill(&self, hit: &mut Hit, passage: &Passage) {
        let matcher = self.query.matcher(&hit.lang);
        let site = self.index.place_of(hit.chunk_id);
        let sections = self.sections(passage, site);
        let headed: Vec<usize> = sections.iter().map(|section| section.headed).collect();
        let words = Rc::new(find(passage.text(), &matcher));
        let best = best_part(&headed, &words);
        let place = sections.get(best).map_or(0, |section| section.start);
        hit.sections = sections;
        passage.id().clone_into(&mut hit.id);
        passage.title().clone_into(&mut hit.title);
        passage.text().clone_into(&mut hit.text);
        hit.unquoted = passage.unquoted().collect();
        hit.heading = passage.heading_at(place).map(str::to_owned).collect();
        hit.url = self.url(passage, place, site);
        hit.importance = passage.importance();
        hit.meta = passage
            .meta()
            .map(|(key, value)| (key, value.to_owned()))
            .collect();
        if let Some(site) = site {
            hit.meta.insert(SITE, site.name.clone());
        }
        let language = self.index.language_of(hit.chunk_id);
        if let Some(closeness) = self.closeness.get(language) {
            hit.features.closeness = closeness.of(&words);
        }
        let asked = Asked::new(self.query, self.expected, &matcher);
        hit.features.expected = expected_kind(&Units::new(hit, &words, asked));
        let likeness = Likeness::new(&self.query.text, &matcher);
        let titled = hit.heading.last().unwrap_or(&hit.title);
        hit.features.heading = match hit.heading.last() {
            _ if has_question(titled, &self.query.text, &matcher) => 1.0,
            Some(heading) => likeness.of_heading(heading),
            // All sections of a page have its title, so its words say nothing about the
            // introduction.
            None => 0.0,
        };
        compare_questions(hit, passage, &likeness);
        self.words.borrow_mut().push((hit.chunk_id, words));
    }

    /// Shows a part of a hit's text around the question's words, with their positions in it.
    pub(super) fn show_excerpt(&self, hit: &mut Hit, wanted: Excerpts) {
        let words = self.words.borrow();
        let own = words.iter().find(|(chunk, _)| *chunk == hit.chunk_id);
        let found = own.map_or([].as_slice(), |(_, words)| words);
        match wanted {
            Excerpts::Short(most) => {
                (hit.excerpt, hit.marks) = excerpt_around(&hit.text, found, most);
            }
            Excerpts::Generous(most) => {
                let matcher = self.query.matcher(&hit.lang);
                let asked = Asked::new(self.query, self.expected, &matcher);
                let units = Units::new(hit, found, asked);
                let shown = units.within(&shown(hit, found));
                (hit.excerpt, hit.marks, hit.highlight) = fragments(&units, found, most, &shown);
            }
        }
    }

    /// Returns the sections of a passage that has several, or an answer.
    fn sections(&self, passage: &Passage, site: Option<&Place>) -> Vec<HitSection> {
        let starts: Vec<usize> = passage.section_starts().collect();
        let is_answer = |start: &usize| passage.is_answer_at(*start);
        if starts.len() < 2 && !starts.iter().any(is_answer) {
            return Vec::new();
        }
        let section = |start: usize| {
            let heading: Vec<String> = passage.heading_at(start).map(str::to_owned).collect();
            HitSection {
                headed: headed(passage.text(), start, &heading),
                start,
                heading,
                url: self.url(passage, start, site),
                is_answer: is_answer(&start),
            }
        };
        starts.into_iter().map(section).collect()
    }

    /// Returns the address of a place in a passage, which is on this site if several are searched.
    fn url(&self, passage: &Passage, place: usize, site: Option<&Place>) -> String {
        let site = site.map_or(self.site, |site| &site.url);
        let url = absolute(site, passage.url());
        match passage.anchor_at(place) {
            "" => url,
            anchor => format!("{url}#{anchor}"),
        }
    }
}

/// Finds the prepared question most similar to the visitor's, and the nearest of those that the
/// passage only seems to answer.
fn compare_questions(hit: &mut Hit, passage: &Passage, likeness: &Likeness<'_>) {
    let stated = hit.sections.iter().filter(|section| section.is_answer);
    let stated = stated.filter_map(|section| section.heading.last().cloned());
    let stated: Vec<String> = stated.collect();
    let written = passage.questions();
    let questions = written.chain(stated.iter().map(String::as_str));
    let extents = passage.extents().chain(std::iter::repeat(0..0));
    let mut best = (0.0, "", 0..0);
    for (question, extent) in questions.zip(extents) {
        hit.features.question = Some(best.0);
        let own = likeness.of(question);
        if own > best.0 {
            best = (own, question, extent);
        }
    }
    if hit.features.question.is_some() {
        hit.features.question = Some(best.0);
    }
    best.1.clone_into(&mut hit.question);
    // A damaged file may name any bytes.
    if hit.text.get(best.2.clone()).is_some() {
        hit.extent = best.2;
    }
    for text in passage.near_misses() {
        hit.near_miss = hit.near_miss.max(likeness.of(text));
    }
}

/// Returns the start of the heading lines before a section.
fn headed(text: &str, start: usize, heading: &[String]) -> usize {
    let mut headed = start;
    while let Some(before) = text.get(..headed).and_then(|text| text.strip_suffix('\n')) {
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let is_heading = |own: &String| own.trim() == before[line..].trim();
        if !heading.iter().any(is_heading) {
            break;
        }
        headed = line;
    }
    headed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_belong_to_the_section_below_them() {
        let text = "Intro.\nPart two\nFees\nThey are due.";
        let heading = ["Part two", "Fees"].map(str::to_owned);
        assert_eq!(&text[headed(text, 21, &heading)..], &text[7..]);
        assert_eq!(headed(text, 21, &heading[1..]), 16);
        assert_eq!(
            (headed(text, 0, &heading), headed(text, 99, &heading)),
            (0, 99)
        );
    }
}
