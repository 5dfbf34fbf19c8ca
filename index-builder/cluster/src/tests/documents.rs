//! Chunks as documents.

use serde_json::{Value, json};
use soru::{Block, Document, WrittenQuestion};

use super::site::{SiteBundle, bundle_of};
use crate::reading::Documents;

fn documents(bundle: &SiteBundle) -> Vec<Value> {
    let documents = Documents::of(bundle).unwrap();
    let json = documents.map(|document| document.unwrap().json);
    json.map(|json| serde_json::from_str(&json).unwrap())
        .collect()
}

fn heading(text: &str) -> Block {
    Block::Heading {
        level: 2,
        text: text.into(),
        anchor: Some("due".into()),
        is_question: false,
    }
}

fn page() -> Document {
    Document {
        id: "fees.html".into(),
        title: "Fees".into(),
        url: "fees.html".into(),
        lang: "en".into(),
        importance: Some(1.0),
        description: "Always open".into(),
        blocks: vec![
            heading("Deadlines"),
            Block::Text("Pay by March.".into()),
            Block::Unquoted("Print this".into()),
        ],
        meta: [("section".to_owned(), "Money, Studies".to_owned())].into(),
        questions: vec![WrittenQuestion {
            text: "When must I pay?".into(),
            section: 0..23,
            answer: 10..13,
            ..WrittenQuestion::default()
        }],
        ..Document::default()
    }
}

#[test]
fn a_document_has_everything_that_is_shown_filtered_by_and_searched() {
    let bundle = bundle_of([page()].into_iter());
    let [document] = documents(&bundle).try_into().unwrap();
    for (field, value) in [
        ("page", json!("fees.html")),
        ("position", json!(0)),
        ("lang", json!("en")),
        ("title", json!("Fees")),
        ("headings", json!(["Deadlines"])),
        ("meta", json!(["section=Money, Studies"])),
        (
            "filters",
            json!(["section=Money, Studies", "section=Money", "section=Studies"]),
        ),
        ("importance", json!(1.0)),
        ("questions", json!(["When must I pay?"])),
        ("title_w", json!("fees")),
        ("title_s", json!("fee")),
    ] {
        assert_eq!(document[field], value, "{field}");
    }
    let of = |field: &str| document[field].as_str().unwrap_or_default().to_owned();
    let details: Value = serde_json::from_str(&of("details")).unwrap();
    let section = json!({"start": 0, "headings": ["Deadlines"], "anchor": "due"});
    assert_eq!(details["sections"], json!([section]));
    assert_eq!(details["also"], "always open");
    assert_eq!(details["answers"], json!([[0, 3]]));
    assert_eq!(details["unquoted"], json!([[14, 24]]));
    assert!(of("folds").split(' ').any(|key| key == "march"));
    assert!(of("headings_w").contains("deadlines") && of("headings_s").contains("deadlin"));
    assert!(of("questions_w").contains("must") && of("body_w").contains("march"));
}

// Ranking in the browser needs it, and no query of the cluster does.
#[test]
fn a_document_has_its_weight_unless_it_is_the_usual_one() {
    let weight = |weight: Option<Block>| {
        let mut page = page();
        page.blocks.splice(0..0, weight);
        let document = documents(&bundle_of([page].into_iter())).remove(0);
        let details: Value = serde_json::from_str(document["details"].as_str().unwrap()).unwrap();
        details.get("weight").cloned()
    };
    assert_eq!(weight(None), None);
    assert_eq!(weight(Some(Block::Weight(100))), None);
    assert_eq!(weight(Some(Block::Weight(250))), Some(json!(2.5)));
    assert_eq!(weight(Some(Block::Weight(0))), Some(json!(0.0)));
}

// The engine in the browser stems only Turkish and English; the cluster has all stems.
#[test]
fn words_of_every_language_have_the_stems_of_that_language() {
    let page = |id: &str, lang: &str, text: &str| Document {
        id: id.into(),
        lang: lang.into(),
        blocks: vec![Block::Text(text.into())],
        ..Document::default()
    };
    let pages = [
        page("a", "de", "Die Gebühren der Universitäten steigen."),
        page("b", "tr", "Öğrencilerin kayıtları yenilendi."),
        page("c", "ja", "図書館の本"),
    ];
    let bundle = bundle_of(pages.into_iter());
    let documents = documents(&bundle);
    let has = |number: usize, field: &str, word: &str| {
        let words = documents[number][field].as_str().unwrap_or_default();
        assert!(words.split(' ').any(|own| own == word), "{word}: {words}");
    };
    has(0, "body_w", "gebühren");
    has(0, "body_s", "gebuhr");
    has(0, "body_p", "gebuh");
    has(1, "body_w", "öğrencilerin");
    has(1, "body_s", "öğrenci");
    has(1, "body_p", "ogren");
    has(2, "body_w", "図書");
}

// An update compares documents by id and digest.
#[test]
fn the_same_pages_give_the_same_documents_and_positions_count_within_a_page() {
    let long = |id: &str| Document {
        id: id.into(),
        lang: "en".into(),
        blocks: (0..6)
            .flat_map(|part| {
                let text = format!("Part {part} is about books. ").repeat(60);
                [heading(&format!("Part {part}")), Block::Text(text)]
            })
            .collect(),
        ..Document::default()
    };
    let read = || documents(&bundle_of([long("a"), long("b")].into_iter()));
    let documents = read();
    assert_eq!(documents, read());
    let places: Vec<(&str, u64)> = documents
        .iter()
        .map(|own| {
            (
                own["page"].as_str().unwrap(),
                own["position"].as_u64().unwrap(),
            )
        })
        .collect();
    let half = places.len() as u64 / 2;
    let of = |page| (0..half).map(move |position| (page, position));
    assert!(half > 1);
    assert_eq!(places, of("a").chain(of("b")).collect::<Vec<_>>());
}

// Ranking in the browser needs them beside the texts. A set has the name of its first member, since
// the numbers of a bundle change with every build.
#[test]
fn relations_between_pages_are_named() {
    let page = |id: &str, lang: &str, text: &str| Document {
        id: id.into(),
        title: id.into(),
        lang: lang.into(),
        blocks: vec![Block::Text(text.into())],
        ..Document::default()
    };
    let old = Document {
        newer: vec!["b".into()],
        ..page("a", "en", "Books were lent for ten days.")
    };
    let translated = Document {
        translations: vec!["c".into()],
        ..page("b", "en", "Books are lent for twenty days.")
    };
    let other = Document {
        translations: vec!["b".into()],
        ..page("c", "tr", "Kitaplar yirmi gün verilir.")
    };
    let pages = [old, translated, other];
    let documents = documents(&bundle_of(pages.into_iter()));
    let details: Vec<Value> = documents
        .iter()
        .map(|own| serde_json::from_str(own["details"].as_str().unwrap()).unwrap())
        .collect();
    assert_eq!(details[0]["newest"], "b");
    assert_eq!(details[1]["newest"], Value::Null);
    assert_eq!(details[1]["translation"], "b");
    assert_eq!(details[2]["translation"], "b");
}

#[test]
fn the_site_is_described_by_a_document_of_its_own() {
    let bundle = bundle_of([page()].into_iter());
    let document = crate::site::document(&bundle, "site-1").unwrap();
    let json: Value = serde_json::from_str(&document.json).unwrap();
    let site: crate::SiteDescription =
        serde_json::from_str(json["site"].as_str().unwrap()).unwrap();
    assert_eq!(json["id"], "site");
    assert_eq!((site.index.as_str(), site.chunks), ("site-1", 1));
    assert_eq!(site.filters, ["section"]);
    assert_eq!(site.languages[0].language, "en");
    assert!(site.languages[0].mean_words[0] > 0.0);
}
