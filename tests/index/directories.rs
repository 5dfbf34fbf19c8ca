//! How an index finds its shards of texts.

use std::collections::BTreeSet;

use soru::orchestration::{Call, Method};
use soru::settings::Value;
use soru::{Block, Document, Engine};

use super::site::{self, SHARDED};

/// Returns a site of numbered pages, more than one directory lists, each with a unique word.
fn files() -> site::Files {
    let document = |number: usize| Document {
        id: format!("{number:03}"),
        url: format!("{number:03}.html"),
        lang: "en".to_owned(),
        title: format!("Page {number}"),
        blocks: vec![Block::Text(
            format!("Here is word{number:03}. ") + &"More is said elsewhere. ".repeat(20),
        )],
        ..Document::default()
    };
    let documents: Vec<Document> = (0..200).map(document).collect();
    site::build_of(&documents, Vec::new(), &site::configuration(), SHARDED)
}

/// Returns the files that a call requests; files rejected by `is_here` are unavailable.
fn asked_for<T: std::fmt::Debug>(
    engine: &Engine,
    files: &site::Files,
    is_here: &dyn Fn(&str) -> bool,
    begin: impl FnOnce(&Engine) -> Call<T>,
) -> BTreeSet<String> {
    let (result, rounds) = site::rounds(engine, files, begin(engine), |name| !is_here(name));
    result.unwrap();
    rounds.into_iter().flatten().collect()
}

fn load(engine: &Engine) -> Call<()> {
    engine.begin(Method::LOAD, "", &Value::Null)
}

/// Returns the file with all directories of texts.
fn together(engine: &Engine) -> String {
    let of_texts = |section: &String| section.starts_with("files/text/");
    let files = engine.files();
    let mut together = files
        .iter()
        .filter(|file| file.sections.iter().filter(|name| of_texts(name)).count() > 1);
    let found = together.next().expect("there are several directories");
    assert!(together.next().is_none());
    found.name.clone()
}

fn directories(names: &BTreeSet<String>) -> usize {
    names
        .iter()
        .filter(|name| name.starts_with("files-"))
        .count()
}

#[test]
fn r29_with_all_directories_of_texts_no_question_waits_for_one() {
    let files = files();
    let engine = site::open(&files);
    let all = together(&engine);
    let opened = asked_for(&engine, &files, &|_| true, load);
    assert!(opened.contains(&all), "{opened:?}");
    for word in ["word003", "word100", "word197"] {
        let asked = asked_for(&engine, &files, &|_| true, |engine| {
            engine.begin(Method::ASK, word, &Value::Null)
        });
        assert_eq!(directories(&asked), 0, "{asked:?}");
        assert!(
            asked.iter().any(|name| name.starts_with("text-")),
            "{asked:?}"
        );
    }
}

// If a host has lost it, each text can still be found.
#[test]
fn r29_without_the_file_of_all_directories_each_is_asked_for_by_itself() {
    let files = files();
    let engine = site::open(&files);
    let all = together(&engine);
    let is_here = |name: &str| name != all;
    asked_for(&engine, &files, &is_here, load);
    let asked = asked_for(&engine, &files, &is_here, |engine| {
        engine.begin(Method::ASK, "word100", &Value::Null)
    });
    let answer = engine.ask("word100", &Value::Null).unwrap();
    assert_eq!(answer.hits[0].url, "100.html");
    assert!(
        directories(&asked) > 0 && !asked.contains(&all),
        "{asked:?}"
    );
}
