//! Similarity of questions and chunks, and its weight relative to words.

use soru_indexing::{Layout, QueryTable};

use super::{MEANINGS, by, engine_of, files, found, meanings};
use crate::site::{self, IntoValue, ask, encoder, table};

#[test]
fn r19_a_question_finds_the_page_that_means_the_same_in_other_words() {
    for layout in [Layout::SINGLE, site::SHARDED] {
        let engine = site::loaded(&files(layout));
        for (number, [first, _, asked]) in MEANINGS.iter().enumerate() {
            let hits = found(&engine, asked, "semantic");
            assert_eq!(hits[0].id, format!("{number}-{first}"), "{asked}");
            assert!(
                hits[0].score > 0.8 && hits[0].score > 2.0 * hits[1].score,
                "{asked}"
            );
            assert!((hits[0].relevance - hits[0].score).abs() < 1e-12);
            assert!(found(&engine, asked, "bm25").is_empty(), "{asked}");
            let fused = found(&engine, asked, "hybrid");
            assert_eq!(fused[0].id, hits[0].id, "{asked}");
        }
    }
}

/// Returns a table with as many dimensions as real ones, and non-zero numbers in all of them.
fn dense() -> QueryTable {
    let pieces = meanings().pieces;
    let number =
        |x: u32| f32::from(u16::try_from(x.wrapping_mul(2_654_435_761) >> 20).unwrap()) / 2048.0;
    let rows = (1..).take(pieces.len() * 64).map(|x| number(x) - 1.0);
    encoder::table(pieces, rows.collect(), 64)
}

/// Returns the cosine in floating point, of the original vectors and not the quantised ones.
fn exact(table: &QueryTable, question: &str, text: &str) -> f64 {
    let [a, b] = [question, text].map(|text| encoder::encoded(table, text));
    let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    a.iter().zip(&b).map(|(x, y)| x * y).sum::<f64>() / (length(&a) * length(&b))
}

#[test]
fn r19_scores_are_the_cosines_of_question_and_chunk_but_for_their_four_bits() {
    let engine = engine_of(dense());
    let mut compared = 0;
    for question in [
        "holiday",
        "the lunch",
        "books and grades?",
        "Teachers' records",
        "fee",
    ] {
        for hit in found(&engine, question, "semantic") {
            let (score, expected) = (hit.score, exact(&dense(), question, &hit.text));
            assert!(
                (score - expected).abs() < 0.05,
                "{question}: {score} {expected}"
            );
            compared += 1;
        }
    }
    assert!(compared > 12, "{compared}");
}

// A question whose words are on the pages needs the model less; the model counts more if words find
// little.
#[test]
fn r20_similarity_counts_by_how_much_of_the_question_words_find() {
    let engine = engine_of(meanings());
    let fused = |question: &str, covered: f64, uncovered: f64| {
        let weighted = table(&[
            ("semantic", covered.into_value()),
            ("bm25", (1.0 - covered).into_value()),
        ]);
        let encoder = table(&[("uncovered", uncovered.into_value())]);
        let own = table(&[
            ("weighted", weighted),
            ("encoder", encoder),
            ("min_similarity", 0.0.into_value()),
        ]);
        let own = ("retrieval", own);
        ask(&engine, question, &[&by("hybrid")[..], &[own]].concat()).hits
    };
    let weight = |question: &str, covered: f64, uncovered: f64| {
        let hits = fused(question, covered, uncovered);
        let most = |leg: &str| hits.iter().map(|hit| hit.scores[leg]).fold(0.0, f64::max);
        let (words, meaning) = (most("bm25").max(1e-9), most("semantic"));
        // score = w meaning + (1 - w) words, with the same w for every hit.
        let weights = hits.iter().filter_map(|hit| {
            let (a, b) = (hit.scores["semantic"] / meaning, hit.scores["bm25"] / words);
            ((a - b).abs() > 1e-6).then(|| (hit.score - b) / (a - b))
        });
        let weights: Vec<f64> = weights.collect();
        assert!(!weights.is_empty(), "{question}");
        assert!(
            weights.iter().all(|w| (w - weights[0]).abs() < 1e-9),
            "{weights:?}"
        );
        weights[0]
    };
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}");
    near(weight("stipend", 0.2, 0.7), 0.7);
    near(
        weight("scholarship grant", 0.2, 0.7),
        weight("scholarship", 0.2, 0.7),
    );
    let half = weight("scholarship holiday", 0.2, 0.7);
    assert!(
        weight("scholarship", 0.2, 0.7) < half && half < 0.7,
        "{half}"
    );
    near(weight("scholarship holiday", 0.5, 0.5), 0.5);
    let bad = table(&[site::set(
        "retrieval.encoder",
        table(&[("uncovered", 1.5.into_value())]),
    )]);
    let message = engine.ask("fee", &bad).unwrap_err().to_string();
    assert!(message.contains("retrieval.encoder.uncovered"), "{message}");
}

#[test]
fn r19_a_question_without_a_known_piece_is_no_nearer_to_one_page_than_to_another() {
    let mut table = meanings();
    table.pieces[2] = "qqq".to_owned();
    let engine = engine_of(table);
    assert!(found(&engine, "zzz", "semantic").is_empty());
    assert_eq!(found(&engine, "zzz fee", "semantic")[0].id, "0-fee");
}

// `tests/wasm/shards.rs` checks browsers against the same.
#[test]
fn r2_an_encoded_question_scores_as_recorded_natively() {
    assert_eq!(encoder::scores(), encoder::RECORDED);
}
