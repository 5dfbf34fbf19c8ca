//! Words that German and its neighbours write together are found by their parts (R18), in bundles
//! of one file and of many.

use soru::settings::Value;
use soru::{Block, Document, Engine};
use soru_indexing::Layout;

use super::site::{self, LONG_LISTS, SHARDED, ask};

fn engine(lang: &str, pages: &[[&str; 2]], layout: Layout) -> Engine {
    let page = |[id, text]: &[&str; 2]| {
        let text = Block::Text((*text).into());
        site::titled(id, lang, id, vec![text])
    };
    let pages: Vec<Document> = pages.iter().map(page).collect();
    let site = Value::table([("languages", [lang].into())]);
    let configuration = Value::table([("site", site)]);
    site::loaded(&site::build_of(&pages, Vec::new(), &configuration, layout))
}

/// Returns the pages found, each with the marked words of its excerpt.
fn found(engine: &Engine, question: &str) -> Vec<(String, Vec<String>)> {
    let hits = ask(engine, question, &[]).hits.into_iter();
    hits.map(|hit| {
        let letters: Vec<u16> = hit.excerpt.encode_utf16().collect();
        let marked = |[start, end]: &[u32; 2]| {
            String::from_utf16(&letters[*start as usize..*end as usize]).unwrap()
        };
        (hit.id, hit.marks.iter().map(marked).collect())
    })
    .collect()
}

const LAYOUTS: [Layout; 3] = [Layout::SINGLE, SHARDED, LONG_LISTS];

const GERMAN: [[&str; 2]; 4] = [
    ["amt", "Für eine Zweitschrift wird eine Gebühr erhoben."],
    ["geld", "Die Semestergebühren sind bis Ende März zu zahlen."],
    ["april", "Sprachkurse für Studierende beginnen im April."],
    [
        "plan",
        "Jeder Kurs dauert ein Semester. Jede Sprache hat ihren Plan.",
    ],
];

#[test]
fn r18_a_compound_is_found_by_its_parts_after_the_word_itself() {
    for layout in LAYOUTS {
        let engine = engine("de", &GERMAN, layout);
        for (question, ids, marked) in [
            ("Gebühr", ["amt", "geld"], "Semestergebühren"),
            ("gebuhr", ["amt", "geld"], "Semestergebühren"),
            ("Semester", ["plan", "geld"], "Semestergebühren"),
            ("Kurs", ["plan", "april"], "Sprachkurse"),
            ("Sprachen", ["plan", "april"], "Sprachkurse"),
        ] {
            let found = found(&engine, question);
            let own: Vec<&str> = found.iter().map(|(id, _)| id.as_str()).collect();
            assert_eq!(own, ids, "{question}, {layout:?}");
            assert_eq!(found[1].1, [marked], "{question}, {layout:?}");
        }
    }
}

// An inflection that no page has.
#[test]
fn r18_a_compound_is_found_by_the_first_letters_of_its_last_part() {
    for layout in LAYOUTS {
        let engine = engine("de", &GERMAN, layout);
        let found = found(&engine, "Gebührensatz");
        let geld = found.iter().find(|(id, _)| id == "geld").unwrap();
        assert_eq!(geld.1, ["Semestergebühren"], "{layout:?}");
    }
}

#[test]
fn r18_a_suffix_is_no_part() {
    for layout in LAYOUTS {
        let found = found(&engine("de", &GERMAN, layout), "Ende");
        let [(id, marks)] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!(
            (id.as_str(), marks.as_slice()),
            ("geld", ["Ende".to_owned()].as_slice())
        );
    }
}

#[test]
fn r18_dutch_and_scandinavian_compounds_are_found_by_their_parts() {
    for (lang, whole, parts, question, marked) in [
        (
            "nl",
            "De kamerhuur stijgt.",
            "De huur van een kamer.",
            "huur",
            "kamerhuur",
        ),
        (
            "sv",
            "Hyr studentbostaden här.",
            "En bostad för varje student.",
            "bostad",
            "studentbostaden",
        ),
        (
            "da",
            "Husk dit studiekort.",
            "Et kort til dit studie.",
            "kort",
            "studiekort",
        ),
        (
            "nb",
            "Husk ditt studiekort.",
            "Et kort til ditt studie.",
            "kort",
            "studiekort",
        ),
    ] {
        for layout in LAYOUTS {
            let engine = engine(lang, &[["parts", parts], ["whole", whole]], layout);
            let found = found(&engine, question);
            let whole = found.iter().find(|(id, _)| id == "whole");
            let marks = whole.map(|(_, marks)| marks.clone());
            assert_eq!(marks, Some(vec![marked.to_owned()]), "{lang}, {layout:?}");
        }
    }
}

#[test]
fn r18_words_of_other_languages_have_no_parts() {
    for (lang, text, question) in [
        (
            "en",
            "A houseboat, not a house or a boat. The boat is new.",
            "boat",
        ),
        (
            "tr",
            "Başöğretmen, öğretmen ve başkan. Okulda öğretmen var.",
            "öğretmen",
        ),
        (
            "es",
            "Un paraguas para las aguas. Las aguas suben.",
            "aguas",
        ),
    ] {
        for layout in LAYOUTS {
            let engine = engine(lang, &[["page", text]], layout);
            let marks: Vec<String> = found(&engine, question).remove(0).1;
            assert_eq!(marks, [question; 2], "{lang}, {layout:?}");
        }
    }
}

#[test]
fn r18_the_last_part_of_a_compound_is_found_although_it_is_no_word_of_the_site() {
    for (lang, text, parts) in [
        (
            "de",
            "Das Gästewohnheim liegt am Fluss.",
            ["wohnheim", "Wohnheime"],
        ),
        (
            "nl",
            "De huurovereenkomst wordt getekend.",
            ["overeenkomst", "overeenkomsten"],
        ),
        ("sv", "En gästbostad kan hyras.", ["bostad", "bostaden"]),
        ("da", "Der er en studiebolig i byen.", ["bolig", "boligen"]),
        ("nb", "Alle får et adgangskort i august.", ["kort", "Kort"]),
    ] {
        let pages = [["it", text], ["other", "12 34"]];
        for layout in LAYOUTS {
            let engine = engine(lang, &pages, layout);
            for part in parts {
                let found = found(&engine, part);
                assert_eq!(
                    found.first().map(|(id, _)| id.as_str()),
                    Some("it"),
                    "{part}"
                );
                assert!(ask(&engine, part, &[]).corrections.is_empty(), "{part}");
            }
        }
    }
}

#[test]
fn r18_other_endings_of_words_and_other_languages_have_no_last_parts() {
    for (lang, text, part) in [
        ("de", "Die Verwaltung ist zu.", "waltung"),
        ("de", "Ein Verein.", "rein"),
        ("en", "A dashboard is shown.", "board"),
    ] {
        let engine = engine(lang, &[["it", text]], Layout::SINGLE);
        assert!(found(&engine, part).is_empty(), "{part}");
    }
}
