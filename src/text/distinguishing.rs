//! Recognises words that change the meaning of a question, however many words two questions share:
//! figures, codes, negations, modal verbs, tenses.

use super::{Language, WordLists};
use crate::language::{OwnList, SharedList};

/// Returns whether a question with this word, given by its fold key, differs from one without it.
pub(crate) fn tells_apart(key: &str, language: Language, words: &WordLists) -> bool {
    let is_code = key.bytes().any(|byte| byte.is_ascii_digit());
    let is_in = |list: &str| list.split(' ').any(|listed| listed == key);
    is_code || negates(key, words) || is_in(words.of(language, OwnList::TellsApart))
}

/// Returns whether a word, given by its fold key, negates a question. Turkish negates in the verb:
/// `ödemeyen`, `yapılmaz`, `girmezsem`.
fn negates(key: &str, words: &WordLists) -> bool {
    let [negations, endings] =
        [SharedList::Negations, SharedList::NegativeEndings].map(|list| words.any(list).split(' '));
    let longer = |end: &str| !end.is_empty() && key.len() > end.len() + 2 && key.ends_with(end);
    { negations }.any(|listed| listed == key) || { endings }.any(longer)
}
