//! A site with one table for both of its languages: questions find pages in the other language.

use soru::hit::Hit;
use soru::settings::Value;
use soru::{Document, Engine};
use soru_indexing::{Layout, QueryTable};

use super::{DIMENSIONS, MEANINGS, by, found, meanings};
use crate::site::{self, Files, IntoValue, ask, encoder, table};

/// Turkish words of pages and questions, in the order of `MEANINGS`.
const TURKISH: [[&str; 2]; 8] = [
    ["ücret", "harç"],
    ["yurt", "pansiyon"],
    ["hoca", "öğretmen"],
    ["tatil", "bayram"],
    ["yemekhane", "kantin"],
    ["karne", "sicil"],
    ["burs", "destek"],
    ["kitaplık", "okuma"],
];

/// Returns the English table with the Turkish words added, in the same dimensions.
fn both() -> QueryTable {
    let mut table = meanings();
    for (number, words) in TURKISH.iter().enumerate() {
        for word in words {
            let mut row = [0.05; DIMENSIONS];
            row[number] = 1.0;
            table.pieces.push((*word).to_owned());
            table.rows.extend(row);
        }
    }
    table.tokenizer = soru::text::PieceRules::WordPiece {
        lowercase: true,
        strip_accents: false,
        unknown: "[UNK]".to_owned(),
        max_characters: 100,
    };
    table.is_shared = true;
    table
}

fn page(id: String, lang: &str, text: String) -> Document {
    site::page(id, lang, text)
}

/// Returns an English page for each meaning, and Turkish ones for the even ones.
fn documents() -> Vec<Document> {
    let english = MEANINGS.iter().enumerate();
    let english = english.map(|(number, [first, second, _])| {
        let text = format!("The {first} and the {second}, paragraph {number}.");
        page(format!("en-{number}"), "en", text)
    });
    let turkish = TURKISH.iter().enumerate().step_by(2);
    let turkish = turkish.map(|(number, [first, _])| {
        page(
            format!("tr-{number}"),
            "tr",
            format!("Bu sayfada {first} anlatılır."),
        )
    });
    english.chain(turkish).collect()
}

fn files(layout: Layout) -> Files {
    let encoder = Box::new(encoder::Encoder {
        table: both(),
        tags: &["en", "tr"],
    });
    let indexer = site::with_embedder(encoder, layout);
    let languages = Value::List(vec!["en".into_value(), "tr".into_value()]);
    let configuration = table(&[site::set("site.languages", languages)]);
    site::finish(indexer, &documents(), Vec::new(), &configuration)
}

fn engine(layout: Layout) -> Engine {
    site::loaded(&files(layout))
}

fn asked(engine: &Engine, question: &str, lang: &str, across: f64) -> Vec<Hit> {
    let encoder = table(&[("across", across.into_value())]);
    let own = [
        site::set("retrieval.encoder", encoder),
        ("lang", lang.into_value()),
    ];
    ask(engine, question, &[&by("hybrid")[..], &own].concat()).hits
}

#[test]
fn r19_a_question_finds_the_page_that_only_the_other_language_has() {
    for layout in [Layout::SINGLE, site::SHARDED] {
        let engine = engine(layout);
        for (number, [word, other]) in TURKISH.iter().enumerate().skip(1).step_by(2) {
            for question in [word, other] {
                let hits = asked(&engine, question, "tr", 0.9);
                assert_eq!(hits[0].id, format!("en-{number}"), "{question}");
                assert_eq!(hits[0].lang, "en");
            }
        }
    }
}

#[test]
fn r20_of_two_equal_pages_the_one_in_the_language_of_the_question_is_first() {
    let engine = engine(Layout::SINGLE);
    for (number, [word, other]) in TURKISH.iter().enumerate().step_by(2) {
        for question in [word, other] {
            let hits = asked(&engine, question, "tr", 0.9);
            let ids: Vec<&str> = hits.iter().map(|hit| hit.id.as_str()).take(2).collect();
            let own = format!("tr-{number}");
            assert_eq!(ids, [own.as_str(), &format!("en-{number}")], "{question}");
        }
        let asked = asked(&engine, MEANINGS[number][2], "en", 0.9);
        assert_eq!(asked[0].id, format!("en-{number}"));
        assert!(asked.iter().any(|hit| hit.id == format!("tr-{number}")));
    }
}

#[test]
fn r19_a_site_can_keep_its_languages_separate() {
    let engine = engine(Layout::SINGLE);
    let hits = asked(&engine, "yurt tatil", "tr", 0.0);
    assert!(hits.iter().all(|hit| hit.lang == "tr"), "{hits:?}");
}

// Otherwise its pages would be scored by a table that is in no file of the language.
#[test]
fn r19_a_table_of_all_languages_is_in_the_bundle_once() {
    for layout in [Layout::SINGLE, site::SHARDED] {
        let (_, source) = site::source(&files(layout));
        let sections = source.files().into_iter().flat_map(|file| file.sections);
        let pieces: Vec<String> = sections
            .filter(|name| name.starts_with("pieces/"))
            .collect();
        assert!(!pieces.is_empty());
        let of = |tag: &str| pieces.iter().filter(|name| name.starts_with(tag)).count();
        assert!(of("pieces/en") == 0 || of("pieces/tr") == 0, "{pieces:?}");
    }
    let similar = found(&engine(site::SHARDED), "burs", "semantic");
    let langs: Vec<&str> = similar
        .iter()
        .take(2)
        .map(|hit| hit.lang.as_str())
        .collect();
    assert!(langs.contains(&"en") && langs.contains(&"tr"), "{langs:?}");
}
