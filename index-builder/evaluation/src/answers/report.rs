//! The report: figures and every question's row, in the format of `soru eval --answers FILE
//! --json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::calibration::Calibration;
use super::super::measures::Judged;
use super::coverage::{Point, curve};
use super::figures::Figures;
use super::rows::{AnswerRow, Verdict};

/// The version of the report's shape.
pub const SCHEMA: u32 = 1;

/// Distinguishes this report from a report on rankings.
pub const ANSWERS: &str = "answers";

/// Names of confidence levels, highest first.
pub(super) const LEVELS: [&str; 2] = ["high", "low"];

/// The name shown for the unnamed group.
const UNNAMED: &str = "-";

/// The answers of a site to a file of questions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AnswerReport {
    /// [`ANSWERS`].
    pub report: String,
    /// [`SCHEMA`].
    pub schema: u32,
    /// The program that wrote it.
    pub generator: String,
    /// The file of questions.
    pub site: String,
    /// Counts over all questions with labels.
    pub figures: Figures,
    /// Counts by kind of question.
    pub by_kind: BTreeMap<String, Figures>,
    /// Counts by language.
    pub by_language: BTreeMap<String, Figures>,
    /// Counts of shown answers, by confidence level.
    pub by_level: BTreeMap<String, Figures>,
    /// Counts by type of answer: `fact` or `passage`.
    pub by_state: BTreeMap<String, Figures>,
    /// Calibration of the confidence of shown answers. None if none was shown.
    pub calibration: Option<Calibration>,
    /// Calibration over all questions; a question without a shown answer counts as wrong.
    pub calibration_of_all: Option<Calibration>,
    /// Precision against coverage, by falling confidence.
    pub coverage: Vec<Point>,
    /// The questions.
    pub rows: Vec<AnswerRow>,
}

impl AnswerReport {
    /// Builds the report from the rows.
    pub fn new(site: &str, rows: Vec<AnswerRow>) -> Self {
        let shown = |row: &AnswerRow| row.is_shown();
        Self {
            report: ANSWERS.to_owned(),
            schema: SCHEMA,
            generator: format!("soru {}", env!("CARGO_PKG_VERSION")),
            site: site.to_owned(),
            figures: Figures::of(&rows),
            by_kind: grouped(&rows, |_| true, |row| &row.question.kind),
            by_language: grouped(&rows, |_| true, |row| &row.question.lang),
            by_level: grouped(&rows, shown, |row| &row.shown.level),
            by_state: grouped(&rows, shown, |row| row.shown.state.name()),
            calibration: calibration(rows.iter().filter(|row| row.is_shown())),
            calibration_of_all: calibration(rows.iter()),
            coverage: curve(&rows),
            rows,
        }
    }

    /// The rows without labels.
    pub fn unlabelled(&self) -> impl Iterator<Item = &AnswerRow> {
        self.rows.iter().filter(|row| row.verdict.is_none())
    }
}

/// Figures of the selected rows, grouped by a name.
fn grouped(
    rows: &[AnswerRow],
    accepts: impl Fn(&AnswerRow) -> bool,
    name: impl Fn(&AnswerRow) -> &str,
) -> BTreeMap<String, Figures> {
    let mut groups: BTreeMap<String, Vec<&AnswerRow>> = BTreeMap::new();
    for row in rows
        .iter()
        .filter(|row| row.verdict.is_some() && accepts(row))
    {
        let name = Some(name(row)).filter(|name| !name.is_empty());
        let group = groups.entry(name.unwrap_or(UNNAMED).to_owned());
        group.or_default().push(row);
    }
    let groups = groups.into_iter();
    groups
        .map(|(name, rows)| (name, Figures::of(rows)))
        .collect()
}

fn calibration<'r>(rows: impl Iterator<Item = &'r AnswerRow>) -> Option<Calibration> {
    let judged = rows.filter_map(|row| {
        Some(Judged::Answer {
            confidence: row.shown.confidence,
            right: row.verdict? == Verdict::Right,
        })
    });
    Calibration::of(&judged.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::super::figures::tests::row;
    use super::*;

    // Shown: .9 is right, .9 is wrong, which is off by .4. All: also .1 is refused, with right 0,
    // off by .1: (2·.4 + .1)/3.
    #[test]
    fn confidence_is_judged_over_shown_and_over_all_answers() {
        let rows = vec![
            row("a", Verdict::Right, 0.9),
            row("b", Verdict::Wrong, 0.9),
            row("c", Verdict::Refused, 0.1),
        ];
        let report = AnswerReport::new("site", rows);
        assert!((report.calibration.unwrap().error - 0.4).abs() < 1e-12);
        assert!((report.calibration_of_all.unwrap().error - 0.3).abs() < 1e-12);
    }

    #[test]
    fn figures_are_grouped_by_name_and_hidden_answers_have_no_level() {
        let mut rows = vec![
            row("a", Verdict::Right, 0.9),
            row("b", Verdict::None, 0.9),
            row("c", Verdict::Wrong, 0.9),
        ];
        rows[0].question.kind = "date".to_owned();
        rows[2].shown.level = "low".to_owned();
        let report = AnswerReport::new("site", rows);
        assert_eq!(report.by_kind["date"].right, 1);
        assert_eq!(report.by_kind[UNNAMED].answerable, 2);
        assert_eq!(report.by_level["high"].questions(), 1);
        assert_eq!(report.by_level["low"].wrong, 1);
        assert_eq!(report.by_state["passage"].shown(), 2);
    }

    #[test]
    fn a_report_is_read_as_it_was_written() {
        let rows = vec![row("a", Verdict::Right, 0.9), row("b", Verdict::None, 0.5)];
        let report = AnswerReport::new("site", rows);
        let text = serde_json::to_string(&report).unwrap();
        assert!(text.starts_with(r#"{"report":"answers","#), "{text}");
        assert_eq!(serde_json::from_str::<AnswerReport>(&text).unwrap(), report);
    }
}
