//! Limits the chunks per page, to leave room for other pages.

use super::{Filter, Verdict};
use crate::hit::Hit;

/// Keeps at most this many chunks of a page in front; its further ones follow the hits of all other
/// pages, where they fill up a list that would be too short without them.
#[derive(Debug, Clone, Copy)]
pub struct PerDocument(pub usize);

impl Filter for PerDocument {
    fn name(&self) -> &'static str {
        "per_document"
    }

    fn verdicts(&self, hits: &[Hit]) -> Vec<Verdict> {
        let mut verdicts = Vec::with_capacity(hits.len());
        for (place, hit) in hits.iter().enumerate() {
            let before = hits[..place].iter();
            let of_page = before
                .filter(|other| other.document == hit.document)
                .count();
            verdicts.push(if of_page >= self.0 {
                Verdict::Behind
            } else {
                Verdict::Stays
            });
        }
        verdicts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r27_chunks_beyond_the_limit_move_behind_the_others() {
        use Verdict::{Behind, Stays};
        let hits = [1, 1, 2, 1, 2, 2].map(|document| Hit {
            document,
            ..Hit::default()
        });
        assert_eq!(
            PerDocument(2).verdicts(&hits),
            [Stays, Stays, Stays, Behind, Stays, Behind]
        );
        assert_eq!(PerDocument(9).verdicts(&hits), [Stays; 6]);
    }
}
