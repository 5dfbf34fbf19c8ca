//! `soru eval`.

use std::fs;
use std::io::IsTerminal;

use anyhow::{Context, bail};
use soru::settings::Value;

use super::arguments::Eval;
use super::build::today;
use super::{DONE, say};
use crate::bundle::Bundle;
use crate::eval::{
    Chance, Files, LabelledSet, Measured, Origin, Row, RowSummary, SetSummary, json, mean_over,
    measure, rows, summarise, text,
};

pub(super) fn run(arguments: &Eval) -> anyhow::Result<u8> {
    let chance = Chance {
        seed: arguments.seed,
        ..Chance::default()
    };
    let own = own_rows(&arguments.rows)?;
    let measured: Vec<Measured> = origins(arguments)?
        .iter()
        .map(|origin| measure_one(origin, &own, arguments))
        .collect::<anyhow::Result<_>>()?;
    let sets: Vec<SetSummary> = measured.iter().map(|one| summarise(one, &chance)).collect();
    let (names, mean) = headline(&measured, &sets, &chance);
    say(&text(&sets, &mean))?;
    if let Some(file) = &arguments.json {
        let over = Some((names, mean.as_slice())).filter(|(_, mean)| !mean.is_empty());
        let report = json(&measured, &sets, over, chance);
        fs::write(file, serde_json::to_string(&report)? + "\n")
            .with_context(|| format!("{}: cannot be written", file.display()))?;
    }
    Ok(DONE)
}

fn origins(arguments: &Eval) -> anyhow::Result<Vec<Origin>> {
    let folders = arguments.sets.iter().cloned().map(Origin::Folder);
    let mut origins: Vec<Origin> = folders.collect();
    if let (Some(folder), Some(questions)) = (&arguments.bundle, &arguments.questions) {
        let files = Files {
            questions: questions.clone(),
            qrels: arguments.qrels.clone(),
            answers: arguments.answers.clone(),
        };
        origins.push(Origin::Bundle {
            folder: folder.clone(),
            files,
        });
    }
    if origins.is_empty() {
        bail!("nothing to measure: name a bundle with its --questions, or a folder with --set");
    }
    Ok(origins)
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

fn measure_one(origin: &Origin, own: &[Row], arguments: &Eval) -> anyhow::Result<Measured> {
    let set = LabelledSet::open(origin, today()?)?;
    let site = Bundle::open(&set.bundle)?;
    let listed = rows(site.engine().configuration());
    let chosen = chosen(listed, own, &arguments.only)?;
    let progress = Progress::new();
    let name = set.name.clone();
    let measured = measure(set, &chosen, |row| progress.show(&format!("{name}: {row}")));
    progress.end();
    measured
}

/// The rows that were asked for; own ones always are.
fn chosen(listed: Vec<Row>, own: &[Row], only: &[String]) -> anyhow::Result<Vec<Row>> {
    let mut rows = listed;
    for row in own {
        if rows.iter().any(|other| other.name == row.name) {
            bail!("--row `{}`: there is such a row already", row.name);
        }
        rows.push(row.clone());
    }
    if let Some(unknown) = only
        .iter()
        .find(|name| !rows.iter().any(|row| row.name == **name))
    {
        let known: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        bail!(
            "--only `{unknown}`: there is no such row; there are {}",
            known.join(", ")
        );
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

/// What is being measured, on a terminal.
struct Progress(Option<indicatif::ProgressBar>);

impl Progress {
    fn new() -> Self {
        Self(std::io::stderr().is_terminal().then(|| {
            let bar = indicatif::ProgressBar::new_spinner();
            bar.enable_steady_tick(std::time::Duration::from_millis(100));
            bar
        }))
    }

    fn show(&self, message: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(message.to_owned());
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
