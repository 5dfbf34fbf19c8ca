//! Ordinary words, which any visitor may type and a small site may not have. Without this list,
//! another word at a distance of one letter would replace them (`kind` for `mind`). Longer words
//! have fewer neighbours, so only those with one are listed, with that neighbour. Stop words are
//! known as such.

use crate::text::{Language, fold, fold_char, stem};

/// Returns whether a word, or its stem, is an ordinary word of a language.
pub(super) fn is_ordinary(word: &str, language: Language) -> bool {
    let list = language.spelling().ordinary;
    if list.is_empty() {
        return false;
    }
    let (key, stem) = (fold(word), fold(&stem(word, language)));
    // Only words with the same beginning are folded. A stem begins like its word.
    list.split_ascii_whitespace()
        .filter(|ordinary| first_letter(ordinary) == key.chars().next())
        .map(fold)
        .any(|ordinary| ordinary == key || ordinary == stem)
}

fn first_letter(word: &str) -> Option<char> {
    let mut first = None;
    fold_char(word.chars().next()?, &mut |folded| {
        first = first.or(Some(folded));
    });
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r11_ordinary_words_are_known_in_any_spelling_and_by_their_stem() {
        assert!(is_ordinary("kind", Language::English) && is_ordinary("kinds", Language::English));
        assert!(is_ordinary("cesit", Language::Turkish) && is_ordinary("çeşit", Language::Turkish));
        assert!(!is_ordinary("kind", Language::Turkish) && !is_ordinary("kind", Language::Other));
        assert!(!is_ordinary("knid", Language::English));
    }
}
