//! The failures in plain words, for a site's owner, without terms of statistics.

use std::fmt::Write as _;

use super::figures::{Figures, share};
use super::report::AnswerReport;
use super::rows::{AnswerRow, Source, State, Verdict};

/// The maximum length of a shown text in characters.
const SHORT: usize = 200;

/// Verdicts that are failures, each with its title; the worst for visitors first.
const FAILURES: [(Verdict, &str); 4] = [
    (Verdict::Wrong, "Wrong"),
    (
        Verdict::Answered,
        "Answered, although the site has no answer",
    ),
    (Verdict::Partly, "Partly right: it misses the point"),
    (Verdict::None, "No answer shown"),
];

/// The report for a site's owner: the number of right answers, each failed question, and the
/// responses to questions without labels.
pub fn answers_text(report: &AnswerReport) -> String {
    let mut out = String::new();
    let figures = &report.figures;
    if figures.questions() > 0 {
        let _ = writeln!(out, "{}", headline(figures));
        push_failures(&mut out, &report.rows);
        let _ = writeln!(out, "\n{}", closing(figures));
    }
    push_unlabelled(&mut out, report);
    out
}

fn headline(figures: &Figures) -> String {
    let mut line = format!("{} of {} right", figures.right, figures.answerable);
    for (count, of) in [
        (figures.wrong, "wrong"),
        (figures.partly, "partly right"),
        (figures.none, "without an answer"),
    ] {
        if count > 0 {
            let _ = write!(line, ", {count} {of}");
        }
    }
    let failed = figures.answerable - figures.right + figures.answered;
    line + if failed > 0 { "; these failed:" } else { "." }
}

fn closing(figures: &Figures) -> String {
    let mut sentences = Vec::new();
    if figures.unanswerable > 0 {
        sentences.push(format!(
            "Of {} questions that the site does not answer, {} correctly got no answer.",
            figures.unanswerable, figures.refused
        ));
    }
    sentences.push(match share(figures.right, figures.shown()) {
        Some(precision) => format!(
            "Of {} answers shown, {} are right ({:.0} %).",
            figures.shown(),
            figures.right,
            100.0 * precision
        ),
        None => "No answer was shown.".to_owned(),
    });
    sentences.join(" ")
}

fn push_failures(out: &mut String, rows: &[AnswerRow]) {
    for (verdict, title) in FAILURES {
        let failed: Vec<&AnswerRow> = rows
            .iter()
            .filter(|row| row.verdict == Some(verdict))
            .collect();
        if !failed.is_empty() {
            let _ = writeln!(out, "\n{title} ({}):", failed.len());
        }
        for row in failed {
            push_failure(out, row);
        }
    }
}

fn push_failure(out: &mut String, row: &AnswerRow) {
    let _ = writeln!(out, "\n? {}", row.question.text);
    match &row.shown.shown {
        Some(answer) => push_answer(out, row, answer),
        None => push_field(out, "shown", found(row), ""),
    }
    if let Some(must) = row.question.must.first().filter(|_| row.is_answerable()) {
        push_field(out, "right", must, &place(row));
    }
}

fn push_answer(out: &mut String, row: &AnswerRow, answer: &str) {
    let source = row.shown.source.as_ref();
    let source = source.map_or_else(String::new, |source| path(source) + "  ");
    let state = match row.shown.state {
        State::Fact => "checked fact, ",
        _ => "",
    };
    let from = format!("{source}[{state}confidence {}]", row.shown.level);
    push_field(out, "shown", answer, &from);
}

/// The place where a visitor finds the answer if the box shows none.
fn found(row: &AnswerRow) -> &'static str {
    match (row.shown.state, row.seen, row.in_three) {
        (State::Nothing, _, _) => "nothing was found",
        (_, Some(true), _) => "no answer, but an excerpt of the first three pages contains it",
        (_, _, Some(true)) => "no answer; one of the first three pages contains it",
        _ => "no answer; none of the first three pages contains it",
    }
}

/// Adds a text and its source below.
fn push_field(out: &mut String, name: &str, text: &str, place: &str) {
    let _ = writeln!(out, "  {name}  {}", shortened(text));
    if !place.is_empty() {
        let _ = writeln!(out, "         {place}");
    }
}

/// The place of the answer according to the question's label.
fn place(row: &AnswerRow) -> String {
    let parts = [&row.question.page, &row.question.heading];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts
        .map(|part| part.join(" or "))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The headings and the address; a page without an address is named by its id.
fn path(source: &Source) -> String {
    let headings = std::iter::once(&source.title).chain(&source.heading);
    let headings: Vec<&str> = headings.map(String::as_str).collect();
    let headings = headings.join(" › ");
    let addresses = [&source.url, &source.page];
    match addresses.into_iter().find(|address| !address.is_empty()) {
        Some(address) if *address != headings => format!("{headings}  {address}"),
        _ => headings,
    }
}

/// Puts a text on one line, truncated after a word if it is long.
fn shortened(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if line.chars().count() + word.chars().count() > SHORT {
            line.push_str(" ...");
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Adds questions without labels and their shown answers, for labelling by hand.
fn push_unlabelled(out: &mut String, report: &AnswerReport) {
    let rows: Vec<&AnswerRow> = report.unlabelled().collect();
    if rows.is_empty() {
        return;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let count = rows.len();
    let _ = writeln!(
        out,
        "{count} questions without `must`; this is shown for them:"
    );
    for row in rows {
        let _ = writeln!(out, "\n? {}", row.question.text);
        match &row.shown.shown {
            Some(answer) => push_answer(out, row, answer),
            None => push_pages(out, row),
        }
    }
}

fn push_pages(out: &mut String, row: &AnswerRow) {
    let text = match row.shown.state {
        State::Nothing => "nothing was found",
        _ => "no answer, but these pages:",
    };
    push_field(out, "shown", text, "");
    for hit in &row.shown.hits {
        let _ = writeln!(out, "    {}", path(&hit.source));
        let _ = writeln!(out, "         {}", shortened(&hit.excerpt));
    }
}

#[cfg(test)]
mod tests {
    use super::super::figures::tests::row;
    use super::*;

    fn text(rows: Vec<AnswerRow>) -> String {
        answers_text(&AnswerReport::new("site", rows))
    }

    #[test]
    fn the_report_starts_with_the_share_of_right_answers_then_lists_failures() {
        let mut wrong = row("b", Verdict::Wrong, 0.5);
        wrong.question.page = vec!["b.md".into(), "c.md".into()];
        wrong.question.heading = vec!["Fees".into()];
        wrong.shown.source = Some(Source {
            page: "books".into(),
            title: "Books".into(),
            heading: vec!["Hours".into()],
            url: "books.html#hours".into(),
        });
        let rows = vec![
            row("a", Verdict::Right, 0.9),
            wrong,
            row("c", Verdict::None, 0.1),
            row("d", Verdict::Answered, 0.2),
            row("e", Verdict::Refused, 0.2),
        ];
        assert_eq!(
            text(rows),
            "\
1 of 3 right, 1 wrong, 1 without an answer; these failed:

Wrong (1):

? b?
  shown  shown to b
         Books › Hours  books.html#hours  [confidence high]
  right  the answer to b
         b.md or c.md, Fees

Answered, although the site has no answer (1):

? d?
  shown  shown to d
         [confidence high]

No answer shown (1):

? c?
  shown  no answer; none of the first three pages contains it
  right  the answer to c

Of 2 questions that the site does not answer, 1 correctly got no answer. Of 3 answers shown, 1 \
are right (33 %).
"
        );
    }

    #[test]
    fn a_page_without_an_address_is_named_by_its_id() {
        let source = |page: &str, url: &str| Source {
            page: page.into(),
            title: "Boats".into(),
            heading: Vec::new(),
            url: url.into(),
        };
        assert_eq!(path(&source("boats", "b.html#a")), "Boats  b.html#a");
        assert_eq!(path(&source("boats", "")), "Boats  boats");
        assert_eq!(path(&source("", "Boats")), "Boats");
    }

    #[test]
    fn where_nothing_failed_nothing_is_listed() {
        let rows = vec![row("a", Verdict::Right, 0.9)];
        assert_eq!(
            text(rows),
            "1 of 1 right.\n\nOf 1 answers shown, 1 are right (100 %).\n"
        );
    }

    #[test]
    fn a_long_text_is_cut_after_a_word() {
        assert_eq!(shortened("a\n  b"), "a b");
        let long = shortened(&"word ".repeat(100));
        assert!(long.ends_with("word ...") && long.chars().count() <= SHORT + 4);
    }
}
