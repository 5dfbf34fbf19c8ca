//! `WordPiece`: takes the longest piece that is a prefix of a word, then the longest continuation.
//!
//! A continuation piece begins with `##`; an [`Inventory`] knows it by `goes_on`.

use super::{Inventory, Place};
use crate::needs::{Attempt, Needs};

/// Cuts words into pieces. A word that cannot be cut to its end becomes the unknown piece, or
/// nothing.
///
/// # Errors
/// [`Needs`](crate::Needs) with the files that all words need next.
pub(super) fn cut(
    words: &[String],
    unknown: &str,
    max_characters: usize,
    inventory: &dyn Inventory,
) -> Attempt<Vec<Place>> {
    let mut pieces = Vec::new();
    let mut needs = Needs::default();
    for word in words {
        let is_short = word.chars().nth(max_characters).is_none();
        let own = if is_short {
            cut_word(word, inventory)
        } else {
            Ok(None)
        };
        let own = own.and_then(|own| match own {
            Some(own) => Ok(own),
            None => whole(unknown, inventory),
        });
        pieces.extend(needs.note(own)?.into_iter().flatten());
    }
    needs.end()?;
    Ok(pieces)
}

fn cut_word(word: &str, inventory: &dyn Inventory) -> Attempt<Option<Vec<Place>>> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let Some((place, length)) = inventory.longest(rest, !pieces.is_empty())? else {
            return Ok(None);
        };
        pieces.push(place);
        rest = rest.get(length..).unwrap_or_default();
    }
    Ok(Some(pieces))
}

/// Returns the piece that equals this text, if there is one.
fn whole(text: &str, inventory: &dyn Inventory) -> Attempt<Vec<Place>> {
    let found = inventory.longest(text, false)?;
    let whole = found.filter(|(_, length)| *length == text.len());
    Ok(whole.map(|(place, _)| place).into_iter().collect())
}
