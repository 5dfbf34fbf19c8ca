//! Facts: checked questions and answers from CSV, JSON, YAML or SQLite.
//!
//! A wrong fact is worse than none, so every file is checked to the last field before anything
//! is built, and all problems are told together, each with file and line. Reading a format is
//! all its file knows ([`Record`]s); what a fact must be is decided once, in `validate`, and
//! what facts must not be to each other in `conflicts`.
//!
//! | format | files | place of a problem |
//! |---|---|---|
//! | CSV | `.csv`, `.tsv`; separated by `,`, `;` or tab, aliases by `\|` | line |
//! | JSON | `.json`: a list of objects | line |
//! | YAML | `.yaml`, `.yml`: a list of tables | line |
//! | SQLite | `.db`, `.sqlite`, `.sqlite3`: an existing table | rowid |
//!
//! # Adding a format
//! Write a file that makes [`Record`]s and name it in `read`.

mod conflicts;
mod csv;
mod json;
mod record;
mod sqlite;
mod validate;
mod yaml;

use std::path::{Path, PathBuf};

use jiff::civil::Date;
use soru::Fact;

pub use record::{Cell, Field, Record};

use crate::place::{Place, Problem, Problems};

/// What the facts are checked against.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The site's languages, the first being the default.
    pub languages: Vec<String>,
    /// The day of the build.
    pub today: Date,
    /// The table to read in an SQLite file.
    pub table: String,
}

/// Facts that hold, and what is worth a look.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    /// The facts, in the order of the files.
    pub facts: Vec<Fact>,
    /// Expired and duplicate facts.
    pub warnings: Vec<Problem>,
}

/// Reads and checks all files of facts.
///
/// # Errors
/// All problems of all files.
pub fn load(files: &[PathBuf], frame: &Frame) -> Result<Facts, Problems> {
    let mut problems = Vec::new();
    let mut facts: Vec<(Fact, Place)> = Vec::new();
    for file in files {
        let read = read(file, frame);
        problems.extend(read.problems);
        for record in read.records {
            facts.extend(validate::fact(&record, frame, &mut problems));
        }
    }
    let warnings = conflicts::check(&facts, frame, &mut problems);
    problems.sort_by(|a, b| a.place.cmp(&b.place));
    Problems::none_or_all(problems)?;
    Ok(Facts {
        facts: facts.into_iter().map(|(fact, _)| fact).collect(),
        warnings,
    })
}

/// What a file gives: records, and what is wrong with the file itself.
#[derive(Debug, Default)]
struct Read {
    records: Vec<Record>,
    problems: Vec<Problem>,
}

impl From<Problem> for Read {
    fn from(problem: Problem) -> Self {
        Self {
            records: Vec::new(),
            problems: vec![problem],
        }
    }
}

fn read(file: &Path, frame: &Frame) -> Read {
    let extension = file
        .extension()
        .map(|ext| ext.to_string_lossy().to_lowercase());
    let read: fn(&Path, &str) -> Read = match extension.as_deref() {
        Some("csv" | "tsv") => csv::read,
        Some("json") => json::read,
        Some("yaml" | "yml") => yaml::read,
        Some("db" | "sqlite" | "sqlite3") => return sqlite::read(file, &frame.table),
        _ => {
            return Place::file(file)
                .problem("facts must be in a .csv, .json, .yaml or .db (SQLite) file")
                .into();
        }
    };
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            return Place::file(file)
                .problem(format!("cannot be read: {error}"))
                .into();
        }
    };
    match crate::ingest::decode(&bytes) {
        Some(decoded) => read(file, &decoded.text),
        None => Place::file(file).problem("not a text file").into(),
    }
}

#[cfg(test)]
mod tests;
