//! Telephone numbers, however their figures are grouped: `(0212) 555 10 20`, `0212-555-1020`,
//! `+90 212 555 10 20`.
//!
//! The shape tells a number: a `+`, an area code in brackets or with a leading 0, or one of the usual
//! groups. Its forms for calls from abroad, from another city and from nearby end in the same
//! figures, so these are a spelling that all forms share.

use super::numbers::year;

/// Figures of the longest number, as ITU-T E.164 limits it.
const LONGEST: usize = 15;

/// Last figures that the forms of a number share. Fewer would unite numbers of different cities;
/// more would include the 0 before a short area code.
const SHARED: usize = 8;

/// Figures of a number without its area code.
const LOCAL: usize = 7;

/// Characters between two groups: ` - ` at most, or `) `.
const LONGEST_GAP: usize = 3;

/// Returns where the telephone number that ends at `end` starts, with its figures; then those that
/// its forms share, and those without the area code. Empty if no number ends there.
pub(super) fn telephone(text: &str, end: usize) -> Vec<(usize, String)> {
    if goes_on(text, end) {
        return Vec::new();
    }
    let groups = groups_before(text, end);
    let mut numbers = (0..groups.len()).map(|first| &groups[first..]);
    let Some(number) = numbers.find(|groups| is_number(text, groups)) else {
        return Vec::new();
    };
    let figures: String = number.iter().map(|(_, group)| *group).collect();
    let start = number[0].0 - usize::from(mark_before(text, number[0].0).is_some());
    let mut found = vec![(start, figures.clone())];
    if figures.len() > SHARED {
        found.push((start, last(&figures, SHARED)));
    }
    let mut left = figures.len();
    for (from, group) in number {
        if left == LOCAL && left < figures.len() {
            found.push((*from, last(&figures, LOCAL)));
        }
        left -= group.len();
    }
    found
}

fn last(figures: &str, count: usize) -> String {
    figures[figures.len() - count..].to_owned()
}

/// Returns the groups of figures before `end`, as many as a number can have.
fn groups_before(text: &str, end: usize) -> Vec<(usize, &str)> {
    let mut groups = Vec::new();
    let (mut at, mut count) = (end, 0);
    loop {
        let figures = text[..at].bytes().rev().take(LONGEST + 1);
        let length = figures.take_while(u8::is_ascii_digit).count();
        count += length;
        if length == 0 || count > LONGEST {
            break;
        }
        groups.insert(0, (at - length, &text[at - length..at]));
        let gap = text[..at - length].chars().rev().take(LONGEST_GAP);
        let gap: usize = gap.take_while(|c| is_gap(*c)).map(char::len_utf8).sum();
        if gap == 0 {
            break;
        }
        at -= length + gap;
    }
    groups
}

fn is_gap(c: char) -> bool {
    matches!(
        c,
        ' ' | '\u{a0}' | '\u{202f}' | '-' | '\u{2011}' | '\u{2013}' | '.' | '/' | '(' | ')'
    )
}

/// Returns whether more figures of the same number follow. A longer gap parts two numbers.
fn goes_on(text: &str, end: usize) -> bool {
    let mut behind = text[end..].chars();
    let next = behind.next();
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    is_digit(next) || (next.is_some_and(is_gap) && is_digit(behind.next()))
}

/// Returns the `+` or the bracket before a number.
fn mark_before(text: &str, at: usize) -> Option<char> {
    text[..at]
        .chars()
        .next_back()
        .filter(|c| matches!(c, '+' | '('))
}

/// Returns whether groups of figures are a telephone number.
fn is_number(text: &str, groups: &[(usize, &str)]) -> bool {
    let lengths: Vec<usize> = groups.iter().map(|(_, group)| group.len()).collect();
    let (count, (start, first)) = (lengths.iter().sum::<usize>(), groups[0]);
    let mut before = text[..start].chars().rev();
    let is_part = match before.next() {
        Some('.' | ',' | ':' | '/' | '-' | '\'') => {
            before.next().is_some_and(|c| c.is_ascii_digit())
        }
        other => other.is_some_and(char::is_alphanumeric),
    };
    let (last, figures) = groups[groups.len() - 1];
    let written = &text[start..last + figures.len()];
    // Dots within groups are those of times and amounts.
    let is_mixed = written.contains('.') && written.contains(|c| is_gap(c) && c != '.');
    if is_part || is_mixed {
        return false;
    }
    match (mark_before(text, start), lengths.as_slice()) {
        (Some('+'), _) => count >= SHARED,
        (Some(_), [2..=5, _, ..]) if text[start + first.len()..].starts_with(')') => count >= LOCAL,
        // A day, a month and a year.
        (_, [1 | 2, 1 | 2, 4, ..]) => false,
        _ if first.starts_with('0') => count > SHARED && first.len() > 1,
        // A part of a row of numbers, or of an account number.
        _ if text[..start]
            .trim_end_matches(is_gap)
            .ends_with(|c: char| c.is_ascii_digit()) =>
        {
            false
        }
        (_, [3, 3, 4] | [3, 3, 3] | [3, 3, 2, 2] | [3, 2, 2] | [2, 2, 2, 2] | [9..=12]) => true,
        (_, [4, 4]) => groups.iter().all(|(_, group)| year(group).is_none()),
        _ => false,
    }
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
