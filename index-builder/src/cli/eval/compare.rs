//! `soru eval --compare`.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use soru_evaluation::answers::{self, AnswerReport};
use soru_evaluation::{Chance, EvalReport, SCHEMA, changes_text, compare};

use super::{Eval, print, write_json};

pub(super) fn run(arguments: &Eval) -> anyhow::Result<()> {
    let [before, after] = arguments.compare.as_slice() else {
        bail!("--compare takes two files");
    };
    let (before_text, after_text) = (text(before)?, text(after)?);
    match [is_of_answers(&before_text), is_of_answers(&after_text)] {
        [false, false] => {}
        [true, true] => {
            let reports = [answers(before, &before_text)?, answers(after, &after_text)?];
            return compare_answers(&reports, arguments);
        }
        _ => {
            bail!("--compare: only one of the reports is of --answers; measure both the same way")
        }
    }
    let (before, after) = (read(before, &before_text)?, read(after, &after_text)?);
    let rows = match arguments.only.as_slice() {
        [] => vec![first_row(&before)?],
        named => named.to_vec(),
    };
    let chance = Chance::default();
    let comparisons = rows
        .iter()
        .map(|row| compare(&before, &after, row, &chance))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let texts: Vec<String> = comparisons.iter().map(changes_text).collect();
    print(&texts.join("\n"))?;
    if let Some(file) = &arguments.json {
        write_json(file, &comparisons)?;
    }
    Ok(())
}

fn compare_answers([before, after]: &[AnswerReport; 2], arguments: &Eval) -> anyhow::Result<()> {
    let comparison = answers::compare(before, after, &Chance::default())?;
    print(&comparison.text())?;
    if let Some(file) = &arguments.json {
        write_json(file, &comparison)?;
    }
    Ok(())
}

fn text(file: &Path) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("{}: cannot be read", file.display()))
}

/// Whether a report was written by `--answers`.
fn is_of_answers(text: &str) -> bool {
    #[derive(Deserialize)]
    struct ReportKind {
        report: String,
    }
    serde_json::from_str(text).is_ok_and(|kind: ReportKind| kind.report == answers::ANSWERS)
}

fn answers(file: &Path, text: &str) -> anyhow::Result<AnswerReport> {
    let report: AnswerReport = parse(file, text)?;
    known_schema(file, report.schema, answers::SCHEMA)?;
    Ok(report)
}

fn read(file: &Path, text: &str) -> anyhow::Result<EvalReport> {
    let report: EvalReport = parse(file, text)?;
    known_schema(file, report.schema, SCHEMA)?;
    Ok(report)
}

fn parse<T: DeserializeOwned>(file: &Path, text: &str) -> anyhow::Result<T> {
    serde_json::from_str(text)
        .with_context(|| format!("{}: not a report of `soru eval --json`", file.display()))
}

fn known_schema(file: &Path, schema: u32, known: u32) -> anyhow::Result<()> {
    if schema != known {
        bail!(
            "{}: the report has schema {schema}, but this `soru` reads {known}; measure again",
            file.display()
        );
    }
    Ok(())
}

fn first_row(report: &EvalReport) -> anyhow::Result<String> {
    let row = report.sets.first().and_then(|set| set.rows.first());
    Ok(row
        .context("the first report has no row")?
        .figures
        .name
        .clone())
}
