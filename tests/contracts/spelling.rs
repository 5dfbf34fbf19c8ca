//! The contract of spellers (R11).

use std::sync::{Arc, OnceLock};

use soru::index::Index;
use soru::pre_retrieval::{
    Analysis, KnownText, QueryOperator, QuerySettings, SpellingSettings, TextKind, TextSettings,
    VocabularySpeller,
};
use soru::query::{Correction, Query};
use soru::text::{Language, StopWords, WordLists, fold, stem};
use soru_indexing::Layout;

use super::site;

fn words() -> WordLists {
    WordLists::of_languages(&["tr", "en"])
}

fn languages() -> Vec<String> {
    ["tr", "en"].map(str::to_owned).into()
}

/// Words in the site's rules that no page of the sample site has.
const KNOWN: [(&str, &str); 2] = [("tr", "kontenjan, önlisans"), ("en", "bursary")];

fn speller() -> VocabularySpeller {
    let known = KNOWN.map(|(tag, text)| KnownText {
        tag: tag.to_owned(),
        text: text.to_owned(),
        kind: TextKind::Rules,
    });
    let settings = SpellingSettings::default();
    let stop_words = StopWords::default_lists();
    VocabularySpeller::new(&settings, stop_words, &words(), &languages(), &known).unwrap()
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let (manifest, source) = site::source(&site::build(Layout::SINGLE));
        let index = Index::open(&manifest, Arc::new(source)).unwrap();
        // A source gives up each section once, and tests run in parallel.
        for language in 0..index.languages().len() {
            index.words(language).unwrap();
        }
        index
    })
}

fn analysed(text: &str) -> Query {
    let settings = QuerySettings::default();
    let analysis = Analysis::new(
        &languages(),
        &TextSettings::default(),
        &words(),
        &settings,
        0.5,
    );
    let mut query = Query {
        text: text.to_owned(),
        ..Query::default()
    };
    analysis.apply(&mut query).unwrap();
    query
}

fn corrections(speller: &VocabularySpeller, text: &str) -> Vec<Correction> {
    speller.corrections(index(), &analysed(text)).unwrap()
}

/// Returns all words of the sample site with their language.
fn vocabulary() -> Vec<(String, Language)> {
    let mut words = Vec::new();
    for (number, statistics) in index().languages().iter().enumerate() {
        let language = Language::from_tag(&statistics.tag);
        for word in index().words(number).unwrap() {
            words.push((word.text().to_owned(), language));
        }
    }
    words
}

#[test]
fn r11_a_word_that_the_index_knows_is_never_corrected_however_it_is_typed() {
    let speller = speller();
    for (word, language) in vocabulary() {
        for typed in [
            word.clone(),
            fold(&word),
            fold(&word).to_ascii_uppercase(),
            word.to_uppercase(),
            stem(&word, language),
        ] {
            let found = corrections(&speller, &format!("{typed} staj"));
            assert!(found.is_empty(), "{typed}: {found:?}");
        }
    }
}

#[test]
fn r11_words_of_the_site_s_own_rules_and_stop_words_are_known() {
    let speller = speller();
    for known in [
        "kontenjan",
        "KONTENJANLAR",
        "onlisans",
        "bursary",
        "nasıl",
        "lazim",
        "yourself about",
    ] {
        let found = corrections(&speller, known);
        let of_others = |correction: &&Correction| correction.from != "yourself";
        assert_eq!(found.iter().find(of_others), None, "{known}");
    }
}

#[test]
fn r11_nothing_with_a_digit_in_it_is_corrected_nor_offered() {
    let speller = speller();
    for code in [
        "h1c", "I-130", "i765", "2027", "1.251", "3,51", "covid20", "H-1BB", "S1S1",
    ] {
        let found = corrections(&speller, &format!("staj {code}"));
        assert!(found.is_empty(), "{code}: {found:?}");
    }
    for (text, corrections) in damaged_questions(&speller) {
        for correction in corrections {
            let digits = correction.from.contains(char::is_numeric)
                || correction.to.contains(char::is_numeric);
            assert!(!digits, "{text}: {correction:?}");
        }
    }
}

/// Returns the corrections of every question of the sample site, with a letter of a word left out.
fn damaged_questions(speller: &VocabularySpeller) -> Vec<(String, Vec<Correction>)> {
    let mut damaged = Vec::new();
    for question in site::questions() {
        let places = question
            .char_indices()
            .map(|(at, c)| (at, at + c.len_utf8()));
        for (start, end) in places.skip(1).step_by(3) {
            let text = [&question[..start], &question[end..]].concat();
            if text.contains(char::is_alphanumeric) {
                let found = corrections(speller, &text);
                damaged.push((text, found));
            }
        }
    }
    damaged
}

#[test]
fn r11_a_correction_has_the_position_of_a_word_and_a_known_replacement() {
    let speller = speller();
    let mut repaired = 0;
    for (text, corrections) in damaged_questions(&speller) {
        let mut done = 0;
        for correction in &corrections {
            let end = correction.start + correction.from.len();
            assert_eq!(
                text.get(correction.start..end),
                Some(correction.from.as_str())
            );
            assert!(correction.start >= done, "{text}: {corrections:?}");
            done = end;
            for key in fold(&correction.to).split(' ') {
                let own = KNOWN.iter().any(|(_, words)| fold(words).contains(key));
                let known = |language| index().knows(language, key, key).unwrap();
                assert!(own || known(0) || known(1), "{text}: {correction:?}");
            }
            repaired += 1;
        }
    }
    assert!(repaired > 40, "{speller:?} repairs only {repaired}");
}

#[test]
fn r2_the_same_query_is_corrected_in_the_same_way_again() {
    let [one, other] = [speller(), speller()];
    assert_eq!(damaged_questions(&one), damaged_questions(&other));
}

#[test]
fn r11_one_wrong_letter_is_repaired_wherever_it_is() {
    let speller = speller();
    for (typed, meant) in [
        ("kütphane saatleri", "kütüphane"),
        ("KUTUPANE SAATLERI", "kütüphane"),
        ("jütüphane saatleri", "kütüphane"),
        ("uktuphane saatleri", "kütüphane"),
        ("staj siggorta", "sigorta"),
        ("engineeering programmes", "engineering"),
        ("tuitoin fee", "tuition"),
        ("yıllık ücrret", "ücret"),
    ] {
        let found = corrections(&speller, typed);
        assert_eq!(found.first().map(|c| c.to.as_str()), Some(meant), "{typed}");
    }
}

#[test]
fn r11_a_phrase_that_is_demanded_word_for_word_is_left_as_it_is() {
    let speller = speller();
    let mut query = analysed("kütphane saatleri");
    query.restrictions.phrases = vec!["Kütphane".to_owned()];
    assert_eq!(speller.corrections(index(), &query).unwrap(), []);
}

// Many unknown words indicate another language, and each would be compared with all words.
#[test]
fn r11_a_question_of_unknown_words_is_left_as_it_is() {
    let foreign =
        "Wann öffnet morgens eigentlich unsere herrliche Bibliothek fuers gemeine Publikum";
    let speller = speller();
    assert_eq!(corrections(&speller, foreign), []);
}
