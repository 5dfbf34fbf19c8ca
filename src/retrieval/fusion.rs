//! Fuses the scores of two retrievers into one ranking (R20).
//!
//! ```text
//! weighted:  score(c) = Σ_leg weight(leg) score_leg(c) / max score_leg
//! coverage:  the same, with weights that depend on how much of the question words find
//! rrf:       score(c) = Σ_leg 1 / (k + rank_leg(c))
//! ```
//!
//! `coverage`, the default, finds more: `hybrid.rs` computes its weights for each question.
//! A chunk that a leg does not find earns nothing from it. Sources: E. Fox, J. Shaw, "Combination
//! of Multiple Searches" (1994); G. Cormack, C. Clarke, S. Büttcher, "Reciprocal Rank Fusion
//! outperforms Condorcet and individual Rank Learning Methods" (2009).

use std::fmt;

use super::{Allowed, RetrievalSettings, rank};
use crate::catalogue::Catalogue;
use crate::error::Result;
use crate::settings::usual;

crate::settings! {
    /// Weights of the fusions `weighted` and `coverage`.
    pub struct FusionWeights {
        /// Score of the most similar chunk, 0 or more.
        pub semantic: f64 = 0.6,
        /// Score of the best chunk of `bm25`, 0 or more.
        pub bm25: f64 = 0.4,
    }
}

impl FusionWeights {
    /// Weights of a ranking by words alone.
    pub(super) const WORDS: Self = Self {
        semantic: 0.0,
        bm25: 1.0,
    };

    /// Returns the share of similarity in their sum.
    pub(super) fn share(&self) -> f64 {
        self.semantic / (self.semantic + self.bm25).max(f64::MIN_POSITIVE)
    }
}

crate::settings! {
    /// Constants of reciprocal rank fusion.
    pub struct ReciprocalRankSettings {
        /// Larger values make the first ranks stand out less, 0 or more.
        pub k: f64 = 60.0,
        /// The rank assumed for a chunk that a retriever does not find, or finds further down; 100
        /// in some systems. At 0, such a chunk earns nothing.
        pub missing_rank: usize = 0,
    }
}

/// Fuses two rankings.
pub trait Fusion {
    /// Returns the fused scores of all chunks; 0 for a chunk that neither leg finds. A fusion by
    /// ranks ignores the weights.
    fn fuse(&self, semantic: &[f64], bm25: &[f64], weights: &FusionWeights) -> Vec<f64>;

    /// Returns whether every question and every language has the configured weights.
    fn is_fixed(&self) -> bool {
        false
    }
}

// Prints only the name, as for retrievers.
impl fmt::Debug for dyn Fusion + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fusion")
    }
}

/// Makes a fusion from the settings of retrieval.
pub type MakeFusion = fn(&RetrievalSettings) -> Box<dyn Fusion>;

/// All fusions.
pub const FUSIONS: Catalogue<MakeFusion> = Catalogue::whole(&[
    ("coverage", by_coverage),
    ("weighted", weighted),
    ("rrf", by_ranks),
]);

fn by_coverage(_: &RetrievalSettings) -> Box<dyn Fusion> {
    Box::new(Weighted { is_fixed: false })
}

fn weighted(_: &RetrievalSettings) -> Box<dyn Fusion> {
    Box::new(Weighted { is_fixed: true })
}

fn by_ranks(settings: &RetrievalSettings) -> Box<dyn Fusion> {
    Box::new(settings.rrf.clone())
}

/// Returns the fusion that the settings name.
pub(super) fn fusion(settings: &RetrievalSettings) -> Result<Box<dyn Fusion>> {
    usual(
        "retrieval",
        &[
            ("weighted.semantic", settings.weighted.semantic),
            ("weighted.bm25", settings.weighted.bm25),
            ("rrf.k", settings.rrf.k),
        ],
    )?;
    let make = FUSIONS.get("retrieval.fusion", &settings.fusion)?;
    Ok(make(settings))
}

/// The sum of the scores, each divided by its maximum.
struct Weighted {
    is_fixed: bool,
}

impl Fusion for Weighted {
    fn fuse(&self, semantic: &[f64], bm25: &[f64], weights: &FusionWeights) -> Vec<f64> {
        let mut fused = vec![0.0; bm25.len()];
        add_scaled(&mut fused, semantic, weights.semantic);
        add_scaled(&mut fused, bm25, weights.bm25);
        fused
    }

    fn is_fixed(&self) -> bool {
        self.is_fixed
    }
}

impl Fusion for ReciprocalRankSettings {
    fn fuse(&self, semantic: &[f64], bm25: &[f64], _: &FusionWeights) -> Vec<f64> {
        let (semantic, bm25) = (ranks(semantic), ranks(bm25));
        let ranks = semantic.iter().zip(&bm25);
        ranks.map(|(a, b)| self.score([*a, *b])).collect()
    }
}

fn add_scaled(fused: &mut [f64], leg: &[f64], weight: f64) {
    let most = leg.iter().copied().fold(0.0, f64::max);
    if most > 0.0 {
        for (sum, score) in fused.iter_mut().zip(leg) {
            *sum += weight * (score / most);
        }
    }
}

/// Returns the rank of every chunk, 1 for the best; none for a chunk that is not found.
fn ranks(leg: &[f64]) -> Vec<Option<usize>> {
    let mut ranks = vec![None; leg.len()];
    for (place, hit) in rank(leg, |_, _| 0.0, &Allowed::all(), usize::MAX)
        .iter()
        .enumerate()
    {
        ranks[hit.chunk as usize] = Some(place + 1);
    }
    ranks
}

impl ReciprocalRankSettings {
    fn score(&self, ranks: [Option<usize>; 2]) -> f64 {
        if ranks == [None; 2] {
            return 0.0;
        }
        let [first, second] = ranks.map(|rank| self.share(rank));
        first + second
    }

    fn share(&self, rank: Option<usize>) -> f64 {
        let rank = match (rank, self.missing_rank) {
            (None, 0) => return 0.0,
            (Some(rank), 0) => rank,
            (rank, missing) => rank.unwrap_or(missing).min(missing),
        };
        1.0 / (self.k + rank as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEMANTIC: [f64; 5] = [0.8, 0.4, 0.0, 0.2, 0.0];
    const BM25: [f64; 5] = [0.0, 5.0, 10.0, 2.5, 0.0];

    fn fused(settings: &RetrievalSettings) -> [f64; 5] {
        let fusion = fusion(settings).unwrap();
        let fused = fusion.fuse(&SEMANTIC, &BM25, &settings.weighted);
        fused.try_into().unwrap()
    }

    fn assert_near(found: [f64; 5], expected: [f64; 5]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    // Divided by their maxima, the legs are 1, .5, 0, .25, 0 and 0, .5, 1, .25, 0.
    #[test]
    fn r20_weighted_adds_the_legs_divided_by_their_maxima() {
        let mut settings = RetrievalSettings {
            fusion: "weighted".into(),
            ..RetrievalSettings::default()
        };
        assert_near(fused(&settings), [0.6, 0.5, 0.4, 0.25, 0.0]);
        settings.weighted = FusionWeights {
            semantic: 0.2,
            bm25: 0.8,
        };
        assert_near(fused(&settings), [0.2, 0.5, 0.8, 0.25, 0.0]);
    }

    // The legs rank the chunks 1, 2, -, 3, - and -, 2, 1, 3, -.
    #[test]
    fn r20_rrf_adds_the_reciprocals_of_sixty_and_the_rank() {
        let mut settings = RetrievalSettings {
            fusion: "rrf".into(),
            ..RetrievalSettings::default()
        };
        let (first, second, third) = (1.0 / 61.0, 2.0 / 62.0, 2.0 / 63.0);
        assert_near(fused(&settings), [first, second, first, third, 0.0]);
        settings.rrf.k = 1.0;
        assert_near(fused(&settings), [0.5, 2.0 / 3.0, 0.5, 0.5, 0.0]);
    }

    // A chunk that no leg finds is not a hit, regardless of the missing rank.
    #[test]
    fn r20_rrf_counts_a_missing_rank_as_rank_100_if_configured() {
        let mut settings = RetrievalSettings {
            fusion: "rrf".into(),
            ..RetrievalSettings::default()
        };
        settings.rrf.missing_rank = 100;
        let first = 1.0 / 61.0 + 1.0 / 160.0;
        assert_near(
            fused(&settings),
            [first, 2.0 / 62.0, first, 2.0 / 63.0, 0.0],
        );
    }

    // A chunk that was found must not score below one that was not.
    #[test]
    fn r20_rrf_scores_no_found_chunk_below_a_missing_one() {
        let settings = ReciprocalRankSettings {
            missing_rank: 2,
            ..ReciprocalRankSettings::default()
        };
        let [found, missing] = [Some(7), None].map(|rank| settings.share(rank).to_bits());
        assert_eq!(found, missing);
    }

    #[test]
    fn r20_equal_scores_are_ranked_by_chunk() {
        assert_eq!(
            ranks(&[1.0, 0.0, 2.0, 1.0]),
            [Some(2), None, Some(1), Some(3)]
        );
    }

    // On a site where a question's words are in no space, the other leg still ranks.
    #[test]
    fn r20_a_leg_without_scores_changes_nothing() {
        for name in FUSIONS.names() {
            let settings = RetrievalSettings {
                fusion: name.into(),
                ..RetrievalSettings::default()
            };
            let fusion = fusion(&settings).unwrap();
            let fused = fusion.fuse(&[0.0; 5], &BM25, &settings.weighted);
            assert_eq!(ranks(&fused), ranks(&BM25), "{name}");
        }
    }

    #[test]
    fn r20_unknown_fusions_and_invalid_constants_are_refused_by_name() {
        let refused = |change: fn(&mut RetrievalSettings)| {
            let mut settings = RetrievalSettings::default();
            change(&mut settings);
            fusion(&settings).err().unwrap().to_string()
        };
        assert!(refused(|s| s.fusion = "rff".into()).contains("`coverage`, `weighted`, `rrf`"));
        assert!(refused(|s| s.weighted.semantic = -1.0).contains("retrieval.weighted.semantic"));
        assert!(refused(|s| s.weighted.bm25 = 1e9).contains("retrieval.weighted.bm25"));
        assert!(refused(|s| s.rrf.k = -0.5).contains("retrieval.rrf.k"));
    }
}
