//! Groups pages that are copies of each other.
//!
//! Pages are copies if one names another as canonical and has its text, if they have the same name
//! and say the same, or if one is in a preview of the other. Two pages say the same if they differ
//! only in short texts (at most three words and no digit) and in texts of the template: last year's
//! fee is not a copy of this year's.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::sketch::{FEW_WORDS, Sketch, TextMark};

/// The maximum number of pages with a common text that are compared with each other. A page that
/// equals a compared one is found however many there are.
const MOST_COMPARED: usize = 64;

/// The number of longest texts by which similar pages are found.
const KEYS: usize = 4;

/// Counts the pages on which each text occurs.
#[derive(Debug)]
pub(super) struct Counts {
    /// Counts of texts that occur on several pages.
    texts: Map<TextCount>,
    /// Number of different page names.
    names: usize,
}

/// Number of pages that have a text, and of their different names: copies share a name.
#[derive(Debug, Clone, Copy)]
struct TextCount {
    pages: u32,
    names: u32,
}

type Map<V> = HashMap<u64, V, FixedState>;

impl Counts {
    pub(super) fn of(sketches: &[Sketch]) -> Self {
        let mut stands: Vec<(u64, u64)> = Vec::new();
        for sketch in sketches.iter().filter(|sketch| sketch.is_page) {
            let telling = sketch.texts.iter().filter(|text| text.is_telling());
            stands.extend(telling.map(|text| (text.number, sketch.name())));
        }
        stands.par_sort_unstable();
        let same_text = stands
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|same| same.len() > 1);
        let count = |same: &[(u64, u64)]| TextCount {
            pages: u32::try_from(same.len()).unwrap_or(u32::MAX),
            names: u32::try_from(same.chunk_by(|a, b| a == b).count()).unwrap_or(u32::MAX),
        };
        let names: HashSet<u64> = sketches.iter().map(Sketch::name).collect();
        Self {
            texts: same_text.map(|same| (same[0].0, count(same))).collect(),
            names: names.len(),
        }
    }

    fn of_text(&self, number: u64) -> TextCount {
        let once = TextCount { pages: 1, names: 1 };
        self.texts.get(&number).copied().unwrap_or(once)
    }

    /// Returns the number of pages that have a text.
    pub(super) fn pages(&self, text: TextMark) -> usize {
        self.of_text(text.number).pages as usize
    }

    /// Whether pages of so many names have a text that it says nothing about a single page.
    pub(super) fn is_template(&self, number: u64) -> bool {
        self.of_text(number).names as usize >= 3.max(self.names / 5)
    }

    /// Whether a text distinguishes the pages that have it.
    fn is_own(&self, text: TextMark) -> bool {
        text.words >= FEW_WORDS && !self.is_template(text.number)
    }
}

/// Numbers of pages that belong together.
#[derive(Debug)]
pub(super) struct Groups(Vec<usize>);

impl Groups {
    pub(super) fn new(pages: usize) -> Self {
        Self((0..pages).collect())
    }

    fn first(&mut self, page: usize) -> usize {
        let mut at = page;
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    pub(super) fn join(&mut self, page: usize, other: usize) {
        let (a, b) = (self.first(page), self.first(other));
        self.0[a.max(b)] = a.min(b);
    }

    /// The groups of more than one page.
    pub(super) fn several(mut self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); self.0.len()];
        for page in 0..self.0.len() {
            let first = self.first(page);
            groups[first].push(page);
        }
        groups.retain(|group| group.len() > 1);
        groups
    }
}

/// Joins the pages that say the same.
pub(super) fn join_same(sketches: &[Sketch], counts: &Counts, groups: &mut Groups) {
    let keys = |sketch: &Sketch| {
        let mut own: Vec<TextMark> = sketch
            .texts
            .iter()
            .copied()
            .filter(|text| counts.is_own(*text))
            .collect();
        own.sort_unstable_by_key(|text| (Reverse(text.words), text.number));
        own.truncate(KEYS);
        own
    };
    let mut by_text: Map<Vec<usize>> = Map::default();
    for (page, sketch) in sketches
        .iter()
        .enumerate()
        .filter(|(_, sketch)| sketch.is_page)
    {
        for key in keys(sketch)
            .into_iter()
            .filter(|key| counts.pages(*key) > 1)
        {
            let others = by_text.entry(key.number).or_default();
            let same = others
                .iter()
                .find(|other| says_the_same(sketch, &sketches[**other], counts));
            if let Some(other) = same {
                groups.join(page, *other);
                break;
            }
            // A page that joins a group is not added: later pages are compared with the first page
            // of the group.
            if others.len() < MOST_COMPARED {
                others.push(page);
            }
        }
    }
}

/// Whether two pages have the same name and the same texts.
fn says_the_same(sketch: &Sketch, other: &Sketch, counts: &Counts) -> bool {
    let differs = |a: &Sketch, b: &Sketch| {
        let mut rest = a.texts.iter().filter(|text| !b.has(**text));
        rest.any(|text| text.is_telling() && !counts.is_template(text.number))
    };
    sketch.is_called_like(other) && !differs(sketch, other) && !differs(other, sketch)
}

/// Whether another page has at least half of the text of a page. A page without text must have the
/// same name instead.
pub(super) fn is_about(sketch: &Sketch, other: &Sketch) -> bool {
    let (shared, all) = sketch.shared_words(other);
    shared * 2 >= all && (all > 0 || sketch.is_called_like(other))
}
