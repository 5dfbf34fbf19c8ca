//! `soru eval`: judges answers, measures rankings, compares two measurements, tunes.

mod answers;
mod arguments;
mod calibrate;
mod compare;
mod measure;
mod tune;

use std::fs;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use serde::Serialize;

pub(super) use self::arguments::Eval;
use super::{DONE, print};
use crate::build::EncoderOptions;
use crate::eval::{AsFacts, Chance, Files, Origin};
use crate::project::WantedEncoder;

pub(super) fn run(arguments: &Eval) -> anyhow::Result<u8> {
    if !arguments.compare.is_empty() {
        compare::run(arguments)?;
    } else if let Some(questions) = &arguments.answers {
        answers::run(arguments, questions)?;
    } else if !arguments.calibrate.is_empty() {
        calibrate::run(arguments)?;
    } else if arguments.tune {
        tune::run(arguments)?;
    } else {
        measure::run(arguments)?;
    }
    Ok(DONE)
}

fn chance(arguments: &Eval) -> Chance {
    Chance {
        seed: arguments.seed,
        ..Chance::default()
    }
}

fn encoder(arguments: &Eval) -> EncoderOptions {
    EncoderOptions {
        wanted: arguments.encoder.as_deref().map(WantedEncoder::of_argument),
        table: arguments.table.clone(),
        cache: arguments.cache.clone(),
        on_progress: None,
    }
}

fn origins(arguments: &Eval) -> anyhow::Result<Vec<Origin>> {
    let folder = |folder: &PathBuf| Origin::Folder {
        folder: folder.clone(),
        as_facts: arguments.as_facts.then(|| AsFacts {
            phrasings: arguments.phrasings.map(NonZeroUsize::get),
            strangers: arguments.strangers.clone(),
        }),
        encoder: encoder(arguments),
    };
    let mut origins: Vec<Origin> = arguments.sets.iter().map(folder).collect();
    if let (Some(folder), Some(questions)) = (&arguments.site, &arguments.questions) {
        let files = Files {
            questions: questions.clone(),
            qrels: arguments.qrels.clone(),
            answers: arguments.gold.clone(),
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
