//! Links to the quoted words.
//!
//! A *text fragment* tells the browser which words of a page to scroll to and mark:
//! `page.html#anchor:~:text=prefix-,start,end,-suffix`. Source: WICG, "URL Fragment Text
//! Directives".

use std::ops::Range;

use super::lists;

/// Longer quotations are identified by their beginning and end. In characters.
const LONGEST: usize = 120;

/// Words of beginning and end, and of the context before and after a quotation.
const WORDS: usize = 5;

/// Returns the address of a page with a text fragment for the quoted words of a passage, given as a
/// byte range; unchanged if no word is quoted.
///
/// ```
/// use soru::generation::quoted_url;
/// let url = quoted_url("a.html#fees", "The fee is 5 €, or 3 €.", 11..20);
/// assert_eq!(url, "a.html#fees:~:text=5%20%E2%82%AC%2C%20or");
/// ```
pub fn quoted_url(url: &str, passage: &str, quoted: Range<usize>) -> String {
    let quote = passage.get(quoted.clone()).unwrap_or_default();
    if quote.trim() != quote || quote.is_empty() {
        return url.to_owned();
    }
    let mut parts = String::new();
    let is_one_block = !quote.contains('\n');
    let row = lists::ends_of_row(quote).filter(|_| is_one_block);
    let (start, end) = if let Some((first, last)) = row {
        (first_words(first), last_words(last))
    } else if is_one_block && quote.chars().count() <= LONGEST {
        (quote, "")
    } else {
        // A range may span blocks; its ends may not.
        let first = quote.lines().next().unwrap_or_default();
        let last = quote.lines().next_back().unwrap_or_default();
        (
            first_words(lists::unmarked(first)),
            last_words(lists::unmarked(last)),
        )
    };
    // If the words occur twice, their context identifies them.
    let is_twice = row.is_none() && passage.matches(start).nth(1).is_some();
    if is_twice {
        let before = passage[..quoted.start].trim_end();
        let before = before.lines().next_back().unwrap_or_default();
        push(&mut parts, last_words(before), "", "-,");
    }
    push(&mut parts, start, "", "");
    push(&mut parts, end, ",", "");
    if is_twice {
        let after = passage[quoted.end..].trim_start();
        let after = after.lines().next().unwrap_or_default();
        push(&mut parts, first_words(after), ",-", "");
    }
    let mark = if url.contains('#') { "" } else { "#" };
    format!("{url}{mark}:~:text={parts}")
}

/// Appends percent-encoded text between its delimiters; nothing for an empty text.
fn push(parts: &mut String, text: &str, before: &str, after: &str) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    parts.push_str(before);
    for byte in text.bytes() {
        // `-`, `,` and `&` are syntax of the directive, so they are escaped.
        if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'~') {
            parts.push(char::from(byte));
        } else {
            parts.push('%');
            parts.push(char::from(HEX[usize::from(byte >> 4)]));
            parts.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
    parts.push_str(after);
}

fn first_words(text: &str) -> &str {
    match text.match_indices(' ').nth(WORDS - 1) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

fn last_words(text: &str) -> &str {
    match text.rmatch_indices(' ').nth(WORDS - 1) {
        Some((space, _)) => &text[space + 1..],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fragment(passage: &str, quote: &str) -> String {
        let at = passage.find(quote).unwrap();
        let url = quoted_url("a.html", passage, at..at + quote.len());
        url.strip_prefix("a.html#:~:text=")
            .unwrap_or(&url)
            .to_owned()
    }

    // The builder writes the marks of items; names of columns are elsewhere on the page.
    #[test]
    fn r32_fragments_of_lists_and_rows_use_only_text_of_the_page() {
        let list = "Steps:\n→ Find a place\n→ Sign the form\nEnd.";
        assert_eq!(
            fragment(list, "→ Find a place\n→ Sign the form"),
            "Find%20a%20place,Sign%20the%20form"
        );
        assert_eq!(
            fragment("Unit: Law | Fee: 5", "Unit: Law | Fee: 5"),
            "Law,5"
        );
    }

    #[test]
    fn r32_a_short_quotation_is_percent_encoded_whole() {
        let passage = "Harç 5.000 ₺'dir, peşin & taksitli ödenir – en geç 1-5 Eylül.";
        assert_eq!(
            fragment(passage, "Harç 5.000 ₺'dir,"),
            "Har%C3%A7%205.000%20%E2%82%BA%27dir%2C"
        );
        assert_eq!(
            fragment(passage, "peşin & taksitli"),
            "pe%C5%9Fin%20%26%20taksitli"
        );
        assert_eq!(fragment(passage, "1-5 Eylül."), "1%2D5%20Eyl%C3%BCl.");
    }

    #[test]
    fn r32_a_long_quotation_is_identified_by_its_ends() {
        let long = (0..60)
            .map(|n| format!("w{n}"))
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(
            fragment(&long, &long),
            "w0%20w1%20w2%20w3%20w4,w55%20w56%20w57%20w58%20w59"
        );
        // A list is several blocks, which no single text can match.
        let list = "You need:\na passport\na photograph";
        assert_eq!(fragment(list, list), "You%20need%3A,a%20photograph");
    }

    #[test]
    fn r32_repeated_words_are_identified_by_their_context() {
        let passage = "In spring the fee is ten lira. In autumn the fee is ten lira. Ask us.";
        let length = "the fee is ten lira.".len();
        for (at, directive) in [
            (
                passage.find("the fee"),
                "In%20spring-,the%20fee%20is%20ten%20lira.,-In%20autumn%20the%20fee%20is",
            ),
            (
                passage.rfind("the fee"),
                "is%20ten%20lira.%20In%20autumn-,the%20fee%20is%20ten%20lira.,-Ask%20us.",
            ),
        ] {
            let at = at.unwrap();
            let url = quoted_url("a.html", passage, at..at + length);
            assert_eq!(url, format!("a.html#:~:text={directive}"));
        }
        assert_eq!(fragment("ten, ten", "ten"), "ten,-%2C%20ten");
    }

    #[test]
    fn r32_an_invalid_range_gives_no_fragment() {
        for none in [6..9, 2..2, 1..5, 0..5] {
            assert_eq!(quoted_url("a.html#b", "Öne ", none), "a.html#b");
        }
        assert_eq!(quoted_url("a.html#b", "One.", 0..4), "a.html#b:~:text=One.");
    }
}
