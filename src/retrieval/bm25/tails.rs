//! Decides whether the unread parts of long lists could change the best hits.

use super::Bm25;
use crate::hit::Scored;
use crate::index::format::LongList;
use crate::index::{ChunkId, Index};
use crate::retrieval::Allowed;
use crate::retrieval::search::{Matched, are_mixed};
use crate::retrieval::term_matching::{FORMS, Unread};

/// The unread parts of long lists.
///
/// Hits equal the hits of exhaustive scoring if no chunk that may be in a tail can outrank the last
/// hit, and if no hit can be in a tail. A hit in the head is not in the tail, since each chunk is
/// in only one of them. Gains saturate with frequency, so the sum of the bounds of a form's lists
/// is a bound too.
pub(super) struct Tails<'m> {
    /// The lists, and the maximum gain of a chunk in the tail.
    lists: Vec<(&'m Unread, f64)>,
    /// Whether scores of several languages are balanced, which needs the complete scores of each.
    are_mixed: bool,
}

impl<'m> Tails<'m> {
    pub(super) fn of(bm25: &Bm25, index: &Index, matched: &'m [Matched<'_>]) -> Self {
        let mut lists = Vec::new();
        for matched in matched {
            let statistics = &index.languages()[matched.language];
            let damping = bm25.damping(statistics);
            for (term, own) in &matched.terms {
                for form in FORMS {
                    let weight = term.weight * matched.reading.weight * bm25.forms[form as usize];
                    let worth = weight * statistics.idf(own.count(form));
                    for unread in own.unread(form) {
                        let LongList { most, least, .. } = &unread.list;
                        let bound = worth * bm25.gain(*most, damping.of(least[0], least[1]));
                        // A rounding error must not lower the sum below the true bound.
                        lists.push((unread, bound * (1.0 + 1e-9)));
                    }
                }
            }
        }
        Self {
            lists,
            are_mixed: are_mixed(matched),
        }
    }

    pub(super) fn cannot_matter(
        &self,
        scores: &[f64],
        hits: &[Scored],
        allowed: &Allowed,
        limit: usize,
    ) -> bool {
        if self.lists.is_empty() || limit == 0 {
            return true;
        }
        let last = match hits.last() {
            Some(last) if hits.len() == limit && !self.are_mixed => last.score,
            _ => return false,
        };
        let all: f64 = self.lists.iter().map(|(_, most)| most).sum();
        let is_hit = |chunk| hits.iter().any(|hit| hit.chunk == chunk);
        let others = (0..).zip(scores).filter(|(chunk, score)| {
            // Most chunks are too far below, even if they are in every tail.
            **score + all >= last && allowed.holds(*chunk)
        });
        hits.iter().all(|hit| self.most(hit.chunk) == 0.0)
            && others.into_iter().all(|(chunk, score)| {
                let most = self.most(chunk);
                // A chunk in no tail has its complete score, and was ranked with it.
                most == 0.0 || score + most < last || is_hit(chunk)
            })
    }

    /// Returns the maximum gain of a chunk in tails.
    fn most(&self, chunk: ChunkId) -> f64 {
        let mut most = 0.0;
        for (unread, bound) in &self.lists {
            if unread.may_hold(chunk) {
                most += bound;
            }
        }
        most
    }
}
