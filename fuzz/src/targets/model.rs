//! The stream of a language model's server: text and events, or an error with a code. The result
//! does not depend on how the network splits the stream.

use soru::settings::Value;
use soru_language_model::{
    Block, Delimiter, Event, Generation, GenerationSettings, Inline, ModelSettings, Passage,
    Response, Result,
};

/// A stream of one of the interfaces, by the first byte.
pub(super) fn stream(bytes: &[u8]) {
    let Some((kind, bytes)) = bytes.split_first() else {
        return;
    };
    let (api, content_type) = match kind % 4 {
        0 => ("openai", "text/event-stream"),
        1 => ("openai", "application/json"),
        2 => ("ollama", "application/x-ndjson"),
        _ => ("callback", ""),
    };
    let whole = shown(api, content_type, &[bytes]);
    let pieces: Vec<&[u8]> = bytes.chunks(3).collect();
    assert_eq!(shown(api, content_type, &pieces), whole, "cut in pieces");
    match whole {
        Ok(shown) => {
            assert!(
                shown.cited.iter().all(|number| *number == 1),
                "{:?}",
                shown.cited
            );
            shown.blocks.iter().for_each(links_are_known);
        }
        Err(error) => assert!(error.code().starts_with("MODEL_"), "{error}"),
    }
}

/// The text that a page finally shows.
#[derive(Debug, PartialEq)]
struct Shown {
    text: String,
    blocks: Vec<Block>,
    cited: Vec<usize>,
}

fn shown(api: &str, content_type: &str, pieces: &[&[u8]]) -> Result<Shown> {
    let mut generation = generation(api)?;
    let response = Response {
        status: 200,
        content_type: content_type.to_owned(),
        ..Response::default()
    };
    generation.respond(&response, 0.0, &json)?;
    let mut shown = Shown {
        text: String::new(),
        blocks: Vec::new(),
        cited: Vec::new(),
    };
    for piece in pieces {
        shown.take(generation.feed(piece, &json)?);
    }
    shown.take(generation.finish(&json)?);
    Ok(shown)
}

impl Shown {
    fn take(&mut self, events: Vec<Event>) {
        for event in events {
            match event {
                Event::Content { from, blocks } => {
                    assert!(from <= self.blocks.len());
                    self.blocks.truncate(from);
                    self.blocks.extend(blocks);
                }
                Event::Done {
                    text,
                    cited,
                    flagged,
                } => {
                    let units = text.encode_utf16().count();
                    assert!(
                        flagged
                            .iter()
                            .all(|flag| flag.start < flag.end && flag.end <= units)
                    );
                    (self.text, self.cited) = (text, cited);
                }
                _ => {}
            }
        }
    }
}

fn generation(api: &str) -> Result<Generation> {
    let model = ModelSettings {
        api: api.to_owned(),
        endpoint: "/llm".to_owned(),
        model: "small".to_owned(),
        ..ModelSettings::default()
    };
    let settings = GenerationSettings {
        model,
        ..GenerationSettings::default()
    };
    let delimiter = Delimiter::new("k3v9x2m7q8w1z5t4")?;
    let passage = Passage {
        text: "The fee is 500 TL, due on 1 May 2026.".to_owned(),
        url: "https://uni.example/fees".to_owned(),
        ..Passage::default()
    };
    Generation::new(&settings, delimiter, ("Fee?", "en"), &[passage], &[], "")
}

fn json(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

fn links_are_known(block: &Block) {
    match block {
        Block::Paragraph { children } => inlines(children),
        Block::List { items, .. } => items.iter().for_each(|item| inlines(item)),
        Block::Code { .. } => {}
    }
}

fn inlines(children: &[Inline]) {
    for child in children {
        match child {
            Inline::Link { url, .. } => {
                let lower = url.to_ascii_lowercase();
                let schemed = lower
                    .split(['/', '?', '#'])
                    .next()
                    .is_some_and(|step| step.contains(':'));
                let known = ["https://uni.example", "http://uni.example"];
                let known = known.iter().any(|host| lower.starts_with(host));
                assert!(known || (!schemed && !lower.starts_with("//")), "{url}");
            }
            Inline::Strong { children }
            | Inline::Emphasis { children }
            | Inline::Flagged { children } => {
                inlines(children);
            }
            _ => {}
        }
    }
}
