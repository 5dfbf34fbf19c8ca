//! Facts from CSV: a header row with the names of the fields, then one fact per row.

use std::path::Path;

use csv::{Error, ErrorKind, Reader, ReaderBuilder, StringRecord, Trim};
use soru_files::place::Place;

use super::record::{FIELDS, REQUIRED, misspelt_column};
use super::{Cell, Field, Read, Record};

/// Delimiters that spreadsheets use; it is `;` where the comma is the decimal sign.
const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// What a spreadsheet may take for the beginning of a formula. Sheets that the desk exports have an
/// apostrophe before it, which is not part of the value.
pub(crate) const FORMULA: [char; 6] = ['=', '+', '-', '@', '＝', '＋'];

pub(super) fn read(file: &Path, text: &str) -> Read {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter(text))
        .trim(Trim::All)
        .flexible(true)
        .from_reader(text.as_bytes());
    let header = match reader.headers() {
        Ok(header) => header.clone(),
        Err(error) => {
            return Place::line(file, line_of(&error))
                .problem(error.to_string())
                .into();
        }
    };
    let mut read = Read::default();
    check_header(&header, &Place::line(file, 1), &mut read);
    if read.problems.is_empty() {
        rows(&mut reader, &header, file, &mut read);
    }
    read
}

/// The delimiter that occurs most often in the first line.
pub(super) fn delimiter(text: &str) -> u8 {
    let header = text.lines().next().unwrap_or_default();
    let most = DELIMITERS
        .iter()
        .rev()
        .max_by_key(|mark| header.matches(**mark).count());
    most.and_then(|mark| u8::try_from(*mark).ok())
        .unwrap_or(b',')
}

fn check_header(header: &StringRecord, place: &Place, read: &mut Read) {
    for (number, name) in header.iter().enumerate() {
        if !FIELDS.contains(&name) {
            match misspelt_column(name, header.iter()) {
                Some(message) => read.problems.push(place.problem(message)),
                None => read.warnings.push(place.problem(ignored(number, name))),
            }
        } else if let Some(first) = header.iter().take(number).position(|n| n == name) {
            read.problems.push(place.problem(format!(
                "the column `{name}` occurs twice, as column {} and {}; delete one of them",
                first + 1,
                number + 1
            )));
        }
    }
    for required in REQUIRED
        .iter()
        .filter(|required| !header.iter().any(|n| n == **required))
    {
        read.problems
            .push(place.problem(format!("the column `{required}` is missing")));
    }
}

fn ignored(number: usize, name: &str) -> String {
    let name = if name.is_empty() {
        format!("column {}, which has no name,", number + 1)
    } else {
        format!("column `{name}`")
    };
    format!(
        "{name} is not a field of a fact and is ignored; the fields are {}",
        FIELDS.join(", ")
    )
}

fn rows(reader: &mut Reader<&[u8]>, header: &StringRecord, file: &Path, read: &mut Read) {
    for row in reader.records() {
        if !read.has_room(file) {
            return;
        }
        match row {
            Ok(row) if row.len() > header.len() => {
                let message = too_long(row.len(), header.len());
                read.problems.push(place(&row, file).problem(message));
            }
            Ok(row) => read.records.push(record(&row, header, place(&row, file))),
            Err(error) => {
                read.problems
                    .push(Place::line(file, line_of(&error)).problem(error.to_string()));
            }
        }
    }
}

fn too_long(fields: usize, expected: usize) -> String {
    format!(
        "{fields} fields, but the header has {expected}; a field that contains the separator \
         needs quotes"
    )
}

fn place(row: &StringRecord, file: &Path) -> Place {
    let line = row.position().map_or(1, csv::Position::line);
    Place::line(file, usize::try_from(line).unwrap_or(usize::MAX))
}

fn line_of(error: &Error) -> usize {
    let position = match error.kind() {
        ErrorKind::Utf8 { pos, .. } | ErrorKind::UnequalLengths { pos, .. } => pos.as_ref(),
        _ => None,
    };
    position.map_or(1, |position| {
        usize::try_from(position.line()).unwrap_or(usize::MAX)
    })
}

/// A value as a cell that no spreadsheet takes for a formula.
pub(crate) fn guarded(value: &str) -> String {
    let begins = value.trim_start();
    if begins.starts_with(FORMULA) {
        format!("'{begins}")
    } else {
        value.to_owned()
    }
}

fn without_apostrophe(value: &str) -> &str {
    let guarded = value.strip_prefix('\'');
    let guarded = guarded.filter(|value| value.starts_with(FORMULA));
    guarded.unwrap_or(value)
}

fn record(row: &StringRecord, header: &StringRecord, place: Place) -> Record {
    let fields = header
        .iter()
        .zip(row)
        .filter(|(name, value)| FIELDS.contains(name) && !value.is_empty());
    let fields = fields.map(|(name, value)| Field {
        name: name.to_owned(),
        place: place.clone(),
        cell: Cell::Text(without_apostrophe(value).to_owned()),
    });
    Record {
        fields: fields.collect(),
        place,
    }
}
