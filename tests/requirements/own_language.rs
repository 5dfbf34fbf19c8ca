//! R8 on a site of two languages: pages in the question's language come first, unless they match
//! too little.

use std::collections::BTreeSet;

use soru::hit::Hit;
use soru::text::{Language, tokenise};
use soru::{Block, Document, Engine};

use super::site::{self, IntoValue, ask};

fn page(id: &str, lang: &str, title: &str, text: &str) -> Document {
    site::titled(id, lang, title, vec![Block::Text(text.into())])
}

/// Returns the sample site, and pages that use words of the other language: rare words there, under
/// a title that has them.
fn documents() -> Vec<Document> {
    let more = [
        page(
            "en/residence.html",
            "en",
            "Residence permit and öğrenci belgesi",
            "Ask for your öğrenci belgesi, the student certificate, and bring it to the office.",
        ),
        page(
            "en/terms.html",
            "en",
            "Staj: the compulsory internship",
            "Staj, staj defteri and kayıt are words that you will hear often.",
        ),
        page(
            "tr/terimler.html",
            "tr",
            "Visa, fees, internship",
            "Visa, fees ve internship sözcükleri yabancı öğrenciler için yazılmıştır.",
        ),
    ];
    site::documents().into_iter().chain(more).collect()
}

fn engine() -> Engine {
    site::engine_of(&documents(), soru_indexing::Layout::SINGLE)
}

fn hits(engine: &Engine, question: &str, lang: &str, retriever: &str) -> Vec<Hit> {
    let options = [
        ("lang", lang.into_value()),
        ("retriever", retriever.into_value()),
        ("topK", 50.0.into_value()),
    ];
    ask(engine, question, &options).hits
}

/// Returns the words of the pages in one language.
fn words(documents: &[Document], lang: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for page in documents.iter().filter(|page| page.lang == lang) {
        let texts = page.blocks.iter().map(Block::text);
        for text in texts.chain([page.title.as_str()]) {
            let tokens = tokenise(text, Language::from_tag(lang));
            words.extend(tokens.into_iter().map(|token| token.text));
        }
    }
    words
}

// A Turkish word is rare in English pages, however common in Turkish ones: by rarity alone, the one
// English page that has it would win.
#[test]
fn r8_a_word_of_the_question_s_language_finds_its_pages_before_the_other_language_s() {
    let engine = engine();
    for retriever in ["hybrid", "bm25"] {
        for question in [
            "öğrenci",
            "OGRENCI",
            "öğrenci belgesi",
            "staj",
            "kayıt",
            "staj defteri",
        ] {
            let hits = hits(&engine, question, "tr", retriever);
            assert_eq!(hits[0].lang, "tr", "{retriever} {question}");
            assert!(
                hits.iter().any(|hit| hit.lang == "en"),
                "{retriever} {question}"
            );
        }
        for question in ["visa", "fees", "internship", "INTERNSHIP fees"] {
            let hits = hits(&engine, question, "en", retriever);
            assert_eq!(hits[0].lang, "en", "{retriever} {question}");
        }
    }
}

#[test]
fn r8_every_word_that_both_languages_have_finds_own_pages_first() {
    let (engine, documents) = (engine(), documents());
    let (turkish, english) = (words(&documents, "tr"), words(&documents, "en"));
    let both: Vec<&String> = turkish.intersection(&english).collect();
    assert!(both.len() > 10, "{both:?}");
    for word in both {
        for lang in ["tr", "en"] {
            // Some words determine their language, whatever the page's.
            let answer = ask(&engine, word, &[("lang", lang.into_value())]);
            assert_eq!(
                answer.hits[0].lang, answer.lang,
                "{word} on a page in {lang}"
            );
        }
    }
}

#[test]
fn r8_content_in_only_the_other_language_is_found() {
    let engine = engine();
    assert_eq!(hits(&engine, "certificate", "tr", "hybrid")[0].lang, "en");
    assert_eq!(hits(&engine, "dağcılık", "en", "hybrid")[0].lang, "tr");
}

#[test]
fn r8_the_answer_comes_from_a_page_in_the_language_of_the_question() {
    let engine = engine();
    for question in [
        "OGRENCI belgesi",
        "öğrenci belgesi nasıl alınır",
        "staj nasıl",
    ] {
        let always = site::table(&[("min_confidence", 0.0.into_value())]);
        let options = [("lang", "tr".into_value()), ("answer", always)];
        let answer = ask(&engine, question, &options);
        assert_eq!(answer.sources[0].lang, "tr", "{question}");
    }
}

// `certificate` is only on the English page, so its features count in full.
#[test]
fn r8_a_page_that_has_the_question_is_not_hidden_by_own_pages_that_have_little_of_it() {
    let engine = engine();
    let found = hits(
        &engine,
        "student certificate office belgesi",
        "tr",
        "hybrid",
    );
    assert_eq!(found[0].id, "en/residence.html");
    assert!(found.iter().any(|hit| hit.lang == "tr"));
}

// Visitors omit diacritics that the site uses: the English `cap` is a different word.
#[test]
fn r4_an_english_word_is_no_turkish_word_with_diacritics_and_without_them_that_is_found() {
    let pages = [
        page(
            "en",
            "en",
            "Selection",
            "There is a cap of 65,000 on petitions, and the cap is reached each year.",
        ),
        page(
            "tr",
            "tr",
            "Çift anadal",
            "ÇAP başvurusu bahar döneminde yapılır, ÇAP için ortalama en az 3,00 olmalıdır.",
        ),
    ];
    let engine = site::engine_of(&pages, soru_indexing::Layout::SINGLE);
    let ids = |question: &str, lang: &str| -> Vec<String> {
        let hits = hits(&engine, question, lang, "bm25").into_iter();
        hits.map(|hit| hit.id).collect()
    };
    for question in ["what is the cap", "cap on petitions"] {
        assert_eq!(ids(question, "tr"), ["en"], "{question}");
    }
    for lang in ["tr", "en"] {
        for question in ["cap basvurusu nasil yapilir", "CAP BASVURUSU", "çap"] {
            assert_eq!(
                ids(question, lang)[0],
                "tr",
                "{question} on a page in {lang}"
            );
        }
    }
    assert_eq!(ids("cap", "tr")[0], "tr");
}

// Typed without its diacritic, the Turkish word begins like English ones, which are on more pages.
#[test]
fn r4_a_word_of_one_language_is_not_taken_for_the_beginning_of_words_of_another() {
    let english = (0..6).map(|n| {
        let text = "The kilometres and the kilometre of the road.";
        page(&format!("en/{n}.html"), "en", "Roads", text)
    });
    let turkish = (0..12).map(|n| {
        let text = [
            "Defter ile kalem.",
            "Yolun kilometresi yazılır, kilometresı da.",
        ][n / 11];
        page(&format!("tr/{n}.html"), "tr", "Yollar", text)
    });
    let pages: Vec<Document> = english.chain(turkish).collect();
    let engine = site::engine_of(&pages, soru_indexing::Layout::SINGLE);
    for (typed, expected) in [
        ("kilometresi", "tr"),
        ("KILOMETRESI", "tr"),
        ("kilometre", "en"),
        ("kilometres", "en"),
    ] {
        for lang in ["tr", "en"] {
            let answer = ask(&engine, typed, &[("lang", lang.into_value())]);
            assert_eq!(answer.lang, expected, "{typed} {lang}");
        }
    }
}
