//! The file of reports: `SQLite` with a write-ahead log, so that a page reads while reports arrive.
//!
//! It has no address, no name and no time of day of a visitor: a report has its day.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use rusqlite::{Connection, Row, params};
use serde::{Deserialize, Serialize};

use crate::report::{Report, State, Thumb};

/// The version of the tables.
const VERSION: i64 = 1;

/// How long one process waits for another that writes.
const BUSY: Duration = Duration::from_secs(5);

const TABLES: &str = "
    CREATE TABLE reports (
        day TEXT NOT NULL,
        source TEXT NOT NULL,
        question TEXT NOT NULL,
        language TEXT NOT NULL,
        state TEXT,
        page TEXT,
        thumb TEXT,
        note TEXT
    ) STRICT;
    CREATE INDEX reports_by_day ON reports (day);
    CREATE TABLE wordings (
        language TEXT NOT NULL,
        question TEXT NOT NULL,
        wording TEXT NOT NULL,
        PRIMARY KEY (language, question)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE done (
        language TEXT NOT NULL,
        question TEXT NOT NULL,
        day TEXT NOT NULL,
        PRIMARY KEY (language, question)
    ) STRICT, WITHOUT ROWID;
";

/// A report as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredReport {
    /// The day on which it arrived, in UTC.
    pub day: Date,
    /// The report.
    #[serde(flatten)]
    pub report: Report,
}

/// Which reports shall be forgotten. All conditions that are given hold for each of them.
#[derive(Debug, Default)]
pub struct Forgotten {
    /// Part of the question or of the note, in any case.
    pub text: Option<String>,
    /// The first day.
    pub from: Option<Date>,
    /// The last day.
    pub until: Option<Date>,
}

/// The file of reports.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
}

/// Returns the day in UTC.
pub fn today() -> Date {
    Timestamp::now().to_zoned(TimeZone::UTC).date()
}

impl Store {
    /// Opens the file, which is made if it is missing.
    ///
    /// # Errors
    /// If it is no file of reports, or cannot be written.
    pub fn open(file: &Path) -> anyhow::Result<Self> {
        let name = file.display();
        let mut connection =
            Connection::open(file).with_context(|| format!("{name}: cannot be opened"))?;
        let prepared = prepare(&mut connection);
        prepared.with_context(|| format!("{name}: is not a file of reports"))?;
        Ok(Self { connection })
    }

    /// Adds reports of this day, all or none of them.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add<'r>(
        &mut self,
        day: Date,
        reports: impl Iterator<Item = &'r Report>,
    ) -> anyhow::Result<()> {
        let transaction = self.connection.transaction()?;
        for report in reports {
            insert(&transaction, day, "", report)?;
        }
        Ok(transaction.commit()?)
    }

    /// Replaces the reports of this source by these.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn replace(&mut self, source: &str, reports: &[StoredReport]) -> anyhow::Result<()> {
        let transaction = self.connection.transaction()?;
        transaction.execute("DELETE FROM reports WHERE source = ?1", [source])?;
        for stored in reports {
            insert(&transaction, stored.day, source, &stored.report)?;
        }
        Ok(transaction.commit()?)
    }

    /// Returns the reports of these days, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn reports(&self, from: Date, until: Date) -> anyhow::Result<Vec<StoredReport>> {
        let mut select = self.connection.prepare(
            "SELECT day, question, language, state, page, thumb, note FROM reports
             WHERE day BETWEEN ?1 AND ?2 ORDER BY day, rowid",
        )?;
        let rows = select.query_map(params![from.to_string(), until.to_string()], stored)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Deletes reports, also from the bytes of the file, and returns their number.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn forget(&mut self, which: &Forgotten) -> anyhow::Result<usize> {
        let from = which.from.map(|day| day.to_string());
        let until = which.until.map(|day| day.to_string());
        let text = which.text.as_deref().map(str::to_lowercase);
        let gone: Vec<i64> = {
            let mut select = self
                .connection
                .prepare("SELECT rowid, day, question, note FROM reports")?;
            let rows = select.query_map([], |row| {
                let (id, day): (i64, String) = (row.get(0)?, row.get(1)?);
                let (question, note): (String, Option<String>) = (row.get(2)?, row.get(3)?);
                let has = |own: &str| text.as_ref().is_none_or(|text| lower(own).contains(text));
                let is_gone = from.as_ref().is_none_or(|from| day >= *from)
                    && until.as_ref().is_none_or(|until| day <= *until)
                    && (has(&question) || note.as_deref().is_some_and(has));
                Ok(is_gone.then_some(id))
            })?;
            rows.filter_map(Result::transpose)
                .collect::<Result<_, _>>()?
        };
        let transaction = self.connection.transaction()?;
        for id in &gone {
            transaction.execute("DELETE FROM reports WHERE rowid = ?1", [id])?;
        }
        if let Some(text) = &text {
            forget_wordings(&transaction, text)?;
        }
        transaction.commit()?;
        self.empty_log()?;
        Ok(gone.len())
    }

    /// Deletes what is older than this number of days.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn tidy(&mut self, days: u32) -> anyhow::Result<usize> {
        let oldest = today().saturating_sub(i64::from(days).days());
        let until = oldest.to_string();
        let gone = self
            .connection
            .execute("DELETE FROM reports WHERE day < ?1", [&until])?;
        self.connection
            .execute("DELETE FROM done WHERE day < ?1", [&until])?;
        if gone > 0 {
            self.empty_log()?;
        }
        Ok(gone)
    }

    /// Notes the wording by which the owner calls a question.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn reword(&self, language: &str, question: &str, wording: &str) -> anyhow::Result<()> {
        let insert = "INSERT OR REPLACE INTO wordings VALUES (?1, ?2, ?3)";
        self.connection
            .execute(insert, [language, question, wording])?;
        Ok(())
    }

    /// Returns the owner's wordings: language, question, wording.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn wordings(&self) -> anyhow::Result<Vec<(String, String, String)>> {
        let mut select = self
            .connection
            .prepare("SELECT language, question, wording FROM wordings")?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Notes that the owner has dealt with a question today.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(&self, language: &str, question: &str) -> anyhow::Result<()> {
        let insert = "INSERT OR REPLACE INTO done VALUES (?1, ?2, ?3)";
        let day = today().to_string();
        self.connection
            .execute(insert, [language, question, &day])?;
        Ok(())
    }

    /// Returns the questions that the owner has dealt with: language, question, day.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn finished(&self) -> anyhow::Result<Vec<(String, String, Date)>> {
        let mut select = self
            .connection
            .prepare("SELECT language, question, day FROM done")?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, day(row, 2)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Writes the write-ahead log into the file, and empties it.
    fn empty_log(&self) -> anyhow::Result<()> {
        // Another process may read just now; the log is emptied the next time.
        let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
        self.connection.query_row(checkpoint, [], |_| Ok(()))?;
        Ok(())
    }
}

fn prepare(connection: &mut Connection) -> anyhow::Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A report that was acknowledged survives the machine, too.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // SQLite overwrites the bytes of deleted rows.
    connection.pragma_update(None, "secure_delete", true)?;
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match version {
        0 => {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        VERSION => {}
        newer => bail!("it has version {newer}, which another version of `soru` wrote"),
    }
    Ok(transaction.commit()?)
}

fn insert(
    connection: &Connection,
    day: Date,
    source: &str,
    report: &Report,
) -> rusqlite::Result<()> {
    let mut insert =
        connection.prepare_cached("INSERT INTO reports VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?;
    insert.execute(params![
        day.to_string(),
        source,
        report.question,
        report.language,
        report.state.map(State::name),
        report.page,
        report.thumb.map(Thumb::name),
        report.note,
    ])?;
    Ok(())
}

fn forget_wordings(connection: &Connection, text: &str) -> anyhow::Result<()> {
    for table in ["wordings", "done"] {
        let mut select = connection.prepare(&format!("SELECT language, question FROM {table}"))?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let all: Vec<(String, String)> = rows.collect::<Result<_, _>>()?;
        for (language, question) in all {
            if lower(&question).contains(text) {
                let delete = format!("DELETE FROM {table} WHERE language = ?1 AND question = ?2");
                connection.execute(&delete, [language, question])?;
            }
        }
    }
    Ok(())
}

fn lower(text: &str) -> String {
    text.to_lowercase()
}

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredReport> {
    let state: Option<String> = row.get(3)?;
    let thumb: Option<String> = row.get(5)?;
    Ok(StoredReport {
        day: day(row, 0)?,
        report: Report {
            question: row.get(1)?,
            language: row.get(2)?,
            state: state.and_then(|name| State::of_name(&name)),
            page: row.get(4)?,
            thumb: thumb.and_then(|name| Thumb::of_name(&name)),
            note: row.get(6)?,
        },
    })
}

fn day(row: &Row<'_>, column: usize) -> rusqlite::Result<Date> {
    let text: String = row.get(column)?;
    text.parse().map_err(|error: jiff::Error| {
        let kind = rusqlite::types::Type::Text;
        rusqlite::Error::FromSqlConversionFailure(column, kind, Box::new(error))
    })
}
