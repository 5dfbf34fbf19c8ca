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
    let stored = std::fs::read(place.path("out/outline.json.bin")).unwrap();
    let outline: Value = serde_json::from_slice(&inflate(&stored).unwrap()).unwrap();
    let texts = &outline["texts"]["de"];
    assert_eq!(texts["placeholder"], "Frage stellen oder suchen …");
    assert_eq!(texts["ask"], "Los", "the site's own");
    assert!(outline["texts"]["en"].is_null() && texts["helpful"].is_null());
}

#[test]
fn r32_a_question_is_understood_by_the_words_that_the_build_brought_along() {
    let place = german();
    let ask = |question: &str| place.ask("out", question).report();
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

fn hits(place: &Workplace, question: &str) -> Vec<[String; 3]> {
    let answer = place.ask("out", question).report();
    let hits = answer["hits"].as_array().expect("an answer has hits");
    let of = |hit: &Value, key: &str| hit[key].as_str().unwrap_or_default().to_owned();
    hits.iter()
        .map(|hit| ["id", "lang", "url"].map(|key| of(hit, key)))
        .collect()
}

#[test]
fn r8_a_section_in_another_language_is_found_in_its_language() {
    let place = Workplace::new();
    let turkish = "Kütüphane kartı, kayıt sırasında öğrenciye ücretsiz verilir. Kartını kaybeden \
                   öğrenci yenisini kütüphane bankosundan alır ve yüz lira öder. Kart, dönem sonunda \
                   kendiliğinden uzar.";
    let english = "Students receive a library card when they register. Students who lose their card \
                   receive a new one at the desk and pay one hundred lira for it. The card is \
                   extended at the end of every semester.";
    place.write(
        "site/kart.html",
        &format!(
            "<html lang=tr><title>Kart</title><main><h1>Kütüphane kartı</h1><p>{turkish}</p>\
             <section lang=en id=english><h2>Library card</h2><p>{english}</p></section></main>"
        ),
    );
    place.build(&["--index-only"]).assert_done();
    assert_eq!(
        hits(&place, "Who receives a new library card?")[0],
        ["kart.html#lang=en", "en", "kart.html#english"]
    );
    let turkish = hits(&place, "kartını kaybeden ne yapar?");
    assert_eq!(turkish[0], ["kart.html", "tr", "kart.html"]);
}

#[test]
fn r8_translations_of_a_page_follow_the_other_pages() {
    let place = Workplace::new();
    let page = |lang: &str, other: &str, text: &str| {
        format!(
            "<html lang={lang}><title>Erasmus</title><link rel=alternate hreflang={lang} href=''>\
             <link rel=alternate hreflang=xx href={other}><main><h1>Erasmus</h1><p>{text}</p>"
        )
    };
    let of = |file: &str, text: &str| {
        // The last page names a page that does not name it.
        let (lang, other) = match file {
            "en.html" => ("en", "tr.html"),
            _ => ("tr", "en.html"),
        };
        place.write(&format!("site/{file}"), &page(lang, other, text));
    };
    of("en.html", "The Erasmus grant is 600 euros a month.");
    of("tr.html", "Erasmus hibesi ayda 600 avrodur.");
    of("other.html", "Erasmus koordinatörü soruları yanıtlar.");
    place.build(&["--index-only"]).assert_done();
    let ids = |question: &str| hits(&place, question).into_iter().map(|[id, ..]| id);
    assert!(ids("Erasmus grant").eq(["en.html", "other.html", "tr.html"]));
    assert!(ids("Erasmus hibesi").eq(["tr.html", "other.html", "en.html"]));
}
