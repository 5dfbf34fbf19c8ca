//! Results for a question before any text is read.

use std::rc::Rc;

use super::Options;
use super::call_state::CallState;
use super::candidates::candidates;
use super::describe::Described;
use super::trace::Trace;
use crate::catalogue::required;
use crate::error::Result;
use crate::hit::Scored;
use crate::index::Index;
use crate::query::Query;
use crate::retrieval::{
    Allowed, MatchFeatures, RetrievalOperators, Retriever, Search, drop_weak, evidence,
};

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

/// Returns the results of the retriever that the options name, and its name. Results of the call's previous attempt are
/// reused.
pub(super) fn ranked(
    index: &Index,
    query: &Query,
    operators: &RetrievalOperators,
    options: &Options,
    trace: &mut Trace,
    state: &CallState,
) -> Result<(Rc<Ranked>, &'static str)> {
    let settings = &options.configuration;
    let retriever = &*operators.retriever(&settings.retrieval, index.has_vectors())?;
    let name = retriever.name();
    if let Some(ranked) = state.ranked() {
        return Ok((ranked, name));
    }
    let search = Search::new(index, query);
    let mut find = |by: &dyn Retriever| candidates(&search, by, &Allowed::all(), &settings.ranking);
    trace.begin(RETRIEVAL, name, &Described::Query(query));
    let found = if query.restrictions.is_empty() {
        find(retriever).map(|scored| (scored, false))
    } else {
        let most_read = settings.retrieval.phrase_candidates.get();
        required(operators.restrict)?(retriever, most_read, &mut find)
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
        left_unread,
    });
    state.keep_ranked(&ranked);
    Ok((ranked, name))
}
