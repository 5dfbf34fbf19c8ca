//! Limits the chunks per page, to leave room for other pages.

use super::{Filter, Verdict};
use crate::hit::Hit;

/// Keeps at most this many chunks of a page in front, and so few of the first pages that five hits
/// come from three pages. Further chunks follow the hits of all other pages, where they fill up a
/// list that would be too short without them.
#[derive(Debug, Clone, Copy)]
pub struct PerDocument(pub usize);

/// The number of pages that a short list shows.
const PAGES: usize = 3;

/// The number of further chunks of pages before all these pages have been shown.
const FURTHER: usize = 2;

impl Filter for PerDocument {
    fn name(&self) -> &'static str {
        "per_document"
    }

    fn verdicts(&self, hits: &[Hit]) -> Vec<Verdict> {
        let mut verdicts = Vec::with_capacity(hits.len());
        let mut front: Vec<usize> = Vec::new();
        let mut pages = 0;
        for hit in hits {
            let of_page = front.iter().filter(|own| **own == hit.document).count();
            let is_early = pages < PAGES && front.len() >= pages + FURTHER;
            verdicts.push(if of_page >= self.0 || (of_page > 0 && is_early) {
                Verdict::Behind
            } else {
                pages += usize::from(of_page == 0);
                front.push(hit.document);
                Verdict::Stays
            });
        }
        verdicts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use Verdict::{Behind, Stays};

    fn verdicts<const N: usize>(limit: usize, documents: [usize; N]) -> Vec<Verdict> {
        let hits = documents.map(|document| Hit {
            document,
            ..Hit::default()
        });
        PerDocument(limit).verdicts(&hits)
    }

    #[test]
    fn r27_chunks_beyond_the_limit_move_behind_the_others() {
        let expected = [Stays, Stays, Stays, Behind, Stays, Behind];
        assert_eq!(verdicts(2, [1, 1, 2, 1, 2, 2]), expected);
        assert_eq!(verdicts(9, [1, 2, 3, 1, 1, 1, 1]), [Stays; 7]);
    }

    #[test]
    fn r27_the_first_five_hits_are_of_three_pages() {
        let expected = [Stays, Stays, Stays, Stays, Behind, Stays, Stays];
        assert_eq!(verdicts(3, [1, 1, 2, 1, 2, 3, 2]), expected);
    }
}
