//! `soru eval --compare`.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use super::{Eval, chance, say, write_json};
use crate::eval::{Report, SCHEMA, changes_text, compare};

pub(super) fn run(arguments: &Eval) -> anyhow::Result<()> {
    let [before, after] = arguments.compare.as_slice() else {
        bail!("--compare takes two files");
    };
    let (before, after) = (read(before)?, read(after)?);
    let rows = match arguments.only.as_slice() {
        [] => vec![first_row(&before)?],
        named => named.to_vec(),
    };
    let chance = chance(arguments);
    let comparisons = rows
        .iter()
        .map(|row| compare(&before, &after, row, &chance))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let texts: Vec<String> = comparisons.iter().map(changes_text).collect();
    say(&texts.join("\n"))?;
    if let Some(file) = &arguments.json {
        write_json(file, &comparisons)?;
    }
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<Report> {
    let place = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("{place}: cannot be read"))?;
    let report: Report = serde_json::from_str(&text)
        .with_context(|| format!("{place}: not a report of `soru eval --json`"))?;
    if report.schema != SCHEMA {
        bail!(
            "{place}: a report of schema {}, and this `soru` reads {SCHEMA}; measure again",
            report.schema
        );
    }
    Ok(report)
}

fn first_row(report: &Report) -> anyhow::Result<String> {
    let row = report.sets.first().and_then(|set| set.rows.first());
    Ok(row.context("the first report has no row")?.name.clone())
}
