//! An answer as a page of text.

use std::fmt::Write as _;

use soru::Answer;
use soru::answer::Method;
use soru::hit::Hit;
use soru::index::SITE;
use soru::query::{Certainty, Correction};

use super::styled::{BOLD, FAINT, LINK, kind, level, line, marked, path};
use super::trace;

fn repaired(correction: &Correction) -> String {
    let doubt = match correction.certainty {
        Certainty::Doubtful => " (doubtful)",
        _ => "",
    };
    format!("{} for {}{doubt}", correction.to, correction.from)
}

/// The answer as a page of text.
pub(super) fn page(answer: &Answer, contact: &str) -> String {
    let mut page = String::new();
    if let Some(completed) = &answer.completed {
        line(
            &mut page,
            &format!("{FAINT}understood as: {completed}{FAINT:#}"),
        );
    }
    if !answer.corrections.is_empty() {
        let corrections = answer.corrections.iter();
        let repaired: Vec<String> = corrections.map(repaired).collect();
        let exactly = "--option spelling=false searches for exactly what was typed";
        line(
            &mut page,
            &format!(
                "{FAINT}repaired: {}; {exactly}{FAINT:#}",
                repaired.join(", ")
            ),
        );
    }
    push_answer(&mut page, answer, contact);
    push_choices(&mut page, &answer.choices);
    for warning in &answer.warnings {
        line(
            &mut page,
            &format!("{FAINT}note: {}{FAINT:#}", warning.message),
        );
    }
    if !answer.hits.is_empty() {
        line(&mut page, "");
    }
    for (i, hit) in answer.hits.iter().enumerate() {
        push_hit(&mut page, i + 1, hit);
    }
    if let Some(steps) = &answer.trace {
        trace::push(&mut page, answer, steps);
    }
    page
}

fn push_answer(page: &mut String, answer: &Answer, contact: &str) {
    if answer.method == Method::SmallTalk {
        return line(page, "Not a question: nothing was searched.");
    }
    let Some(text) = &answer.answer else {
        let verdict = if fits(&answer.hits) {
            "No sure answer. These sections fit best:"
        } else {
            "No answer found."
        };
        line(page, &format!("{BOLD}{verdict}{BOLD:#}"));
        if !contact.is_empty() {
            line(page, &format!("Ask a person: {LINK}{contact}{LINK:#}"));
        }
        return;
    };
    line(page, &marked(text, &answer.answer_marks));
    line(page, &format!("{FAINT}{}{FAINT:#}", basis(answer)));
    for source in &answer.sources {
        let title = if source.title.is_empty() {
            &source.url
        } else {
            &source.title
        };
        line(
            page,
            &format!("  source: {title}  {LINK}{}{LINK:#}", source.url),
        );
    }
}

/// The questions of facts that the box offers as buttons.
fn push_choices(page: &mut String, choices: &[String]) {
    if !choices.is_empty() {
        line(page, "Checked answers to similar questions:");
    }
    for question in choices {
        line(page, &format!("  {question}"));
    }
}

/// Whether the box would say that the sections fit. The rule is the one in
/// `www/element/box/view-answer.ts`.
fn fits(hits: &[Hit]) -> bool {
    const LEAST_COVERAGE: f64 = 1.0 / 3.0;
    const FIRST: usize = 3;
    let mut first = hits.iter().take(FIRST);
    first.any(|hit| hit.features.coverage >= LEAST_COVERAGE)
}

/// The kind of the answer and its confidence.
fn basis(answer: &Answer) -> String {
    let (kind, level) = (kind(answer.method), level(answer.level));
    let mut basis = format!("{kind}; confidence {level} ({:.2})", answer.confidence);
    if let Some(fact) = answer
        .fact
        .as_ref()
        .filter(|fact| !fact.checked_on.is_empty())
    {
        let _ = write!(basis, "; checked on {}", fact.checked_on);
    }
    if answer.intent != "unknown" {
        let _ = write!(basis, "; intent {}", answer.intent);
    }
    basis
}

fn push_hit(page: &mut String, rank: usize, hit: &Hit) {
    let score = format!("{FAINT}{:.3}{FAINT:#}", hit.score);
    line(
        page,
        &format!("{rank:>2}. {BOLD}{}{BOLD:#}  {score}", path(hit)),
    );
    line(
        page,
        &format!(
            "    {}",
            marked(&hit.excerpt, &hit.marks).replace('\n', " ")
        ),
    );
    let site = hit.meta.get(SITE);
    let site = site.map_or(String::new(), |site| format!("  {FAINT}{site}{FAINT:#}"));
    line(page, &format!("    {LINK}{}{LINK:#}{site}", hit.url));
    for other in &hit.duplicates {
        line(page, &format!("    also {LINK}{}{LINK:#}", other.url));
    }
}
