//! The contract of rerankers, and how the chain handles violations.

use std::cmp::Ordering;

use proptest::prelude::*;
use soru::hit::Hit;
use soru::post_retrieval::{
    Basic, BasicSettings, Matching, MatchingSettings, Passage, PassageSettings, Position,
    PositionSettings, Quality, QualitySettings, RERANKERS, RankingSettings, Recency,
    RecencySettings, RerankChain, Reranker, top_k,
};
use soru::query::Query;
use soru::{Attempt, Error, Interruption};

use super::samples::{any_hits, hits, queries};

/// Returns every reranker, with its default constants.
fn all() -> Vec<Box<dyn Reranker>> {
    let authority = RankingSettings::default().authority;
    let checked = [("/a/".to_owned(), "2026-01-01".to_owned())];
    let recency = Recency::new(&RecencySettings::default(), "2026-11-20", &checked).unwrap();
    vec![
        Box::new(Matching::new(&MatchingSettings::default()).unwrap()),
        Box::new(Passage::new(&PassageSettings::default()).unwrap()),
        Box::new(Basic::new(&BasicSettings::default()).unwrap()),
        Box::new(Quality::new(&QualitySettings::default(), &authority).unwrap()),
        Box::new(Position::new(&PositionSettings::default()).unwrap()),
        Box::new(recency),
    ]
}

/// A reranker that fails in the way of its name.
#[derive(Debug)]
struct Failing(&'static str);

const FAILURES: [&str; 5] = ["error", "too few", "too many", "nan", "infinite"];

impl Reranker for Failing {
    fn name(&self) -> &str {
        self.0
    }

    fn scores(&self, _: &Query, hits: &[Hit]) -> Attempt<Vec<f64>> {
        match self.0 {
            "too few" => Ok(vec![0.0; hits.len().saturating_sub(1)]),
            "too many" => Ok(vec![0.0; hits.len() + 1]),
            "nan" => Ok(vec![f64::NAN; hits.len()]),
            "infinite" => Ok(vec![f64::NEG_INFINITY; hits.len()]),
            _ => Err(Interruption::from(Error::Operator {
                name: self.0.to_owned(),
                detail: "out of order".into(),
            })),
        }
    }
}

fn chain_of(reranker: Box<dyn Reranker>) -> RerankChain {
    RerankChain::new(vec![reranker])
}

/// Returns a hit without the fields that a reranker may change.
fn content(hit: &Hit) -> Hit {
    let mut hit = hit.clone();
    hit.score = 0.0;
    hit.scores.clear();
    hit
}

fn contents(hits: &[Hit]) -> Vec<Hit> {
    let mut contents: Vec<Hit> = hits.iter().map(content).collect();
    contents.sort_by(|a, b| (&a.id, a.chunk).cmp(&(&b.id, b.chunk)));
    contents
}

/// Returns whether hits are in order: score descending, document ascending, chunk ascending.
fn is_in_order(hits: &[Hit]) -> bool {
    hits.windows(2).all(|pair| {
        let (a, b) = (&pair[0], &pair[1]);
        match a.score.partial_cmp(&b.score) {
            Some(Ordering::Greater) => true,
            Some(Ordering::Equal) => (&a.id, a.chunk) <= (&b.id, b.chunk),
            _ => false,
        }
    })
}

#[test]
fn r23_every_reranker_of_the_crate_is_held_to_the_contract() {
    let names: Vec<String> = all().iter().map(|r| r.name().to_owned()).collect();
    let expected: Vec<&str> = RERANKERS.names().collect();
    assert_eq!(names, expected);
}

#[test]
fn r1_every_reranker_gives_one_finite_score_per_hit() {
    for reranker in all() {
        for query in queries() {
            let scores = reranker.scores(&query, &hits()).unwrap();
            assert_eq!(scores.len(), hits().len(), "{reranker:?}");
            assert!(
                scores.iter().all(|s| s.is_finite()),
                "{reranker:?} {scores:?}"
            );
        }
    }
}

#[test]
fn r2_every_reranker_gives_the_same_scores_for_the_same_input() {
    for (one, other) in all().iter().zip(all()) {
        for query in queries() {
            let bits = |reranker: &dyn Reranker| -> Vec<u64> {
                let scores = reranker.scores(&query, &hits()).unwrap();
                scores.into_iter().map(f64::to_bits).collect()
            };
            assert_eq!(bits(&**one), bits(&*other), "{one:?}");
        }
    }
}

#[test]
fn no_hits_is_an_error_for_no_reranker() {
    for reranker in all() {
        for query in queries() {
            assert!(
                reranker.scores(&query, &[]).unwrap().is_empty(),
                "{reranker:?}"
            );
        }
    }
}

#[test]
fn r28_content_and_metadata_pass_through_every_reranker_untouched() {
    for reranker in all() {
        let name = reranker.name().to_owned();
        let chain = chain_of(reranker);
        for query in queries() {
            let reranked = chain.run(&query, hits()).unwrap();
            assert_eq!(contents(&reranked.hits), contents(&hits()), "{name}");
            assert_eq!(reranked.failed, [], "{name}");
            for hit in &reranked.hits {
                assert_eq!(hit.scores[&name].to_bits(), hit.score.to_bits(), "{name}");
                assert!(hit.scores.contains_key("bm25"), "{name}");
            }
        }
    }
}

#[test]
fn r28_a_failing_reranker_is_named_and_changes_nothing() {
    for failure in FAILURES {
        let reranked = chain_of(Box::new(Failing(failure)))
            .run(&queries()[1], hits())
            .unwrap();
        assert_eq!(reranked.hits, hits(), "{failure}");
        assert_eq!(reranked.failed.len(), 1, "{failure}");
        assert_eq!(reranked.failed[0].0, failure);
        assert_eq!(reranked.failed[0].1.code(), "OPERATOR_FAILED");
    }
}

#[test]
fn r28_a_failing_reranker_does_not_affect_the_others() {
    for failure in FAILURES {
        let mut with = RerankChain::new(all());
        with.push(Box::new(Failing(failure)));
        let mut before = chain_of(Box::new(Failing(failure)));
        for reranker in all() {
            before.push(reranker);
        }
        let expected = RerankChain::new(all())
            .run(&queries()[1], hits())
            .unwrap()
            .hits;
        assert_eq!(
            with.run(&queries()[1], hits()).unwrap().hits,
            expected,
            "{failure}"
        );
        assert_eq!(
            before.run(&queries()[1], hits()).unwrap().hits,
            expected,
            "{failure}"
        );
    }
}

#[test]
fn r28_an_empty_list_stays_empty_under_every_reranker() {
    for reranker in all() {
        assert_eq!(
            chain_of(reranker)
                .run(&queries()[1], Vec::new())
                .unwrap()
                .hits,
            []
        );
    }
}

proptest! {
    #[test]
    fn r2_the_chain_gives_the_same_hits_in_the_order_of_their_scores(hits in any_hits()) {
        for reranker in all() {
            let reranked = chain_of(reranker).run(&queries()[1], hits.clone()).unwrap();
            prop_assert_eq!(&reranked.failed, &[]);
            prop_assert!(is_in_order(&reranked.hits));
            prop_assert_eq!(contents(&reranked.hits), contents(&hits));
        }
    }

    // `position` scores ranks, and `passage` reads only the first hits: both depend on the order
    // that they receive.
    #[test]
    fn r2_the_order_in_which_hits_arrive_does_not_matter_to_score_based_rerankers(
        (hits, shuffled) in any_hits()
            .prop_flat_map(|hits| (Just(hits.clone()), Just(hits).prop_shuffle())),
    ) {
        for name in RERANKERS.names().filter(|name| !["position", "passage"].contains(name)) {
            let settings = RankingSettings { rerankers: vec![name.into()], ..RankingSettings::default() };
            let chain = RerankChain::from_settings(&settings).unwrap();
            let one = chain.run(&queries()[1], hits.clone()).unwrap();
            let other = chain.run(&queries()[1], shuffled.clone()).unwrap();
            prop_assert_eq!(one.hits, other.hits);
        }
    }

    #[test]
    fn r27_top_k_gives_the_first_k_and_all_if_there_are_fewer(hits in any_hits(), k in 0..20_usize) {
        match top_k(hits.clone(), k) {
            Ok(kept) => prop_assert_eq!(&kept[..], &hits[..k.min(hits.len())]),
            Err(error) => {
                prop_assert_eq!(k, 0);
                prop_assert!(error.to_string().contains('0'));
            }
        }
    }
}
