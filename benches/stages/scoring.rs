//! From a query to ranked chunks, and from a question to an answer.

use divan::Bencher;
use soru::pre_retrieval::{Analysis, QueryOperator, QuerySettings, TextSettings};
use soru::query::Query;
use soru::retrieval::{Allowed, Bm25, Bm25Settings, Retriever, Search, match_features};
use soru::settings::Value;
use soru::text::WordLists;
use soru_indexing::Layout;

use super::site;

/// Number of words in a query: keywords, a question.
const WORDS: [usize; 2] = [2, 9];
const DEPTH: usize = 50;

fn query(words: usize) -> Query {
    let (text, settings) = (TextSettings::default(), QuerySettings::default());
    let lists = WordLists::of_languages(&["tr"]);
    let analysis = Analysis::new(&["tr".to_owned()], &text, &lists, &settings, 0.5);
    let mut query = Query {
        text: site::text(words, 77),
        ..Query::default()
    };
    analysis.apply(&mut query).expect("a question with words");
    query
}

#[divan::bench(args = WORDS)]
fn rank_by_bm25(bencher: Bencher<'_, '_>, words: usize) {
    let index = site::index(&site::bundle(site::PAGES, Layout::SINGLE));
    let (query, bm25) = (
        query(words),
        Bm25::new(Bm25Settings::default()).expect("defaults"),
    );
    bencher.bench(|| bm25.retrieve(&Search::new(&index, &query), &Allowed::all(), DEPTH));
}

/// Ranks and computes the rerankers' features of the best hits, whose words are looked up only
/// once.
#[divan::bench(args = WORDS)]
fn rank_with_features(bencher: Bencher<'_, '_>, words: usize) {
    let index = site::index(&site::bundle(site::PAGES, Layout::SINGLE));
    let (query, bm25) = (
        query(words),
        Bm25::new(Bm25Settings::default()).expect("defaults"),
    );
    bencher.bench(|| {
        let search = Search::new(&index, &query);
        let hits = bm25.retrieve(&search, &Allowed::all(), DEPTH)?;
        match_features(&search, None, &hits)
    });
}

#[divan::bench(args = WORDS)]
fn answer_question(bencher: Bencher<'_, '_>, words: usize) {
    let engine = site::engine(&site::bundle(site::PAGES, Layout::SINGLE));
    let question = site::text(words, 77);
    bencher.bench_local(|| engine.ask(&question, &Value::Null));
}
