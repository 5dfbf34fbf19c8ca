//! Finds which words of a question the site uses in one of its languages more than in the others
//! (R8).

use crate::index::Index;
use crate::needs::Attempt;
use crate::query::{Origin, Query};
use crate::text::prefix;

/// A word belongs to a language that uses it this many times as often as any other language: pages
/// quote words of other languages.
const RATHER: f64 = 4.0;

/// The use of a word counts this many times as much as that of words with its beginning:
/// `statusunde` is Turkish, though many English pages have `status`.
const WHOLE: f64 = 1000.0;

/// Returns how many words of the question belong to the language of each reading, by tag.
///
/// # Errors
/// [`Needs`](crate::Needs) or [`crate::Error::Corrupt`].
pub(crate) fn known_words(index: &Index, query: &Query) -> Attempt<Vec<(String, usize)>> {
    let mut uses = Vec::with_capacity(query.readings.len());
    for reading in &query.readings {
        let mut own = Vec::new();
        if let Some(language) = index.language(&reading.tag) {
            let chunks = f64::from(index.languages()[language].chunks.max(1));
            for term in &reading.terms {
                if term.origin != Origin::Extra {
                    let matches = match prefix(&term.key, reading.language) {
                        Some(start) => index.words_with_prefix(language, start)?,
                        None => index.spellings(language, &term.key)?,
                    };
                    let mut share = index.count(&matches)? as f64 / chunks;
                    if !index.spellings(language, &term.key)?.is_empty() {
                        share *= WHOLE;
                    }
                    own.push((term.position, share));
                }
            }
        }
        uses.push(own);
    }
    let belongs = |reading: usize, position: u32, share: f64| {
        let others = uses
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != reading);
        let mut others = others.flat_map(|(_, own)| own);
        share > 0.0 && !others.any(|(at, other)| *at == position && other * RATHER > share)
    };
    let counted = query.readings.iter().zip(&uses).enumerate();
    Ok(counted
        .map(|(number, (reading, own))| {
            let own = own
                .iter()
                .filter(|(at, share)| belongs(number, *at, *share));
            (reading.tag.clone(), own.count())
        })
        .collect())
}
