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
        &FactMatchingSettings::default(),
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

// The stemmer leaves the verb and its noun apart.
#[test]
fn r14_when_one_can_register_is_when_registration_is() {
    let own = |question: &str| {
        let facts = vec![
            fact(question, "8 February", "en", &[]),
            fact("When is the library open?", "8 to 22", "en", &[]),
        ];
        let languages = ["en".to_owned()];
        let (text, settings) = (TextSettings::default(), FactMatchingSettings::default());
        let table = FactTable::new(facts, &languages, &text, &settings);
        let asked = query("when can i register");
        (
            table
                .find(&asked, None)
                .map(|found| found.fact.answer.clone()),
            table.choices(&asked, None).len(),
        )
    };
    assert_eq!(
        own("When is registration?").0.as_deref(),
        Some("8 February")
    );
    assert_eq!(own("When is enrolment?").0.as_deref(), Some("8 February"));
    // Of what registration, the visitor has to say.
    assert_eq!(own("When is registration of guest students?"), (None, 1));
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
fn r14_words_in_common_make_a_fuzzy_match() {
    assert_eq!(find("h1b cap"), Some(("85,000".into(), Method::FactFuzzy)));
    assert_eq!(
        find("yemekhane ucretleri"),
        Some(("50 TL".into(), Method::FactFuzzy))
    );
    assert_eq!(
        find("when will registration start"),
        Some(("1 September".into(), Method::FactFuzzy))
    );
    assert_eq!(
        find("when does registratoin start"),
        Some(("1 September".into(), Method::FactFuzzy))
    );
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
fn r16_the_same_question_is_recognised_however_it_is_written() {
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

/// A table of fees, dates and rules whose facts lie close together.
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

// Each of these was once answered with the first fact that has its words.
#[test]
fn r14_a_question_that_asks_less_than_a_fact_says_gets_a_choice_and_no_answer() {
    let table = close_together();
    for (question, choices) in [
        ("sınav tarihleri", vec!["Final", "Ara", "Bütünleme"]),
        ("vize ücreti", vec!["Turist", "Öğrenci"]),
        ("gpa requirement", vec!["What is the GPA"]),
    ] {
        let query = query(question);
        assert_eq!(table.find(&query, None), None, "{question}");
        let mut offered: Vec<&str> = table
            .choices(&query, None)
            .iter()
            .map(|fact| fact.question.as_str())
            .collect();
        for start in &choices {
            let at = offered.iter().position(|text| text.starts_with(start));
            assert!(at.is_some(), "{question}: {start} not in {offered:?}");
            offered.remove(at.unwrap());
        }
        assert!(offered.is_empty(), "{question}: {offered:?}");
    }
}

#[test]
fn r14_inflection_synonyms_abbreviations_and_word_order_are_understood() {
    let table = close_together();
    for (question, answer) in [
        ("finallerin tarihi", "4-15 Ocak"),
        ("tarihleri final sınavlarının", "4-15 Ocak"),
        ("turist vizesinin fiyatı", "185 dolar"),
        ("GPA condition of the exchange programme", "2.50"),
        (
            "What is Optional Practical Training?",
            "OPT lets graduates work for 12 months.",
        ),
        (
            "How does OPT work?",
            "OPT lets graduates work for 12 months.",
        ),
        ("travelling during OPT", "Yes, with a valid visa."),
        ("steps to extend a visa", "At a consulate."),
    ] {
        let found = table.find(&query(question), None);
        let found = found.map(|found| found.fact.answer.as_str());
        assert_eq!(found, Some(answer), "{question}");
    }
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
fn r14_no_choice_is_offered_where_a_fact_answers_or_none_is_near() {
    let table = close_together();
    for question in [
        "What is OPT?",
        "finallerin tarihi",
        "mavi kalem",
        "Where is the library?",
    ] {
        let choices = table.choices(&query(question), None);
        assert!(choices.is_empty(), "{question}: {choices:?}");
    }
}
