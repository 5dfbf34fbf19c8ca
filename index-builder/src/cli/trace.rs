//! `soru query --trace`: the steps that led to an answer.

use soru::Answer;
use soru::answer::TraceEvent;
use soru::hit::Hit;

use super::styled::{BOLD, FAINT, line};

/// Appends route, steps, words and scores to the answer.
pub(super) fn push(page: &mut String, answer: &Answer, trace: &[TraceEvent]) {
    let route = &answer.route;
    let (tier, sure) = (route.tier, route.confidence);
    line(page, "");
    line(
        page,
        &format!(
            "{BOLD}route{BOLD:#}  tier {tier} ({sure:.2}): {}",
            route.reasoning
        ),
    );
    line(page, "");
    push_steps(page, trace);
    push_scores(page, &answer.hits, trace);
}

/// Appends a table of the steps. The input of a step is shown only if it differs from the previous
/// output; the table shows a retriever's words in place of its input.
fn push_steps(page: &mut String, trace: &[TraceEvent]) {
    let stages = widest(trace.iter().map(|event| event.stage));
    let operators = widest(trace.iter().map(|event| event.operator.as_str()));
    let mut printed: Vec<&str> = Vec::new();
    for event in trace {
        let name = format!("{:stages$}  {:operators$}", event.stage, event.operator);
        line(
            page,
            &format!("{BOLD}{name}{BOLD:#}  {:>8.3} ms", event.millis),
        );
        push_words(page, event);
        let input = Some(&event.input).filter(|_| event.terms.is_empty());
        for (mark, text) in [("in ", input), ("out", Some(&event.output))] {
            let Some(text) =
                text.filter(|text| !text.is_empty() && !printed.contains(&text.as_str()))
            else {
                continue;
            };
            line(
                page,
                &format!("  {FAINT}{mark}{FAINT:#} {}", text.replace('\n', " ")),
            );
            printed.push(text);
        }
        for warning in &event.warnings {
            line(page, &format!("  {BOLD}warning{BOLD:#} {warning}"));
        }
    }
}

/// Appends the words searched for, a line per origin and language.
fn push_words(page: &mut String, event: &TraceEvent) {
    let mut kinds: Vec<(&str, &str)> = Vec::new();
    for term in &event.terms {
        if !kinds.contains(&(&term.lang, term.origin)) {
            kinds.push((&term.lang, term.origin));
        }
    }
    for (lang, origin) in kinds {
        let own = event.terms.iter();
        let words: Vec<String> = own
            .filter(|term| (term.lang.as_str(), term.origin) == (lang, origin))
            .map(|term| format!("{} {:.2}", term.word, term.weight))
            .collect();
        line(
            page,
            &format!("  {FAINT}{origin} {lang}{FAINT:#} {}", words.join(", ")),
        );
    }
}

/// Appends the scores of every step for the hits shown.
fn push_scores(page: &mut String, hits: &[Hit], trace: &[TraceEvent]) {
    let operators: Vec<&str> = trace
        .iter()
        .map(|event| event.operator.as_str())
        .filter(|name| hits.iter().any(|hit| hit.scores.contains_key(name)))
        .collect();
    if hits.is_empty() {
        return;
    }
    let columns: Vec<&str> = operators
        .iter()
        .copied()
        .chain(["relevance", "coverage", "closeness", "title"])
        .collect();
    let width = widest(columns.iter().copied()).max(9);
    line(page, "");
    let heads = row(columns.iter().map(|name| (*name).to_owned()), width);
    line(page, &format!("{BOLD}  #  {heads}{BOLD:#}"));
    for (number, hit) in hits.iter().enumerate() {
        let features = &hit.features;
        let given = operators.iter().map(|name| hit.scores.get(name).copied());
        let own = [
            hit.relevance,
            features.coverage,
            features.closeness,
            features.title,
        ];
        let shown = given
            .chain(own.map(Some))
            .map(|score| score.map_or(String::new(), |score| format!("{score:.4}")));
        let cells = row(shown, width);
        line(
            page,
            &format!(
                "{:>3}  {cells}{FAINT}{}#{}{FAINT:#}",
                number + 1,
                hit.id,
                hit.chunk
            ),
        );
    }
}

fn row(cells: impl Iterator<Item = String>, width: usize) -> String {
    let cells: Vec<String> = cells.map(|cell| format!("{cell:>width$}  ")).collect();
    cells.concat()
}

fn widest<'t>(texts: impl Iterator<Item = &'t str>) -> usize {
    texts
        .map(|text| text.chars().count())
        .max()
        .unwrap_or_default()
}
