//! The builder's readers of sentence encoders: the files of an encoder's folder, and tables.

use std::fs;
use std::path::Path;

use soru::text::Pieces;
use soru_encoder::Encoder;
use soru_encoder::table::Table;
use soru_index_builder::bundle::{compress, inflate};

/// A tiny encoder of random weights, as the tests have it.
const FIXTURE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../index-builder/encoder/tests/fixtures/bert-mean"
);

const FILES: [&str; 6] = [
    "config.json",
    "modules.json",
    "tokenizer.json",
    "model.safetensors",
    "sentence_bert_config.json",
    "1_Pooling/config.json",
];

/// Texts for the encoder: words that the tiny one knows, one that it does not know, and none.
const TEXTS: [&str; 3] = [
    "How much is the fee of a visa?",
    "\u{130}\u{307}\u{202e}\u{1f393}",
    "",
];

/// The file of an encoder's folder, the others being right.
pub(crate) fn file(name: &str) -> Vec<u8> {
    fs::read(Path::new(FIXTURE).join(name)).unwrap()
}

/// A folder with these bytes as one of its files. Every error names a file.
pub(super) fn folder_with(name: &str, bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("1_Pooling")).unwrap();
    for own in FILES {
        let bytes = if own == name {
            bytes.to_vec()
        } else {
            file(own)
        };
        fs::write(folder.path().join(own), bytes).unwrap();
    }
    match Encoder::open(folder.path()) {
        Ok(encoder) => assert_embeds(&encoder),
        Err(error) => {
            let message = format!("{error:#}");
            let named = FILES.iter().any(|file| message.contains(file));
            assert!(named, "no file is named: {message}");
        }
    }
}

fn assert_embeds(encoder: &Encoder) {
    // A tokenizer may reject a text with an error.
    let Ok(rows) = encoder.embed_passages(&TEXTS, &|_| {}) else {
        return;
    };
    assert_eq!(rows.dim(), (TEXTS.len(), encoder.dimensions()));
}

/// Files of tables without their gzip, for either kind of tokenizer.
pub(crate) fn tables() -> Vec<Vec<u8>> {
    ["bert-mean", "xlm-roberta"].map(unpacked).into()
}

fn unpacked(name: &str) -> Vec<u8> {
    let file = format!("../tables/{name}.soru-table");
    inflate(&fs::read(Path::new(FIXTURE).join(file)).unwrap()).unwrap()
}

/// Whether a file with this name is read.
pub(crate) fn is_read(table: &[u8]) -> bool {
    Table::from_bytes(&compress(table).unwrap()).is_ok()
}

/// A table, as it is and gzipped, as files of tables are.
pub(super) fn table(bytes: &[u8]) {
    for bytes in [bytes.to_vec(), compress(bytes).unwrap()] {
        let Ok(table) = Table::from_bytes(&bytes) else {
            continue;
        };
        let (pieces, dimensions) = (table.pieces.len(), table.dimensions());
        assert_eq!(table.rows.dim(), (pieces, dimensions));
        assert_eq!(table.bias.len(), dimensions);
        assert!(table.rows.iter().all(|x| x.is_finite()));
        assert!(
            table
                .common
                .iter()
                .all(|number| (*number as usize) < pieces)
        );
        for text in TEXTS {
            let numbers = Pieces::new(&table.pieces, &table.rules).cut(text);
            assert!(numbers.iter().all(|number| (*number as usize) < pieces));
        }
    }
}
