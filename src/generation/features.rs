//! Features that predict whether an answer is right.

use super::{Extract, Stated};
use crate::hit::Hit;
use crate::query::Query;

/// Features of the first hit and of the best passage, each 0 to 1, that predict whether an answer
/// is right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Features {
    values: [f64; Self::COUNT],
}

impl Features {
    /// Number of features.
    pub const COUNT: usize = 8;

    /// Their names, equal to those of their weights.
    pub const NAMES: [&str; Self::COUNT] = [
        "relevance",
        "margin",
        "lead",
        "passage",
        "found",
        "missing",
        "stated",
        "likeness",
    ];

    /// Computes the features of all hits, best first; none without hits. `passage` is the best
    /// passage.
    pub fn of(
        query: &Query,
        hits: &[Hit],
        rivals: Rivals,
        passage: Option<&Extract>,
    ) -> Option<Self> {
        let first = hits.first()?;
        let typed = query.matcher(&first.lang).typed() as f64;
        let missing = passage.map_or(0.0, |passage| passage.missing.positions.len() as f64);
        let is_stated = passage.is_some_and(|passage| passage.stated != Stated::Nothing);
        let prepared = passage.and_then(|passage| passage.prepared);
        let features = [
            first.relevance,
            distance(first.score, rivals.page),
            distance(first.score, rivals.section),
            passage.map_or(0.0, |passage| passage.score / HIGHEST_SCORE),
            (typed - missing) / MANY_FOUND,
            missing / typed.max(1.0),
            f64::from(u8::from(is_stated)),
            prepared.map_or(0.0, |prepared| prepared.likeness),
        ];
        Some(Self {
            values: features.map(|feature| feature.clamp(0.0, 1.0)),
        })
    }

    /// Returns the values in the order of [`Features::NAMES`].
    pub fn values(&self) -> [f64; Self::COUNT] {
        self.values
    }
}

/// Approximate score of a passage that has everything asked for.
pub(super) const HIGHEST_SCORE: f64 = 2.0;

/// Words of a question with which a section is hardly about something else.
const MANY_FOUND: f64 = 3.0;

/// Competitors of the first hit: the scores of the next ones with different content, 0 without any.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Rivals {
    /// Of another page.
    pub page: f64,
    /// Of any page.
    pub section: f64,
}

impl Rivals {
    /// Finds them among all hits, best first, including those not shown. Hits with equal texts
    /// count as the same, as far as texts were read; older versions of a page do not compete with
    /// the newest.
    pub fn of(hits: &[Hit]) -> Self {
        let Some((first, others)) = hits.split_first() else {
            return Self::default();
        };
        let differs = |hit: &&Hit| {
            (hit.text.is_empty() || hit.text != first.text) && hit.newest != Some(first.document)
        };
        let score = |hit: Option<&Hit>| hit.map_or(0.0, |hit| hit.score);
        let is_elsewhere = |hit: &&Hit| hit.document != first.document;
        Self {
            page: score(others.iter().filter(differs).find(is_elsewhere)),
            section: score(others.iter().find(differs)),
        }
    }
}

/// Returns the distance of a score to another, 0 to 1. The first tenth is far more informative than
/// the last, which the square root expresses.
fn distance(score: f64, other: f64) -> f64 {
    if score > 0.0 {
        (1.0 - other / score).clamp(0.0, 1.0).sqrt()
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(document: usize, score: f64, text: &str) -> Hit {
        Hit {
            document,
            score,
            text: text.to_owned(),
            ..Hit::default()
        }
    }

    // A list of questions and answers often has one answer under several questions.
    #[test]
    fn r36_rivals_exclude_equal_texts_and_page_rivals_exclude_the_own_page() {
        let hits = [
            hit(1, 4.0, "a"),
            hit(2, 3.0, "a"),
            hit(1, 2.0, "b"),
            hit(3, 1.0, ""),
        ];
        let rivals = Rivals::of(&hits);
        assert_eq!((rivals.page, rivals.section), (1.0, 2.0));
        assert_eq!(Rivals::of(&hits[..1]), Rivals::default());
    }

    #[test]
    fn r36_older_versions_of_the_first_page_are_no_rivals() {
        let mut hits = [hit(2, 3.0, "a"), hit(1, 4.0, "b"), hit(3, 1.0, "c")];
        hits[1].newest = Some(2);
        let rivals = Rivals::of(&hits);
        assert_eq!((rivals.page, rivals.section), (1.0, 1.0));
        hits.swap(0, 1);
        let rivals = Rivals::of(&hits);
        assert_eq!((rivals.page, rivals.section), (3.0, 3.0));
    }

    // Scores of a site's own rerankers may have any value.
    #[test]
    fn r36_features_stay_between_0_and_1() {
        for score in [-1.0, 0.0, f64::MAX] {
            let hits = [hit(1, score, "a"), hit(2, -3.0, "b")];
            let features = Features::of(&Query::default(), &hits, Rivals::of(&hits), None);
            let values = features.unwrap().values();
            assert!(
                values.iter().all(|value| (0.0..=1.0).contains(value)),
                "{values:?}"
            );
        }
        assert_eq!(
            Features::of(&Query::default(), &[], Rivals::default(), None),
            None
        );
    }
}
