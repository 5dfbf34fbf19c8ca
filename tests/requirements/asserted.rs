//! The asserted answer: it satisfies the restrictions of the call and the question, and only
//! questions get one.

use soru::answer::{Answer, Method};
use soru::settings::Value;
use soru::{Block, Document, Engine, Fact};
use soru_indexing::Layout;

use super::site::{self, IntoValue, ask, table};

fn filter(key: &str, value: &str) -> (&'static str, Value) {
    ("filter", table(&[(key, value.into_value())]))
}

fn history(questions: &[&str]) -> (&'static str, Value) {
    let turn = |question: &&str| table(&[("content", (*question).into_value())]);
    ("history", Value::List(questions.iter().map(turn).collect()))
}

fn page(id: &str, lang: &str, section: &str, text: &str) -> Document {
    let mut page = site::titled(id, lang, id, vec![Block::Text(text.into())]);
    page.meta.insert("section".into(), section.into());
    page
}

fn fact(question: &str, answer: &str, lang: &str, category: &str) -> Fact {
    Fact {
        category: category.into(),
        ..site::fact(question, answer, "a.html", lang)
    }
}

/// Returns pages of two sections and two languages that answer the same question, and facts of two
/// categories.
fn engine() -> Engine {
    let pages = [
        page(
            "hotel",
            "en",
            "Rooms",
            "A double room costs 90 euros a night. A double room has a balcony.",
        ),
        page(
            "hostel",
            "en",
            "Beds",
            "A double room costs 40 euros a night, without breakfast.",
        ),
        page(
            "otel",
            "tr",
            "Rooms",
            "Çift kişilik oda geceliği 90 avrodur.",
        ),
        page(
            "parking",
            "en",
            "Cars",
            "The parking fee is 12 euros a day.",
        ),
    ];
    let facts = vec![
        fact(
            "How much is the parking fee?",
            "12 euros a day.",
            "en",
            "cars",
        ),
        fact("How much is the pool fee?", "5 euros a day.", "en", "pool"),
        fact("Otopark ücreti ne kadar?", "Günlüğü 12 avro.", "tr", "cars"),
        fact("Havuz ücreti ne kadar?", "Günlüğü 5 avro.", "tr", "pool"),
    ];
    site::loaded(&site::build_of(
        &pages,
        facts,
        &site::configuration(),
        Layout::SINGLE,
    ))
}

/// Asserts any result: four pages are too few for certainty.
fn bold() -> (&'static str, Value) {
    let least = [
        ("minConfidence", 0.0.into_value()),
        ("minRelevance", 0.0.into_value()),
    ];
    ("answer", table(&least))
}

fn asserted_by(answer: &Answer) -> Option<&str> {
    answer.answer.as_ref()?;
    answer.sources.first().map(|source| source.url.as_str())
}

#[test]
fn r31_a_quoted_passage_fits_the_filter_the_phrase_and_the_exclusion() {
    let engine = engine();
    let question = "How much does a double room cost?";
    for (asked, options, expected) in [
        (
            question.to_owned(),
            vec![filter("section", "Beds")],
            Some("hostel"),
        ),
        (
            question.to_owned(),
            vec![filter("section", "Rooms"), ("lang", "en".into_value())],
            Some("hotel"),
        ),
        (format!("{question} -balcony"), vec![], Some("hostel")),
        (
            format!("{question} \"without breakfast\""),
            vec![],
            Some("hostel"),
        ),
        (question.to_owned(), vec![filter("section", "Cars")], None),
        (
            question.to_owned(),
            vec![filter("section", "Nowhere")],
            None,
        ),
    ] {
        let answer = ask(&engine, &asked, &[&options[..], &[bold()]].concat());
        assert_eq!(
            asserted_by(&answer),
            expected,
            "{asked} {options:?} {answer:#?}"
        );
    }
    let turkish = ask(&engine, "double room", &[filter("lang", "tr")]);
    assert!(turkish.hits.iter().all(|hit| hit.lang == "tr"));
    assert!(turkish.sources.iter().all(|source| source.lang == "tr"));
}

#[test]
fn r14_an_asserted_or_offered_fact_fits_the_filter_the_phrase_and_the_exclusion() {
    let engine = engine();
    let question = "How much is the parking fee?";
    assert_eq!(ask(&engine, question, &[]).method, Method::FactExact);
    let category = filter("category", "cars");
    assert_eq!(
        ask(&engine, question, &[category]).method,
        Method::FactExact
    );
    for (asked, option) in [
        (question.to_owned(), Some(filter("category", "pool"))),
        (question.to_owned(), Some(filter("lang", "tr"))),
        (question.to_owned(), Some(filter("section", "Rooms"))),
        (format!("{question} -euros"), None),
        (format!("{question} \"a year\""), None),
    ] {
        let answer = ask(&engine, &asked, option.as_slice());
        assert!(
            answer.fact.is_none() && answer.tier == 2,
            "{asked} {option:?}"
        );
        assert!(
            !answer.choices.contains(&question.to_owned()),
            "{asked} {option:?}"
        );
    }
}

#[test]
fn r14_choices_fit_the_filter_the_phrase_and_the_exclusion() {
    let engine = engine();
    for (asked, option, ruled_out) in [
        ("fee", Some(filter("category", "pool")), "parking"),
        ("fee", Some(filter("lang", "tr")), "fee"),
        ("fee a day", Some(filter("section", "Rooms")), "fee"),
        ("fee -parking", None, "parking"),
        ("fee \"pool fee\"", None, "parking"),
        (
            "ücreti ne kadar",
            Some(filter("category", "pool")),
            "Otopark",
        ),
        ("ücreti ne kadar", Some(filter("lang", "en")), "ücreti"),
        ("ücreti ne kadar -otopark", None, "Otopark"),
    ] {
        let choices = ask(&engine, asked, option.as_slice()).choices;
        let is_out = |choice: &&String| choice.contains(ruled_out);
        assert_eq!(choices.iter().find(is_out), None, "{asked} {option:?}");
    }
}

// A fact is a checked answer to a question, and these are not questions.
#[test]
fn r12_stop_words_and_a_bare_keyword_get_no_fact() {
    let engines = [engine(), site::engine()];
    for asked in [
        "fee",
        "the",
        "what",
        "how much",
        "how much is the",
        "cost",
        "ücret",
        "ne",
        "ne kadar",
        "kaç",
        "ücreti ne kadar?",
        "fees?",
        "what is the fee?",
        "when",
        "ne zaman",
        "visa",
        "staj",
        "parking",
        "havuz",
    ] {
        for engine in &engines {
            let answer = ask(engine, asked, &[]);
            assert!(
                answer.fact.is_none() && answer.tier == 2,
                "{asked}: {answer:#?}"
            );
            assert!(!answer.route.reasoning.is_empty());
        }
    }
}

// A single word does not say what about it is asked, whatever the confidence of the page.
#[test]
fn r12_r31_a_single_word_gets_pages_and_no_card() {
    let engine = engine();
    for asked in ["room", "hotel", "parking", "the", "otel"] {
        let answer = ask(&engine, asked, &[bold()]);
        assert_eq!((answer.answer, answer.sources.len()), (None, 0), "{asked}");
    }
    let answer = ask(&engine, "double room breakfast", &[bold()]);
    assert!(answer.answer.is_some());
}

#[test]
fn r12_a_bare_keyword_that_is_a_fact_s_question_or_alias_gets_that_fact() {
    let mut parking = fact("Fee", "12 euros a day.", "en", "cars");
    parking.aliases.push("parking".into());
    let pages = [page(
        "parking",
        "en",
        "Cars",
        "The parking fee is 12 euros a day.",
    )];
    let files = site::build_of(
        &pages,
        vec![parking],
        &site::configuration(),
        Layout::SINGLE,
    );
    let engine = site::loaded(&files);
    for asked in ["fee", "Fee?", "parking"] {
        assert_eq!(
            ask(&engine, asked, &[]).method,
            Method::FactExact,
            "{asked}"
        );
    }
}

#[test]
fn r9_a_completed_question_is_answered_and_named() {
    let engine = engine();
    let before = history(&["How much is the pool fee?"]);
    let answer = ask(&engine, "and parking?", std::slice::from_ref(&before));
    assert_eq!(answer.question, "and parking?");
    assert_eq!(
        answer.completed.as_deref(),
        Some("How much is the parking fee?")
    );
    assert_eq!(answer.method, Method::FactExact);
    let json = serde_json::to_value(&answer).unwrap();
    assert_eq!(json["completed"], "How much is the parking fee?");
    for (asked, options) in [("double room", &[before][..]), ("double room", &[])] {
        assert_eq!(ask(&engine, asked, options).completed, None, "{asked}");
    }
}

// Restrictions belong to their question only; in a completed question they would be searched for as
// words.
#[test]
fn r9_a_completed_question_keeps_its_restrictions() {
    let engine = engine();
    let before = history(&["single room -balcony"]);
    let answer = ask(&engine, "and a double?", &[before]);
    assert_eq!(answer.completed.as_deref(), Some("double room"));
    let before = history(&["single room"]);
    let asked = ask(&engine, "and a double? -balcony", &[before]);
    assert_eq!(asked.completed, None);
    assert!(asked.hits.iter().all(|hit| hit.id != "hotel"));
}
