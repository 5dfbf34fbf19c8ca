//! Names, grades and telephone numbers are found however visitors type them (R4, R10, R11).

use soru::Engine;
use soru::settings::Value;
use soru_indexing::Layout;

use super::site::{self, ask};
use super::spellings::{assert_found, ids, site_with};

#[test]
fn r4_a_name_is_found_joined_and_in_words() {
    let spellings = [
        "LernPortal",
        "Lern Portal",
        "lern portal",
        "lernportal",
        "Lern-Portal",
    ];
    assert_found("en", &spellings, &["port", "learnt", "portugal"]);
    let spellings = ["KampüsKart", "kampüs kart", "kampuskart", "KAMPÜSKART"];
    assert_found("tr", &spellings, &["kar", "kamp", "karton"]);
}

// Whatever the site writes, other pages may have the words apart.
#[test]
fn r4_a_fact_about_a_name_in_words_is_still_that_fact() {
    let page = |text: &str| site::page("it", "en", text);
    let fact = site::fact("Where is the lern portal?", "At lern.example.", "", "en");
    let pages = [page("The lernportal is for everyone.")];
    let built = site::build_of(&pages, vec![fact], &Value::Null, Layout::SINGLE);
    let answer = ask(&site::loaded(&built), "Where is the lern portal?", &[]);
    assert_eq!(answer.answer.as_deref(), Some("At lern.example."));
}

// `Java` is not `JavaScript`, nor `Donald` `McDonald`.
#[test]
fn r4_a_part_of_a_name_ranks_behind_the_word_itself() {
    let engine = site_with("QuickForm", "en", &["form"]);
    assert_eq!(ids(&engine, "form"), ["a0", "it"]);
    for [name, part] in [
        ["iPhone", "phone"],
        ["McDonald", "donald"],
        ["capital", "cap"],
    ] {
        let engine = site_with(name, "en", &[part]);
        assert_eq!(ids(&engine, part), ["a0"], "{part}");
        assert_eq!(ids(&engine, name)[0], "it", "{name}");
    }
}

#[test]
fn r4_names_with_dots_are_found_without_them() {
    assert_found("en", &["Ph.D.", "PhD", "phd", "Ph.D"], &["D", "ph", "P.h"]);
    let engine = site_with("PhD", "en", &["D", "ph"]);
    assert_eq!(ids(&engine, "ph.d.")[0], "it");
    assert_found("en", &["LL.M.", "LLM", "llm"], &["m", "ll"]);
    assert_found("tr", &["M.Sc.", "msc", "MSc"], &["m", "sc"]);
    assert_found(
        "en",
        &["Node.js", "nodejs", "node.js", "NodeJS"],
        &["node", "js"],
    );
}

#[test]
fn r4_telephone_numbers_are_found_in_every_grouping() {
    let spellings = [
        "0342 617 20 35",
        "03426172035",
        "(0342) 617 2035",
        "0342/617-20-35",
        "+90 342 617 20 35",
        "+90 (342) 617 2035",
        "+903426172035",
        "342 617 20 35",
    ];
    let others = ["0342 617 20 36", "(0344) 617 20 35", "617", "20 35"];
    assert_found("tr", &spellings, &others);
    assert_found(
        "en",
        &["+49 30 120406", "030 120406", "030/120406"],
        &["030 120407", "120"],
    );
}

#[test]
fn r4_a_grade_is_told_from_the_one_without_its_sign() {
    assert_found("en", &["B+", "b+"], &["B", "b", "B-"]);
    assert_found("tr", &["A-", "a-", "A−"], &["A", "A+"]);
    assert_found("tr", &["B", "b"], &["B+'dan", "B-"]);
    let engine = site_with("C+", "en", &["C++", "C#"]);
    assert_eq!(ids(&engine, "the language c++"), ["a0"]);
    assert_eq!(ids(&engine, "c#"), ["a1"]);
    assert_eq!(
        ids(&engine, "grade C"),
        ["it"],
        "no page has the letter alone"
    );
}

#[test]
fn r4_a_name_is_found_with_turkish_endings_and_no_apostrophe() {
    let engine = site_with("TÜMSAD ve KYB", "tr", &["tümsek", "kayıt"]);
    for typed in [
        "tümsadlı",
        "TUMSADLILAR",
        "tümsadın",
        "kybye",
        "kyb'ye",
        "KYBDEN",
        "kybnin başvurusu",
    ] {
        assert_eq!(ids(&engine, typed)[0], "it", "{typed}");
        assert!(ask(&engine, typed, &[]).corrections.is_empty(), "{typed}");
    }
    assert!(ids(&engine, "kybxx").is_empty());
}

fn corrections(engine: &Engine, question: &str) -> Vec<String> {
    let found = ask(engine, question, &[]).corrections.into_iter();
    found.map(|own| own.to).collect()
}

#[test]
fn r11_a_misspelt_singular_is_corrected_to_the_plural_that_the_site_has() {
    let others = ["shops", "a hall"];
    for (plural, typed) in [
        (
            "scholarships",
            vec!["scolarship", "schoalrship", "scholarshp"],
        ),
        ("laboratories", vec!["labratory", "labroatory"]),
        ("transcripts", vec!["trnascript", "transcrpt"]),
    ] {
        let engine = site_with(plural, "en", &others);
        for typed in typed {
            assert_eq!(corrections(&engine, typed), [plural], "{typed}");
            assert_eq!(ids(&engine, typed)[0], "it", "{typed}");
        }
        assert!(
            corrections(&engine, plural.trim_end_matches('s')).is_empty(),
            "{plural}"
        );
    }
    let engine = site_with("burslarımız", "tr", &["borçlar"]);
    assert!(corrections(&engine, "burs").is_empty());
    let engine = site_with("yönetmelikler", "tr", &["yöneticiler"]);
    assert_eq!(corrections(&engine, "yönetmlik"), ["yönetmelikler"]);
}

#[test]
fn r11_a_missing_space_is_corrected() {
    let engine = site_with("student card office", "en", &["cards"]);
    assert_eq!(corrections(&engine, "studentcard"), ["student card"]);
    assert_eq!(ids(&engine, "studentcard")[0], "it");
    assert!(corrections(&engine, "studentcxrd").is_empty());
}
