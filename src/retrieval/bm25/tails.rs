//! Whether what was not read of long lists could change the best hits.

use super::Bm25;
use crate::hit::Scored;
use crate::index::format::LongList;
use crate::index::{ChunkId, Index};
use crate::retrieval::Allowed;
use crate::retrieval::matching::{FORMS, Unread};
use crate::retrieval::search::{Matched, are_mixed};

/// The parts of long lists that were not read.
///
/// Hits are those of exhaustive scoring if no chunk that may be in a tail can come before the last of them,
/// and if every hit is known not to be in one: it stands in the head, and a chunk stands in one of both.
/// Occurrences count less the more there are, so that bounds of several lists of a form add up to one.
pub(super) struct Tails<'m> {
    /// The lists, and what a chunk in the tail earns at most.
    lists: Vec<(&'m Unread, f64)>,
    /// Whether languages are weighed against each other, which needs all that is earned in each.
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
                        // A sum may be a little off, and a bound must not be.
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
            // Most chunks are far off, whatever they are in.
            **score + all >= last && allowed.holds(*chunk)
        });
        hits.iter().all(|hit| self.most(hit.chunk) == 0.0)
            && others.into_iter().all(|(chunk, score)| {
                let most = self.most(chunk);
                // Of what is in no tail all is known, and it was weighed against the hits.
                most == 0.0 || score + most < last || is_hit(chunk)
            })
    }

    /// The most that a chunk can earn in tails.
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
