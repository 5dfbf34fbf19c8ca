//! Compares vectors with the vectors of the reference implementation (R19), which
//! `tests/fixtures/record.py` recorded from tiny encoders with random weights.

use std::fs;
use std::path::{Path, PathBuf};

use ndarray::Array2;
use serde::Deserialize;

use super::Encoder;
use soru_files::cache::Cache;

const FOLDERS: [&str; 3] = ["bert-mean", "bert-first", "xlm-roberta"];

#[derive(Deserialize)]
struct Recorded {
    texts: Vec<String>,
    vectors: Vec<Vec<f32>>,
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

fn open(name: &str) -> Encoder {
    Encoder::open(&folder(name)).unwrap()
}

fn embed(encoder: &Encoder, texts: &[&str]) -> Array2<f32> {
    encoder.embed(texts, &|_| {}).unwrap()
}

#[test]
fn r19_vectors_are_those_of_the_reference_implementation() {
    for name in FOLDERS {
        let bytes = fs::read(folder(name).join("expected.json")).unwrap();
        let recorded: Recorded = serde_json::from_slice(&bytes).unwrap();
        let texts: Vec<&str> = recorded.texts.iter().map(String::as_str).collect();
        let rows = embed(&open(name), &texts);
        assert_eq!(rows.nrows(), recorded.vectors.len());
        for ((text, row), expected) in texts.iter().zip(rows.rows()).zip(&recorded.vectors) {
            assert_eq!(row.len(), expected.len());
            for (x, y) in row.iter().zip(expected) {
                assert!((x - y).abs() < 1e-4, "{name}, {text:?}: {x} {y}");
            }
        }
    }
}

// Vectors are cached per text, so other texts in the batch must not matter.
#[test]
fn r2_the_vector_of_a_text_does_not_depend_on_its_batch() {
    let texts = [
        "a visa",
        "how much is the fee of it ?",
        "visa",
        "a visa",
        "z",
    ];
    for name in FOLDERS {
        let encoder = open(name);
        let together = embed(&encoder, &texts);
        for (text, row) in texts.iter().zip(together.rows()) {
            assert_eq!(embed(&encoder, &[text]).row(0), row, "{name}: {text}");
        }
    }
}

// `bert-mean` reads twelve word pieces: ten, and two that mark the ends.
#[test]
fn r19_a_long_passage_is_the_mean_direction_of_its_windows() {
    let encoder = open("bert-mean");
    assert_eq!(encoder.window(), 12);
    let halves = ["a b c d e f g h", "i j k l m n o p"];
    let whole = halves.join(" ");
    let rows = encoder
        .embed_passages(&[&whole, halves[0]], &|_| {})
        .unwrap();
    let windows = embed(&encoder, &halves);
    let sum = &windows.row(0) + &windows.row(1);
    let length = sum.dot(&sum).sqrt();
    for (x, y) in rows.row(0).iter().zip(&sum) {
        assert!((x - y / length).abs() < 1e-5, "{x} {y}");
    }
    for (x, y) in rows.row(1).iter().zip(windows.row(0)) {
        assert!((x - y).abs() < 1e-5, "{x} {y}");
    }
}

#[test]
fn r19_cached_vectors_are_reused_unchanged() {
    let dir = tempfile::tempdir().unwrap();
    let encoder = open("bert-mean");
    let texts = ["a visa", "the fee", "a student visa"];
    let run = |texts: &[&str]| {
        let cache = Cache::open(dir.path(), "vectors.soru-cache");
        let kept = texts
            .iter()
            .filter(|text| cache.get(&encoder.key(text)).is_some())
            .count();
        let rows = encoder.embed_cached(texts, Some(&cache), &|_| {}).unwrap();
        assert_eq!(cache.finish(), []);
        (kept, rows)
    };
    let (kept, first) = run(&texts[..2]);
    assert_eq!(kept, 0);
    let (kept, second) = run(&texts);
    assert_eq!(kept, 2);
    assert_eq!(first.row(1), second.row(1));
    assert_eq!(second, encoder.embed_passages(&texts, &|_| {}).unwrap());
}

/// Copies a folder, with a file changed or removed.
fn altered(name: &str, change: impl Fn(String) -> Option<String>) -> String {
    let dir = tempfile::tempdir().unwrap();
    let from = folder("bert-mean");
    fs::create_dir(dir.path().join("1_Pooling")).unwrap();
    for file in [
        "config.json",
        "modules.json",
        "tokenizer.json",
        "model.safetensors",
        "sentence_bert_config.json",
        "1_Pooling/config.json",
    ] {
        let bytes = fs::read(from.join(file)).unwrap();
        let bytes = match String::from_utf8(bytes.clone()) {
            Ok(text) if file == name => change(text).map(String::into_bytes),
            _ if file == name => change(String::new()).map(String::into_bytes),
            _ => Some(bytes),
        };
        if let Some(bytes) = bytes {
            fs::write(dir.path().join(file), bytes).unwrap();
        }
    }
    match Encoder::open(dir.path()) {
        Ok(_) => String::new(),
        Err(error) => format!("{error:#}"),
    }
}

#[test]
fn r19_a_folder_without_a_required_file_is_refused_with_its_name() {
    for name in [
        "config.json",
        "modules.json",
        "tokenizer.json",
        "model.safetensors",
        "1_Pooling/config.json",
    ] {
        let message = altered(name, |_| None);
        assert!(
            message.contains(name) && message.contains("sentence-transformers"),
            "{message}"
        );
        let damaged = altered(name, |_| Some("{".to_owned()));
        assert!(damaged.contains(name), "{damaged}");
    }
    assert_eq!(altered("sentence_bert_config.json", |_| None), "");
}

#[test]
fn r19_an_unsupported_encoder_is_refused_with_the_unsupported_setting() {
    let cases = [
        (
            "config.json",
            "\"bert\"",
            "\"roberta\"",
            "model_type is `roberta`",
        ),
        (
            "config.json",
            "\"gelu\"",
            "\"relu\"",
            "hidden_act is `relu`",
        ),
        (
            "config.json",
            "\"absolute\"",
            "\"relative_key\"",
            "position_embedding_type",
        ),
        (
            "config.json",
            "\"intermediate_size\": 24",
            "\"intermediate_size\": 25",
            "[25, 16]",
        ),
        (
            "config.json",
            "\"num_hidden_layers\": 2",
            "\"num_hidden_layers\": 3",
            "encoder.layer.2",
        ),
        (
            "config.json",
            "\"num_attention_heads\": 4",
            "\"num_attention_heads\": 3",
            "3 attention heads",
        ),
        (
            "config.json",
            "\"hidden_size\": 16",
            "\"hidden_size\": 0",
            "above 0",
        ),
        (
            "modules.json",
            "models.Normalize",
            "models.Dense",
            "`Dense`",
        ),
        (
            "modules.json",
            "models.Pooling",
            "models.Transformer",
            "Pooling is missing",
        ),
        (
            "modules.json",
            "1_Pooling",
            "../1_Pooling",
            "outside the folder",
        ),
        (
            "1_Pooling/config.json",
            "true",
            "false",
            "pooling_mode_mean_tokens",
        ),
        (
            "sentence_bert_config.json",
            "12",
            "2",
            "reads only 2 word pieces",
        ),
    ];
    for (file, from, to, expected) in cases {
        let message = altered(file, |text| {
            assert!(text.contains(from), "{file} has no {from}");
            Some(text.replacen(from, to, 1))
        });
        assert!(message.contains(expected), "{from} -> {to}: {message}");
    }
}
