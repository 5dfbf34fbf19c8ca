//! Prefetching of files that a question will most likely need, before its words are looked up.
//!
//! Every engine knows from the start which words, stems and prefixes occur in very many chunks.
//! Their long lists are requested together with the shards of the question's other words, because
//! requesting them afterwards would take another network round trip. Files not predicted are
//! requested when needed.

use super::search::{Lists, wanted};
use super::term_matching::{TermMatches, prune, stems};
use super::{Pruning, look_ups};
use crate::index::{Index, LookUp};
use crate::needs::{Attempt, Needs};
use crate::query::{Query, Reading, Term};
use crate::text::prefix;

/// Implements [`Retriever::require_words`](super::Retriever::require_words).
pub(super) fn require_words(
    index: &Index,
    query: &Query,
    together: &[String],
    needs_vectors: bool,
) -> Attempt<()> {
    let mut keys = look_ups(index, query, wanted);
    for reading in &query.readings {
        if let Some(language) = index.language(&reading.tag) {
            for key in together {
                keys.push((language, LookUp::Spellings(key.clone())));
            }
        }
    }
    index.require_terms(&keys, needs_vectors)
}

/// Implements [`Retriever::prefetch`](super::Retriever::prefetch): requires the shards of a
/// question's words, and the long lists that it will most likely read.
pub(super) fn prefetch(
    index: &Index,
    query: &Query,
    pruning: Option<Pruning>,
    needs_vectors: bool,
) -> Attempt<()> {
    let mut needs = Needs::default();
    needs.note(require_words(index, query, &[], needs_vectors))?;
    let mut terms = Vec::new();
    for reading in &query.readings {
        if let Some(language) = index.language(&reading.tag) {
            let before = terms.len();
            for term in wanted(reading) {
                terms.push((term, known(index, language, reading, term)));
            }
            if let Some(pruning) = pruning {
                prune(&mut terms[before..], &index.languages()[language], pruning);
            }
        }
    }
    let lists = Lists::needed(&mut terms.iter().map(|(_, matches)| matches));
    needs.note(index.require_lists(&lists.words, needs_vectors || lists.tails))?;
    needs.end()
}

/// Returns the long posting lists of a term, known without fetching a shard.
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
    let prefixed = match prefix(&term.key, reading.language) {
        Some(own) => long(LookUp::Prefix(own.to_owned())),
        None => stem.clone(),
    };
    // This is the geometric mean of one chunk and the length that makes a list long.
    let unseen = index.languages()[language].long_postings.isqrt();
    TermMatches::of_lists([surface, stem, prefixed], unseen as usize)
}
