//! The subject of each page: its most characteristic stems, weighted.

use soru::text::{Language, StopWords};

use super::super::dictionary::{SortedWords, leading};
use super::super::postings::Postings;
use super::Pages;

/// Number of stems kept per page. With 32, fewer of the pages that authors link to each other were
/// found; with 128, a few more, in three times the time.
const MOST_TERMS: usize = 64;

/// Weight of a stem in the title, in occurrences in the text.
const TITLE_WEIGHT: f32 = 4.0;

/// The denominator of the share of pages above which a stem is ignored.
const COMMONPLACE: usize = 5;

/// The maximum number of pages with a stem that counts; this limits the time on large sites.
const MOST_PAGES: usize = 1500;

/// A stem on at most this many pages counts, however few pages there are.
const FEW_PAGES: usize = 3;

/// One language's words.
pub(in super::super) struct LanguageWords<'w> {
    pub(in super::super) tag: &'w str,
    pub(in super::super) words: &'w SortedWords,
    pub(in super::super) postings: &'w Postings,
}

/// The terms of all pages.
#[derive(Debug, Default)]
pub(super) struct PageTerms {
    /// Stems and weights per page, ascending by stem; rows have length 1, or are empty.
    pub(super) rows: Vec<Vec<Weighted>>,
    /// Number of stems.
    pub(super) columns: usize,
    /// Per page, a hash of its words with digits.
    pub(super) figures: Vec<u64>,
}

/// The number of a stem, and its weight.
pub(super) type Weighted = (u32, f32);

/// Returns the terms of all pages. Stems of several languages with the same spelling are one: pages
/// in two languages share names and identifiers.
pub(super) fn page_terms(pages: &Pages<'_>, languages: &[LanguageWords<'_>]) -> PageTerms {
    let mut terms = PageTerms {
        rows: vec![Vec::new(); pages.len()],
        columns: 0,
        figures: vec![0; pages.len()],
    };
    let mut counts = Counts::new(pages.len());
    let stems = stems(languages);
    for family in stems.chunk_by(|one, other| one.text == other.text) {
        for member in family {
            let own = &languages[member.language];
            for posting in own.postings.of(member.number) {
                if let Some(page) = pages.of_chunk(posting.chunk) {
                    let [body, headings, title, questions] = posting.frequencies();
                    counts.add(page, body + headings + questions, title);
                }
            }
        }
        terms.add(family[0].text, &mut counts);
    }
    terms.rows.iter_mut().for_each(finish);
    terms
}

/// A word under its stem.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Stem<'w> {
    leading: u64,
    text: &'w str,
    language: usize,
    /// Number of the word's list of postings.
    number: usize,
}

/// Returns the stems of all words except stop words, which are no more common than other words if a
/// site has few pages.
fn stems<'w>(languages: &[LanguageWords<'w>]) -> Vec<Stem<'w>> {
    let stop_words = StopWords::default_lists();
    let mut stems = Vec::new();
    for (language, own) in languages.iter().enumerate() {
        let rules = Language::from_tag(own.tag);
        for entry in own.words.entries() {
            let number = entry.number as usize;
            let is_alone = own.postings.of(number).len() < 2;
            if is_alone || !stop_words.contains(&entry.word, rules) {
                stems.push(Stem {
                    leading: leading(&entry.stem),
                    text: &entry.stem,
                    language,
                    number,
                });
            }
        }
    }
    stems.sort_unstable();
    stems
}

/// Frequencies of one stem on each page.
struct Counts {
    text: Vec<u32>,
    /// The title is repeated with every chunk of its page.
    title: Vec<u32>,
    pages: Vec<u32>,
}

impl Counts {
    fn new(pages: usize) -> Self {
        Self {
            text: vec![0; pages],
            title: vec![0; pages],
            pages: Vec::new(),
        }
    }

    fn add(&mut self, page: u32, text: u32, title: u32) {
        let at = page as usize;
        if self.text[at] + self.title[at] == 0 {
            self.pages.push(page);
        }
        self.text[at] = self.text[at].saturating_add(text);
        self.title[at] = self.title[at].max(title);
    }

    /// Removes and returns the pages with the stem, each with its weight.
    #[allow(clippy::cast_precision_loss)] // of frequencies above 2^24
    fn take(&mut self) -> impl Iterator<Item = (usize, f32)> {
        let (text, title) = (&mut self.text, &mut self.title);
        std::mem::take(&mut self.pages)
            .into_iter()
            .map(move |page| {
                let page = page as usize;
                let text = std::mem::take(&mut text[page]) as f32;
                let title = std::mem::take(&mut title[page]) as f32;
                (page, (text + TITLE_WEIGHT * title).sqrt())
            })
    }
}

impl PageTerms {
    /// Adds a stem to the pages that have it.
    fn add(&mut self, stem: &str, counts: &mut Counts) {
        let containing = counts.pages.len();
        // One page more or less on the site should not change another page's list.
        let all = self.rows.len().next_power_of_two();
        let most = (all / COMMONPLACE).clamp(FEW_PAGES, MOST_PAGES);
        // Bare numbers occur in unrelated contexts.
        let is_number = stem.bytes().all(|byte| byte.is_ascii_digit());
        let is_telling = (2..=most).contains(&containing) && !is_number;
        let figure = figure(stem);
        #[allow(clippy::cast_possible_truncation)] // half the digits are enough
        let idf = libm::log((all as f64 + 1.0) / (containing as f64 + 0.5)) as f32;
        let column = u32::try_from(self.columns).unwrap_or(u32::MAX);
        for (page, amount) in counts.take() {
            self.figures[page] = self.figures[page].wrapping_add(figure);
            if is_telling {
                let row = &mut self.rows[page];
                row.push((column, amount * idf));
                if row.len() >= 2 * MOST_TERMS {
                    cut(row);
                }
            }
        }
        self.columns += usize::from(is_telling);
    }
}

/// Keeps the heaviest stems.
fn cut(row: &mut Vec<Weighted>) {
    if row.len() > MOST_TERMS {
        let heavier =
            |one: &Weighted, other: &Weighted| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0));
        row.select_nth_unstable_by(MOST_TERMS - 1, heavier);
        row.truncate(MOST_TERMS);
    }
}

fn finish(row: &mut Vec<Weighted>) {
    cut(row);
    row.sort_unstable_by_key(|(column, _)| *column);
    row.shrink_to_fit();
    let length = row.iter().map(|(_, weight)| weight * weight).sum::<f32>();
    if length > 0.0 {
        let length = length.sqrt();
        for (_, weight) in row {
            *weight /= length;
        }
    }
}

/// Returns a hash of a word with digits (FNV-1a, 64 bits); 0 for any other.
fn figure(word: &str) -> u64 {
    if !word.bytes().any(|byte| byte.is_ascii_digit()) {
        return 0;
    }
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    word.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
