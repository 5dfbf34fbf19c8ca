//! The client for front ends in Rust (R41): its answers, and its behaviour on failing hosts.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::Pin;
use std::rc::Rc;
use std::task::Poll;

use soru::hit::Hit;
use soru::post_retrieval::Reranker;
use soru::query::Query;
use soru::settings::Value;
use soru::web::Client;
use soru::{Answer, Engine, Error};
use wasm_bindgen_test::wasm_bindgen_test;

use super::shards::{self, PAGES, packed, restore};
use super::site::{self, Files, SHARDED};
use super::{cut, host, parity, serve};

const FACT: &str = "What is the H-1B cap?";
const NOT_FOUND: &[u8] = b"<!doctype html><title>Not found</title>";

fn misses_a_part(answer: &Answer) -> bool {
    let mut warnings = answer.warnings.iter();
    warnings.any(|warning| warning.code == "part_missing")
}

fn native() -> Engine {
    site::loaded(&site::build(SHARDED))
}

/// Serves the sample site without its first page: another build, in which all changed files have
/// other names.
fn deploy(host: &str, old: &Files) {
    for (name, _) in old {
        serve(host, name, NOT_FOUND, 404);
    }
    restore(host, &packed(&site::documents()[1..]));
}

#[wasm_bindgen_test]
async fn a_client_answers_as_the_native_engine_does() {
    let (host, _) = shards::host("client-answers");
    // The trailing slash is optional.
    let client = Client::open(host.trim_end_matches('/')).await.unwrap();
    let today = site::table(&[("today", Value::Text("2026-06-01".to_owned()))]);
    for question in [FACT, PAGES] {
        let answer = client.ask_with(question, &today).await.unwrap();
        let expected = native().ask(question, &today).unwrap();
        assert_eq!(answer.answer, expected.answer, "{question}");
        let urls = |answer: &Answer| -> Vec<String> {
            answer.hits.iter().map(|hit| hit.url.clone()).collect()
        };
        assert_eq!(urls(&answer), urls(&expected));
    }
    let found = client.search(PAGES, &Value::Null).await.unwrap();
    assert!(!found.hits.is_empty());
    assert_eq!(
        client.compare(FACT, &Value::Null).await.unwrap().question,
        FACT
    );
    assert!(client.suggest("maz", &Value::Null).await.is_ok());
    assert_eq!(client.stats().documents, site::documents().len() as u64);
}

#[wasm_bindgen_test]
async fn a_question_of_decomposed_letters_is_asked_composed_and_on_the_visitors_day() {
    let client = Client::open(&host("client-letters")).await.unwrap();
    let answer = client.ask("o\u{308}g\u{306}renci").await.unwrap();
    assert_eq!(answer.question, "öğrenci");
    let wrong = site::table(&[("today", Value::Text("tomorrow".to_owned()))]);
    let error = client.ask_with(FACT, &wrong).await.unwrap_err();
    assert_eq!(error.code(), "INVALID_OPTION");
    let error = client
        .ask_with(FACT, &Value::Number(1.0))
        .await
        .unwrap_err();
    assert_eq!(error.code(), "INVALID_OPTION");
    assert_eq!(client.ask("?!").await.unwrap_err(), Error::EmptyQuestion);
}

#[wasm_bindgen_test]
async fn r41_a_client_gets_an_error_for_a_misconfigured_host() {
    let missing = host("client-missing");
    serve(&missing, "manifest", NOT_FOUND, 404);
    let error = Client::open(&missing).await.unwrap_err();
    assert_eq!(error.code(), "FETCH_FAILED");
    assert!(error.to_string().contains("404"), "{error}");

    let offline = host("client-offline");
    cut(&offline, "data");
    let error = Client::open(&offline).await.unwrap_err();
    assert_eq!(error.code(), "FETCH_FAILED");
    assert!(error.to_string().contains("online"), "{error}");

    let instead = host("client-instead");
    serve(&instead, "manifest", NOT_FOUND, 200);
    assert_eq!(
        Client::open(&instead).await.unwrap_err().code(),
        "NOT_AN_INDEX"
    );

    let longer = host("client-longer");
    serve(&longer, "data", &[parity::DATA, &[0; 9]].concat(), 200);
    assert_eq!(
        Client::open(&longer).await.unwrap_err().code(),
        "FETCH_FAILED"
    );

    let damaged = host("client-damaged");
    serve(&damaged, "data", &vec![0x1f; parity::DATA.len()], 200);
    assert_eq!(
        Client::open(&damaged).await.unwrap_err().code(),
        "CORRUPT_INDEX"
    );
}

#[wasm_bindgen_test]
async fn r41_a_client_skips_a_missing_part_and_requests_it_again() {
    let (host, files) = shards::host("client-part");
    let client = Client::open(&host).await.unwrap();
    for (name, _) in files.iter().filter(|(name, _)| name.starts_with("text")) {
        serve(&host, name, NOT_FOUND, 404);
    }
    let answer = client.ask(FACT).await.unwrap();
    assert!(answer.answer.is_some() && misses_a_part(&answer));
    restore(&host, &files);
    let again = client.ask(FACT).await.unwrap();
    assert_eq!(again.answer, answer.answer);
    assert!(!misses_a_part(&again) && !again.hits.is_empty());
}

#[wasm_bindgen_test]
async fn r41_a_client_reads_the_build_that_was_deployed_meanwhile() {
    let (host, files) = shards::host("client-deployed");
    let configured = Rc::new(Cell::new(0));
    let counted = Rc::clone(&configured);
    let client = Client::open_with(&host, move |engine| {
        counted.set(counted.get() + 1);
        Ok(engine)
    });
    let client = client.await.unwrap();
    let before = client.stats();
    deploy(&host, &files);
    let answer = client.ask(PAGES).await.unwrap();
    assert!(!answer.hits.is_empty() && !misses_a_part(&answer));
    let after = client.stats();
    assert_ne!(after.build_id, before.build_id);
    assert_eq!(after.documents + 1, before.documents);
    assert_eq!(configured.get(), 2);
}

/// Begins a call, which then waits for its files.
async fn begun<F: Future>(mut call: Pin<&mut F>) -> bool {
    poll_fn(|context| Poll::Ready(call.as_mut().poll(context).is_pending())).await
}

#[wasm_bindgen_test]
async fn a_dropped_call_leaves_the_downloads_of_others() {
    let (host, _) = shards::host("client-dropped");
    let client = Client::open(&host).await.unwrap();
    let mut dropped = Box::pin(client.ask(PAGES));
    let mut kept = Box::pin(client.ask(PAGES));
    assert!(begun(dropped.as_mut()).await && begun(kept.as_mut()).await);
    drop(dropped);
    let answer = kept.await.unwrap();
    assert!(!answer.hits.is_empty() && !misses_a_part(&answer));
}

/// Reverses the order of all hits.
struct Reversed;

impl Reranker for Reversed {
    fn name(&self) -> &'static str {
        "reversed"
    }

    fn scores(&self, _: &Query, hits: &[Hit]) -> soru::Attempt<Vec<f64>> {
        Ok((0..hits.len()).map(|place| place as f64).collect())
    }
}

#[wasm_bindgen_test]
async fn r23_the_engine_of_a_client_accepts_rerankers_in_rust() {
    let (host, _) = shards::host("client-reranker");
    let client = Client::open_with(&host, |engine| Ok(engine.with_reranker(Reversed)));
    let client = client.await.unwrap();
    let chain = |names: &[&str]| {
        let names = names.iter().map(|name| Value::Text((*name).to_owned()));
        site::table(&[
            ("rerankers", Value::List(names.collect())),
            (
                "ranking",
                site::table(&[("max_per_document", Value::Number(0.0))]),
            ),
        ])
    };
    let plain = client.search(PAGES, &chain(&[])).await.unwrap();
    let turned = client.search(PAGES, &chain(&["reversed"])).await.unwrap();
    assert!(plain.hits.len() > 1);
    assert_ne!(plain.hits[0].chunk_id, turned.hits[0].chunk_id);
}
