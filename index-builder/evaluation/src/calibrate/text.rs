//! The result of a calibration as text, with the lines for `soru.toml` at its end.

use std::fmt::Write as _;

use super::super::table::{NOTHING, Table, figure};
use super::thresholds::{Asserted, mean};
use super::{Calibrated, CalibratedSite};

/// Explanation of the columns of the first table.
const LEGEND: &str = "\
Each site is measured with weights and a threshold fitted on the others. facts: questions that a fact
answers, which count nowhere else. right: share of all passages; ECE: expected calibration error
over them. from: that threshold; precision and coverage: of the answers asserted at that threshold.
";

/// Explanation of the columns of the other tables.
const SHARES: &str = "\
coverage: share of all questions; precision: share of asserted answers that are right; right, partly,
wrong: shares of the questions with an answer on the site; in vain: share of the others that got one.
";

const HEAD: [&str; 7] = [
    "confidence",
    "coverage",
    "precision",
    "right",
    "partly",
    "wrong",
    "in vain",
];

/// Tables and lines for `soru.toml`.
pub fn calibrated_text(calibrated: &Calibrated) -> String {
    let mut out = format!("{}\n{LEGEND}\n", overview(&calibrated.sites));
    for site in &calibrated.sites {
        let _ = writeln!(out, "{}", thresholds(&site.name, &site.thresholds));
    }
    let _ = writeln!(
        out,
        "{}",
        thresholds("Mean over sites", &calibrated.thresholds)
    );
    let _ = writeln!(out, "{SHARES}\n{}", suggestion(calibrated));
    out + &lines(calibrated)
}

fn overview(sites: &[CalibratedSite]) -> Table {
    let mut table = Table::new([
        "site",
        "questions",
        "facts",
        "passages",
        "right",
        "ECE",
        "from",
        "precision",
        "coverage",
    ]);
    for site in sites {
        let counts = [site.questions, site.facts, site.passages].map(|count| count.to_string());
        let shares = shares(site).map(figure);
        let name = std::iter::once(site.name.clone());
        table.push(name.chain(counts).chain(shares));
    }
    let nothing = || NOTHING.to_owned();
    let means = (0..5).map(|at| figure(mean(sites.iter().map(|site| shares(site)[at]))));
    let name = ["mean".to_owned(), nothing(), nothing(), nothing()];
    table.push(name.into_iter().chain(means));
    table
}

/// The figures of a site in the overview.
fn shares(site: &CalibratedSite) -> [Option<f64>; 5] {
    let chosen = site.chosen.as_ref();
    [
        site.right,
        site.error,
        chosen.map(|chosen| chosen.threshold),
        chosen.and_then(|chosen| chosen.precision),
        chosen.and_then(|chosen| chosen.coverage),
    ]
}

fn thresholds(name: &str, thresholds: &[Asserted]) -> String {
    let mut table = Table::new(HEAD);
    for asserted in thresholds {
        let shares = [
            asserted.coverage,
            asserted.precision,
            asserted.right,
            asserted.partly,
            asserted.wrong,
            asserted.answered,
        ];
        let threshold = format!("from {:.2}", asserted.threshold);
        table.push(std::iter::once(threshold).chain(shares.map(figure)));
    }
    format!("{name}\n{table}")
}

fn suggestion(calibrated: &Calibrated) -> String {
    let rate = 100.0 * calibrated.precision;
    match calibrated.min_confidence {
        Some(threshold) => format!(
            "At a threshold of {threshold:.2}, {rate:.0} % of the asserted answers are right (mean over held-out \
             sites).\n"
        ),
        None => format!(
            "No threshold makes {rate:.0} % of the asserted answers right (mean over held-out sites); choose a \
             lower --precision.\n"
        ),
    }
}

fn lines(calibrated: &Calibrated) -> String {
    let mut out = String::new();
    if let Some(threshold) = calibrated.min_confidence {
        let _ = writeln!(out, "[answer]\nmin_confidence = {threshold:.2}\n");
    }
    out.push_str("[answer.confidence.calibrated]\n");
    for (name, weight) in &calibrated.weights {
        let _ = writeln!(out, "{name} = {weight:.2}");
    }
    out
}
