//! The contract of calls: their steps, and what they leave behind.

use std::collections::BTreeSet;

use soru::orchestration::{Call, Method, Step};
use soru::settings::Value;
use soru::{Answer, Engine, Error};

use super::site::{self, Files, LONG_LISTS, SHARDED, table};

const QUESTION: &str = "Staj başvurusu ne zaman yapılır?";

/// Returns an engine with the files that every question needs, and with the directories of all
/// others.
fn opened(files: &Files) -> Engine {
    let engine = site::open(files);
    for (name, _) in site::data(files) {
        if name.starts_with("core") || name.starts_with("files") {
            site::supply(&engine, files, name).unwrap();
        }
    }
    engine.load().unwrap();
    engine
}

/// Returns the files that the next step needs.
fn needed<T>(call: &mut Call<T>) -> Vec<String> {
    match call.step().unwrap() {
        Step::Needs(needs) => needs.files,
        Step::Done(_) => panic!("it needs nothing"),
    }
}

/// Takes steps until the call needs texts, and returns their files.
fn until_texts<T>(engine: &Engine, files: &Files, call: &mut Call<T>) -> Vec<String> {
    for _ in 0..files.len() {
        let needed = needed(call);
        if needed.iter().any(|name| name.starts_with("text-")) {
            return needed;
        }
        for name in needed {
            site::supply(engine, files, &name).unwrap();
        }
    }
    panic!("no text is needed");
}

/// Returns the answers to calls that take steps in turns, each supplied with one file at a time.
fn in_turns(engine: &Engine, files: &Files, calls: [Call<Answer>; 2]) -> [Answer; 2] {
    let mut calls = calls.map(|call| (call, None));
    while calls.iter().any(|(_, answer)| answer.is_none()) {
        for (call, answer) in &mut calls {
            if answer.is_none() {
                match call.step().unwrap() {
                    Step::Done(done) => *answer = Some(done),
                    Step::Needs(needs) => site::supply(engine, files, &needs.files[0]).unwrap(),
                }
            }
        }
    }
    calls.map(|(_, answer)| answer.unwrap())
}

#[test]
fn a_step_names_all_its_files_again_until_they_are_there() {
    let files = site::build(SHARDED);
    let engine = opened(&files);
    let mut call = engine.begin(Method::ASK, QUESTION, &Value::Null);
    let first = needed(&mut call);
    assert!(first.len() > 2, "{first:?}");
    for _ in 0..9 {
        assert_eq!(needed(&mut call), first);
    }
    for name in &first {
        site::supply(&engine, &files, name).unwrap();
    }
    let next: BTreeSet<String> = needed(&mut call).into_iter().collect();
    assert!(first.iter().all(|name| !next.contains(name)), "{next:?}");
}

#[test]
fn r2_calls_in_turns_answer_as_calls_alone() {
    let three = table(&[("topK", Value::Number(3.0))]);
    for files in [SHARDED, LONG_LISTS].map(site::build) {
        let loaded = site::loaded(&files);
        let questions = site::questions();
        for pair in questions.windows(2) {
            let calls = [(pair[0], &three), (pair[1], &Value::Null)];
            let expected = calls.map(|(question, options)| loaded.ask(question, options).unwrap());
            let engine = site::open(&files);
            let begin = |(question, options)| engine.begin(Method::ASK, question, options);
            let answers = in_turns(&engine, &files, calls.map(begin));
            assert_eq!(answers, expected, "{pair:?}");
        }
        let engine = site::open(&files);
        let begin = |options| engine.begin(Method::ASK, questions[0], options);
        let twice = in_turns(&engine, &files, [&three, &Value::Null].map(begin));
        let found = twice.map(|answer| answer.hits.len());
        assert!(found[0] < found[1], "{found:?}");
    }
}

#[test]
fn a_call_that_is_done_gives_the_same_result_again() {
    let engine = site::engine();
    let mut call = engine.begin(Method::ASK, QUESTION, &Value::Null);
    let first = call.step().unwrap();
    assert_eq!(call.step().unwrap(), first);
}

#[test]
fn r41_a_call_skips_a_file_and_others_do_not() {
    let files = site::build(SHARDED);
    let engine = opened(&files);
    let mut without = engine.begin(Method::ASK, QUESTION, &Value::Null);
    let mut whole = engine.begin(Method::ASK, QUESTION, &Value::Null);
    let words = needed(&mut without);
    assert_eq!(needed(&mut whole), words);
    assert!(without.skip(&words[0], "the server answered 404"));
    for name in &words[1..] {
        site::supply(&engine, &files, name).unwrap();
    }
    assert!(!needed(&mut without).contains(&words[0]));
    assert_eq!(needed(&mut whole), words[..1]);
    let finish = |call: Call<Answer>| {
        call.finish(|_, needs| {
            let mut names = needs.files.iter();
            names.try_for_each(|name| site::supply(&engine, &files, name))
        })
    };
    let without = finish(without).unwrap();
    let warning = &without.warnings[0];
    assert_eq!(warning.code, "part_missing");
    assert!(warning.message.contains(&words[0]), "{}", warning.message);
    let expected = site::loaded(&files).ask(QUESTION, &Value::Null);
    assert_eq!(finish(whole).unwrap(), expected.unwrap());
}

// Otherwise the files of every cancelled call would stay in memory.
#[test]
fn a_call_that_is_dropped_leaves_nothing_behind() {
    let files = site::build(SHARDED);
    let engine = opened(&files);
    let mut call = engine.begin(Method::ASK, QUESTION, &Value::Null);
    let texts = until_texts(&engine, &files, &mut call);
    for name in &texts {
        site::supply(&engine, &files, name).unwrap();
    }
    drop(call);
    let mut again = engine.begin(Method::ASK, QUESTION, &Value::Null);
    assert_eq!(until_texts(&engine, &files, &mut again), texts);
}

// A search while typing is cancelled after the next one has named its files.
#[test]
fn files_of_a_dropped_call_stay_for_the_calls_beside_it() {
    let files = site::build(SHARDED);
    let engine = opened(&files);
    let begin = || engine.begin(Method::SEARCH, QUESTION, &Value::Null);
    let (mut first, mut second) = (begin(), begin());
    let texts = until_texts(&engine, &files, &mut first);
    assert_eq!(needed(&mut second), texts);
    for name in &texts {
        site::supply(&engine, &files, name).unwrap();
    }
    drop(first);
    if let Step::Needs(needs) = second.step().unwrap() {
        assert!(needs.files.iter().all(|name| !texts.contains(name)));
    }
}

#[test]
fn files_that_no_call_has_requested_stay() {
    let files = site::build(SHARDED);
    let engine = site::open(&files);
    for (name, _) in site::data(&files).filter(|(name, _)| name.starts_with("files")) {
        site::supply(&engine, &files, name).unwrap();
    }
    for (name, _) in site::data(&files) {
        site::supply(&engine, &files, name).unwrap();
    }
    for question in site::questions() {
        engine.ask(question, &Value::Null).unwrap();
    }
}

#[test]
fn without_its_files_a_question_is_an_error_that_names_one() {
    let files = site::build(SHARDED);
    let error = opened(&files).ask(QUESTION, &Value::Null).unwrap_err();
    assert_eq!(error.code(), "PART_MISSING");
    assert!(error.to_string().contains("terms-"), "{error}");
}

#[test]
fn mistakes_are_errors_of_the_first_step() {
    let options = table(&[("topk", Value::Number(3.0))]);
    let engine = site::engine();
    let error = engine.begin(Method::ASK, QUESTION, &options).step();
    assert_eq!(error.unwrap_err().code(), "UNKNOWN_OPTION");
    let empty = engine.begin(Method::ASK, "?!", &Value::Null).step();
    assert_eq!(empty.unwrap_err(), Error::EmptyQuestion);
}
