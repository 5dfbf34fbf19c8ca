//! Ranks pages that were compared with an encoded question among pages that were not.
//!
//! On a site with two languages, only one of which has a table, the pages of that language can
//! score high by similarity alone, but pages of the other language cannot: a page found by its
//! words would rank below many that are only similar. So a table reorders only the pages of its own
//! languages: a page in another language keeps the number of pages ranked before it by words alone.
//!
//! ```text
//! a_i       the i-th best score among the table's languages, by words alone
//! t_i       the same, fused with similarity
//! score(b)  t_i + (t_(i-1) - t_i) (b - a_i) / (a_(i-1) - a_i)     where a_i ≤ b < a_(i-1)
//! ```
//!
//! A score above the first or below the last of them is scaled by the ratio `t / a` of that one.
//! Pages of the table's languages keep the scores that they would have on a site of these languages
//! alone. Mapping scores by rank is known as histogram matching or quantile normalisation (B.
//! Bolstad et al., "A comparison of normalization methods", 2003).

use crate::index::ChunkId;
use crate::ordered::first;

/// Number of best pages with which a score is compared; later ones are hardly ever displayed.
const DEPTH: usize = 256;

/// Uses the scores of `by_table` for chunks in a table's language, and fits all others between
/// them. A score of 0 means not found.
pub(super) fn normalise(fused: &mut [f64], by_table: &[f64], is_encoded: &dyn Fn(ChunkId) -> bool) {
    if (0..).zip(fused.iter()).all(|(chunk, _)| is_encoded(chunk)) {
        fused.copy_from_slice(by_table);
        return;
    }
    let before = best(fused, is_encoded);
    let after = best(by_table, is_encoded);
    for (chunk, (score, new)) in (0..).zip(fused.iter_mut().zip(by_table)) {
        *score = if is_encoded(chunk) {
            *new
        } else {
            place(*score, &before, &after)
        };
    }
}

/// Returns the scores of the encoded chunks, best first.
fn best(scores: &[f64], is_encoded: &dyn Fn(ChunkId) -> bool) -> Vec<f64> {
    let mut found = Vec::new();
    for (chunk, score) in (0..).zip(scores) {
        if *score > 0.0 && is_encoded(chunk) {
            found.push(*score);
        }
    }
    let order = first(found.len(), DEPTH, &|one, other| found[one] > found[other]);
    order.into_iter().map(|place| found[place]).collect()
}

/// Maps a score from its position among `before` to the same position among `after`; both descend.
fn place(score: f64, before: &[f64], after: &[f64]) -> f64 {
    let known = before.len().min(after.len());
    let above = before
        .iter()
        .take(known)
        .filter(|own| **own > score)
        .count();
    if known == 0 || score <= 0.0 {
        return score;
    }
    if above == 0 || above == known {
        let nearest = above.saturating_sub(1);
        return score * (after[nearest] / before[nearest]);
    }
    let share = (score - before[above]) / (before[above - 1] - before[above]);
    after[above] + (after[above - 1] - after[above]) * share
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns whether a chunk is in the table's language, as chunks with an even number are.
    fn is_encoded(chunk: ChunkId) -> bool {
        chunk.is_multiple_of(2)
    }

    fn interleaved(before: &[f64], by_table: &[f64]) -> Vec<f64> {
        let mut scores = before.to_vec();
        normalise(&mut scores, by_table, &is_encoded);
        scores
    }

    /// Counts the chunks of the table's language that score higher than this one.
    fn in_front(scores: &[f64], chunk: usize) -> usize {
        let own = scores.iter().step_by(2);
        own.filter(|score| **score > scores[chunk]).count()
    }

    // The cases are a score between .8 and .4, which become .9 and .7; a score above all; one below
    // all; and one of a chunk that is not found.
    #[test]
    fn r20_a_score_between_two_keeps_its_relative_position() {
        let before = [0.4, 0.5, 0.8, 1.0, 0.0, 0.2, 0.0, 0.0];
        let found = interleaved(&before, &[0.9, 0.0, 0.7, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let expected = [0.9, 0.75, 0.7, 1.125, 0.0, 0.35, 0.0, 0.0];
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn r20_without_pages_in_the_table_s_language_scores_do_not_change() {
        let before = [0.0, 0.5, 0.0, 0.3];
        assert_eq!(interleaved(&before, &[0.0; 4]), before);
        assert!(interleaved(&[], &[]).is_empty());
    }

    proptest! {
        #[test]
        fn r20_a_page_of_another_language_keeps_the_number_of_pages_ranked_before_it(
            scores in prop::collection::vec((1..1000_u32, 1..1000_u32), 0..40),
        ) {
            // No two scores are equal.
            let number = |place: usize, score: u32| f64::from(score) + place as f64 / 1e3;
            let before: Vec<f64> = (0..).zip(&scores).map(|(n, s)| number(n, s.0)).collect();
            let by_table: Vec<f64> = (0..).zip(&scores).map(|(n, s)| number(n, s.1)).collect();
            let found = interleaved(&before, &by_table);
            for chunk in 0..found.len() {
                if chunk.is_multiple_of(2) {
                    prop_assert_eq!(found[chunk].to_bits(), by_table[chunk].to_bits());
                } else {
                    prop_assert_eq!(in_front(&found, chunk), in_front(&before, chunk));
                }
            }
        }

        // Chunks beyond the compared depth stay there, in their order.
        #[test]
        fn r20_scores_keep_their_order_at_any_depth(
            scores in prop::collection::vec((0.0..1.0_f64, 0.0..1.0_f64), 0..2000),
        ) {
            let (before, by_table): (Vec<f64>, Vec<f64>) = scores.into_iter().unzip();
            let found = interleaved(&before, &by_table);
            let mut others: Vec<usize> = (0..found.len()).filter(|chunk| !chunk.is_multiple_of(2)).collect();
            others.sort_by(|a, b| before[*a].total_cmp(&before[*b]));
            prop_assert!(others.is_sorted_by(|a, b| found[*a] <= found[*b]));
            prop_assert!(found.iter().all(|score| score.is_finite()));
        }
    }
}
