//! The contract of orchestrators.

use std::sync::{Arc, OnceLock};

use soru::index::Index;
use soru::orchestration::{Configuration, Options, Orchestrator, Pipeline};
use soru::settings::{Setting, Value};
use soru::text::WordLists;
use soru::{Answer, Error};
use soru_indexing::Layout;

use super::site::{self, IntoValue, table};

/// Returns every orchestrator, over the sample site's facts.
fn all() -> Vec<Box<dyn Orchestrator>> {
    let words = WordLists::of_languages(&["tr", "en"]);
    vec![Box::new(
        Pipeline::new(&configuration(), &words, site::facts(), None).unwrap(),
    )]
}

fn configuration() -> Configuration {
    let mut configuration = Configuration::default();
    configuration.set(&site::configuration(), "").unwrap();
    configuration
}

fn index_of(files: &[(String, Vec<u8>)]) -> Index {
    let (manifest, source) = site::source(files);
    Index::open(&manifest, Arc::new(source)).unwrap()
}

/// Returns an index per test: a source gives up each section once, and tests run in parallel.
fn index() -> &'static Index {
    static FILES: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    thread_local! {
        static INDEX: &'static Index = Box::leak(Box::new(index_of(
            FILES.get_or_init(|| site::build_encoded(&site::documents(), Layout::SINGLE)),
        )));
    }
    INDEX.with(|index| *index)
}

fn empty() -> Index {
    let configuration = site::configuration();
    index_of(&site::build_of(
        &[],
        Vec::new(),
        &configuration,
        Layout::SINGLE,
    ))
}

fn options(entries: &[(&str, Value)]) -> Options {
    Options::new(&configuration(), &table(entries)).unwrap()
}

fn json(answer: &Answer) -> String {
    serde_json::to_string(answer).unwrap()
}

#[test]
fn r2_the_same_question_twice_gives_the_same_json() {
    for (one, other) in all().iter().zip(all()) {
        for retriever in soru::retrieval::RETRIEVERS.names() {
            let options = options(&[
                ("retriever", retriever.into_value()),
                ("trace", true.into_value()),
            ]);
            for question in site::questions() {
                let first = one.ask(index(), question, &options).unwrap();
                let again = other.ask(index(), question, &options).unwrap();
                assert_eq!(json(&first), json(&again));
                let search = |orchestrator: &dyn Orchestrator| {
                    let found = orchestrator.search(index(), question, &options).unwrap();
                    serde_json::to_string(&found).unwrap()
                };
                assert_eq!(search(&**one), search(&*other));
            }
        }
    }
}

#[test]
fn r35_an_answer_has_a_source_and_no_answer_has_none() {
    for orchestrator in all() {
        let mut answered = 0;
        for question in site::questions() {
            let answer = orchestrator.ask(index(), question, &options(&[])).unwrap();
            assert_eq!(
                answer.answer.is_some(),
                !answer.sources.is_empty(),
                "{question}"
            );
            for source in &answer.sources {
                assert!(
                    !source.url.is_empty() && !source.title.is_empty(),
                    "{source:?}"
                );
                assert!(!source.preview.is_empty(), "{source:?}");
                assert!((0.0..=1.0).contains(&source.relevance), "{source:?}");
            }
            answered += usize::from(answer.answer.is_some());
        }
        assert!(answered > 10, "{orchestrator:?} answers only {answered}");
    }
}

#[test]
fn r21_no_hits_is_an_answer_that_names_the_words_and_no_error() {
    for orchestrator in all() {
        for index in [index(), &empty()] {
            let question = "Zzzzqqq, Xxyyzz?";
            let asked = orchestrator.ask(index, question, &options(&[])).unwrap();
            let searched = orchestrator.search(index, question, &options(&[])).unwrap();
            for (hits, warnings) in [
                (&asked.hits, &asked.warnings),
                (&searched.hits, &searched.warnings),
            ] {
                assert!(hits.is_empty(), "{hits:?}");
                assert_eq!(warnings[0].code, "no_hits");
                let message = &warnings[0].message;
                assert!(
                    message.contains("Zzzzqqq") && message.contains("Xxyyzz"),
                    "{message}"
                );
            }
            assert_eq!(asked.answer, None);
            assert!(asked.confidence.abs() < 1e-12);
        }
    }
}

#[test]
fn r5_an_empty_question_is_a_clear_error() {
    for orchestrator in all() {
        for empty in [
            "",
            "  ",
            "?!",
            "…",
            "\0",
            "🎓",
            "\u{301}",
            "\u{345}",
            "\u{363}\u{364}",
            "\u{200d}\u{ad}",
        ] {
            let asked = orchestrator.ask(index(), empty, &options(&[]));
            assert_eq!(asked.unwrap_err(), Error::EmptyQuestion.into(), "{empty:?}");
            let searched = orchestrator.search(index(), empty, &options(&[]));
            assert_eq!(
                searched.unwrap_err(),
                Error::EmptyQuestion.into(),
                "{empty:?}"
            );
        }
    }
}

#[test]
fn r2_asking_and_searching_find_the_same_pages() {
    for orchestrator in all() {
        for question in site::questions() {
            let mut asked = orchestrator.ask(index(), question, &options(&[])).unwrap();
            let mut searched = orchestrator
                .search(index(), question, &options(&[]))
                .unwrap();
            // Answers show more of each page than a search while typing.
            for hit in asked.hits.iter_mut().chain(&mut searched.hits) {
                (hit.excerpt, hit.marks, hit.highlight) = <_>::default();
            }
            assert_eq!(asked.hits, searched.hits, "{question}");
        }
    }
}
