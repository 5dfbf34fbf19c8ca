//! Selects enough distinct passages for reranking.

use crate::hit::Scored;
use crate::index::Index;
use crate::needs::Attempt;
use crate::post_retrieval::RankingSettings;
use crate::retrieval::{Allowed, Retriever, Search};

/// Factors of requested chunks to distinct passages: first, and then if copies leave too few.
const TIMES: [usize; 2] = [2, 10];

/// Returns the best chunks, with `depth` distinct passages among them if there are as many.
/// Otherwise a passage that is on every page could be the only result. Retrieval runs twice at
/// most: that bounds the work, and is enough unless a passage is on hundreds of pages.
pub(super) fn candidates(
    search: &Search<'_>,
    retriever: &dyn Retriever,
    allowed: &Allowed,
    settings: &RankingSettings,
) -> Attempt<Vec<Scored>> {
    let depth = settings.depth.get().max(settings.top_k.get());
    if !settings.near_duplicates {
        return retriever.retrieve(search, allowed, depth);
    }
    let mut scored = Vec::new();
    for times in TIMES {
        let limit = depth.saturating_mul(times);
        scored = retriever.retrieve(search, allowed, limit)?;
        let (chunks, passages) = different(search.index(), &scored, depth);
        scored.truncate(chunks);
        if passages == depth || chunks < limit {
            break;
        }
    }
    Ok(scored)
}

/// Returns how many of the first chunks contain `wanted` distinct passages, or all of them, and the
/// number of these passages.
fn different(index: &Index, scored: &[Scored], wanted: usize) -> (usize, usize) {
    let mut groups: Vec<u32> = Vec::new();
    let mut count = 0;
    for (place, hit) in scored.iter().enumerate() {
        let group = index.chunks().group_of(hit.chunk);
        if group > 0 && groups.contains(&group) {
            continue;
        }
        if count == wanted {
            return (place, count);
        }
        count += 1;
        if group > 0 {
            groups.push(group);
        }
    }
    (scored.len(), count)
}
