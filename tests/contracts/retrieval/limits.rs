//! Few hits, none, and only allowed ones.

use soru::hit::Scored;
use soru::retrieval::{Allowed, Search};
use soru_indexing::Layout;

use super::{all, all_queries, bits, index, retrieve, sample};
use crate::site::SHARDED;

#[test]
fn r21_a_limit_keeps_the_first_hits_and_changes_none_of_them() {
    for retriever in all() {
        for query in all_queries() {
            let hits = retriever
                .retrieve(&Search::new(sample(), &query), &Allowed::all(), 1000)
                .unwrap();
            for limit in [0, 1, 2, 3, 7, hits.len(), hits.len() + 1, usize::MAX] {
                let some = retriever
                    .retrieve(&Search::new(sample(), &query), &Allowed::all(), limit)
                    .unwrap();
                assert_eq!(
                    bits(&some),
                    bits(&hits[..limit.min(hits.len())]),
                    "{query:?}"
                );
            }
        }
    }
}

// Chunks that are not allowed take no place and change no score.
#[test]
fn r21_only_allowed_chunks_are_found_as_they_are_among_all() {
    for retriever in all() {
        for query in all_queries() {
            let all = retriever
                .retrieve(&Search::new(sample(), &query), &Allowed::all(), 1000)
                .unwrap();
            let mut allowed = Allowed::all();
            allowed.keep_if(sample().chunks().len(), |chunk| chunk % 3 != 1);
            let expected: Vec<Scored> = all
                .into_iter()
                .filter(|hit| allowed.holds(hit.chunk))
                .collect();
            for limit in [1, 4, 1000] {
                let found = retriever
                    .retrieve(&Search::new(sample(), &query), &allowed, limit)
                    .unwrap();
                let expected = &expected[..limit.min(expected.len())];
                assert_eq!(bits(&found), bits(expected), "{query:?}");
            }
        }
    }
}

#[test]
fn r21_unknown_words_give_no_hits_and_that_is_no_error() {
    for retriever in all() {
        for question in ["zzzzqqq xxyyzz", "?!", "", "🎓", "qqqq1234"] {
            assert_eq!(
                retrieve(&*retriever, question),
                [],
                "{retriever:?} {question}"
            );
        }
    }
}

#[test]
fn r21_an_empty_index_gives_no_hits_and_that_is_no_error() {
    for layout in [Layout::SINGLE, SHARDED] {
        let index = index(&[], layout);
        for retriever in all() {
            for query in all_queries() {
                assert_eq!(
                    retriever
                        .retrieve(&Search::new(&index, &query), &Allowed::all(), 10)
                        .unwrap(),
                    []
                );
            }
        }
    }
}
