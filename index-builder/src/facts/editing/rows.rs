//! A row of CSV: added to the end, or written anew in its place.

use std::ops::Range;

use anyhow::Context;
use csv::{QuoteStyle, ReaderBuilder, StringRecord, Terminator, WriterBuilder};
use soru::Fact;

use crate::facts::csv::{delimiter, guarded};
use crate::facts::written;

/// The columns of a new file.
const COLUMNS: &str =
    "question,answer,source_url,source_title,aliases,lang,category,checked_on,valid_until\n";

/// A file of rows.
struct Sheet<'t> {
    text: &'t str,
    mark: u8,
    line_end: &'static str,
    columns: Vec<String>,
    /// The length of the header with the end of its line.
    head: usize,
}

/// Returns CSV with another row, and with the columns that it needs.
pub(super) fn with_row(before: &str, fact: &Fact) -> anyhow::Result<String> {
    let is_new = before.trim().is_empty();
    let mut sheet = Sheet::read(if is_new { COLUMNS } else { before })?;
    let fields = written(fact);
    let needed = fields.iter().filter(|(_, value)| !value.is_empty());
    let mut after = sheet.head_with(needed.map(|(name, _)| *name));
    after.push_str(&sheet.text[sheet.head..]);
    if !after.ends_with('\n') {
        after.push_str(sheet.line_end);
    }
    let value = |column: &String| {
        let found = fields.iter().find(|(name, _)| name == column);
        guarded(found.map_or("", |(_, value)| value.as_str()))
    };
    let cells: Vec<String> = sheet.columns.iter().map(value).collect();
    after.push_str(&sheet.line(&cells)?);
    after.push_str(sheet.line_end);
    Ok(after)
}

/// Returns CSV in which the fields with these names of a row are those of the fact.
pub(super) fn with_changed_row(
    before: &str,
    at: usize,
    fact: &Fact,
    names: &[&str],
) -> anyhow::Result<String> {
    let mut sheet = Sheet::read(before)?;
    let (row, place) = sheet.row(at)?;
    let mut after = sheet.head_with(names.iter().copied());
    let mut cells: Vec<String> = row.iter().map(str::to_owned).collect();
    cells.resize(cells.len().max(sheet.columns.len()), String::new());
    for (name, value) in written(fact) {
        let column = sheet.columns.iter().position(|own| own == name);
        if let Some(column) = column.filter(|_| names.contains(&name)) {
            cells[column] = guarded(&value);
        }
    }
    after.push_str(&before[sheet.head..place.start]);
    after.push_str(&sheet.line(&cells)?);
    after.push_str(&before[place.end..]);
    Ok(after)
}

impl<'t> Sheet<'t> {
    fn read(text: &'t str) -> anyhow::Result<Self> {
        let mark = delimiter(text);
        let mut reader = ReaderBuilder::new()
            .delimiter(mark)
            .from_reader(text.as_bytes());
        let columns = { reader.headers()?.iter() }
            .map(|name| name.trim().trim_start_matches('\u{feff}').to_owned())
            .collect();
        let head = usize::try_from(reader.position().byte())?;
        Ok(Self {
            text,
            mark,
            line_end: if text.contains("\r\n") { "\r\n" } else { "\n" },
            columns,
            head: head.min(text.len()),
        })
    }

    /// The row with a number, as it is written, and its place without the end of its line.
    fn row(&self, at: usize) -> anyhow::Result<(StringRecord, Range<usize>)> {
        let mut reader = ReaderBuilder::new()
            .delimiter(self.mark)
            .flexible(true)
            .from_reader(self.text.as_bytes());
        let mut row = StringRecord::new();
        let mut start = 0;
        for _ in 0..=at {
            reader.headers()?;
            start = usize::try_from(reader.position().byte())?;
            let is_there = reader.read_record(&mut row)?;
            anyhow::ensure!(is_there, "the row is not in the file any more");
        }
        let end = usize::try_from(reader.position().byte())?;
        let written = self.text.get(start..end).context("a row between letters")?;
        let ends = ['\r', '\n'];
        let start = end - written.trim_start_matches(ends).len();
        let end = start + written.trim_matches(ends).len();
        Ok((row, start..end))
    }

    /// The header with the columns that these names need.
    fn head_with<'n>(&mut self, names: impl Iterator<Item = &'n str>) -> String {
        let missing = names.filter(|name| !self.columns.iter().any(|own| own == name));
        let missing: Vec<String> = missing.map(str::to_owned).collect();
        let written = &self.text[..self.head];
        let mut head = written.trim_end_matches(['\r', '\n']).to_owned();
        // As it was, with blank lines after it.
        let ending = &written[head.len()..];
        for name in &missing {
            head.push(char::from(self.mark));
            head.push_str(name);
        }
        head.push_str(if ending.is_empty() {
            self.line_end
        } else {
            ending
        });
        self.columns.extend(missing);
        head
    }

    /// Cells as a line without its end.
    fn line(&self, cells: &[String]) -> anyhow::Result<String> {
        let mut writer = WriterBuilder::new()
            .delimiter(self.mark)
            .quote_style(QuoteStyle::Necessary)
            .terminator(Terminator::Any(b'\n'))
            .from_writer(Vec::new());
        writer.write_record(cells)?;
        let line = String::from_utf8(writer.into_inner()?)?;
        Ok(line.trim_end_matches('\n').to_owned())
    }
}
