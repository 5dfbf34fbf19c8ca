//! Finds telephone numbers, however their figures are grouped: `(0212) 555 10 20`, `0212-555-1020`,
//! `+90 212 555 10 20`.
//!
//! The shape identifies a number: a `+`, an area code in brackets or with a leading 0, or one of
//! the usual groups. Its forms for calls from abroad, from another city and from nearby end in the
//! same figures, so these figures are a spelling that all forms share.

use super::numbers::year;
use crate::text::holds;

/// The maximum number of figures of a number, by ITU-T E.164.
const LONGEST: usize = 15;

/// The number of last figures that the forms of a number share. With fewer, numbers of different
/// cities would be united; with more, the 0 before a short area code would be included.
const SHARED: usize = 8;

/// The number of figures without the area code.
const LOCAL: usize = 7;

/// The maximum number of bytes between two groups: a dash between spaces.
const LONGEST_GAP: usize = 5;

/// Lengths of the groups of numbers that begin with neither `+` nor 0, as figures; `:` is ten.
const SHAPES: &str = " 334 333 3322 322 2222 44 9 : ; < ";

/// Returns the start of the telephone number that ends at `end`, with its figures; then the figures
/// that its forms share, and the figures without the area code. Returns nothing if no number ends
/// there.
pub(super) fn telephone(text: &str, end: usize) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let starts = starts_before(bytes, end);
    let is_start = |start: &&usize| is_number(bytes, **start, end);
    let Some(start) = starts
        .iter()
        .rev()
        .find(is_start)
        .filter(|_| !goes_on(bytes, end))
    else {
        return found;
    };
    let (figures, _) = groups(&bytes[*start..end]);
    let is_marked = *start > 0 && matches!(bytes[*start - 1], b'+' | b'(');
    let from = *start - usize::from(is_marked);
    if figures.len() > SHARED {
        found.push((from, figures[figures.len() - SHARED..].to_owned()));
    }
    for own in starts.iter().filter(|own| *own > start) {
        let (local, _) = groups(&bytes[*own..end]);
        if local.len() == LOCAL {
            found.push((*own, local));
        }
    }
    found.insert(0, (from, figures));
    found
}

/// Returns whether a text has a telephone number that begins with `+`, an area code in brackets or 0, or
/// has ten figures in groups: other figures may be an amount or the number of a document.
pub(crate) fn has_telephone(text: &str) -> bool {
    (1..=text.len()).any(|end| {
        let found = telephone(text, end);
        found.first().is_some_and(|(from, figures)| {
            let is_marked = matches!(text.as_bytes()[*from], b'+' | b'(' | b'0');
            is_marked || figures.len() > 9 && end - from > figures.len()
        })
    })
}

/// Returns the starts of the groups of figures before `end`, the last one first.
fn starts_before(text: &[u8], end: usize) -> Vec<usize> {
    let mut starts = Vec::new();
    let (mut at, mut count) = (end, 0);
    loop {
        let behind = at;
        while at > 0 && text[at - 1].is_ascii_digit() {
            at -= 1;
        }
        count += behind - at;
        if at == behind || count > LONGEST {
            return starts;
        }
        starts.push(at);
        let start = at;
        while at > 0 && start - at < LONGEST_GAP && is_gap(text[at - 1]) {
            at -= 1;
        }
    }
}

/// Returns whether a byte may be between groups, for example as part of a wide space or a dash.
fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'-' | b'.' | b'/' | b'(' | b')') || !byte.is_ascii()
}

/// Returns whether more figures of the same number follow. A longer gap separates two numbers.
fn goes_on(text: &[u8], end: usize) -> bool {
    let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    is_digit(end) || (text.get(end).is_some_and(|byte| is_gap(*byte)) && is_digit(end + 1))
}

/// Returns the figures, and the lengths of their groups.
fn groups(written: &[u8]) -> (String, String) {
    let (mut figures, mut shape) = (String::new(), String::new());
    let mut length = 0;
    for (at, byte) in written.iter().enumerate() {
        if !byte.is_ascii_digit() {
            continue;
        }
        figures.push(char::from(*byte));
        length += 1;
        if !written.get(at + 1).is_some_and(u8::is_ascii_digit) {
            shape.push(char::from(b'0' + length));
            length = 0;
        }
    }
    (figures, shape)
}

/// Returns whether the figures between two places are a telephone number.
fn is_number(text: &[u8], start: usize, end: usize) -> bool {
    let before = |back: usize| start.checked_sub(back).map_or(b' ', |at| text[at]);
    let (mark, written) = (before(1), &text[start..end]);
    let is_part = mark.is_ascii_alphanumeric()
        || (matches!(mark, b'.' | b',' | b':' | b'/' | b'-' | b'\'') && before(2).is_ascii_digit());
    // Dots within groups occur in times and amounts.
    let is_mixed =
        written.contains(&b'.') && written.iter().any(|byte| is_gap(*byte) && *byte != b'.');
    if is_part || is_mixed {
        return false;
    }
    let (figures, shape) = groups(written);
    let first = usize::from(shape.as_bytes()[0] - b'0');
    if mark == b'+' {
        return figures.len() >= SHARED;
    }
    if mark == b'(' && text.get(start + first) == Some(&b')') {
        return shape.len() > 1 && first > 1 && first < 6 && figures.len() >= LOCAL;
    }
    // These groups are a day, a month and a year.
    let is_date = shape[1..].starts_with("24") || shape[1..].starts_with("14");
    if first < 3 && is_date {
        return false;
    }
    if figures.starts_with('0') {
        return figures.len() > SHARED && first > 1;
    }
    // This is a part of a row of numbers or of an account number, or two years.
    let last = text[..start].iter().rev().find(|byte| !is_gap(**byte));
    let is_row = last.is_some_and(u8::is_ascii_digit);
    let has_year = || year(&figures[..4]).is_some() || year(&figures[4..]).is_some();
    holds(SHAPES, &format!(" {shape} ")) && !is_row && (shape != "44" || !has_year())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(text: &str) -> Vec<String> {
        let found = telephone(text, text.len()).into_iter();
        found.map(|(_, figures)| figures).collect()
    }

    #[test]
    fn r4_all_groupings_of_a_telephone_number_share_their_figures() {
        for written in [
            "(0312) 444 30 20",
            "0312 444 3020",
            "0312-444-30-20",
            "0312/444 30 20",
            "0312.444.30.20",
            "0312 - 444 30 20",
            "03124443020",
            "+90 312 444 30 20",
            "+90 (312) 444 30 20",
            "(+90) 312 444 30 20",
            "+903124443020",
            "0090 312 444 30 20",
            "312 444 3020",
            "Tel:0312 444 30 20",
            "oda 7 0312 444 30 20",
            "1999 - 0312 444 30 20",
        ] {
            assert!(
                figures(written).contains(&"24443020".to_owned()),
                "{written}"
            );
        }
        assert!(figures("+90 (312) 444 30 20").contains(&"4443020".to_owned()));
        for [one, other] in [
            ["+47 22 15 60 90", "22 15 60 90"],
            ["+34 912 306 078", "912 306 078"],
            ["+44 (0)20 7046 0158", "020 7046 0158"],
            ["+49 30 120406", "030/120406"],
            ["+65 6170 3504", "6170 3504"],
            ["+1 (415) 230-4167", "415-230-4167"],
            ["+33 1 40 20 60 89", "01.40.20.60.89"],
        ] {
            let other = figures(other);
            assert!(
                figures(one).iter().any(|own| other.contains(own)),
                "{one}: {other:?}"
            );
        }
    }

    #[test]
    fn r32_a_number_without_a_name_has_the_form_of_a_telephone_number() {
        for text in [
            "Ring 0312 444 30 20.",
            "+90 (312) 444 30 20",
            "(030) 120406",
            "212-736-3100",
            "888-994-6722 (within the country)",
        ] {
            assert!(has_telephone(text), "{text}");
        }
        for text in [
            "Since 2024-01-15, 12.05.2026 and 15/01/2024.",
            "ISBN 978-3-16-148410-0 and 0-306-40615-2",
            "It costs 125.000.000 TL, or 1 250 000 $.",
            "Law no. 2004/2547, request 20240517, form 1234567",
            "4111 1111 1111 1111",
            "12345678901",
            "2024-2025",
        ] {
            assert!(!has_telephone(text), "{text}");
        }
    }

    #[test]
    fn r4_the_number_starts_with_its_mark() {
        let text = "call +90 (312) 444 30 20";
        assert_eq!(telephone(text, text.len())[0], (5, "903124443020".into()));
        let text = "(0312) 444 30 20";
        assert_eq!(telephone(text, text.len())[0], (0, "03124443020".into()));
    }

    #[test]
    fn r4_dates_times_amounts_and_account_numbers_are_no_telephone_numbers() {
        for text in [
            "01.05.2026",
            "01.05.2026 10 20",
            "01-05-2026 - 05-06-2026",
            "08.30 - 17.00",
            "09.00-12.30 13.30",
            "2024 2025",
            "2026",
            "12 34 56",
            "TR33 0006 1005 1978 6457 8413 26",
            "4111 1111 1111 1111",
            "0.123456789",
            "ab0312444302",
            "1 (415) 2",
        ] {
            assert_eq!(figures(text), Vec::<String>::new(), "{text}");
        }
        assert!(telephone("0312 444 30 20", "0312 444 30".len()).is_empty());
    }
}
