//! Answers from a language model: when it is asked, its input, and the handling of its text.

use soru::answer::{Answer, Method};
use soru::settings::Value;
use soru_language_model::{Asking, Error, Event, Found, Generation, Response, Skipped};

use super::site::{self, IntoValue, table};

const WORD: &str = "k3v9x2m7q8w1z5t4";

/// The engine's answer, and the model's answer in progress or the reason why there is none.
#[derive(Debug)]
struct Begun {
    answer: Answer,
    generation: Result<Generation, Skipped>,
}

/// Asks as `www/element/model/generator.ts` does, with options of the engine and of the model.
fn begin(question: &str, own: &[(&str, Value)], model: &[(&str, Value)]) -> Result<Begun, Error> {
    let given = [
        ("endpoint", "/llm".into_value()),
        ("model", "small".into_value()),
    ];
    let own_keys = model.iter().cloned();
    let options: Vec<(&str, Value)> = given.into_iter().chain(own_keys).collect();
    begin_with(WORD, question, own, &table(&options))
}

fn begin_with(
    delimiter: &str,
    question: &str,
    own: &[(&str, Value)],
    options: &Value,
) -> Result<Begun, Error> {
    let quotable = site::engine().quotable(question, &table(own))?;
    let asking = Asking::read(&table(&[
        ("question", question.into_value()),
        ("delimiter", delimiter.into_value()),
        ("options", options.clone()),
    ]))?;
    let found = Found::read(&Value::collect(&quotable).expect("an answer is plain data"));
    let generation = asking.begin(&found)?;
    let answer = quotable.answer;
    Ok(Begun { answer, generation })
}

fn json(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

const QUESTION: &str = "Stajyerlerin sigortasını kim öder?";

#[test]
fn r31_r33_only_questions_that_pages_answer_go_to_a_model() {
    for (question, skipped) in [
        ("What is the H-1B cap?", Skipped::Fact),
        ("zzyzx qwxq", Skipped::NoAnswer),
        ("Merhaba, teşekkürler!", Skipped::SmallTalk),
    ] {
        let begun = begin(question, &[], &[]).unwrap();
        assert_eq!(begun.generation.unwrap_err(), skipped, "{question}");
    }
    let begun = begin(QUESTION, &[], &[]).unwrap();
    assert_eq!(begun.answer.method, Method::Extractive);
    assert!(begun.generation.is_ok());
}

// A model reads several sections: hits too uncertain to quote may be enough for it.
#[test]
fn r31_r33_a_model_is_asked_though_no_passage_is_asserted_unless_too_little_was_found() {
    let never = table(&[("min_confidence", 1.0.into_value())]);
    let begun = begin(QUESTION, &[("answer", never.clone())], &[]).unwrap();
    assert_eq!(begun.answer.answer, None);
    assert!(begun.generation.is_ok());
    let sure = table(&[("min_confidence", 1.0.into_value())]);
    let begun = begin(QUESTION, &[("answer", never)], &[("generation", sure)]).unwrap();
    assert_eq!(begun.generation.unwrap_err(), Skipped::NoAnswer);
}

#[test]
fn r33_the_model_gets_the_best_chunks_numbered_and_the_whole_history() {
    let turn = |role: &str, content: &str| {
        table(&[
            ("role", role.into_value()),
            ("content", content.into_value()),
        ])
    };
    let history = Value::List(vec![
        turn("user", "Staj zorunlu mu?"),
        turn("assistant", "Evet [1]."),
    ]);
    let history = [("history", history)];
    let begun = begin(QUESTION, &history, &history).unwrap();
    let generation = begun.generation.unwrap();
    assert_eq!(generation.request().url, "/llm/chat/completions");
    let body = serde_json::to_value(&generation.request().body).unwrap();
    let content = |at: usize| body["messages"][at]["content"].as_str().unwrap().to_owned();
    assert!(content(0).contains(WORD));
    assert_eq!([content(1), content(2)], ["Staj zorunlu mu?", "Evet [1]."]);
    let last = content(3);
    assert!(
        last.contains("[Source 1] Staj\n") && last.ends_with(QUESTION),
        "{last}"
    );
    assert!(last.contains("Stajyerlerin sigorta primini üniversite öder."));
    assert_eq!(generation.sources()[0].title, "Staj");
    assert_eq!(begun.answer.hits[0].title, "Staj");
}

#[test]
fn r34_r35_a_stream_becomes_an_answer_with_checked_citations_and_values() {
    let mut generation = begin(QUESTION, &[], &[]).unwrap().generation.unwrap();
    let ok = Response {
        status: 200,
        content_type: "text/event-stream".into(),
        ..Response::default()
    };
    generation.respond(&ok, 0.0, &json).unwrap();
    let text = "Primi üniversite öder [1]. Tutarı 250 TL'dir [1][99].";
    let stream = format!(
        "data: {{\"choices\":[{{\"delta\":{{\"content\":\"{text}\"}}}}]}}\n\ndata: [DONE]\n\n"
    );
    let mut events = generation.feed(stream.as_bytes(), &json).unwrap();
    events.extend(generation.finish(&json).unwrap());
    let Some(Event::Done {
        text,
        cited,
        flagged,
    }) = events.last()
    else {
        panic!("{events:?}");
    };
    assert_eq!(text, "Primi üniversite öder [1]. Tutarı 250 TL'dir [1].");
    assert_eq!(cited, &[1]);
    assert_eq!(flagged.len(), 1);
    assert_eq!(flagged[0].value, "250 TL");
}

#[test]
fn r34_a_missing_model_configuration_is_an_error_for_every_question() {
    const FACT: &str = "What is the H-1B cap?";
    let refused = |error: Error, code: &str, key: &str| {
        assert_eq!(error.code(), code, "{key}");
        assert!(error.to_string().contains(key), "{error}");
    };
    for (key, value) in [("endpoint", ""), ("model", ""), ("api", "opnai")] {
        let error = begin(FACT, &[], &[(key, value.into_value())]).unwrap_err();
        refused(error, "INVALID_OPTION", key);
    }
    let error = begin(FACT, &[], &[("endpiont", "/llm".into_value())]).unwrap_err();
    refused(error, "UNKNOWN_OPTION", "did you mean `endpoint`?");
    let error = begin_with("data", FACT, &[], &Value::Null).unwrap_err();
    refused(error, "INVALID_OPTION", "delimiter");
    let stranger = Value::List(vec![table(&[("role", "system".into_value())])]);
    let error = begin(QUESTION, &[], &[("history", stranger)]).unwrap_err();
    refused(error, "INVALID_OPTION", "history[0].role");
}

#[test]
fn a_setting_of_the_model_is_no_option_of_the_engine() {
    let engine = site::engine();
    for key in ["endpoint", "delimiter", "dailyLimit"] {
        let error = engine.ask(QUESTION, &table(&[(key, "1".into_value())]));
        assert_eq!(error.unwrap_err().code(), "UNKNOWN_OPTION", "{key}");
    }
}

#[test]
fn r9_a_follow_up_is_searched_in_full_and_traced() {
    let turn = |role: &str, content: &str| {
        table(&[
            ("role", role.into_value()),
            ("content", content.into_value()),
        ])
    };
    let history = Value::List(vec![
        turn("user", "Staj defteri ne zaman teslim edilir?"),
        turn("assistant", "Bir ay içinde."),
    ]);
    let options = [("history", history), ("trace", true.into_value())];
    let answer = site::ask(&site::engine(), "Onu nereye vereceğim?", &options);
    assert_eq!(answer.question, "Onu nereye vereceğim?");
    assert_eq!(answer.hits[0].title, "Staj");
    let trace = answer.trace.unwrap();
    let event = trace.iter().find(|event| event.operator == "follow-up");
    assert!(
        event.unwrap().output.starts_with("Staj defteri"),
        "{event:?}"
    );
}

#[test]
fn r34_the_model_may_be_configured() {
    let model = table(&[
        ("endpoint", "/own".into_value()),
        ("model", "own".into_value()),
        ("api", "ollama".into_value()),
        ("firstTokenMillis", 10.0.into_value()),
    ]);
    let generation = table(&[("model", model)]);
    let options = table(&[("generation", generation)]);
    let begun = begin_with(WORD, QUESTION, &[], &options).unwrap();
    let generation = begun.generation.unwrap();
    assert_eq!(generation.request().url, "/own/api/chat");
    assert_eq!(generation.timing().first_token_millis, 10);
}
