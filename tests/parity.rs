//! Native answers, checked against the same file as the browsers' (R2).
//!
//! `cargo test --no-default-features --test parity` checks the essential engine against it, which
//! answers identically to the last bit or returns an error.
#![cfg(not(target_arch = "wasm32"))]

#[path = "parity/mod.rs"]
mod parity;

use std::fs;
use std::io::Read;

use soru::essential::IS_FULL;
use soru::orchestration::{Method, Step};
use soru::settings::Value;
use soru::{Answer, Engine, Error, Result};

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

fn engine() -> Engine {
    let engine = Engine::open(parity::MANIFEST).unwrap();
    let file = engine.files()[0].name.clone();
    engine.supply(&file, parity::DATA, inflate).unwrap();
    engine
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

/// Returns the line of every question that this build of the engine answers.
fn lines() -> Vec<Option<String>> {
    let engine = engine();
    let today = Value::Map(vec![("today".into(), Value::Text(parity::TODAY.into()))]);
    let answered = parity::QUESTIONS.lines().map(|question| {
        match engine.begin(Method::ASK, question, &today).step() {
            Ok(Step::Needs(needs)) if needs.full_engine => None,
            Ok(Step::Done(answer)) => Some(line(question, &answer)),
            other => panic!("{question}: {other:?}"),
        }
    });
    answered.collect()
}

#[test]
fn r2_a_bundle_of_version_1_gives_the_recorded_answers_natively() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/answers.txt");
    let lines = lines();
    assert!(
        lines.len() > 300,
        "several hundred questions, not {}",
        lines.len()
    );
    if IS_FULL && std::env::var_os("SORU_UPDATE").is_some() {
        let lines: Vec<String> = lines.iter().flatten().cloned().collect();
        fs::write(path, lines.join("\n") + "\n").unwrap();
    }
    let recorded = fs::read_to_string(path).unwrap_or_default();
    for (line, expected) in lines.iter().zip(recorded.lines()) {
        assert_eq!(
            line.as_deref().unwrap_or(expected),
            expected,
            "ranking changed: see tests/fixtures/README.md"
        );
    }
    assert_eq!(lines.len(), recorded.lines().count());
}

// A first question should seldom wait for the full engine.
#[test]
fn most_questions_need_no_more_than_the_essential_engine() {
    let lines = lines();
    let answered = lines.iter().flatten().count();
    let least = if IS_FULL {
        lines.len()
    } else {
        lines.len() * 19 / 20
    };
    assert!(answered >= least, "{answered} of {}", lines.len());
}
