//! An entry of YAML: added to the end, changed in single fields, or taken out.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, ensure};
use soru::Fact;
use soru_files::place::{Problems, Spot};

use crate::facts::record::Record;
use crate::facts::yaml;

/// Returns YAML with another entry, indented like the first.
pub(super) fn with_entry(file: &Path, before: &str, fact: &Fact) -> anyhow::Result<String> {
    let records = yaml::read(file, before);
    Problems::none_or_all(records.problems)?;
    let first = records.records.first();
    let line = first.and_then(|record| before.lines().nth(line_of(record)));
    let indent = &" ".repeat(line.map_or(0, indent));
    let mut after = before.to_owned();
    if !after.is_empty() && !after.ends_with('\n') {
        after.push('\n');
    }
    after.push_str(&with_line_ends(yaml::entry(fact, indent), before));
    Ok(after)
}

/// Returns YAML in which the fields with these names of an entry are those of the fact.
pub(super) fn with_changed_entry(
    file: &Path,
    before: &str,
    at: usize,
    fact: &Fact,
    names: &[&str],
) -> anyhow::Result<String> {
    let records = yaml::read(file, before).records;
    let record = records
        .get(at)
        .context("the entry is not in the file any more")?;
    let mut entry = Entry::of(before, record);
    for name in names {
        entry.set(name, &yaml::field(fact, name));
    }
    let (all, place) = (lines(before), entry.place);
    let changed = with_line_ends(entry.lines.concat(), before);
    let after = all[..place.start].concat() + &changed + &all[place.end..].concat();
    let again = yaml::read(file, &after);
    ensure!(
        again.problems.is_empty() && again.records.len() == records.len(),
        "{}: the fact is not written line by line; change it by hand",
        file.display()
    );
    Ok(after)
}

/// Returns YAML without the entry that has this question and answer.
pub(super) fn without(
    file: &Path,
    before: &str,
    question: &str,
    answer: &str,
) -> anyhow::Result<String> {
    let records = yaml::read(file, before).records;
    let gone = records.iter().find(|record| {
        let has = |name: &str, value: &str| record.text(name).is_some_and(|own| own == value);
        has("question", question) && has("answer", answer)
    });
    let gone = gone.context("the suggestion is not in the file any more")?;
    let place = Entry::of(before, gone).place;
    let all = lines(before);
    let after = all[..place.start].concat() + &all[place.end..].concat();
    let rest = yaml::read(file, &after);
    ensure!(
        rest.problems.is_empty() && rest.records.len() + 1 == records.len(),
        "the suggestion cannot be taken out; delete it by hand"
    );
    Ok(after)
}

/// The lines of one entry.
struct Entry {
    /// Numbers of the lines, from 0.
    place: Range<usize>,
    lines: Vec<String>,
    /// The column of its keys.
    column: usize,
}

impl Entry {
    fn of(text: &str, record: &Record) -> Self {
        let all = lines(text);
        let start = line_of(record);
        let first = all[start];
        let after_dash = first.trim_start_matches(' ').strip_prefix('-');
        let column = first.len() - after_dash.unwrap_or(first).trim_start_matches(' ').len();
        let is_inside = |line: &&&str| line.trim().is_empty() || indent(line) >= column;
        let mut end = start + 1 + all[start + 1..].iter().take_while(is_inside).count();
        while end > start + 1 && all[end - 1].trim().is_empty() {
            end -= 1;
        }
        Self {
            place: start..end,
            lines: all[start..end]
                .iter()
                .map(|line| (*line).to_owned())
                .collect(),
            column,
        }
    }

    /// Replaces a field by these lines, or adds it; without lines the field is removed.
    fn set(&mut self, name: &str, new: &[String]) {
        let end = self.lines.len();
        let place = self.field(name).unwrap_or(end..end);
        // The dash of an entry stays before its first key.
        let start = self.lines.get(place.start);
        let start = start.and_then(|line| line.get(..self.column));
        let start = start.unwrap_or_default().to_owned();
        let blank = " ".repeat(self.column);
        let new = new.iter().enumerate().map(|(number, line)| {
            let before = if number == 0 && !start.is_empty() {
                &start
            } else {
                &blank
            };
            format!("{before}{line}\n")
        });
        if let Some(last) = self.lines.last_mut().filter(|last| !last.ends_with('\n')) {
            last.push('\n');
        }
        self.lines.splice(place, new.collect::<Vec<_>>());
    }

    /// The lines of a field.
    fn field(&self, name: &str) -> Option<Range<usize>> {
        let start = self.lines.iter().enumerate().position(|(number, line)| {
            let is_key = number == 0 || indent(line) == self.column;
            let key = line
                .get(self.column..)
                .and_then(|own| own.strip_prefix(name));
            is_key && key.is_some_and(|rest| rest.trim_start_matches(' ').starts_with(':'))
        })?;
        // A list may be as far to the right as its key.
        let is_value = |line: &&String| {
            let text = line.trim();
            text.is_empty()
                || indent(line) > self.column
                || (indent(line) == self.column && (text == "-" || text.starts_with("- ")))
        };
        let more = self.lines[start + 1..].iter().take_while(is_value).count();
        let mut end = start + 1 + more;
        while end > start + 1 && self.lines[end - 1].trim().is_empty() {
            end -= 1;
        }
        Some(start..end)
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The number of a record's line, from 0.
fn line_of(record: &Record) -> usize {
    match record.place.spot {
        Spot::Line(line) => line.saturating_sub(1),
        _ => 0,
    }
}

/// New lines with the ends of the lines of the file.
fn with_line_ends(new: String, file: &str) -> String {
    if file.contains("\r\n") {
        new.replace("\r\n", "\n").replace('\n', "\r\n")
    } else {
        new
    }
}
