//! The files that an encoded question needs.

use std::collections::BTreeSet;

use soru::Error;

use super::{by, files};
use crate::site::{self, ask, table};

// Terms, vectors and the common pieces in one round, then the shards of all words together:
// visitors far from the server wait for every round.
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

// If a host lacks a file, words without any available piece do not count.
#[test]
fn r19_an_unavailable_shard_is_skipped() {
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
                    assert!(engine.mark_unavailable(&file, "404"), "{file}");
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
