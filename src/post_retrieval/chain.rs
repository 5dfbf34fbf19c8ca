//! Runs rerankers in sequence and tolerates those that fail.

use std::cmp::Ordering;
use std::rc::Rc;

use super::{MakeReranker, PATH, RERANKERS, RankingSettings, Reranker, RerankerSource};
use crate::catalogue::Catalogue;
use crate::error::{Detail, Error, Found, Result};
use crate::hit::Hit;
use crate::needs::Attempt;
use crate::ordered::first;
use crate::query::Query;
use crate::settings::{item_path, join};

/// Rerankers in the order in which they run.
///
/// After each, a hit has the new score, which is also stored under the reranker's name, and the
/// hits are sorted best first: equal scores by document id, then by chunk number, which is the
/// order of the index. A reranker that fails leaves scores and order unchanged, and the next one
/// continues with them.
#[derive(Debug, Default)]
pub struct RerankChain {
    rerankers: Vec<Rc<dyn Reranker>>,
}

/// The result of running a chain on a list of hits.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reranked {
    /// The same hits, reordered.
    pub hits: Vec<Hit>,
    /// Names of the rerankers that failed, with their reasons.
    pub failed: Vec<(String, Error)>,
}

impl RerankChain {
    /// Creates a chain of the given rerankers, in the given order.
    pub fn new(rerankers: Vec<Box<dyn Reranker>>) -> Self {
        Self {
            rerankers: rerankers.into_iter().map(Rc::from).collect(),
        }
    }

    /// Creates the rerankers that the settings name, from the complete catalogue.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a name that is unknown or given twice, and for a constant that
    /// its reranker rejects.
    pub fn from_settings(settings: &RankingSettings) -> Result<Self> {
        Self::from_source(&RERANKERS, &RerankerSource::of(settings), &[])
    }

    /// Creates the rerankers that the settings name, from the catalogue and from `own` rerankers,
    /// which take precedence over equal names. `own` rerankers that are not named do not run.
    ///
    /// # Errors
    /// The errors of [`RerankChain::from_settings`], and
    /// [`Needs::full_engine`](crate::Needs::full_engine) for a reranker that the catalogue lacks.
    pub fn from_source(
        rerankers: &Catalogue<MakeReranker>,
        source: &RerankerSource<'_>,
        own: &[Rc<dyn Reranker>],
    ) -> Result<Self> {
        let mut chain = Self::default();
        for (number, name) in source.settings.rerankers.iter().enumerate() {
            let place = || item_path(&join(PATH, "rerankers"), number);
            if chain.names().any(|earlier| earlier == name) {
                let expected = "a reranker that is not in the list already";
                return Err(Error::invalid(place(), Found::text(name), expected));
            }
            // The last one takes precedence over earlier ones with its name.
            let custom = own.iter().rfind(|reranker| reranker.name() == name);
            let reranker = match (custom, rerankers.find(name)) {
                (Some(custom), _) => Rc::clone(custom),
                (None, Some(make)) => make(source)?,
                (None, None) => {
                    let names: Vec<&str> = own.iter().map(|reranker| reranker.name()).collect();
                    return Err(rerankers.refuse(&place(), name, &names));
                }
            };
            chain.rerankers.push(reranker);
        }
        Ok(chain)
    }

    /// Adds a reranker at the end.
    pub fn push(&mut self, reranker: Box<dyn Reranker>) {
        self.rerankers.push(Rc::from(reranker));
    }

    /// Returns the rerankers, in order.
    pub fn iter(&self) -> impl Iterator<Item = &dyn Reranker> {
        self.rerankers.iter().map(|reranker| &**reranker)
    }

    /// Returns the names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.iter().map(Reranker::name)
    }

    /// Returns whether the chain is empty.
    pub fn is_empty(&self) -> bool {
        self.rerankers.is_empty()
    }

    /// Reorders the hits. It changes only their scores, and drops none.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs); any other error is recorded as a failed reranker.
    pub fn run(&self, query: &Query, mut hits: Vec<Hit>) -> Attempt<Reranked> {
        let mut failed = Vec::new();
        for reranker in self.iter() {
            if let Some(error) = rerank(reranker, query, &mut hits)? {
                failed.push((reranker.name().to_owned(), error));
            }
        }
        Ok(Reranked { hits, failed })
    }
}

/// Reorders the hits by one reranker. If it fails, nothing changes, and the reason is returned.
///
/// # Errors
/// [`Needs`](crate::Needs).
pub fn rerank(
    reranker: &dyn Reranker,
    query: &Query,
    hits: &mut Vec<Hit>,
) -> Attempt<Option<Error>> {
    match checked_scores(reranker, query, hits) {
        Ok(scores) => apply(reranker.name(), &scores, hits),
        Err(interruption) => {
            return match interruption.needs() {
                Ok(needs) => Err(needs.into()),
                Err(error) => Ok(Some(error)),
            };
        }
    }
    Ok(None)
}

fn checked_scores(reranker: &dyn Reranker, query: &Query, hits: &[Hit]) -> Attempt<Vec<f64>> {
    let scores = reranker.scores(query, hits)?;
    let infinite = scores.iter().position(|score| !score.is_finite());
    if scores.len() == hits.len() && infinite.is_none() {
        return Ok(scores);
    }
    let detail = match infinite {
        Some(hit) if scores.len() == hits.len() => Detail::Score {
            hit,
            score: scores[hit],
        },
        _ => Detail::Scores {
            found: scores.len(),
            hits: hits.len(),
        },
    };
    Err(Error::Operator {
        name: reranker.name().to_owned(),
        detail,
    }
    .into())
}

fn apply(name: &str, scores: &[f64], hits: &mut Vec<Hit>) {
    for (hit, score) in hits.iter_mut().zip(scores) {
        // The sum turns -0 into 0, which would otherwise compare as unequal below.
        hit.score = score + 0.0;
        hit.scores.insert(name.to_owned(), hit.score);
    }
    let before = |one: usize, other: usize| best_first(&hits[one], &hits[other]).is_lt();
    let order = first(hits.len(), hits.len(), &before).into_iter();
    *hits = order
        .map(|number| std::mem::take(&mut hits[number]))
        .collect();
}

fn best_first(one: &Hit, other: &Hit) -> Ordering {
    other
        .score
        .total_cmp(&one.score)
        .then(one.chunk_id.cmp(&other.chunk_id))
        .then_with(|| one.id.cmp(&other.id))
        .then(one.chunk.cmp(&other.chunk))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::needs::Needs;

    #[derive(Debug)]
    struct Given(&'static str, Attempt<Vec<f64>>);

    impl Reranker for Given {
        fn name(&self) -> &str {
            self.0
        }
        fn scores(&self, _: &Query, _: &[Hit]) -> Attempt<Vec<f64>> {
            self.1.clone()
        }
    }

    fn hit(id: &str, chunk: u32, score: f64) -> Hit {
        Hit {
            id: id.into(),
            chunk,
            score,
            ..Hit::default()
        }
    }

    fn run(rerankers: Vec<Given>, hits: Vec<Hit>) -> Reranked {
        let boxed = |given| Box::new(given) as Box<dyn Reranker>;
        RerankChain::new(rerankers.into_iter().map(boxed).collect())
            .run(&Query::default(), hits)
            .unwrap()
    }

    fn places(reranked: &Reranked) -> Vec<(&str, u32)> {
        reranked
            .hits
            .iter()
            .map(|hit| (hit.id.as_str(), hit.chunk))
            .collect()
    }

    #[test]
    fn r2_equal_scores_are_ordered_by_document_then_chunk() {
        let hits = vec![hit("b", 0, 3.0), hit("a", 2, 2.0), hit("a", 1, 1.0)];
        let reranked = run(vec![Given("same", Ok(vec![0.0, -0.0, 0.0]))], hits);
        assert_eq!(places(&reranked), [("a", 1), ("a", 2), ("b", 0)]);
    }

    #[test]
    fn r23_rerankers_run_in_the_given_order_and_record_their_scores() {
        let hits = vec![hit("a", 0, 9.0), hit("b", 0, 8.0)];
        let first = Given("first", Ok(vec![1.0, 2.0]));
        let second = Given("second", Ok(vec![5.0, 4.0]));
        let reranked = run(vec![first, second], hits);
        // The second reranker received `b` first and gave it 5.
        assert_eq!(places(&reranked), [("b", 0), ("a", 0)]);
        let b = &reranked.hits[0];
        assert!((b.scores["first"] - 2.0).abs() < 1e-12 && (b.score - 5.0).abs() < 1e-12);
    }

    #[test]
    fn r28_a_failed_reranker_is_reported_and_changes_nothing() {
        let hits = vec![hit("z", 0, 1.0), hit("a", 0, 2.0)];
        let broken = Error::Operator {
            name: "x".into(),
            detail: "no".into(),
        };
        for outcome in [
            Err(broken.into()),
            Ok(vec![1.0]),
            Ok(vec![1.0; 3]),
            Ok(vec![1.0, f64::NAN]),
            Ok(vec![f64::INFINITY, 0.0]),
        ] {
            let reranked = run(vec![Given("bad", outcome)], hits.clone());
            assert_eq!(reranked.hits, hits);
            assert_eq!(reranked.failed[0].0, "bad");
        }
    }

    #[test]
    fn r28_the_rerankers_after_a_failure_still_run() {
        let hits = vec![hit("a", 0, 2.0), hit("b", 0, 1.0)];
        let bad = Given("bad", Ok(Vec::new()));
        let good = Given("good", Ok(vec![1.0, 2.0]));
        let reranked = run(vec![bad, good], hits);
        assert_eq!(places(&reranked), [("b", 0), ("a", 0)]);
        assert_eq!(reranked.failed.len(), 1);
        assert!(!reranked.hits[0].scores.contains_key("bad"));
    }

    // The reranker's owner scores the kept hits, and the step is repeated.
    #[test]
    fn r23_a_reranker_that_waits_for_scores_has_not_failed() {
        let waiting = crate::Interruption::from(Needs::scores_of("elsewhere"));
        let chain = RerankChain::new(vec![Box::new(Given("x", Err(waiting.clone())))]);
        let outcome = chain.run(&Query::default(), vec![hit("a", 0, 1.0)]);
        assert_eq!(outcome.unwrap_err(), waiting);
    }

    /// Returns the names of all rerankers, each within its quotes.
    fn listed([open, close]: [&str; 2], between: &str) -> String {
        let names = RERANKERS.names();
        let quoted = names.map(|name| format!("{open}{name}{close}"));
        quoted.collect::<Vec<_>>().join(between)
    }

    // A page's own function with the name of a reranker would replace it unnoticed if
    // `rerankers.ts` did not list that name.
    #[test]
    fn the_element_and_the_documentation_list_the_engine_s_rerankers() {
        let names = listed(["`"; 2], ", ");
        for (file, text, expected) in [
            (
                "rerankers.ts",
                include_str!("../../www/element/engine/rerankers.ts"),
                format!("const OWN = [{}]", listed(["'"; 2], ", ")),
            ),
            (
                "api.ts",
                include_str!("../../www/element/api.ts"),
                format!("rerankers?: ({} | Reranker)[]", listed(["'"; 2], " | ")),
            ),
            (
                "apis.md",
                include_str!("../../www/docs/apis.md"),
                format!(
                    "| `rerankers` | any of {} and functions",
                    listed(["`'", "'`"], ", ")
                ),
            ),
            (
                "lib.rs",
                include_str!("../lib.rs"),
                format!("[`Reranker`](post_retrieval::Reranker) | {names} |"),
            ),
            (
                "ARCHITECTURE.md",
                include_str!("../../ARCHITECTURE.md"),
                format!("| post-retrieval | `Reranker` | {names} |"),
            ),
        ] {
            assert!(text.contains(&expected), "{file} lacks `{expected}`");
        }
    }

    #[test]
    fn r23_settings_choose_rerankers_and_their_order() {
        let settings = |names: &[&str]| RankingSettings {
            rerankers: names.iter().map(|name| (*name).to_owned()).collect(),
            ..RankingSettings::default()
        };
        let all: Vec<&str> = RERANKERS.names().collect();
        for names in [&["position", "basic"][..], &[], &all] {
            let chain = RerankChain::from_settings(&settings(names)).unwrap();
            assert_eq!(chain.names().collect::<Vec<_>>(), names);
        }
        let error = RerankChain::from_settings(&settings(&["basic", "qualty"])).unwrap_err();
        let expected = format!(
            "`ranking.rerankers[1]` cannot be \"qualty\": it must be one of {}",
            listed(["`"; 2], ", ")
        );
        assert_eq!(error.to_string(), expected);
        assert!(RerankChain::from_settings(&settings(&["basic", "basic"])).is_err());
    }

    #[test]
    fn r23_settings_may_name_a_custom_reranker() {
        let settings = RankingSettings {
            rerankers: vec!["mine".into(), "position".into()],
            ..RankingSettings::default()
        };
        assert!(RerankChain::from_settings(&settings).is_err());
        let own: Rc<dyn Reranker> = Rc::new(Given("mine", Ok(Vec::new())));
        let source = RerankerSource::of(&settings);
        let chain = RerankChain::from_source(&RERANKERS, &source, &[own]).unwrap();
        assert_eq!(chain.names().collect::<Vec<_>>(), ["mine", "position"]);
    }
}
