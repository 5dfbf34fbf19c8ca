//! Large sites: vectors in cells, of which a question fetches the nearest.

use soru::hit::Hit;
use soru::orchestration::Method;
use soru::{Block, Document, Engine};
use soru_indexing::{ChunkingSettings, InvertedIndexer, Layout, VectorSettings};

use super::{MEANINGS, by, configuration, meanings};
use crate::site::{self, Files, IntoValue, encoder, table};

/// Returns pages of many words each, far more than fit into one cell, and an engine of them with
/// and without cells.
fn large(max_kilobytes: usize) -> (Files, Engine) {
    let words: Vec<&str> = MEANINGS.iter().flatten().copied().collect();
    let page = |number: usize| {
        let topic = MEANINGS[number % MEANINGS.len()];
        let other = words[number * 7 % words.len()];
        Document {
            id: format!("{number:04}"),
            lang: "en".into(),
            blocks: vec![Block::Text(format!(
                "The {} {} and {other}, code{}.",
                topic[0],
                topic[1],
                number % 59
            ))],
            ..Document::default()
        }
    };
    let pages: Vec<Document> = (0..960).map(page).collect();
    let table = meanings();
    let encoder = Box::new(encoder::Encoder {
        table,
        tags: &["en"],
    });
    let settings = VectorSettings {
        max_kilobytes,
        ..VectorSettings::default()
    };
    let indexer = InvertedIndexer::new(ChunkingSettings::default(), "en", Layout::SINGLE);
    let indexer = indexer.with_vectors(encoder, &settings).unwrap();
    let files = site::finish(indexer, &pages, Vec::new(), &configuration());
    let engine = site::open(&files);
    (files, engine)
}

// A visitor of a large site does not fetch the vectors of all chunks.
#[test]
fn r19_on_a_large_site_a_question_fetches_the_cells_that_are_nearest() {
    let (files, engine) = large(4);
    let (whole_files, whole) = large(1000);
    let cells = files.iter().filter(|(name, _)| name.starts_with("cells-"));
    assert_eq!(cells.count(), 12);
    assert!(
        whole_files
            .iter()
            .all(|(name, _)| !name.starts_with("cells-"))
    );
    for question in ["holiday", "stipend", "lunch", "books"] {
        let options = table(&by("semantic"));
        let ask = |engine, files| {
            let answer = site::supplying(engine, files, |engine| {
                engine.begin(Method::ASK, question, &options)
            });
            answer.unwrap().hits
        };
        let (found, expected) = (ask(&engine, &files), ask(&whole, &whole_files));
        // The best of all chunks are in one of the cells.
        let scores = |hits: &[Hit]| {
            hits.iter()
                .map(|hit| hit.score.to_bits())
                .collect::<Vec<_>>()
        };
        assert_eq!(found.len(), 20, "{question}");
        assert_eq!(scores(&found), scores(&expected), "{question}");
    }
    let fresh = site::open(&files);
    let options = table(&by("hybrid"));
    let call = fresh.begin(Method::ASK, "holiday", &options);
    let (_, rounds) = site::rounds(&fresh, &files, call, |_| false);
    let fetched = rounds.iter().flatten();
    let cells = fetched.filter(|name| name.starts_with("cells-"));
    assert_eq!(cells.count(), 6);
}

// A page with the question's words must not rank behind all compared ones.
#[test]
fn r20_a_page_found_by_words_outside_the_fetched_cells_gets_the_mean_similarity() {
    let (files, engine) = large(4);
    let (whole_files, whole) = large(1000);
    let options = [&by("hybrid")[..], &[("topK", 960.0.into_value())]].concat();
    let semantic = |engine: &Engine, files: &Files| -> Vec<(String, f64, f64)> {
        let ask = |engine: &Engine| engine.begin(Method::ASK, "holiday code7", &table(&options));
        let hits = site::supplying(engine, files, ask).unwrap().hits;
        let scores = |hit: Hit| (hit.id, hit.scores["bm25"], hit.scores["semantic"]);
        hits.into_iter().map(scores).collect()
    };
    let (found, all) = (semantic(&engine, &files), semantic(&whole, &whole_files));
    let was_compared = |page: &&(String, f64, f64)| all.contains(page);
    let (compared, assumed): (Vec<_>, Vec<_>) = found.iter().partition(was_compared);
    assert!(assumed.len() > 3, "{found:?}");
    let mean = assumed[0].2;
    let same = |page: &&(String, f64, f64)| page.1 > 0.0 && page.2.to_bits() == mean.to_bits();
    assert!(assumed.iter().all(same), "{assumed:?}");
    let most = compared.iter().map(|page| page.2).fold(0.0, f64::max);
    assert!(0.0 < mean && mean < most, "{mean} {most}");
}
