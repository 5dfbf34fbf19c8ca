//! The contract of filters, and how violations are handled.

use proptest::prelude::*;
use soru::hit::Hit;
use soru::post_retrieval::{
    Filter, NearDuplicates, PerDocument, RankingSettings, Translations, Verdict, apply, filters,
    newest_first,
};

use super::samples::{any_hits, hits};

/// Returns every filter, with several constants.
fn all() -> Vec<Box<dyn Filter>> {
    vec![
        Box::new(NearDuplicates),
        Box::new(Translations),
        Box::new(PerDocument(1)),
        Box::new(PerDocument(3)),
    ]
}

/// A filter with arbitrary verdicts.
#[derive(Debug)]
struct Any(Vec<Verdict>);

impl Filter for Any {
    fn name(&self) -> &'static str {
        "any"
    }
    fn verdicts(&self, _: &[Hit]) -> Vec<Verdict> {
        self.0.clone()
    }
}

/// Generates lists of hits, some with the same passages, some of translated pages.
fn grouped_hits() -> impl Strategy<Value = Vec<Hit>> {
    (any_hits(), prop::collection::vec(0..4_u32, 12)).prop_map(|(mut hits, groups)| {
        for (number, (hit, group)) in hits.iter_mut().zip(groups).enumerate() {
            hit.group = group;
            (hit.translation, hit.is_foreign) = (group / 2, number % 3 > 0);
            hit.newest = (group % 2 > 0).then_some(number / 2);
            hit.url = format!("{number}");
        }
        hits
    })
}

/// Returns the addresses of the hits and of their duplicates, in any order.
fn addresses(hits: &[Hit]) -> Vec<&str> {
    let own = hits.iter().map(|hit| hit.url.as_str());
    let listed = hits.iter().flat_map(|hit| &hit.duplicates);
    let mut all: Vec<&str> = own.chain(listed.map(|other| other.url.as_str())).collect();
    all.sort_unstable();
    all
}

/// Returns a hit without its duplicates.
fn content(hit: &Hit) -> Hit {
    Hit {
        duplicates: Vec::new(),
        ..hit.clone()
    }
}

#[test]
fn r27_the_settings_choose_among_the_filters_of_the_contract() {
    let names = |settings: &RankingSettings| -> Vec<&str> {
        filters(settings)
            .iter()
            .map(|filter| filter.name())
            .collect()
    };
    let mut settings = RankingSettings::default();
    assert_eq!(
        names(&settings),
        ["near_duplicates", "translations", "per_document"]
    );
    let mut tried: Vec<&str> = all().iter().map(|filter| filter.name()).collect();
    tried.dedup();
    assert_eq!(tried, names(&settings));
    (settings.near_duplicates, settings.max_per_document) = (false, 0);
    assert_eq!(names(&settings), [""; 0]);
}

#[test]
fn r21_no_hits_stay_no_hits() {
    for filter in all() {
        assert_eq!(filter.verdicts(&[]), []);
        assert_eq!(apply(&*filter, Vec::new()), []);
    }
}

// A list without duplicates and from many pages does not change.
#[test]
fn r2_a_list_that_needs_no_filter_is_not_touched() {
    let mut separate = hits();
    for (number, hit) in separate.iter_mut().enumerate() {
        hit.id = format!("{number}");
    }
    for filter in all() {
        assert_eq!(apply(&*filter, separate.clone()), separate, "{filter:?}");
    }
}

proptest! {
    #[test]
    fn r28_every_filter_loses_and_alters_nothing(hits in grouped_hits()) {
        for filter in all() {
            let filtered = apply(&*filter, hits.clone());
            prop_assert_eq!(addresses(&filtered), addresses(&hits));
            for hit in &filtered {
                prop_assert!(hits.contains(&content(hit)), "{:?} {:?}", filter, hit);
            }
        }
    }

    #[test]
    fn r28_the_order_of_versions_loses_and_alters_nothing(hits in grouped_hits()) {
        let mut moved = hits.clone();
        newest_first(&mut moved, "", &RankingSettings::default());
        prop_assert_eq!(addresses(&moved), addresses(&hits));
        prop_assert!(moved.iter().all(|hit| hits.contains(hit)));
    }

    #[test]
    fn r28_an_arbitrary_filter_loses_no_hit(
        hits in grouped_hits(),
        verdicts in prop::collection::vec(0..20_usize, 0..20),
    ) {
        let verdict = |number| match number {
            0..4 => Verdict::Stays,
            4..8 => Verdict::Behind,
            same => Verdict::SameAs(same - 8),
        };
        let filtered = apply(&Any(verdicts.into_iter().map(verdict).collect()), hits.clone());
        prop_assert_eq!(addresses(&filtered), addresses(&hits));
    }

    #[test]
    fn r2_every_filter_gives_one_verdict_per_hit_and_the_same_each_time(hits in grouped_hits()) {
        for filter in all() {
            let verdicts = filter.verdicts(&hits);
            prop_assert_eq!(verdicts.len(), hits.len());
            prop_assert_eq!(&verdicts, &filter.verdicts(&hits));
            for (place, verdict) in verdicts.iter().enumerate() {
                if let Verdict::SameAs(first) = verdict {
                    prop_assert!(*first < place && verdicts[*first] == Verdict::Stays);
                }
            }
            prop_assert!(verdicts.first().is_none_or(|first| *first == Verdict::Stays));
        }
    }

    // So that the first three of ten are the first three of five.
    #[test]
    fn r27_a_verdict_depends_on_nothing_further_down(hits in grouped_hits(), length in 0..12_usize) {
        for filter in all() {
            let front = &hits[..length.min(hits.len())];
            prop_assert_eq!(&filter.verdicts(front)[..], &filter.verdicts(&hits)[..front.len()]);
        }
    }
}
