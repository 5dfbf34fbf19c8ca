//! Facts from SQLite: an existing table, read as it is.
//!
//! Columns are matched by name. A table that belongs to another system may have columns of its
//! own; only those that look like a misspelt field are a problem. The file is opened read-only.

use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Row, Statement};

use super::record::{FIELDS, REQUIRED, nearest_field};
use super::{Cell, Field, Read, Record};
use crate::place::Place;

pub(super) fn read(file: &Path, table: &str) -> Read {
    let mut read = Read::default();
    if let Err(error) = read_table(file, table, &mut read) {
        read.problems
            .push(Place::file(file).problem(format!("SQLite: {error}")));
    }
    read
}

fn read_table(file: &Path, table: &str, read: &mut Read) -> rusqlite::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(file, flags)?;
    let tables = tables(&database)?;
    if !tables.iter().any(|name| name == table) {
        let message = format!(
            "there is no table `{table}`; it has {}. Name the right one in soru.toml: [facts] \
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
    while let Some(row) = rows.next()? {
        read.records.push(record(row, &columns, file)?);
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

/// Views and tables `WITHOUT ROWID` have no rowid; their rows are counted.
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
        if let Some(nearest) = nearest_field(column).filter(|nearest| !has(nearest)) {
            let message = format!("unknown column `{column}`; did you mean `{nearest}`?");
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
