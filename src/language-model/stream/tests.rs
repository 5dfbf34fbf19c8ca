use super::*;

fn json(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// Returns text and end of a stream that comes in these pieces.
fn read(protocol: Protocol, pieces: &[&[u8]]) -> Result<(String, Finish)> {
    let mut stream = Stream::new(protocol);
    let mut text = String::new();
    for piece in pieces {
        text += &stream.feed(piece, &json)?;
    }
    let (rest, finish) = stream.finish(&json)?;
    Ok((text + &rest, finish))
}

const EVENTS: &str = ": hello\r\n\
    event: message\r\n\
    data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\r\n\r\n\
    data: {\"choices\":[{\"delta\":{\"content\":\"Ücret \"}}]}\r\n\r\n\
    data:{\"choices\":[{\"delta\":{\"content\":\"₺500 😀\"}}]}\n\n\
    data: {\"choices\":\ndata: [{\"delta\":{\"content\":\".\"}}]}\n\n\
    data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n\
    data: {\"choices\":[],\"usage\":{\"total_tokens\":3}}\n\n\
    data: [DONE]\n\nnothing more";

const LINES: &str = "{\"message\":{\"role\":\"assistant\",\"content\":\"Ücret \"},\"done\":false}\n\
    {\"message\":{\"content\":\"₺500 😀.\"},\"done\":false}\n\
    {\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"length\"}\n";

#[test]
fn r34_openai_and_ollama_streams_give_the_same_text() {
    let openai = read(Protocol::ServerSentEvents, &[EVENTS.as_bytes()]).unwrap();
    assert_eq!(openai, ("Ücret ₺500 😀.".to_owned(), Finish::Complete));
    let ollama = read(Protocol::JsonLines, &[LINES.as_bytes()]).unwrap();
    assert_eq!(ollama, ("Ücret ₺500 😀.".to_owned(), Finish::Length));
}

#[test]
fn r34_an_answer_that_is_not_streamed_is_read_too() {
    let whole = br#"{"choices":[{"message":{"content":"Yes."},"finish_reason":"stop"}]}"#;
    assert_eq!(
        read(Protocol::WholeJson, &[&whole[..10], &whole[10..]]).unwrap(),
        ("Yes.".to_owned(), Finish::Complete)
    );
    let parts = br#"{"choices":[{"message":{"content":[{"type":"text","text":"Yes."}]}}]}"#;
    assert_eq!(read(Protocol::WholeJson, &[parts]).unwrap().0, "Yes.");
}

#[test]
fn r34_a_stream_that_ends_early_is_an_error() {
    let events = EVENTS.as_bytes();
    let end = EVENTS.find("data: {\"choices\":[{\"delta\":{},").unwrap();
    for cut in [end, end - 10, end - 30] {
        let error = read(Protocol::ServerSentEvents, &[&events[..cut]]).unwrap_err();
        assert_eq!(error.code(), "MODEL_CUT", "{cut}");
    }
    let error = read(Protocol::JsonLines, &[&LINES.as_bytes()[..80]]).unwrap_err();
    assert_eq!(error.code(), "MODEL_CUT");
}

#[test]
fn r34_a_page_is_not_a_stream() {
    let page = b"<!doctype html>\n<title>Not found</title>\n<p>data</p>";
    for protocol in [
        Protocol::ServerSentEvents,
        Protocol::JsonLines,
        Protocol::WholeJson,
    ] {
        let error = read(protocol, &[page]).unwrap_err();
        assert_eq!(error.code(), "MODEL_NOT_A_STREAM", "{protocol:?}");
    }
    let error = read(Protocol::ServerSentEvents, &[b"data: hello\n\n"]).unwrap_err();
    assert_eq!(error.code(), "MODEL_NOT_A_STREAM");
    assert_eq!(
        read(Protocol::ServerSentEvents, &[b""]).unwrap_err().code(),
        "MODEL_NOT_A_STREAM"
    );
}

#[test]
fn r34_an_error_in_the_stream_does_not_become_text() {
    for (protocol, line) in [
        (
            Protocol::ServerSentEvents,
            "data: {\"error\":{\"message\":\"out of memory\"}}\n\n",
        ),
        (Protocol::JsonLines, "{\"error\":\"out of memory\"}\n"),
        (Protocol::WholeJson, "{\"detail\":\"out of memory\"}"),
    ] {
        let error = read(protocol, &[line.as_bytes()]).unwrap_err();
        assert_eq!(error.code(), "MODEL_FAILED");
        assert!(error.to_string().contains("out of memory"), "{error}");
    }
}

#[test]
fn r34_plain_text_does_not_change() {
    let text = "data: ğ\n\n{}".as_bytes();
    let found = read(Protocol::PlainText, &[&text[..7], &text[7..]]).unwrap();
    assert_eq!(found.0, "data: ğ\n\n{}");
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    fn pieces<'b>(bytes: &'b [u8], cuts: &[usize]) -> Vec<&'b [u8]> {
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
        cuts.extend([0, bytes.len()]);
        cuts.sort_unstable();
        cuts.windows(2)
            .map(|pair| &bytes[pair[0]..pair[1]])
            .collect()
    }

    proptest! {
        #[test]
        fn r34_splitting_a_stream_does_not_change_its_text(cuts in prop::collection::vec(any::<usize>(), 0..40)) {
            for (protocol, stream) in [(Protocol::ServerSentEvents, EVENTS), (Protocol::JsonLines, LINES)] {
                let bytes = stream.as_bytes();
                let whole = read(protocol, &[bytes]);
                prop_assert_eq!(read(protocol, &pieces(bytes, &cuts)), whole);
            }
        }

        #[test]
        fn r34_arbitrary_bytes_give_text_or_an_error(
            bytes in prop::collection::vec(any::<u8>(), 0..300),
            cuts in prop::collection::vec(any::<usize>(), 0..10),
        ) {
            for protocol in [
                Protocol::ServerSentEvents,
                Protocol::JsonLines,
                Protocol::WholeJson,
                Protocol::PlainText,
            ] {
                let whole = read(protocol, &[&bytes]);
                prop_assert_eq!(read(protocol, &pieces(&bytes, &cuts)), whole);
            }
        }
    }
}
