use super::*;
use crate::fact::Fact;
use crate::pre_retrieval::analysis::tests::analysed;
use crate::pre_retrieval::{FactMatchingSettings, TextSettings};

fn route(question: &str) -> Route {
    route_by(question, &RouterSettings::default())
}

fn route_by(question: &str, settings: &RouterSettings) -> Route {
    let languages = ["en", "tr"];
    let query = analysed(question, languages).unwrap();
    let words = WordLists::of_languages(&languages);
    let languages = languages.map(str::to_owned);
    let fact = Fact {
        question: "What is the H-1B cap?".into(),
        answer: "85,000".into(),
        source_url: "https://example.org".into(),
        aliases: vec!["How many H-1B visas are issued?".into()],
        lang: "en".into(),
        ..Fact::default()
    };
    let facts = FactTable::new(
        vec![fact],
        &languages,
        &TextSettings::default(),
        &words,
        &FactMatchingSettings::default(),
    );
    PatternRouter::new(settings, &languages, &words)
        .unwrap()
        .route(&query, &facts, None)
        .route
}

fn in_english(texts: &[&str]) -> Map<Vec<String>> {
    let texts = texts.iter().map(|text| (*text).to_owned()).collect();
    [("en".to_owned(), texts)].into()
}

#[test]
fn r13_an_amount_is_a_separate_pattern() {
    for question in [
        "Was the fee raised to $460 last year?",
        "was the price cut to 20 % or so",
        "Harç 5.000 TL'ye yükseldi ama değil mi?",
        "indirim %20 mi öğrencilere de geçerli",
    ] {
        let route = route(question);
        assert_eq!(route.tier, 1, "{question}: {route:?}");
        assert!(route.reasoning.contains("names an amount"), "{route:?}");
    }
    for question in [
        "Was the fee in room 460 paid last year?",
        "Can I pay $460 by card?",
    ] {
        assert_eq!(route(question).tier, 2, "{question}: {:?}", route(question));
    }
}

#[test]
fn r13_a_site_switches_the_built_in_patterns_off_and_keeps_its_own() {
    let settings = RouterSettings {
        builtin_patterns: false,
        definition_patterns: in_english(&["define"]),
        ..RouterSettings::default()
    };
    for question in [
        "How much does it cost?",
        "What is the fee?",
        "kayıt ücreti nedir",
        "$460 last year",
    ] {
        let route = route_by(question, &settings);
        assert_eq!(
            route.reasoning, "score 0.00: no pattern matched",
            "{question}"
        );
    }
    assert_eq!(route_by("define optional training", &settings).tier, 1);
}

#[test]
fn r13_a_question_nearly_equal_to_a_fact_s_goes_to_the_facts_with_confidence_1() {
    for question in [
        "What is the H-1B cap?",
        "what is the h1b cap",
        "What is the H1B capp",
    ] {
        let route = route(question);
        assert_eq!(
            (route.tier, route.confidence),
            (1, 1.0),
            "{question}: {route:?}"
        );
    }
}

#[test]
fn r13_figures_and_keywords_go_to_the_facts_in_both_languages() {
    for question in [
        "h1b cap",
        "How many H1Bs are issued?",
        "How much does it cost?",
        "What is the fee?",
        "What are the important dates?",
        "when is the deadline",
        "H-1B kontenjanı kaç?",
        "Harç ne kadar?",
        "kayıt ücreti nedir",
        "son gun ne zaman",
    ] {
        assert_eq!(route(question).tier, 1, "{question}: {:?}", route(question));
    }
}

#[test]
fn r13_personal_cases_and_procedures_go_to_retrieval() {
    for question in [
        "Am I eligible for H-1B with a CS degree?",
        "Can I change employers?",
        "Should I file early?",
        "How do I pay the fee?",
        "staj başvurusu nasıl yapılır?",
        "Erken mezun olabilir miyim?",
        "Ücreti taksitle ödeyebilir miyim?",
        "internship report format",
    ] {
        assert_eq!(route(question).tier, 2, "{question}: {:?}", route(question));
    }
}

// The examples of the requirements, word for word.
#[test]
fn r13_the_examples_are_routed_as_required() {
    for (question, tier) in [
        ("What is the H1B cap?", 1),
        ("How much does H1B cost?", 1),
        ("What are the filing fees?", 1),
        ("How many H1Bs are issued?", 1),
        ("Am I eligible with CS degree?", 2),
        ("Can I change employers on H1B?", 2),
        ("How do I apply for H1B?", 2),
        ("I'm on F1 OPT, can I get H1B?", 2),
    ] {
        let route = route(question);
        assert_eq!(route.tier, tier, "{question}: {route:?}");
    }
}

#[test]
fn r12_a_route_has_a_reason_and_a_confidence() {
    let route = route("How much does it cost?");
    assert!((0.0..=1.0).contains(&route.confidence));
    assert!(route.reasoning.contains("how much"), "{}", route.reasoning);
}
