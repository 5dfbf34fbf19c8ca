//! Ordinary words, which any visitor may type and a small site may not have. Without this list,
//! another word at a distance of one letter would replace them (`kind` for `mind`). Longer words
//! have fewer neighbours, so only those with one are listed, with that neighbour. Stop words are
//! known as such.

use crate::language::OwnList;
use crate::text::{Language, WordLists, fold, stem};

/// Returns whether a word, or its stem, is an ordinary word of a language.
pub(super) fn is_ordinary(word: &str, language: Language, words: &WordLists) -> bool {
    let list = words.of(language, OwnList::Ordinary);
    if list.is_empty() {
        return false;
    }
    let (key, stem) = (fold(word), fold(&stem(word, language)));
    let mut list = list.split(' ');
    list.any(|ordinary| ordinary == key || ordinary == stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_ordinary(word: &str, language: Language) -> bool {
        super::is_ordinary(word, language, &WordLists::of_languages(&["tr", "en"]))
    }

    #[test]
    fn r11_ordinary_words_are_known_in_any_spelling_and_by_their_stem() {
        assert!(is_ordinary("kind", Language::English) && is_ordinary("kinds", Language::English));
        assert!(is_ordinary("cesit", Language::Turkish) && is_ordinary("çeşit", Language::Turkish));
        assert!(!is_ordinary("kind", Language::Turkish) && !is_ordinary("kind", Language::Other));
        assert!(!is_ordinary("knid", Language::English));
    }
}
