//! Native answers, held to the same file as the browsers' (R2).
#![cfg(not(target_arch = "wasm32"))]

#[path = "parity/mod.rs"]
mod parity;

use std::fs;
use std::io::Read;

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

#[test]
fn r2_a_bundle_of_version_1_gives_the_recorded_answers_natively() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/answers.txt");
    let engine = engine();
    let today = Value::Map(vec![("today".into(), Value::Text(parity::TODAY.into()))]);
    let lines: Vec<String> = parity::QUESTIONS
        .lines()
        .map(|question| line(question, &engine.ask(question, &today).unwrap()))
        .collect();
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
