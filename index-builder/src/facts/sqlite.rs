//! Facts from SQLite: an existing table, unchanged.
//!
//! Columns are matched by name. A table of another system may have additional columns; only those
//! that look like a misspelt field are a problem. The file is opened read-only.
//!
//! A view is a program and may run forever, so steps, memory and rows are limited.

use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags, Row, Statement};
use soru_files::place::Place;
use soru_files::whole_file::MEGABYTE;

use super::record::{FIELDS, REQUIRED, misspelt_column};
use super::{Cell, Field, MOST_MEGABYTES, Read, Record};

/// The maximum number of SQLite's virtual machine steps: less than a second.
const MOST_STEPS: u32 = 30_000_000;

/// The interval, in steps, at which they are counted.
const STEPS_AT_ONCE: u16 = 10_000;

/// The maximum memory of SQLite in bytes.
const MOST_MEMORY: u32 = 256_000_000;

/// The maximum text from a table in bytes, the same as from a file.
const MOST_TEXT: u64 = MOST_MEGABYTES * MEGABYTE;

pub(super) fn read(file: &Path, table: &str) -> Read {
    let mut read = Read::default();
    if let Err(error) = read_table(file, table, &mut read) {
        read.problems
            .push(Place::file(file).problem(format!("SQLite: {}", advice(&error))));
    }
    read
}

fn advice(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::OperationInterrupted) => {
            "the table takes too long to read; if it is a view, check that it terminates, or \
             convert it to a table"
                .to_owned()
        }
        Some(ErrorCode::OutOfMemory) => format!(
            "the table takes more than {} MB to read; if it is a view, check that it terminates, \
             or convert it to a table",
            MOST_MEMORY / 1_000_000
        ),
        _ => error.to_string(),
    }
}

/// Opens a database with limits on time and memory.
fn open(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut database = Connection::open_with_flags(file, flags)?;
    // Without this setting, sorting could use unlimited space on disk.
    database.pragma_update(None, "temp_store", "MEMORY")?;
    database.query_row(
        &format!("PRAGMA hard_heap_limit = {MOST_MEMORY}"),
        [],
        |_| Ok(()),
    )?;
    let mut rounds = MOST_STEPS / u32::from(STEPS_AT_ONCE);
    let is_over = move || {
        rounds = rounds.saturating_sub(1);
        rounds == 0
    };
    database.progress_handler(i32::from(STEPS_AT_ONCE), Some(is_over))?;
    Ok(database)
}

fn read_table(file: &Path, table: &str, read: &mut Read) -> rusqlite::Result<()> {
    let database = open(file)?;
    let tables = tables(&database)?;
    if !tables.iter().any(|name| name == table) {
        let message = format!(
            "no table `{table}`; the tables are {}. Name the right one in soru.toml: [facts] \
             table = \"...\"",
            if tables.is_empty() {
                "none".to_owned()
            } else {
                tables.join(", ")
            }
        );
        read.problems.push(Place::file(file).problem(message));
        return Ok(());
    }
    let mut statement = select(&database, table)?;
    let columns: Vec<String> = statement
        .column_names()
        .skip(1)
        .map(str::to_lowercase)
        .collect();
    check_columns(&columns, &Place::file(file), read);
    if !read.problems.is_empty() {
        return Ok(());
    }
    let mut rows = statement.query([])?;
    let mut bytes = 0;
    while let Some(row) = rows.next()? {
        if !read.has_room(file) {
            break;
        }
        let record = record(row, &columns, file)?;
        bytes += record.fields.iter().map(Field::bytes).sum::<usize>() as u64;
        if bytes > MOST_TEXT {
            let message = format!("more than {MOST_MEGABYTES} MB of facts; use a smaller table");
            read.problems.push(Place::file(file).problem(message));
            break;
        }
        read.records.push(record);
    }
    Ok(())
}

fn tables(database: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = database.prepare(
        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') \
         AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )?;
    statement.query_map([], |row| row.get(0))?.collect()
}

/// Views and tables `WITHOUT ROWID` have no rowid, so their rows are counted.
fn select<'d>(database: &'d Connection, table: &str) -> rusqlite::Result<Statement<'d>> {
    let quoted = table.replace('"', "\"\"");
    database
        .prepare(&format!("SELECT rowid, * FROM \"{quoted}\" ORDER BY rowid"))
        .or_else(|_| database.prepare(&format!("SELECT row_number() OVER (), * FROM \"{quoted}\"")))
}

fn check_columns(columns: &[String], place: &Place, read: &mut Read) {
    let has = |name: &str| columns.iter().any(|column| column == name);
    for column in columns
        .iter()
        .filter(|column| !FIELDS.contains(&column.as_str()))
    {
        if let Some(message) = misspelt_column(column, columns.iter().map(String::as_str)) {
            read.problems.push(place.problem(message));
        }
    }
    for required in REQUIRED.iter().filter(|required| !has(required)) {
        read.problems
            .push(place.problem(format!("the column `{required}` is missing")));
    }
}

fn record(row: &Row<'_>, columns: &[String], file: &Path) -> rusqlite::Result<Record> {
    let rowid = row.get::<_, Option<i64>>(0)?.unwrap_or_default();
    let place = Place::row(file, rowid);
    let mut fields = Vec::new();
    for (i, name) in columns
        .iter()
        .enumerate()
        .filter(|(_, name)| FIELDS.contains(&name.as_str()))
    {
        let cell = match row.get_ref(i + 1)? {
            ValueRef::Null => continue,
            ValueRef::Integer(number) => Cell::Text(number.to_string()),
            ValueRef::Real(number) => Cell::Text(number.to_string()),
            ValueRef::Text(bytes) => Cell::Text(String::from_utf8_lossy(bytes).into_owned()),
            ValueRef::Blob(_) => Cell::Unusable("binary data"),
        };
        fields.push(Field {
            name: name.clone(),
            place: place.clone(),
            cell,
        });
    }
    Ok(Record { place, fields })
}
