//! Stems, by the Snowball algorithms (<https://snowballstem.org>) that `src/language` names.

use super::{Language, fold_char};
use crate::language::words_of;

/// Returns the stem of a surface form.
///
/// Codes (`h1bs`) only lose a plural `s`: no algorithm for words suits them. If a stem does not
/// begin like its word (English `dying` → `die`), the word itself is returned, since the index
/// looks up stems among words with the same beginning.
///
/// ```
/// use soru::text::{Language, stem};
/// assert_eq!(stem("öğrencilerin", Language::Turkish), "öğrenci");
/// assert_eq!(stem("registrations", Language::English), "registr");
/// assert_eq!(stem("h1bs", Language::English), "h1b");
/// ```
pub fn stem(word: &str, language: Language) -> String {
    by(*language.stem(), word)
}

/// Returns the stem in the index for a word on a page in a language. The engine itself stems only
/// Turkish and English. In other languages, the row of a question's word in the index contains its
/// stem, and a word that the index lacks matches by its prefix.
pub fn stem_of_page(word: &str, tag: &str) -> String {
    match words_of(tag) {
        Some(own) => by(own.stem, word),
        None => stem(word, Language::from_tag(tag)),
    }
}

/// Returns the stem of a word. A code loses a plural `s`, and any other word loses the endings that
/// the stemmer strips.
fn by(stemmer: fn(&str) -> String, word: &str) -> String {
    if word.bytes().any(|b| b.is_ascii_digit()) {
        return code_stem(word).to_owned();
    }
    let stem = stemmer(word);
    if begins_alike(word, &stem) {
        stem
    } else {
        word.to_owned()
    }
}

fn code_stem(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(rest) if rest.len() > 2 && rest.ends_with(|c: char| c.is_ascii_alphabetic()) => rest,
        _ => word,
    }
}

/// Number of folded characters that a stem shares with its words; the index relies on it.
const SHARED_START: usize = 2;

/// Returns the prefix of a fold key that all words with the same stem or the same key share.
pub(crate) fn lookup_start(key: &str) -> &str {
    key.char_indices()
        .nth(SHARED_START)
        .map_or(key, |(end, _)| &key[..end])
}

fn begins_alike(word: &str, stem: &str) -> bool {
    let start = |text: &str| {
        let mut out = Vec::with_capacity(SHARED_START + 1);
        for c in text.chars().take(SHARED_START) {
            fold_char(c, &mut |folded| out.push(folded));
        }
        out.truncate(SHARED_START);
        out
    };
    let (word, stem) = (start(word), start(stem));
    !stem.is_empty() && word.starts_with(&stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turkish_inflections_share_a_stem() {
        let stems: Vec<String> = ["kitap", "kitabı", "kitaplar", "kitapların"]
            .iter()
            .map(|word| stem(word, Language::Turkish))
            .collect();
        assert!(stems.iter().all(|s| s == &stems[0]), "{stems:?}");
    }

    #[test]
    fn a_stem_begins_like_its_word() {
        assert_eq!(stem("dying", Language::English), "dying");
        assert_eq!(stem("skies", Language::English), "sky");
    }

    #[test]
    fn codes_lose_only_a_plural_s() {
        assert_eq!(stem("h1bs", Language::English), "h1b");
        assert_eq!(stem("i20", Language::English), "i20");
        assert_eq!(stem("2s", Language::English), "2s");
    }

    #[cfg(not(target_arch = "wasm32"))]
    mod properties {
        use proptest::prelude::*;

        use super::super::*;

        const TAGS: [&str; 29] = [
            "ar", "ca", "cs", "da", "de", "el", "en", "es", "eu", "fa", "fi", "fr", "hi", "hu",
            "hy", "id", "it", "lt", "nb", "nl", "pl", "pt", "ro", "ru", "sr", "sv", "ta", "tr",
            "uk",
        ];

        proptest! {
            // Pages have words of any script in any language, and character sequences that are not
            // words.
            #[test]
            fn any_word_has_a_stem_that_begins_like_it(
                word in "[a-zçğıöşüßéñøåčž]{1,12}|[α-ώ]{1,12}|[а-ҁ]{1,12}|[ա-և]{1,12}|[ء-ۓ\u{200c}]{1,12}\
                    |[ऀ-ॿ]{1,12}|[ஂ-௺]{1,12}|\\PC{0,12}",
            ) {
                for tag in TAGS {
                    let stem = stem_of_page(&word, tag);
                    prop_assert_eq!(stem.is_empty(), word.is_empty(), "{} {}", tag, word);
                    prop_assert!(begins_alike(&word, &stem) || stem == word, "{} {} {}", tag, word, stem);
                }
            }
        }
    }
}
