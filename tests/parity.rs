//! Native answers, checked against the same file as the browsers' (R2).
//!
//! The essential engine gives the same answers to the last bit, or returns that it needs the full
//! one.
#![cfg(not(target_arch = "wasm32"))]

#[path = "parity/mod.rs"]
mod parity;

use std::fs;
use std::io::Read;

use soru::orchestration::{Method, Step};
use soru::settings::Value;
use soru::{Answer, Engine, Error, Needs, Operators, Result, SearchResult};

fn inflate(stored: &[u8]) -> Result<Vec<u8>> {
    let mut inflated = Vec::new();
    flate2::read::GzDecoder::new(stored)
        .read_to_end(&mut inflated)
        .map_err(|error| Error::InvalidInput {
            what: "fixture".into(),
            detail: error.to_string(),
        })?;
    Ok(inflated)
}

fn engine(operators: &'static Operators) -> Engine {
    let engine = Engine::assemble(operators, parity::MANIFEST).unwrap();
    let file = engine.files()[0].name.clone();
    engine.supply(&file, parity::DATA, inflate).unwrap();
    engine
}

fn options(further: &[(&str, Value)]) -> Value {
    let today = ("today", Value::Text(parity::TODAY.into()));
    let entries = [today].into_iter().chain(further.iter().cloned());
    Value::Map(entries.map(|(key, value)| (key.into(), value)).collect())
}

fn line(question: &str, answer: &Answer) -> String {
    let method = serde_json::to_value(answer.method).unwrap();
    let hits: Vec<parity::Hit> = answer
        .hits
        .iter()
        .map(|hit| (hit.id.clone(), hit.chunk, hit.score, hit.relevance))
        .collect();
    parity::line(
        question,
        method.as_str().unwrap_or_default(),
        answer.confidence,
        answer.answer.as_deref().unwrap_or_default(),
        &hits,
    )
}

#[test]
fn r2_a_bundle_of_version_1_gives_the_recorded_answers_natively() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/answers.txt");
    let engine = engine(Operators::ALL);
    let answered = parity::QUESTIONS.lines().map(|question| {
        let answer = engine.ask(question, &options(&[]));
        line(question, &answer.unwrap())
    });
    let lines: Vec<String> = answered.collect();
    assert!(
        lines.len() > 300,
        "several hundred questions, not {}",
        lines.len()
    );
    if std::env::var_os("SORU_UPDATE").is_some() {
        fs::write(path, lines.join("\n") + "\n").unwrap();
    }
    let recorded = fs::read_to_string(path).unwrap_or_default();
    for (line, expected) in lines.iter().zip(recorded.lines()) {
        assert_eq!(
            line, expected,
            "ranking changed: see tests/fixtures/README.md"
        );
    }
    assert_eq!(lines.len(), recorded.lines().count());
}

/// Checks that the essential engine gives the results of the full one, for at least `least` of a
/// hundred questions; only every `nth` is asked.
fn assert_same<T: PartialEq + std::fmt::Debug>(
    least: usize,
    nth: usize,
    ask: impl Fn(&Engine, &str) -> Result<T>,
) {
    let (full, essential) = (engine(Operators::ALL), engine(Operators::ESSENTIAL));
    let (mut asked, mut answered) = (0, 0);
    for question in parity::QUESTIONS.lines().step_by(nth) {
        asked += 1;
        match ask(&essential, question) {
            Err(Error::NeedsFullEngine) => {}
            answer => {
                answered += 1;
                assert_eq!(answer, ask(&full, question), "{question}");
            }
        }
    }
    assert!(answered * 100 >= asked * least, "{answered} of {asked}");
}

// A first question should seldom wait for the full engine.
#[test]
fn r2_the_essential_engine_answers_most_questions_and_as_the_full_one() {
    assert_same(95, 1, |engine, question| -> Result<Answer> {
        engine.ask(question, &options(&[]))
    });
}

#[test]
fn r2_the_essential_engine_finds_the_same_pages_while_a_question_is_typed() {
    let typed = [
        ("partial", Value::Bool(true)),
        ("topK", Value::Number(8.0)),
        ("lang", Value::Text("tr".into())),
    ];
    assert_same(95, 1, |engine, question| -> Result<SearchResult> {
        engine.search(question, &options(&typed))
    });
}

/// An earlier question of the conversation.
fn history(question: &str) -> Value {
    let entry = |key: &str, text: &str| (key.to_owned(), Value::Text(text.into()));
    Value::List(vec![Value::Map(vec![
        entry("role", "user"),
        entry("content", question),
    ])])
}

#[test]
fn r9_the_essential_engine_completes_a_question_as_the_full_one() {
    let earlier = ("history", history("How much is a single room?"));
    assert_same(95, 5, |engine, question| -> Result<Answer> {
        engine.ask(
            &format!("and {question}"),
            &options(std::slice::from_ref(&earlier)),
        )
    });
}

fn filter(language: &str) -> Value {
    let accepted = Value::List(vec![Value::Text(language.into())]);
    Value::Map(vec![("lang".into(), accepted)])
}

#[test]
fn the_essential_engine_applies_phrases_exclusions_and_filters_as_the_full_one() {
    let of_pages = ("filter", filter("en"));
    assert_same(95, 5, |engine, question| -> Result<Answer> {
        let (first, rest) = question.split_once(' ').unwrap_or((question, ""));
        engine.ask(
            &format!("\"{first}\" {rest} -zebra"),
            &options(std::slice::from_ref(&of_pages)),
        )
    });
}

/// Whether the first step of a call needs the full engine, and nothing else.
fn asks_for_full_engine<T>(
    engine: &Engine,
    method: Method<T>,
    text: &str,
    options: &Value,
) -> bool {
    let full = Needs {
        full_engine: true,
        ..Needs::default()
    };
    match engine.begin(method, text, options).step().unwrap() {
        Step::Needs(needs) => needs == full,
        Step::Done(_) => false,
    }
}

#[test]
fn the_essential_engine_asks_for_the_full_one_for_what_it_lacks() {
    let engine = engine(Operators::ESSENTIAL);
    let list = |name: &str| Value::List(vec![Value::Text(name.into())]);
    let cases = [
        ("visa", "trace", Value::Bool(true), true),
        ("visa", "retriever", Value::Text("tf".into()), true),
        ("visa", "rerankers", list("position"), true),
        ("visa", "spelling", Value::Map(Vec::new()), true),
        ("\"a phrase\"", "lang", Value::Text("en".into()), false),
        ("visa -student", "filter", filter("en"), false),
        ("visa", "spelling", Value::Bool(false), false),
        // An option without a value is none.
        ("visa", "nonsense", Value::Null, false),
        ("visa", "topK", Value::Number(5.0), false),
        (
            "and for F-1?",
            "history",
            history("How long may J-1 students stay?"),
            false,
        ),
    ];
    for (question, key, value, needed) in cases {
        let options = options(&[(key, value)]);
        let found = asks_for_full_engine(&engine, Method::ASK, question, &options);
        assert_eq!(found, needed, "{question}, {key}");
    }
    let today = options(&[]);
    let compares = asks_for_full_engine(&engine, Method::COMPARE, "visa", &today);
    let completes = asks_for_full_engine(&engine, Method::SUGGEST, "vis", &Value::Null);
    // A visitor who types does not wait for the full engine.
    assert!(compares && !completes);
}
