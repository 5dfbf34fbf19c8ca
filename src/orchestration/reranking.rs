//! Reranks retrieved hits and selects those to show, with a trace of every step.

use std::rc::Rc;

use super::describe::describe_hits;
use super::passages::Passages;
use super::{Options, Trace};
use crate::answer::Warning;
use crate::authority::absolute;
use crate::error::Result;
use crate::essential::{IS_FULL, full_only};
use crate::generation::Rivals;
use crate::hit::Hit;
use crate::missing::Missing;
use crate::post_retrieval::{
    RankingSettings, Recency, RerankChain, Reranker, apply, filters, rerank, top_k,
};
use crate::pre_retrieval::FactTable;

const STAGE: &str = "post-retrieval";

/// Creates the rerankers that the options name, including custom ones. `recency` receives the current day, and the days
/// on which the sources of facts were checked.
pub(super) fn chain(options: &Options, facts: &FactTable) -> Result<RerankChain> {
    let settings = &options.configuration.ranking;
    let mut own = Vec::new();
    if IS_FULL && settings.rerankers.iter().any(|name| name == "recency") {
        let site = &options.configuration.site.url;
        let checked: Vec<(String, &str)> = facts
            .iter()
            .map(|fact| (absolute(site, &fact.source_url), fact.checked_on.as_str()))
            .collect();
        let recency = Recency::new(&settings.recency, &options.call.today, &checked)?;
        own.push(Rc::new(recency) as Rc<dyn Reranker>);
    }
    own.extend(options.rerankers.iter().cloned());
    RerankChain::from_settings_with(settings, &own)
}

/// Reorders the hits, filling in the fields that each reranker reads. Returns a warning for every reranker that failed
/// (R28).
pub(super) fn reorder(
    chain: &RerankChain,
    passages: &Passages<'_>,
    hits: &mut Vec<Hit>,
    settings: &RankingSettings,
    trace: &mut Trace,
) -> Result<Vec<Warning>> {
    let mut warnings = Vec::new();
    let query = passages.query;
    let mut rerankers = chain.iter().peekable();
    while let Some(reranker) = rerankers.next() {
        let count = hits.len();
        let read = reranker.reads().min(count);
        let is_last = rerankers.peek().is_none();
        require(passages, hits, read, Some(settings).filter(|_| is_last))?;
        passages.show(&mut hits[..read])?;
        let outcome = trace.observe(
            STAGE,
            reranker.name(),
            || format!("{count} hits"),
            || rerank(reranker, query, hits).map(|failed| (failed, &*hits)),
            |outcome| match outcome {
                Ok((_, hits)) => describe_hits(hits),
                Err(error) => error.to_string(),
            },
        );
        let (failed, _) = outcome?;
        trace.add_millis(reranker.waited());
        if let Some(error) = failed {
            full_only()?;
            let name = reranker.name();
            let message = format!(
                "the reranker `{name}` failed, so the order is unchanged: \
                {error}"
            );
            trace.warn(|| message.clone());
            warnings.push(Warning {
                code: "reranker_failed",
                message,
            });
        }
    }
    Ok(warnings)
}

/// Requires the texts that the next reranker reads. If some must be fetched and it is the last reranker, the texts
/// likely to be shown are requested with them, since they would be needed next.
fn require(
    passages: &Passages<'_>,
    hits: &[Hit],
    read: usize,
    last: Option<&RankingSettings>,
) -> Result<()> {
    let mut missing = Missing::default();
    let known = missing.note(passages.require(&hits[..read]))?;
    if let Some(settings) = last.filter(|_| known.is_none()) {
        missing.note(passages.require(&likely(hits, settings)))?;
    }
    missing.end()
}

/// Returns the hits to show if no reranker changes their order any more.
fn likely(hits: &[Hit], settings: &RankingSettings) -> Vec<Hit> {
    let bare = |hit: &Hit| Hit {
        chunk_id: hit.chunk_id,
        document: hit.document,
        group: hit.group,
        translation: hit.translation,
        lang: hit.lang.clone(),
        ..Hit::default()
    };
    let mut hits: Vec<Hit> = hits.iter().map(bare).collect();
    for filter in filters(settings) {
        hits = apply(&*filter, hits);
    }
    hits.truncate(settings.top_k.get());
    hits
}

/// Returns the hits to show, and the competitors of the first.
pub(super) fn select(
    mut hits: Vec<Hit>,
    options: &Options,
    trace: &mut Trace,
) -> Result<(Vec<Hit>, Rivals)> {
    let settings = &options.configuration.ranking;
    for filter in filters(settings) {
        let count = hits.len();
        hits = trace.observe(
            STAGE,
            filter.name(),
            || format!("{count} hits"),
            || apply(&*filter, hits),
            |hits| describe_hits(hits),
        );
    }
    let rivals = Rivals::of(&hits);
    Ok((top_k(hits, settings.top_k.get())?, rivals))
}
