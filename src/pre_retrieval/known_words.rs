//! Finds which words of a question the site uses in one of its languages more than in the others
//! (R8).

use crate::index::Index;
use crate::needs::Attempt;
use crate::query::{Origin, Query};
use crate::text::prefix;

/// A word belongs to a language that uses it this many times as often as any other language: pages
/// quote words of other languages.
const RATHER: f64 = 4.0;

/// The use of a word of the question in a language.
struct Use {
    position: u32,
    /// Share of the language's chunks that have a word with this beginning.
    share: f64,
    /// Whether the language has this word, however it is spelt.
    is_whole: bool,
}

impl Use {
    /// Returns whether the word belongs to this language rather than to the other. A whole word
    /// tells more than a beginning: `statusunde` is Turkish, though many English pages have `status`.
    fn outweighs(&self, other: &Self) -> bool {
        if self.is_whole == other.is_whole {
            other.share * RATHER <= self.share
        } else {
            self.is_whole
        }
    }
}

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
                    own.push(Use {
                        position: term.position,
                        share: index.count(&matches)? as f64 / chunks,
                        is_whole: !index.spellings(language, &term.key)?.is_empty(),
                    });
                }
            }
        }
        uses.push(own);
    }
    let belongs = |reading: usize, own: &Use| {
        let others = uses
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != reading);
        let others = others.flat_map(|(_, other)| other);
        let mut same = others.filter(|other| other.position == own.position);
        own.share > 0.0 && same.all(|other| own.outweighs(other))
    };
    let counted = query.readings.iter().zip(&uses).enumerate();
    Ok(counted
        .map(|(number, (reading, own))| {
            let own = own.iter().filter(|own| belongs(number, own));
            (reading.tag.clone(), own.count())
        })
        .collect())
}
