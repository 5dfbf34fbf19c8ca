//! How an index finds its shards of texts.

use std::collections::BTreeSet;

use soru::settings::Value;
use soru::{Block, Document, Engine, Error};

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
    call: impl Fn(&Engine) -> soru::Result<T>,
) -> BTreeSet<String> {
    let mut asked_for = BTreeSet::new();
    loop {
        let missing = match call(engine) {
            Err(Error::NotLoaded { files }) => files,
            other => {
                other.unwrap();
                return asked_for;
            }
        };
        for name in missing {
            assert!(asked_for.insert(name.clone()), "{name} is asked for twice");
            if is_here(&name) {
                let (_, bytes) = files.iter().find(|(file, _)| *file == name).unwrap();
                let inflate = |stored: &[u8]| Ok(stored.to_vec());
                engine.supply(&name, bytes, inflate).unwrap();
            } else {
                assert!(engine.mark_unavailable(&name, "404"));
            }
        }
    }
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
    let opened = asked_for(&engine, &files, &|_| true, Engine::load);
    assert!(opened.contains(&all), "{opened:?}");
    for word in ["word003", "word100", "word197"] {
        let asked = asked_for(&engine, &files, &|_| true, |engine| {
            engine.ask(word, &Value::Null)
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
    asked_for(&engine, &files, &is_here, Engine::load);
    let ask = |engine: &Engine| {
        let answer = engine.ask("word100", &Value::Null)?;
        assert_eq!(answer.hits[0].url, "100.html");
        Ok(())
    };
    let asked = asked_for(&engine, &files, &is_here, ask);
    assert!(
        directories(&asked) > 0 && !asked.contains(&all),
        "{asked:?}"
    );
}
