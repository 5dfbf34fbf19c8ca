//! Turkish nouns with their endings: `vize`, `vizesi`, `vizelerinin`.
//!
//! The stemmer cuts these differently. A search loses little by that, since the words match by
//! prefix; a fact either matches or does not.

/// Minimum length of a noun in letters: a shorter one is the prefix of too many other words.
const SHORTEST: usize = 3;

/// Returns whether two fold keys may be forms of one noun.
///
/// `endings` are the language's endings as fold keys; a word may have several in sequence. Vowel
/// harmony needs no rule: `ı`, `ü` and similar vowels have one fold key, and no two nouns differ
/// only in them.
pub(super) fn share_a_noun(a: &str, b: &str, endings: &str) -> bool {
    let common = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    // The noun may be longer than a part that both have in common: `sina|v` in `sinavi` and
    // `sinavlar`.
    (SHORTEST..=common).rev().any(|noun| {
        let ends = |word: &str| {
            word.get(noun..)
                .is_some_and(|rest| is_endings(rest, endings))
        };
        (ends(a) && ends(b)) || softened(a, b, noun, endings) || softened(b, a, noun, endings)
    })
}

/// Returns whether the last letter softens before a vowel: `kontenjanlik` and `kontenjanligi`,
/// `kitap` and `kitabi`.
fn softened(bare: &str, inflected: &str, noun: usize, endings: &str) -> bool {
    let soft = match bare.get(noun..) {
        Some("k") => "g",
        Some("p") => "b",
        Some("t") => "d",
        _ => return false,
    };
    let rest = inflected
        .get(noun..)
        .and_then(|rest| rest.strip_prefix(soft));
    rest.is_some_and(|rest| rest.starts_with(['i', 'u', 'a', 'e']) && is_endings(rest, endings))
}

/// Returns whether the rest is empty or consists of endings only.
pub(in crate::pre_retrieval) fn is_endings(rest: &str, endings: &str) -> bool {
    // No Turkish noun has more.
    rest.len() <= 16 && {
        let mut reached = vec![false; rest.len() + 1];
        reached[0] = true;
        for at in 0..rest.len() {
            let here = rest.get(at..).filter(|_| reached[at]);
            for end in endings.split_whitespace() {
                if here.is_some_and(|here| here.starts_with(end)) {
                    reached[at + end.len()] = true;
                }
            }
        }
        reached[rest.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::OwnList;
    use crate::text::{Language, WordLists};

    fn are_forms(a: &str, b: &str) -> bool {
        let words = WordLists::of_languages(&["tr"]);
        share_a_noun(a, b, words.of(Language::Turkish, OwnList::NounEndings))
    }

    #[test]
    fn r14_forms_of_a_turkish_noun_are_recognised() {
        for (a, b) in [
            ("vize", "vizesi"),
            ("vizesinin", "vizesi"),
            ("vize", "vizelerinin"),
            ("sinav", "sinavlarinda"),
            ("kitap", "kitabi"),
            ("ucretleri", "ucret"),
            ("staj", "staj"),
        ] {
            assert!(are_forms(a, b) && are_forms(b, a), "{a} {b}");
        }
    }

    #[test]
    fn r14_other_words_with_a_common_prefix_are_not() {
        for (a, b) in [
            ("ucret", "ucretsiz"),
            ("basvuru", "basari"),
            ("kayit", "kayip"),
            ("ders", "dershane"),
            ("on", "onun"),
            ("vize", "vizyon"),
            ("", "staj"),
            ("staj", "stajyer"),
        ] {
            assert!(!are_forms(a, b) && !are_forms(b, a), "{a} {b}");
        }
    }
}
