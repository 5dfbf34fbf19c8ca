//! Prepared questions complete what is typed (R11), end to end.

use soru::index::format::Manifest;
use soru::orchestration::Method;
use soru::settings::Value;
use soru::{Block, Document, Engine, WrittenQuestion};
use soru_indexing::{ChunkingSettings, InvertedIndexer, Layout};

use super::site::{self, Files, IntoValue, heading, table};

fn page(lang: &str, id: &str, blocks: Vec<Block>) -> Document {
    site::titled(id, lang, id, blocks)
}

fn text(text: &str) -> Block {
    Block::Text(text.into())
}

fn written(text: &str, is_near_miss: bool) -> WrittenQuestion {
    WrittenQuestion {
        text: text.into(),
        section: 0..20,
        is_near_miss,
        ..WrittenQuestion::default()
    }
}

/// Three sources, in two languages.
fn small() -> Files {
    let mut halls = page(
        "en",
        "halls.html",
        vec![
            text("Rooms cost ninety a week in winter."),
            heading("How do I cancel a room?"),
            text("Write to the warden before June."),
            heading("Visiting hours"),
            text("From nine to five."),
        ],
    );
    halls.questions = vec![
        written("What does a room cost?", false),
        written("What does a room cost in summer?", true),
    ];
    let turkish = page(
        "tr",
        "iade.html",
        vec![
            text("Bu sayfa ödemeleri anlatır."),
            heading("İade ne zaman yapılır?"),
            text("Iğdır dışında bir hafta içinde."),
        ],
    );
    let fact = site::fact("Who cleans the rooms?", "Nobody.", "", "");
    let none = Value::Map(Vec::new());
    let indexer = InvertedIndexer::new(ChunkingSettings::default(), "en", Layout::SINGLE);
    site::finish(indexer, &[halls, turkish], vec![fact], &none)
}

fn suggested(engine: &Engine, typed: &str, lang: &str) -> Vec<String> {
    let found = engine.suggest(typed, &table(&[("lang", lang.into_value())]));
    let found = found.unwrap().suggestions.into_iter();
    found.map(|own| own.text).collect()
}

#[test]
fn r11_facts_headings_and_written_questions_complete_what_is_typed_and_near_misses_do_not() {
    let engine = site::loaded(&small());
    for (typed, question) in [
        ("how do i can", "How do I cancel a room?"),
        ("room canc", "How do I cancel a room?"),
        ("COST", "What does a room cost?"),
        ("cosst", "What does a room cost?"),
        ("clea", "Who cleans the rooms?"),
        ("laens ro", ""),
        ("visiting", ""),
        ("summer", ""),
    ] {
        let found = suggested(&engine, typed, "en");
        let expected: &[&str] = if question.is_empty() {
            &[]
        } else {
            &[question]
        };
        assert_eq!(found, expected, "{typed}");
    }
    assert_eq!(suggested(&engine, "room", "en").len(), 3);
}

#[test]
fn r11_dotted_and_dotless_letters_are_the_same_to_a_visitor_who_types() {
    let engine = site::loaded(&small());
    for typed in ["iade", "İADE", "IADE", "ıade ne", "YAPIL", "yapil"] {
        assert_eq!(
            suggested(&engine, typed, "tr"),
            ["İade ne zaman yapılır?"],
            "{typed}"
        );
    }
}

#[test]
fn r11_an_empty_text_gives_questions_of_important_pages_in_the_language_of_the_page() {
    let engine = site::loaded(&small());
    assert_eq!(suggested(&engine, " ", "tr"), ["İade ne zaman yapılır?"]);
    assert_eq!(suggested(&engine, "", "en")[0], "Who cleans the rooms?");
    // The sample site has samples, which come first.
    let samples = site::engine().stats().suggestions;
    let found = suggested(&site::engine(), "", "tr");
    let expected = samples
        .iter()
        .any(|own| found.first() == Some(&own.question));
    assert_eq!(expected, !samples.is_empty());
}

/// More questions than one file has room for.
fn large() -> Files {
    let subjects = ["library", "harbour", "orchestra", "laboratory", "stadium"];
    let pages = (0..400).map(|n| {
        let subject = subjects[n % 5];
        let blocks = vec![
            text("A page of the college."),
            heading(&format!(
                "When does the {subject} of college k{n} open to visitors?"
            )),
            text("At nine in the morning."),
            heading(&format!(
                "Who repairs the {subject} roof near gate g{n} in winter?"
            )),
            text("The porter does it."),
        ];
        page("en", &format!("p{n}.html"), blocks)
    });
    let layout = Layout {
        separate_files: true,
        single_up_to: 0,
        ..Layout::SINGLE
    };
    let none = Value::Map(Vec::new());
    let indexer = InvertedIndexer::new(ChunkingSettings::default(), "en", layout);
    site::finish(indexer, &pages.collect::<Vec<_>>(), Vec::new(), &none)
}

fn is_of_suggestions(name: &str) -> bool {
    name.starts_with("suggest-")
}

#[test]
fn r11_questions_are_in_small_files_and_a_text_fetches_few_of_them() {
    let files = large();
    let own: Vec<_> = files
        .iter()
        .filter(|own| is_of_suggestions(&own.0))
        .collect();
    assert!(own.len() > 5, "{}", own.len());
    for (name, bytes) in &own {
        assert!(bytes.len() <= 16 << 10, "{name}: {}", bytes.len());
    }
    let engine = site::open(&files);
    let call = engine.begin(Method::SUGGEST, "when orchestra k2", &Value::Null);
    let (found, rounds) = site::rounds(&engine, &files, call, |_| false);
    let fetched = rounds
        .iter()
        .flatten()
        .filter(|name| is_of_suggestions(name));
    assert!(fetched.count() <= 4, "{rounds:?}");
    let found = found.unwrap().suggestions;
    assert_eq!(found.len(), 3);
    assert!(
        found
            .iter()
            .all(|own| own.text.contains("orchestra of college k2"))
    );
}

#[test]
fn r11_no_answer_needs_questions_for_typing() {
    let files = large();
    let manifest = Manifest::read(site::manifest(&files)).unwrap();
    let listed = manifest
        .files
        .iter()
        .filter(|own| is_of_suggestions(&own.name));
    assert_eq!(listed.count(), 1, "the table alone");
    let engine = site::open(&files);
    let call = engine.begin(Method::ASK, "When does the library open?", &Value::Null);
    let (answer, rounds) = site::rounds(&engine, &files, call, |_| false);
    assert!(!answer.unwrap().hits.is_empty());
    assert!(rounds.iter().flatten().all(|name| !is_of_suggestions(name)));
}

#[test]
fn r11_a_misspelt_beginning_is_forgiven_where_another_word_leads_to_the_question() {
    let engine = site::loaded(&large());
    let found = suggested(&engine, "k123 pochestra", "en");
    assert!(found.is_empty(), "college 123 has no orchestra");
    let found = suggested(&engine, "xtadium k124", "en");
    assert_eq!(
        found,
        ["When does the stadium of college k124 open to visitors?"]
    );
}

#[test]
fn r11_two_builds_write_the_same_questions() {
    let names = |files: Files| files.into_iter().map(|own| own.0).collect::<Vec<_>>();
    assert_eq!(names(large()), names(large()));
}
