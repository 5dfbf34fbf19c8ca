//! Finds compounds that a text writes as separate words: `h 1b`, `e mail`, `385 000`, `555 01 10`.

use super::super::{Language, is_alphabetic, is_unspaced, lower};
use super::apostrophe::without_any_suffix;
use super::numbers::{is_digits, month};
use super::runs::next_run;
use super::signs::unit;
use super::telephone::telephone;

/// Neighbouring words of a text that other texts write as one word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SplitCompound {
    /// Byte offset of the first of them.
    pub start: usize,
    /// Byte offset of the end of the last of them, without an apostrophe suffix.
    pub end: usize,
    /// The joined spelling.
    pub joined: String,
    /// The first of them, if it is a word, and the second, if only a word of the site shows that
    /// both are one.
    pub words: [String; 2],
    /// Whether their shape alone proves a compound. If not, the site must contain the joined word.
    pub is_certain: bool,
}

/// Finds the split compounds of a text, in order. Of those with the same end, the longest comes
/// first.
pub(crate) fn split_compounds(text: &str) -> Vec<SplitCompound> {
    let mut found = Vec::new();
    let mut before = (0, 0);
    let mut behind_number = false;
    let mut position = 0;
    while let Some(whole) = next_run(text, position) {
        let start = whole.start;
        let run = without_any_suffix(&text[start..whole.end]);
        let end = start + run.len();
        let mut add = |from: usize, joined: String, words: [&str; 2], is_certain: bool| {
            found.push(SplitCompound {
                start: from,
                end,
                joined,
                words: words.map(str::to_owned),
                is_certain,
            });
        };
        for (from, figures) in spaced_numbers(text, start, end) {
            // The site may contain any of the forms of a telephone number.
            let is_certain = is_grouped(&text[from..end], &figures);
            add(from, figures, ["", ""], is_certain);
        }
        let previous = &text[before.0..before.1];
        let is_adjacent = !previous.is_empty() && is_space(&text[before.1..start]);
        // `2 x 3` and `10 m 2` are not compounds.
        let is_sign = behind_number && previous.len() == 1 && is_digits(run);
        if is_adjacent && !is_sign {
            let joined = || format!("{previous}-{run}");
            match one_word(previous, run) {
                Some(is_certain) => add(before.0, joined(), [previous, ""], is_certain),
                None if are_words(previous, run) => add(before.0, joined(), [previous, run], false),
                None => {}
            }
        }
        if &text[before.1..start] == "." && are_letters(previous, run) {
            add(before.0, format!("{previous}{run}"), ["", ""], false);
        }
        behind_number = is_adjacent && previous.starts_with(|c: char| c.is_ascii_digit());
        before = (start, end);
        position = whole.end;
    }
    found
}

/// Joins the split compounds that `accepts` accepts. Returns nothing if it accepts none.
pub(crate) fn join_split_compounds(
    text: &str,
    accepts: &mut dyn FnMut(&SplitCompound) -> bool,
) -> Option<String> {
    let mut joined = String::new();
    let mut done = 0;
    for compound in split_compounds(text) {
        if compound.start >= done && accepts(&compound) {
            joined.push_str(&text[done..compound.start]);
            joined.push_str(&compound.joined);
            done = compound.end;
        }
    }
    (done > 0).then(|| joined + &text[done..])
}

fn is_space(between: &str) -> bool {
    matches!(between, " " | "\u{a0}" | "\u{202f}")
}

/// The minimum number of letters of each word of a two-word name, and of both together.
const SHORTEST_WORD: usize = 2;
const SHORTEST_NAME: usize = 6;

/// Returns whether two neighbours are words that other texts may join: `open athens`.
fn are_words(previous: &str, run: &str) -> bool {
    let [first, second] = [previous, run].map(|word| word.chars().count());
    first.min(second) >= SHORTEST_WORD
        && first + second >= SHORTEST_NAME
        && are_letters(previous, run)
        && !run.starts_with(is_unspaced)
}

fn are_letters(previous: &str, run: &str) -> bool {
    !previous.is_empty() && previous.chars().chain(run.chars()).all(is_alphabetic)
}

/// Returns whether two neighbours certainly form one word, or nothing if they cannot.
fn one_word(previous: &str, run: &str) -> Option<bool> {
    if !previous.bytes().all(|b| b.is_ascii_alphabetic()) {
        return None;
    }
    if !run.starts_with(|c: char| c.is_ascii_digit()) {
        let electronic = previous.eq_ignore_ascii_case("e") && run.chars().count() > 2;
        return (electronic && run.chars().all(char::is_alphabetic)).then_some(false);
    }
    if run.len() > 6 || !run.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let capitals = previous.bytes().all(|b| b.is_ascii_uppercase());
    let is_code = match previous.len() {
        // A single letter may be an article, or `that` in Turkish.
        1 => return (!is_article(previous)).then_some(true),
        2 | 3 => run.len() > 1,
        4 | 5 => capitals,
        _ => false,
    };
    let is_unit = || unit(&lower(previous, Language::Other), Language::Other).is_some();
    (is_code && month(previous).is_none() && !is_unit()).then_some(false)
}

/// Returns whether a single letter is an English article, or `that` in Turkish.
pub(super) fn is_article(letter: &str) -> bool {
    matches!(letter, "a" | "o")
}

/// Returns the start and the digits of every number in groups of digits that ends at `end`, the
/// longest first: `385 000`, and the forms of a telephone number.
pub(super) fn spaced_numbers(text: &str, start: usize, end: usize) -> Vec<(usize, String)> {
    let run = &text[start..end];
    if !run.ends_with(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    if run.len() == 3 && is_digits(run) {
        found.extend(thousands(text, start, end));
    }
    found.extend(telephone(text, end));
    found
}

/// Returns whether figures are written in groups of thousands.
fn is_grouped(written: &str, figures: &str) -> bool {
    let groups: Vec<&str> = written.split([' ', '\u{a0}', '\u{202f}']).collect();
    let thousands = groups[1..].iter().all(|group| group.len() == 3);
    thousands && groups.concat() == figures && !figures.starts_with('0')
}

/// Returns a number in groups of three digits.
fn thousands(text: &str, start: usize, end: usize) -> Vec<(usize, String)> {
    let mut behind = text[end..].chars();
    let goes_on = behind.next().is_some_and(char::is_whitespace)
        && behind.next().is_some_and(|c| c.is_ascii_digit());
    if goes_on {
        return Vec::new();
    }
    let mut groups = vec![(start, &text[start..end])];
    while groups.len() < MOST_GROUPS
        && let Some(group) = group_before(text, groups[groups.len() - 1].0)
    {
        groups.push(group);
    }
    groups.reverse();
    let (from, leading) = groups[0];
    let is_number = (2..MOST_GROUPS).contains(&groups.len())
        && groups[1..].iter().all(|(_, group)| group.len() == 3)
        && leading.len() < 4
        && !leading.starts_with('0');
    let figures = || groups.iter().map(|(_, group)| *group).collect();
    if is_number {
        vec![(from, figures())]
    } else {
        Vec::new()
    }
}

/// Maximum number of groups in a number; more groups of three digits are a row of a table.
const MOST_GROUPS: usize = 5;

/// Returns the digits before `at`, unless they are a part of a longer word or number.
fn group_before(text: &str, at: usize) -> Option<(usize, &str)> {
    let head = text[..at].strip_suffix([' ', '\u{a0}', '\u{202f}'])?;
    let figures = head.bytes().rev().take(5);
    let length = figures.take_while(u8::is_ascii_digit).count();
    let (before, group) = head.split_at(head.len() - length);
    let is_part = before.ends_with(|c: char| {
        c.is_alphanumeric() || matches!(c, '.' | ',' | ':' | '-' | '/' | '\'')
    });
    ((1..=4).contains(&length) && !is_part).then_some((before.len(), group))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str, even_uncertain: bool) -> String {
        join_split_compounds(text, &mut |compound| compound.is_certain || even_uncertain)
            .unwrap_or_else(|| text.to_owned())
    }

    #[test]
    fn r10_a_letter_and_its_figures_are_one_code() {
        for (apart, together) in [
            ("h 1b kontenjanı", "h-1b kontenjanı"),
            ("F 1 ve J 1'e geçiş", "F-1 ve J-1'e geçiş"),
            ("2026 h 1b", "2026 h-1b"),
            ("form i 20", "form i-20"),
        ] {
            assert_eq!(joined(apart, false), together);
        }
        for ordinary in ["a 5", "o 3 ders", "2 x 3", "10 m 2", "h. 1b", "ş 1", "h1b"] {
            assert_eq!(joined(ordinary, true), ordinary);
        }
    }

    #[test]
    fn r10_more_letters_are_a_code_only_if_it_is_known() {
        assert_eq!(joined("ds 160 COVID 19", true), "ds-160 COVID-19");
        assert_eq!(joined("e posta", true), "e-posta");
        for text in ["ds 160", "COVID 19", "e posta", "in 2026"] {
            assert_eq!(joined(text, false), text);
        }
        for ordinary in ["may 2026", "tl 500", "no 5", "sayfa 12", "ders 10:30"] {
            assert_eq!(joined(ordinary, true), ordinary);
        }
    }

    #[test]
    fn r10_two_words_are_one_name_only_if_it_is_known() {
        assert_eq!(joined("Open Athens girişi", true), "Open-Athens girişi");
        assert_eq!(joined("open athens", false), "open athens");
        assert_eq!(joined("ph.d programı", true), "phd programı");
        for other in ["a library", "open, athens", "do it", "ab c d"] {
            assert_eq!(joined(other, true), other);
        }
    }

    #[test]
    fn r4_figures_in_groups_are_one_number() {
        assert_eq!(joined("385 000 kişi", false), "385000 kişi");
        assert_eq!(joined("1 500\u{a0}000'dir", false), "1500000'dir");
        assert_eq!(joined("555 01 10", true), "5550110");
        assert_eq!(joined("(0212) 555 01 10", true), "02125550110");
        for other in [
            "2026 100",
            "100 200 5",
            "0 312",
            "1.385 000",
            "100 200 300 400 500 600",
            "12 34 56",
        ] {
            assert_eq!(joined(other, true), other);
        }
    }
}
