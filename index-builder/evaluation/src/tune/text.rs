//! The result of tuning as text.

use std::fmt::Write as _;

use soru::settings::Value;

use super::super::measures::mean;
use super::super::table::{Table, figure};
use super::{HeldOut, Tuned};

/// The result of tuning as text.
#[must_use]
pub fn tuned_text(tuned: &Tuned) -> String {
    let measure = &tuned.measure;
    let mut out = format!("{measure} of each set, with the settings chosen on the others\n\n");
    let _ = writeln!(out, "{}", held_out(tuned));
    for one in &tuned.held_out {
        let _ = writeln!(out, "without {}: {}", one.set, written(&one.chosen));
    }
    let _ = writeln!(
        out,
        "\nchosen on all sets, {} choices tried: {measure} {:.4} -> {:.4} on the sets that it was \
         chosen on\n",
        tuned.tried, tuned.before, tuned.after
    );
    match tuned.chosen.as_slice() {
        [] => out.push_str("the defaults\n"),
        chosen => chosen.iter().for_each(|(option, value)| {
            let _ = writeln!(out, "{option} = {}", plain(value));
        }),
    }
    out
}

fn held_out(tuned: &Tuned) -> Table {
    let mut table = Table::new(["held out", "defaults", "tuned", "difference"]);
    let mut push = |name: &str, before: f64, after: f64| {
        table.push([
            name.to_owned(),
            figure(Some(before)),
            figure(Some(after)),
            format!("{:+.4}", after - before),
        ]);
    };
    for one in &tuned.held_out {
        push(&one.set, one.before, one.after);
    }
    let over =
        |side: fn(&HeldOut) -> f64| mean(tuned.held_out.iter().map(side)).unwrap_or_default();
    push("mean", over(|one| one.before), over(|one| one.after));
    table
}

fn written(chosen: &[(String, Value)]) -> String {
    if chosen.is_empty() {
        return "the defaults".to_owned();
    }
    let pairs = chosen.iter();
    let pairs: Vec<String> = pairs
        .map(|(option, value)| format!("{option} = {}", plain(value)))
        .collect();
    pairs.join(", ")
}

/// A value in the form common to TOML and JSON.
fn plain(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
