//! Which chunks hold a word of the question, and in which form.
//!
//! The dictionary has one list of postings per surface form. What a word of the question matches
//! is worked out here, as three sets of words that each contain the one before:
//!
//! * **surface**: the word itself. Typed without diacritics, all spellings of its fold key.
//! * **stem**: words with the stem of any of those spellings, or that are such a stem, or that have
//!   such a spelling as their stem.
//! * **prefix**: words whose fold key begins with the same five (Turkish) or six letters.
//!
//! A word that is still being typed matches the words that go on from it as it matches those of
//! its stem.
//!
//! Folding before stemming breaks Turkish stems, so a word typed in ASCII is first resolved to
//! the index's own spellings, and those are stemmed; only a word that the index does not know is
//! compared by folded stems.

use super::require;
use crate::error::Result;
use crate::index::format::{Posting, merge_postings};
use crate::index::{Index, Word};
use crate::ordered::first;
use crate::query::{Query, Reading, Term};
use crate::text::{Language, fold, lookup_start, prefix};

/// How a word of the index matches a word of the question, the strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The same word.
    Surface,
    /// The same stem.
    Stem,
    /// The same first letters.
    Prefix,
}

/// The forms, the strictest first.
pub(super) const FORMS: [Form; 3] = [Form::Surface, Form::Stem, Form::Prefix];

/// The postings of a word of the question, per form, ascending by chunk.
#[derive(Debug, Clone, Default)]
pub struct TermMatches {
    postings: [Vec<Posting>; 3],
}

impl TermMatches {
    /// Postings of a form.
    #[must_use]
    pub fn postings(&self, form: Form) -> &[Posting] {
        &self.postings[form as usize]
    }

    /// Whether no chunk holds the word in any form.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.postings.iter().all(Vec::is_empty)
    }
}

/// The terms of a reading that count for anything, looked up.
#[derive(Debug)]
pub(super) struct Matched<'q> {
    pub(super) reading: &'q Reading,
    /// Whether it is the reading in the question's own language.
    pub(super) is_own: bool,
    /// Number of its language in the index.
    pub(super) language: usize,
    pub(super) terms: Vec<(&'q Term, TermMatches)>,
}

/// Looks up all that counts of a query, in every language that the index has; `with_vectors` if
/// the vectors are needed too.
///
/// # Errors
/// [`crate::Error::NotLoaded`] with all files that are missing, or [`crate::Error::Corrupt`].
pub(super) fn match_query<'q>(
    index: &Index,
    query: &'q Query,
    with_vectors: bool,
) -> Result<Vec<Matched<'q>>> {
    require(index, query, wanted, with_vectors)?;
    let mut all = Vec::new();
    for (number, reading) in query.readings.iter().enumerate() {
        if let Some(language) = index.language(&reading.tag) {
            let mut terms = Vec::new();
            for term in wanted(reading) {
                terms.push((term, match_term(index, language, reading.language, term)?));
            }
            all.push(Matched {
                reading,
                is_own: number == 0,
                language,
                terms,
            });
        }
    }
    Ok(all)
}

fn wanted(reading: &Reading) -> Vec<&Term> {
    let terms = reading.terms.iter();
    terms.filter(|term| term.weight > 0.0).collect()
}

/// The fold-key prefix under which everything stands that a term can match.
#[must_use]
pub(super) fn lookup_prefix(term: &Term) -> &str {
    lookup_start(&term.key)
}

/// Looks a term up in one language of the index.
///
/// # Errors
/// [`crate::Error::NotLoaded`] or [`crate::Error::Corrupt`].
pub fn match_term(
    index: &Index,
    language: usize,
    rules: Language,
    term: &Term,
) -> Result<TermMatches> {
    let surfaces = surfaces(index, language, term)?;
    let stems = words_of_stem(index, language, term, &surfaces)?;
    let prefixed = match prefix(&term.key, rules) {
        Some(prefix) => index.words_with_prefix(language, prefix)?,
        None => Vec::new(),
    };
    let surface = union(&surfaces)?;
    let stem = union(&stems)?;
    let prefix = if prefixed.is_empty() {
        stem.clone()
    } else {
        union(&prefixed)?
    };
    Ok(TermMatches {
        postings: [surface, stem, prefix],
    })
}

/// The words that match a term in the loosest form that it has.
///
/// # Errors
/// As [`match_term`].
pub(super) fn loosest_words<'i>(
    index: &'i Index,
    language: usize,
    rules: Language,
    term: &Term,
) -> Result<Vec<Word<'i>>> {
    if let Some(prefix) = prefix(&term.key, rules) {
        let words = index.words_with_prefix(language, prefix)?;
        if !words.is_empty() {
            return Ok(words);
        }
    }
    let surfaces = surfaces(index, language, term)?;
    words_of_stem(index, language, term, &surfaces)
}

/// The word itself if it was typed with care, otherwise all its spellings.
fn surfaces<'i>(index: &'i Index, language: usize, term: &Term) -> Result<Vec<Word<'i>>> {
    let mut words = index.spellings(language, &term.key)?;
    if term.careful && words.iter().any(|word| word.text() == term.surface) {
        words.retain(|word| word.text() == term.surface);
    }
    Ok(words)
}

/// Words that share a stem with the term's spellings. The Turkish stemmer takes an ending off some
/// bare nouns too (`lise` gives `lis`, but `liseler` gives `lise`), so a stem may also be the other
/// word itself. Of 20,000 Turkish words 614 are such nouns, frequent ones most of all.
fn words_of_stem<'i>(
    index: &'i Index,
    language: usize,
    term: &Term,
    surfaces: &[Word<'i>],
) -> Result<Vec<Word<'i>>> {
    let mut words = index.words_with_prefix(language, lookup_prefix(term))?;
    if surfaces.is_empty() {
        let stem = fold(&term.stem);
        words.retain(|word| {
            let own = fold(&word.shard.stem(word.row));
            own == stem || own == term.key || fold(word.text()) == stem
        });
    } else {
        let mut stems: Vec<String> = Vec::new();
        for surface in surfaces {
            let stem = surface.shard.stem(surface.row);
            if !stems.contains(&stem) {
                stems.push(stem);
            }
        }
        words.retain(|word| {
            let (shard, row) = (word.shard, word.row);
            stems
                .iter()
                .any(|stem| shard.has_stem(row, stem) || word.text() == stem)
                || surfaces
                    .iter()
                    .any(|surface| shard.has_stem(row, surface.text()))
        });
    }
    if term.partial {
        add_completions(index, language, term, &mut words)?;
    }
    Ok(words)
}

/// A beginning of one letter is that of thousands of words; the most common ones say enough.
const MOST_COMPLETIONS: usize = 64;

/// Adds the most common words that go on from one that is still being typed.
fn add_completions<'i>(
    index: &'i Index,
    language: usize,
    term: &Term,
    words: &mut Vec<Word<'i>>,
) -> Result<()> {
    let mut completions = index.words_with_prefix(language, &term.key)?;
    if completions.len() > MOST_COMPLETIONS {
        let chunks = |at: usize| {
            let word: &Word<'_> = &completions[at];
            word.shard.document_frequency(word.row)
        };
        // Equally common words are cut by their place in the dictionary, so that shards agree.
        let common = |a, b| (chunks(b), a) < (chunks(a), b);
        let kept = first(completions.len(), MOST_COMPLETIONS, &common);
        completions = kept.into_iter().map(|at| completions[at]).collect();
    }
    let same = |a: &Word<'_>, b: &Word<'_>| a.row == b.row && std::ptr::eq(a.shard, b.shard);
    completions.retain(|word| !words.iter().any(|other| same(word, other)));
    words.append(&mut completions);
    Ok(())
}

/// The postings of several words as if they were one.
fn union(words: &[Word<'_>]) -> Result<Vec<Posting>> {
    match words {
        [] => Ok(Vec::new()),
        [word] => {
            let mut postings = Vec::new();
            word.shard
                .for_each_posting(word.row, |posting| postings.push(posting))?;
            Ok(postings)
        }
        // Halves, so that a posting is copied as often as the number of words can be halved.
        _ => {
            let (one, other) = words.split_at(words.len() / 2);
            Ok(merge_postings(&union(one)?, &union(other)?))
        }
    }
}
