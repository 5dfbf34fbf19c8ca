//! Groups: finds rows that name the rows below them, such as `Faculty of Law` across all columns.

use std::collections::HashMap;

use super::heads::{self, is_title};
use super::labels::form;
use super::slots::Slots;
use super::{Emphasis, Scope};

/// The maximum length of a group's name in characters; a longer text is a note.
const LONGEST: usize = 120;

/// The maximum length of a title above the headers that begins every row; a longer title is a
/// separate text.
const LONGEST_TITLE: usize = 60;

/// The maximum number of consecutive single-text rows; more of them form a list.
const MOST_IN_SEQUENCE: usize = 2;

/// The kind of a row with a single text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lone {
    /// The row names the rows below.
    Group(Rank),
    /// The row is a note or a break across the table.
    Note,
}

/// The rank of a group; a group of a higher rank continues below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// Whether column headers follow it.
    is_over_heads: bool,
    emphasis: Emphasis,
}

/// The kind of each row with a single text.
#[derive(Debug)]
pub(super) struct Lones(Vec<Option<Lone>>);

impl Lones {
    /// Classifies all rows; `is_head` marks the header rows.
    pub(super) fn of(slots: &Slots<'_>, is_head: &[bool]) -> Self {
        let alone: Vec<bool> = (0..slots.len())
            .map(|row| is_alone(slots, row, is_head[row]))
            .collect();
        let filled = |row: &usize| heads::filled(slots, *row) > 0;
        let first = (0..slots.len()).find(filled).unwrap_or_default();
        let in_sequence = in_sequence(&alone);
        let mut lones = vec![None; slots.len()];
        let below = others_below(slots, &alone);
        let data: Vec<usize> = (0..slots.len())
            .filter(|row| !is_head[*row] && heads::filled(slots, *row) > 0)
            .filter(|row| !(alone[*row] && below[*row].is_some_and(|below| is_head[below])))
            .collect();
        let repeats = repeats_names(slots, &alone, &data) || part_full_rows(slots, &alone, &data);
        let begins = data.first().is_some_and(|first| is_title(slots, *first));
        for row in (0..slots.len()).filter(|row| alone[*row]) {
            let is_over_heads = below[row].is_some_and(|below| is_head[below]);
            let emphasis = emphasis(slots, row);
            let stands_out = emphasis > Emphasis::Plain || repeats;
            let names = in_sequence[row] <= MOST_IN_SEQUENCE
                && below[row].is_some()
                && can_name(slots, row, is_over_heads || row == first);
            let is_over_all = is_title(slots, row) && (begins || is_over_heads);
            lones[row] = if names && (stands_out || is_over_all) {
                Some(Lone::Group(Rank {
                    is_over_heads,
                    emphasis,
                }))
            } else {
                is_title(slots, row).then_some(Lone::Note)
            };
        }
        Self(lones)
    }

    pub(super) fn get(&self, row: usize) -> Option<Lone> {
        self.0[row]
    }
}

/// The open groups, outermost first.
#[derive(Debug, Default)]
pub(super) struct Groups {
    open: Vec<(Rank, String)>,
    /// Whether the last row opened the innermost group.
    is_new: bool,
}

impl Groups {
    /// Opens a group. Groups of its rank end, and so do groups whose texts have its form. A group
    /// directly below another of its rank belongs to that one.
    pub(super) fn open(&mut self, rank: Rank, text: String) {
        let last = self.open.last_mut().filter(|(other, _)| *other == rank);
        if let Some((_, before)) = last.filter(|_| self.is_new) {
            *before = format!("{before}, {text}");
        } else {
            let own = form(&text);
            let goes_on = |(other, text): &(Rank, String)| *other > rank && form(text) != own;
            self.open.retain(goes_on);
            self.open.push((rank, text));
        }
        self.is_new = true;
    }

    /// Records a row of data.
    pub(super) fn go_on(&mut self) {
        self.is_new = false;
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.open.iter().map(|(_, text)| text.as_str())
    }
}

/// Whether a row has a single text, either across all columns or in its first cell.
fn is_alone(slots: &Slots<'_>, row: usize, is_head: bool) -> bool {
    if is_title(slots, row) {
        return true;
    }
    let own = slots.own(row);
    let is_own = slots.row(row).iter().flatten().all(|at| at.0 == row);
    !is_head
        && is_own
        && heads::filled(slots, row) == 1
        && own.first().is_some_and(|first| !first.is_empty())
}

fn emphasis(slots: &Slots<'_>, row: usize) -> Emphasis {
    let own = slots.own(row).iter().find(|cell| !cell.is_empty());
    own.map_or(Emphasis::Plain, |cell| match cell.scope {
        Scope::Group => Emphasis::Header,
        _ if slots.is_head(row) => Emphasis::Header,
        _ => cell.emphasis,
    })
}

/// Returns for each row the number of consecutive single-text rows that it belongs to.
fn in_sequence(alone: &[bool]) -> Vec<usize> {
    let mut lengths = Vec::with_capacity(alone.len());
    for run in alone.chunk_by(|one, next| one == next) {
        lengths.extend(std::iter::repeat_n(run.len(), run.len()));
    }
    lengths
}

/// Returns for each row the next row below with several texts.
fn others_below(slots: &Slots<'_>, alone: &[bool]) -> Vec<Option<usize>> {
    let mut below = vec![None; slots.len()];
    let mut next = None;
    for row in (0..slots.len()).rev() {
        below[row] = next;
        if !alone[row] && heads::filled(slots, row) > 0 {
            next = Some(row);
        }
    }
    below
}

/// Whether a text can be a name: it is short, and neither a sentence nor a note.
fn can_name(slots: &Slots<'_>, row: usize, is_title: bool) -> bool {
    let text = slots.only_text(row);
    let is_marked = |text: &str| {
        let end = text.find(|c: char| !c.is_numeric()).unwrap_or(text.len());
        text.starts_with(['*', '†', '‡', '(', '¹', '²', '³'])
            || end > 0 && text[end..].starts_with(')')
    };
    let has_time = |text: &str| {
        let mut parts = text.split(|c: char| !c.is_numeric() && c != ':');
        parts.any(|part| part.trim_matches(':').contains(':'))
    };
    let longest = if is_title { LONGEST_TITLE } else { LONGEST };
    // A break between the hours of a timetable does not name the rows below it.
    text.chars().count() <= longest
        && !has_time(&text)
        && !text.ends_with(['.', '!', '?', ';'])
        && !is_marked(&text)
}

/// Whether the data begins with a single-text row, and such rows separate rows without empty cells.
fn part_full_rows(slots: &Slots<'_>, alone: &[bool], data: &[usize]) -> bool {
    let is_full = |row: &usize| heads::filled(slots, *row) == slots.own(*row).len();
    let is_alone = |row: &&usize| alone[**row];
    let follow = |pair: &[usize]| alone[pair[0]] && alone[pair[1]];
    data.first().is_some_and(|row| is_alone(&row))
        && data.last().is_some_and(|row| !is_alone(&row))
        && data.iter().filter(is_alone).count() > 1
        && !data.windows(2).any(follow)
        && data.iter().all(|row| alone[*row] || is_full(row))
}

/// Whether rows in different groups begin with the same text, and rows within one group never do:
/// the single-text rows between them then distinguish them.
fn repeats_names(slots: &Slots<'_>, alone: &[bool], data: &[usize]) -> bool {
    let mut groups: HashMap<String, usize> = HashMap::new();
    let (mut group, mut repeats) = (0, false);
    for row in data {
        if alone[*row] {
            group += 1;
            continue;
        }
        let first = slots.row(*row).first().copied().flatten();
        let Some(first) = first.filter(|at| at.0 == *row) else {
            continue;
        };
        match groups.insert(slots.cell(first).text(), group) {
            Some(before) if before == group => return false,
            before => repeats |= before.is_some(),
        }
    }
    repeats && group > 0
}
