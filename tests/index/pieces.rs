//! Questions encoded by a table in shards, against the same table as a whole (R19).

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use soru::index::{Index, Piece};
use soru::settings::Value;
use soru::text::{PieceRules, Pieces};
use soru_indexing::{Layout, QueryTable};

use super::site::{self, encoder};

/// Enough to write the number of every piece in binary.
const DIMENSIONS: usize = 14;

/// Returns the row of a piece: its number in binary, with -1 for 0.
fn row(number: usize) -> impl Iterator<Item = f32> {
    (0..DIMENSIONS).map(move |bit| if number >> bit & 1 == 1 { 1.0 } else { -1.0 })
}

/// Returns the number of a row's piece.
fn number(piece: &Piece) -> u32 {
    let (_, steps) = piece.row();
    let bits = steps.iter().enumerate();
    bits.map(|(bit, step)| u32::from(*step > 0) << bit).sum()
}

fn table(pieces: Vec<String>) -> QueryTable {
    let rows = (0..pieces.len()).flat_map(row).collect();
    encoder::table(pieces, rows, DIMENSIONS)
}

fn index(table: QueryTable, layout: Layout) -> (Index, usize) {
    let page = site::page("page", "en", "ab ba");
    let encoder = Box::new(encoder::Encoder {
        table,
        tags: &["en"],
    });
    let indexer = site::with_embedder(encoder, layout);
    let files = site::finish(indexer, &[page], Vec::new(), &Value::default());
    let (manifest, source) = site::source(&files);
    let shards = source.files().into_iter().flat_map(|file| file.sections);
    let shards = shards.filter(|name| name.starts_with("pieces/en/")).count();
    (Index::open(&manifest, Arc::new(source)).unwrap(), shards)
}

fn found(index: &Index, text: &str) -> Vec<u32> {
    let (_, table) = index.piece_table(0).unwrap().unwrap();
    let pieces = index.pieces(0, &table, text).unwrap();
    pieces.iter().map(number).collect()
}

fn pieces() -> impl Strategy<Value = BTreeSet<String>> {
    prop::collection::btree_set("(##)?[abı]{1,6}", 1..1500)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn r19_words_are_cut_from_shards_as_from_the_whole_table(
        pieces in pieces(),
        words in prop::collection::vec("[abı]{1,14}", 0..12),
        shuffled in any::<u64>(),
    ) {
        // Whether a piece is common does not depend on its spelling.
        let mut pieces: Vec<String> = pieces.into_iter().collect();
        let turn = usize::try_from(shuffled % pieces.len() as u64).unwrap();
        pieces.sort_by_key(|piece| piece.bytes().map(|byte| u32::from(byte) * 7919 % 251).sum::<u32>());
        pieces.rotate_left(turn);
        let text = words.join(" ");
        let expected = Pieces::new(&pieces, &encoder::word_piece()).cut(&text);
        let (index, _) = index(table(pieces), Layout::SINGLE);
        prop_assert_eq!(found(&index, &text), expected);
    }
}

/// Returns every word of two to five letters, with and without the mark.
fn many() -> Vec<String> {
    let letters = ["a", "b", "c", "d", "e", "f"];
    let mut words = vec![String::new()];
    let mut all = Vec::new();
    for length in 1..=4 {
        words = words
            .iter()
            .flat_map(|word| letters.map(|letter| format!("{word}{letter}")))
            .collect();
        if length > 1 {
            all.extend(words.iter().cloned());
            all.extend(words.iter().map(|word| format!("##{word}")));
        }
    }
    all
}

#[test]
fn r19_a_piece_that_others_begin_with_is_found_in_any_shard() {
    // Without those of three letters, so that some words end within a prefix of a piece.
    let pieces: Vec<String> = many()
        .into_iter()
        .filter(|piece| piece.trim_start_matches('#').len() != 3 || piece.contains("ace"))
        .collect();
    let whole = Pieces::new(&pieces, &encoder::word_piece());
    let mut table = table(pieces);
    table.common.truncate(3);
    let (index, shards) = index(table, site::SHARDED);
    assert!(shards >= 8, "{shards}");
    let words = many();
    for word in words.iter().filter(|word| !word.starts_with('#')) {
        let text = format!("{word} {word}acebd");
        assert_eq!(found(&index, &text), whole.cut(&text), "{text}");
    }
}

#[test]
fn r19_a_unigram_tokenizer_s_pieces_are_found_in_shards_too() {
    let pieces: Vec<String> = many()
        .into_iter()
        .map(|piece| piece.replace("##", "▁"))
        .collect();
    let scores = (0..)
        .take(pieces.len())
        .map(|n: u16| -1.0 - f32::from(n % 97 * 31 % 97) / 7.0);
    let rules = PieceRules::Unigram {
        scores: scores.collect(),
        lowercase: true,
        unknown: "<unk>".to_owned(),
    };
    let whole = Pieces::new(&pieces, &rules);
    let mut table = table(pieces);
    table.tokenizer = rules;
    let (index, shards) = index(table, site::SHARDED);
    assert!(shards >= 2, "{shards}");
    for text in ["abcdef fedcba", "aabbcc?", "ABAB abab", "q a", ""] {
        assert_eq!(found(&index, text), whole.cut(text), "{text}");
    }
    assert!(found(&index, "abcdef fedcba").len() >= 4);
}
