//! Results for a question before any text is read.

use std::rc::Rc;

use super::candidates::candidates;
use super::describe::Described;
use super::progress::Progress;
use super::scope::Scope;
use super::trace::Trace;
use crate::hit::Scored;
use crate::needs::Attempt;
use crate::query::Query;
use crate::retrieval::{
    Allowed, HitFeatures, Restricted, Retriever, Search, drop_weak, match_features, remote,
};

const RETRIEVAL: &str = "retrieval";

/// The best chunks, and their features before any text is read.
#[derive(Debug)]
pub(super) struct Ranked {
    /// The question, with the values of its words.
    pub(super) query: Rc<Query>,
    pub(super) scored: Vec<Scored>,
    pub(super) features: HitFeatures,
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
) -> Attempt<Rc<Ranked>> {
    if let Some(ranked) = &progress.ranked {
        return Ok(Rc::clone(ranked));
    }
    if scope.is_remote() {
        return Err(remote(query).into());
    }
    let (index, retriever) = (scope.index, &*scope.retriever);
    let name = retriever.name();
    let settings = &scope.options.configuration;
    let search = Search::new(index, query);
    let find = |by: &dyn Retriever| candidates(&search, by, &Allowed::all(), &settings.ranking);
    trace.begin(RETRIEVAL, name, &Described::Query(query));
    let found = if query.restrictions.is_empty() {
        find(retriever).map(|scored| (scored, false))
    } else {
        let most_read = settings.retrieval.phrase_candidates.get();
        let restricted = Restricted::new(retriever, most_read);
        find(&restricted).map(|scored| (scored, restricted.left_unread()))
    };
    trace.end(&Described::outcome(&found, |(scored, _)| {
        Described::Scored(scored)
    }));
    let (mut scored, left_unread) = found?;
    let wanted = settings.retrieval.retriever.as_str();
    if name != wanted {
        trace.warn(&Described::NoVectors { wanted, ran: name });
    }
    trace.searched_for(query);
    let any = !scored.is_empty();
    drop_weak(
        &mut scored,
        settings.retrieval.min_score_weight,
        query.word_count(),
    );
    let features = match_features(&search, settings.retrieval.pruning(), &scored)?;
    let values = |tag: &str| {
        let language = index.language(tag)?;
        features.values.get(language).map(Vec::as_slice)
    };
    let ranked = Rc::new(Ranked {
        query: Rc::new(query.with_values(&values)),
        features,
        scored,
        any,
        left_unread,
    });
    progress.ranked = Some(Rc::clone(&ranked));
    Ok(ranked)
}
