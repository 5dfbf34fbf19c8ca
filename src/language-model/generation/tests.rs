use super::super::markdown::Inline;
use super::*;
use soru::settings::Value;

fn json(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

fn hit(title: &str, text: &str) -> Passage {
    Passage {
        title: title.to_owned(),
        text: text.to_owned(),
        url: "https://uni.example/a".into(),
        ..Passage::default()
    }
}

fn generation(change: impl FnOnce(&mut GenerationSettings)) -> Generation {
    let mut settings = GenerationSettings::default();
    settings.model.endpoint = "/llm".into();
    settings.model.model = "small".into();
    change(&mut settings);
    let delimiter = Delimiter::new("k3v9x2m7q8w1z5t4").unwrap();
    let hits = [
        hit("Fees", "The fee is 500 TL."),
        hit("Dates", "Due on 1 May 2026."),
    ];
    Generation::new(&settings, delimiter, ("Fee?", "en"), &hits, &[], "").unwrap()
}

fn events_of(text: &str) -> String {
    let words: Vec<&str> = text.split_inclusive(' ').collect();
    let line = |word: &str| {
        let word = serde_json::to_string(word).unwrap();
        format!("data: {{\"choices\":[{{\"delta\":{{\"content\":{word}}}}}]}}\n\n")
    };
    words.into_iter().map(line).collect::<String>() + "data: [DONE]\n\n"
}

/// Returns all events of a stream in pieces of this length.
fn run(text: &str, length: usize) -> Result<Vec<Event>> {
    let mut generation = generation(|_| ());
    let ok = Response {
        status: 200,
        content_type: "text/event-stream".into(),
        ..Response::default()
    };
    let verdict = generation.respond(&ok, 0.0, &json)?;
    assert_eq!(verdict, Verdict::Read(Protocol::ServerSentEvents));
    let mut events = Vec::new();
    for piece in events_of(text).as_bytes().chunks(length) {
        events.extend(generation.feed(piece, &json)?);
    }
    events.extend(generation.finish(&json)?);
    Ok(events)
}

/// Returns the final display: text with citations, and the blocks.
fn result(events: &[Event]) -> (String, Vec<Block>) {
    let (mut text, mut shown) = (String::new(), Vec::new());
    for event in events {
        match event {
            Event::Token { text: more } => text += more,
            Event::Citation { number } => text += &["[", &number.to_string(), "]"].concat(),
            Event::Content { from, blocks } => {
                shown.truncate(*from);
                shown.extend(blocks.iter().cloned());
            }
            _ => {}
        }
    }
    (text, shown)
}

const TEXT: &str =
    "The fee is **500 TL** [1].\n\n- Pay by May 1, 2026 [2, 9].\n- ğ 😀\n\nThat is *all*.";

#[test]
fn r34_r35_a_stream_becomes_text_citations_and_blocks() {
    let events = run(TEXT, 1000).unwrap();
    let (text, shown) = result(&events);
    let clean = TEXT.replace("[2, 9]", "[2]");
    assert_eq!(text, clean);
    assert_eq!(shown.len(), 3);
    let Some(Event::Done {
        text,
        cited,
        flagged,
    }) = events.last()
    else {
        panic!("{events:?}");
    };
    assert_eq!(
        (text.as_str(), cited.as_slice(), flagged.len()),
        (clean.as_str(), &[1, 2][..], 0)
    );
    let warned = |event: &Event| {
        matches!(
            event,
            Event::Warning {
                code: "unknown_citation",
                ..
            }
        )
    };
    assert_eq!(events.iter().filter(|event| warned(event)).count(), 1);
}

#[test]
fn r34_splitting_a_stream_does_not_change_the_result() {
    let whole = run(TEXT, usize::MAX).unwrap();
    for length in [1, 2, 3, 7, 50] {
        let pieces = run(TEXT, length).unwrap();
        assert_eq!(result(&pieces), result(&whole), "{length}");
        assert_eq!(pieces.last(), whole.last(), "{length}");
    }
}

#[test]
fn r35_a_value_without_a_cited_source_is_flagged_in_the_text() {
    // The second source has the date, but is not cited.
    let events = run("😀 Pay 500 TL by 1 May 2026 [1].", 10).unwrap();
    let Some(Event::Done { text, flagged, .. }) = events.last() else {
        panic!("{events:?}");
    };
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(flagged.len(), 1);
    let value = String::from_utf16(&units[flagged[0].start..flagged[0].end]).unwrap();
    assert_eq!(
        (value.as_str(), flagged[0].value.as_str()),
        ("1 May 2026", "1 May 2026")
    );
    let (_, shown) = result(&events);
    let Block::Paragraph { children } = &shown[0] else {
        panic!("{shown:?}");
    };
    assert!(
        children
            .iter()
            .any(|child| matches!(child, Inline::Flagged { .. }))
    );
}

#[test]
fn r34_a_failure_never_becomes_text() {
    for (stream, code) in [
        (
            "data: {\"error\":{\"message\":\"broken\"}}\n\n",
            "MODEL_FAILED",
        ),
        ("data: {\"choices\":[]}\n\ndata: [DONE]\n\n", "MODEL_EMPTY"),
        (
            "data: {\"choices\":[{\"delta\":{\"content\":\"Yes\"}}]}\n\n",
            "MODEL_CUT",
        ),
        ("<!doctype html><p>Hello", "MODEL_NOT_A_STREAM"),
    ] {
        let mut generation = generation(|_| ());
        let ok = Response {
            status: 200,
            ..Response::default()
        };
        generation.respond(&ok, 0.0, &json).unwrap();
        let fed = generation.feed(stream.as_bytes(), &json);
        let error = fed.and_then(|_| generation.finish(&json)).unwrap_err();
        assert_eq!(error.code(), code);
    }
    let mut long = generation(|settings| {
        settings.model.max_answer_characters = 3.try_into().unwrap();
    });
    assert_eq!(
        long.feed(b"1234", &json).unwrap_err().code(),
        "MODEL_TOO_LONG"
    );
}

#[test]
fn r34_a_page_s_function_gives_plain_text() {
    let mut generation = generation(|settings| settings.model.api = "callback".into());
    assert!(generation.request().url.is_empty());
    let mut events = generation.feed("500 TL [".as_bytes(), &json).unwrap();
    events.extend(generation.feed(b"1]", &json).unwrap());
    events.extend(generation.finish(&json).unwrap());
    assert_eq!(result(&events).0, "500 TL [1]");
}

#[test]
fn r34_retries_are_counted() {
    let mut generation = generation(|settings| settings.model.retries = 1);
    let busy = Response {
        status: 429,
        ..Response::default()
    };
    assert_eq!(
        generation.respond(&busy, 0.0, &json),
        Ok(Verdict::Again(1000.0))
    );
    assert_eq!(
        generation.respond(&busy, 0.0, &json).unwrap_err().code(),
        "MODEL_BUSY"
    );
}

const KEY: &str = "sk-0123/456";

fn with_key(status: u16, content_type: &str, body: &str) -> (Generation, Result<Verdict>) {
    let mut generation = generation(|settings| settings.model.retries = 0);
    generation.hide(vec![KEY.to_owned()]);
    let response = Response {
        status,
        content_type: content_type.into(),
        body: body.into(),
        ..Response::default()
    };
    let verdict = generation.respond(&response, 0.0, &json);
    (generation, verdict)
}

#[test]
fn r34_no_message_shows_a_key_that_the_server_repeats() {
    // JSON may write a slash in two ways, and messages are shortened.
    let escaped = r#"{"error":{"message":"no access for sk-0123\/456"}}"#;
    let cut = format!("{} {KEY}", "x".repeat(192));
    for (status, content_type, body) in [
        (401, "application/json", escaped),
        (
            429,
            "",
            r#"{"error":{"code":"daily_limit","message":"sk-0123/456 has asked enough"}}"#,
        ),
        (500, "text/plain", &cut),
        (200, "text/html; key=sk-0123/456", ""),
    ] {
        let message = with_key(status, content_type, body)
            .1
            .unwrap_err()
            .to_string();
        assert!(message.contains("***"), "{message}");
        assert!(!message.contains("sk-0"), "{message}");
    }
    for stream in [
        "data: {\"error\":{\"message\":\"sk-0123/456 is out of credit\"}}\n\n",
        "data: sk-0123/456 is not a stream\n\n",
    ] {
        let (mut generation, verdict) = with_key(200, "text/event-stream", "");
        verdict.unwrap();
        let message = generation
            .feed(stream.as_bytes(), &json)
            .unwrap_err()
            .to_string();
        assert!(
            message.contains("***") && !message.contains(KEY),
            "{message}"
        );
    }
    let message = with_key(200, "", "")
        .0
        .failed("unreachable", &format!("Bearer {KEY}: no header"));
    assert!(message.to_string().ends_with("Bearer ***: no header"));
}

#[test]
fn r34_no_event_has_a_key_that_the_model_says_in_pieces() {
    for length in [1, 3, 1000] {
        let (mut generation, verdict) = with_key(200, "text/event-stream", "");
        verdict.unwrap();
        let pieces = ["It is s", "k-01[7]23", "/456 [1].\n\nOr sk-0", "123/456"];
        let line = |piece: &&str| {
            let piece = serde_json::to_string(piece).unwrap();
            format!("data: {{\"choices\":[{{\"delta\":{{\"content\":{piece}}}}}]}}\n\n")
        };
        let stream = pieces.iter().map(line).collect::<String>() + "data: [DONE]\n\n";
        let mut events = Vec::new();
        for bytes in stream.as_bytes().chunks(length) {
            events.extend(generation.feed(bytes, &json).unwrap());
        }
        events.extend(generation.finish(&json).unwrap());
        assert_eq!(result(&events).0, "It is *** [1].\n\nOr ***");
        let all = serde_json::to_string(&events).unwrap();
        assert!(!all.contains("sk-0"), "{all}");
    }
}

#[test]
fn a_model_s_text_keeps_its_direction_and_its_joiners() {
    let events = run(
        "The fee is \u{202e}LT 005\u{202c} [\u{2066}1\u{2069}] می\u{200c}خواهم",
        5,
    )
    .unwrap();
    assert_eq!(result(&events).0, "The fee is LT 005 [1] می\u{200c}خواهم");
}

#[test]
fn questions_are_counted_where_a_server_is_asked() {
    let limit = |api: &str| generation(|settings| settings.model.api = api.into()).daily_limit();
    assert_eq!(
        (limit("openai"), limit("ollama"), limit("browser")),
        (50, 50, 0)
    );
}
