//! Questions of visitors that `soru questions import --log` has proposed for sections: accepted into
//! the file of written questions, edited or not, or dropped.

use std::path::Path;

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use soru_ingest::tidy_line;

use crate::questions::{Line, QuestionsFile, append, replace};

/// A question that is proposed for a section.
#[derive(Debug, Serialize)]
pub(super) struct Proposed {
    page: String,
    heading: Vec<String>,
    question: String,
}

/// The owner's decision about a proposal.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Decision {
    page: String,
    question: String,
    /// The question as it is accepted; empty if it is dropped.
    accepted: String,
}

/// The proposals of a file; none if it is missing or wrong.
pub(super) fn proposed(review: &Path) -> Vec<Proposed> {
    let file = QuestionsFile::read_if_there(review).unwrap_or_default();
    let lines = file.into_lines().into_iter();
    let proposed = lines.flat_map(|line| {
        let (page, heading) = (line.page, line.heading.unwrap_or_default());
        line.questions.into_iter().map(move |question| Proposed {
            page: page.clone(),
            heading: heading.clone(),
            question: question.text,
        })
    });
    proposed.collect()
}

/// Takes a proposal out of its file, into the file of questions if it was accepted.
///
/// # Errors
/// If it is not in the file, or a file cannot be written.
pub(super) fn settle(review: &Path, questions: &Path, decision: &Decision) -> anyhow::Result<()> {
    let mut lines = QuestionsFile::read(review)?.into_lines();
    let is_it = |line: &Line| {
        line.page == decision.page
            && line
                .questions
                .iter()
                .any(|own| own.text == decision.question)
    };
    let at = lines.iter().position(is_it).with_context(|| {
        format!(
            "{}: the question is not in the file any more",
            review.display()
        )
    })?;
    let accepted = tidy_line(&decision.accepted);
    if !accepted.is_empty() {
        let line = Line {
            questions: vec![accepted.into()],
            near_misses: Vec::new(),
            sum: None,
            ..lines[at].clone()
        };
        ensure!(
            Line::parse(&line.to_json()?).is_ok(),
            "the question cannot be written: shorten it"
        );
        append(questions, &line)?;
    }
    let left = &mut lines[at].questions;
    left.retain(|own| own.text != decision.question);
    if left.is_empty() {
        lines.remove(at);
    }
    replace(review, &lines)
}
