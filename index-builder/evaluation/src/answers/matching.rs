//! Tests whether a text contains a phrase.
//!
//! The comparison ignores Markdown and case, treats all kinds of quotation marks, dashes and white
//! space alike, and the four Turkish letters i as one. A text contains a phrase if it does so in
//! this form, or if its letters, digits, percent and currency signs alone contain those of the
//! phrase: `% 70` matches `%70`.

use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::char::is_combining_mark;

/// A Markdown link; its text remains.
static LINK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\[([^\]]*)\]\([^)]*\)").expect("the pattern is sound"));

/// Whether a text contains one of the phrases; blank phrases are ignored.
pub(super) fn holds_any(text: &str, phrases: &[String]) -> bool {
    let words = normalised(text);
    let letters = letters_of(&words);
    let phrases = phrases.iter().filter(|phrase| !phrase.trim().is_empty());
    phrases
        .map(|phrase| normalised(phrase))
        .any(|phrase| words.contains(&phrase) || letters.contains(&letters_of(&phrase)))
}

/// Whether a phrase has anything to compare; otherwise every text would contain it.
pub(super) fn is_comparable(phrase: &str) -> bool {
    !letters_of(&normalised(phrase)).is_empty()
}

/// A text without Markdown, in lower case, with uniform signs and white space.
fn normalised(text: &str) -> String {
    let text = LINK.replace_all(text, "$1");
    let plain: String = text.chars().map(plain_sign).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

fn plain_sign(sign: char) -> char {
    match sign {
        '*' | '_' | '`' | '#' | '>' | '|' => ' ',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '–' | '—' | '\u{2011}' => '-',
        'İ' | 'ı' => 'i',
        other => other,
    }
}

/// Returns the letters and digits of a text, and the signs that change the meaning of a number.
fn letters_of(text: &str) -> String {
    let is_kept = |sign: &char| {
        let is_letter = sign.is_alphanumeric() && !is_combining_mark(*sign);
        is_letter || matches!(sign, '%' | '€' | '$' | '£' | '₺')
    };
    text.chars().filter(is_kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str, phrase: &str) -> bool {
        holds_any(text, &[phrase.to_owned()])
    }

    #[test]
    fn of_markdown_the_text_remains() {
        for (text, expected) in [
            ("See [the form](https://a.b/c) **now**", "see the form now"),
            ("[a\nb](c\nd) e", "a b e"),
            ("[a](b)(c)", "a(c)"),
            ("[](x)y", "y"),
            ("## Leave\n> `4` hours | day", "leave 4 hours day"),
            ("a*_`#>|b", "a b"),
            ("a]b[c](d)", "a]bc"),
        ] {
            assert_eq!(normalised(text), expected, "{text}");
        }
    }

    // A link's text ends at the first closing bracket, its address at the first closing
    // parenthesis.
    #[test]
    fn brackets_that_are_no_link_are_left() {
        for (text, expected) in [
            ("[a [b](c) d", "a [b d"),
            ("[[a](b)](c)", "[a](c)"),
            ("[x]\n(y)", "[x] (y)"),
            ("[a](b", "[a](b"),
            ("[a]b](c)", "[a]b](c)"),
        ] {
            assert_eq!(normalised(text), expected, "{text}");
        }
    }

    #[test]
    fn signs_and_white_space_are_of_one_kind() {
        assert_eq!(
            normalised("  ODTÜ’nün “staj”\u{a0}– gün—ay\u{2011}1 "),
            "odtü'nün \"staj\" - gün-ay-1"
        );
    }

    #[test]
    fn the_four_letters_i_of_turkish_are_one() {
        assert_eq!(normalised("İSTANBUL ıI"), "istanbul ii");
        assert!(holds("ışık", "IŞIK"));
        assert!(holds("IŞIK", "işık"));
        assert!(holds("öğrenci’nin", "ÖĞRENCİ'NİN"));
        assert_eq!(normalised("ΟΔΟΣ"), "οδος");
    }

    #[test]
    fn a_percent_sign_is_significant_and_the_space_next_to_it_is_not() {
        assert!(holds("Derslere %70 devam", "Derslere % 70"));
        assert!(holds("% 70 devam", "%70 devam"));
        assert!(!holds("70 devam", "%70 devam"));
        assert!(holds("cost: $ 5", "$5"));
        assert!(!holds("cost: 5", "$5"));
    }

    #[test]
    fn punctuation_between_letters_does_not_count() {
        assert!(holds("e-mail us", "email us"));
        assert!(holds("(104 hours) per year", "104 hours per year"));
        assert!(holds("a_b", "ab"));
        assert!(holds("Ⅷ. madde", "ⅷ.madde"));
        assert!(!holds("x²", "x2"));
        assert!(holds("ab", "a\u{301}b"));
        assert!(!holds("four hours", "fourteen hours"));
    }

    #[test]
    fn one_phrase_of_several_is_enough_and_blank_ones_are_none() {
        let phrases = ["x".to_owned(), "four".to_owned()];
        assert!(holds_any("four hours", &phrases));
        assert!(!holds_any("four hours", &["  ".to_owned()]));
        assert!(!holds_any("four hours", &[]));
        assert!(is_comparable("%") && !is_comparable("?!") && !is_comparable("**"));
    }
}
