//! Unavailable files (R41): questions are answered without them if possible, with a warning or an
//! error.

use soru::orchestration::{Call, Method};
use soru::settings::Value;
use soru::{Answer, Engine, Result};

use super::site::{self, Files, LONG_LISTS, SHARDED};

/// Takes all steps of a call without some files.
fn without<T>(
    engine: &Engine,
    files: &Files,
    is_lost: impl Fn(&str) -> bool,
    call: Call<T>,
) -> Result<T> {
    site::rounds(engine, files, call, is_lost).0
}

fn ask(files: &Files, question: &str, is_lost: impl Fn(&str) -> bool) -> Result<Answer> {
    let engine = site::open(files);
    let call = engine.begin(Method::ASK, question, &Value::Null);
    without(&engine, files, is_lost, call)
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

// Otherwise the numbers of filters would be too small without a word.
#[test]
fn r41_pages_that_are_counted_without_a_file_say_so() {
    let files = site::build(SHARDED);
    let count = |lost: &str| {
        let engine = site::open(&files);
        let call = engine.begin(Method::PAGES, "staj kütüphane internship", &Value::Null);
        without(&engine, &files, |name| name == lost, call)
    };
    let whole = count("").unwrap();
    assert!(whole.warnings.is_empty() && whole.pages.len() > 3);
    let mut fewer = 0;
    for (name, _) in files.iter().filter(|(name, _)| name.starts_with("terms")) {
        let found = count(name).unwrap();
        let is_whole = found.pages.len() == whole.pages.len();
        fewer += usize::from(!is_whole);
        let codes: Vec<&str> = found.warnings.iter().map(|own| own.code).collect();
        assert!(is_whole || codes == ["part_missing"], "{name}: {codes:?}");
    }
    assert!(fewer > 0);
}

// Other words of the question may find the page, and no lost file may cause a failure.
#[test]
fn r41_any_single_file_but_the_first_can_be_lost() {
    for layout in [SHARDED, LONG_LISTS] {
        any_single_file_can_be_lost(&site::build(layout));
        any_single_file_can_be_lost(&site::build_encoded(&site::documents(), layout));
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
    let files = site::build_encoded(&site::documents(), SHARDED);
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
    let search = engine.begin(Method::SEARCH, "staj sigortası", &Value::Null);
    let found = without(&engine, &files, lost, search).unwrap();
    assert!(!found.hits.is_empty());
    assert_eq!(found.warnings[0].code, "part_missing");
    let compare = engine.begin(Method::COMPARE, "staj sigortası", &Value::Null);
    let compared = without(&engine, &files, lost, compare).unwrap();
    for method in &compared.methods {
        let mut warnings = method.warnings.iter();
        assert!(
            warnings.any(|warning| warning.code == "part_missing"),
            "{}",
            method.method
        );
    }
    let suggest = engine.begin(Method::SUGGEST, "sta", &Value::Null);
    without(&engine, &files, lost, suggest).unwrap();
}

#[test]
fn r41_a_lost_file_is_asked_for_again_by_the_next_question() {
    let files = site::build(SHARDED);
    let engine = site::open(&files);
    let question = "Staj başvurusu ne zaman yapılır?";
    let call = || engine.begin(Method::ASK, question, &Value::Null);
    let lost = |name: &str| name.starts_with("text") || name.starts_with("vectors");
    let first = without(&engine, &files, lost, call());
    assert!(first.is_err() || missing_part(&first.unwrap()).is_some());
    let second = without(&engine, &files, |_| false, call()).unwrap();
    let whole = site::loaded(&files).ask(question, &Value::Null);
    assert_eq!(second, whole.unwrap());
}

#[test]
fn r41_a_file_that_is_unknown_or_that_everything_needs_is_not_skipped() {
    let files = site::build(SHARDED);
    let engine = site::open(&files);
    let core = &files
        .iter()
        .find(|(name, _)| name.starts_with("core"))
        .unwrap()
        .0;
    let mut call = engine.begin(Method::ASK, "staj", &Value::Null);
    assert!(!call.skip(core, "offline"));
    assert!(!call.skip("elsewhere", "offline"));
    let single = site::build(soru_indexing::Layout::SINGLE);
    let mut call = site::open(&single).begin(Method::ASK, "staj", &Value::Null);
    assert!(!call.skip(&single[0].0, "offline"));
}
