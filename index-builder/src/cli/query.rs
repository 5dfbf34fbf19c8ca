//! `soru query`.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use soru::Answer;
use soru::answer::{Level, Method};
use soru::hit::Hit;
use soru::pre_retrieval::Completion;
use soru::query::{Certainty, Correction};

use super::arguments::Query;
use super::{DONE, batch, compare, options, print, print_json, trace};
use crate::bundle::Bundle;

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const FAINT: Style = Style::new().dimmed();
pub(super) const LINK: Style = AnsiColor::Cyan.on_default();

pub(super) fn run(arguments: &Query) -> anyhow::Result<u8> {
    if let Some(text) = &arguments.suggest {
        return suggest(arguments, text);
    }
    if let Some(address) = &arguments.related {
        return related(arguments, address);
    }
    let options = options::of(arguments)?;
    let bundle = Bundle::open(&arguments.bundle)?;
    if let Some(questions) = &arguments.questions {
        let timings = arguments.timings.as_deref();
        return batch::run(&bundle, questions, &options, arguments.json, timings);
    }
    let question = arguments.question.as_deref().unwrap_or_default();
    if arguments.compare {
        let comparison = bundle.compare(question, &options)?;
        if arguments.json {
            print_json(&comparison)?;
        } else {
            print(&compare::page(&comparison))?;
        }
        return Ok(DONE);
    }
    let answer = bundle.ask(question, &options)?;
    if arguments.json {
        print_json(&answer)?;
    } else {
        let contact = &bundle.engine().configuration().answer.contact_url;
        print(&page(&answer, contact))?;
    }
    Ok(DONE)
}

fn suggest(arguments: &Query, text: &str) -> anyhow::Result<u8> {
    let options = options::of_suggest(arguments)?;
    let found = Bundle::open(&arguments.bundle)?.suggest(text, &options)?;
    if arguments.json {
        print_json(&found)?;
    } else {
        let mut page = String::new();
        found
            .suggestions
            .iter()
            .for_each(|completion| push_completion(&mut page, completion));
        print(&page)?;
    }
    Ok(DONE)
}

fn related(arguments: &Query, address: &str) -> anyhow::Result<u8> {
    let options = options::of_related(arguments);
    let found = Bundle::open(&arguments.bundle)?.related(address, &options)?;
    if arguments.json {
        print_json(&found)?;
        return Ok(DONE);
    }
    let mut page = String::new();
    for other in &found.pages {
        let similarity = format!("{:.2}", other.similarity);
        let (title, url) = (&other.title, &other.url);
        line(
            &mut page,
            &format!("{FAINT}{similarity:<6}{FAINT:#}{title}  {LINK}{url}{LINK:#}"),
        );
    }
    if found.pages.is_empty() {
        line(
            &mut page,
            "the bundle has no page at this address, or no related pages for it",
        );
    }
    print(&page)?;
    Ok(DONE)
}

fn push_completion(page: &mut String, completion: &Completion) {
    let lang = &completion.lang;
    line(
        page,
        &format!("{FAINT}{lang:<9}{FAINT:#}{}", completion.text),
    );
}

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

pub(super) fn line(page: &mut String, text: &str) {
    page.push_str(text);
    page.push('\n');
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
/// `www/element/box/view-answer.js`.
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

/// The method of an answer, in words.
pub(super) fn kind(method: Method) -> &'static str {
    match method {
        Method::FactExact => "checked fact",
        Method::FactFuzzy => "checked fact, worded differently",
        Method::Extractive => "quoted from a page",
        Method::None => "no answer",
        Method::SmallTalk => "not a question, not searched",
    }
}

pub(super) fn level(level: Level) -> &'static str {
    match level {
        Level::High => "high",
        Level::Low => "low",
    }
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
    line(page, &format!("    {LINK}{}{LINK:#}", hit.url));
    for other in &hit.duplicates {
        line(page, &format!("    also {LINK}{}{LINK:#}", other.url));
    }
}

/// Title and headings of a hit.
pub(super) fn path(hit: &Hit) -> String {
    let title = if hit.title.is_empty() {
        &hit.id
    } else {
        &hit.title
    };
    let path: Vec<&str> = std::iter::once(title)
        .chain(&hit.heading)
        .map(String::as_str)
        .collect();
    path.join(" › ")
}

/// The text with its marked parts bold. Marks count UTF-16 units.
pub(super) fn marked(text: &str, marks: &[[u32; 2]]) -> String {
    let mut out = String::with_capacity(text.len() + marks.len() * 8);
    let mut marks = marks.iter().peekable();
    let mut at = 0;
    for c in text.chars() {
        if marks.peek().is_some_and(|[start, _]| *start == at) {
            let _ = write!(out, "{BOLD}");
        }
        out.push(c);
        at += u32::try_from(c.len_utf16()).unwrap_or(1);
        if marks
            .peek()
            .is_some_and(|[start, end]| *start < at && *end <= at)
        {
            let _ = write!(out, "{BOLD:#}");
            marks.next();
        }
    }
    if marks.peek().is_some_and(|[start, _]| *start < at) {
        let _ = write!(out, "{BOLD:#}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, marks: &[[u32; 2]]) -> String {
        let bold = |text: String| {
            text.replace(&format!("{BOLD}"), "<")
                .replace(&format!("{BOLD:#}"), ">")
        };
        bold(marked(text, marks))
    }

    // JavaScript counts a character beyond the basic multilingual plane as two.
    #[test]
    fn marks_count_as_javascript_does() {
        assert_eq!(shown("🎓 staj nedir", &[[3, 7]]), "🎓 <staj> nedir");
        assert_eq!(shown("staj", &[[0, 4]]), "<staj>");
        assert_eq!(shown("a b", &[[0, 1], [2, 3]]), "<a> <b>");
        assert_eq!(shown("abc", &[[1, 9]]), "a<bc>");
    }
}
