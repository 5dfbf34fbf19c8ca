//! The language of a question and that of pages.

use soru::Document;

use super::ids;
use crate::site::{self, IntoValue, ask, table};

#[test]
fn r8_the_question_s_own_language_comes_first_and_the_other_is_searched_too() {
    let engine = site::engine();
    let options = [("topK", 50.0.into_value())];
    let turkish = ask(&engine, "Prof. Nermin Işıldak'ın odası nerede?", &options);
    let english = ask(
        &engine,
        "Where is the room of Prof. Nermin Işıldak?",
        &options,
    );
    assert_eq!(
        (turkish.lang.as_str(), turkish.hits[0].id.as_str()),
        ("tr", "tr/kadro.html")
    );
    assert_eq!(
        (english.lang.as_str(), english.hits[0].id.as_str()),
        ("en", "en/staff.html")
    );
    assert!(ids(&turkish).contains(&"en/staff.html"));
    assert!(ids(&english).contains(&"tr/kadro.html"));
}

// The page says `lang="tr-TR"`, the site's languages are `tr` and `en`.
#[test]
fn r8_a_page_s_full_language_tag_is_understood() {
    let engine = site::engine();
    for (lang, expected) in [
        ("en", "en"),
        ("en-GB", "en"),
        ("EN", "en"),
        ("tr-TR", "tr"),
        ("xx", "tr"),
    ] {
        assert_eq!(
            ask(&engine, "Goksu", &[("lang", lang.into_value())]).lang,
            expected,
            "{lang}"
        );
    }
}

#[test]
fn r8_a_call_can_leave_out_other_languages_in_either_spelling() {
    let engine = site::engine();
    for key in ["otherLanguageWeight", "other_language_weight"] {
        let none = table(&[(key, 0.0.into_value())]);
        let answer = ask(&engine, "Nermin Işıldak nerede", &[("retrieval", none)]);
        assert!(!answer.hits.is_empty());
        assert!(
            answer.hits.iter().all(|hit| hit.lang == "tr"),
            "{key} {:?}",
            ids(&answer)
        );
    }
}

// Pages in a language that the site forgets to list are found nevertheless.
#[test]
fn r8_pages_in_a_language_that_the_site_does_not_list_are_found() {
    let page = Document {
        title: "Wohnheim".into(),
        url: "de.html".into(),
        ..site::page("de.html", "de", "Das Wohnheim hat achtzig Zimmer.")
    };
    let engine = site::engine_of(&[page], soru_indexing::Layout::SINGLE);
    assert_eq!(ids(&ask(&engine, "Wohnheim Zimmer", &[])), ["de.html"]);
}

#[test]
fn r8_words_of_only_one_language_determine_the_language_of_a_question() {
    let engine = site::engine();
    for (question, expected) in [("dormitory", "en"), ("yurt", "tr"), ("internship", "en")] {
        for prior in ["tr", "en"] {
            let answer = ask(&engine, question, &[("lang", prior.into_value())]);
            assert_eq!(answer.lang, expected, "{question} on a page in {prior}");
        }
    }
}
