//! Unavailable files (R41): questions are answered without them if possible, with a warning or an
//! error.

use std::collections::BTreeSet;

use soru::settings::Value;
use soru::{Answer, Engine, Error, Result};

use super::site::{self, Files, LONG_LISTS, SHARDED};

/// Makes a call with some files unavailable.
fn without<T>(
    engine: &Engine,
    files: &Files,
    is_lost: impl Fn(&str) -> bool,
    call: impl Fn(&Engine) -> Result<T>,
) -> Result<T> {
    let mut given_up = BTreeSet::new();
    loop {
        let Err(Error::NotLoaded { files: missing }) = call(engine) else {
            return call(engine);
        };
        for name in missing {
            if is_lost(&name) {
                assert!(given_up.insert(name.clone()), "{name} is asked for again");
                if !engine.mark_unavailable(&name, "the server answered 404") {
                    let detail = "the server answered 404".to_owned();
                    return Err(Error::FetchFailed { url: name, detail });
                }
            } else {
                let (_, bytes) = files.iter().find(|(file, _)| *file == name).unwrap();
                engine.supply(&name, bytes, |stored| Ok(stored.to_vec()))?;
            }
        }
    }
}

fn ask(files: &Files, question: &str, is_lost: impl Fn(&str) -> bool) -> Result<Answer> {
    let engine = site::open(files);
    without(&engine, files, is_lost, |engine| {
        engine.call(&Value::Null)?.numbered(1).ask(question)
    })
}

/// Returns the message of the single warning about a missing part.
fn missing_part(answer: &Answer) -> Option<&str> {
    let mut warnings = answer.warnings.iter();
    let found = warnings.find(|warning| warning.code == "part_missing");
    found.map(|warning| warning.message.as_str())
}

#[test]
fn r41_without_texts_facts_still_answer_and_a_warning_names_the_missing_file() {
    let files = site::build(SHARDED);
    let lost = |name: &str| name.starts_with("text");
    let whole = ask(&files, "What is the H-1B cap?", |_| false).unwrap();
    assert!(whole.fact.is_some() && missing_part(&whole).is_none());
    let answer = ask(&files, "What is the H-1B cap?", lost).unwrap();
    assert_eq!((&answer.answer, &answer.fact), (&whole.answer, &whole.fact));
    let message = missing_part(&answer).unwrap();
    assert!(
        message.contains("text-") && message.contains("404"),
        "{message}"
    );
    assert!(message.contains("ask again"), "{message}");
}

#[test]
fn r41_without_the_words_facts_answer_and_other_questions_are_an_error_that_names_the_part() {
    let files = site::build(SHARDED);
    let lost = |name: &str| name.starts_with("terms");
    let answer = ask(&files, "What is the H-1B cap?", lost).unwrap();
    assert!(answer.fact.is_some() && answer.hits.is_empty());
    assert!(missing_part(&answer).is_some());
    let error = ask(&files, "mazeret sınavına kimler girebilir", lost).unwrap_err();
    assert_eq!(error.code(), "PART_MISSING");
    assert!(error.to_string().contains("terms-"), "{error}");
}

// Other words of the question may find the page, and no lost file may cause a failure.
#[test]
fn r41_any_single_file_but_the_first_can_be_lost() {
    for layout in [SHARDED, LONG_LISTS] {
        any_single_file_can_be_lost(&site::build(layout));
    }
}

fn any_single_file_can_be_lost(files: &Files) {
    let mut with_hits = 0;
    for question in ["Staj başvurusu ne zaman yapılır?", "internship insurance"] {
        let whole = ask(files, question, |_| false).unwrap();
        for (name, _) in &files[..files.len() - 1] {
            match ask(files, question, |file| file == name) {
                Ok(answer) if missing_part(&answer).is_some() => {
                    with_hits += usize::from(!answer.hits.is_empty());
                    assert!(missing_part(&answer).unwrap().contains(name.as_str()));
                    // A word not known to be misspelt is not repaired.
                    assert!(answer.corrections.is_empty(), "{name}");
                }
                Ok(answer) => assert_eq!(answer, whole, "{name} is not needed"),
                Err(error) if name.starts_with("core") => assert_eq!(error.code(), "FETCH_FAILED"),
                Err(error) => assert_eq!(error.code(), "PART_MISSING", "{name}"),
            }
        }
    }
    assert!(with_hits > 5, "{with_hits}");
}

#[test]
fn r41_searching_comparing_and_completing_go_on_without_a_part() {
    let files = site::build(SHARDED);
    let whole = ask(&files, "staj sigortası", |_| false).unwrap();
    // The texts of the best page, and the vectors.
    let text = whole.hits[0].text.clone();
    let lost = |name: &str| {
        let bytes = &files.iter().find(|(file, _)| file == name).unwrap().1;
        let holds = bytes
            .windows(text.len())
            .any(|part| part == text.as_bytes());
        name.starts_with("vectors") || name.starts_with("vocabulary") || holds
    };
    let engine = site::open(&files);
    let search = |engine: &Engine| engine.search("staj sigortası", &Value::Null);
    let found = without(&engine, &files, lost, search).unwrap();
    assert!(!found.hits.is_empty());
    assert_eq!(found.warnings[0].code, "part_missing");
    engine.end_of_calls();
    let compare = |engine: &Engine| engine.compare("staj sigortası", &Value::Null);
    let compared = without(&engine, &files, lost, compare).unwrap();
    for method in &compared.methods {
        let mut warnings = method.warnings.iter();
        assert!(
            warnings.any(|warning| warning.code == "part_missing"),
            "{}",
            method.method
        );
    }
    engine.end_of_calls();
    let suggest = |engine: &Engine| engine.suggest("sta", &Value::Null);
    without(&engine, &files, lost, suggest).unwrap();
}

#[test]
fn r41_a_lost_file_is_asked_for_again_by_the_next_question() {
    let files = site::build(SHARDED);
    let engine = site::open(&files);
    let call = |engine: &Engine| engine.ask("Staj başvurusu ne zaman yapılır?", &Value::Null);
    let lost = |name: &str| name.starts_with("text") || name.starts_with("vectors");
    let first = without(&engine, &files, lost, call);
    assert!(first.is_err() || missing_part(&first.unwrap()).is_some());
    engine.end_of_calls();
    let second = without(&engine, &files, |_| false, call).unwrap();
    assert_eq!(second, call(&site::loaded(&files)).unwrap());
}

#[test]
fn r41_an_unknown_or_essential_file_cannot_be_marked_unavailable() {
    let files = site::build(SHARDED);
    let engine = site::open(&files);
    let core = &files
        .iter()
        .find(|(name, _)| name.starts_with("core"))
        .unwrap()
        .0;
    assert!(!engine.mark_unavailable(core, "offline"));
    assert!(!engine.mark_unavailable("elsewhere", "offline"));
    let single = site::build(soru::indexing::Layout::SINGLE);
    assert!(!site::open(&single).mark_unavailable(&single[0].0, "offline"));
}
