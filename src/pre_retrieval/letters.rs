//! Decides whether the letters of a word are exact, by the site's spellings in the question's own
//! language (R4, R8).
//!
//! A word typed without diacritics matches all its spellings, since visitors leave out diacritics.
//! But if pages in the question's own language usually spell it as typed, it is that word: the
//! English `cap` is not `çap`.

use crate::index::{Index, Word};
use crate::needs::Attempt;
use crate::query::{Query, Term};

/// Restricts such words to their exact letters in the readings of other languages. If a language
/// has only other spellings of a word, the word is removed from its reading.
///
/// # Errors
/// [`Needs`](crate::Needs) or [`crate::Error::Corrupt`].
pub(crate) fn keep_letters(index: &Index, query: &mut Query) -> Attempt<()> {
    let Some((own, others)) = query.readings.split_first_mut() else {
        return Ok(());
    };
    for typed in own.terms.iter().filter(|term| term.surface.is_ascii()) {
        let is_same = |word: &Word| word.text() == typed.surface;
        let usual = spellings(index, &own.tag, typed)?;
        let usual = usual.iter().max_by_key(|word| word.document_frequency());
        if !usual.is_some_and(is_same) {
            continue;
        }
        for other in &mut *others {
            let written = spellings(index, &other.tag, typed)?;
            if written.iter().any(is_same) {
                let same = other.terms.iter_mut().find(|term| term.key == typed.key);
                if let Some(term) = same {
                    term.surface.clone_from(&typed.surface);
                    term.careful = true;
                }
            } else if !written.is_empty() {
                other.terms.retain(|term| term.key != typed.key);
            }
        }
    }
    Ok(())
}

/// Returns the spellings of a word in a language of the site.
fn spellings(index: &Index, tag: &str, term: &Term) -> Attempt<Vec<Word>> {
    match index.language(tag) {
        Some(language) => index.spellings(language, &term.key),
        None => Ok(Vec::new()),
    }
}
