//! Sites in languages whose words and texts come with the bundle (R9, R12).

use serde_json::Value;
use soru_index_builder::bundle::inflate;

use super::support::Workplace;

fn german() -> Workplace {
    let place = Workplace::new();
    let page = "<html lang=de><title>Bewerbung</title><main><h1>Bewerbung</h1>\
        <p>Die Bewerbung läuft online über das Portal. Die Bewerbung läuft bis Ende Juli.</main></html>";
    place.write("pages/bewerbung.html", page);
    place.write("own.toml", "[texts.de]\nask = \"Los\"\n");
    let site = ["build", "pages", "--out", "out", "--config", "own.toml"];
    place
        .soru(&[&site[..], &["--index-only"]].concat())
        .assert_done();
    place
}

#[test]
fn r41_the_outline_has_the_first_texts_of_the_box_in_the_language_of_the_page() {
    let place = german();
    let stored = std::fs::read(place.path("out/outline.json.gz")).unwrap();
    let outline: Value = serde_json::from_slice(&inflate(&stored).unwrap()).unwrap();
    let texts = &outline["texts"]["de"];
    assert_eq!(texts["placeholder"], "Frage stellen oder suchen …");
    assert_eq!(texts["ask"], "Los", "the site's own");
    assert!(outline["texts"]["en"].is_null() && texts["helpful"].is_null());
}

#[test]
fn r32_a_question_is_understood_by_the_words_that_the_build_brought_along() {
    let place = german();
    let ask = |question: &str| {
        place
            .soru(&["query", "out", question, "--json"])
            .assert_done()
            .json()
    };
    let answer = ask("Bis wann läuft die Bewerbung?");
    let text = answer["answer"].as_str().unwrap_or_default();
    assert!(text.contains("Juli"), "{answer}");
    let greeting = ask("Guten Tag!");
    assert_eq!(
        greeting["hits"].as_array().map(Vec::len),
        Some(0),
        "{greeting}"
    );
}
