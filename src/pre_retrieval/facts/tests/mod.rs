//! Which facts answer, and which do not (R14, R16).

use super::*;
use crate::pre_retrieval::analysis::tests::analysed;

mod offers;

/// Returns the words of a site in both languages.
fn words() -> WordLists {
    WordLists::of_languages(&["tr", "en"])
}

fn fact(question: &str, answer: &str, lang: &str, aliases: &[&str]) -> Fact {
    Fact {
        question: question.into(),
        answer: answer.into(),
        lang: lang.into(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        source_url: "https://example.org".into(),
        ..Fact::default()
    }
}

fn query(question: &str) -> Query {
    analysed(question, ["tr", "en"]).unwrap()
}

fn table() -> FactTable {
    table_with(&FactMatchingSettings::default())
}

fn find_with(settings: &FactMatchingSettings, question: &str) -> Option<String> {
    let table = table_with(settings);
    let found = table.find(&query(question), Some("2026-01-01"));
    found.map(|found| found.fact.answer.clone())
}

fn table_with(settings: &FactMatchingSettings) -> FactTable {
    let mut expired = fact("What was the 2024 fee?", "old", "en", &[]);
    expired.valid_until = "2024-12-31".into();
    let facts = vec![
        fact(
            "What is the H-1B cap?",
            "85,000",
            "en",
            &["How many H-1B visas are issued each year?"],
        ),
        fact("When does registration start?", "1 September", "en", &[]),
        fact("When does registration end?", "15 September", "en", &[]),
        fact(
            "Yemekhane ücreti ne kadar?",
            "50 TL",
            "tr",
            &["yemek fiyatı"],
        ),
        fact("Final sınavları ne zaman?", "Ocak", "tr", &[]),
        expired,
    ];
    let languages = ["tr".to_owned(), "en".to_owned()];
    FactTable::new(
        facts,
        &languages,
        &TextSettings::default(),
        &words(),
        settings,
    )
}

fn find(question: &str) -> Option<(String, Method)> {
    find_on(question, Some("2026-01-01"))
}

fn find_on(question: &str, today: Option<&str>) -> Option<(String, Method)> {
    table()
        .find(&query(question), today)
        .map(|found| (found.fact.answer.clone(), found.method))
}

#[test]
fn r14_a_fact_s_question_in_any_spelling_is_an_exact_match() {
    for question in [
        "What is the H-1B cap?",
        "what is the h1b CAP",
        "what is the h 1b cap",
        "WHAT IS THE H1B CAP!!",
    ] {
        assert_eq!(
            find(question),
            Some(("85,000".into(), Method::FactExact)),
            "{question}"
        );
    }
    assert_eq!(
        find("YEMEK FİYATI"),
        Some(("50 TL".into(), Method::FactExact))
    );
}

#[test]
fn r14_the_same_content_words_among_others_are_a_fuzzy_match() {
    for (question, answer) in [
        ("h1b cap", "85,000"),
        ("whats our H-1B caps please", "85,000"),
        ("yemekhane ucretleri ne kadar", "50 TL"),
        ("when does the registration start", "1 September"),
        ("when does registratoin start", "1 September"),
        ("Final sınavlarımız ne zaman", "Ocak"),
    ] {
        let found = find(question);
        assert_eq!(
            found,
            Some((answer.into(), Method::FactFuzzy)),
            "{question}"
        );
    }
}

// A word more, another tense, another order: any may make it another question.
#[test]
fn r14_other_words_do_not_match_unless_the_site_allows_them() {
    let differing = [
        "when will registration start",
        "When did registration start?",
        "When does online registration start?",
        "registration start",
        "H-1B visa cap",
        "cap of H-1B",
    ];
    for question in differing {
        assert_eq!(find(question), None, "{question}");
    }
    let settings = FactMatchingSettings {
        light_words: Map::from([("en", vec!["online".to_owned()])]),
        ..FactMatchingSettings::default()
    };
    let light = find_with(&settings, "When does online registration start?");
    assert_eq!(light.as_deref(), Some("1 September"));
}

#[test]
fn r14_a_site_can_match_by_words_in_common() {
    let settings = FactMatchingSettings {
        same_words: false,
        ..FactMatchingSettings::default()
    };
    for (question, answer) in [
        ("H-1B visa cap", Some("85,000")),
        ("cap of H-1B", Some("85,000")),
        ("When does online registration start?", Some("1 September")),
        ("What is the H-1B cap in 2019?", None),
        ("When did registration start?", None),
        ("When does registration not start?", None),
        ("registration when", None),
    ] {
        let found = find_with(&settings, question);
        assert_eq!(found.as_deref(), answer, "{question}");
    }
}

#[test]
fn r14_a_keyword_matches_only_a_fact_with_that_wording() {
    for question in ["registration", "cap", "fee", "the", "what", "ücret", "ne"] {
        assert_eq!(find(question), None, "{question}");
    }
    assert!(find("yemek fiyatı").is_some());
}

#[test]
fn r14_numbers_years_negations_and_other_kinds_of_question_block() {
    for question in [
        "What is the H-1B cap in 2019?",
        "When does registration not start?",
        "Where does registration start?",
        "Yemekhane ücreti ne zaman ödenir?",
        "Can I eat at the yemekhane?",
    ] {
        assert_eq!(find(question), None, "{question}");
    }
}

#[test]
fn r14_two_facts_that_fit_equally_answer_nothing() {
    assert_eq!(find("registration when"), None);
}

#[test]
fn r16_an_expired_fact_is_not_current() {
    assert_eq!(find_on("What was the 2024 fee?", Some("2025-01-01")), None);
    assert!(find_on("What was the 2024 fee?", Some("2024-12-31")).is_some());
    assert!(find_on("What was the 2024 fee?", None).is_some());
}

#[test]
fn r16_the_same_question_is_recognised_in_any_spelling() {
    assert!(same_question(
        "Harç ne kadar?",
        "harc NE KADAR",
        Language::Turkish
    ));
    assert!(!same_question(
        "Harç ne kadar?",
        "Harç ne zaman?",
        Language::Turkish
    ));
}
