//! Compares two reports: changed figures, and questions whose verdict changed.
//!
//! Questions are matched by id and text. The p-value of a share comes from the paired randomisation
//! test ([`Chance`]). For a share of questions, this is the sign test of the changed questions,
//! sampled instead of enumerated.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::bail;
use serde::Serialize;

use super::super::significance::Chance;
use super::super::table::{Table, figure, probability};
use super::figures::Figures;
use super::report::AnswerReport;
use super::rows::{AnswerRow, Verdict};

/// The differences between two reports, on their common questions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnswerComparison {
    /// Number of common questions.
    pub questions: usize,
    /// The figures.
    pub figures: Vec<FigureChange>,
    /// The questions whose verdict changed, in the order of the first report.
    pub verdicts: Vec<VerdictChange>,
    /// Warnings, such as questions that only one report has.
    pub notes: Vec<String>,
}

/// A figure before and after.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FigureChange {
    /// Its name.
    pub figure: &'static str,
    /// In the first report; none if no question contributes to it.
    pub before: Option<f64>,
    /// In the second.
    pub after: Option<f64>,
    /// The probability of so large a difference if both were equally good; none for a figure that
    /// is not a share of the same questions.
    pub p: Option<f64>,
}

/// A question whose verdict changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VerdictChange {
    /// The question's id.
    pub id: String,
    /// The question's text.
    pub text: String,
    /// The first verdict.
    pub before: Verdict,
    /// The second.
    pub after: Verdict,
    /// The shown answers of the first and of the second report.
    pub shown: [Option<String>; 2],
}

/// Returns whether a question counts in a share; none if the share does not apply to it.
type Adds = fn(&AnswerRow) -> Option<bool>;

/// The figures that are shares of questions, each with a question's contribution.
const SHARES: [(&str, Adds); 8] = [
    ("right", |row| of_answerable(row, Verdict::Right)),
    ("partly", |row| of_answerable(row, Verdict::Partly)),
    ("wrong", |row| of_answerable(row, Verdict::Wrong)),
    ("none", |row| of_answerable(row, Verdict::None)),
    ("refused", |row| {
        let is_refused = row.verdict == Some(Verdict::Refused);
        row.question.unanswerable.then_some(is_refused)
    }),
    ("first", |row| row.in_first),
    ("three", |row| row.in_three),
    ("seen", |row| row.seen),
];

fn of_answerable(row: &AnswerRow, verdict: Verdict) -> Option<bool> {
    row.is_answerable().then_some(row.verdict == Some(verdict))
}

/// Compares two reports.
///
/// # Errors
/// If they have no labelled question in common.
pub fn compare(
    before: &AnswerReport,
    after: &AnswerReport,
    chance: &Chance,
) -> anyhow::Result<AnswerComparison> {
    let pairs = pairs(before, after);
    if pairs.is_empty() {
        bail!("the two reports share no labelled question");
    }
    let all = before.rows.len().max(after.rows.len());
    let mut notes = Vec::new();
    if pairs.len() < all {
        notes.push(format!(
            "{} of {all} questions are labelled and in both reports",
            pairs.len()
        ));
    }
    Ok(AnswerComparison {
        questions: pairs.len(),
        figures: figures(&pairs, chance),
        verdicts: pairs.iter().filter_map(changed).collect(),
        notes,
    })
}

type Pair<'r> = [&'r AnswerRow; 2];

fn pairs<'r>(before: &'r AnswerReport, after: &'r AnswerReport) -> Vec<Pair<'r>> {
    fn key(row: &AnswerRow) -> (&str, &str) {
        (&row.question.id, &row.question.text)
    }
    let judged = |row: &&AnswerRow| row.verdict.is_some();
    let after = after.rows.iter().filter(judged);
    let after: BTreeMap<_, &AnswerRow> = after.map(|row| (key(row), row)).collect();
    let before = before.rows.iter().filter(judged);
    before
        .filter_map(|row| Some([row, *after.get(&key(row))?]))
        .collect()
}

fn figures(pairs: &[Pair<'_>], chance: &Chance) -> Vec<FigureChange> {
    let mut figures: Vec<FigureChange> = SHARES
        .iter()
        .map(|(name, adds)| share(name, *adds, pairs, chance))
        .collect();
    let [before, after] = [0, 1].map(|side| {
        let rows = pairs.iter().map(|pair| pair[side]);
        AnswerReport::new("", rows.cloned().collect())
    });
    let both = |of: fn(&AnswerReport) -> Option<f64>| [of(&before), of(&after)];
    for (figure, [before, after]) in [
        ("precision", both(|one| Figures::precision(&one.figures))),
        ("ECE", both(|one| Some(one.calibration.as_ref()?.error))),
        (
            "ECE of all",
            both(|one| Some(one.calibration_of_all.as_ref()?.error)),
        ),
    ] {
        figures.push(FigureChange {
            figure,
            before,
            after,
            p: None,
        });
    }
    figures
}

fn share(name: &'static str, adds: Adds, pairs: &[Pair<'_>], chance: &Chance) -> FigureChange {
    let number = |row: &AnswerRow| Some(f64::from(u8::from(adds(row)?)));
    let both = pairs.iter().filter_map(|[before, after]| {
        let (before, after) = (number(before)?, number(after)?);
        Some([before, after])
    });
    let both: Vec<[f64; 2]> = both.collect();
    let mean = |side: usize| super::super::measures::mean(both.iter().map(|pair| pair[side]));
    let differences: Vec<f64> = both.iter().map(|[before, after]| after - before).collect();
    FigureChange {
        figure: name,
        before: mean(0),
        after: mean(1),
        p: (!both.is_empty()).then(|| chance.p_value(&[differences])),
    }
}

fn changed([before, after]: &Pair<'_>) -> Option<VerdictChange> {
    let (first, second) = (before.verdict?, after.verdict?);
    (first != second).then(|| VerdictChange {
        id: before.question.id.clone(),
        text: before.question.text.clone(),
        before: first,
        after: second,
        shown: [before, after].map(|row| row.shown.shown.clone()),
    })
}

impl AnswerComparison {
    /// The comparison as text: figures, then questions with a better verdict, then with a worse
    /// one.
    pub fn text(&self) -> String {
        let mut table = Table::new(["figure", "before", "after", "difference", "p"]);
        for one in &self.figures {
            let difference = one.before.zip(one.after).map(|(before, after)| {
                // Avoids -0.000, which would look like a loss.
                format!("{:+.3}", after - before + 0.0)
            });
            table.push([
                one.figure.to_owned(),
                figure(one.before),
                figure(one.after),
                difference.unwrap_or_else(|| figure(None)),
                probability(one.p),
            ]);
        }
        let mut out = format!("{} questions, before and after\n\n{table}", self.questions);
        self.push_verdicts(&mut out);
        for note in &self.notes {
            let _ = writeln!(out, "\nnote: {note}");
        }
        out
    }

    fn push_verdicts(&self, out: &mut String) {
        let gain = |one: &VerdictChange| one.after.worth().cmp(&one.before.worth());
        for (title, kind) in [
            ("better", Ordering::Greater),
            ("worse", Ordering::Less),
            ("labelled otherwise", Ordering::Equal),
        ] {
            let changes = self.verdicts.iter().filter(|one| gain(one) == kind);
            let changes: Vec<&VerdictChange> = changes.collect();
            if changes.is_empty() {
                continue;
            }
            let _ = writeln!(out, "\n{title} ({})", changes.len());
            for one in changes {
                let (before, after) = (one.before.name(), one.after.name());
                let _ = writeln!(out, "  {before} -> {after}  {}: {}", one.id, one.text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::figures::tests::row;
    use super::*;

    fn report(verdicts: &[(&str, Verdict)]) -> AnswerReport {
        let rows = verdicts
            .iter()
            .map(|(id, verdict)| row(id, *verdict, 0.5))
            .collect();
        AnswerReport::new("site", rows)
    }

    // Of four answerable questions, one is right before and two are right after; the wrong answer
    // is no longer shown.
    #[test]
    fn changed_figures_and_verdicts_are_listed() {
        use Verdict::{Answered, None, Refused, Right, Wrong};
        let before = report(&[
            ("a", Right),
            ("b", Wrong),
            ("c", Wrong),
            ("d", Wrong),
            ("e", Refused),
            ("gone", Right),
        ]);
        let after = report(&[
            ("a", Right),
            ("b", Right),
            ("c", None),
            ("d", Wrong),
            ("e", Answered),
        ]);
        let comparison = compare(&before, &after, &Chance::default()).unwrap();
        let right = &comparison.figures[0];
        assert_eq!(
            (right.figure, right.before, right.after),
            ("right", Some(0.25), Some(0.5))
        );
        // With one difference, either sign is equally extreme.
        assert_eq!(right.p, Some(1.0));
        let text = comparison.text();
        for part in [
            "5 questions, before and after",
            "better (2)\n  wrong -> right  b: b?\n  wrong -> none  c: c?\n",
            "worse (1)\n  refused -> answered  e: e?\n",
            "note: 5 of 6 questions are labelled and in both reports",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    // Six questions became right and none wrong: McNemar's exact p is 2 / 2^6 = .031.
    #[test]
    fn the_p_value_is_that_of_mcnemar_s_test() {
        let ids = ["a", "b", "c", "d", "e", "f", "g"];
        let all = |verdict| ids.map(|id| (id, verdict));
        let mut after = all(Verdict::Right);
        after[6].1 = Verdict::Wrong;
        let (before, after) = (report(&all(Verdict::Wrong)), report(&after));
        let comparison = compare(&before, &after, &Chance::default()).unwrap();
        let p = comparison.figures[0].p.unwrap();
        assert!((p - 2.0 / 64.0).abs() < 0.006, "{p}");
    }

    #[test]
    fn reports_without_a_question_in_common_are_refused() {
        let (one, other) = (
            report(&[("a", Verdict::Right)]),
            report(&[("b", Verdict::Right)]),
        );
        let error = compare(&one, &other, &Chance::default()).unwrap_err();
        assert!(error.to_string().contains("share no labelled question"));
    }
}
