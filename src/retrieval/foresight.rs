//! What a question will need, asked for before its words are looked up.
//!
//! Which words, stems and beginnings stand in very many chunks every engine knows from the start. Their
//! long lists are asked for together with the shards of the question's other words: waiting for those
//! first would take one more round over the network. Nothing found depends on it; what was not foreseen
//! is asked for when it is needed.

use super::matching::{Economy, TermMatches, leave_out};
use super::search::{Lists, wanted};
use super::{RetrievalSettings, look_ups, retriever};
use crate::error::Result;
use crate::index::{Index, LookUp};
use crate::missing::Missing;
use crate::query::Query;

/// Asks for all that the question's words, and what some of them may be together, are found by, so that it
/// is fetched at once with what shows whether they are known.
///
/// # Errors
/// [`crate::Error::NotLoaded`] with all files that are missing, if any shard is, and
/// [`crate::Error::InvalidValue`] for an unknown retriever.
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
    // Together with vectors all of every list is read.
    let economy = settings.economy().filter(|_| !needs_vectors);
    let mut missing = Missing::default();
    let shards = missing.note(index.require_terms(&keys, needs_vectors))?;
    if shards.is_none() {
        missing.note(foresee(index, query, economy, needs_vectors))?;
    }
    missing.end()
}

/// Asks for the long lists that the question will most likely read.
fn foresee(index: &Index, query: &Query, economy: Option<Economy>, tails: bool) -> Result<()> {
    let mut terms = Vec::new();
    for reading in &query.readings {
        if let Some(language) = index.language(&reading.tag) {
            let before = terms.len();
            for term in wanted(reading) {
                let own = TermMatches::foreseen(index, language, reading.language, term);
                terms.push((term, own));
            }
            if let Some(economy) = economy {
                leave_out(&mut terms[before..], &index.languages()[language], economy);
            }
        }
    }
    let lists = Lists::needed(&mut terms.iter().map(|(_, matches)| matches));
    index.require_lists(&lists.words, tails || lists.tails)
}
