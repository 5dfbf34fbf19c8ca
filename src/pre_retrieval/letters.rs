//! Whether the letters of a word are meant, by what the site writes in the question's own language (R4, R8).
//!
//! A word typed without diacritics stands for all its spellings, for visitors leave diacritics out. But what
//! the question's own language writes just so is that word: the English `cap` is no `çap`.

use crate::error::Result;
use crate::index::{Index, Word};
use crate::query::{Query, Term};

/// Takes words at their letters in the readings of other languages. A word that such a language only writes
/// otherwise is left out of its reading.
///
/// # Errors
/// [`Needs`](crate::Needs) or [`crate::Error::Corrupt`].
pub(crate) fn keep_letters(index: &Index, query: &mut Query) -> Result<()> {
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

/// How a language of the site writes a word.
fn spellings(index: &Index, tag: &str, term: &Term) -> Result<Vec<Word>> {
    match index.language(tag) {
        Some(language) => index.spellings(language, &term.key),
        None => Ok(Vec::new()),
    }
}
