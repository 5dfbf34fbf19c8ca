//! The match features of hits.

use soru::Document;
use soru::hit::Scored;
use soru::occurrences::find;
use soru::retrieval::{Allowed, Bm25, Bm25Settings, Retriever, Search, match_features};
use soru_indexing::Layout;

use super::{all, all_queries, analysed, index, sample};
use crate::site;

fn english(id: &str, title: &str, text: &str) -> Document {
    Document {
        title: title.into(),
        ..site::page(id, "en", text)
    }
}

// Each word of the question occurs in one chunk only, so all have the same weight.
#[test]
fn r18_match_features_are_the_share_of_words_of_close_pairs_and_of_the_title() {
    let documents = [
        english(
            "a",
            "Library hours",
            "The library opens at nine, earlier than the canteen.",
        ),
        english("b", "Sports", "The pool closes early."),
    ];
    let index = index(&documents, Layout::SINGLE);
    for (question, coverage, closeness, title) in [
        // Three of three; `library opens`, but not `opens nine`; one of two words of the title.
        ("library opens nine", 1.0, 0.5, 0.5),
        // `at` may be missing, but no further word may intervene.
        ("library opens at nine", 1.0, 1.0, 0.5),
        // The reverse order is a different phrase.
        ("nine opens library", 1.0, 0.0, 0.5),
        ("library hours", 1.0, 0.0, 1.0),
    ] {
        let query = analysed(question);
        let hits = Bm25::new(Bm25Settings::default()).unwrap();
        let hits = hits
            .retrieve(&Search::new(&index, &query), &Allowed::all(), 1)
            .unwrap();
        let features = match_features(&Search::new(&index, &query), None, &hits).unwrap();
        let found = features.hits[0];
        let passage = index.passage(hits[0].chunk).unwrap();
        let close = &features.closeness[index.language_of(hits[0].chunk)];
        let close = close.of(&find(passage.text(), &query.matcher("en")));
        for (found, expected) in [
            (found.coverage, coverage),
            (close, closeness),
            (found.title, title),
        ] {
            assert!(
                (found - expected).abs() < 1e-9,
                "{question}: {found} for {expected}"
            );
        }
    }
}

#[test]
fn r18_match_features_are_between_0_and_1_and_the_same_whichever_other_hits_there_are() {
    for retriever in all() {
        for query in all_queries() {
            let hits = retriever
                .retrieve(&Search::new(sample(), &query), &Allowed::all(), 50)
                .unwrap();
            let of = |hits: &[Scored]| {
                match_features(&Search::new(sample(), &query), None, hits).unwrap()
            };
            let together = of(&hits);
            for (hit, found) in hits.iter().zip(together.hits) {
                let passage = sample().passage(hit.chunk).unwrap();
                let language = sample().language_of(hit.chunk);
                let matcher = query.matcher(&sample().languages()[language].tag);
                let close = together.closeness[language].of(&find(passage.text(), &matcher));
                for share in [found.coverage, close, found.title] {
                    assert!((0.0..=1.0).contains(&share), "{found:?} {close}");
                }
                assert_eq!(of(&[*hit]).hits, [found]);
            }
        }
    }
}
