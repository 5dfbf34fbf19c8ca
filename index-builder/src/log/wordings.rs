//! Groups questions that differ only in case, diacritics, punctuation and spelling of numbers.

use std::collections::BTreeMap;

use soru::text::{Language, StopWords, fold, normalise, prefix, stem, tokenise};

use super::Entry;

/// A question that a visitor asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'e> {
    pub(crate) question: &'e str,
    pub(crate) lang: &'e str,
    pub(crate) is_unanswered: bool,
}

impl<'e> From<&'e Entry> for Asked<'e> {
    fn from(entry: &'e Entry) -> Self {
        Self {
            question: &entry.question,
            lang: &entry.lang,
            is_unanswered: entry.is_unanswered(),
        }
    }
}

/// A question in all its spellings.
#[derive(Debug)]
pub struct Wording<'e> {
    /// Its most frequent spelling.
    pub question: &'e str,
    /// Its language.
    pub lang: &'e str,
    /// How often visitors asked it.
    pub count: usize,
    /// How often it had no answer.
    pub unanswered: usize,
}

/// Returns the different questions, the most frequent first.
pub(crate) fn wordings<'e>(asked: impl Iterator<Item = Asked<'e>>) -> Vec<Wording<'e>> {
    let mut same: BTreeMap<(&str, String), Vec<Asked<'_>>> = BTreeMap::new();
    for one in asked {
        let key = (one.lang, spelling_key(one.question, one.lang));
        same.entry(key).or_default().push(one);
    }
    let mut wordings: Vec<Wording<'_>> = same
        .into_iter()
        .map(|((lang, _), asked)| Wording {
            question: most_frequent(asked.iter().map(|one| one.question.trim())),
            lang,
            count: asked.len(),
            unanswered: asked.iter().filter(|one| one.is_unanswered).count(),
        })
        .collect();
    wordings.sort_by(|a, b| (b.count, a.question).cmp(&(a.count, b.question)));
    wordings
}

/// Returns a key that all spellings of a question share; if it has no word, its trimmed text.
pub(crate) fn spelling_key(question: &str, lang: &str) -> String {
    let key = fold(&normalise(question, Language::from_tag(lang)));
    if key.is_empty() {
        question.trim().to_owned()
    } else {
        key
    }
}

/// Returns the most frequent of these texts. Among equally frequent ones it prefers the one with
/// most diacritics, which is more likely correct, and then the first in alphabetical order.
pub(super) fn most_frequent<'t>(texts: impl Iterator<Item = &'t str>) -> &'t str {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    let beyond_ascii = |text: &str| text.chars().filter(|c| !c.is_ascii()).count();
    let counts = counts.into_iter().rev();
    let best = counts.max_by_key(|(text, count)| (*count, beyond_ascii(text)));
    best.map_or("", |(text, _)| text)
}

/// Returns the content words of a question, each in a form common to its inflections.
pub(super) fn content_words(
    question: &str,
    lang: &str,
    stop_words: &StopWords,
) -> BTreeMap<String, String> {
    let language = Language::from_tag(lang);
    tokenise(question, language)
        .into_iter()
        .filter(|token| token.is_word() && !stop_words.contains(&token.text, language))
        .map(|token| (base(&token.text, language), token.text))
        .collect()
}

/// Returns the stem without diacritics, as visitors type it in a hurry. In Turkish, it returns the
/// first five letters of the stem, because the stemmer leaves different endings in `yemekhane` and
/// `yemekhanenin`, and in `kütüphanenin` and `kutuphanenin`.
fn base(word: &str, language: Language) -> String {
    let stem = fold(&stem(word, language));
    let start = prefix(&stem, language).filter(|_| language == Language::Turkish);
    start.map(str::to_owned).unwrap_or(stem)
}

#[cfg(test)]
mod tests {
    use soru::text::lower;

    use super::*;

    #[test]
    fn r39_a_group_is_shown_in_its_most_frequent_spelling() {
        let spellings = ["b", "c", "c", "a", "a"];
        assert_eq!(most_frequent(spellings.into_iter()), "a");
        assert_eq!(most_frequent(["oda", "ödâ", "öda"].into_iter()), "ödâ");
        assert_eq!(most_frequent(std::iter::empty()), "");
    }

    #[test]
    fn r39_inflections_of_a_word_have_one_base() {
        for (language, words) in [
            (
                Language::Turkish,
                ["yemekhane", "yemekhanenin", "YEMEKHANEDE"],
            ),
            (
                Language::Turkish,
                ["kütüphane", "kutuphanenin", "kütüphaneden"],
            ),
            (Language::Turkish, ["staj", "stajı", "stajımı"]),
            (Language::English, ["opens", "opening", "opened"]),
        ] {
            let [one, other, third] = words.map(|word| base(&lower(word, language), language));
            assert!(one == other && other == third, "{one} {other} {third}");
        }
        assert_ne!(
            base("h1b", Language::Turkish),
            base("h2b", Language::Turkish)
        );
    }

    #[test]
    fn r39_stop_words_are_not_content() {
        let stop_words = StopWords::default_lists();
        let words = |question, lang| -> Vec<String> {
            content_words(question, lang, &stop_words)
                .into_values()
                .collect()
        };
        assert_eq!(
            words("What are the fees of the dormitories?", "en"),
            ["dormitories", "fees"]
        );
        assert_eq!(
            words("Öğrencilerin stajı ne kadar?", "tr"),
            ["öğrencilerin", "stajı"]
        );
        assert!(words("?!", "en").is_empty());
    }
}
