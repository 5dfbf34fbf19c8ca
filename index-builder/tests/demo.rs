//! The demo site from a visitor's view: built from `www/demo`, and asked its own test questions.
//!
//! `www/demo/questions.jsonl` labels each question with the fact that answers it (with `offered`, a
//! fact in other words), the page that contains the answer, or the absence of an answer. A near
//! miss, a question similar to a fact that does not answer it, is labelled with what a visitor
//! should see (`shown`): words of the answer of a page, if one has it, the page in the list, and
//! the fact that is offered. Four of forty get a wrong answer of a page. The required shares leave room for a few hard questions, so that a change of ranking does not fail
//! the tests by a single one.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;

use soru::Answer;
use soru::answer::SourceReference;
use soru::hit::Hit;
use soru::settings::Value;
use soru_evaluation::vocabulary;
use soru_evaluation::{FactLabel, Files, Question};
use soru_index_builder::bundle::Bundle;
use soru_index_builder::facts::{Frame, load};
use soru_language_model::{Passage, unsupported};
use tempfile::TempDir;

fn demo() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../www/demo")
}

/// The demo's bundle, and its temporary folder.
fn build() -> (Bundle, TempDir) {
    let out = tempfile::tempdir().expect("a folder");
    let built = Command::new(env!("CARGO_BIN_EXE_soru"))
        .arg("build")
        .arg(demo())
        .args(["--index-only", "--quiet", "--out"])
        .arg(out.path())
        .arg("--config")
        .arg(demo().join("soru.toml"))
        .output()
        .expect("soru starts");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    (Bundle::open(out.path()).expect("the demo opens"), out)
}

fn ask(bundle: &Bundle, question: &str) -> Answer {
    let today = Value::Map(vec![("today".into(), Value::Text("2026-11-20".into()))]);
    bundle
        .ask(question, &today)
        .unwrap_or_else(|error| panic!("{question}: {error}"))
}

/// A question and its expected answer.
enum Expected {
    /// One of these facts.
    Fact(Vec<String>),
    /// One of these facts among the offered ones, and none asserted.
    Offer(Vec<String>),
    Page(String),
    /// Similar to a fact, but no fact answers it.
    NearMiss(Shown),
    Nothing,
}

/// The labels of a near miss: the answer, the page and the fact that a visitor should see.
#[derive(serde::Deserialize)]
struct Shown {
    /// Words of the page's answer, if it is asserted. None if no answer may be asserted.
    answer: Option<String>,
    /// A page among the first three of the list.
    page: String,
    /// A fact among the offered ones.
    offer: Option<String>,
}

impl Shown {
    /// Returns whether the card, the list and the offers are as expected.
    fn parts(&self, answer: &Answer) -> [bool; 3] {
        let is_right = |text: &String| {
            let words = self.answer.as_ref();
            words.is_some_and(|words| text.contains(words))
        };
        let offer = self.offer.as_ref();
        [
            answer.answer.as_ref().is_none_or(is_right),
            first_pages(answer).contains(&self.page.as_str()),
            offer.is_none_or(|offer| answer.choices.contains(offer)),
        ]
    }
}

/// Returns the pages with which the list begins.
fn first_pages(answer: &Answer) -> Vec<&str> {
    let mut ids: Vec<&str> = answer.hits.iter().map(|hit| hit.id.as_str()).collect();
    ids.dedup();
    ids.truncate(3);
    ids
}

/// Labels that only this test reads.
#[derive(serde::Deserialize)]
struct Labels {
    #[serde(default)]
    offered: bool,
    shown: Option<Shown>,
}

fn questions() -> Vec<(String, Expected)> {
    let files = Files {
        questions: demo().join("questions.jsonl"),
        ..Files::default()
    };
    let questions = Question::read(&files).expect("the questions are sound");
    let lines = std::fs::read_to_string(&files.questions).expect("the questions are read");
    let labels = lines
        .lines()
        .map(|line| serde_json::from_str::<Labels>(line).expect("the line has labels"));
    questions
        .into_iter()
        .zip(labels)
        .map(|(question, labels)| {
            let page = question.relevant.into_keys().next();
            let expected = match (question.fact, page) {
                (FactLabel::OneOf(facts), _) if labels.offered => Expected::Offer(facts),
                (FactLabel::OneOf(facts), _) => Expected::Fact(facts),
                (_, Some(page)) => Expected::Page(page),
                _ if question.unanswerable => Expected::Nothing,
                _ => Expected::NearMiss(labels.shown.expect("a near miss says what is shown")),
            };
            (question.text, expected)
        })
        .collect()
}

/// The share of questions with the expected result, and the other questions.
fn share(results: &[(String, bool)]) -> (f64, Vec<&str>) {
    let wrong: Vec<&str> = results
        .iter()
        .filter(|(_, ok)| !ok)
        .map(|(q, _)| q.as_str())
        .collect();
    (1.0 - wrong.len() as f64 / results.len() as f64, wrong)
}

#[test]
fn r13_r14_r31_the_demo_answers_its_questions_from_facts_from_pages_or_not_at_all() {
    let (bundle, _folder) = build();
    let (mut facts, mut pages, mut nothing) = (Vec::new(), Vec::new(), Vec::new());
    let (mut no_fact, mut near) = (Vec::new(), [const { Vec::new() }; 3]);
    let (mut answered, mut of_page) = (Vec::new(), Vec::new());
    for (question, expected) in questions() {
        let answer = ask(&bundle, &question);
        match expected {
            Expected::Fact(right) => {
                let is_right = answer
                    .fact
                    .is_some_and(|fact| right.contains(&fact.question));
                facts.push((question, answer.tier == 1 && is_right));
            }
            Expected::Offer(right) => {
                let is_there = answer.choices.iter().any(|offer| right.contains(offer));
                facts.push((question, answer.fact.is_none() && is_there));
            }
            Expected::Page(page) => {
                let found = first_pages(&answer).contains(&page.as_str());
                pages.push((question.clone(), found && answer.tier == 2));
                answered.push((question.clone(), answer.answer.is_some()));
                let is_right =
                    |source: &SourceReference| source.url.split('#').next() == Some(page.as_str());
                of_page.push((question, answer.sources.first().is_none_or(is_right)));
            }
            Expected::NearMiss(shown) => {
                for (results, part) in near.iter_mut().zip(shown.parts(&answer)) {
                    results.push((question.clone(), part));
                }
                no_fact.push((question, answer.fact.is_none()));
            }
            Expected::Nothing => nothing.push((question, answer.answer.is_none())),
        }
    }
    let [cards, lists, offers] = &near;
    for (results, least) in [
        (&facts, 0.95),
        (&pages, 0.95),
        // A question of one word, or one that a section answers only in part, gets the list.
        (&answered, 0.7),
        (&of_page, 0.98),
        (&nothing, 0.9),
        (&no_fact, 0.95),
        (cards, 0.9),
        (lists, 0.9),
        (offers, 0.95),
    ] {
        let (share, wrong) = share(results);
        assert!(
            results.len() >= 12 && share >= least,
            "{share:.2} of {}: {wrong:?}",
            results.len()
        );
    }
}

#[test]
fn r14_the_cap_is_answered_from_the_facts_with_source_and_date() {
    let (bundle, _folder) = build();
    for question in [
        "What is the H-1B cap?",
        "h1b cap",
        "How many H1Bs are issued?",
        "H-1B kontenjanı kaç?",
    ] {
        let answer = ask(&bundle, question);
        let fact = answer.fact.unwrap_or_else(|| panic!("{question}: no fact"));
        assert_eq!(answer.tier, 1, "{question}");
        assert!(fact.source_url.starts_with("https://"), "{question}");
        assert!(!fact.checked_on.is_empty(), "{question}");
        assert!(
            answer.answer.is_some_and(|text| text.contains("65")),
            "{question}"
        );
    }
}

#[test]
fn r13_one_s_own_case_and_procedures_are_answered_from_pages() {
    let (bundle, _folder) = build();
    for (question, page) in [
        (
            "Am I eligible for H-1B with a CS degree?",
            "visa/en/h1b-eligibility.html",
        ),
        (
            "Can I change employers?",
            "visa/en/h1b-change-employer.html",
        ),
        ("staj başvurusu nasıl yapılır?", "tr/staj.html"),
    ] {
        let answer = ask(&bundle, question);
        assert_eq!((answer.tier, answer.route.tier), (2, 2), "{question}");
        assert_eq!(answer.hits[0].id, page, "{question}");
        let text = answer.answer.unwrap_or_default();
        assert!(text.chars().count() >= 100, "{question}: {text}");
        assert!(answer.sources[0].url.starts_with(page), "{question}");
    }
}

// Menus, breadcrumbs, cookie notices and footers are on every page; none is an answer.
/// Questions of the person for whom the demo was made, and questions that the demo suggests, with
/// words of the right answer.
const ASKED: [(&str, &str); 27] = [
    ("What is the H1B cap?", "65,000"),
    ("What is H1B cap?", "65,000"),
    ("How many H1Bs are issued?", "65,000"),
    ("How much does H1B cost?", "$215"),
    ("What are the filing fees?", "$1,500"),
    ("What is the filing fee?", "$1,500"),
    ("What is premium processing fee?", "premium processing"),
    ("Am I eligible with CS degree?", "bachelor's"),
    ("Am I eligible for H1B with CS degree?", "bachelor's"),
    ("Am I eligible for H-1B with a CS degree?", "bachelor's"),
    ("Am I eligible for H1B?", "bachelor's"),
    ("Can I change employers on H1B?", "new H-1B petition"),
    ("Can I change employers?", "new H-1B petition"),
    ("How do I apply for H1B?", "first registers"),
    ("I'm on F1 OPT, can I get H1B?", "change of status"),
    ("How do I extend my residence permit?", "60 days"),
    ("How do I extend my residence permit in Türkiye?", "60 days"),
    ("How do I apply for Erasmus?", "1–19 March 2027"),
    ("I was ill during the midterm, what now?", "make-up"),
    ("When are the final exams?", "4–15 January 2027"),
    ("Kütüphane hafta sonu kaçta açık?", "10.00–20.00"),
    ("Işıl Karabulutlu hocanın ofisi nerede?", "MÜH-312"),
    ("Staj başvurusu nasıl yapılır?", "Form S-1"),
    ("EKLE SIL NE ZAMAN", "28 Eylül–2 Ekim 2026"),
    ("çap başvuru koşulları", "7–11 Eylül 2026"),
    ("ikamet iznimi ne zaman uzatmalıyım", "60 gün"),
    ("Öğrenciyken çalışabilir miyim?", "kısmi"),
];

#[test]
fn r13_r14_r32_questions_of_its_own_and_of_its_commissioner_end_with_the_right_content() {
    let (bundle, _folder) = build();
    for (question, content) in ASKED {
        let answer = ask(&bundle, question).answer.unwrap_or_default();
        assert!(answer.contains(content), "{question}: {answer}");
    }
    for question in [
        "Who won the football match yesterday?",
        "What are the library's weekend hours?",
    ] {
        assert_eq!(ask(&bundle, question).answer, None, "{question}");
    }
}

#[test]
fn boilerplate_is_never_found() {
    let (bundle, _folder) = build();
    for question in ["çerez", "cookie", "skip to content", "içeriğe geç"] {
        for hit in ask(&bundle, question).hits {
            let text = hit.text.to_lowercase();
            assert!(
                !text.contains("çerez") && !text.contains("cookie"),
                "{question}: {}",
                hit.text
            );
        }
    }
}

// Words of the demo, typed without a Turkish keyboard, or on a foreign one with caps lock, in each
// language of the surrounding page. 400 suffice here; `soru inspect --vocabulary` tests all of
// them.
#[test]
fn r4_words_are_found_again_without_diacritics_and_in_capitals() {
    let (_, out) = build();
    let rows = vocabulary::check(out.path(), NonZeroUsize::new(400)).expect("words are searched");
    let sum = |part: fn(&vocabulary::VocabularyRow) -> usize, language: &str, interface: &str| {
        let of = |row: &&vocabulary::VocabularyRow| {
            row.language == language && row.interface == interface
        };
        rows.iter().filter(of).map(part).sum::<usize>() as f64
    };
    // Without their dots, two Turkish words are the English "but" and "on". The others are found on
    // other pages first, on an English page. Which words are tested changes with the vocabulary.
    let known = [
        "büt",
        "ön",
        "programlarına",
        "diploma",
        "çamlıdere",
        "yüzde",
    ];
    let mut missed = rows.iter().flat_map(|row| &row.missed);
    assert!(
        missed.all(|[word, _]| known.contains(&word.as_str())),
        "{rows:?}"
    );
    for (language, interface) in [("tr", "tr"), ("tr", "en"), ("en", "tr"), ("en", "en")] {
        let words = sum(|row| row.words, language, interface);
        assert!(words > 150.0, "{language} {words}");
        // The requirement for a whole site is 99.5 %; in this sample, every word but one.
        let found = sum(|row| row.found, language, interface) / words;
        assert!(found >= 0.99, "{language} {interface} {found} {rows:?}");
        // A foreign page ranks hits in its own language first.
        let same = sum(|row| row.same, language, interface) / words;
        let expected = if language == interface { 0.98 } else { 0.9 };
        assert!(same >= expected, "{language} {interface} {same}");
    }
}

/// The demo's facts that name one of its pages, with the page's id.
fn sourced_facts() -> Vec<(soru::Fact, String)> {
    let frame = Frame {
        languages: vec!["en".into(), "tr".into()],
        today: "2026-11-20".parse().expect("a day"),
        table: "facts".into(),
    };
    let files = ["facts.csv", "visa-facts.yaml"].map(|name| demo().join(name));
    let facts = load(&files, &frame).expect("the facts are sound").facts;
    let page = |fact: &soru::Fact| {
        fact.source_url
            .split('#')
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let facts = facts.into_iter().map(|fact| (page(&fact), fact));
    facts
        .filter(|(page, _)| !page.contains("://"))
        .map(|(page, fact)| (fact, page))
        .collect()
}

/// The variants of the text with one figure changed, each with the number that then contains it.
fn changed_figures(text: &str) -> Vec<(String, String)> {
    let figures = text.match_indices(|c: char| c.is_ascii_digit());
    let changed = figures.map(|(at, figure)| {
        let mut other = text.to_owned();
        let next = (figure.as_bytes()[0] - b'0' + 1) % 10;
        other.replace_range(at..=at, &next.to_string());
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
        let before = other[..at].trim_end_matches(is_part).len();
        let rest = &other[before..];
        let value = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let value = value.trim_end_matches(['.', ',']).to_owned();
        (other, value)
    });
    changed.collect()
}

// People wrote the facts from the pages, in other words: like a faithful model would. With every
// figure changed, they are like an unfaithful model's.
#[test]
fn r35_values_copied_from_a_page_are_not_flagged_and_changed_ones_are() {
    let (bundle, _folder) = build();
    let (mut texts, mut alarms, mut changed, mut missed) = (0, Vec::new(), 0, Vec::new());
    for (fact, page) in sourced_facts() {
        let deep = Value::Map(vec![("topK".into(), Value::Number(60.0))]);
        let found = bundle
            .search(&fact.question, &deep)
            .expect("it is searched");
        let own = found.hits.iter().filter(|hit| hit.id == page);
        let own: Vec<Passage> = own.map(passage).collect();
        let hits: Vec<&Passage> = own.iter().collect();
        if hits.is_empty() {
            continue;
        }
        texts += 1;
        for flag in unsupported(&fact.answer, &hits) {
            alarms.push(format!(
                "{page}: {} in {}",
                &fact.answer[flag.range], fact.answer
            ));
        }
        for (text, value) in changed_figures(&fact.answer) {
            let holds = |hit: &&Passage| hit.text.contains(&value) || hit.title.contains(&value);
            // Pages abbreviate years: `2026–27`.
            if hits.iter().any(holds) || value.starts_with("202") {
                continue;
            }
            changed += 1;
            if unsupported(&text, &hits).is_empty() {
                missed.push(format!("{page}: {text}"));
            }
        }
    }
    assert!(texts > 60 && changed > 100, "{texts} {changed}");
    assert!(alarms.len() * 100 <= texts, "{alarms:#?}");
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Returns the parts of a hit that a language model reads.
fn passage(hit: &Hit) -> Passage {
    Passage {
        title: hit.title.clone(),
        heading: hit.heading.clone(),
        url: hit.url.clone(),
        text: hit.quotable().into_owned(),
        lang: hit.lang.clone(),
    }
}
