//! Sample questions and hits for operators: typical, unusual and random ones.

use proptest::prelude::*;
use soru::hit::Hit;
use soru::query::{Origin, Query, Reading, Term};
use soru::text::{Language, normalise};

/// Returns a question as pre-retrieval passes it on, one reading per language, its own first.
pub(crate) fn query(text: &str, own: &str) -> Query {
    let other = if own == "tr" { "en" } else { "tr" };
    Query {
        text: text.to_owned(),
        language: own.to_owned(),
        readings: vec![reading(text, own, 1.0), reading(text, other, 0.5)],
        intent: "unknown".to_owned(),
        ..Query::default()
    }
}

fn reading(text: &str, tag: &str, weight: f64) -> Reading {
    let language = Language::from_tag(tag);
    let term = |word: &str| Term::new(word, language, 1.0, Origin::Typed);
    let terms = normalise(text, language).split(' ').map(term).collect();
    Reading::new(tag, weight, text, terms)
}

/// Returns questions of every kind that operators treat differently, including an unanalysed one.
pub(crate) fn queries() -> Vec<Query> {
    vec![
        Query::default(),
        query("staj başvurusu ne zaman yapılır?", "tr"),
        query("kim", "tr"),
        query("How much is the H-1B fee?", "en"),
        query("where is the registrar's office", "en"),
        query("?!", "en"),
    ]
}

/// Returns hits of both languages, with addresses, lengths and contents of every kind, including
/// ties.
pub(crate) fn hits() -> Vec<Hit> {
    let long = "Staj en az 20 iş günü sürer; ücret ödenmez. ".repeat(30);
    [
        ("a", 0, 9.5, "/staj/", "tr", long.as_str()),
        (
            "a",
            1,
            9.5,
            "/staj/#son",
            "tr",
            "Staj başvurusu Mayıs ayında yapılır!! Geç kalma.",
        ),
        (
            "b",
            0,
            4.0,
            "https://www.uscis.gov/h-1b",
            "en",
            "The H-1B fee is $780. Is it? Yes.",
        ),
        (
            "c",
            0,
            4.0,
            "https://user@x.gov:80/?q=#f",
            "en-GB",
            "The office is in Room 5.",
        ),
        (
            "c",
            1,
            0.0,
            "mailto:a@b",
            "",
            "\u{feff} İ\u{307} 🎓🎓 \n\n . ..\t",
        ),
        ("d", 7, -2.0, "", "xx", ""),
        ("e", u32::MAX, 1e-300, "https://", "tr", "STAJ\nSTAJ?\nSTAJ"),
    ]
    .into_iter()
    .map(|(id, chunk, score, url, lang, text)| Hit {
        relevance: (score / 10.0_f64).clamp(0.0, 1.0),
        ..hit(id, chunk, score, url, lang, text)
    })
    .collect()
}

fn hit(id: &str, chunk: u32, score: f64, url: &str, lang: &str, text: &str) -> Hit {
    Hit {
        id: id.to_owned(),
        chunk,
        title: format!("Title of {id}"),
        heading: vec!["Staj".to_owned(), "Fee".to_owned()],
        url: url.to_owned(),
        text: text.to_owned(),
        score,
        scores: [("bm25".to_owned(), score)].into(),
        lang: lang.to_owned(),
        importance: 0.25,
        meta: [("author".to_owned(), "Ada".to_owned())].into(),
        ..Hit::default()
    }
}

/// Generates lists of hits with finite scores, no chunk twice; texts of any characters.
pub(crate) fn any_hits() -> impl Strategy<Value = Vec<Hit>> {
    let score = prop_oneof![
        -10.0..10.0_f64,
        (-3..3_i32).prop_map(f64::from),
        Just(-0.0),
        Just(1e-300),
        Just(1e300),
    ];
    let text = prop_oneof![".{0,60}", "[a-zçşİı.?! \n]{0,200}"];
    let hit = ("[a-c]", 0..4_u32, score, ".{0,20}", "tr|en|", text);
    prop::collection::vec(hit, 0..12).prop_map(|rows| {
        let mut hits: Vec<Hit> = Vec::new();
        for (id, chunk, score, url, lang, text) in rows {
            if !hits.iter().any(|hit| hit.id == id && hit.chunk == chunk) {
                hits.push(self::hit(&id, chunk, score, &url, &lang, &text));
            }
        }
        hits
    })
}
