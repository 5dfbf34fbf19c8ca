//! Filters: decide which of the ranked hits come first.

use std::fmt;

use super::RankingSettings;
use crate::hit::{Duplicate, Hit};

/// Gives a verdict for each of the ranked hits.
///
/// The result is verdicts, not hits, so that a filter can neither lose nor alter a hit: [`apply`]
/// moves them.
///
/// # Contract
/// `tests/contracts/post_retrieval.rs` holds every implementation to this:
/// * one verdict per hit, in the order of the hits;
/// * a verdict may name only an earlier hit that stays as the same, and the best hit stays;
/// * whether a hit stays depends only on the hits before it, so that the first three of ten are the
///   first three of five.
pub trait Filter: fmt::Debug {
    /// Returns its name, for traces.
    fn name(&self) -> &'static str;

    /// Returns a verdict for each hit. The hits come best first.
    fn verdicts(&self, hits: &[Hit]) -> Vec<Verdict>;
}

/// The verdict on a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It keeps its place among those that stay.
    Stays,
    /// It moves behind those that stay.
    Behind,
    /// It is dropped, and its address is listed with the hit in this place.
    SameAs(usize),
}

/// Returns the filters that the settings request, in the order in which they run.
pub fn filters(settings: &RankingSettings) -> Vec<Box<dyn Filter>> {
    let mut filters: Vec<Box<dyn Filter>> = Vec::new();
    if settings.near_duplicates {
        filters.push(Box::new(super::NearDuplicates));
    }
    let limit = settings.max_per_document;
    if limit > 0 {
        filters.push(Box::new(super::Translations));
        filters.push(Box::new(super::PerDocument(limit)));
    }
    filters
}

/// Applies a filter: returns the hits that stay, in their order, then those behind. A hit with an
/// invalid verdict stays.
pub fn apply(filter: &dyn Filter, mut hits: Vec<Hit>) -> Vec<Hit> {
    let mut verdicts = filter.verdicts(&hits);
    verdicts.resize(hits.len(), Verdict::Stays);
    for number in 0..hits.len() {
        if let Verdict::SameAs(first) = verdicts[number] {
            if first < number && !matches!(verdicts[first], Verdict::SameAs(_)) {
                list_with(&mut hits, first, number);
            } else {
                verdicts[number] = Verdict::Stays;
            }
        }
    }
    let mut behind = Vec::new();
    let mut front = Vec::with_capacity(hits.len());
    for (hit, verdict) in hits.into_iter().zip(verdicts) {
        match verdict {
            Verdict::Stays => front.push(hit),
            Verdict::Behind => behind.push(hit),
            Verdict::SameAs(_) => {}
        }
    }
    front.append(&mut behind);
    front
}

/// Moves the addresses of a hit to an earlier one.
fn list_with(hits: &mut [Hit], first: usize, number: usize) {
    let hit = &mut hits[number];
    let own = Duplicate {
        title: hit.title.clone(),
        url: hit.url.clone(),
        chunk_id: hit.chunk_id,
    };
    let further = std::mem::take(&mut hit.duplicates);
    hits[first].duplicates.push(own);
    hits[first].duplicates.extend(further);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Given(Vec<Verdict>);

    impl Filter for Given {
        fn name(&self) -> &'static str {
            "given"
        }
        fn verdicts(&self, _: &[Hit]) -> Vec<Verdict> {
            self.0.clone()
        }
    }

    fn urls(verdicts: &[Verdict]) -> Vec<(String, Vec<String>)> {
        let hit = |name: char| Hit {
            url: name.into(),
            ..Hit::default()
        };
        apply(&Given(verdicts.to_vec()), "abcd".chars().map(hit).collect())
            .into_iter()
            .map(|hit| {
                let duplicates = hit.duplicates.into_iter().map(|other| other.url);
                (hit.url, duplicates.collect())
            })
            .collect()
    }

    fn plain(order: &str) -> Vec<(String, Vec<String>)> {
        order.chars().map(|url| (url.into(), Vec::new())).collect()
    }

    #[test]
    fn r27_moved_hits_keep_their_order() {
        use Verdict::{Behind, Stays};
        assert_eq!(urls(&[Stays, Behind, Stays, Behind]), plain("acbd"));
    }

    #[test]
    fn r28_a_dropped_hit_is_listed_with_the_same_passage() {
        use Verdict::{Behind, SameAs, Stays};
        let found = urls(&[Stays, SameAs(0), Behind, SameAs(2)]);
        let expected =
            [("a", "b"), ("c", "d")].map(|(url, other)| (url.to_owned(), vec![other.to_owned()]));
        assert_eq!(found, expected);
    }

    #[test]
    fn r28_invalid_verdicts_lose_no_hits() {
        use Verdict::SameAs;
        for verdicts in [&[SameAs(0), SameAs(7), SameAs(3)][..], &[]] {
            assert_eq!(urls(verdicts), plain("abcd"));
        }
        let one_of_another = urls(&[Verdict::Stays, SameAs(0), SameAs(1)]);
        let kept: Vec<&str> = one_of_another.iter().map(|(url, _)| url.as_str()).collect();
        assert_eq!(kept, ["a", "c", "d"]);
    }
}
