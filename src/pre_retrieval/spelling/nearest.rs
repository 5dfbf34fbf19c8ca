//! Finds the words of a vocabulary that are nearest to the typed word.
//!
//! Nearness is a weighted Damerau-Levenshtein distance, as *optimal string alignment* (L. Boytsov,
//! "Indexing methods for approximate dictionary searching", 2011): letters missing, added,
//! replaced, or two exchanged. Each letter of a word takes one row of the table of distances, and
//! words with a common prefix share the rows of the prefix. The vocabulary is walked like a trie,
//! and a prefix that is already too far away is skipped with all its words. So the search misses no
//! word, wherever the error is.
//!
//! A site may have only another form of the word that the visitor means: `scolarship` where it has
//! `scholarships`. So stems are compared too. The stem of a word is its beginning, whose row of costs
//! is known by the time the word is reached.
//!
//! The better of two words is chosen by a noisy channel (M. Kernighan, K. Church, W. Gale, "A
//! spelling correction program based on a noisy channel model", 1990): the probability of the error
//! times the frequency of the word. Both are logarithms, in bits, so they add.

use super::keyboard::are_neighbours;
use crate::index::format::{LONGEST_WORD, Walker};
use crate::text::{Language, fold, stem};

/// Cost of an error, in bits.
pub(in crate::pre_retrieval) const EDIT: u8 = 10;

/// Cost of a slip of the fingers, in bits: an adjacent key, two letters exchanged, a letter doubled
/// or missing its double. Two slips cost more than one other error.
pub(super) const SLIP: u8 = 7;

/// Cost beyond any limit.
const FAR: u8 = u8::MAX;

/// Most letters behind the stem of a word.
const LONGEST_ENDING: usize = 6;

/// Most letters behind the stem in a language that the engine cannot stem.
const UNKNOWN_ENDING: usize = 2;

/// Handicap of a word whose stem is compared, in bits.
const OTHER_FORM: i32 = 2;

/// Maximum number of candidates.
const KEPT: usize = 4;

/// A word that the visitor may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    /// Its spelling.
    pub(super) word: String,
    /// Distance from the typed word, in bits.
    pub(super) cost: u8,
    /// Score in bits: more is better.
    pub(super) score: i32,
    /// Tag of its language.
    pub(super) tag: String,
}

/// Finds the nearest words of several vocabularies in sequence.
pub(in crate::pre_retrieval) struct Nearest {
    /// Fold key of the typed word.
    typed: Vec<char>,
    /// Maximum cost.
    limit: u8,
    /// Maximum difference in length between a word and the typed word.
    band: usize,
    /// Rows of costs: the first letters of the word against the first typed letters.
    rows: Vec<u8>,
    letters: Vec<char>,
    /// Language of the next words, and their handicap.
    tag: String,
    handicap: i32,
    /// Whether the stems of words are compared with the typed word, which is a stem.
    by_stem: bool,
    best: Vec<Candidate>,
}

impl Nearest {
    /// Creates a search for words within a distance of a fold key.
    pub(in crate::pre_retrieval) fn new(key: &str, limit: u8) -> Self {
        let typed: Vec<char> = key.chars().collect();
        let mut nearest = Self {
            rows: vec![FAR; (typed.len() + 1) * (LONGEST_WORD + 1)],
            typed,
            limit,
            band: usize::from(limit / SLIP),
            letters: Vec::with_capacity(LONGEST_WORD),
            tag: String::new(),
            handicap: 0,
            by_stem: false,
            best: Vec::with_capacity(KEPT + 1),
        };
        nearest.rows[0] = 0;
        for at in 1..=nearest.band.min(nearest.typed.len()) {
            nearest.rows[at] = nearest.rows[at - 1].saturating_add(nearest.insertion_cost(at));
        }
        nearest
    }

    /// Returns the least distance of the typed letters from the beginning of a word, in folded
    /// letters; none beyond the limit.
    pub(in crate::pre_retrieval) fn of_beginning(&mut self, word: &[char]) -> Option<u8> {
        let mut least = FAR;
        for (at, letter) in word.iter().take(LONGEST_WORD).enumerate() {
            let goes_on = self.letter(at, *letter);
            least = least.min(self.cost_of(at + 1));
            if !goes_on {
                break;
            }
        }
        (least <= self.limit).then_some(least)
    }

    /// Creates a search for words whose stem is within a distance of a folded stem, which adds to
    /// the candidates of another search.
    pub(super) fn by_stem(stem: &str, limit: u8, best: Vec<Candidate>) -> Self {
        Self {
            by_stem: true,
            best,
            ..Self::new(stem, limit)
        }
    }

    /// Sets the language and the handicap of the words that follow.
    pub(super) fn turn_to(&mut self, tag: &str, handicap: i32) {
        tag.clone_into(&mut self.tag);
        self.handicap = handicap;
    }

    /// Returns the candidates, best first.
    pub(super) fn into_candidates(self) -> Vec<Candidate> {
        self.best
    }

    fn width(&self) -> usize {
        self.typed.len() + 1
    }

    /// Returns the cost of an added letter: the typed letter before `at`.
    fn insertion_cost(&self, at: usize) -> u8 {
        let twice = at > 1 && self.typed[at - 1] == self.typed[at - 2];
        if twice { SLIP } else { EDIT }
    }

    /// Returns the cost of a missing letter: the word's last one was not typed.
    fn deletion_cost(&self) -> u8 {
        let [.., before, last] = self.letters.as_slice() else {
            return EDIT;
        };
        if before == last { SLIP } else { EDIT }
    }

    /// Returns the minimum cost of a cell: the word's letters so far against those typed before
    /// `at`.
    fn cell(&self, at: usize, deletion: u8) -> u8 {
        let (row, width) = (self.letters.len(), self.width());
        let cost = |row: usize, at: usize| self.rows[row * width + at];
        let mut least = cost(row - 1, at).saturating_add(deletion);
        let Some(before) = at.checked_sub(1) else {
            return least;
        };
        let (letter, typed) = (self.letters[row - 1], self.typed[before]);
        least = least.min(cost(row, before).saturating_add(self.insertion_cost(at)));
        let replaced = if letter == typed {
            0
        } else if are_neighbours(letter, typed) {
            SLIP
        } else {
            EDIT
        };
        least = least.min(cost(row - 1, before).saturating_add(replaced));
        let exchanged = row > 1
            && before > 0
            && self.letters[row - 2] == typed
            && self.typed[before - 1] == letter;
        if exchanged {
            least = least.min(cost(row - 2, before - 1).saturating_add(SLIP));
        }
        least
    }

    /// Returns the cost of the first letters of the word against all typed letters.
    fn cost_of(&self, letters: usize) -> u8 {
        self.rows[letters * self.width() + self.typed.len()]
    }

    /// Returns whether a stem that is near enough may end in the last of these letters.
    fn may_have_stem(&self, letters: usize) -> bool {
        let shortest = letters.saturating_sub(LONGEST_ENDING);
        self.by_stem && (shortest..=letters).any(|end| self.cost_of(end) <= self.limit)
    }

    /// Returns the cost of a word's stem; the stem of another form of the typed word is far.
    fn cost_of_stem(&self, spelling: &[char]) -> u8 {
        if !self.may_have_stem(spelling.len()) {
            return FAR;
        }
        let language = Language::from_tag(&self.tag);
        let ends = if language == Language::Other {
            spelling.len().saturating_sub(UNKNOWN_ENDING)..spelling.len()
        } else {
            let stem = fold(&stem(&String::from_iter(spelling), language));
            let end = stem.chars().count();
            let is_beginning = stem.chars().eq(self.letters.iter().copied().take(end));
            if !is_beginning {
                return FAR;
            }
            end..end + 1
        };
        let misspelt = ends.filter(|end| !self.is_other_ending(*end));
        misspelt.map(|end| self.cost_of(end)).min().unwrap_or(FAR)
    }

    /// Returns whether these letters of the word and the typed ones differ in nothing but what
    /// follows one of them: the typed word is another form, without an error.
    fn is_other_ending(&self, letters: usize) -> bool {
        let common = self.letters[..letters].iter().zip(&self.typed);
        { common }.all(|(letter, typed)| letter == typed)
    }

    fn keep(&mut self, candidate: Candidate) {
        let key = fold(&candidate.word);
        let same = |other: &Candidate| fold(&other.word) == key;
        if let Some(same) = self.best.iter().position(same) {
            // Two languages may spell it differently.
            if self.best[same].score >= candidate.score {
                return;
            }
            self.best.remove(same);
        }
        let place = self
            .best
            .iter()
            .position(|other| other.score < candidate.score)
            .unwrap_or(self.best.len());
        self.best.insert(place, candidate);
        self.best.truncate(KEPT);
    }
}

impl Walker for Nearest {
    fn letter(&mut self, at: usize, letter: char) -> bool {
        self.letters.truncate(at);
        self.letters.push(letter);
        let (row, width) = (at + 1, self.width());
        // A code matches only itself.
        if letter.is_ascii_digit() {
            return false;
        }
        self.rows[row * width..(row + 1) * width].fill(FAR);
        if row > self.typed.len() + self.band {
            return self.may_have_stem(row);
        }
        let deletion = self.deletion_cost();
        let mut least = FAR;
        for at in row.saturating_sub(self.band)..=(row + self.band).min(self.typed.len()) {
            let cost = self.cell(at, deletion);
            self.rows[row * width + at] = cost;
            least = least.min(cost);
        }
        // Two exchanged letters skip this row, from the one before it.
        least <= self.limit + (EDIT - SLIP) || self.may_have_stem(row)
    }

    fn word(&mut self, spelling: &[char], commonness: u8) {
        let (cost, handicap) = if self.by_stem {
            (self.cost_of_stem(spelling), self.handicap + OTHER_FORM)
        } else {
            (self.cost_of(spelling.len()), self.handicap)
        };
        if cost > self.limit {
            return;
        }
        let score = i32::from(commonness) - i32::from(cost) - handicap;
        let enough = self.best.len() < KEPT;
        if enough || self.best.last().is_some_and(|last| score > last.score) {
            self.keep(Candidate {
                word: spelling.iter().collect(),
                cost,
                score,
                tag: self.tag.clone(),
            });
        }
    }
}

#[cfg(test)]
mod tests;
