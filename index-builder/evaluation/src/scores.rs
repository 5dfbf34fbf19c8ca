//! The measures of a ranking.
//!
//! Normalised discounted cumulative gain comes from K. Järvelin, J. Kekäläinen, "Cumulated
//! gain-based evaluation of IR techniques" (2002), with the gain 2^grade - 1 of C. Burges et al.,
//! "Learning to rank using gradient descent" (2005). Reciprocal rank comes from E. Voorhees, "The
//! TREC-8 question answering track report" (1999).
//!
//! ```text
//! DCG@k  = Σ_{i = 1..k} (2^grade_i - 1) / log2(i + 1)      nDCG@k = DCG@k / DCG@k of the best order
//! RR@k   = 1 / rank of the first relevant page, 0 if it is not among the first k
//! hit@k  = 1 if any of the first k is relevant               recall@k = relevant among k / relevant
//! ```

use std::collections::BTreeMap;

/// The depth of the scored rankings in pages.
pub(super) const DEPTH: usize = 10;

/// The scores of one ranking, each 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scores {
    /// nDCG@10.
    pub ndcg10: f64,
    /// nDCG@3.
    pub ndcg3: f64,
    /// Reciprocal rank within ten.
    pub rr10: f64,
    /// 1 if the first page is relevant, else 0.
    pub hit1: f64,
    /// 1 if one of the first three pages is relevant, else 0.
    pub hit3: f64,
    /// The share of the relevant pages that are among the first ten.
    pub recall10: f64,
}

impl Scores {
    /// Scores pages in ranking order, without duplicates. `relevant` contains the grades above 0,
    /// at least one.
    pub fn of(ranking: &[String], relevant: &BTreeMap<String, f64>) -> Self {
        let grade = |page: &String| relevant.get(page).copied().unwrap_or_default();
        let grades: Vec<f64> = ranking.iter().take(DEPTH).map(grade).collect();
        let mut ideal: Vec<f64> = relevant.values().copied().collect();
        ideal.sort_by(|a, b| b.total_cmp(a));
        let found = grades.iter().filter(|grade| **grade > 0.0).count();
        Self {
            ndcg10: ndcg(&grades, &ideal, 10),
            ndcg3: ndcg(&grades, &ideal, 3),
            rr10: first(&grades).map_or(0.0, |rank| 1.0 / rank as f64),
            hit1: truth(first(&grades).is_some_and(|rank| rank <= 1)),
            hit3: truth(first(&grades).is_some_and(|rank| rank <= 3)),
            recall10: found as f64 / relevant.len().max(1) as f64,
        }
    }
}

/// Returns 1 for true and 0 for false, so that the mean is a share.
pub(super) fn truth(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

/// Returns the rank of the first relevant page, from 1.
fn first(grades: &[f64]) -> Option<usize> {
    grades
        .iter()
        .position(|grade| *grade > 0.0)
        .map(|at| at + 1)
}

fn ndcg(grades: &[f64], ideal: &[f64], k: usize) -> f64 {
    let best = dcg(ideal, k);
    if best > 0.0 {
        dcg(grades, k) / best
    } else {
        0.0
    }
}

fn dcg(grades: &[f64], k: usize) -> f64 {
    let discounted = |(at, grade): (usize, &f64)| (grade.exp2() - 1.0) / (at as f64 + 2.0).log2();
    // An empty sum is -0, so 0 is added.
    0.0 + grades
        .iter()
        .take(k)
        .enumerate()
        .map(discounted)
        .sum::<f64>()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pages(names: &str) -> Vec<String> {
        names.split_whitespace().map(str::to_owned).collect()
    }

    fn grades(of: &[(&str, f64)]) -> BTreeMap<String, f64> {
        of.iter()
            .map(|(page, grade)| ((*page).to_owned(), *grade))
            .collect()
    }

    #[track_caller]
    fn assert_near(is: f64, should: f64) {
        assert!((is - should).abs() < 1e-12, "{is} is not {should}");
    }

    // The ranking is x a y b, with the grades a 2, b 1, c 1 (c is not found). The gains are 2^2 - 1
    // = 3 for a, and 2^1 - 1 = 1 for b and c; the discounts are log2 of 2, 3, 4, 5.
    #[test]
    fn r40_graded_relevance_by_hand() {
        let relevant = grades(&[("a", 2.0), ("b", 1.0), ("c", 1.0)]);
        let scores = Scores::of(&pages("x a y b"), &relevant);
        let ideal = 3.0 / 2f64.log2() + 1.0 / 3f64.log2() + 1.0 / 4f64.log2();
        let found = 3.0 / 3f64.log2() + 1.0 / 5f64.log2();
        assert_near(ideal, 3.0 + 0.630_929_753_571_457_4 + 0.5);
        assert_near(scores.ndcg10, found / ideal);
        // Within three only `a` counts, and the ideal three are still a, b, c.
        assert_near(scores.ndcg3, (3.0 / 3f64.log2()) / ideal);
        assert_near(scores.rr10, 1.0 / 2.0);
        assert_near(scores.hit1, 0.0);
        assert_near(scores.hit3, 1.0);
        assert_near(scores.recall10, 2.0 / 3.0);
    }

    #[test]
    fn r40_one_relevant_page_by_hand() {
        let relevant = grades(&[("a", 1.0)]);
        // The only relevant page is the fourth of four: 1 / log2(5) = 0.4306..., and nothing within
        // three.
        let fourth = Scores::of(&pages("x y z a"), &relevant);
        assert_near(fourth.ndcg10, 0.430_676_558_073_393_06);
        assert_near(fourth.ndcg3, 0.0);
        assert_near(fourth.rr10, 0.25);
        // The eleventh is below every cutoff.
        assert_eq!(Scores::of(&[], &relevant).ndcg10.to_bits(), 0);
        let eleventh = Scores::of(&pages("b c d e f g h i j k a"), &relevant);
        assert_eq!(eleventh, Scores::of(&[], &relevant));
        assert_near(eleventh.rr10, 0.0);
    }

    #[test]
    fn more_relevant_pages_than_places_can_still_be_ranked_perfectly() {
        let names: Vec<String> = (0..15).map(|n| format!("p{n:02}")).collect();
        let relevant = names.iter().map(|name| (name.clone(), 1.0)).collect();
        let scores = Scores::of(&names, &relevant);
        assert_near(scores.ndcg10, 1.0);
        assert_near(scores.recall10, 10.0 / 15.0);
    }

    /// Generates grades of twelve pages, at least one of them above 0.
    fn judged() -> impl Strategy<Value = Vec<u8>> {
        proptest::collection::vec(0u8..4, 12).prop_filter("one is relevant", |grades| {
            grades.iter().any(|grade| *grade > 0)
        })
    }

    fn ranked(grades: &[u8]) -> (Vec<String>, BTreeMap<String, f64>) {
        let pages: Vec<String> = (0..grades.len()).map(|n| format!("p{n:02}")).collect();
        let judged = pages
            .iter()
            .cloned()
            .zip(grades.iter().map(|g| f64::from(*g)));
        (
            pages.clone(),
            judged.filter(|(_, grade)| *grade > 0.0).collect(),
        )
    }

    proptest! {
        #[test]
        fn r40_every_score_is_between_0_and_1(grades in judged(), cut in 0usize..=12) {
            let (pages, relevant) = ranked(&grades);
            let scores = Scores::of(&pages[..cut], &relevant);
            for score in [
                scores.ndcg10, scores.ndcg3, scores.rr10, scores.hit1, scores.hit3,
                scores.recall10,
            ] {
                prop_assert!((0.0..=1.0 + 1e-12).contains(&score), "{scores:?}");
            }
        }

        #[test]
        fn r40_the_best_order_scores_1(mut grades in judged()) {
            grades.sort_unstable_by(|a, b| b.cmp(a));
            let (pages, relevant) = ranked(&grades);
            let scores = Scores::of(&pages, &relevant);
            prop_assert!((scores.ndcg10 - 1.0).abs() < 1e-12);
            prop_assert!((scores.ndcg3 - 1.0).abs() < 1e-12);
            prop_assert!((scores.rr10 - 1.0).abs() < 1e-12);
        }

        // Moving a better page behind a worse one lowers the score. Equal ones may swap.
        #[test]
        fn r40_a_swap_for_the_worse_scores_less(
            grades in judged(), a in 0usize..10, b in 0usize..10,
        ) {
            let (front, back) = (a.min(b), a.max(b));
            let (mut pages, relevant) = ranked(&grades);
            let before = Scores::of(&pages, &relevant).ndcg10;
            pages.swap(front, back);
            let after = Scores::of(&pages, &relevant).ndcg10;
            match grades[front].cmp(&grades[back]) {
                std::cmp::Ordering::Greater => prop_assert!(after < before),
                std::cmp::Ordering::Equal => prop_assert!((after - before).abs() < 1e-12),
                std::cmp::Ordering::Less => prop_assert!(after > before),
            }
        }
    }
}
