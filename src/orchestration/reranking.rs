//! Reranks retrieved hits and selects those to show, with a trace of every step.

use super::describe::Described;
use super::passages::PassageReader;
use super::{Operators, Options, Trace};
use crate::answer::Warning;
use crate::authority::absolute;
use crate::catalogue::required;
use crate::error::Result;
use crate::generation::{Expected, Rivals};
use crate::hit::Hit;
use crate::needs::{Attempt, Needs};
use crate::post_retrieval::{
    RankingSettings, RerankChain, RerankerSource, apply, filters, lasting_first, newest_first,
    rerank, top_k, weigh,
};
use crate::pre_retrieval::FactTable;

const STAGE: &str = "post-retrieval";

/// Creates the rerankers that the options name, including custom ones. They may read the current
/// day, and the days on which the sources of facts were checked.
pub(super) fn chain(
    operators: &Operators,
    options: &Options,
    facts: &FactTable,
) -> Result<RerankChain> {
    let configuration = &options.configuration;
    let checked = || {
        let days = facts.iter().map(|fact| {
            let page = absolute(&configuration.site.url, &fact.source_url);
            (page, fact.checked_on.clone())
        });
        days.collect()
    };
    let source = RerankerSource {
        settings: &configuration.ranking,
        today: &options.call.today,
        checked: &checked,
    };
    RerankChain::from_source(&operators.rerankers, &source, &options.rerankers)
}

/// Reorders the hits, filling in the fields that each reranker reads. Returns a warning for every
/// reranker that failed (R28).
pub(super) fn reorder(
    operators: &Operators,
    chain: &RerankChain,
    passages: &PassageReader<'_>,
    hits: &mut Vec<Hit>,
    settings: &RankingSettings,
    trace: &mut Trace,
) -> Attempt<Vec<Warning>> {
    let mut warnings = Vec::new();
    let query = passages.query;
    let mut rerankers = chain.iter().peekable();
    while let Some(reranker) = rerankers.next() {
        let count = hits.len();
        let read = reranker.reads().min(count);
        let is_last = rerankers.peek().is_none();
        require(passages, hits, read, Some(settings).filter(|_| is_last))?;
        passages.show(&mut hits[..read])?;
        trace.begin(STAGE, reranker.name(), &Described::Count(count));
        let outcome = rerank(reranker, query, hits);
        let order: &[Hit] = hits;
        trace.end(&Described::outcome(&outcome, |_| Described::Hits(order)));
        trace.add_millis(reranker.waited());
        if let Some(error) = outcome? {
            let warn = required(operators.reranker_failed)?;
            let warning = warn(reranker.name(), &error);
            trace.warn(&Described::Text(&warning.message));
            warnings.push(warning);
        }
    }
    Ok(warnings)
}

/// Requires the texts that the next reranker reads. If some must be fetched and it is the last
/// reranker, the texts likely to be shown are requested with them, since they would be needed next.
fn require(
    passages: &PassageReader<'_>,
    hits: &[Hit],
    read: usize,
    last: Option<&RankingSettings>,
) -> Attempt<()> {
    let mut needs = Needs::default();
    let known = needs.note(passages.require(&hits[..read]))?;
    if let Some(settings) = last.filter(|_| known.is_none()) {
        needs.note(passages.require(&likely(hits, settings, passages)))?;
    }
    needs.end()
}

/// Returns the hits to show if no reranker changes their order any more.
fn likely(hits: &[Hit], settings: &RankingSettings, passages: &PassageReader<'_>) -> Vec<Hit> {
    let bare = |hit: &Hit| Hit {
        chunk_id: hit.chunk_id,
        document: hit.document,
        group: hit.group,
        translation: hit.translation,
        newest: hit.newest,
        is_news: hit.is_news,
        score: hit.score,
        lang: hit.lang.clone(),
        features: hit.features,
        is_foreign: hit.is_foreign,
        ..Hit::default()
    };
    let mut hits: Vec<Hit> = hits.iter().map(bare).collect();
    newest_first(&mut hits, &passages.query.text, settings);
    lasting_first(&mut hits, settings, asks_when(passages));
    for filter in filters(settings) {
        hits = apply(&*filter, hits);
    }
    hits.truncate(settings.top_k.get());
    hits
}

fn asks_when(passages: &PassageReader<'_>) -> bool {
    matches!(passages.expected, Some(Expected::Time | Expected::Hours))
}

/// Returns the hits to show, and the competitors of the first.
pub(super) fn select(
    mut hits: Vec<Hit>,
    passages: &PassageReader<'_>,
    options: &Options,
    trace: &mut Trace,
) -> Result<(Vec<Hit>, Rivals)> {
    let settings = &options.configuration.ranking;
    let chunks = passages.index.chunks();
    if chunks.is_weighed() {
        trace.begin(STAGE, "weights", &Described::Count(hits.len()));
        weigh(&mut hits, &|chunk| chunks.weight_of(chunk));
        trace.end(&Described::Hits(&hits));
    }
    trace.begin(STAGE, "newest_first", &Described::Count(hits.len()));
    newest_first(&mut hits, &passages.query.text, settings);
    trace.end(&Described::Hits(&hits));
    trace.begin(STAGE, "lasting_first", &Described::Count(hits.len()));
    lasting_first(&mut hits, settings, asks_when(passages));
    trace.end(&Described::Hits(&hits));
    for filter in filters(settings) {
        trace.begin(STAGE, filter.name(), &Described::Count(hits.len()));
        hits = apply(&*filter, hits);
        trace.end(&Described::Hits(&hits));
    }
    let rivals = Rivals::of(&hits);
    Ok((top_k(hits, settings.top_k.get())?, rivals))
}
