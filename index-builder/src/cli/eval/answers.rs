//! `soru eval --answers`: judges the answers shown to visitors.

use std::path::Path;

use anyhow::Context;
use soru_evaluation::answers::{AnswerReport, Question, answers_text, details_text, svg};

use super::{Eval, EvalProgress, SiteBuilder, print, write, write_json};
use crate::cli::build::today;
use crate::cli::options;

pub(super) fn run(arguments: &Eval, file: &Path) -> anyhow::Result<()> {
    let place = arguments.site.as_deref();
    let place = place.context("name the site to ask with --answers")?;
    let questions = Question::read(file)?;
    let options = options::of_settings(&arguments.options)?;
    let progress = EvalProgress::new();
    progress.show(format!("building {}", place.display()));
    let site = SiteBuilder::new(arguments).open(place, today()?)?;
    progress.show(format!("asking {} questions", questions.len()));
    let rows = site.ask(&questions, &options, file)?;
    drop(progress);
    print_report(&AnswerReport::new(&name(place), rows), arguments)
}

/// Prints the failures in plain words, then tables.
fn print_report(report: &AnswerReport, arguments: &Eval) -> anyhow::Result<()> {
    print(&answers_text(report))?;
    if arguments.details {
        print(&format!("\n{}", details_text(report)))?;
    }
    if let Some(file) = &arguments.json {
        write_json(file, report)?;
    }
    if let Some(file) = &arguments.plot {
        write(file, &svg(report)?)?;
    }
    Ok(())
}

fn name(site: &Path) -> String {
    let real = site.canonicalize().unwrap_or_else(|_| site.to_owned());
    let last = real.file_name().unwrap_or(real.as_os_str());
    last.to_string_lossy().into_owned()
}
