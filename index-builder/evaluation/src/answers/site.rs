//! The bundle under test: an existing one, or one built from a site in a temporary folder like
//! `soru build` does.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use jiff::civil::Date;
use soru::Error;
use soru::settings::Value;
use soru_files::bundle::{Bundle, MANIFEST};
use tempfile::TempDir;

use super::questions::Question;
use super::rows::{AnswerRow, Shown};
use crate::building::{Builder, Settings, Source};

/// Build options besides those of the project file.
#[derive(Debug, Clone, Default)]
pub struct Building {
    /// Files of facts.
    pub facts: Vec<PathBuf>,
    /// The file of written questions that replaces the project's.
    pub questions: Option<PathBuf>,
}

impl Building {
    fn is_usual(&self) -> bool {
        self.facts.is_empty() && self.questions.is_none()
    }
}

/// A bundle under test.
#[derive(Debug)]
pub struct Site {
    bundle: Bundle,
    /// Keeps a temporary bundle folder alive.
    _built: Option<TempDir>,
}

impl Site {
    /// Opens a bundle, or builds one from a folder of pages or a `.jsonl` file.
    ///
    /// # Errors
    /// If it cannot be built or opened, or if build options are given for an existing bundle.
    pub fn open(
        place: &Path,
        with: &Building,
        builder: &dyn Builder,
        today: Date,
    ) -> anyhow::Result<Self> {
        if place.join(MANIFEST).is_file() {
            if !with.is_usual() || builder.has_own_encoder() {
                bail!(
                    "{}: this is a bundle; --facts, --written-questions and --encoder need the \
                     site's pages",
                    place.display()
                );
            }
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
            facts: with.facts.clone(),
            questions: with.questions.clone(),
            set: None,
            today,
        };
        builder.build(&source, &out)?;
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
