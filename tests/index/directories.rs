//! How an index finds its shards of texts.

use std::collections::BTreeSet;

use soru::index::format::FileEntry;
use soru::orchestration::{Call, Method};
use soru::settings::Value;
use soru::{Document, Engine};

use super::site::{self, SHARDED};

/// Returns a site of numbered pages, more than one directory lists, each with a unique word.
fn files() -> site::Files {
    let document = |number: usize| Document {
        url: format!("{number:03}.html"),
        title: format!("Page {number}"),
        ..site::page(
            format!("{number:03}"),
            "en",
            format!("Here is word{number:03}. ") + &"More is said elsewhere. ".repeat(20),
        )
    };
    let documents: Vec<Document> = (0..200).map(document).collect();
    site::build_of(&documents, Vec::new(), &site::configuration(), SHARDED)
}

/// Returns the files that a call requests.
fn asked_for<T: std::fmt::Debug>(
    engine: &Engine,
    files: &site::Files,
    begin: impl FnOnce(&Engine) -> Call<T>,
) -> BTreeSet<String> {
    let (result, rounds) = site::rounds(engine, files, begin(engine), |_| false);
    result.unwrap();
    rounds.into_iter().flatten().collect()
}

fn load(engine: &Engine) -> Call<()> {
    engine.begin(Method::LOAD, "", &Value::Null)
}

#[test]
fn r29_a_question_asks_for_the_directories_of_its_own_texts() {
    let files = files();
    let engine = site::open(&files);
    let lists_texts = |file: &FileEntry| {
        file.sections
            .iter()
            .any(|name| name.starts_with("files/text/"))
    };
    let of_texts: BTreeSet<String> = engine
        .files()
        .into_iter()
        .filter(lists_texts)
        .map(|file| file.name)
        .collect();
    let opened = asked_for(&engine, &files, load);
    assert!(opened.is_disjoint(&of_texts), "{opened:?}");
    let asked = asked_for(&engine, &files, |engine| {
        engine.begin(Method::ASK, "word100", &Value::Null)
    });
    let fetched = asked.intersection(&of_texts).count();
    assert!((1..of_texts.len()).contains(&fetched), "{asked:?}");
    let answer = engine.ask("word100", &Value::Null).unwrap();
    assert_eq!(answer.hits[0].url, "100.html");
}
