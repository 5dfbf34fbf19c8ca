//! Finds the neighbours of a page: exactly, by shared stems, and by meaning if there is an encoder.

use soru::text::fold;

use super::super::threads::in_ranges;
use super::meanings::Meanings;
use super::pages::Pages;
use super::terms::{PageTerms, Weighted};
use crate::settings::RelatedSettings;
use crate::threads::ForEach;

/// Pages with this similarity and the same figures are nearly identical.
const ALIKE: f32 = 0.95;

/// Weight of meaning, if it is known for both pages. On three English sites, .15 listed more pages
/// of the same folder than zero or twice as much, and as many or more that authors link to each
/// other.
const MEANING_WEIGHT: f32 = 0.15;

/// On larger sites meanings are compared only for pages that share a stem, since the time grows
/// with the square.
const MOST_COMPARED: usize = 4000;

/// Number of pages per unit of work of a thread.
const RANGE: usize = 256;

/// Factor of neighbours kept to neighbours listed, since some are copies of each other.
const SPARE: usize = 3;

/// The neighbours of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Near {
    /// Nearly identical pages, ascending.
    pub(super) alike: Vec<u32>,
    /// The nearly identical pages that must not be listed beside it, ascending.
    pub(super) same: Vec<u32>,
    /// The most similar other pages, those in the page's own language first.
    pub(super) others: Vec<(u32, f32)>,
}

/// Computes the neighbours of all pages.
pub(super) fn neighbours(
    pages: &Pages<'_>,
    terms: &PageTerms,
    meanings: &Meanings,
    settings: &RelatedSettings,
    for_each: ForEach,
) -> Vec<Near> {
    let by_term = ByTerm::new(terms);
    let all: Vec<usize> = (0..pages.len()).collect();
    in_ranges(&all, RANGE, for_each, |range| {
        let mut search = Search::new(pages, terms, meanings, &by_term, settings);
        range.iter().map(|page| search.near(*page)).collect()
    })
}

struct Search<'t> {
    pages: &'t Pages<'t>,
    terms: &'t PageTerms,
    meanings: &'t Meanings,
    by_term: &'t ByTerm,
    /// Per page, its similarity to the current page, if above 0.
    scores: Vec<f32>,
    /// Pages with such a similarity, in any order; the buffer is reused.
    found: Vec<u32>,
    most: usize,
    least: f32,
}

impl<'t> Search<'t> {
    #[allow(clippy::cast_possible_truncation)] // half the digits are enough
    fn new(
        pages: &'t Pages<'t>,
        terms: &'t PageTerms,
        meanings: &'t Meanings,
        by_term: &'t ByTerm,
        settings: &RelatedSettings,
    ) -> Self {
        Self {
            pages,
            terms,
            meanings,
            by_term,
            scores: vec![0.0; pages.len()],
            found: Vec::new(),
            most: settings.most * SPARE,
            least: settings.min_similarity as f32,
        }
    }

    fn near(&mut self, page: usize) -> Near {
        let mut near = Near::default();
        let (mut own, mut foreign) = (Vec::new(), Vec::new());
        let candidates = self.candidates(page);
        for other in candidates.iter().copied() {
            let at = other as usize;
            let words = std::mem::take(&mut self.scores[at]);
            let score = self.with_meaning(page, at, words);
            if at == page || score < self.least || score <= 0.0 {
                continue;
            }
            if self.are_alike(page, at, words) {
                near.alike.push(other);
                if self.are_same(page, at) {
                    near.same.push(other);
                    continue;
                }
            }
            if self.pages.language(at) == self.pages.language(page) {
                own.push((other, score));
            } else {
                foreign.push((other, score));
            }
        }
        self.found = candidates;
        near.alike.sort_unstable();
        near.same.sort_unstable();
        best(&mut own, self.most);
        best(&mut foreign, self.most);
        own.extend(foreign);
        near.others = own;
        near
    }

    /// Returns candidate neighbours, with their scores by words.
    fn candidates(&mut self, page: usize) -> Vec<u32> {
        let sharing = self.score(page);
        if self.meanings.is_empty() || self.pages.len() > MOST_COMPARED {
            return sharing;
        }
        (0..).take(self.pages.len()).collect()
    }

    fn with_meaning(&self, page: usize, other: usize, words: f32) -> f32 {
        let meaning = self.meanings.similarity(page, other);
        meaning.map_or(words, |meaning| {
            words * (1.0 - MEANING_WEIGHT) + meaning * MEANING_WEIGHT
        })
    }

    /// Adds up the scores of all pages that share a stem with this one; returns these pages.
    fn score(&mut self, page: usize) -> Vec<u32> {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        for (column, weight) in &self.terms.rows[page] {
            for (other, own) in self.by_term.of(*column) {
                let score = &mut self.scores[*other as usize];
                if *score == 0.0 {
                    found.push(*other);
                }
                *score += weight * own;
            }
        }
        found
    }

    /// Returns whether two pages are nearly identical. Pages with different figures are not,
    /// however similar they are: last year's fees are not this year's.
    fn are_alike(&self, page: usize, other: usize, score: f32) -> bool {
        let figures = &self.terms.figures;
        let says_same = score >= ALIKE && figures[page] == figures[other];
        says_same && self.pages.language(page) == self.pages.language(other)
            || self.pages.are_copies(page, other)
    }

    /// Returns whether nearly identical pages are the same to a reader.
    /// `synchronized_pool_resource` and `unsynchronized_pool_resource` have nearly the same text,
    /// but a reader of one may well look for the other.
    fn are_same(&self, page: usize, other: usize) -> bool {
        let title = |page| fold(self.pages.title(page));
        self.pages.are_copies(page, other) || title(page) == title(other)
    }
}

/// Keeps the most similar pages, most similar first; ties by smaller number.
fn best(found: &mut Vec<(u32, f32)>, most: usize) {
    let better =
        |one: &(u32, f32), other: &(u32, f32)| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0));
    if found.len() > most {
        found.select_nth_unstable_by(most - 1, better);
        found.truncate(most);
    }
    found.sort_unstable_by(better);
}

/// The pages of every stem, as concatenated lists.
struct ByTerm {
    ends: Vec<usize>,
    all: Vec<Weighted>,
}

impl ByTerm {
    fn new(terms: &PageTerms) -> Self {
        let rows = || (0_u32..).zip(&terms.rows);
        let mut ends = vec![0; terms.columns + 1];
        for (column, _) in rows().flat_map(|(_, row)| row) {
            ends[*column as usize + 1] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += *end;
            *end = total;
        }
        // The start of each list moves to its end as it fills.
        let mut all = vec![(0, 0.0); total];
        for (page, row) in rows() {
            for (column, weight) in row {
                let place = &mut ends[*column as usize];
                all[*place] = (page, *weight);
                *place += 1;
            }
        }
        Self { ends, all }
    }

    fn of(&self, column: u32) -> &[Weighted] {
        let column = column as usize;
        let start = column.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[column]]
    }
}
