//! `soru eval` without a mode: the table.

use std::path::Path;

use anyhow::{Context, bail};
use soru::settings::Value;
use soru_evaluation::{
    Chance, LabelledSet, Measured, Origin, Row, RowSummary, SetSummary, Source, closing_text, json,
    mean_over, measure, rows, set_text, summarise, svg,
};

use super::{Eval, EvalProgress, SiteBuilder, origins, print, write, write_json};
use crate::cli::build::today;

pub(super) fn run(arguments: &Eval) -> anyhow::Result<()> {
    let chance = Chance::default();
    let own = own_rows(&arguments.rows)?;
    let chosen = chosen(&own, &arguments.only)?;
    let mut measured: Vec<Measured> = Vec::new();
    let mut sets: Vec<SetSummary> = Vec::new();
    for origin in origins(arguments)? {
        let one = measure_one(&origin, &chosen, arguments)?;
        let summary = summarise(&one, &chance);
        print(&set_text(&summary))?;
        measured.push(one);
        sets.push(summary);
    }
    let (names, mean) = headline(&measured, &sets, &chance);
    print(&closing_text(&sets, &mean))?;
    if let Some(file) = &arguments.json {
        let over = Some((names.clone(), mean.as_slice())).filter(|(_, mean)| !mean.is_empty());
        write_json(file, &json(&measured, &sets, over, chance))?;
    }
    if let Some(file) = &arguments.plot {
        write(file, &picture(&sets, &names, &mean)?)?;
    }
    Ok(())
}

/// The mean over the sets of one language if there is one, otherwise the first set.
fn picture(sets: &[SetSummary], names: &[String], mean: &[RowSummary]) -> anyhow::Result<String> {
    match sets.first() {
        Some(first) if mean.is_empty() => svg(
            &format!("{}: {} questions", first.name, first.questions),
            &first.rows,
        ),
        _ => svg(&format!("Mean over {} sets", names.len()), mean),
    }
}

/// `NAME={"retriever": "tf"}`.
fn own_rows(written: &[String]) -> anyhow::Result<Vec<Row>> {
    let row = |written: &String| {
        let (name, options) = written.split_once('=').with_context(|| {
            format!("--row `{written}`: it must be NAME=OPTIONS, with options as for ask()")
        })?;
        let options: Value = serde_json::from_str(options)
            .with_context(|| format!("--row `{name}`: its options are not JSON"))?;
        if !matches!(options, Value::Map(_)) {
            bail!("--row `{name}`: its options must be an object, such as {{\"topK\": 3}}");
        }
        Ok(Row::own(name.trim(), options))
    };
    written.iter().map(row).collect()
}

fn measure_one(origin: &Origin, rows: &[Row], arguments: &Eval) -> anyhow::Result<Measured> {
    let builder = SiteBuilder::new(arguments);
    let build = |site: &Source, out: &Path| builder.build(site, out);
    let set = LabelledSet::open(origin, &build, today()?)?;
    let progress = EvalProgress::new();
    let name = set.name.clone();
    measure(set, rows, |row| progress.show(format!("{name}: {row}")))
}

/// The requested rows; the user's own ones are always included.
fn chosen(own: &[Row], only: &[String]) -> anyhow::Result<Vec<Row>> {
    let mut rows = rows();
    for row in own {
        if rows.iter().any(|other| other.name == row.name) {
            bail!(
                "--row `{}`: this row exists already; choose another name",
                row.name
            );
        }
        rows.push(row.clone());
    }
    if let Some(unknown) = only
        .iter()
        .find(|name| !rows.iter().any(|row| row.name == **name))
    {
        let known: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        let known = known.join(", ");
        bail!("--only `{unknown}`: no such row; the rows are {known}");
    }
    rows.retain(|row| only.is_empty() || row.is_own || only.contains(&row.name));
    Ok(rows)
}

/// The mean over the sets of one language, if there are several.
fn headline(
    measured: &[Measured],
    sets: &[SetSummary],
    chance: &Chance,
) -> (Vec<String>, Vec<RowSummary>) {
    let single: Vec<(&Measured, &SetSummary)> = measured
        .iter()
        .zip(sets)
        .filter(|(_, set)| !set.is_multilingual())
        .collect();
    if single.len() < 2 {
        return (Vec::new(), Vec::new());
    }
    let names = single.iter().map(|(_, set)| set.name.clone()).collect();
    let measured: Vec<&Measured> = single.iter().map(|(measured, _)| *measured).collect();
    (names, mean_over(&measured, chance))
}
