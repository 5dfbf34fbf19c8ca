//! What a question will most likely need, asked for while its words are not yet looked up.
//!
//! Which words, stems and beginnings stand in very many chunks every engine knows from the start. Their
//! long lists are asked for together with the shards of the question's other words: waiting for those
//! first would take one more round over the network. What was not foreseen is asked for when it is needed.

use super::matching::{TermMatches, prune, stems};
use super::search::{Lists, wanted};
use super::{RetrievalSettings, look_ups, retriever};
use crate::error::Result;
use crate::index::{Index, LookUp};
use crate::missing::Missing;
use crate::query::{Query, Reading, Term};
use crate::text::prefix;

/// Asks for the shards of a question's words, and of what some of them may be together.
///
/// # Errors
/// [`crate::Error::NotLoaded`] with all files that are missing, and [`crate::Error::InvalidValue`] for an
/// unknown retriever.
pub(crate) fn require_words(
    index: &Index,
    query: &Query,
    together: &[String],
    settings: &RetrievalSettings,
) -> Result<()> {
    let mut keys = look_ups(index, query, wanted);
    for reading in &query.readings {
        if let Some(language) = index.language(&reading.tag) {
            for key in together {
                keys.push((language, LookUp::Spellings(key.clone())));
            }
        }
    }
    let needs_vectors = retriever(settings, index.has_vectors())?.needs_vectors();
    index.require_terms(&keys, needs_vectors)
}

/// Asks for the shards of a question's words, and for the long lists that it will most likely read.
///
/// # Errors
/// As [`require_words`].
pub(crate) fn foresee(index: &Index, query: &Query, settings: &RetrievalSettings) -> Result<()> {
    let mut missing = Missing::default();
    missing.note(require_words(index, query, &[], settings))?;
    let needs_vectors = retriever(settings, index.has_vectors())?.needs_vectors();
    let mut terms = Vec::new();
    for reading in &query.readings {
        if let Some(language) = index.language(&reading.tag) {
            let before = terms.len();
            for term in wanted(reading) {
                terms.push((term, known(index, language, reading, term)));
            }
            // Without a table a question's direction comes from all of its lists.
            let is_read_whole = needs_vectors && !index.has_own_table(language);
            if let Some(pruning) = settings.pruning().filter(|_| !is_read_whole) {
                prune(&mut terms[before..], &index.languages()[language], pruning);
            }
        }
    }
    let lists = Lists::needed(&mut terms.iter().map(|(_, matches)| matches));
    missing.note(index.require_lists(&lists.words, needs_vectors || lists.tails))?;
    missing.end()
}

/// What is known of a term before anything is fetched: its long lists.
fn known(index: &Index, language: usize, reading: &Reading, term: &Term) -> TermMatches {
    let long = |look_up| index.long_words(language, &look_up);
    let surface = long(LookUp::Spellings(term.key.clone()));
    let mut stems = stems(&surface);
    if stems.is_empty() {
        stems.push(term.stem.clone());
    }
    let mut stem = Vec::new();
    for own in stems {
        stem.append(&mut long(LookUp::Stem(own)));
    }
    let beginning = match prefix(&term.key, reading.language) {
        Some(own) => long(LookUp::Beginning(own.to_owned())),
        None => stem.clone(),
    };
    // Between one chunk and as many as make a list long: the middle of the orders of magnitude.
    let unseen = index.languages()[language].long_postings.isqrt();
    TermMatches::of_lists([surface, stem, beginning], unseen as usize)
}
