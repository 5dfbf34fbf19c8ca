//! Shows a passage that is on several pages as one hit.

use super::{Filter, Verdict};
use crate::hit::Hit;

/// Keeps the best hit of every group of near-duplicates, which `indexing` computes.
#[derive(Debug, Clone, Copy)]
pub struct NearDuplicates;

impl Filter for NearDuplicates {
    fn name(&self) -> &'static str {
        "near_duplicates"
    }

    fn verdicts(&self, hits: &[Hit]) -> Vec<Verdict> {
        // Position of every group's best hit; few hits belong to a group.
        let mut best: Vec<(u32, usize)> = Vec::new();
        let verdict = |(place, hit): (usize, &Hit)| {
            if hit.group == 0 {
                return Verdict::Stays;
            }
            if let Some((_, first)) = best.iter().find(|(group, _)| *group == hit.group) {
                return Verdict::SameAs(*first);
            }
            best.push((hit.group, place));
            Verdict::Stays
        };
        hits.iter().enumerate().map(verdict).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r27_the_best_of_every_group_stays() {
        use Verdict::{SameAs, Stays};
        let hits = [0, 2, 0, 1, 2, 1, 2].map(|group| Hit {
            group,
            ..Hit::default()
        });
        assert_eq!(
            NearDuplicates.verdicts(&hits),
            [Stays, Stays, Stays, Stays, SameAs(1), SameAs(3), SameAs(1)]
        );
    }
}
