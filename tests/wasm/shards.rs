//! A bundle in shards on failing hosts (R41), through the browser interface and its loader.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use js_sys::Array;
use soru::Document;
use soru_indexing::Indexer as _;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use super::site::{self, Files, SHARDED};
use super::{OpenedEngine, code, cut, get, number, open, options, serve, text};

const FACT: &str = "What is the H-1B cap?";
pub(super) const PAGES: &str = "mazeret sınavına kimler girebilir";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory is written to");
    encoder.finish().expect("memory is written to")
}

/// Serves the sample site in shards; returns the host and the files.
pub(super) fn host(name: &str) -> (String, Files) {
    let files = packed(&site::documents());
    let host = format!("https://{name}.example/soru/");
    restore(&host, &files);
    (host, files)
}

/// Returns the bundle of these documents in shards, as a host stores it.
pub(super) fn packed(documents: &[Document]) -> Files {
    let mut indexer = Box::new(site::with_embedder(
        Box::new(site::encoder::of_words(documents)),
        SHARDED,
    ));
    for document in documents {
        let prepared = indexer.prepare(document).unwrap();
        indexer.add(prepared).unwrap();
    }
    let built = indexer.finish(site::facts(), &site::configuration());
    built.unwrap().into_files(&|bytes| Ok(gzip(bytes))).unwrap()
}

/// Serves the sample site with lists of related pages.
pub(super) fn serve_related(host: &str) {
    let built = site::built_with_related(SHARDED);
    restore(host, &built.into_files(&|bytes| Ok(gzip(bytes))).unwrap());
}

/// Serves all files again.
pub(super) fn restore(host: &str, files: &Files) {
    for (name, bytes) in files {
        serve(host, name, bytes, 200);
    }
}

/// Returns the files of words.
pub(super) fn terms(files: &Files) -> impl Iterator<Item = &(String, Vec<u8>)> {
    files.iter().filter(|(name, _)| name.starts_with("terms"))
}

/// Returns the names of the files with this prefix.
fn named<'f>(files: &'f Files, start: &'f str) -> impl Iterator<Item = &'f str> {
    let names = files.iter().map(|(name, _)| name.as_str());
    names.filter(move |name| name.starts_with(start))
}

async fn ask(engine: &OpenedEngine, question: &str) -> Result<JsValue, JsValue> {
    engine.ask(question, &JsValue::UNDEFINED).await
}

fn misses_a_part(answer: &JsValue) -> bool {
    let mut warnings = Array::from(&get(answer, "warnings")).into_iter();
    warnings.any(|warning| text(&warning, "code") == "part_missing")
}

#[wasm_bindgen_test]
async fn r41_a_missing_part_is_skipped_and_requested_again() {
    let (host, files) = host("shards-missing");
    let engine = open(&host).await.unwrap();
    for name in named(&files, "text") {
        serve(&host, name, b"<!doctype html><title>Not found</title>", 404);
    }
    let answer = ask(&engine, FACT).await.unwrap();
    assert!((number(&answer, "tier") - 1.0).abs() < f64::EPSILON);
    assert!(!text(&answer, "answer").is_empty() && misses_a_part(&answer));
    restore(&host, &files);
    let again = ask(&engine, FACT).await.unwrap();
    assert_eq!(text(&again, "answer"), text(&answer, "answer"));
    assert!(!misses_a_part(&again));
    assert!(Array::from(&get(&again, "hits")).length() > 0);
}

#[wasm_bindgen_test]
async fn r41_a_page_in_the_place_of_words_is_damage_unless_something_else_is_found() {
    let (host, files) = host("shards-instead");
    let engine = open(&host).await.unwrap();
    for name in named(&files, "terms") {
        serve(&host, name, b"<title>Not found</title>", 200);
    }
    assert!(misses_a_part(&ask(&engine, FACT).await.unwrap()));
    // The vectors of the chunks are there.
    assert!(misses_a_part(&ask(&engine, PAGES).await.unwrap()));
    let by_words = options(&[("retriever", "bm25".into())]);
    let answer = engine.ask(PAGES, &by_words).await;
    assert_eq!(code(answer.unwrap_err()), "CORRUPT_INDEX");
    restore(&host, &files);
    let answer = ask(&engine, PAGES).await.unwrap();
    assert!(Array::from(&get(&answer, "hits")).length() > 0 && !misses_a_part(&answer));
}

#[wasm_bindgen_test]
async fn r41_without_a_connection_a_question_fails_and_works_when_it_is_back() {
    let (host, files) = host("shards-offline");
    let engine = open(&host).await.unwrap();
    for (name, _) in &files {
        cut(&host, name);
    }
    assert_eq!(code(ask(&engine, PAGES).await.unwrap_err()), "FETCH_FAILED");
    assert!(
        misses_a_part(&ask(&engine, FACT).await.unwrap()),
        "facts are here"
    );
    restore(&host, &files);
    assert!(!misses_a_part(&ask(&engine, PAGES).await.unwrap()));
}

#[wasm_bindgen_test]
fn r2_an_encoded_question_scores_as_recorded_in_browsers() {
    assert_eq!(site::encoder::scores(), site::encoder::RECORDED);
}
