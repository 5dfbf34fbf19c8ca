//! Parallel lines: splits a row that describes several things, with one line for each thing in
//! several cells.
//!
//! Three days on separate lines of one cell, and three times in the next cell, are three rows. An
//! address beside a list of telephone numbers is not: lines that explain themselves, sentences, and
//! lines that continue the previous line belong together.

/// The maximum length of a line in characters; a longer line is prose.
const LONGEST: usize = 80;

/// The maximum number of parallel lines in a row.
const MOST_LINES: usize = 200;

/// The relation between the lines of a row's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parallel {
    /// The row describes one thing.
    One,
    /// The row describes this number of things, in the cells with this number of lines.
    Several(usize),
    /// The lists of values have different lengths, so it is unknown which values belong together.
    Uncertain,
}

/// Compares the lines of the cells of a row.
pub(super) fn compare(cells: &[Vec<&str>]) -> Parallel {
    let lists: Vec<&Vec<&str>> = cells.iter().filter(|lines| lines.len() > 1).collect();
    let Some(count) = lists.first().map(|lines| lines.len()) else {
        return Parallel::One;
    };
    let values = lists.iter().filter(|lines| are_values(lines)).count();
    let are_lists = lists.iter().all(|lines| is_list(lines));
    if lists.len() < 2 || !are_lists || count > MOST_LINES {
        return Parallel::One;
    }
    let same = lists.iter().all(|lines| lines.len() == count);
    match (same, values) {
        (true, 1..) => Parallel::Several(count),
        (true, 0) if count > 2 => Parallel::Several(count),
        (false, 1..) => Parallel::Uncertain,
        _ => Parallel::One,
    }
}

/// Whether lines are a list of short, separate things.
fn is_list(lines: &[&str]) -> bool {
    let continues = |line: &&str| {
        let first = line.chars().next();
        first.is_some_and(|first| first.is_lowercase() || "(*–-".contains(first))
    };
    let is_label = |line: &&str| {
        line.split_once(": ")
            .is_some_and(|(label, _)| label.contains(char::is_alphabetic))
            || line.ends_with(':')
    };
    let is_prose = |line: &&str| line.chars().count() > LONGEST || line.ends_with(['.', ',', ';']);
    !lines.iter().skip(1).any(continues)
        && !lines.iter().any(is_label)
        && lines.iter().filter(|line| is_prose(line)).count() == 0
}

/// Whether all lines are figures, times or dates, perhaps with a unit.
pub(super) fn are_values(lines: &[&str]) -> bool {
    lines.iter().all(|line| {
        let first = line
            .chars()
            .find(|c| c.is_alphanumeric() || "€$£₺¥".contains(*c));
        let words = line.split_whitespace().count();
        words <= 5 && first.is_some_and(|first| !first.is_alphabetic())
    })
}
