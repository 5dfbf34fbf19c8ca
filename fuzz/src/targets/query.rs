//! A question and options, as a page may pass them on from a visitor or an address bar.
//!
//! An input is a line with the options as JSON, then the question.

use std::collections::BTreeSet;

use soru::hit::Hit;
use soru::settings::Value;
use soru::{Answer, Engine, Error};
use soru_indexing::Layout;

use super::site;

/// Errors that a call may return.
const KNOWN: [&str; 4] = [
    "EMPTY_QUESTION",
    "ONLY_EXCLUSIONS",
    "INVALID_OPTION",
    "UNKNOWN_OPTION",
];

thread_local! {
    /// The sample site, opened once.
    static ENGINE: Engine = site::loaded(&site::build(Layout::SINGLE));
}

/// Asks, searches and completes.
pub(super) fn question_and_options(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (options, question) = text.split_once('\n').unwrap_or(("", &text));
    let options: Value = serde_json::from_str(options).unwrap_or(Value::Null);
    ENGINE.with(|engine| {
        let answer = engine.ask(question, &options);
        assert_eq!(answer, engine.ask(question, &options), "asked twice");
        match answer {
            Ok(answer) => assert_sound(&answer),
            Err(error) => assert_known(&error),
        }
        match engine.search(question, &options) {
            Ok(found) => assert_sound_hits(&found.hits),
            Err(error) => assert_known(&error),
        }
        match engine.suggest(question, &Value::Null) {
            Ok(proposed) => assert!(proposed.suggestions.len() <= 8),
            Err(error) => assert_known(&error),
        }
    });
}

fn assert_known(error: &Error) {
    assert!(KNOWN.contains(&error.code()), "{error:?}");
    assert!(!error.to_string().is_empty());
}

/// Checks every answer, with any bundle.
pub(super) fn assert_sound(answer: &Answer) {
    assert!(
        (0.0..=1.0).contains(&answer.confidence),
        "{}",
        answer.confidence
    );
    assert!([1, 2].contains(&answer.tier));
    let text = answer.answer.as_deref();
    assert_marks(text.unwrap_or_default(), &answer.answer_marks);
    assert!(
        text.is_none() || !answer.sources.is_empty(),
        "an answer without a source"
    );
    assert_eq!(answer.fact.is_some(), answer.tier == 1 && text.is_some());
    assert_sound_hits(&answer.hits);
}

/// Checks every list of hits, with any bundle.
pub(super) fn assert_sound_hits(hits: &[Hit]) {
    let chunks: BTreeSet<_> = hits.iter().map(|hit| hit.chunk_id).collect();
    assert_eq!(chunks.len(), hits.len(), "a chunk twice");
    for hit in hits {
        assert!(hit.score.is_finite(), "score {}", hit.score);
        assert!(
            (0.0..=1.0).contains(&hit.relevance),
            "relevance {}",
            hit.relevance
        );
        assert_marks(&hit.excerpt, &hit.marks);
        let starts = hit.sections.iter().map(|section| section.start);
        starts.for_each(|start| assert!(hit.text.is_char_boundary(start)));
    }
}

/// Checks that marks are in order, disjoint, and within the text, in UTF-16 code units.
fn assert_marks(text: &str, marks: &[[u32; 2]]) {
    let length = text.encode_utf16().count();
    let mut last = 0;
    for [start, end] in marks {
        assert!(last <= *start && start < end, "{marks:?} in {text:?}");
        assert!(*end as usize <= length, "{marks:?} in {text:?}");
        last = *end;
    }
}
