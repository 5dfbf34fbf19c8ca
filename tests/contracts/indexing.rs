//! The contract of indexers.

use soru::orchestration::Method;
use soru::settings::Value;
use soru::{Block, Document, Engine};
use soru_indexing::{ChunkingSettings, Indexer, InvertedIndexer, Layout};

use super::site::{self, Files, SHARDED};

/// Returns every indexer, empty, in every layout.
fn all() -> Vec<Box<dyn Indexer>> {
    [Layout::SINGLE, SHARDED]
        .map(|layout| {
            let indexer = InvertedIndexer::new(ChunkingSettings::default(), "tr", layout);
            Box::new(indexer) as Box<dyn Indexer>
        })
        .into()
}

fn build(mut indexer: Box<dyn Indexer>, documents: &[Document]) -> Files {
    for document in documents {
        let prepared = indexer.prepare(document).unwrap();
        indexer.add(prepared).unwrap();
    }
    indexer
        .finish(site::facts(), &site::configuration())
        .unwrap()
        .into_files(&|bytes| Ok(bytes.to_vec()))
        .unwrap()
}

/// Returns the same documents in another order, chosen by the number.
fn shuffled(documents: &[Document], turn: usize) -> Vec<Document> {
    let mut documents = documents.to_vec();
    let by = turn % documents.len();
    documents.rotate_left(by);
    if turn % 2 == 1 {
        documents.reverse();
    }
    let half = documents.len() / 2;
    documents[..half].reverse();
    documents
}

#[test]
fn r2_every_indexer_gives_the_same_bytes_for_any_order_of_documents() {
    let documents = site::documents();
    for turn in 0..8 {
        for (one, other) in all().into_iter().zip(all()) {
            let expected = build(one, &documents);
            assert_eq!(expected, build(other, &shuffled(&documents, turn)));
        }
    }
}

// Threads prepare documents in any order and number; none may affect another.
#[test]
fn r2_preparing_ahead_changes_nothing() {
    let documents = site::documents();
    for (one, mut other) in all().into_iter().zip(all()) {
        let mut prepared: Vec<_> = documents
            .iter()
            .rev()
            .map(|document| other.prepare(document).unwrap())
            .collect();
        while let Some(document) = prepared.pop() {
            other.add(document).unwrap();
        }
        let files = other
            .finish(site::facts(), &site::configuration())
            .unwrap()
            .into_files(&|bytes| Ok(bytes.to_vec()))
            .unwrap();
        assert_eq!(build(one, &documents), files);
    }
}

#[test]
fn a_configuration_may_be_absent_and_is_a_table_otherwise() {
    for (indexer, other) in all().into_iter().zip(all()) {
        let built = indexer.finish(Vec::new(), &Value::Null).unwrap();
        let files = built.into_files(&|bytes| Ok(bytes.to_vec())).unwrap();
        assert!(Engine::open(site::manifest(&files)).is_ok());
        let error = other.finish(Vec::new(), &"site".into()).unwrap_err();
        assert!(error.to_string().contains("`configuration`"), "{error}");
    }
}

#[test]
fn a_document_id_that_was_added_before_is_named_by_every_indexer() {
    for mut indexer in all() {
        let first = indexer.prepare(&site::documents()[3]).unwrap();
        let again = indexer.prepare(&site::documents()[3]).unwrap();
        indexer.add(first).unwrap();
        let error = indexer.add(again).unwrap_err();
        assert_eq!(error.code(), "INVALID_INPUT");
        assert!(error.to_string().contains("tr/ucretler.html"), "{error}");
    }
}

#[test]
fn a_document_without_an_id_is_named_by_its_title_by_every_indexer() {
    for indexer in all() {
        let nameless = Document {
            title: "Nameless".into(),
            ..Document::default()
        };
        let error = indexer.prepare(&nameless).unwrap_err();
        assert_eq!(error.code(), "INVALID_INPUT");
        assert!(error.to_string().contains("Nameless"), "{error}");
    }
}

#[test]
fn r21_no_documents_at_all_give_an_empty_index_that_answers_with_nothing() {
    for indexer in all() {
        let files = indexer
            .finish(Vec::new(), &site::configuration())
            .unwrap()
            .into_files(&|bytes| Ok(bytes.to_vec()))
            .unwrap();
        let engine = site::open(&files);
        let answer = site::supplying(&engine, &files, |engine| {
            engine.begin(Method::ASK, "Staj ne zaman?", &soru::settings::Value::Null)
        })
        .unwrap();
        assert_eq!((answer.answer, answer.hits.len()), (None, 0));
        assert_eq!(answer.warnings[0].code, "no_hits");
    }
}

// Real pages may contain only pictures, one huge word, or nothing at all.
#[test]
fn every_indexer_accepts_unusual_documents() {
    let text = |text: String| vec![Block::Text(text)];
    let heading = |level| Block::Heading {
        level,
        text: "x".into(),
        anchor: None,
        is_question: false,
    };
    let bodies = [
        Vec::new(),
        text(String::new()),
        text("\0\u{1e}\u{1f} \u{feff}".into()),
        text("🎓 🎓".into()),
        text("ğ".repeat(100_000)),
        text("a.".repeat(100_000)),
        text("!?".repeat(100_000) + "x"),
        text("x-".repeat(50_000)),
        text("1.".repeat(50_000)),
        text(" \n".repeat(50_000)),
        text("e\u{301}\u{345}\u{345} \u{345} שלום مرحبا".into()),
        (0..=255).map(heading).collect(),
    ];
    for mut indexer in all() {
        for (number, blocks) in bodies.iter().enumerate() {
            let document = Document {
                id: format!("{number}"),
                lang: "xx-unknown".into(),
                blocks: blocks.clone(),
                ..Document::default()
            };
            let prepared = indexer.prepare(&document).unwrap();
            indexer.add(prepared).unwrap();
        }
        let built = indexer.finish(Vec::new(), &site::configuration()).unwrap();
        assert_eq!(built.summary.documents, bodies.len() as u64);
        site::loaded(&built.into_files(&|bytes| Ok(bytes.to_vec())).unwrap())
            .ask("x", &soru::settings::Value::Null)
            .unwrap();
    }
}
