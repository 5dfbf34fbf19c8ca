//! A site in two languages, with a table for one of them.

use std::collections::BTreeSet;

use soru::hit::Hit;
use soru::indexing::{ChunkingSettings, InvertedIndexer, Layout, VectorSettings};
use soru::{Document, Engine, Error};

use super::{by, meanings, pages};
use crate::site::{self, Files, IntoValue, ask, encoder, table};

/// Returns the English pages, which have a table, and the site's Turkish ones, which have none.
fn bilingual() -> Vec<Document> {
    let turkish = site::documents()
        .into_iter()
        .filter(|page| page.lang == "tr");
    pages().into_iter().chain(turkish).collect()
}

fn english() -> Box<encoder::Encoder> {
    Box::new(encoder::Encoder {
        table: meanings(),
        tags: &["en"],
    })
}

// Turkish pages of the same site keep the vectors learnt from the site.
#[test]
fn r19_a_language_without_a_table_is_folded_in_as_before() {
    let documents = bilingual();
    let folded = |files: &Files| {
        let engine = site::loaded(files);
        let hits = ask(&engine, "yurtta oda", &by("semantic")).hits.into_iter();
        hits.filter(|hit| hit.lang == "tr")
            .map(|hit| (hit.id, hit.chunk, hit.score.to_bits()))
            .collect::<Vec<_>>()
    };
    let with = site::with_embedder(english(), Layout::SINGLE);
    let with = folded(&site::finish(
        with,
        &documents,
        Vec::new(),
        &site::configuration(),
    ));
    let without = folded(&site::build_of(
        &documents,
        Vec::new(),
        &site::configuration(),
        Layout::SINGLE,
    ));
    assert!(!without.is_empty());
    assert_eq!(with, without);
}

/// Counts the hits in another language before every hit in this one, by page and chunk.
fn in_front(hits: &[Hit], lang: &str) -> Vec<(String, u32, usize)> {
    let mut others = 0;
    let mut found = Vec::new();
    for hit in hits {
        if hit.lang == lang {
            found.push((hit.id.clone(), hit.chunk, others));
        } else {
            others += 1;
        }
    }
    found
}

fn bilingual_engine() -> Engine {
    let indexer = site::with_embedder(english(), Layout::SINGLE);
    let configuration = site::configuration();
    site::loaded(&site::finish(
        indexer,
        &bilingual(),
        Vec::new(),
        &configuration,
    ))
}

// Pages in the language of the table score high by similarity alone. Those of the other cannot, and
// one with the question's words must not rank behind all of them.
#[test]
fn r20_a_table_reorders_only_the_pages_of_its_language() {
    let engine = bilingual_engine();
    let hits = |weight: f64| {
        let encoder = table(&[
            ("covered", weight.into_value()),
            ("uncovered", weight.into_value()),
            ("min_similarity", 0.0.into_value()),
        ]);
        let own = [
            ("retrieval", table(&[("encoder", encoder)])),
            ("lang", "en".into_value()),
        ];
        let question = "room, room, lunch and books or the fee for an erasmus student, paragraph 3";
        ask(&engine, question, &[&by("hybrid")[..], &own].concat()).hits
    };
    // At .15 the table's weights equal those of a site without one.
    let (as_without, much) = (hits(0.15), hits(0.9));
    let order = |hits: &[Hit]| {
        let english = hits.iter().filter(|hit| hit.lang == "en");
        english.map(|hit| hit.id.clone()).collect::<Vec<_>>()
    };
    assert_ne!(order(&as_without), order(&much));
    let turkish = in_front(&much, "tr");
    assert_eq!(turkish, in_front(&as_without, "tr"));
    let between = |place: &(String, u32, usize)| (1..order(&much).len()).contains(&place.2);
    assert!(turkish.iter().any(between), "{turkish:?}");
}

// For the English table the words of a Turkish question are pieces of English ones at best.
#[test]
fn r19_a_question_in_a_language_without_a_table_is_encoded_by_no_table_of_another() {
    let engine = bilingual_engine();
    let asked = |retriever: &str| {
        let own = [("lang", "tr".into_value())];
        let question = "erasmus library için yurtta oda";
        ask(&engine, question, &[&by(retriever)[..], &own].concat()).hits
    };
    let similar = asked("semantic");
    assert!(!similar.is_empty());
    assert!(similar.iter().all(|hit| hit.lang == "tr"));
    // Similarity orders the Turkish pages, and English ones keep their rank by words.
    let (fused, by_words) = (asked("hybrid"), asked("bm25"));
    let english = in_front(&fused, "en");
    assert!(!english.is_empty());
    assert_eq!(english, in_front(&by_words, "en"));
}

#[test]
fn r19_a_question_in_a_language_without_a_table_fetches_none_of_its_pieces() {
    let indexer = site::with_embedder(english(), site::SHARDED);
    let configuration = site::configuration();
    let files = site::finish(indexer, &bilingual(), Vec::new(), &configuration);
    let fetched = |lang: &str, question: &str| {
        let engine = site::open(&files);
        let options = table(&[("lang", lang.into_value())]);
        let mut fetched = Vec::new();
        while let Err(Error::NotLoaded { files: missing }) = engine.ask(question, &options) {
            for name in missing {
                let (_, bytes) = files.iter().find(|(file, _)| *file == name).unwrap();
                engine
                    .supply(&name, bytes, |stored| Ok(stored.to_vec()))
                    .unwrap();
                fetched.push(name);
            }
        }
        fetched
    };
    let has_pieces = |files: Vec<String>| files.iter().any(|name| name.starts_with("pieces-"));
    assert!(has_pieces(fetched("en", "books for the lecturer")));
    assert!(!has_pieces(fetched("tr", "yurtta oda için burs")));
}

// The limit applies only to vectors that every visitor downloads.
#[test]
fn r19_too_large_vectors_of_one_language_do_not_affect_those_of_an_encoder() {
    let documents = bilingual();
    let encoder = english();
    let settings = VectorSettings {
        max_kilobytes: 0,
        ..VectorSettings::default()
    };
    let indexer = InvertedIndexer::new(ChunkingSettings::default(), "tr", Layout::SINGLE);
    let indexer = indexer.with_vectors(encoder, &settings).unwrap();
    let files = site::finish(indexer, &documents, Vec::new(), &site::configuration());
    let engine = site::loaded(&files);
    let languages = |question: &str, lang: &str| -> BTreeSet<String> {
        let own = [("lang", lang.into_value())];
        let hits = ask(&engine, question, &[&by("semantic")[..], &own].concat()).hits;
        hits.into_iter().map(|hit| hit.lang).collect()
    };
    let english = BTreeSet::from(["en".to_owned()]);
    assert_eq!(languages("stipend", "en"), english);
    assert!(languages("yurtta oda", "tr").is_empty());
}
