//! The bundle under test: an existing one, or one built from a site in a temporary folder like
//! `soru build` does.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use jiff::civil::Date;
use soru::Error;
use soru::settings::Value;
use tempfile::TempDir;

use super::questions::Question;
use super::rows::{AnswerRow, Shown};
use crate::build::{BuildOptions, EncoderOptions, Form, Publication, build};
use crate::bundle::{BrowserFiles, Bundle, MANIFEST};
use crate::project::Project;

/// Build options besides those of the project file.
#[derive(Debug, Clone, Default)]
pub struct Building {
    /// Files of facts.
    pub facts: Vec<PathBuf>,
    /// The file of written questions that replaces the project's.
    pub questions: Option<PathBuf>,
    /// The encoder's folder.
    pub encoder: EncoderOptions,
}

impl Building {
    fn is_usual(&self) -> bool {
        self.facts.is_empty() && self.questions.is_none() && self.encoder.wanted.is_none()
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
    pub fn open(place: &Path, with: &Building, today: Date) -> anyhow::Result<Self> {
        if place.join(MANIFEST).is_file() {
            if !with.is_usual() {
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
        build(&build_options(place, &out, with, today)?, |_| ())?;
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

fn build_options(
    place: &Path,
    out: &Path,
    with: &Building,
    today: Date,
) -> anyhow::Result<BuildOptions> {
    let inputs = vec![place.to_owned()];
    let project = match Project::find(&inputs) {
        Some(file) => Project::load(&file)?,
        None => Project::default(),
    };
    Ok(BuildOptions {
        inputs,
        out: out.to_owned(),
        project,
        facts: with.facts.clone(),
        questions: with.questions.clone(),
        cache: None,
        form: Form::Auto,
        encoder: with.encoder.clone(),
        browser: BrowserFiles::none(),
        publication: Publication::default(),
        today,
    })
}
