//! The contract of retrievers, including few and no hits (R21).
//!
//! | file | tests |
//! |---|---|
//! | `hits.rs` | hits are valid, ordered and reproducible |
//! | `limits.rs` | few hits, none, and only allowed ones |
//! | `files.rs` | the files that retrieval requests |
//! | `match_features.rs` | the match features of a hit |

mod files;
mod hits;
mod limits;
mod match_features;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use soru::Document;
use soru::hit::Scored;
use soru::index::Index;
use soru::pre_retrieval::{Analysis, QueryOperator, QuerySettings, TextSettings};
use soru::query::Query;
use soru::retrieval::{
    Allowed, Bm25, Bm25Settings, FUSIONS, Hybrid, Restricted, RetrievalSettings, Retriever, Search,
    Semantic, SemanticSettings, TermFrequency, TermFrequencySettings,
};
use soru::text::WordLists;
use soru_indexing::Layout;

use super::samples::queries;
use super::site;

/// Returns every retriever with its default constants, and `hybrid` with every fusion. `semantic` and
/// `tf` return as many hits as requested.
fn all() -> Vec<Box<dyn Retriever>> {
    static COUNTING: OnceLock<TermFrequency> = OnceLock::new();
    let counting = COUNTING.get_or_init(|| {
        TermFrequency::new(&TermFrequencySettings {
            depth: NonZeroUsize::MAX,
        })
    });
    let mut all: Vec<Box<dyn Retriever>> = vec![
        Box::new(Semantic::new(&SemanticSettings {
            depth: NonZeroUsize::MAX,
        })),
        Box::new(Bm25::new(Bm25Settings::default()).unwrap()),
        Box::new(*counting),
        Box::new(Restricted::new(counting, 100)),
    ];
    for fusion in FUSIONS.names() {
        let settings = RetrievalSettings {
            fusion: fusion.into(),
            ..RetrievalSettings::default()
        };
        all.push(Box::new(Hybrid::new(&settings).unwrap()));
    }
    all
}

fn index(documents: &[Document], layout: Layout) -> Index {
    let files = site::build_encoded(documents, layout);
    let (manifest, source) = site::source(&files);
    Index::open(&manifest, Arc::new(source)).unwrap()
}

/// Returns an index per test: a source gives up each section once, and tests run in parallel.
fn sample() -> &'static Index {
    thread_local! {
        static INDEX: &'static Index =
            Box::leak(Box::new(index(&site::documents(), Layout::SINGLE)));
    }
    INDEX.with(|index| *index)
}

fn analysed(question: &str) -> Query {
    analysed_in(question, "")
}

/// Analyses a question in the language that is expected.
fn analysed_in(question: &str, lang: &str) -> Query {
    let languages = ["tr".to_owned(), "en".to_owned()];
    let settings = QuerySettings::default();
    let words = WordLists::default();
    let analysis = Analysis::new(&languages, &TextSettings::default(), &words, &settings, 0.5);
    let mut query = Query {
        text: question.to_owned(),
        language: lang.to_owned(),
        ..Query::default()
    };
    // A question without words is used unchanged.
    let _ = analysis.apply(&mut query);
    query
}

fn all_queries() -> Vec<Query> {
    let analysed = site::questions().into_iter().map(analysed);
    analysed.chain(queries()).collect()
}

fn retrieve(retriever: &dyn Retriever, question: &str) -> Vec<Scored> {
    retrieve_in(retriever, question, "")
}

fn retrieve_in(retriever: &dyn Retriever, question: &str, lang: &str) -> Vec<Scored> {
    retriever
        .retrieve(
            &Search::new(sample(), &analysed_in(question, lang)),
            &Allowed::all(),
            1000,
        )
        .unwrap()
}

fn bits(hits: &[Scored]) -> Vec<(u32, u64, u64)> {
    hits.iter()
        .map(|hit| (hit.chunk, hit.score.to_bits(), hit.relevance.to_bits()))
        .collect()
}

fn assert_sound(hits: &[Scored], index: &Index) {
    let chunks: BTreeSet<u32> = hits.iter().map(|hit| hit.chunk).collect();
    assert_eq!(chunks.len(), hits.len(), "a chunk twice: {hits:?}");
    for hit in hits {
        assert!((hit.chunk as usize) < index.chunks().len(), "{hit:?}");
        assert!(hit.score.is_finite(), "{hit:?}");
        assert!((0.0..=1.0).contains(&hit.relevance), "{hit:?}");
    }
    for pair in hits.windows(2) {
        assert_eq!(
            pair[0].order(&pair[1]),
            std::cmp::Ordering::Less,
            "{pair:?}"
        );
    }
}
