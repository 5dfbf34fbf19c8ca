//! Parallel lines: a row for several things, each of which has its line in several cells.
//!
//! Three days above one another in one cell and three times in the next are three rows. An address
//! beside a list of telephone numbers is not: lines that explain themselves, sentences, and lines
//! that go on from the one above belong together.

/// A longer line, in characters, is prose.
const LONGEST: usize = 80;

/// A row that says more than this many things says none of them in parallel.
const MOST_LINES: usize = 200;

/// The relation between the lines of a row's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parallel {
    /// One thing.
    One,
    /// As many things, in the cells with as many lines.
    Several(usize),
    /// Lists of values of different lengths: it is not known which belong together.
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
