//! The listed pages and their order.

use std::collections::BTreeSet;

use soru::Document;
use soru::settings::Value;
use soru_indexing::{ChunkingSettings, InvertedIndexer, Layout, RelatedSettings, VectorSettings};

use super::{built, built_with, documents, page, related, urls};
use crate::site::encoder::Encoder;
use crate::site::{self, IntoValue, SHARDED, table};

#[test]
fn r37_pages_on_the_same_matter_are_listed_most_similar_first() {
    let engine = site::loaded(&built(&documents(), Layout::SINGLE));
    for document in documents() {
        let found = related(&engine, &document.url);
        let (topic, _) = document.url.split_once('/').unwrap();
        assert_eq!(found.pages.len(), 5, "{}", document.url);
        assert!(
            found.pages.iter().all(|page| page.url.starts_with(topic)),
            "{found:?}"
        );
        assert!(
            found
                .pages
                .is_sorted_by(|one, other| one.similarity >= other.similarity)
        );
        assert!(
            found
                .pages
                .iter()
                .all(|page| (0.0..=1.0).contains(&page.similarity))
        );
        let different: BTreeSet<&str> = urls(&found).into_iter().collect();
        assert!(different.len() == 5 && !different.contains(document.url.as_str()));
        assert!(
            found
                .pages
                .iter()
                .all(|page| page.title.starts_with(topic) && page.lang == "en")
        );
    }
}

#[test]
fn r21_fewer_pages_than_asked_for_are_all_and_dissimilar_ones_are_not_shown() {
    let mut documents = documents();
    documents.push(page(
        "odd.html",
        "en",
        "Odd",
        "Quasars pulsate beyond telescopes.",
    ));
    let engine = site::loaded(&built(&documents, Layout::SINGLE));
    assert_eq!(related(&engine, "odd.html").pages, []);
    let many = table(&[("topK", Value::Number(50.0))]);
    assert_eq!(
        engine
            .related("exams/page1.html", &many)
            .unwrap()
            .pages
            .len(),
        9
    );
    let one = table(&[("topK", Value::Number(1.0))]);
    let found = engine.related("exams/page1.html", &one).unwrap();
    assert_eq!(found.pages, related(&engine, "exams/page1.html").pages[..1]);
    let strict = RelatedSettings {
        min_similarity: 1.0,
        ..RelatedSettings::default()
    };
    let strict = site::loaded(&built_with(&strict, &documents, Layout::SINGLE));
    assert_eq!(related(&strict, "exams/page1.html").pages, []);
}

#[test]
fn r27_invalid_options_are_refused_by_name() {
    let engine = site::loaded(&built(&documents(), Layout::SINGLE));
    for bad in [
        Value::Number(0.0),
        Value::Number(1.5),
        Value::Text("5".into()),
    ] {
        let options = table(&[("topK", bad)]);
        let error = engine.related("a.html", &options).unwrap_err();
        assert_eq!(error.code(), "INVALID_OPTION");
        assert!(error.to_string().contains("topK"), "{error}");
    }
    let error = engine.related(
        "a.html",
        &table(&[("topX", Value::Null), ("limit", Value::Bool(true))]),
    );
    assert_eq!(error.unwrap_err().code(), "UNKNOWN_OPTION");
    for (most, min_similarity) in [(0, 0.1), (101, 0.1), (5, 1.1), (5, f64::NAN)] {
        let settings = RelatedSettings {
            most,
            min_similarity,
            ..RelatedSettings::default()
        };
        let indexer = InvertedIndexer::new(ChunkingSettings::default(), "en", Layout::SINGLE);
        let error = indexer.with_related(&settings).unwrap_err();
        assert!(error.to_string().contains("indexing.related."), "{error}");
    }
}

#[test]
fn r8_pages_in_the_own_language_come_first_and_others_on_request() {
    let mut documents = documents();
    let tr = |number: usize, words: &str| {
        let text = format!(
            "Öğrenciler {words} hakkında bilgi alabilir. Kütüphane JSTOR Scopus Dimensions aboneliği."
        );
        page(
            &format!("tr/{number}.html"),
            "tr",
            &format!("Kütüphane {number}"),
            &text,
        )
    };
    documents.push(tr(1, "süreli yayın ve ödünç kitap"));
    documents.push(tr(2, "süreli yayın ve arşiv ile ödünç"));
    let en = "The library's licences for JSTOR, Scopus and Dimensions.";
    documents.push(page("en/licences.html", "en", "Licences", en));
    let engine = site::loaded(&built(&documents, Layout::SINGLE));
    let found = related(&engine, "tr/1.html");
    assert_eq!(urls(&found), ["tr/2.html", "en/licences.html"]);
    let english = table(&[("lang", "en-GB".into_value())]);
    let english = engine.related("tr/1.html", &english).unwrap();
    assert_eq!(urls(&english), ["en/licences.html"]);
    assert_eq!(english.pages[0].lang, "en");
}

/// Words with the same meaning, as an encoder would know; no page has two of them.
const MEANINGS: [[&str; 3]; 4] = [
    ["fee", "charge", "expense"],
    ["dormitory", "housing", "lodging"],
    ["lecturer", "instructor", "teacher"],
    ["vacation", "recess", "holiday"],
];

fn encoder() -> Encoder {
    let mut pieces = vec!["[UNK]".to_owned()];
    let mut rows = vec![0.0; MEANINGS.len()];
    for (number, words) in MEANINGS.iter().enumerate() {
        for word in words {
            pieces.push((*word).to_owned());
            rows.extend((0..MEANINGS.len()).map(|own| if own == number { 1.0 } else { 0.1 }));
        }
    }
    Encoder {
        table: site::encoder::table(pieces, rows, MEANINGS.len()),
        tags: &["en"],
    }
}

// R19: with an encoder, pages without shared words are near if they mean the same, however the
// vectors are stored.
#[test]
fn r19_with_an_encoder_pages_in_other_words_are_listed() {
    let words = MEANINGS.iter().flatten();
    let documents: Vec<Document> = words
        .map(|word| page(&format!("{word}.html"), "en", word, word))
        .collect();
    for max_kilobytes in [0, 96] {
        let settings = VectorSettings {
            max_kilobytes,
            ..VectorSettings::default()
        };
        let indexer = site::with_related(&RelatedSettings::default(), SHARDED);
        let indexer = indexer
            .with_vectors(Box::new(encoder()), &settings)
            .unwrap();
        let files = site::finish(indexer, &documents, Vec::new(), &site::configuration());
        let engine = site::loaded(&files);
        for [first, second, third] in MEANINGS {
            let found = related(&engine, &format!("{first}.html"));
            let mut expected = [format!("{second}.html"), format!("{third}.html")];
            expected.sort_unstable();
            assert_eq!(urls(&found), expected, "{found:?}");
        }
    }
    let without = site::loaded(&built(&documents, SHARDED));
    assert_eq!(related(&without, "fee.html").pages, []);
}
