//! Results for a question before any text is read.

use std::rc::Rc;

use super::candidates::candidates;
use super::describe::{describe_query, describe_scored, terms};
use super::progress::Progress;
use super::scope::Scope;
use super::trace::Trace;
use crate::error::Result;
use crate::hit::Scored;
use crate::query::Query;
use crate::retrieval::{Allowed, MatchFeatures, Restricted, Search, drop_weak, evidence};

const RETRIEVAL: &str = "retrieval";

/// The best chunks, and their features before any text is read.
#[derive(Debug)]
pub(super) struct Ranked {
    /// The question, with the values of its words.
    pub(super) query: Rc<Query>,
    pub(super) scored: Vec<Scored>,
    pub(super) features: MatchFeatures,
    /// Whether there were hits before weak ones were dropped.
    pub(super) any: bool,
    /// Whether some texts were not read for phrases.
    pub(super) left_unread: bool,
}

/// Returns the retriever's results for a query, those of an earlier step if there are any.
pub(super) fn ranked(
    scope: &Scope<'_>,
    query: &Query,
    trace: &mut Trace,
    progress: &mut Progress,
) -> Result<Rc<Ranked>> {
    if let Some(ranked) = &progress.ranked {
        return Ok(Rc::clone(ranked));
    }
    let (index, retriever) = (scope.index, &*scope.retriever);
    let settings = &scope.options.configuration;
    let search = Search::new(index, query);
    let restricted = Restricted::new(retriever, settings.retrieval.phrase_candidates.get());
    let mut scored = trace.observe(
        RETRIEVAL,
        retriever.name(),
        || describe_query(query),
        || candidates(&search, &restricted, &Allowed::all(), &settings.ranking),
        |hits| {
            hits.as_ref()
                .map_or_else(ToString::to_string, |hits| describe_scored(hits))
        },
    )?;
    if retriever.name() != settings.retrieval.retriever {
        let (wanted, ran) = (&settings.retrieval.retriever, retriever.name());
        trace.warn(|| format!("the bundle has no vectors, so `{wanted}` is `{ran}`"));
    }
    trace.terms(|| terms(query));
    let any = !scored.is_empty();
    drop_weak(
        &mut scored,
        settings.retrieval.min_score_weight,
        query.word_count(),
    );
    let features = evidence(&search, settings.retrieval.pruning(), &scored)?;
    let values = |tag: &str| {
        let language = index.language(tag)?;
        features.values.get(language).map(Vec::as_slice)
    };
    let ranked = Rc::new(Ranked {
        query: Rc::new(query.with_values(&values)),
        features,
        scored,
        any,
        left_unread: restricted.left_unread(),
    });
    progress.ranked = Some(Rc::clone(&ranked));
    Ok(ranked)
}
