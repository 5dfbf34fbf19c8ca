//! `soru eval`: judges answers, measures rankings, compares two measurements, fits confidence.

mod answers;
mod arguments;
mod builder;
mod calibrate;
mod compare;
mod measure;

use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use serde::Serialize;
use soru_evaluation::{Files, Origin};

pub(super) use self::arguments::Eval;
use self::builder::SiteBuilder;
use super::output::{DONE, print};

pub(super) fn run(arguments: &Eval) -> anyhow::Result<u8> {
    if !arguments.compare.is_empty() {
        compare::run(arguments)?;
    } else if let Some(questions) = &arguments.answers {
        answers::run(arguments, questions)?;
    } else if !arguments.calibrate.is_empty() {
        calibrate::run(arguments)?;
    } else {
        measure::run(arguments)?;
    }
    Ok(DONE)
}

fn origins(arguments: &Eval) -> anyhow::Result<Vec<Origin>> {
    let folder = |folder: &PathBuf| Origin::Folder {
        folder: folder.clone(),
        as_facts: arguments.as_facts,
    };
    let mut origins: Vec<Origin> = arguments.sets.iter().map(folder).collect();
    if let (Some(folder), Some(questions)) = (&arguments.site, &arguments.questions) {
        let files = Files {
            questions: questions.clone(),
            qrels: arguments.qrels.clone(),
            answers: None,
        };
        origins.push(Origin::Bundle {
            folder: folder.clone(),
            files,
        });
    }
    if origins.is_empty() {
        bail!(
            "nothing to measure: name a site with --answers, a bundle with --questions, or a \
             folder with --set"
        );
    }
    Ok(origins)
}

/// Writes a value as JSON on one line, because it is long, and for scripts.
fn write_json(file: &Path, value: &impl Serialize) -> anyhow::Result<()> {
    write(file, &(serde_json::to_string(value)? + "\n"))
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(file, text).with_context(|| format!("{}: cannot be written", file.display()))
}

/// The current activity, on a terminal.
struct EvalProgress(Option<ProgressBar>);

impl EvalProgress {
    fn new() -> Self {
        Self(std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        }))
    }

    fn show(&self, message: String) {
        if let Some(bar) = &self.0 {
            bar.set_message(message);
        }
    }
}

impl Drop for EvalProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
