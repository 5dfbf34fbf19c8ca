//! Long lists, of which only the best part is read while the rest cannot matter, against exhaustive
//! scoring.

use proptest::prelude::*;
use soru::orchestration::Method;
use soru::settings::Value;
use soru::{Document, Engine};
use soru_indexing::Layout;

use super::shards::page;
use super::site::{self, Files, IntoValue, SHARDED, table};

/// Returns the options of a search by words for this many hits, without pruning.
fn exhaustive(top_k: u32) -> Value {
    let retrieval = [
        ("retriever", "bm25".into_value()),
        ("pruning", 0.0.into_value()),
    ];
    table(&[
        ("retrieval", table(&retrieval)),
        ("topK", f64::from(top_k).into_value()),
        site::set("ranking.depth", f64::from(top_k)),
    ])
}

/// Returns the results of an engine that requests its files. An engine with all files reads every
/// list in full.
fn found(engine: &Engine, files: &Files, question: &str, top_k: u32) -> String {
    let options = exhaustive(top_k);
    let found = site::supplying(engine, files, |engine| {
        engine.begin(Method::SEARCH, question, &options)
    });
    serde_json::to_string(&found.unwrap()).unwrap()
}

/// Returns a bundle of these pages in shards, and an engine with all files of another layout.
fn both(pages: &[String], long_postings: u32, other: Layout) -> (Files, Engine) {
    let pages: Vec<Document> = (0..).zip(pages).map(|(i, words)| page(i, words)).collect();
    let layout = Layout {
        long_postings,
        ..SHARDED
    };
    let files = site::build_of(&pages, Vec::new(), &site::configuration(), layout);
    (files, site::engine_of(&pages, other))
}

proptest! {
    // R29: the same hits as exhaustive scoring, to the bit.
    #[test]
    fn r2_long_lists_read_by_need_answer_as_exhaustive_scoring(
        pages in prop::collection::vec("(kay|kayıt|kayıtlar|staj|ve|bir|oda|yurt| |\\. ){3,40}", 8..60),
        question in prop::collection::vec("kay|kayıt|kayitlar|staj|ve|bir|oda|yurt", 1..4),
        long_postings in 1..6_u32,
        top_k in 1..8_u32,
    ) {
        let other = Layout { long_postings: u32::MAX, ..Layout::SINGLE };
        let (files, all) = both(&pages, long_postings, other);
        let question = question.join(" ");
        let expected = found(&all, &Files::new(), &question, top_k);
        prop_assert_eq!(found(&site::open(&files), &files, &question, top_k), expected);
    }

    // A word typed without diacritics has a long list for each of its spellings, and lists read by
    // an earlier search must not change the result. The number of chunks with any of the spellings
    // is a bound, which depends on which lists are long. With 48 chunks, shards would keep a list of
    // two postings together that is long in one file.
    #[test]
    fn r2_long_lists_of_several_spellings_answer_the_same_after_any_question(
        pages in prop::collection::vec("(kar|kâr|karlar|kârlar|staj|ve|bir| |\\. ){3,40}", 8..48),
        question in prop::collection::vec("kar|kâr|karlar|staj|ve|bir", 1..4),
        long_postings in 1..6_u32,
        top_k in 1..8_u32,
    ) {
        let (files, all) = both(&pages, long_postings, Layout { long_postings, ..Layout::SINGLE });
        let lazy = site::open(&files);
        let question = question.join(" ");
        for top_k in [top_k, 50, top_k] {
            let expected = found(&all, &Files::new(), &question, top_k);
            prop_assert_eq!(found(&lazy, &files, &question, top_k), expected);
        }
    }
}
