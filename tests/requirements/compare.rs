//! Every method on one question, side by side (R38).

use soru::Engine;
use soru::comparison::{Compared, Comparison};
use soru::orchestration::Method;
use soru::post_retrieval::RERANKERS;
use soru::retrieval::RETRIEVERS;
use soru::settings::Value;
use soru_indexing::Layout;

use super::site::{self, IntoValue, SHARDED, ask, table};

const QUESTION: &str = "Stajyerlerin sigortasını kim öder?";

fn compare(engine: &Engine, question: &str, options: &[(&str, Value)]) -> Comparison {
    engine.compare(question, &table(options)).unwrap()
}

fn method<'c>(comparison: &'c Comparison, name: &str) -> &'c Compared {
    let mut methods = comparison.methods.iter();
    let found = methods.find(|compared| compared.method == name);
    found.unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn r38_every_retriever_is_run_alone_and_with_rerankers() {
    let comparison = compare(&site::encoded_engine(), QUESTION, &[]);
    let methods: Vec<&str> = comparison
        .methods
        .iter()
        .map(|m| m.method.as_str())
        .collect();
    let expected: Vec<String> = RETRIEVERS
        .names()
        .flat_map(|name| [name.to_owned(), format!("{name} + matching + passage")])
        .collect();
    assert_eq!(methods, expected);
    for compared in &comparison.methods {
        assert!(!compared.hits.is_empty(), "{}", compared.method);
        assert!(compared.method.starts_with(&compared.retriever));
        assert!(compared.ms.is_none(), "there is no clock");
    }
    assert_eq!(comparison.question, QUESTION);
}

#[test]
fn r38_compare_gives_the_hits_of_each_method_alone() {
    let engine = site::encoded_engine();
    let comparison = compare(&engine, QUESTION, &[("topK", 7.0.into_value())]);
    for compared in &comparison.methods {
        let rerankers = compared
            .rerankers
            .iter()
            .map(|name| name.as_str().into_value());
        let options = [
            ("retriever", compared.retriever.as_str().into_value()),
            ("rerankers", Value::List(rerankers.collect())),
            ("topK", 7.0.into_value()),
        ];
        let found = engine.search(QUESTION, &table(&options)).unwrap();
        assert_eq!(compared.hits, found.hits, "{}", compared.method);
        assert_eq!(compared.warnings, found.warnings);
    }
}

#[test]
fn r38_the_rerankers_of_the_call_are_compared_and_all_if_there_are_none() {
    let engine = site::encoded_engine();
    let named = [("rerankers", ["quality", "basic"].into_value())];
    assert_eq!(
        method(&compare(&engine, QUESTION, &named), "tf + quality + basic").rerankers,
        ["quality", "basic"]
    );
    let none = [("rerankers", Value::List(Vec::new()))];
    let comparison = compare(&engine, QUESTION, &none);
    let all: Vec<&str> = RERANKERS.names().collect();
    let name = format!("bm25 + {}", all.join(" + "));
    assert_eq!(method(&comparison, &name).rerankers, all);
}

#[test]
fn r38_both_tiers_answer_wherever_the_question_is_routed() {
    let engine = site::encoded_engine();
    let fact = compare(&engine, "What is the H-1B cap?", &[]);
    assert_eq!(fact.route.tier, 1);
    let tier1 = fact.tier1.unwrap();
    let asked = ask(&engine, "What is the H-1B cap?", &[]);
    assert_eq!(Some(&tier1.answer), asked.answer.as_ref());
    assert_eq!((tier1.fact, tier1.sources), (asked.fact, asked.sources));
    // The same question, answered by the pages only.
    let pages = [site::set("router.threshold", 1.0)];
    let routed = compare(&engine, QUESTION, &pages);
    let tier2 = routed.tier2.unwrap();
    let asked = ask(&engine, QUESTION, &pages);
    assert_eq!(Some(&tier2.answer), asked.answer.as_ref());
    assert_eq!(tier2.confidence.to_bits(), asked.confidence.to_bits());
    assert_eq!((tier2.method, tier2.sources), (asked.method, asked.sources));
}

#[test]
fn r38_a_tier_that_has_no_answer_is_none() {
    let comparison = compare(&site::encoded_engine(), "zzyzx qwrt", &[]);
    assert_eq!((comparison.tier1, comparison.tier2), (None, None));
    for compared in &comparison.methods {
        assert!(compared.hits.is_empty());
        assert_eq!(compared.warnings[0].code, "no_hits", "{}", compared.method);
    }
    let error = site::encoded_engine()
        .compare("?!", &Value::default())
        .unwrap_err();
    assert_eq!(error.code(), "EMPTY_QUESTION");
}

// Files are requested once for all methods: first those for the words, then the texts.
#[test]
fn r38_the_files_of_all_methods_are_asked_for_together() {
    let files = site::build_encoded(&site::documents(), SHARDED);
    let engine = site::open(&files);
    // Looking up which files exist takes its own rounds.
    for (name, bytes) in files.iter().filter(|(name, _)| name.starts_with("files-")) {
        let stored = |stored: &[u8]| Ok(stored.to_vec());
        engine.supply(name, bytes, stored).unwrap();
    }
    let call = engine.begin(Method::COMPARE, QUESTION, &Value::default());
    let (comparison, rounds) = site::rounds(&engine, &files, call, |_| false);
    assert!(rounds.len() <= 4, "{rounds:?}");
    let whole = site::loaded(&site::build_encoded(&site::documents(), Layout::SINGLE));
    assert_eq!(comparison.unwrap(), compare(&whole, QUESTION, &[]));
}

#[test]
fn r38_times_are_reported_if_a_clock_is_set() {
    let files = site::build_encoded(&site::documents(), Layout::SINGLE);
    let engine = site::loaded(&files).with_clock(site::ticking);
    for compared in compare(&engine, QUESTION, &[]).methods {
        let ms = compared.ms.unwrap();
        assert!((1.0..100.0).contains(&ms), "{}: {ms} ms", compared.method);
    }
    let json = serde_json::to_value(compare(&site::encoded_engine(), QUESTION, &[])).unwrap();
    assert!(json["methods"][0].get("ms").is_none());
    for key in ["question", "methods", "tier1", "tier2", "route"] {
        assert!(json.get(key).is_some(), "{key}");
    }
    for key in [
        "answer",
        "answerMarks",
        "sources",
        "confidence",
        "level",
        "method",
        "fact",
    ] {
        assert!(json["tier2"].get(key).is_some(), "{key}");
    }
}

// Only `bm25`, and `hybrid` through it, reads this constant.
#[test]
fn r38_a_method_that_cannot_run_leaves_the_others_alone() {
    let broken = table(&[("k1", (-1.0).into_value())]);
    let retrieval = table(&[("retriever", "tf".into_value()), ("bm25", broken)]);
    let comparison = compare(
        &site::encoded_engine(),
        QUESTION,
        &[("retrieval", retrieval)],
    );
    for compared in &comparison.methods {
        let failed = compared.warnings.iter().any(|w| w.code == "method_failed");
        let reads = ["bm25", "hybrid"].contains(&compared.retriever.as_str());
        assert_eq!(failed, reads, "{}", compared.method);
        assert_eq!(failed, compared.hits.is_empty());
    }
    assert!(
        method(&comparison, "bm25").warnings[0]
            .message
            .contains("k1")
    );
}
