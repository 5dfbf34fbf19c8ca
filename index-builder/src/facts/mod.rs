//! Facts: checked questions and answers from CSV, JSON, YAML or SQLite.
//!
//! A wrong fact is worse than none, so every file is checked to the last field before anything is
//! built, and all problems are reported together, each with file and line. Each format only reads
//! [`Record`]s; `validate` checks single facts, and `conflicts` checks facts against each other.
//!
//! | format | files | place of a problem |
//! |---|---|---|
//! | CSV | `.csv`, `.tsv`; separated by `,`, `;` or tab, aliases by `\|` | line |
//! | JSON | `.json`: a list of objects | line |
//! | YAML | `.yaml`, `.yml`: a list of tables | line |
//! | SQLite | `.db`, `.sqlite`, `.sqlite3`: an existing table | rowid |
//!
//! `published.rs` fetches a sheet that is published as CSV. `editing/` adds a fact to a CSV or YAML
//! file, or changes one, and changes no other byte, for the desk.
//! [`suggest`] has a language model propose facts, in a file that no build reads.
//!
//! # Adding a format
//! Write a file that produces [`Record`]s and list it in `read`.

mod check;
mod conflicts;
mod csv;
mod editing;
mod json;
mod published;
mod record;
mod sqlite;
pub mod suggest;
mod validate;
mod yaml;

use std::path::{Path, PathBuf};

use jiff::civil::Date;
use soru::Fact;

pub use check::{FactFindings, Finding, FindingKind, Online, Pages, check};
pub(crate) use conflicts::Concern;
pub(crate) use csv::{FORMULA, guarded};
pub(crate) use editing::{add, change, is_writable, replace, take_out};
pub(crate) use published::refresh;
pub(crate) use record::written;
pub use record::{Cell, Field, Record};

use soru_files::place::{Place, Problem, Problems};
use soru_files::whole_file;

/// The settings that facts are checked against.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The site's languages, the first being the default.
    pub languages: Vec<String>,
    /// The day of the build.
    pub today: Date,
    /// The table to read in an SQLite file.
    pub table: String,
}

/// Valid facts, with warnings.
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
    accept(files.iter().map(|file| read(file, frame)), frame)
}

/// Whether a file has the extension of a format of facts.
pub fn is_file_of_facts(file: &Path) -> bool {
    is_sqlite(file) || reader_of(file).is_some()
}

/// All readable facts.
fn all(files: &[PathBuf], frame: &Frame) -> Collected {
    collect(files.iter().map(|file| read(file, frame)), frame)
}

/// Reads and checks the facts of one file from its bytes, in any format except SQLite.
///
/// # Errors
/// All its problems.
pub fn load_bytes(file: &Path, bytes: &[u8], frame: &Frame) -> Result<Facts, Problems> {
    let read = match reader_of(file) {
        Some(read) => read_text(file, bytes, read),
        None => unknown_format(file),
    };
    accept([read].into_iter(), frame)
}

/// Facts with their places.
#[derive(Debug, Default)]
struct Collected {
    facts: Vec<(Fact, Place)>,
    /// The problems of the other facts.
    problems: Vec<Problem>,
    /// Warnings.
    warnings: Vec<Problem>,
}

fn collect(files: impl Iterator<Item = Read>, frame: &Frame) -> Collected {
    let mut all = Collected::default();
    for read in files {
        all.problems.extend(read.problems);
        all.warnings.extend(read.warnings);
        for record in read.records {
            let fact = validate::fact(&record, frame, &mut all.problems);
            all.facts.extend(fact);
        }
    }
    all
}

fn accept(files: impl Iterator<Item = Read>, frame: &Frame) -> Result<Facts, Problems> {
    let Collected {
        facts,
        mut problems,
        mut warnings,
    } = collect(files, frame);
    for (concern, problem) in conflicts::concerns(&facts, frame) {
        match concern {
            Concern::Contradiction => problems.push(problem),
            _ => warnings.push(problem),
        }
    }
    problems.sort_by(|a, b| a.place.cmp(&b.place));
    Problems::none_or_all(problems)?;
    Ok(Facts {
        facts: facts.into_iter().map(|(fact, _)| fact).collect(),
        warnings,
    })
}

/// The content of a file: records, and the problems of the file itself.
#[derive(Debug, Default)]
struct Read {
    records: Vec<Record>,
    problems: Vec<Problem>,
    warnings: Vec<Problem>,
}

impl Read {
    /// Whether a file may have another fact; adds a problem at the limit.
    fn has_room(&mut self, file: &Path) -> bool {
        let has_room = self.records.len() + self.problems.len() < MOST_FACTS;
        if !has_room {
            let message = format!(
                "more than {MOST_FACTS} facts; every visitor downloads all of them, so keep only \
                 the most frequent questions"
            );
            self.problems.push(Place::file(file).problem(message));
        }
        has_room
    }
}

impl From<Problem> for Read {
    fn from(problem: Problem) -> Self {
        Self {
            problems: vec![problem],
            ..Self::default()
        }
    }
}

/// A bundle contains all facts, so this is far beyond the needs of any site.
const MOST_MEGABYTES: u64 = 20;

/// The maximum number of facts in a file: with their places they take about a kilobyte each.
const MOST_FACTS: usize = 100_000;

type TextReader = fn(&Path, &str) -> Read;

fn read(file: &Path, frame: &Frame) -> Read {
    if is_sqlite(file) {
        return sqlite::read(file, &frame.table);
    }
    let Some(reader) = reader_of(file) else {
        return unknown_format(file);
    };
    match whole_file::read(file, MOST_MEGABYTES) {
        Ok(bytes) => read_text(file, &bytes, reader),
        Err(error) => Place::file(file)
            .problem(format!("cannot be read: {error}"))
            .into(),
    }
}

fn extension(file: &Path) -> String {
    let extension = file.extension().unwrap_or_default();
    extension.to_string_lossy().to_lowercase()
}

fn is_sqlite(file: &Path) -> bool {
    ["db", "sqlite", "sqlite3"].contains(&extension(file).as_str())
}

/// The reader of a text format.
fn reader_of(file: &Path) -> Option<TextReader> {
    match extension(file).as_str() {
        "csv" | "tsv" => Some(csv::read),
        "json" => Some(json::read),
        "yaml" | "yml" => Some(yaml::read),
        _ => None,
    }
}

fn unknown_format(file: &Path) -> Read {
    Place::file(file)
        .problem("facts must be in a .csv, .json, .yaml or .db (SQLite) file")
        .into()
}

fn read_text(file: &Path, bytes: &[u8], reader: TextReader) -> Read {
    match soru_ingest::decode(bytes) {
        Some(decoded) => reader(file, &decoded.text),
        None => Place::file(file).problem("not a text file").into(),
    }
}

// Some of the tests read databases.
#[cfg(test)]
mod tests;
