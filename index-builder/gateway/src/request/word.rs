//! The characters of words: those of tokens of the engine's text analysis. None is syntax in a
//! query, and no word has a space.

use soru::text::{is_alphanumeric, is_mark};

/// The maximum length in bytes.
pub(super) const LONGEST: usize = 64;

/// Signs inside words: `c++`, `c#`, `5.0`, `7:41`, `c1,4`, `z0_a`, `a-`.
const SIGNS: &str = "#+,-.:_";

/// Returns whether the text analysis may give this word.
pub(super) fn is_word(text: &str) -> bool {
    let has_letter = text.chars().any(is_alphanumeric);
    has_letter && text.len() <= LONGEST && text.chars().all(may_be_inside)
}

fn may_be_inside(c: char) -> bool {
    match c {
        '\0'..='\u{7f}' => c.is_ascii_lowercase() || c.is_ascii_digit() || SIGNS.contains(c),
        // The zero width joiners of Persian and of Indian scripts.
        '\u{200c}' | '\u{200d}' => true,
        _ => is_alphanumeric(c) || is_mark(c),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use soru::text::{Language, tokenise};

    use super::*;

    proptest! {
        // Otherwise a question would be refused for a word that the engine itself made.
        #[test]
        fn every_token_of_the_analysis_is_a_word(
            text in "[a-zİışA-Z0-9.,:;/+#%&'’_@°§€$*=()<>|~^`!?\\\\\" -]{0,24}\
                     |[ -ͯА-я֐-׿؀-ۿऀ-ॿ஀-௿฀-๿\u{200b}-\u{200d}ぁ-ヿ一-丿가-각]{0,16}|\\PC{0,16}"
        ) {
            for tag in ["tr", "en", "de", "fa", "hi", "ja"] {
                for token in tokenise(&text, Language::from_tag(tag)) {
                    prop_assert!(is_word(&token.text), "{:?} of {text:?} in {tag}", token.text);
                }
            }
        }
    }

    #[test]
    fn syntax_of_queries_is_no_word() {
        for wrong in [
            "",
            "a b",
            "*",
            "*:*",
            "{!func}",
            "_query_:\"a\"",
            "a\"",
            "a'",
            "a\\",
            "a/b",
            "a*",
            "a~",
            "a^2",
            "(a)",
            "${a}",
            "a\u{0}",
            "a\n",
            "-",
            "A",
            &"a".repeat(65),
        ] {
            assert!(!is_word(wrong), "{wrong}");
        }
    }
}
