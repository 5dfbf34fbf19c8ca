//! The report as tables.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::calibration::Calibration;
use super::super::table::{NOTHING, Table, figure};
use super::coverage::thinned;
use super::figures::{Figures, share};
use super::report::{AnswerReport, LEVELS};
use super::rows::State;

/// The number of rows of the table of precision against coverage.
const LINES: usize = 20;

const LEGEND: &str = "\
right, partly, wrong, none: shares of the questions with an answer on the site. refused: share of the others.
precision: share of the answers shown that are right; an answer to a question without one on the site is
wrong. first, three: the first page, or one of the first three, contains the answer. seen: the answer
shown or one of three excerpts contains it.
ECE: expected calibration error in ten bins of confidence: the difference between the share of right
answers and the confidence. Over all questions, a question without an answer counts as not right.
coverage: share of all questions with an answer of at least this confidence.
";

/// The report as tables, with explanations of the figures.
pub fn details_text(report: &AnswerReport) -> String {
    let mut out = String::new();
    let mut push = |table: Table| {
        let _ = writeln!(out, "{table}");
    };
    push(questions("questions", &[("all", &report.figures)]));
    push(questions("kind", &named(&report.by_kind)));
    push(questions("language", &named(&report.by_language)));
    let levels = LEVELS.map(|level| (level, report.by_level.get(level)));
    push(shown("shown, by confidence", &levels));
    let states = [State::Fact, State::Passage].map(State::name);
    let states = states.map(|state| (state, report.by_state.get(state)));
    push(shown("shown, by what it is", &states));
    push(calibration(report));
    push(coverage(report));
    out + LEGEND
}

fn named(groups: &BTreeMap<String, Figures>) -> Vec<(&str, &Figures)> {
    let groups = groups.iter();
    groups
        .map(|(name, figures)| (name.as_str(), figures))
        .collect()
}

fn questions(title: &str, groups: &[(&str, &Figures)]) -> Table {
    let head = [
        title,
        "questions",
        "right",
        "partly",
        "wrong",
        "none",
        "refused",
        "precision",
        "first",
        "three",
        "seen",
    ];
    let mut table = Table::new(head);
    for (name, figures) in groups {
        let of_answerable = |part: usize| figure(share(part, figures.answerable));
        table.push([
            (*name).to_owned(),
            figures.questions().to_string(),
            of_answerable(figures.right),
            of_answerable(figures.partly),
            of_answerable(figures.wrong),
            of_answerable(figures.none),
            figure(share(figures.refused, figures.unanswerable)),
            figure(figures.precision()),
            of_answerable(figures.first),
            of_answerable(figures.three),
            of_answerable(figures.seen),
        ]);
    }
    table
}

fn shown(title: &str, groups: &[(&str, Option<&Figures>)]) -> Table {
    let head = [
        title,
        "answers",
        "right",
        "partly",
        "wrong",
        "answered in vain",
        "precision",
    ];
    let mut table = Table::new(head);
    for (name, figures) in groups {
        let figures = figures.copied().unwrap_or_default();
        table.push([
            (*name).to_owned(),
            figures.shown().to_string(),
            figures.right.to_string(),
            figures.partly.to_string(),
            figures.wrong.to_string(),
            figures.answered.to_string(),
            figure(figures.precision()),
        ]);
    }
    table
}

/// The bins of both diagrams side by side.
fn calibration(report: &AnswerReport) -> Table {
    let diagrams = [&report.calibration, &report.calibration_of_all];
    let head = [
        "confidence",
        "shown",
        "mean",
        "right",
        "all questions",
        "mean",
        "right",
    ];
    let mut table = Table::new(head);
    let bins = report
        .calibration_of_all
        .as_ref()
        .map_or(0, |all| all.bins.len());
    for at in 0..bins {
        let (low, high) = (at as f64 / bins as f64, (at + 1) as f64 / bins as f64);
        let cells = diagrams.map(|diagram| bin(diagram.as_ref(), at));
        let name = std::iter::once(format!("{low:.1} to {high:.1}"));
        table.push(name.chain(cells.into_iter().flatten()));
    }
    let [shown, all] = diagrams.map(|one| figure(one.as_ref().map(|one| one.error)));
    let nothing = NOTHING.to_owned();
    table.push([
        "ECE".to_owned(),
        nothing.clone(),
        nothing.clone(),
        shown,
        nothing.clone(),
        nothing,
        all,
    ]);
    table
}

/// A bin's count, its mean confidence and the share that is right.
fn bin(diagram: Option<&Calibration>, at: usize) -> [String; 3] {
    let bin = diagram.and_then(|diagram| diagram.bins.get(at));
    let of = |value: fn(&super::super::calibration::Bin) -> f64| {
        figure(bin.filter(|bin| bin.count > 0).map(value))
    };
    [
        bin.map_or(0, |bin| bin.count).to_string(),
        of(|bin| bin.confidence),
        of(|bin| bin.right),
    ]
}

fn coverage(report: &AnswerReport) -> Table {
    let head = [
        "confidence at least",
        "coverage",
        "answers",
        "right",
        "precision",
        "right of answerable",
    ];
    let mut table = Table::new(head);
    for point in thinned(&report.coverage, LINES) {
        table.push([
            format!("{:.3}", point.confidence),
            figure(Some(point.coverage)),
            point.shown.to_string(),
            point.right.to_string(),
            figure(Some(point.precision)),
            figure(share(point.right, report.figures.answerable)),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::figures::tests::row;
    use super::super::rows::Verdict;
    use super::*;

    #[test]
    fn tables_list_shares_precision_calibration_and_coverage() {
        let rows = vec![
            row("a", Verdict::Right, 0.95),
            row("b", Verdict::Wrong, 0.55),
            row("c", Verdict::Answered, 0.55),
            row("d", Verdict::Refused, 0.05),
        ];
        let text = details_text(&AnswerReport::new("site", rows));
        let lines: Vec<String> = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        for line in [
            "all 4 0.500 0.000 0.500 0.000 0.500 0.333 0.500 0.500 0.500",
            "high 3 1 0 1 1 0.333",
            "low 0 0 0 0 0 -",
            "passage 3 1 0 1 1 0.333",
            "0.5 to 0.6 2 0.550 0.000 2 0.550 0.000",
            "0.0 to 0.1 0 - - 1 0.050 0.000",
            "0.950 0.250 1 1 1.000 0.500",
            "0.550 0.750 3 1 0.333 0.500",
        ] {
            assert!(lines.iter().any(|own| own == line), "{line}: {text}");
        }
        assert!(text.lines().all(|line| line.chars().count() <= 110));
    }
}
