//! Labels: distinguishes texts that can name a column from figures.

use super::Cell;

/// The maximum length of a column's name in characters.
const LONGEST: usize = 48;

/// Whether a cell has a short text without figures, such as words or years.
pub(super) fn is_label(cell: &Cell) -> bool {
    let text = cell.text();
    text.chars().any(char::is_alphanumeric)
        && !has_figures(cell)
        && text.chars().count() <= LONGEST
        && !text.ends_with(['!', '?'])
}

/// Whether a cell has digits, and most other cells have the same form.
pub(super) fn resembles(cell: &Cell, others: &[&Cell]) -> bool {
    let own = form(&cell.text());
    let same = others
        .iter()
        .filter(|other| form(&other.text()) == own)
        .count();
    has_digits(cell) && same * 2 > others.len()
}

pub(super) fn has_digits(cell: &Cell) -> bool {
    cell.text().contains(|c: char| c.is_numeric())
}

/// Returns the form of a text: `14 May 2026` has the same form as `3 June 2027`.
pub(super) fn form(text: &str) -> String {
    let mut form = String::new();
    for c in text.chars() {
        let kind = match c {
            _ if c.is_numeric() => '0',
            _ if c.is_alphabetic() => 'a',
            _ if c.is_whitespace() => ' ',
            _ => c,
        };
        if !form.ends_with(kind) {
            form.push(kind);
        }
    }
    form
}

/// Whether a cell has figures other than years (`2026`, `24/25`) and ordinal numbers (`1.`).
pub(super) fn has_figures(cell: &Cell) -> bool {
    let text = cell.text();
    let is_number = |part: &&str| part.starts_with(|c: char| c.is_numeric());
    let mut parts = text.split(|c: char| c.is_whitespace() || "(),;:".contains(c));
    parts
        .by_ref()
        .filter(is_number)
        .any(|part| !is_year(part) && !is_ordinal(part))
}

fn is_year(part: &str) -> bool {
    let is_digits =
        |part: &str, count| part.len() == count && part.bytes().all(|b| b.is_ascii_digit());
    let is_full =
        |part: &str| is_digits(part, 4) && (part.starts_with("19") || part.starts_with("20"));
    match part.split_once(['/', '-', '–']) {
        Some((one, next)) => {
            (is_full(one) || is_digits(one, 2) && part.contains('/'))
                && (is_full(next) || is_digits(next, 2))
        }
        None => is_full(part),
    }
}

fn is_ordinal(part: &str) -> bool {
    let digits = part.trim_end_matches('.');
    digits.len() < part.len() && digits.len() == 1
}
