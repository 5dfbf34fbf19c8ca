//! Counts of verdicts, and shares computed from them.

use serde::{Deserialize, Serialize};

use super::rows::{AnswerRow, Verdict};

/// Numbers of questions by verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// Questions that the site answers.
    pub answerable: usize,
    /// Of these, questions with a right answer.
    pub right: usize,
    /// Questions with an answer that misses the point.
    pub partly: usize,
    /// Questions with a wrong answer.
    pub wrong: usize,
    /// Questions without an answer.
    pub none: usize,
    /// Of the answerable questions, those whose first page found contains the answer.
    pub first: usize,
    /// Questions for which one of the first three pages contains the answer.
    pub three: usize,
    /// Questions for which the shown answer or one of three excerpts contains the answer.
    pub seen: usize,
    /// Questions that the site does not answer.
    pub unanswerable: usize,
    /// Of these, questions without an answer.
    pub refused: usize,
    /// Questions with an answer.
    pub answered: usize,
}

impl Figures {
    /// Counts rows; those without labels are skipped.
    pub fn of<'r>(rows: impl IntoIterator<Item = &'r AnswerRow>) -> Self {
        let mut figures = Self::default();
        for row in rows {
            figures.add(row);
        }
        figures
    }

    fn add(&mut self, row: &AnswerRow) {
        let Some(verdict) = row.verdict else { return };
        self.add_verdict(verdict);
        let is_so = |known: Option<bool>| usize::from(known == Some(true));
        self.first += is_so(row.in_first);
        self.three += is_so(row.in_three);
        self.seen += is_so(row.seen);
    }

    /// Counts a question by its verdict alone.
    pub(crate) fn add_verdict(&mut self, verdict: Verdict) {
        *self.count(verdict) += 1;
        if verdict.is_of_answerable() {
            self.answerable += 1;
        } else {
            self.unanswerable += 1;
        }
    }

    fn count(&mut self, verdict: Verdict) -> &mut usize {
        match verdict {
            Verdict::Right => &mut self.right,
            Verdict::Partly => &mut self.partly,
            Verdict::Wrong => &mut self.wrong,
            Verdict::None => &mut self.none,
            Verdict::Refused => &mut self.refused,
            Verdict::Answered => &mut self.answered,
        }
    }

    /// Number of judged questions.
    pub fn questions(&self) -> usize {
        self.answerable + self.unanswerable
    }

    /// Number of shown answers.
    pub fn shown(&self) -> usize {
        self.right + self.partly + self.wrong + self.answered
    }

    /// The share of right answers among those shown; none if none was shown.
    pub fn precision(&self) -> Option<f64> {
        share(self.right, self.shown())
    }
}

/// Returns a part as a share of a whole; none if the whole is 0.
pub(crate) fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::questions::Question;
    use super::super::rows::{Shown, State};
    use super::*;

    /// A row with a verdict and a confidence.
    pub(in super::super) fn row(id: &str, verdict: Verdict, confidence: f64) -> AnswerRow {
        let unanswerable = matches!(verdict, Verdict::Refused | Verdict::Answered);
        let is_shown = !matches!(verdict, Verdict::Refused | Verdict::None);
        let found = (!unanswerable).then_some(verdict == Verdict::Right);
        AnswerRow {
            question: Question {
                id: id.to_owned(),
                text: format!("{id}?"),
                unanswerable,
                must: vec![format!("the answer to {id}")],
                ..Question::default()
            },
            verdict: Some(verdict),
            in_first: found,
            in_three: found,
            seen: found,
            shown: Shown {
                state: [State::Pages, State::Passage][usize::from(is_shown)],
                level: "high".to_owned(),
                confidence,
                shown: is_shown.then(|| format!("shown to {id}")),
                ..Shown::default()
            },
        }
    }

    // Ten questions: 8 are answerable, with 3 right, 1 partly, 2 wrong and 2 no answers; 2 are not,
    // with 1 answer. Of 3 + 1 + 2 + 1 = 7 shown answers, 3 are right.
    #[test]
    fn shares_by_hand() {
        use Verdict::{Answered, None, Partly, Refused, Right, Wrong};
        let verdicts = [
            Right, Right, Right, Partly, Wrong, Wrong, None, None, Refused, Answered,
        ];
        let mut rows: Vec<AnswerRow> = verdicts.map(|verdict| row("a", verdict, 0.5)).into();
        rows.push(AnswerRow {
            verdict: Option::None,
            ..row("b", Right, 0.5)
        });
        let figures = Figures::of(&rows);
        assert_eq!((figures.answerable, figures.unanswerable), (8, 2));
        assert_eq!((figures.right, figures.partly, figures.wrong), (3, 1, 2));
        assert_eq!((figures.none, figures.refused, figures.answered), (2, 1, 1));
        assert_eq!((figures.first, figures.three, figures.seen), (3, 3, 3));
        assert_eq!((figures.questions(), figures.shown()), (10, 7));
        assert_eq!(figures.precision(), share(3, 7));
        assert_eq!(Figures::default().precision(), Option::None);
    }
}
