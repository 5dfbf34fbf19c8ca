//! The files that an encoded question needs.

use std::collections::BTreeSet;

use soru::orchestration::Method;

use super::{by, files};
use crate::site::{self, ask, table};

// Terms, vectors and the common pieces in one round, then the shards of all words together:
// visitors far from the server wait for every round.
#[test]
fn r19_files_of_a_step_are_named_at_once() {
    let files = files(site::SHARDED);
    let engine = site::open(&files);
    let options = table(&by("hybrid"));
    let call = engine.begin(Method::ASK, "expense of books, stipend", &options);
    let (answer, turns) = site::rounds(&engine, &files, call, |_| false);
    let hits = answer.unwrap().hits;
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
    let options = table(&by("hybrid"));
    let call = engine.begin(Method::ASK, "books for the lecturer", &options);
    let is_piece = |name: &str| name.starts_with("pieces-");
    let (answer, rounds) = site::rounds(&engine, &files, call, is_piece);
    assert!(rounds.iter().flatten().any(|name| is_piece(name)));
    let answer = answer.unwrap();
    assert_eq!(answer.hits[0].id, "2-lecturer");
    assert!(
        answer
            .warnings
            .iter()
            .any(|warning| warning.code == "part_missing")
    );
}
