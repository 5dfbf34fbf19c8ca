//! Retrieval by meaning, alone and fused with words (R19 `semantic`, R20 `hybrid`), with a part of the
//! table of a real encoder.

use std::collections::{BTreeMap, BTreeSet};

use soru::hit::Hit;
use soru::settings::Value;
use soru::{Document, Engine};
use soru_indexing::{Indexer, Layout};

use super::site::{self, IntoValue, ask, encoder, table};

/// Returns an engine of English pages that a real encoder's table embeds.
fn engine() -> Engine {
    engine_with(&[])
}

/// Returns the same engine, with more pages.
fn engine_with(more: &[Document]) -> Engine {
    let described = encoder::described_pages().into_iter();
    let pages: Vec<Document> = described.map(|(page, _)| page).collect();
    let indexer = site::with_embedder(Box::new(encoder::english()), Layout::SINGLE);
    let files = site::finish(indexer, &[&pages, more].concat(), Vec::new(), &english());
    site::loaded(&files)
}

fn english() -> Value {
    let languages = Value::List(vec!["en".into_value()]);
    table(&[site::set("site.languages", languages)])
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
fn r19_semantic_finds_the_page_that_shares_no_word_with_the_question() {
    let engine = engine();
    for (page, question) in encoder::described_pages() {
        assert_eq!(ids(&found(&engine, question, &[by("bm25")])), [""; 0]);
        let hits = found(&engine, question, &[by("semantic")]);
        assert_eq!(hits[0].id, page.id, "{question}");
        assert!(hits[0].score > hits[1].score + 0.05, "{question}");
    }
}

#[test]
fn r20_hybrid_finds_the_page_that_shares_no_word_with_the_question() {
    let engine = engine();
    for (page, question) in encoder::described_pages() {
        let hits = found(&engine, question, &[by("hybrid")]);
        assert_eq!(hits[0].id, page.id, "{question}");
    }
}

#[test]
fn r19_scores_are_cosines_and_so_is_relevance() {
    let hits = found(&engine(), "borrow books", &[by("semantic")]);
    assert!((0.7..=1.0).contains(&hits[0].score), "{hits:?}");
    for hit in &hits {
        assert!((hit.relevance - hit.score).abs() < 1e-12, "{hit:?}");
    }
}

#[test]
fn r19_semantic_returns_twenty_hits_or_the_configured_number() {
    let copy = |number: u32| {
        site::page(
            format!("copy-{number:02}"),
            "en",
            format!("The library lends journals, paragraph {number}."),
        )
    };
    let engine = engine_with(&(0..30).map(copy).collect::<Vec<_>>());
    let count = |options: &[(&str, Value)]| {
        found(
            &engine,
            "borrow books",
            &[&[by("semantic")], options].concat(),
        )
        .len()
    };
    assert_eq!(count(&[]), 20);
    let depth = |depth: f64| {
        let semantic = table(&[("depth", depth.into_value())]);
        [site::set("retrieval.semantic", semantic)]
    };
    assert_eq!(count(&depth(7.0)), 7);
    assert!(count(&depth(1000.0)) > 30);
}

// All languages share the space of the sample site; a page in another language than the question's
// has the weight of that language.
#[test]
fn r8_a_page_in_another_language_is_as_similar_as_the_weight_of_its_language() {
    let engine = site::encoded_engine();
    let best = |question: &str, lang: &str, weight: f64| {
        let options = [
            by("semantic"),
            site::set("retrieval.other_language_weight", weight),
        ];
        let hits = found(&engine, question, &options);
        let of = hits.iter().filter(|hit| hit.lang == lang);
        of.map(|hit| hit.score).fold(0.0, f64::max)
    };
    let question = "Which office has the erasmus scholarship?";
    let (some, whole) = (best(question, "tr", 0.8), best(question, "tr", 1.0));
    assert!(some > 0.0);
    assert_near(some / 0.8, whole);
    assert_near(best(question, "en", 0.8), best(question, "en", 1.0));
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

/// Asserts that all hits have the sum of the legs' scores, each divided by its maximum.
fn assert_weighted(hits: &[Hit], [semantic, bm25]: [f64; 2]) {
    let [sims, words] = ["semantic", "bm25"].map(|leg| scores(hits, leg));
    let most = |leg: &BTreeMap<String, f64>| leg.values().copied().fold(0.0, f64::max);
    for hit in hits {
        let expected =
            semantic * sims[&hit.id] / most(&sims) + bm25 * words[&hit.id] / most(&words);
        assert_near(hit.score, expected);
        assert_near(hit.scores["hybrid"], expected);
    }
}

fn weighted(weights: &[(&str, f64)]) -> [(&'static str, Value); 2] {
    let weights: Vec<(&str, Value)> = weights
        .iter()
        .map(|(leg, weight)| (*leg, weight.into_value()))
        .collect();
    let retrieval = table(&[
        ("fusion", "weighted".into_value()),
        ("weighted", table(&weights)),
    ]);
    [by("hybrid"), ("retrieval", retrieval)]
}

// No page has all words of these questions, so the default fusion scores otherwise.
#[test]
fn r20_weighted_is_six_tenths_of_semantic_and_four_of_bm25_divided_by_their_maxima() {
    let engine = engine();
    for question in ["library vaccines", "the library lends journals"] {
        let hits = found(&engine, question, &weighted(&[]));
        assert!(hits.len() > 1, "{question}");
        assert_weighted(&hits, [0.6, 0.4]);
        let usual = found(&engine, question, &[by("hybrid")]);
        assert_ne!(scores(&usual, "hybrid"), scores(&hits, "hybrid"));
    }
}

#[test]
fn r20_the_weights_of_weighted_are_configurable() {
    let engine = engine();
    for weights in [[0.15, 0.85], [3.0, 1.0], [0.0, 0.5]] {
        let [semantic, bm25] = weights;
        let options = weighted(&[("semantic", semantic), ("bm25", bm25)]);
        assert_weighted(&found(&engine, "library vaccines", &options), weights);
    }
}

// A question in two languages that share a space: pages in both have the same weights.
#[test]
fn r20_weighted_holds_for_pages_in_all_languages() {
    let engine = site::encoded_engine();
    let question = "Which office has the erasmus scholarship?";
    let hits = found(&engine, question, &weighted(&[]));
    let languages: BTreeSet<&str> = hits.iter().map(|hit| hit.lang.as_str()).collect();
    assert_eq!(languages.len(), 2, "{languages:?}");
    assert_weighted(&hits, [0.6, 0.4]);
}

#[test]
fn r20_coverage_is_weighted_with_the_weights_of_the_question() {
    let engine = engine();
    for (semantic, bm25) in [(0.15, 0.85), (0.6, 0.4), (3.0, 1.0)] {
        let share = semantic / (semantic + bm25);
        let retrieval = table(&[
            (
                "weighted",
                table(&[
                    ("semantic", semantic.into_value()),
                    ("bm25", bm25.into_value()),
                ]),
            ),
            site::set("encoder.uncovered", share),
            ("min_similarity", 0.0.into_value()),
        ]);
        let options = [by("hybrid"), ("retrieval", retrieval)];
        let hits = found(&engine, "library vaccines", &options);
        assert_weighted(&hits, [share, 1.0 - share]);
        assert!(hits.iter().any(|hit| hit.scores["bm25"] < 1e-12));
    }
}

#[test]
fn r20_rrf_is_the_sum_of_reciprocal_ranks() {
    let engine = engine();
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
            "library vaccines",
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
    let engine = engine();
    let found = |least: f64| {
        let retrieval = table(&[("min_similarity", least.into_value())]);
        found(
            &engine,
            "library",
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
        let error = engine.ask("library", &table(&[by("hybrid"), ("retrieval", retrieval)]));
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
    let engine = engine();
    let words = found(&engine, "library", &[by("bm25")]);
    let retrieval = table(&[("min_similarity", 0.0.into_value())]);
    let options = [by("hybrid"), ("retrieval", retrieval)];
    let hits = found(&engine, "library", &options);
    assert!(hits.len() > words.len());
    for hit in &hits {
        let own = words.iter().find(|other| other.id == hit.id);
        let expected = own.map_or(0, |own| own.relevance.to_bits());
        assert_eq!(hit.relevance.to_bits(), expected, "{}", hit.id);
    }
}

fn without_vectors() -> Engine {
    let described = encoder::described_pages().into_iter();
    let pages: Vec<Document> = described.map(|(page, _)| page).collect();
    let indexer = site::indexer(Layout::SINGLE);
    site::loaded(&site::finish(indexer, &pages, Vec::new(), &english()))
}

#[test]
fn r20_without_vectors_hybrid_is_bm25_to_the_bit_and_traced() {
    let engine = without_vectors();
    let options = |retriever| table(&[by(retriever), ("trace", true.into_value())]);
    let question = "the library lends vaccines";
    let hybrid = engine.ask(question, &options("hybrid")).unwrap();
    let bm25 = engine.ask(question, &options("bm25")).unwrap();
    assert!(hybrid.hits.len() > 1);
    assert_eq!(hybrid.hits, bm25.hits);
    let bits = |hits: &[Hit]| -> Vec<[u64; 2]> {
        let of = |hit: &Hit| [hit.score.to_bits(), hit.relevance.to_bits()];
        hits.iter().map(of).collect()
    };
    assert_eq!(bits(&hybrid.hits), bits(&bm25.hits));
    assert_eq!(hybrid.warnings, []);
    let warned = |trace: Option<Vec<soru::answer::TraceEvent>>| {
        let events = trace.unwrap().into_iter();
        events
            .flat_map(|event| event.warnings)
            .any(|warning| warning.contains("no vectors"))
    };
    assert!(warned(hybrid.trace) && !warned(bm25.trace));
}

// An encoder of other languages leaves none either.
#[test]
fn r19_without_vectors_semantic_is_an_error_that_names_the_encoder() {
    let indexer = site::with_embedder(Box::new(encoder::english()), Layout::SINGLE);
    let turkish: Vec<Document> = site::documents()
        .into_iter()
        .filter(|page| page.lang == "tr")
        .collect();
    let files = site::finish(indexer, &turkish, Vec::new(), &site::configuration());
    for engine in [without_vectors(), site::loaded(&files)] {
        let error = engine.ask("burs", &table(&[by("semantic")])).unwrap_err();
        assert_eq!(error.code(), "INVALID_OPTION");
        for what in ["semantic", "no vectors", "soru encoder add"] {
            assert!(error.to_string().contains(what), "{error}");
        }
    }
}

#[test]
fn r19_vectors_of_every_chunk_are_counted() {
    let mut indexer = Box::new(site::with_embedder(
        Box::new(encoder::english()),
        Layout::SINGLE,
    ));
    let pages = encoder::described_pages();
    for (page, _) in &pages {
        let prepared = indexer.prepare(page).unwrap();
        indexer.add(prepared).unwrap();
    }
    let built = indexer.finish(Vec::new(), &english()).unwrap();
    assert_eq!(built.summary.vectors, pages.len() as u64);
}

#[test]
fn r21_fewer_similar_pages_than_asked_for_are_not_padded() {
    let hits = found(&engine(), "borrow books", &[by("semantic")]);
    let different: BTreeSet<&str> = ids(&hits).into_iter().collect();
    assert!(hits.len() <= encoder::described_pages().len());
    assert_eq!(different.len(), hits.len());
    assert!(hits.iter().all(|hit| hit.score > 0.0));
}

// The score of a fused hit is at most 1, whatever the minimum.
#[test]
fn r22_a_minimum_score_drops_hybrid_hits_without_words_of_the_question() {
    let engine = engine();
    let found = |least: f64| {
        let retrieval = table(&[("min_score_weight", least.into_value())]);
        found(
            &engine,
            "library borrow books",
            &[by("hybrid"), ("retrieval", retrieval)],
        )
    };
    let (all, some) = (found(0.0), found(0.1));
    assert!(all.iter().any(|hit| hit.scores["bm25"] <= 0.0), "{all:?}");
    assert_eq!(ids(&some), ["library"]);
}

// Except for the rounding of components.
#[test]
fn r19_the_words_of_a_page_have_its_direction() {
    let engine = engine();
    for (page, _) in encoder::described_pages() {
        let hits = found(&engine, page.blocks[0].text(), &[by("semantic")]);
        assert_eq!(hits[0].id, page.id);
        assert!(hits[0].score > 0.95, "{:?}", hits[0]);
    }
}
