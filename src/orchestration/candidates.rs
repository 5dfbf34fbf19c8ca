//! As many different passages as are to be reranked.

use crate::error::Result;
use crate::hit::Scored;
use crate::index::Index;
use crate::post_retrieval::RankingSettings;
use crate::retrieval::{Allowed, Retriever, Search};

/// How many times as many chunks are asked for where copies of passages leave too few.
const AGAIN: usize = 10;

/// The best chunks, `depth` different passages among them if there are so many. A passage that
/// stands on every page would otherwise be all that is found. It is asked twice at most: that
/// bounds the work, and finds enough unless a passage stands on hundreds of pages.
pub(super) fn candidates(
    search: &Search<'_>,
    retriever: &dyn Retriever,
    allowed: &Allowed,
    settings: &RankingSettings,
) -> Result<Vec<Scored>> {
    let depth = settings.depth.get().max(settings.top_k.get());
    let scored = retriever.retrieve(search, allowed, depth)?;
    let copies = scored.len() - different(search.index(), &scored, usize::MAX).1;
    if !settings.near_duplicates || copies == 0 || scored.len() < depth {
        return Ok(scored);
    }
    let mut more = retriever.retrieve(search, allowed, depth.saturating_mul(AGAIN))?;
    more.truncate(different(search.index(), &more, depth).0);
    Ok(more)
}

/// How many chunks from the front hold `wanted` different passages, or all of them, and how many
/// these are.
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
