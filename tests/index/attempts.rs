//! Repeated calls: intermediate results are kept, for the same call only.

use soru::settings::Value;
use soru::{Answer, Engine, Error, Result};

use super::site::{self, Files, LONG_LISTS, SHARDED, table};

fn ask(engine: &Engine, number: u32, question: &str, options: &Value) -> Result<Answer> {
    engine.call(options)?.numbered(number).ask(question)
}

/// Supplies the first missing file, or returns the answer.
fn step(engine: &Engine, files: &Files, asked: Result<Answer>) -> Option<Answer> {
    let missing = match asked {
        Err(Error::NotLoaded { files }) => files,
        other => return Some(other.unwrap()),
    };
    let (name, bytes) = files.iter().find(|(name, _)| *name == missing[0]).unwrap();
    let inflate = |stored: &[u8]| Ok(stored.to_vec());
    engine.supply(name, bytes, inflate).unwrap();
    None
}

/// Returns the answers to two questions that wait for files alternately.
fn in_turns(files: &Files, calls: [(&str, &Value); 2]) -> [Answer; 2] {
    let engine = site::open(files);
    let mut answers = [None, None];
    while answers.contains(&None) {
        for (number, ((question, options), answer)) in (1..).zip(calls.iter().zip(&mut answers)) {
            if answer.is_none() {
                let asked = ask(&engine, number, question, options);
                *answer = step(&engine, files, asked);
            }
        }
    }
    answers.map(Option::unwrap)
}

#[test]
fn r2_a_waiting_call_answers_the_same_with_any_calls_in_between() {
    let three = table(&[("topK", Value::Number(3.0))]);
    for files in [SHARDED, LONG_LISTS].map(site::build) {
        let loaded = site::loaded(&files);
        let questions = site::questions();
        for pair in questions.windows(2) {
            let calls = [(pair[0], &three), (pair[1], &Value::Null)];
            let expected = calls.map(|(question, options)| loaded.ask(question, options).unwrap());
            assert_eq!(in_turns(&files, calls), expected, "{pair:?}");
        }
        let twice = [(questions[0], &three), (questions[0], &Value::Null)];
        let found = in_turns(&files, twice).map(|answer| answer.hits.len());
        assert!(found[0] < found[1], "{found:?}");
    }
}

/// Asks until only texts are missing.
fn until_texts(engine: &Engine, files: &Files, number: u32, question: &str, options: &Value) {
    for _ in 0..files.len() {
        let asked = ask(engine, number, question, options);
        if let Err(Error::NotLoaded { files }) = &asked
            && files[0].starts_with("text-")
        {
            return;
        }
        assert!(step(engine, files, asked).is_none(), "no text is needed");
    }
    panic!("{question}: asks on and on");
}

// Results without unavailable files are not reused once all files can be fetched again.
#[test]
fn r41_after_a_rest_a_call_begins_anew() {
    let files = site::build(SHARDED);
    let question = "Staj başvurusu ne zaman yapılır?";
    let whole = site::loaded(&files).ask(question, &Value::Null).unwrap();
    let engine = site::open(&files);
    // No other file is missing in between.
    for (name, bytes) in site::data(&files) {
        if !name.starts_with("terms-") && !name.starts_with("text-") {
            let inflate = |stored: &[u8]| Ok(stored.to_vec());
            engine.supply(name, bytes, inflate).unwrap();
        }
    }
    for shard in 0.. {
        let asked = ask(&engine, 1, question, &Value::Null);
        match asked {
            Err(Error::NotLoaded { files }) if files[0].starts_with("text-") => break,
            Err(Error::NotLoaded { files: shards }) if shard == 4 => {
                assert!(
                    shards
                        .iter()
                        .all(|name| engine.mark_unavailable(name, "the server answered 404"))
                );
            }
            asked => assert!(step(&engine, &files, asked).is_none()),
        }
    }
    engine.end_of_calls();
    let answer = loop {
        let asked = ask(&engine, 1, question, &Value::Null);
        if let Some(answer) = step(&engine, &files, asked) {
            break answer;
        }
    };
    assert_eq!(answer, whole);
}

/// Returns the title of the best hit for another question with the number of one that waits for
/// texts.
fn best_of_another(options: &Value, number: u32) -> String {
    let files = site::build(SHARDED);
    let engine = site::open(&files);
    until_texts(
        &engine,
        &files,
        1,
        "Staj başvurusu ne zaman yapılır?",
        options,
    );
    loop {
        let asked = ask(&engine, number, "Kütüphane kaçta açılıyor?", options);
        if let Some(answer) = step(&engine, &files, asked) {
            return answer.hits[0].title.clone();
        }
    }
}

// The number identifies the call. A wrong number shows that nothing is looked up again.
#[test]
fn r29_a_call_that_waits_for_texts_resumes_where_it_stopped() {
    assert_eq!(best_of_another(&Value::Null, 1), "Staj");
    assert_eq!(best_of_another(&Value::Null, 2), "Kütüphane");
    // A trace covers all work; 0 is not a number of a call.
    let traced = table(&[("trace", Value::Bool(true))]);
    assert_eq!(best_of_another(&traced, 1), "Kütüphane");
    assert_eq!(best_of_another(&Value::Null, 0), "Kütüphane");
}
