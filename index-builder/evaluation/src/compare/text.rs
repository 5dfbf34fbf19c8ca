//! A comparison as text.

use std::fmt::Write as _;

use super::super::measures::Measure;
use super::super::table::{Table, figure, probability};
use super::{Change, Comparison, MeasureComparison};

/// The number of questions shown at either end.
const SHOWN: usize = 8;

/// The number of pages shown of a ranking.
const PAGES: usize = 3;

/// The comparison of a row as text.
pub fn changes_text(comparison: &Comparison) -> String {
    let mut out = format!("{}, before and after\n\n", comparison.row);
    let _ = writeln!(out, "{}", measures(comparison));
    let _ = writeln!(out, "{}", sets(comparison));
    push_changes(&mut out, comparison);
    for note in &comparison.notes {
        let _ = writeln!(out, "note: {note}");
    }
    out
}

fn measures(comparison: &Comparison) -> Table {
    let mut table = Table::new(["measure", "before", "after", "difference", "95 %", "p"]);
    for one in &comparison.measures {
        table.push([
            title(one),
            figure(Some(one.before)),
            figure(Some(one.after)),
            format!("{:+.3}", one.after - one.before),
            one.interval.map_or_else(String::new, |interval| {
                format!("{:+.3}..{:+.3}", interval.low, interval.high)
            }),
            probability(Some(one.p)),
        ]);
    }
    table
}

fn title(one: &MeasureComparison) -> String {
    let mut all = Measure::ALL.into_iter();
    let measure = all.find(|measure| measure.key() == one.measure);
    measure.map_or(one.measure, Measure::title).to_owned()
}

fn sets(comparison: &Comparison) -> Table {
    let head = [
        "nDCG@10",
        "before",
        "after",
        "difference",
        "better",
        "worse",
        "unchanged",
        "p",
    ];
    let mut table = Table::new(head);
    for set in &comparison.sets {
        table.push([
            set.set.clone(),
            figure(Some(set.before)),
            figure(Some(set.after)),
            format!("{:+.3}", set.after - set.before),
            set.better.to_string(),
            set.worse.to_string(),
            set.unchanged.to_string(),
            probability(Some(set.p)),
        ]);
    }
    table
}

/// Adds the largest gains and losses, and the number of changed answers.
fn push_changes(out: &mut String, comparison: &Comparison) {
    let moved = || {
        comparison
            .changes
            .iter()
            .filter(|change| change.gain() != 0.0)
    };
    let gains: Vec<&Change> = moved().filter(|change| change.gain() > 0.0).collect();
    let losses: Vec<&Change> = moved().filter(|change| change.gain() < 0.0).rev().collect();
    for (title, changes) in [("largest gains", gains), ("largest losses", losses)] {
        if changes.is_empty() {
            continue;
        }
        let _ = writeln!(out, "{title} ({} in all)\n", changes.len());
        for change in changes.iter().take(SHOWN) {
            push_change(out, change);
        }
        out.push('\n');
    }
    let answers = comparison.changes.iter();
    let answers = answers.filter(|change| change.answers.is_some()).count();
    let _ = writeln!(out, "changed answers: {answers}");
}

fn push_change(out: &mut String, change: &Change) {
    let [before, after] = change.ndcg10.unwrap_or_default();
    let _ = writeln!(
        out,
        "{:+.3}  {before:.3} -> {after:.3}  {} {}: {}",
        change.gain(),
        change.set,
        change.id,
        change.text
    );
    let _ = writeln!(out, "        before: {}", pages(&change.before));
    let _ = writeln!(out, "        after:  {}", pages(&change.after));
}

fn pages(ranking: &[String]) -> String {
    if ranking.is_empty() {
        return "nothing".to_owned();
    }
    let first: Vec<&str> = ranking.iter().take(PAGES).map(String::as_str).collect();
    first.join(", ")
}
