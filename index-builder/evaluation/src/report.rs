//! The report as text: two tables per set, as soon as it is measured, and two over all sets.

use std::fmt::Write as _;

use super::measures::Measure;
use super::run::SkippedRow;
use super::summary::{RowSummary, SetSummary};
use super::table::{NOTHING, Table, figure, probability};

/// The title of the headline: the mean over the sets of one language.
const HEADLINE: &str = "mean over single-language sets";

/// The maximum number of wrong facts listed per set; the JSON report has them all.
const WRONG_FACTS: usize = 10;

/// The report on one set.
pub fn set_text(set: &SetSummary) -> String {
    let mut out = String::new();
    push_set(&mut out, set);
    out
}

/// Returns the report on all sets: the mean over the sets of one language, if there are several,
/// and explanations of the figures.
pub fn closing_text(sets: &[SetSummary], mean: &[RowSummary]) -> String {
    let mut out = String::new();
    if sets.len() > 1 {
        push_overview(&mut out, sets, mean);
    }
    push_legend(&mut out, sets, mean);
    out
}

fn push_set(out: &mut String, set: &SetSummary) {
    let _ = writeln!(out, "{}: {}\n", set.name, described(set));
    push_tables(out, &set.rows);
    for [question, fact] in set.wrong_facts.iter().take(WRONG_FACTS) {
        let _ = writeln!(out, "wrong fact: {question} -> {fact}");
    }
    for SkippedRow { row, reason } in &set.skipped {
        let _ = writeln!(out, "not measured: {row}: {reason}");
    }
    for warning in &set.warnings {
        let _ = writeln!(out, "warning: {warning}");
    }
    out.push('\n');
}

fn described(set: &SetSummary) -> String {
    let mut parts = vec![
        format!("{} pages in {}", set.pages, set.languages.join(" and ")),
        format!("{} questions", set.questions),
    ];
    if set.ranked < set.questions {
        parts.push(format!("{} with known pages", set.ranked));
    }
    if set.unanswerable > 0 {
        parts.push(format!("{} unanswerable", set.unanswerable));
    }
    parts.join(", ")
}

fn push_tables(out: &mut String, rows: &[RowSummary]) {
    let _ = writeln!(out, "{}", rankings(rows));
    let _ = write!(out, "{}", answers(rows));
}

fn rankings(rows: &[RowSummary]) -> Table {
    const REST: [Measure; 8] = [
        Measure::Ndcg3,
        Measure::Mrr10,
        Measure::Hit1,
        Measure::Hit3,
        Measure::Recall10,
        Measure::NoResult,
        Measure::OwnLanguage1,
        Measure::EveryLanguage10,
    ];
    let head = ["pages", Measure::Ndcg10.title(), "95 %", "p"];
    let mut table = Table::new(head.into_iter().chain(REST.map(Measure::title)));
    for row in rows {
        let main = row.estimate(Measure::Ndcg10);
        let interval = main.map_or_else(
            || NOTHING.to_owned(),
            |one| format!("{:.3}..{:.3}", one.interval.low, one.interval.high),
        );
        let cells = [
            row.name.clone(),
            figure(main.map(|one| one.value)),
            interval,
            probability(main.and_then(|one| one.p)),
        ];
        let rest = REST.map(|measure| figure(row.value(measure)));
        table.push(cells.into_iter().chain(rest));
    }
    table.without_empty_columns()
}

fn answers(rows: &[RowSummary]) -> Table {
    const FIGURES: [Measure; 8] = [
        Measure::Router,
        Measure::RightFact,
        Measure::WrongFact,
        Measure::Refused,
        Measure::Answered,
        Measure::Right,
        Measure::CalibrationError,
        Measure::Aurc,
    ];
    let head = std::iter::once("answers").chain(FIGURES.map(Measure::title));
    let mut table = Table::new(head.chain(["p50 ms", "p95 ms"]));
    for row in rows {
        let figures = FIGURES.map(|measure| figure(row.value(measure)));
        let times = [row.latency.p50, row.latency.p95].map(|time| format!("{time:.2}"));
        let name = std::iter::once(row.name.clone());
        table.push(name.chain(figures).chain(times));
    }
    table.without_empty_columns()
}

fn push_overview(out: &mut String, sets: &[SetSummary], mean: &[RowSummary]) {
    let _ = writeln!(out, "nDCG@10 by set\n");
    let rows = sets.first().map_or(&[][..], |set| set.rows.as_slice());
    let mut table =
        Table::new(std::iter::once("set").chain(rows.iter().map(|row| row.name.as_str())));
    for set in sets {
        let cell = |row: &RowSummary| {
            let same = set.rows.iter().find(|other| other.name == row.name);
            figure(same.and_then(|row| row.value(Measure::Ndcg10)))
        };
        table.push(std::iter::once(set.name.clone()).chain(rows.iter().map(cell)));
    }
    let _ = writeln!(out, "{table}");
    if mean.is_empty() {
        return;
    }
    let single = sets.iter().filter(|set| !set.is_multilingual()).count();
    let _ = writeln!(out, "{HEADLINE} ({single})\n");
    push_tables(out, mean);
}

fn push_legend(out: &mut String, sets: &[SetSummary], mean: &[RowSummary]) {
    let rows = || sets.iter().flat_map(|set| &set.rows).chain(mean);
    let mut line = |text: &str| {
        let _ = writeln!(out, "{text}");
    };
    if let Some(first) = rows().next() {
        line(&format!(
            "95 %: bootstrap interval over questions. p: paired randomisation test against \
             `{}`.",
            first.name
        ));
    }
    for (measure, meaning) in LEGEND {
        if rows().any(|row| row.estimate(measure).is_some()) {
            line(&format!("{}: {meaning}", measure.title()));
        }
    }
}

const LEGEND: [(Measure, &str); 10] = [
    (
        Measure::NoResult,
        "share of questions for which no page was found",
    ),
    (
        Measure::OwnLanguage1,
        "share with a page in the question's language first",
    ),
    (
        Measure::EveryLanguage10,
        "share with a relevant page of every language among ten",
    ),
    (
        Measure::RightFact,
        "share of the questions with a fact that got it as the answer",
    ),
    (Measure::WrongFact, "share answered with a wrong fact"),
    (
        Measure::Refused,
        "share of unanswerable questions that got no answer",
    ),
    (
        Measure::Answered,
        "share of answerable questions that got an answer",
    ),
    (Measure::Right, "share of answers that are right"),
    (
        Measure::CalibrationError,
        "expected calibration error of the answers' confidence",
    ),
    (
        Measure::Aurc,
        "area under the risk-coverage curve, lower is better",
    ),
];
