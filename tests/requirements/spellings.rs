//! Words with several spellings are found by each of them, whichever the page uses (R4).

use soru::{Document, Engine};
use soru_indexing::Layout;

use super::site::{self, IntoValue, ask};

fn page(id: &str, lang: &str, text: &str) -> Document {
    site::page(id, lang, text)
}

/// Returns a site in which one page has the spelling, and others have similar text.
pub(super) fn site_with(spelling: &str, lang: &str, others: &[&str]) -> Engine {
    let sentence = |what: &str| match lang {
        "tr" => format!("Bu sayfada {what} anlatılır."),
        _ => format!("This page tells of {what} and nothing else."),
    };
    let mut pages = vec![page("it", lang, &sentence(spelling))];
    for (i, other) in others.iter().enumerate() {
        pages.push(page(&format!("a{i}"), lang, &sentence(other)));
    }
    site::engine_of(&pages, Layout::SINGLE)
}

/// Checks that every spelling finds a page with any other, before pages that only resemble it.
pub(super) fn assert_found(lang: &str, spellings: &[&str], others: &[&str]) {
    for written in spellings {
        let engine = site_with(written, lang, others);
        for typed in spellings {
            let answer = ask(&engine, typed, &[]);
            let best = answer.hits.first().map(|hit| hit.id.as_str());
            assert_eq!(
                best,
                Some("it"),
                "the page has {written}, the question {typed}"
            );
        }
    }
}

#[test]
fn r4_codes_are_found_in_every_spelling() {
    let others = ["H-2B", "L-1", "form 1"];
    assert_found(
        "en",
        &["H-1B", "h1b", "H1B", "h 1b", "H 1B", "H‑1B", "H–1B"],
        &others,
    );
    assert_found(
        "en",
        &["I-20", "I20", "i20", "i 20", "I 20"],
        &["I-94", "20 pages"],
    );
    assert_found(
        "tr",
        &["I-20", "I20", "i20", "i 20", "I 20"],
        &["I-94", "20 sayfa"],
    );
    let others = ["DS-2019", "form 160", "DS-11"];
    assert_found(
        "en",
        &["DS-160", "DS160", "ds160", "ds 160", "DS 160"],
        &others,
    );
    let others = ["COVID-20", "covid", "19"];
    for lang in ["tr", "en"] {
        assert_found(
            lang,
            &["COVID-19", "covid19", "covid 19", "COVID 19"],
            &others,
        );
    }
}

#[test]
fn r4_codes_that_a_slash_joins_are_found_each() {
    let others = ["F-2/J-2", "form 1"];
    for (written, typed) in [
        ("F-1/J-1", ["F-1", "j1"]),
        ("H-1B/H-4", ["h1b", "H-4"]),
        ("I-20/DS-2019", ["I-20", "DS-2019"]),
    ] {
        for lang in ["tr", "en"] {
            let engine = site_with(written, lang, &others);
            let alone = site_with(typed[0], lang, &others);
            for code in typed {
                assert_eq!(
                    ids(&engine, code),
                    ["it"],
                    "{code} on a page with {written}"
                );
            }
            let relevance = |engine| ask(engine, typed[0], &[]).hits[0].relevance;
            assert!(relevance(&engine) > 0.9 * relevance(&alone), "{written}");
        }
    }
}

pub(super) fn ids(engine: &Engine, question: &str) -> Vec<String> {
    let hits = ask(engine, question, &[]).hits.into_iter();
    hits.map(|hit| hit.id).collect()
}

// A page with the code must not be ranked by its pieces.
#[test]
fn r10_a_code_typed_as_separate_words_equals_the_code() {
    for (apart, together, others) in [
        ("h 1b vize", "h1b vize", ["1b dersi", "h harfi"]),
        ("F 1 vize", "F-1 vize", ["form 1", "1 vize"]),
        ("i 20 belgesi", "i-20 belgesi", ["20 belge", "I-94"]),
        ("ds 160 formu", "DS-160 formu", ["160 form", "DS-11"]),
        ("385 000 kişi", "385.000 kişi", ["385 kişi", "000"]),
        ("555 01 10", "5550110", ["555 numara", "10"]),
    ] {
        let written = together.split(' ').next().unwrap();
        let engine = site_with(written, "tr", &others);
        let scores = |question: &str| -> Vec<(String, u64, u64)> {
            let hits = ask(&engine, question, &[]).hits.into_iter();
            hits.map(|hit| (hit.id, hit.score.to_bits(), hit.relevance.to_bits()))
                .collect()
        };
        assert_eq!(scores(apart), scores(together), "{apart}");
    }
}

#[test]
fn r10_neighbours_that_no_page_writes_together_stay_words() {
    let engine = site_with("ds belgesi 160 gün", "tr", &["gün"]);
    let trace = |question: &str| {
        let options = [("trace", true.into_value())];
        let events = ask(&engine, question, &options).trace.unwrap();
        let joins = events.into_iter().filter(|event| event.operator == "joins");
        joins.map(|event| event.output).collect::<Vec<_>>()
    };
    for ordinary in ["ds 160", "a 5", "2 x 3", "b 12", "ilk 15 gün", "e belge"] {
        assert!(trace(ordinary).is_empty(), "{ordinary}");
        assert!(!ask(&engine, ordinary, &[]).hits.is_empty() || !ordinary.contains("160"));
    }
    let engine = site_with("DS-160", "tr", &["gün"]);
    let options = [("trace", true.into_value())];
    let events = ask(&engine, "ds 160 formu", &options).trace.unwrap();
    let joins = events.iter().find(|event| event.operator == "joins");
    assert_eq!(joins.unwrap().output, "ds-160 formu");
}

#[test]
fn r4_characters_that_nobody_sees_and_ligatures_are_no_other_spelling() {
    let engine = site_with("final sınavı", "tr", &["fınal", "nal"]);
    let plain = ids(&engine, "final sınavı");
    assert_eq!(plain[0], "it");
    for typed in [
        "ﬁnal sınavı",
        "fi\u{ad}nal sınavı",
        "final sı\u{200b}navı",
        "\u{feff}final sınavı",
    ] {
        assert_eq!(ids(&engine, typed), plain, "{typed:?}");
    }
}

#[test]
fn r4_hyphenated_words_are_found_in_every_spelling() {
    for lang in ["tr", "en"] {
        assert_found(
            lang,
            &["e-mail", "email", "e mail", "E-Mail"],
            &["emit", "main"],
        );
        assert_found(lang, &["e-posta", "eposta", "e posta"], &["epos", "post"]);
        assert_found(lang, &["add-drop", "add drop"], &["addon", "dropout"]);
        assert_found(lang, &["add-drop", "adddrop"], &["addon", "dropout"]);
    }
}

#[test]
fn r4_numbers_are_found_in_every_spelling() {
    let spellings = ["1.500,50", "1500,50", "1,500.50", "1500.50"];
    assert_found("tr", &spellings, &["1500", "1.500,75", "150,50"]);
    assert_found("en", &spellings, &["1500", "1,500.75", "150.50"]);
    assert_found("tr", &["85.000", "85,000", "85000"], &["85", "85.001"]);
    assert_found("tr", &["3,50", "3,5", "3.5"], &["3,55", "35"]);
    let grouped = ["385 000", "385.000", "385,000", "385000"];
    assert_found("tr", &grouped, &["385", "000", "385.001"]);
    let phones = ["555 01 10", "5550110"];
    assert_found("tr", &phones, &["555", "01", "10", "555 01 11"]);
    assert_found(
        "tr",
        &["08:30", "8.30", "08.30", "8:30"],
        &["8", "30", "18:30"],
    );
}

#[test]
fn r4_years_and_dates_are_found_in_every_spelling() {
    let years = ["2026-27", "2026-2027", "2026/27", "2026/2027", "2026–27"];
    let dates = ["01.05.2026", "1.5.2026", "2026-05-01", "1 Mayıs 2026"];
    for lang in ["tr", "en"] {
        assert_found(lang, &years, &["2025-26", "2027-28", "2026"]);
        assert_found(lang, &dates[..3], &["02.05.2026", "2026"]);
    }
    assert_found("tr", &dates, &["1 Mayıs 2025", "2 Mayıs 2026"]);
    let english = [
        "May 1, 2026",
        "1 May 2026",
        "May 1st, 2026",
        "2026-05-01",
        "5/1/2026",
    ];
    assert_found("en", &english, &["May 1, 2025", "May 2, 2026"]);
}

#[test]
fn r4_shares_and_amounts_are_found_in_every_spelling() {
    let shares = [
        "%50",
        "50%",
        "% 50",
        "yüzde 50",
        "yuzde 50",
        "50 percent",
        "50 per cent",
    ];
    for lang in ["tr", "en"] {
        assert_found(lang, &shares[..6], &["%60", "50 lira", "50"]);
    }
    assert_found(
        "en",
        &["50%", "50 percent", "50 per cent"],
        &["60%", "50 lira"],
    );
    let liras = [
        "50 ₺",
        "₺50",
        "50₺",
        "50 TL",
        "50 tl",
        "50 lira",
        "50 TL'dir",
    ];
    assert_found("tr", &liras, &["50 dolar", "60 TL", "50"]);
    assert_found("en", &liras[..6], &["50 dollars", "60 TL", "50"]);
    let dollars = [
        "$780",
        "780 dollars",
        "780 USD",
        "US$780",
        "780 $",
        "780 dolar",
    ];
    assert_found("en", &dollars, &["780 euros", "$680", "780"]);
    assert_found(
        "tr",
        &["780 $", "780 dolar", "780 USD"],
        &["780 avro", "780"],
    );
    assert_found(
        "tr",
        &["80 €", "80 euro", "80 avro", "80 EUR"],
        &["80 dolar", "80"],
    );
}

#[test]
fn r4_ordinals_are_found_in_every_spelling() {
    let spellings = [
        "1. sınıf",
        "1.sınıf",
        "birinci sınıf",
        "1'inci sınıf",
        "1inci sınıf",
    ];
    assert_found("tr", &spellings, &["2. sınıf", "ikinci sınıf", "1. dönem"]);
    assert_found(
        "tr",
        &["3. madde", "üçüncü madde", "ucuncu madde"],
        &["2. madde", "4. madde"],
    );
    assert_found("en", &["2nd year", "2 year"], &["3rd year"]);
}

#[test]
fn r4_a_longer_code_is_not_taken_for_a_shorter_one() {
    let engine = site_with("H-1B1", "en", &["H-1B"]);
    assert_eq!(ask(&engine, "h1b", &[]).hits[0].id, "a0");
    assert_eq!(ask(&engine, "h1b1", &[]).hits[0].id, "it");
}

// The stemmer treats `lise` as an inflection of `lis`, and `liselere` as one of `lise`. Words of
// four letters are too short for a match by prefix.
#[test]
fn r4_a_bare_noun_and_its_inflections_find_each_other() {
    for (written, typed) in [
        ("liselere", "lise"),
        ("lise", "liselere"),
        ("süreler", "süre"),
        ("sure", "sürelerde"),
        ("üyelerce", "uye"),
    ] {
        let engine = site_with(written, "tr", &["okul", "zaman"]);
        let found = ask(&engine, typed, &[]);
        assert_eq!(found.hits.len(), 1, "{written} {typed}");
        assert_eq!(found.hits[0].id, "it");
    }
}
