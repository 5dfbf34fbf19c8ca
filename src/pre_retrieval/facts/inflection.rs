//! Turkish nouns with their endings: `vize`, `vizesi`, `vizelerinin`.
//!
//! The stemmer cuts these differently, which costs a search little, since the words' beginnings find
//! each other; a fact is either found or not.

/// The shortest noun, in letters: shorter ones are the beginning of too many others.
const SHORTEST: usize = 3;

/// Whether two fold keys may be forms of one noun.
///
/// The endings, fold keys that follow each other, are the language's. Vowel harmony needs no care: `ı`, `ü` and their
/// like have one fold key, and no noun is told from another by it.
pub(super) fn share_a_noun(a: &str, b: &str, endings: &str) -> bool {
    let common = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    // The noun may go on in what both have in common: `sina|v` in `sinavi` and `sinavlar`.
    (SHORTEST..=common).rev().any(|noun| {
        let ends = |word: &str| {
            word.get(noun..)
                .is_some_and(|rest| is_endings(rest, endings))
        };
        (ends(a) && ends(b)) || softened(a, b, noun, endings) || softened(b, a, noun, endings)
    })
}

/// `kontenjanlik` and `kontenjanligi`, `kitap` and `kitabi`: the last letter is soft before a vowel.
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

/// Whether nothing but endings stands there, or nothing.
fn is_endings(rest: &str, endings: &str) -> bool {
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
    use crate::text::Language;

    fn are_forms(a: &str, b: &str) -> bool {
        share_a_noun(a, b, Language::Turkish.fact_words().noun_endings)
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
    fn r14_other_words_that_begin_alike_are_not() {
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
