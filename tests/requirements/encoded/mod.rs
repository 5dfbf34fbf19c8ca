//! Questions encoded by a table of word pieces from the embedder of the chunks (R19, R20).
//!
//! | file | tests |
//! |---|---|
//! | `scores.rs` | similarity of questions and chunks, and its weight relative to words |
//! | `languages.rs` | a site with a table for one of its two languages |
//! | `across.rs` | a site with one table for both of its languages |
//! | `fetching.rs` | the files that a question needs |
//! | `cells.rs` | large sites, whose vectors are fetched partially |
//! | `written.rs` | questions written for sections |

mod across;
mod cells;
mod fetching;
mod languages;
mod scores;
mod written;

use soru::hit::Hit;
use soru::settings::Value;
use soru::{Document, Engine};
use soru_indexing::{Layout, QueryTable};

use crate::site::{self, Files, IntoValue, ask, encoder, table};

/// Words with nearly the same meaning, as a model would know. Every page has the first two of a row
/// and a unique word; questions have the third.
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

/// Gives every meaning its own dimension, and every piece a little of two others.
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
    let page = |(number, [first, second, _]): (usize, &[&str; 3])| {
        site::page(
            format!("{number}-{first}"),
            "en",
            format!("The {first} and the {second}, paragraph {number}."),
        )
    };
    pages.map(page).collect()
}

fn files(layout: Layout) -> Files {
    files_of(meanings(), layout)
}

fn files_of(table: QueryTable, layout: Layout) -> Files {
    let encoder = Box::new(encoder::Encoder {
        table,
        tags: &["en"],
    });
    let indexer = site::with_embedder(encoder, layout);
    site::finish(indexer, &pages(), Vec::new(), &configuration())
}

fn configuration() -> Value {
    let languages = Value::List(vec!["en".into_value()]);
    table(&[site::set("site.languages", languages)])
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
