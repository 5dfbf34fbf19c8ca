//! Questions encoded by a table of word pieces that came with the chunks' vectors (R19, R20).

use std::collections::BTreeSet;

use soru::hit::Hit;
use soru::indexing::{ChunkingSettings, InvertedIndexer, Layout, QueryTable, VectorSettings};
use soru::settings::Value;
use soru::{Block, Document, Engine, Error};

use super::site::{self, Files, IntoValue, ask, encoder, table};

/// Words that mean nearly the same, as a model would know. Every page has the first two of a row and a
/// word of its own; questions have the third.
const MEANINGS: [[&str; 3]; 8] = [
    ["fee", "charge", "expense"],
    ["dormitory", "housing", "room"],
    ["lecturer", "instructor", "teacher"],
    ["vacation", "recess", "holiday"],
    ["canteen", "dining", "lunch"],
    ["transcript", "record", "grades"],
    ["scholarship", "grant", "stipend"],
    ["library", "reading", "books"],
];

const DIMENSIONS: usize = 12;

/// Every meaning has a dimension of its own, and every piece a little of two others.
fn meanings() -> QueryTable {
    let mut pieces = vec!["the".to_owned(), "##s".to_owned(), "[UNK]".to_owned()];
    let mut rows = vec![0.05; 3 * DIMENSIONS];
    for (number, meaning) in MEANINGS.iter().enumerate() {
        for (place, word) in meaning.iter().enumerate() {
            let mut row = [0.0; DIMENSIONS];
            row[number] = 1.0;
            row[8 + place] = 0.2;
            row[(number + place + 1) % 8] = -0.1;
            pieces.push((*word).to_owned());
            rows.extend(row);
        }
    }
    encoder::table(pieces, rows, DIMENSIONS)
}

fn pages() -> Vec<Document> {
    let pages = MEANINGS.iter().enumerate();
    let page = |(number, [first, second, _]): (usize, &[&str; 3])| Document {
        id: format!("{number}-{first}"),
        lang: "en".into(),
        blocks: vec![Block::Text(format!(
            "The {first} and the {second}, paragraph {number}."
        ))],
        ..Document::default()
    };
    pages.map(page).collect()
}

/// Those, for which there is a table, and the Turkish ones of the site, for which there is none.
fn bilingual() -> Vec<Document> {
    let turkish = site::documents()
        .into_iter()
        .filter(|page| page.lang == "tr");
    pages().into_iter().chain(turkish).collect()
}

fn english() -> Box<encoder::Encoder> {
    Box::new(encoder::Encoder {
        table: meanings(),
        tag: "en",
    })
}

fn files(layout: Layout) -> Files {
    files_of(meanings(), layout)
}

fn files_of(table: QueryTable, layout: Layout) -> Files {
    let encoder = Box::new(encoder::Encoder { table, tag: "en" });
    let indexer = site::with_embedder(encoder, layout);
    site::finish(indexer, &pages(), Vec::new(), &configuration())
}

fn configuration() -> Value {
    let languages = Value::List(vec!["en".into_value()]);
    table(&[("site", table(&[("languages", languages)]))])
}

fn engine_of(table: QueryTable) -> Engine {
    site::loaded(&files_of(table, Layout::SINGLE))
}

fn by(retriever: &str) -> [(&'static str, Value); 3] {
    [
        ("rerankers", Value::List(Vec::new())),
        ("retriever", retriever.into_value()),
        ("topK", 100.0.into_value()),
    ]
}

fn found(engine: &Engine, question: &str, retriever: &str) -> Vec<Hit> {
    ask(engine, question, &by(retriever)).hits
}

#[test]
fn r19_a_question_finds_the_page_that_means_the_same_in_other_words() {
    for layout in [Layout::SINGLE, site::SHARDED] {
        let engine = site::loaded(&files(layout));
        for (number, [first, _, asked]) in MEANINGS.iter().enumerate() {
            let hits = found(&engine, asked, "semantic");
            assert_eq!(hits[0].id, format!("{number}-{first}"), "{asked}");
            assert!(
                hits[0].score > 0.8 && hits[0].score > 2.0 * hits[1].score,
                "{asked}"
            );
            assert!((hits[0].relevance - hits[0].score).abs() < 1e-12);
            assert!(found(&engine, asked, "bm25").is_empty(), "{asked}");
            let fused = found(&engine, asked, "hybrid");
            assert_eq!(fused[0].id, hits[0].id, "{asked}");
        }
    }
}

/// As many dimensions as real tables have, and numbers in all of them.
fn dense() -> QueryTable {
    let pieces = meanings().pieces;
    let number =
        |x: u32| f32::from(u16::try_from(x.wrapping_mul(2_654_435_761) >> 20).unwrap()) / 2048.0;
    let rows = (1..).take(pieces.len() * 64).map(|x| number(x) - 1.0);
    encoder::table(pieces, rows.collect(), 64)
}

/// The cosine in floating point, of what was embedded and not of what is kept of it.
fn exact(table: &QueryTable, question: &str, text: &str) -> f64 {
    let [a, b] = [question, text].map(|text| encoder::encoded(table, text));
    let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    a.iter().zip(&b).map(|(x, y)| x * y).sum::<f64>() / (length(&a) * length(&b))
}

#[test]
fn r19_scores_are_the_cosines_of_question_and_chunk_but_for_their_four_bits() {
    let engine = engine_of(dense());
    let mut compared = 0;
    for question in [
        "holiday",
        "the lunch",
        "books and grades?",
        "Teachers' records",
        "fee",
    ] {
        for hit in found(&engine, question, "semantic") {
            let (score, expected) = (hit.score, exact(&dense(), question, &hit.text));
            assert!(
                (score - expected).abs() < 0.05,
                "{question}: {score} {expected}"
            );
            compared += 1;
        }
    }
    assert!(compared > 12, "{compared}");
}

// A question whose words the pages have needs less of the model, and what words do not find the model may.
#[test]
fn r20_similarity_counts_by_how_much_of_the_question_words_find() {
    let engine = engine_of(meanings());
    let fused = |question: &str, covered: f64, uncovered: f64| {
        let encoder = table(&[
            ("covered", covered.into_value()),
            ("uncovered", uncovered.into_value()),
            ("min_similarity", 0.0.into_value()),
        ]);
        let own = ("retrieval", table(&[("encoder", encoder)]));
        ask(&engine, question, &[&by("hybrid")[..], &[own]].concat()).hits
    };
    let weight = |question: &str, covered: f64, uncovered: f64| {
        let hits = fused(question, covered, uncovered);
        let most = |leg: &str| hits.iter().map(|hit| hit.scores[leg]).fold(0.0, f64::max);
        let (words, meaning) = (most("bm25").max(1e-9), most("semantic"));
        // score = w meaning + (1 - w) words, and so for every hit.
        let weights = hits.iter().filter_map(|hit| {
            let (a, b) = (hit.scores["semantic"] / meaning, hit.scores["bm25"] / words);
            ((a - b).abs() > 1e-6).then(|| (hit.score - b) / (a - b))
        });
        let weights: Vec<f64> = weights.collect();
        assert!(!weights.is_empty(), "{question}");
        assert!(
            weights.iter().all(|w| (w - weights[0]).abs() < 1e-9),
            "{weights:?}"
        );
        weights[0]
    };
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}");
    near(weight("stipend", 0.2, 0.7), 0.7);
    near(
        weight("scholarship grant", 0.2, 0.7),
        weight("scholarship", 0.2, 0.7),
    );
    let half = weight("scholarship holiday", 0.2, 0.7);
    assert!(
        weight("scholarship", 0.2, 0.7) < half && half < 0.7,
        "{half}"
    );
    near(weight("scholarship holiday", 0.5, 0.5), 0.5);
    let bad = table(&[(
        "retrieval",
        table(&[("encoder", table(&[("covered", 1.5.into_value())]))]),
    )]);
    let message = engine.ask("fee", &bad).unwrap_err().to_string();
    assert!(message.contains("retrieval.encoder.covered"), "{message}");
}

// Terms, vectors and the common pieces in one go, then the shards of all words together: whoever is far
// from the server waits for every turn.
#[test]
fn r19_files_of_a_step_are_named_at_once() {
    let files = files(site::SHARDED);
    let engine = site::open(&files);
    let mut turns: Vec<BTreeSet<String>> = Vec::new();
    let options = table(&by("hybrid"));
    let hits = loop {
        match engine.ask("expense of books, stipend", &options) {
            Err(Error::NotLoaded { files: missing }) => {
                for name in &missing {
                    let (_, bytes) = files.iter().find(|(file, _)| file == name).unwrap();
                    engine
                        .supply(name, bytes, |stored| Ok(stored.to_vec()))
                        .unwrap();
                }
                turns.push(missing.into_iter().collect());
            }
            answer => break answer.unwrap().hits,
        }
    };
    let kinds = |turn: &BTreeSet<String>| -> BTreeSet<String> {
        let kind = |name: &String| name.split('-').next().unwrap().to_owned();
        turn.iter().map(kind).collect()
    };
    let first = turns
        .iter()
        .position(|turn| kinds(turn).contains("vectors"));
    let pieces: Vec<usize> = (0..turns.len())
        .filter(|turn| kinds(&turns[*turn]).contains("pieces"))
        .collect();
    assert!(kinds(&turns[first.unwrap()]).contains("terms"), "{turns:?}");
    assert_eq!(pieces.len(), 1, "{turns:?}");
    let loaded = site::loaded(&files);
    let expected = ask(&loaded, "expense of books, stipend", &by("hybrid")).hits;
    assert_eq!(hits, expected);
}

#[test]
fn r19_a_question_without_a_known_piece_is_no_nearer_to_one_page_than_to_another() {
    let mut table = meanings();
    table.pieces[2] = "qqq".to_owned();
    let engine = engine_of(table);
    assert!(found(&engine, "zzz", "semantic").is_empty());
    assert_eq!(found(&engine, "zzz fee", "semantic")[0].id, "0-fee");
}

// A host may lack a file: words of which no piece is there count for nothing.
#[test]
fn r19_a_shard_that_cannot_be_had_is_done_without() {
    let files = files(site::SHARDED);
    let engine = site::open(&files);
    for (name, bytes) in site::data(&files) {
        if !name.starts_with("pieces-") {
            engine
                .supply(name, bytes, |stored| Ok(stored.to_vec()))
                .unwrap();
        }
    }
    let options = table(&by("hybrid"));
    let mut given_up = 0;
    let answer = loop {
        match engine.ask("books for the lecturer", &options) {
            Err(Error::NotLoaded { files }) => {
                for file in files {
                    assert!(engine.give_up(&file, "404"), "{file}");
                    given_up += 1;
                }
            }
            answer => break answer.unwrap(),
        }
    };
    assert!(given_up > 0);
    assert_eq!(answer.hits[0].id, "2-lecturer");
    assert!(
        answer
            .warnings
            .iter()
            .any(|warning| warning.code == "part_missing")
    );
}

// Turkish pages of the same site keep what a site teaches.
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

/// How many hits in another language stand in front of every hit in this one, by page and chunk.
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

// Pages in the language of the table earn much by being similar alone. Those of the other cannot, and one
// that has the question's words must not stand behind all of them.
#[test]
fn r20_a_table_orders_the_pages_of_its_own_language_and_moves_no_others_between_them() {
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
    // At .15 the table's weights are those of a site without one.
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

// To the English table the words of a Turkish question are pieces of English ones, if anything.
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
    // Similarity orders the Turkish pages, and English ones keep the place that their words give them.
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

// `tests/wasm/shards.rs` holds browsers to the same.
#[test]
fn r2_an_encoded_question_scores_as_recorded_natively() {
    assert_eq!(encoder::scores(), encoder::RECORDED);
}

// What takes too much is only what all visitors would download.
#[test]
fn r19_a_language_whose_vectors_take_too_much_leaves_those_of_an_encoder_alone() {
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

/// Pages of many words each, far more than fit in one cell, and an engine of them with and without cells.
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
    let encoder = Box::new(encoder::Encoder { table, tag: "en" });
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

// A visitor of a large site does not fetch what all of its chunks mean.
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
            let answer = site::supplying(engine, files, |engine| engine.ask(question, &options));
            answer.unwrap().hits
        };
        let (found, expected) = (ask(&engine, &files), ask(&whole, &whole_files));
        // Whatever comes first among all chunks lies in one of the cells.
        let scores = |hits: &[Hit]| {
            hits.iter()
                .map(|hit| hit.score.to_bits())
                .collect::<Vec<_>>()
        };
        assert_eq!(found.len(), 20, "{question}");
        assert_eq!(scores(&found), scores(&expected), "{question}");
    }
    let held: BTreeSet<String> = files.iter().map(|(name, _)| name.clone()).collect();
    let fresh = site::open(&files);
    let mut fetched = BTreeSet::new();
    let options = table(&by("hybrid"));
    while let Err(Error::NotLoaded { files: missing }) = fresh.ask("holiday", &options) {
        for name in missing {
            assert!(held.contains(&name));
            let (_, bytes) = files.iter().find(|(file, _)| *file == name).unwrap();
            fresh
                .supply(&name, bytes, |stored| Ok(stored.to_vec()))
                .unwrap();
            fetched.insert(name);
        }
    }
    let cells = fetched.iter().filter(|name| name.starts_with("cells-"));
    assert_eq!(cells.count(), 6);
}

// A page that has the question's words must not stand behind all that were looked at.
#[test]
fn r20_a_page_that_words_find_and_no_fetched_cell_holds_counts_as_similar_as_the_mean() {
    let (files, engine) = large(4);
    let (whole_files, whole) = large(1000);
    let options = [&by("hybrid")[..], &[("topK", 960.0.into_value())]].concat();
    let semantic = |engine: &Engine, files: &Files| -> Vec<(String, f64, f64)> {
        let ask = |engine: &Engine| engine.ask("holiday code7", &table(&options));
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
