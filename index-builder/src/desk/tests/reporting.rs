//! Tests which questions a report shows.

use super::*;
use crate::desk::{Format, Report as Weekly, Tongue, Week};

const HOSTILE: &str = "=<b>@all</b> | [x](https://evil.example) `a`";

fn weekly() -> Weekly {
    let rare = "Why did Jane Doe fail?";
    let mut reports = vec![asked(LAST, "en", HOSTILE, "nothing"); 3];
    reports.extend(vec![asked(LAST, "en", rare, "nothing"); 2]);
    reports.push(asked(
        LAST,
        "en",
        "exam of a friend on Tuesday",
        "answered -",
    ));
    let place = place(&reports);
    let edited = "exam of a friend on Tuesday";
    place.store.reword("en", edited, "When are exams?").unwrap();
    Weekly::new(Week::read(&place.store, LAST, 7).unwrap())
}

#[test]
fn a_question_is_shown_only_if_it_was_asked_three_times_or_edited() {
    for format in [Format::Markdown, Format::Html, Format::Csv, Format::Json] {
        let text = weekly().text(format, Tongue::En).unwrap();
        assert!(!text.contains("Jane"), "{text}");
        assert!(!text.contains("friend"), "{text}");
        assert!(text.contains("When are exams?"), "{text}");
    }
    let text = weekly().text(Format::Markdown, Tongue::Tr).unwrap();
    assert!(text.contains("gösterilmeyen sorular: 1."), "{text}");
}

#[test]
fn what_visitors_typed_is_text_in_every_form() {
    let markdown = weekly().text(Format::Markdown, Tongue::En).unwrap();
    for active in ["<b>", "@all", "](http", "https://", " `a`"] {
        assert!(!markdown.contains(active), "{active}: {markdown}");
    }
    let html = weekly().text(Format::Html, Tongue::En).unwrap();
    assert!(html.contains("=&lt;b&gt;@all&lt;/b&gt; | [x]"), "{html}");
    let csv = weekly().text(Format::Csv, Tongue::En).unwrap();
    assert!(csv.contains("\n'=<b>"), "{csv}");
}
