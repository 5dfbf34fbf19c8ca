//! Room for other pages.

use super::{Filter, Verdict};
use crate::hit::Hit;
use crate::ordered::Map;

/// Lets at most so many chunks of a page stand in front; its further ones come behind the hits of
/// all other pages, where they fill up a list that would be too short without them.
#[derive(Debug, Clone, Copy)]
pub struct PerDocument(pub usize);

impl Filter for PerDocument {
    fn name(&self) -> &'static str {
        "per_document"
    }

    fn verdicts(&self, hits: &[Hit]) -> Vec<Verdict> {
        let mut seen: Map<usize> = Map::default();
        let mut verdicts = Vec::with_capacity(hits.len());
        for hit in hits {
            let count = seen.entry(&hit.id);
            *count += 1;
            verdicts.push(if *count > self.0 {
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
    fn r27_chunks_beyond_the_limit_stand_behind() {
        use Verdict::{Behind, Stays};
        let hits = ["a", "a", "b", "a", "b", "b"].map(|id| Hit {
            id: id.into(),
            ..Hit::default()
        });
        assert_eq!(
            PerDocument(2).verdicts(&hits),
            [Stays, Stays, Stays, Behind, Stays, Behind]
        );
        assert_eq!(PerDocument(9).verdicts(&hits), [Stays; 6]);
    }
}
