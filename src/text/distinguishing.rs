//! Recognises words that change the meaning of a question, however many words two questions share:
//! figures, codes, negations, modal verbs, tenses.

use super::{Language, holds};

/// Returns whether a question with this word, given by its fold key, differs from one without it.
#[must_use]
pub(crate) fn tells_apart(key: &str, language: Language) -> bool {
    let list = language.fact_words().tells_apart;
    let is_code = key.bytes().any(|byte| byte.is_ascii_digit());
    is_code || negates(key) || holds(list, &format!(" {key} "))
}

/// Returns whether a word, given by its fold key, negates a question. Turkish negates in the verb:
/// `ödemeyen`, `yapılmaz`, `girmezsem`.
fn negates(key: &str) -> bool {
    let endings = joined!(fact_words.negative_endings, " ");
    let negations = joined!(fact_words.negations, " ");
    let longer = |end: &str| key.len() > end.len() + 2 && key.ends_with(end);
    holds(negations, &format!(" {key} ")) || endings.split_whitespace().any(longer)
}
