//! Which facts answer, and which do not (R14, R16).

use super::*;
use crate::pre_retrieval::analysis::tests::analysed;

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
    FactTable::new(facts, &languages, &TextSettings::default(), settings)
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

/// Returns a table of fees, dates and rules with similar facts.
fn close_together() -> FactTable {
    let facts = vec![
        fact(
            "Final sınavları ne zaman?",
            "4-15 Ocak",
            "tr",
            &["final tarihleri"],
        ),
        fact(
            "Ara sınavlar ne zaman?",
            "9-20 Kasım",
            "tr",
            &["ara sınav tarihleri"],
        ),
        fact(
            "Bütünleme sınavları ne zaman?",
            "25-29 Ocak",
            "tr",
            &["bütünleme tarihleri"],
        ),
        fact("Turist vizesi ücreti ne kadar?", "185 dolar", "tr", &[]),
        fact(
            "Öğrenci vizesi başvuru ücreti ne kadar?",
            "350 dolar",
            "tr",
            &[],
        ),
        fact(
            "What is the GPA requirement for the exchange programme?",
            "2.50",
            "en",
            &[],
        ),
        fact(
            "What is OPT?",
            "OPT lets graduates work for 12 months.",
            "en",
            &["Tell me about OPT."],
        ),
        fact(
            "Can I travel on OPT?",
            "Yes, with a valid visa.",
            "en",
            &["OPT travel rules"],
        ),
        fact(
            "How do I renew my visa?",
            "At a consulate.",
            "en",
            &["visa renewal process"],
        ),
        fact("When is the visa lottery?", "In March.", "en", &[]),
    ];
    let groups = [SynonymGroup {
        terms: vec!["OPT".into(), "Optional Practical Training".into()],
        lang: "en".into(),
    }];
    FactTable::with_synonyms(
        facts,
        &["tr".to_owned(), "en".to_owned()],
        &TextSettings::default(),
        &groups,
        &FactMatchingSettings::default(),
    )
}

fn query(question: &str) -> Query {
    analysed(question, ["tr", "en"]).unwrap()
}

fn offered(table: &FactTable, question: &str) -> Vec<String> {
    let facts = table.choices(&query(question), None);
    facts.iter().map(|fact| fact.question.clone()).collect()
}

// Each of these was once answered with the first fact that has its words.
#[test]
fn r14_a_question_with_fewer_words_than_a_fact_gets_offers_and_no_answer() {
    let table = close_together();
    for (question, choices) in [
        ("sınav tarihleri", vec!["Final", "Ara", "Bütünleme"]),
        ("vize ücreti", vec!["Turist", "Öğrenci"]),
        ("gpa requirement", vec!["What is the GPA"]),
    ] {
        assert_eq!(table.find(&query(question), None), None, "{question}");
        let offered = offered(&table, question);
        for start in &choices {
            let is_there = offered.iter().any(|text| text.starts_with(start));
            assert!(is_there, "{question}: {start} not in {offered:?}");
        }
    }
}

#[test]
fn r14_inflection_and_the_site_s_synonyms_are_understood() {
    let table = close_together();
    for (question, answer) in [
        ("finalin tarihleri", "4-15 Ocak"),
        ("turist vizesinin ücreti ne kadar", "185 dolar"),
        (
            "What is the GPA requirement of exchange programmes?",
            "2.50",
        ),
        (
            "Can I travel on Optional Practical Training?",
            "Yes, with a valid visa.",
        ),
    ] {
        let found = table.find(&query(question), None);
        let found = found.map(|found| found.fact.answer.as_str());
        assert_eq!(found, Some(answer), "{question}");
    }
}

#[test]
fn r14_a_reworded_question_gets_its_fact_offered() {
    let table = close_together();
    for (question, start) in [
        ("tarihleri final sınavlarının", "Final"),
        ("turist vizesinin fiyatı", "Turist"),
        ("GPA condition for exchange students", "What is the GPA"),
        ("How does OPT work?", "What is OPT"),
        ("travelling while on OPT", "Can I travel"),
        ("steps to extend a visa", "How do I renew"),
        ("turst vizsi kac dolar", "Turist"),
    ] {
        let offered = offered(&table, question);
        let is_there = offered.iter().any(|text| text.starts_with(start));
        assert!(is_there, "{question}: {offered:?}");
    }
}

// The builder refuses the same question with two answers; inflection can still make two questions
// equal.
#[test]
fn r14_competing_facts_are_both_offered_and_neither_is_asserted() {
    let facts = vec![
        fact("When is the exam week of law?", "In May.", "en", &[]),
        fact("When are the exam weeks of law?", "In June.", "en", &[]),
        fact("Where is the canteen?", "Below.", "en", &[]),
    ];
    let (text, settings) = (TextSettings::default(), FactMatchingSettings::default());
    let table = FactTable::new(facts, &["en".to_owned()], &text, &settings);
    let asked = "when's our exam week of law";
    assert_eq!(table.find(&query(asked), None), None);
    assert_eq!(offered(&table, asked).len(), 2);
}

#[test]
fn r14_a_fact_of_the_question_s_own_language_is_asserted_and_offered_first() {
    let facts = vec![
        fact("OPT?", "Work.", "en", &[]),
        fact("OPT?", "Çalışma.", "tr", &[]),
        fact("OPT ücreti ne kadar?", "410", "tr", &[]),
        fact("How much is the OPT fee?", "410 dollars", "en", &[]),
    ];
    let (text, settings) = (TextSettings::default(), FactMatchingSettings::default());
    let languages = ["en".to_owned(), "tr".to_owned()];
    let table = FactTable::new(facts, &languages, &text, &settings);
    let mut turkish = query("OPT");
    "tr".clone_into(&mut turkish.language);
    let found = table.find(&turkish, None);
    assert_eq!(found.unwrap().fact.answer, "Çalışma.");
    assert_eq!(
        offered(&table, "OPT harcı ücreti")[0],
        "OPT ücreti ne kadar?"
    );
    assert_eq!(
        offered(&table, "fees of OPT")[0],
        "How much is the OPT fee?"
    );
}

#[test]
fn r14_numbers_negations_entities_and_kinds_of_question_block() {
    let table = close_together();
    for question in [
        "Final sınavları 2019'da ne zamandı?",
        "Final sınavları ne zaman yapılmaz?",
        "Bitirme projesi final sınavı ne zaman?",
        "Final sınavları nerede?",
        "Do I have to travel on OPT?",
        "When is OPT?",
        "OPT consulate",
        "turist vizesi dolar belgeleri",
        "What is the visa lottery?",
        "Why do I renew my visa?",
        "How do I renew my passport?",
    ] {
        assert_eq!(table.find(&query(question), None), None, "{question}");
    }
}

#[test]
fn r14_nothing_is_offered_if_a_fact_answers_or_none_is_near() {
    let table = close_together();
    for question in [
        "What is OPT?",
        "final tarihleri",
        "mavi kalem",
        "Where is the library?",
        "what is it",
        "the",
    ] {
        let offered = offered(&table, question);
        assert!(offered.is_empty(), "{question}: {offered:?}");
    }
}

// By its other word, "applications", it is as near as a fact about H-1B, but it is about something
// else.
#[test]
fn r14_facts_without_the_code_of_the_first_offer_are_not_offered() {
    let facts = vec![
        fact(
            "How much is the visa application fee for H-1B?",
            "$205",
            "en",
            &[],
        ),
        fact(
            "When are Erasmus applications?",
            "In March",
            "en",
            &["when can I apply for erasmus"],
        ),
        fact(
            "How does the weighted H-1B selection work?",
            "By wage",
            "en",
            &[],
        ),
    ];
    let languages = ["en".to_owned()];
    let settings = FactMatchingSettings::default();
    let table = FactTable::new(facts, &languages, &TextSettings::default(), &settings);
    let of_h1b = offered(&table, "How do I apply for H1B?");
    assert_eq!(of_h1b.len(), 2, "{of_h1b:?}");
    assert!(
        of_h1b.iter().all(|question| question.contains("H-1B")),
        "{of_h1b:?}"
    );
    let without = offered(&table, "how to apply for applications");
    assert!(
        without.iter().any(|question| question.contains("Erasmus")),
        "{without:?}"
    );
}

#[test]
fn r14_the_site_limits_the_number_of_offers() {
    let settings = |choices, choice_similarity| FactMatchingSettings {
        choices,
        choice_similarity,
        ..FactMatchingSettings::default()
    };
    for (settings, count) in [
        (settings(0, 0.1), 0),
        (settings(1, 0.1), 1),
        (settings(3, 1.0), 0),
    ] {
        let table = table_with(&settings);
        assert_eq!(offered(&table, "registration dates").len(), count);
    }
}
