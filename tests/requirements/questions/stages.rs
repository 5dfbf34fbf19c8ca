//! The stages in order, the trace, intents, greetings.

use soru::orchestration::Method;
use soru::settings::Value;

use super::traced;
use crate::site::{self, IntoValue, ask, table};

#[test]
fn r1_a_question_passes_through_all_stages_in_order() {
    let (_, trace) = traced(&site::engine(), "staj sigortası", &[]);
    let mut stages: Vec<&str> = trace.iter().map(|event| event.stage).collect();
    stages.dedup();
    let expected = ["pre-retrieval", "retrieval", "post-retrieval", "generation"];
    assert_eq!(stages, expected);
}

#[test]
fn r3_the_trace_records_input_output_and_duration_of_every_operator() {
    let built = site::build(soru_indexing::Layout::SINGLE);
    let engine = site::open(&built).with_clock(site::ticking);
    let files = site::build(soru_indexing::Layout::SINGLE);
    let options = table(&[("trace", true.into_value())]);
    let asked = site::supplying(&engine, &files, |engine| {
        engine.begin(Method::ASK, "staj sigortası", &options)
    });
    let trace = asked.unwrap().trace.unwrap();
    let all: f64 = trace.iter().map(|event| event.millis).sum();
    // An operator reads the clock when it begins and when it ends.
    assert!(all < 3.0 * trace.len() as f64, "{trace:?}");
    for event in trace {
        assert!(
            !event.operator.is_empty() && !event.output.is_empty(),
            "{event:?}"
        );
        assert!(!event.input.is_empty(), "{event:?}");
        assert!(event.millis >= 1.0, "{event:?}");
    }
}

#[test]
fn r3_the_trace_changes_nothing_of_the_answer() {
    let engine = site::engine();
    for question in site::questions() {
        let (with, _) = traced(&engine, question, &[]);
        assert_eq!(with, ask(&engine, question, &[]), "{question}");
    }
}

#[test]
fn r6_the_detected_intent_is_named_and_its_rules_are_data() {
    let engine = site::engine();
    assert_eq!(
        ask(&engine, "Nermin hocanın odası", &[]).intent,
        "staff_lookup"
    );
    assert_eq!(ask(&engine, "mavi kalem", &[]).intent, "unknown");
    let rule = table(&[
        ("name", "pens".into_value()),
        site::set("keywords.tr", ["kalem"]),
    ]);
    let options = [("intents", Value::List(vec![rule]))];
    assert_eq!(ask(&engine, "mavi kalemler", &options).intent, "pens");
}

#[test]
fn r9_a_greeting_is_not_searched_for_and_a_greeted_question_is() {
    let engine = site::engine();
    let (answer, trace) = traced(&engine, "Merhaba hocam, nasılsınız?", &[]);
    assert_eq!(answer.method, soru::answer::Method::SmallTalk);
    assert!(answer.answer.is_none() && answer.hits.is_empty() && answer.warnings.is_empty());
    assert!(trace.iter().all(|event| event.stage != "retrieval"));
    let (answer, trace) = traced(&engine, "Merhaba, staj kaç gün?", &[]);
    assert!(!answer.hits.is_empty());
    assert!(trace.iter().any(|event| event.stage == "retrieval"));
    // In a search, the words are meant literally.
    let options = table(&[("trace", true.into_value())]);
    let found = engine.search("hello", &options).unwrap();
    assert!(
        found
            .trace
            .unwrap()
            .iter()
            .any(|event| event.stage == "retrieval")
    );
}
