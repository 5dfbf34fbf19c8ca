//! Normalises texts to words, so that questions with the same words are equal.

use super::{Language, tokenise};

/// Returns the text as words: lower-cased, punctuation and apostrophe suffixes removed, numbers in
/// one spelling, single spaces. Two questions that differ only in these are the same question.
///
/// ```
/// use soru::text::{Language, normalise};
/// assert_eq!(normalise("  Ankara'nın  NÜFUSU?! ", Language::Turkish), "ankara nüfusu");
/// assert_eq!(normalise("What's the H-1B cap?", Language::English), "what the h1b cap");
/// ```
pub fn normalise(text: &str, language: Language) -> String {
    let mut out = String::with_capacity(text.len());
    for token in tokenise(text, language)
        .iter()
        .filter(|token| token.is_word())
    {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&token.text);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r4_punctuation_is_removed_and_letters_are_kept() {
        assert_eq!(
            normalise("«Kayıt», nasıl?", Language::Turkish),
            "kayıt nasıl"
        );
    }
}
