//! Retrieval by meaning, alone and fused with words (R19 `semantic`, R20 `hybrid`).

use std::collections::BTreeMap;

use proptest::prelude::*;
use soru::hit::Hit;
use soru::indexing::{Indexer, Layout, VectorSettings, VectorSummary};
use soru::settings::Value;
use soru::{Block, Document, Engine};

use super::site::{self, IntoValue, ask, table};

fn page(id: &str, text: &str) -> Document {
    Document {
        id: id.into(),
        lang: "tr".into(),
        blocks: vec![Block::Text(text.into())],
        ..Document::default()
    }
}

/// Words that occur together on pages of a topic.
const TOPICS: [[&str; 4]; 10] = [
    ["yurt", "oda", "yatak", "kira"],
    ["futbol", "saha", "hakem", "gol"],
    ["kitap", "raf", "ödünç", "katalog"],
    ["vize", "pasaport", "konsolosluk", "randevu"],
    ["burs", "gelir", "belge", "komisyon"],
    ["laboratuvar", "deney", "önlük", "mikroskop"],
    ["sınav", "gözetmen", "salon", "optik"],
    ["mezuniyet", "cübbe", "kep", "tören"],
    ["otobüs", "durak", "ring", "bilet"],
    ["yemek", "tabldot", "çorba", "kart"],
];

/// Returns a page for every word of a topic, with all the other words.
fn topics() -> Vec<Document> {
    let pages = TOPICS.iter().flat_map(|topic| {
        topic.iter().map(|left_out| {
            let words: Vec<&str> = topic.iter().filter(|w| w != &left_out).copied().collect();
            page(&format!("{}-{left_out}", topic[0]), &words.join(" "))
        })
    });
    pages.collect()
}

fn engine(documents: &[Document], vectors: &VectorSettings) -> Engine {
    let indexer = site::with_vectors(vectors, Layout::SINGLE);
    let files = site::finish(indexer, documents, Vec::new(), &site::configuration());
    site::loaded(&files)
}

/// Returns an engine with as many dimensions as topics.
fn of_topics() -> Engine {
    let vectors = VectorSettings {
        dimensions: 10,
        ..VectorSettings::default()
    };
    engine(&topics(), &vectors)
}

fn found(engine: &Engine, question: &str, options: &[(&str, Value)]) -> Vec<Hit> {
    let bare = [
        ("rerankers", Value::List(Vec::new())),
        ("topK", 1000.0.into_value()),
    ];
    ask(engine, question, &[&bare, options].concat()).hits
}

fn by(retriever: &str) -> (&'static str, Value) {
    ("retriever", retriever.into_value())
}

fn ids(hits: &[Hit]) -> Vec<&str> {
    hits.iter().map(|hit| hit.id.as_str()).collect()
}

#[test]
fn r19_semantic_finds_the_page_on_the_matter_that_does_not_have_the_word() {
    let engine = of_topics();
    for topic in TOPICS {
        for word in topic {
            let hits = found(&engine, word, &[by("semantic")]);
            let mut first = ids(&hits[..4]);
            first.sort_unstable();
            let mut expected = topic.map(|left_out| format!("{}-{left_out}", topic[0]));
            expected.sort_unstable();
            assert_eq!(first, expected, "{word}");
            let without = format!("{}-{word}", topic[0]);
            let words = found(&engine, word, &[by("bm25")]);
            assert!(!ids(&words).contains(&without.as_str()), "{word}");
        }
    }
}

#[test]
fn r19_scores_are_cosines_and_relevance_is_their_share_that_is_known() {
    let engine = of_topics();
    let known = found(&engine, "burs gelir", &[by("semantic")]);
    let best = &known[0];
    assert!((0.9..=1.0).contains(&best.score), "{}", best.score);
    assert!((best.relevance - best.score).abs() < 1e-12);
    let half = found(&engine, "burs qqqqq", &[by("semantic")]);
    assert!(half[0].relevance < 0.6 * half[0].score, "{:?}", half[0]);
}

#[test]
fn r19_semantic_returns_twenty_hits_or_the_configured_number() {
    let engine = of_topics();
    let count = |options: &[(&str, Value)]| {
        let question = "yurt saha raf vize gelir deney salon kep durak kart";
        found(&engine, question, &[&[by("semantic")], options].concat()).len()
    };
    assert_eq!(count(&[]), 20);
    let depth = |depth: f64| {
        let semantic = table(&[("depth", depth.into_value())]);
        [("retrieval", table(&[("semantic", semantic)]))]
    };
    assert_eq!(count(&depth(7.0)), 7);
    assert_eq!(count(&depth(1000.0)), 40);
}

// Every language has its own space; a page in another language than the question's has the weight
// of that language.
#[test]
fn r8_a_question_is_folded_into_the_space_of_every_language_by_its_weight() {
    let engine = site::engine();
    let best = |question: &str, lang: &str, weight: f64| {
        let options = [
            by("semantic"),
            (
                "retrieval",
                table(&[("other_language_weight", weight.into_value())]),
            ),
        ];
        let hits = found(&engine, question, &options);
        let of = hits.iter().filter(|hit| hit.lang == lang);
        of.map(|hit| hit.score).fold(0.0, f64::max)
    };
    let question = "Which office has the erasmus scholarship?";
    let (half, whole) = (best(question, "tr", 0.5), best(question, "tr", 1.0));
    assert!(half > 0.0);
    assert_near(2.0 * half, whole);
    assert_near(best(question, "en", 0.5), best(question, "en", 1.0));
    assert_near(best(question, "tr", 0.0), 0.0);
}

fn scores(hits: &[Hit], leg: &str) -> BTreeMap<String, f64> {
    hits.iter()
        .map(|hit| (hit.id.clone(), hit.scores[leg]))
        .collect()
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} {expected}");
}

#[test]
fn r20_weighted_is_the_sum_of_the_legs_divided_by_their_maxima() {
    let engine = of_topics();
    for (semantic, bm25) in [(0.15, 0.85), (0.6, 0.4)] {
        let weights = table(&[
            ("semantic", semantic.into_value()),
            ("bm25", bm25.into_value()),
        ]);
        let retrieval = table(&[("weighted", weights)]);
        let options = [by("hybrid"), ("retrieval", retrieval)];
        let hits = found(&engine, "burs sınav", &options);
        let [sims, words] = ["semantic", "bm25"].map(|leg| scores(&hits, leg));
        let most = |leg: &BTreeMap<String, f64>| leg.values().copied().fold(0.0, f64::max);
        for hit in &hits {
            let expected =
                semantic * sims[&hit.id] / most(&sims) + bm25 * words[&hit.id] / most(&words);
            assert_near(hit.score, expected);
            assert_near(hit.scores["hybrid"], expected);
        }
        assert!(hits.iter().any(|hit| hit.scores["bm25"] < 1e-12));
    }
}

#[test]
fn r20_rrf_is_the_sum_of_reciprocal_ranks() {
    let engine = of_topics();
    let rank = |scores: &BTreeMap<String, f64>, id: &str| -> f64 {
        // Equal scores are ranked by document, which is the order of the keys.
        let before = |(other, score): &(&String, &f64)| {
            **score > scores[id] || (**score >= scores[id] && other.as_str() < id)
        };
        scores.iter().filter(before).count() as f64 + 1.0
    };
    for missing in [0.0, 100.0] {
        let rrf = table(&[("missing_rank", missing.into_value())]);
        let retrieval = table(&[("fusion", "rrf".into_value()), ("rrf", rrf)]);
        let hits = found(
            &engine,
            "burs sınav",
            &[by("hybrid"), ("retrieval", retrieval)],
        );
        let legs = ["semantic", "bm25"].map(|leg| scores(&hits, leg));
        for hit in &hits {
            let shares = legs
                .iter()
                .map(|leg| match (leg[&hit.id] > 0.0, missing > 0.0) {
                    (true, _) => 1.0 / (60.0 + rank(leg, &hit.id)),
                    (false, true) => 1.0 / 160.0,
                    (false, false) => 0.0,
                });
            assert_near(hit.score, shares.sum());
        }
    }
}

// In any space most chunks are a little similar to any question.
#[test]
fn r20_a_page_without_any_of_the_words_is_a_hit_only_if_it_is_similar_enough() {
    let engine = site::engine();
    let found = |least: f64| {
        let retrieval = table(&[("min_similarity", least.into_value())]);
        found(
            &engine,
            "kütüphane",
            &[by("hybrid"), ("retrieval", retrieval)],
        )
    };
    let all = found(0.0);
    let faint = |hit: &&Hit| hit.scores["bm25"] <= 0.0;
    let mut scores: Vec<f64> = all
        .iter()
        .filter(faint)
        .map(|hit| hit.scores["semantic"])
        .collect();
    scores.sort_by(f64::total_cmp);
    let least = scores[scores.len() / 2];
    let kept = |hit: &&Hit| !faint(hit) || hit.scores["semantic"] >= least;
    let expected: Vec<&str> = all.iter().filter(kept).map(|hit| hit.id.as_str()).collect();
    let some = found(least);
    assert_eq!(ids(&some), expected);
    assert!(found(1.0).len() < some.len() && some.len() < all.len());
    for bad in [-0.1, 1.5] {
        let retrieval = table(&[("min_similarity", bad.into_value())]);
        let error = engine.ask("burs", &table(&[by("hybrid"), ("retrieval", retrieval)]));
        assert!(
            error
                .unwrap_err()
                .to_string()
                .contains("retrieval.min_similarity")
        );
    }
}

// Thresholds must mean the same with either retriever.
#[test]
fn r20_the_relevance_of_a_hybrid_hit_is_that_of_bm25() {
    let engine = of_topics();
    let words = found(&engine, "burs", &[by("bm25")]);
    let hits = found(&engine, "burs", &[by("hybrid")]);
    assert!(hits.len() > words.len());
    for hit in &hits {
        let own = words.iter().find(|other| other.id == hit.id);
        let expected = own.map_or(0, |own| own.relevance.to_bits());
        assert_eq!(hit.relevance.to_bits(), expected, "{}", hit.id);
    }
}

fn without_vectors() -> Engine {
    let indexer = site::indexer(Layout::SINGLE);
    let files = site::finish(indexer, &topics(), Vec::new(), &site::configuration());
    site::loaded(&files)
}

#[test]
fn r20_without_vectors_hybrid_is_bm25_and_traced() {
    let engine = without_vectors();
    let options = |retriever| table(&[by(retriever), ("trace", true.into_value())]);
    let hybrid = engine.ask("burs komisyon", &options("hybrid")).unwrap();
    let bm25 = engine.ask("burs komisyon", &options("bm25")).unwrap();
    assert_eq!(hybrid.hits, bm25.hits);
    assert_eq!(hybrid.warnings, []);
    let warned = |trace: Option<Vec<soru::answer::TraceEvent>>| {
        let events = trace.unwrap().into_iter();
        events
            .flat_map(|event| event.warnings)
            .any(|warning| warning.contains("no vectors"))
    };
    assert!(warned(hybrid.trace) && !warned(bm25.trace));
}

#[test]
fn r19_without_vectors_semantic_is_an_error_that_names_the_setting() {
    let error = without_vectors()
        .ask("burs", &table(&[by("semantic")]))
        .unwrap_err();
    assert_eq!(error.code(), "INVALID_OPTION");
    for what in [
        "semantic",
        "indexing.vectors.enabled",
        "indexing.vectors.max_kilobytes",
    ] {
        assert!(error.to_string().contains(what), "{error}");
    }
}

fn summary(vectors: &VectorSettings, documents: &[Document]) -> VectorSummary {
    let mut indexer = Box::new(site::with_vectors(vectors, Layout::SINGLE));
    for document in documents {
        let prepared = indexer.prepare(document).unwrap();
        indexer.add(prepared).unwrap();
    }
    let built = indexer.finish(Vec::new(), &site::configuration()).unwrap();
    built.summary.vectors
}

// 40 chunks: 40 singular values of 4 bytes, 40 rows of 20 bytes and a factor of 4.
#[test]
fn r19_vectors_over_the_limit_are_left_out_before_training() {
    let settings = |max_kilobytes| VectorSettings {
        max_kilobytes,
        ..VectorSettings::default()
    };
    assert_eq!(summary(&settings(2), &topics()), VectorSummary::Built(40));
    assert_eq!(
        summary(&settings(1), &topics()),
        VectorSummary::TooLarge(1120)
    );
    assert_eq!(summary(&settings(0), &[]), VectorSummary::Built(0));
}

#[test]
fn r19_a_language_with_a_handful_of_chunks_has_no_vectors_and_no_semantic_hits() {
    let engine = engine(&topics()[..7], &VectorSettings::default());
    assert_eq!(found(&engine, "yurt", &[by("semantic")]).len(), 0);
    assert_eq!(
        ids(&found(&engine, "yurt", &[by("hybrid")])),
        ids(&found(&engine, "yurt", &[by("bm25")]))
    );
}

fn passages() -> impl Strategy<Value = Vec<String>> {
    let words: Vec<&str> = TOPICS.iter().flatten().copied().collect();
    let passage = prop::collection::vec(prop::sample::select(words), 3..12);
    prop::collection::vec(passage.prop_map(|words| words.join(" ")), 8..30)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    // A question made of a chunk's own words has the chunk's direction, except for the rounding of
    // components.
    #[test]
    fn r19_the_words_of_a_chunk_find_it_or_an_equally_near_one(passages in passages()) {
        let pages = passages.iter().enumerate();
        let pages: Vec<Document> = pages.map(|(n, text)| page(&format!("{n:02}"), text)).collect();
        let engine = engine(&pages, &VectorSettings::default());
        let all = table(&[("semantic", table(&[("depth", 1000.0.into_value())]))]);
        for own in &pages {
            let Block::Text(text) = &own.blocks[0] else { unreachable!() };
            let hits = found(&engine, text, &[by("semantic"), ("retrieval", all.clone())]);
            // A page with only commonplace words has no vector.
            if let Some(best) = hits.first() {
                let hit = hits.iter().find(|hit| hit.id == own.id);
                prop_assert!(hit.is_some_and(|hit| hit.score > best.score - 0.15), "{text}");
            }
        }
    }
}
