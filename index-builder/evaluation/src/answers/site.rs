//! The bundle under test: an existing one, or one built from a site in a temporary folder as `soru
//! build` does.

use std::path::Path;

use anyhow::Context;
use jiff::civil::Date;
use soru::Error;
use soru::settings::Value;
use soru_files::bundle::{Bundle, MANIFEST};
use tempfile::TempDir;

use super::questions::Question;
use super::rows::{AnswerRow, Shown};
use crate::building::{Build, Settings, Source};

/// A bundle under test.
#[derive(Debug)]
pub struct Site {
    bundle: Bundle,
    /// Keeps a temporary bundle folder alive.
    _built: Option<TempDir>,
}

impl Site {
    /// Whether a folder is a bundle, which is not built again.
    pub fn is_bundle(place: &Path) -> bool {
        place.join(MANIFEST).is_file()
    }

    /// Opens a bundle, or builds one from a folder of pages or a `.jsonl` file.
    ///
    /// # Errors
    /// If it cannot be built or opened.
    pub fn open(place: &Path, builder: &Build<'_>, today: Date) -> anyhow::Result<Self> {
        if Self::is_bundle(place) {
            return Ok(Self {
                bundle: Bundle::open(place)?,
                _built: None,
            });
        }
        let work = tempfile::tempdir().context("cannot create a temporary folder")?;
        let out = work.path().join("bundle");
        let source = Source {
            input: place.to_owned(),
            project: Settings::Found,
            facts: Vec::new(),
            set: None,
            today,
        };
        builder(&source, &out)?;
        Ok(Self {
            bundle: Bundle::open(&out)?,
            _built: Some(work),
        })
    }

    /// Asks every question as a visitor would, with the options of [`Bundle::ask`]. Messages name
    /// the file of questions by `file`.
    ///
    /// # Errors
    /// If an option or a question is rejected, or the bundle is damaged.
    pub fn ask(
        &self,
        questions: &[Question],
        options: &Value,
        file: &Path,
    ) -> anyhow::Result<Vec<AnswerRow>> {
        let ask = |question: &Question| {
            let answer = self.bundle.ask(&question.text, options);
            let answer = answer.map_err(|error| with_place(error, file, question.line))?;
            Ok(AnswerRow::judged(question, Shown::of(answer)))
        };
        questions.iter().map(ask).collect()
    }
}

/// Adds the line of the question, or `--option` for an invalid option, which concerns every
/// question.
fn with_place(error: anyhow::Error, file: &Path, line: usize) -> anyhow::Error {
    match error.downcast_ref::<Error>() {
        Some(Error::UnknownKey { .. } | Error::InvalidValue { .. }) => error.context("--option"),
        _ => error.context(format!("{}:{line}", file.display())),
    }
}
