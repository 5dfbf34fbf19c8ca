//! Compares a new index with the present one by questions whose pages are known.

use std::collections::BTreeSet;

use soru_files::bundle::Bundle;

use super::report::CheckResult;
use super::target::Target;
use crate::failure::{Failure, Result};
use crate::terms::{of_question, tags};

/// A question, and the pages with its answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckQuestion {
    /// The question.
    pub text: String,
    /// Ids or addresses of pages.
    pub pages: Vec<String>,
}

/// The chunks among which the page must be.
const FIRST: usize = 10;

/// The share of questions that may be lost.
const MOST_LOST: f64 = 0.02;

/// Asks the questions.
///
/// # Errors
/// [`Failure::Worse`] if the new index loses more than 2 % of the answers.
pub(super) fn check(
    target: &Target,
    bundle: &Bundle,
    questions: &[CheckQuestion],
    before: Option<&str>,
    index: &str,
) -> Result<CheckResult> {
    let tags = tags(bundle)?;
    let mut result = CheckResult {
        questions: questions.len(),
        found: 0,
        found_before: before.map(|_| 0),
    };
    let mut lost = Vec::new();
    for question in questions {
        let terms = of_question(bundle, &tags, &question.text)?;
        let finds = |index: &str| -> Result<bool> {
            let found = target.engine().search(index, &terms, FIRST)?;
            let found: BTreeSet<String> = found.into_iter().collect();
            Ok(question.pages.iter().any(|page| found.contains(page)))
        };
        let is_found = finds(index)?;
        result.found += usize::from(is_found);
        if let (Some(before), Some(count)) = (before, &mut result.found_before) {
            let was_found = finds(before)?;
            *count += usize::from(was_found);
            if was_found && !is_found {
                lost.push(question.text.as_str());
            }
        }
    }
    judge(result, &lost)
}

fn judge(result: CheckResult, lost: &[&str]) -> Result<CheckResult> {
    let before = result.found_before.unwrap_or_default();
    let fewer = before.saturating_sub(result.found);
    if fewer as f64 <= MOST_LOST * before as f64 {
        return Ok(result);
    }
    let lost: Vec<&str> = lost.iter().copied().take(5).collect();
    Err(Failure::Worse(format!(
        "the new index finds the pages of {} of {} questions, and the present one of {before}: \
         nothing was swapped. It lost, for example:\n  {}\ncheck whether these pages are in the \
         bundle, or push without --check",
        result.found,
        result.questions,
        lost.join("\n  ")
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_of_two_percent_is_allowed_and_more_is_not() {
        let result = |found, found_before| CheckResult {
            questions: 120,
            found,
            found_before,
        };
        for (found, before, is_allowed) in [
            (98, Some(100), true),
            (97, Some(100), false),
            (0, None, true),
            (100, Some(90), true),
            (9, Some(10), false),
        ] {
            let judged = judge(result(found, before), &["why?"]);
            assert_eq!(judged.is_ok(), is_allowed, "{found} {before:?}");
        }
    }
}
