//! Hits are valid, ordered and reproducible.

use proptest::prelude::*;
use soru::retrieval::{Allowed, Bm25, Bm25Settings, Retriever, Search};
use soru_indexing::Layout;

use super::{all, all_queries, analysed, assert_sound, bits, index, retrieve, retrieve_in, sample};
use crate::site::{self, SHARDED};

#[test]
fn r2_every_retriever_gives_sound_hits_best_first_ties_by_chunk() {
    for retriever in all() {
        for query in all_queries() {
            let hits = retriever
                .retrieve(&Search::new(sample(), &query), &Allowed::all(), 1000)
                .unwrap();
            assert_sound(&hits, sample());
        }
    }
}

// Chunk numbers follow document ids, so ordering ties by chunk orders them by document.
#[test]
fn r2_identical_pages_are_ranked_by_their_ids() {
    let page = |id: &str, text: &str| site::page(id, "tr", text);
    let same = ["c", "a", "d", "b"].map(|id| page(id, "Staj defteri teslim edilir."));
    let others = ["e", "f", "g", "h", "i"].map(|id| page(id, &format!("Oda {id} boş.")));
    let index = index(&[&same[..], &others[..]].concat(), SHARDED);
    for retriever in all() {
        let hits = retriever
            .retrieve(
                &Search::new(&index, &analysed("staj defteri")),
                &Allowed::all(),
                3,
            )
            .unwrap();
        let ids: Vec<String> = hits
            .iter()
            .map(|hit| index.passage(hit.chunk).unwrap().id().to_owned())
            .collect();
        assert_eq!(ids, ["a", "b", "c"], "{retriever:?}");
    }
}

#[test]
fn r2_every_retriever_gives_the_same_hits_bit_by_bit_when_asked_again() {
    let again = index(&site::documents(), Layout::SINGLE);
    for (one, other) in all().iter().zip(all()) {
        for query in all_queries() {
            let first = one
                .retrieve(&Search::new(sample(), &query), &Allowed::all(), 50)
                .unwrap();
            assert_eq!(
                bits(&first),
                bits(
                    &other
                        .retrieve(&Search::new(&again, &query), &Allowed::all(), 50)
                        .unwrap()
                )
            );
        }
    }
}

// Every retriever must find the pages with the words; their ranking may differ. The language of a
// question is one that has its words. `semantic` compares whole chunks, of which the word is a part.
#[test]
fn every_retriever_finds_the_page_that_alone_has_the_word() {
    for retriever in all() {
        for (word, lang, id) in [
            ("dağcılık", "tr", "tr/kulupler.html"),
            ("e-verify", "en", "en/opt.html"),
            ("transkript", "tr", "tr/belgeler.html"),
            ("1.250 yatak", "tr", "tr/yurtlar.html"),
        ] {
            let first = if retriever.name() == "semantic" { 3 } else { 1 };
            let hits = retrieve_in(&*retriever, word, lang);
            let mut best = hits.iter().take(first);
            let is_found = best.any(|hit| sample().passage(hit.chunk).unwrap().id() == id);
            assert!(is_found, "{retriever:?} {word}");
        }
    }
}

// A relevance above 0 makes a hit count as an answer; 0 does not. That of `semantic` is a cosine,
// which function words of the question lower.
#[test]
fn r31_the_best_hit_of_a_page_s_own_words_is_relevant() {
    for retriever in all() {
        let least = if retriever.name() == "semantic" {
            0.3
        } else {
            0.4
        };
        for question in [
            "Staj defteri elle yazılır",
            "mazeret sınavı",
            "What is the H-1B cap?",
        ] {
            let hits = retrieve(&*retriever, question);
            assert!(
                hits[0].relevance >= least,
                "{retriever:?} {question} {:?}",
                hits[0]
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn r2_every_retriever_gives_sound_hits_for_any_question(question in "(\\PC{0,40}|[a-zçğıöşü ]{0,60})") {
        for retriever in all() {
            assert_sound(&retrieve(&*retriever, &question), sample());
        }
    }

    #[test]
    fn every_retriever_gives_sound_hits_for_any_constants(
        k1 in 0.0..5.0_f64, b in 0.0..=1.0_f64,
        forms in prop::array::uniform3(0.0..2.0_f64), fields in prop::array::uniform4(0.0..2.0_f64),
    ) {
        let settings = Bm25Settings {
            k1,
            b,
            forms: soru::retrieval::FormWeights { surface: forms[0], stem: forms[1], prefix: forms[2] },
            fields: soru::retrieval::FieldWeights { body: fields[0], headings: fields[1], title: fields[2], questions: fields[3] },
        };
        let bm25 = Bm25::new(settings).unwrap();
        for query in all_queries() {
            assert_sound(&bm25.retrieve(&Search::new(sample(), &query), &Allowed::all(), 100).unwrap(), sample());
        }
    }
}
