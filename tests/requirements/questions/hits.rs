//! The hits of a question, and the scores of words.

use soru::Document;
use soru::settings::Value;

use super::{ids, traced};
use crate::site::{self, IntoValue, ask, table};

#[test]
fn r21_fewer_hits_than_requested_are_not_padded() {
    let engine = site::engine();
    let answer = ask(&engine, "dağcılık", &[("topK", 50.0.into_value())]);
    assert_eq!(ids(&answer), ["tr/kulupler.html"]);
    assert!(answer.warnings.is_empty(), "{:?}", answer.warnings);
}

#[test]
fn r21_no_hits_is_a_warning_that_names_the_words() {
    let (answer, trace) = traced(&site::engine(), "Zzyzx QWXQ", &[]);
    assert!(answer.hits.is_empty());
    let [warning] = &answer.warnings[..] else {
        panic!("{:?}", answer.warnings)
    };
    assert_eq!(warning.code, "no_hits");
    assert!(warning.message.contains("Zzyzx") && warning.message.contains("QWXQ"));
    assert!(
        trace
            .iter()
            .any(|event| event.warnings.contains(&warning.message))
    );
}

#[test]
fn r17_tf_counts_occurrences_and_keeps_the_best_ten() {
    let page = |number: usize| {
        site::page(
            format!("{number:02}"),
            "tr",
            "staj ".repeat(number) + "defteri.",
        )
    };
    let pages: Vec<Document> = (1..=12).map(page).collect();
    let engine = site::engine_of(&pages, soru_indexing::Layout::SINGLE);
    let options = [
        ("retriever", "tf".into_value()),
        ("rerankers", Value::List(Vec::new())),
        ("topK", 50.0.into_value()),
    ];
    let scores = |depth: Option<f64>| -> Vec<f64> {
        let tf = |depth: f64| table(&[site::set("tf.depth", depth)]);
        let more = depth.map(|depth| ("retrieval", tf(depth)));
        let options: Vec<_> = more.into_iter().chain(options.clone()).collect();
        let answer = ask(&engine, "staj", &options);
        answer.hits.iter().map(|hit| hit.score).collect()
    };
    assert_eq!(
        scores(None),
        [12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0]
    );
    assert_eq!(scores(Some(2.0)), [12.0, 11.0]);
    assert_eq!(scores(Some(40.0)).len(), 12);
    // Cumulative over the words: the second word occurs once on every page.
    let both = ask(&engine, "staj defteri", &options);
    assert!((both.hits[0].score - 13.0).abs() < 1e-12);
}

// `the` and `of` stand on every page, more often than any other word.
#[test]
fn r17_tf_drops_stop_words_unless_the_question_has_no_other_words() {
    let page = |id: &str, text: &str| site::page(id, "en", text);
    let pages = [
        page("kettle", "The kettle of the kitchen."),
        page("stop", &"The best of the best of the rest. ".repeat(5)),
        page("spoons", "The spoons of the kitchen: spoons, spoons."),
    ];
    let engine = site::engine_of(&pages, soru_indexing::Layout::SINGLE);
    let found = |question: &str| -> Vec<(String, f64)> {
        let options = [
            ("retriever", "tf".into_value()),
            ("rerankers", Value::List(Vec::new())),
        ];
        let hits = ask(&engine, question, &options).hits.into_iter();
        hits.map(|hit| (hit.id, hit.score)).collect()
    };
    let expected = [("spoons", 3.0), ("kettle", 1.0)].map(|(id, score)| (id.to_owned(), score));
    assert_eq!(found("the kettle of the spoons"), expected);
    assert_eq!(found("kettle spoons"), expected);
    assert_eq!(found("of the")[0].0, "stop");
}

#[test]
fn r18_bm25_prefers_rare_words_and_headings_and_short_chunks() {
    let page = |id: &str, title: &str, text: &str| Document {
        title: title.into(),
        ..site::page(id, "tr", text)
    };
    let pages = [
        page("a", "", "burs burs yemek"),
        page("b", "", "burs kalem"),
        page(
            "c",
            "",
            "burs defter silgi cetvel pergel tebeşir tahta sıra masa",
        ),
        page("d", "Kalem", "sınıf"),
    ];
    let engine = site::engine_of(&pages, soru_indexing::Layout::SINGLE);
    let none = [("rerankers", Value::List(Vec::new()))];
    assert_eq!(ids(&ask(&engine, "burs yemek", &none))[0], "a");
    assert_eq!(ids(&ask(&engine, "burs kalem", &none))[0], "b");
    assert_eq!(ids(&ask(&engine, "kalem", &none)), ["d", "b"]);
    let burs = ask(&engine, "burs", &none);
    assert_eq!(ids(&burs), ["a", "b", "c"]);
}

#[test]
fn r22_a_minimum_score_per_word_drops_weak_hits_before_reranking() {
    let engine = site::engine();
    let question = "staj defteri sigorta primi";
    // The scores of `hybrid` are at most 1; the scores of its words count there too.
    for retriever in ["hybrid", "bm25"] {
        let options = [
            ("retriever", retriever.into_value()),
            ("topK", 50.0.into_value()),
        ];
        let all = ask(&engine, question, &options).hits;
        let mut scores: Vec<f64> = all.iter().map(|hit| hit.scores["bm25"]).collect();
        scores.sort_by(f64::total_cmp);
        let middle = scores[scores.len() / 2];
        let weight = ("minScoreWeight", (middle / 4.0).into_value());
        let few = ask(&engine, question, &[&options[..], &[weight]].concat()).hits;
        let strong = scores.iter().filter(|score| **score >= middle - 1e-9);
        assert_eq!(few.len(), strong.count(), "{retriever}");
        assert!(few.len() < all.len(), "{retriever}");
        let least = middle - 1e-9;
        assert!(
            few.iter().all(|hit| hit.scores["bm25"] >= least),
            "{retriever}"
        );
    }
    let none = ask(&engine, question, &[("minScoreWeight", 1e6.into_value())]);
    assert!(none.hits.is_empty() && none.answer.is_none());
}
