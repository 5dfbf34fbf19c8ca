//! `soru eval --calibrate`.

use std::path::{Path, PathBuf};

use anyhow::bail;
use jiff::civil::Date;
use soru::settings::Value;
use soru_evaluation::answers::{AnswerRow, Question};
use soru_evaluation::{calibrate, calibrated_text};

use super::{Eval, EvalProgress, SiteBuilder, print, write_json};
use crate::cli::build::today;
use crate::cli::options;

/// Options that show every passage with its own confidence, because passages below the thresholds
/// are examples too.
const EVERYTHING: [&str; 3] = [
    "answer.min_confidence=0",
    "answer.min_relevance=0",
    "answer.confidence.asserted=0",
];

pub(super) fn run(arguments: &Eval) -> anyhow::Result<()> {
    let everything = EVERYTHING.map(str::to_owned);
    let settings = [&arguments.options[..], &everything].concat();
    let options = options::of_settings(&settings)?;
    let today = today()?;
    let builder = SiteBuilder::new(arguments);
    let progress = EvalProgress::new();
    let mut sites = Vec::new();
    for pair in arguments.calibrate.chunks_exact(2) {
        let name = name(&pair[0]);
        progress.show(format!("asking {name}"));
        sites.push((name, ask(&pair[0], &pair[1], &builder, &options, today)?));
    }
    drop(progress);
    let calibrated = calibrate(&sites, arguments.precision)?;
    print(&calibrated_text(&calibrated))?;
    if let Some(file) = &arguments.json {
        write_json(file, &calibrated)?;
    }
    Ok(())
}

/// The last two parts of a path, which distinguish `httpd/en` from `httpd/tr`.
fn name(place: &Path) -> String {
    let parts: Vec<_> = place.components().collect();
    let last = &parts[parts.len().saturating_sub(2)..];
    last.iter().collect::<PathBuf>().display().to_string()
}

fn ask(
    place: &Path,
    file: &Path,
    builder: &SiteBuilder,
    options: &Value,
    today: Date,
) -> anyhow::Result<Vec<AnswerRow>> {
    let questions = Question::read(file)?;
    if !questions.iter().any(Question::is_labelled) {
        bail!(
            "{}: no question has labels; add `must` with the contents of a right answer, or the \
             kind `unanswerable` where the site has no answer",
            file.display()
        );
    }
    builder.open(place, today)?.ask(&questions, options, file)
}
