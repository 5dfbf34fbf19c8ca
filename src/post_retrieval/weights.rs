//! Applies the weights that the owner gave to parts of the site.

use super::newest_first::raise;
use crate::hit::Hit;

/// Multiplies the score of every hit by the weight of its chunk, and sorts the hits again. Equal
/// scores keep their order.
pub fn weigh(hits: &mut [Hit], weight: &dyn Fn(u32) -> f64) {
    for hit in &mut *hits {
        hit.score *= weight(hit.chunk_id);
    }
    for place in 1..hits.len() {
        let own = hits[place].score;
        let to = hits[..place].partition_point(|hit| hit.score >= own);
        raise(hits, place, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_are_sorted_by_weighed_scores_and_equal_ones_keep_their_order() {
        let hit = |(chunk_id, score)| Hit {
            score,
            chunk_id,
            ..Hit::default()
        };
        let mut hits: Vec<Hit> = [(0, 4.0), (1, 3.0), (2, 2.0), (3, 2.0), (4, 1.0)]
            .map(hit)
            .into();
        let weight = |chunk| match chunk {
            0 => 0.5,
            4 => 3.0,
            _ => 1.0,
        };
        weigh(&mut hits, &weight);
        let order: Vec<u32> = hits.iter().map(|hit| hit.chunk_id).collect();
        assert_eq!(order, [1, 4, 0, 2, 3]);
        weigh(&mut [], &weight);
    }
}
