//! Which facts are offered among similar ones (R14).

use super::*;

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
        &words(),
        &groups,
        &FactMatchingSettings::default(),
    )
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
    let table = FactTable::new(facts, &["en".to_owned()], &text, &words(), &settings);
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
    let table = FactTable::new(facts, &languages, &text, &words(), &settings);
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
    let table = FactTable::new(
        facts,
        &languages,
        &TextSettings::default(),
        &words(),
        &settings,
    );
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
