//! Custom rerankers of an embedding program: in the engine, for one call, and outside both (R23,
//! R28).

use std::cell::RefCell;
use std::rc::Rc;

use soru::answer::SearchResult;
use soru::hit::Hit;
use soru::orchestration::Method;
use soru::post_retrieval::Reranker;
use soru::query::Query;
use soru::settings::Value;
use soru::{Attempt, Error, Needs, Result};
use soru_indexing::Layout;

use super::site::{self, IntoValue, SHARDED, table};

const QUESTION: &str = "staj sigortası";

/// Ranks pages by id, descending.
struct LastIdFirst;

impl Reranker for LastIdFirst {
    fn name(&self) -> &'static str {
        "last_id_first"
    }
    fn scores(&self, _: &Query, hits: &[Hit]) -> Attempt<Vec<f64>> {
        Ok(hits.iter().map(|hit| rank_of_id(hit, hits)).collect())
    }
}

fn rank_of_id(hit: &Hit, hits: &[Hit]) -> f64 {
    hits.iter().filter(|other| other.id < hit.id).count() as f64
}

fn is_last_id_first(hits: &[Hit]) -> bool {
    hits.len() > 2 && hits.windows(2).all(|pair| pair[0].id >= pair[1].id)
}

fn options(rerankers: &[&str]) -> Value {
    let names = rerankers.iter().map(|name| (*name).into_value()).collect();
    table(&[
        ("rerankers", Value::List(names)),
        ("topK", 50.0.into_value()),
        ("trace", true.into_value()),
        site::set("ranking.max_per_document", 0.0),
    ])
}

#[test]
fn r23_an_embedder_s_own_reranker_is_named_like_any_other() {
    let engine = site::engine().with_reranker(LastIdFirst);
    let named = engine
        .search(QUESTION, &options(&["quality", "last_id_first"]))
        .unwrap();
    assert!(is_last_id_first(&named.hits));
    let scores = &named.hits[0].scores;
    assert!(scores.contains_key("quality") && scores.contains_key("last_id_first"));
    let unnamed = engine.search(QUESTION, &options(&["quality"])).unwrap();
    assert!(!is_last_id_first(&unnamed.hits));
    let error = site::engine()
        .search(QUESTION, &options(&["last_id_first"]))
        .unwrap_err();
    assert_eq!(error.code(), "INVALID_OPTION");
}

#[test]
fn r23_a_reranker_may_be_there_for_one_call() {
    let engine = site::engine();
    let options = options(&["last_id_first"]);
    let alone = |_: &mut _, needs| panic!("{needs:?}");
    let search = engine.begin(Method::SEARCH, QUESTION, &options);
    let found: Result<SearchResult> = search.with_reranker(Rc::new(LastIdFirst)).finish(alone);
    assert!(is_last_id_first(&found.unwrap().hits));
    let error = engine.search(QUESTION, &options).unwrap_err();
    assert_eq!(error.code(), "INVALID_OPTION");
}

/// A reranker whose scores are computed elsewhere, while the engine does not wait.
#[derive(Default)]
struct Elsewhere {
    asked: RefCell<Option<Vec<Hit>>>,
    given: RefCell<Option<Result<Vec<f64>>>>,
    times: RefCell<u32>,
}

impl Reranker for Elsewhere {
    fn name(&self) -> &'static str {
        "elsewhere"
    }
    fn scores(&self, _: &Query, hits: &[Hit]) -> Attempt<Vec<f64>> {
        if let Some(given) = &*self.given.borrow() {
            return Ok(given.clone()?);
        }
        *self.times.borrow_mut() += 1;
        self.asked.replace(Some(hits.to_vec()));
        Err(Needs::scores_of("elsewhere").into())
    }
    fn waited(&self) -> f64 {
        1234.5
    }
}

/// Searches while `score` scores hits outside the idle engine.
fn search_with(layout: Layout, score: impl Fn(&[Hit]) -> Result<Vec<f64>>) -> SearchResult {
    let files = site::build(layout);
    let engine = site::open(&files);
    let elsewhere = Rc::new(Elsewhere::default());
    let options = options(&["matching", "quality", "elsewhere"]);
    let call = engine.begin(Method::SEARCH, QUESTION, &options);
    let found = call.with_reranker(elsewhere.clone()).finish(
        |_,
         Needs {
             files: names,
             scores,
             ..
         }| {
            for name in names {
                site::supply(&engine, &files, &name)?;
            }
            for reranker in scores {
                assert_eq!(reranker, "elsewhere");
                let hits = elsewhere.asked.take().expect("it was asked");
                assert!(
                    hits.iter().all(|hit| !hit.text.is_empty()),
                    "texts are there"
                );
                elsewhere.given.replace(Some(score(&hits)));
            }
            Ok::<_, Error>(())
        },
    );
    assert_eq!(*elsewhere.times.borrow(), 1, "hits are scored once");
    found.unwrap()
}

#[test]
fn r23_hits_may_be_scored_outside_of_the_engine_while_it_does_not_wait() {
    for layout in [Layout::SINGLE, SHARDED] {
        let found = search_with(layout, |hits| {
            Ok(hits
                .iter()
                .map(|hit| 1000.0 * rank_of_id(hit, hits))
                .collect())
        });
        assert!(!found.rerank_failed);
        assert!(is_last_id_first(&found.hits));
        let trace = found.trace.unwrap();
        let step = trace
            .iter()
            .find(|event| event.operator == "elsewhere")
            .unwrap();
        assert!((step.millis - 1234.5).abs() < 1.0, "{}", step.millis);
    }
}

#[test]
fn r28_a_reranker_outside_that_fails_is_named_and_the_order_stays() {
    let without = site::engine()
        .search(QUESTION, &options(&["matching", "quality"]))
        .unwrap();
    let broken = || Error::Operator {
        name: "elsewhere".into(),
        detail: "the model is asleep".into(),
    };
    let outcome = |number: usize, hits: &[Hit]| match number {
        0 => Err(broken()),
        1 => Ok(vec![1.0]),
        _ => Ok(vec![f64::NAN; hits.len()]),
    };
    for number in 0..3 {
        let found = search_with(Layout::SINGLE, |hits| outcome(number, hits));
        assert!(found.rerank_failed);
        assert_eq!(found.hits, without.hits);
        assert_eq!(found.warnings.len(), 1);
        let warning = &found.warnings[0];
        assert_eq!(warning.code, "reranker_failed");
        assert!(
            warning.message.contains("`elsewhere`"),
            "{}",
            warning.message
        );
        let trace = found.trace.unwrap();
        let step = trace
            .iter()
            .find(|event| event.operator == "elsewhere")
            .unwrap();
        assert_eq!(step.warnings, [warning.message.as_str()]);
    }
}
