//! Follow-up questions, by the content of the answer, in languages with rules and without (R9).

use soru::settings::Value;
use soru::{Document, Engine};
use soru_indexing::Layout;

use super::site::{self, IntoValue, ask, table};

/// The pages: language, heading, text.
const PAGES: &[[&str; 3]] = &[
    [
        "en",
        "Garden pass",
        "The garden pass is valid for 30 days and costs 12 dollars.",
    ],
    [
        "en",
        "Premium garden pass",
        "The premium garden pass is valid for 90 days and costs 40 dollars.",
    ],
    ["en", "Pool", "The pool opens at 7:15 every morning."],
    [
        "en",
        "Children's pool",
        "The children's pool opens at 10:45 every morning.",
    ],
    ["en", "Sauna", "The sauna opens at 16:20 every afternoon."],
    [
        "en",
        "Boat rental",
        "Boat rental costs 25 dollars an hour. Boat rental for spouses costs 19 dollars an hour.",
    ],
    [
        "en",
        "Regatta 2025",
        "In 2025 the regatta entry fee was 31 dollars.",
    ],
    [
        "en",
        "Regatta 2026",
        "In 2026 the regatta entry fee is 37 dollars.",
    ],
    ["en", "GLT", "The GLT permit takes 6 weeks."],
    ["en", "FAST GLT", "The FAST GLT permit takes 9 days."],
    ["en", "KBX", "The KBX permit takes 4 months."],
    [
        "tr",
        "Seramik kursu",
        "Seramik kursu 8 hafta sürer ve 900 lira tutar.",
    ],
    [
        "tr",
        "İleri seramik kursu",
        "İleri seramik kursu 14 hafta sürer ve 1.700 lira tutar.",
    ],
    ["tr", "Otopark", "Otoparkın saatlik ücreti 60 liradır."],
    [
        "tr",
        "Kapalı otopark",
        "Kapalı otoparkın saatlik ücreti 95 liradır.",
    ],
    ["tr", "Hamam", "Hamam sabah 9.30'da açılır."],
    ["tr", "Buz pisti", "Buz pisti öğlen 12.40'ta açılır."],
    ["tr", "Festival 2025", "2025 festival bileti 210 liradır."],
    ["tr", "Festival 2026", "2026 festival bileti 280 liradır."],
    ["de", "Parkplatz", "Der Parkplatz kostet 4 Euro am Tag."],
    ["de", "Tiefgarage", "Die Tiefgarage kostet 11 Euro am Tag."],
    ["fr", "Piscine", "La piscine ouvre à 8 h 10."],
    ["fr", "Patinoire", "La patinoire ouvre à 13 h 50."],
    [
        "es",
        "Taller de vidrio",
        "El taller de vidrio cuesta 22 euros.",
    ],
    [
        "es",
        "Taller de cuero",
        "El taller de cuero cuesta 35 euros.",
    ],
];

/// Conversations: the language, what the answer says, and the questions.
const CONVERSATIONS: &[(&str, &str, &[&str])] = &[
    (
        "en",
        "90 days",
        &[
            "How long is the garden pass valid?",
            "and the premium garden pass?",
        ],
    ),
    (
        "en",
        "40 dollars",
        &[
            "How much does the garden pass cost?",
            "what about the premium garden pass?",
        ],
    ),
    (
        "en",
        "10:45",
        &["When does the pool open?", "and the children's pool?"],
    ),
    (
        "en",
        "16:20",
        &["When does the pool open?", "how about the sauna?"],
    ),
    (
        "en",
        "16:20",
        &[
            "When does the pool open?",
            "and the children's pool?",
            "and the sauna?",
        ],
    ),
    (
        "en",
        "19 dollars",
        &["How much is boat rental?", "and for spouses?"],
    ),
    (
        "en",
        "37 dollars",
        &["What was the regatta entry fee in 2025?", "and in 2026?"],
    ),
    ("en", "9 days", &["how long does GLT take", "and FAST GLT?"]),
    (
        "en",
        "4 months",
        &["how long does GLT take", "and FAST GLT?", "and KBX?"],
    ),
    (
        "en",
        "6 weeks",
        &["how long does FAST GLT take", "and GLT?"],
    ),
    (
        "tr",
        "14 hafta",
        &["Seramik kursu ne kadar sürer?", "peki ileri seramik kursu?"],
    ),
    (
        "tr",
        "14 hafta",
        &["Seramik kursu kaç hafta sürer?", "ya ileri seramik kursu?"],
    ),
    (
        "tr",
        "95 lira",
        &["Otopark ücreti ne kadar?", "peki kapalı otopark?"],
    ),
    (
        "tr",
        "95 lira",
        &["Otopark ücreti ne kadar?", "kapalı otopark için?"],
    ),
    ("tr", "12.40", &["Hamam ne zaman açılır?", "ya buz pisti?"]),
    (
        "tr",
        "280 lira",
        &["2025 festival bileti ne kadar?", "ya 2026?"],
    ),
    (
        "de",
        "11 Euro",
        &["Wie viel kostet der Parkplatz?", "und die Tiefgarage?"],
    ),
    (
        "fr",
        "13 h 50",
        &["Quand ouvre la piscine ?", "et la patinoire ?"],
    ),
    (
        "es",
        "35 euros",
        &[
            "¿Cuánto cuesta el taller de vidrio?",
            "¿y el taller de cuero?",
        ],
    ),
];

/// Questions that are complete by themselves, after the one before.
const COMPLETE: &[[&str; 2]] = &[
    ["When does the pool open?", "How much is boat rental?"],
    ["When does the pool open?", "sauna"],
    ["When does the pool open?", "And where is the boat rental?"],
    ["How long does GLT take?", "How long does FAST GLT take?"],
    ["How much is boat rental?", "regatta entry fee 2026"],
    ["Otopark ücreti ne kadar?", "Hamam ne zaman açılır?"],
    ["Otopark ücreti ne kadar?", "para iadesi"],
    ["Otopark ücreti ne kadar?", "peki hamam ne zaman açılır?"],
    ["Otopark ücreti ne kadar?", "en yakın otopark nerede?"],
    [
        "Wie viel kostet der Parkplatz?",
        "und wo ist die Tiefgarage?",
    ],
    [
        "Wie viel kostet der Parkplatz?",
        "Öffnungszeiten der Tiefgarage",
    ],
    ["Quand ouvre la piscine ?", "et où est la patinoire ?"],
    [
        "¿Cuánto cuesta el taller de vidrio?",
        "¿y dónde está la piscina?",
    ],
    ["¿Cuánto cuesta el taller de vidrio?", "taller de cuero"],
];

fn engine(lang: &str) -> Engine {
    let own = PAGES.iter().filter(|[page, ..]| *page == lang);
    let page = |(number, [_, heading, text]): (usize, &[&str; 3])| Document {
        url: format!("{lang}/{number}"),
        title: (*heading).to_owned(),
        ..site::page(format!("{lang}/{number}"), lang, *text)
    };
    let pages: Vec<Document> = own.enumerate().map(page).collect();
    site::engine_of(&pages, Layout::SINGLE)
}

fn after(questions: &[&str]) -> (&'static str, Value) {
    let turn = |text: &&str| {
        table(&[
            ("role", "user".into_value()),
            ("content", (*text).into_value()),
        ])
    };
    ("history", Value::List(questions.iter().map(turn).collect()))
}

#[test]
fn r9_a_follow_up_gets_the_answer_of_its_own_topic() {
    let mut wrong = Vec::new();
    for (lang, expected, questions) in CONVERSATIONS {
        let Some((last, before)) = questions.split_last() else {
            continue;
        };
        let answer = ask(&engine(lang), last, &[after(before)]);
        let first = answer.hits.first().map(|hit| hit.excerpt.as_str());
        let is_whole = answer.completed.is_some();
        if !is_whole || !first.is_some_and(|text| text.contains(expected)) {
            wrong.push(format!(
                "{questions:?}: {first:?}, read as {:?}",
                answer.completed
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn r9_a_complete_question_is_answered_alike_after_any_other() {
    for [before, question] in COMPLETE {
        for lang in ["en", "tr", "de", "fr", "es"] {
            let engine = engine(lang);
            let (alone, behind) = (
                ask(&engine, question, &[]),
                ask(&engine, question, &[after(&[before])]),
            );
            assert_eq!(behind.completed, None, "{before} / {question}");
            assert_eq!(
                (behind.answer, behind.hits),
                (alone.answer, alone.hits),
                "{question}"
            );
        }
    }
}
