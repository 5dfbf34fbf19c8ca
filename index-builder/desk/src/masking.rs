//! Replaces in a text what may identify a person: mail addresses, telephone numbers, and numbers
//! of more than five digits, in any grouping.
//!
//! The box has done so before it sends (`www/element/box/masking.ts`); others may not have.
//! `tests/fixtures/masking.json` has cases of both.

use std::sync::LazyLock;

use regex::{Captures, Regex};

const MOST_DIGITS: usize = 5;

/// Compiles a constant.
fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|error| unreachable!("{error}"))
}

static MAIL: LazyLock<Regex> = LazyLock::new(|| {
    let part = r#"[^\s@＠<>()\[\]"',;:!?]+"#;
    compiled(&format!(
        r"(?i){part}\s?(?:@|＠|[(\[]\s?at\s?[)\]])\s?{part}\.{part}"
    ))
});

/// Digits, with what people write between the digits of one number.
static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"\+?\(?\p{Nd}(?:(?:[\s()./+‐-―-]{0,3}|,)\p{Nd})*"));

/// A year or an academic year, which names nobody.
static YEAR: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"^(?:19|20)[0-9]{2}(?:[/‐-―-](?:19|20)?[0-9]{2})?$"));

static DIGIT: LazyLock<Regex> = LazyLock::new(|| compiled(r"\p{Nd}"));

/// Returns the text without them.
pub fn masked(text: &str) -> String {
    let text = MAIL.replace_all(text, "[mail]");
    let number = |found: &Captures<'_>| match &found[0] {
        number if is_long(number) => "[number]".to_owned(),
        number => number.to_owned(),
    };
    NUMBER.replace_all(&text, number).into_owned()
}

fn is_long(number: &str) -> bool {
    let others = number
        .split_whitespace()
        .filter(|part| !YEAR.is_match(part));
    others
        .map(|part| DIGIT.find_iter(part).count())
        .sum::<usize>()
        > MOST_DIGITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_masked_as_in_the_box() {
        let cases = include_str!("../../../tests/fixtures/masking.json");
        let cases: Vec<(String, String)> = serde_json::from_str(cases).unwrap();
        assert!(cases.len() > 10);
        for (text, expected) in cases {
            assert_eq!(masked(&text), expected);
            assert_eq!(masked(&expected), expected);
        }
    }
}
