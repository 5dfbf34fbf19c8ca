//! A site in two languages, with a table for one of them.

use soru::hit::Hit;
use soru::orchestration::Method;
use soru::{Document, Engine};
use soru_indexing::Layout;

use super::{by, meanings, pages};
use crate::site::{self, IntoValue, ask, encoder, table};

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
        let encoder = table(&[("uncovered", weight.into_value())]);
        let weighted = table(&[
            ("semantic", weight.into_value()),
            ("bm25", (1.0 - weight).into_value()),
        ]);
        let retrieval = [("encoder", encoder), ("weighted", weighted)];
        let own = [
            ("retrieval", table(&retrieval)),
            ("lang", "en".into_value()),
        ];
        let question = "room, room, lunch and books or the fee for an erasmus student, paragraph 3";
        ask(&engine, question, &[&by("hybrid")[..], &own].concat()).hits
    };
    let (as_without, much) = (hits(0.0), hits(0.9));
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
    assert_eq!(asked("semantic"), []);
    let places = |hits: Vec<Hit>| -> Vec<(String, u32)> {
        hits.into_iter().map(|hit| (hit.id, hit.chunk)).collect()
    };
    let by_words = places(asked("bm25"));
    assert!(by_words.len() > 1);
    assert_eq!(places(asked("hybrid")), by_words);
}

#[test]
fn r19_a_question_in_a_language_without_a_table_fetches_none_of_its_pieces() {
    let indexer = site::with_embedder(english(), site::SHARDED);
    let configuration = site::configuration();
    let files = site::finish(indexer, &bilingual(), Vec::new(), &configuration);
    let fetched = |lang: &str, question: &str| {
        let engine = site::open(&files);
        let options = table(&[("lang", lang.into_value())]);
        let call = engine.begin(Method::ASK, question, &options);
        let (_, rounds) = site::rounds(&engine, &files, call, |_| false);
        rounds.into_iter().flatten().collect::<Vec<_>>()
    };
    let has_pieces = |files: Vec<String>| files.iter().any(|name| name.starts_with("pieces-"));
    assert!(has_pieces(fetched("en", "books for the lecturer")));
    assert!(!has_pieces(fetched("tr", "yurtta oda için burs")));
}
