//! Reads reports of other receivers, and exports of boxes that keep a log.
//!
//! Each line is a report with its `day`, as the examples for PHP and Cloudflare Workers keep it, or
//! an entry of a query log. A file that is read again replaces what it has brought before.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Context;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use soru_desk::{Report, State, Store, StoredReport};
use soru_files::whole_file;

use crate::log::{BadLine, Entry};

/// The maximum size of a file in megabytes.
const MOST_MEGABYTES: u64 = 1000;

/// The result of reading files.
#[derive(Debug, Default)]
pub struct Imported {
    /// Number of reports.
    pub reports: usize,
    /// Number of lines that another file or an earlier line has, too.
    pub repeated: usize,
    /// Lines that are neither a report nor an entry of a log.
    pub bad_lines: Vec<BadLine>,
}

/// Reads files into the store.
///
/// # Errors
/// If a file cannot be read, or the store cannot be written. A wrong line is listed instead.
pub fn import(store: &mut Store, files: &[PathBuf]) -> anyhow::Result<Imported> {
    let mut imported = Imported::default();
    let mut seen = BTreeSet::new();
    for file in files {
        let bytes = whole_file::read_any(file, MOST_MEGABYTES)
            .with_context(|| format!("{}: cannot be read", file.display()))?;
        let reports = imported.read(file, &bytes, &mut seen);
        imported.reports += reports.len();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        store.replace(&name, &reports)?;
    }
    Ok(imported)
}

impl Imported {
    fn read(
        &mut self,
        file: &Path,
        bytes: &[u8],
        seen: &mut BTreeSet<Vec<u8>>,
    ) -> Vec<StoredReport> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut reports = Vec::new();
        for (number, line) in (1..).zip(text.split(|byte| *byte == b'\n')) {
            let line = line.trim_ascii();
            if line.is_empty() {
                continue;
            }
            match parse(line) {
                // An entry of a log has its time; two visitors do not ask in the same millisecond.
                Ok(Line::Logged(_)) if !seen.insert(line.to_owned()) => self.repeated += 1,
                Ok(Line::Logged(report)) => reports.extend(report),
                Ok(Line::Reported(report)) => reports.push(report),
                Err(message) => self.bad_lines.push(BadLine {
                    file: file.display().to_string(),
                    line: number,
                    message,
                }),
            }
        }
        reports
    }
}

enum Line {
    Reported(StoredReport),
    /// None if the visitor did not ask for anything.
    Logged(Option<StoredReport>),
}

fn parse(line: &[u8]) -> Result<Line, String> {
    let wrong = |what: &str| format!("neither a report nor an entry of a query log: {what}");
    let mut fields: Map<String, Value> =
        serde_json::from_slice(line).map_err(|_| wrong("not an object in JSON"))?;
    let Some(day) = fields.remove("day") else {
        let entry: Entry = serde_json::from_value(Value::Object(fields))
            .map_err(|error| wrong(&error.to_string()))?;
        return logged(&entry)
            .map(Line::Logged)
            .map_err(|what| wrong(&what));
    };
    let day: Date = { day.as_str().and_then(|day| day.parse().ok()) }
        .ok_or_else(|| wrong("`day` must look like 2026-11-20"))?;
    let report: Report =
        serde_json::from_value(Value::Object(fields)).map_err(|error| wrong(&error.to_string()))?;
    let report = report.checked().map_err(|invalid| wrong(&invalid.0))?;
    Ok(Line::Reported(StoredReport { day, report }))
}

fn logged(entry: &Entry) -> Result<Option<StoredReport>, String> {
    if entry.is_small_talk() {
        return Ok(None);
    }
    let state = match (entry.is_unanswered(), entry.hits) {
        (false, _) => State::Answered,
        (true, 0) => State::Nothing,
        (true, _) => State::Listed,
    };
    let report = Report {
        question: entry.question.chars().take(500).collect(),
        language: entry.lang.clone(),
        state: Some(state),
        page: None,
        thumb: None,
        note: None,
    };
    Ok(Some(StoredReport {
        day: entry.time.to_zoned(TimeZone::UTC).date(),
        report: report.checked().map_err(|invalid| invalid.0)?,
    }))
}
