//! JSON lines: one document per line, for corpora that are not a folder of pages.
//!
//! A line is `{"id": "...", "title": "...", "text": "...", "url": "...", "lang": "tr"}`. `id` and
//! `text` are required, and further keys are kept as metadata. A document without `url` has no
//! address. A line break in `text` ends a paragraph: unlike in a text file, nobody wraps lines
//! inside a JSON string.

use serde_json::{Map, Value};

use super::Reader;
use super::page::{Address, ParsedPage, Piece, Rejection, SkipReason, Titles};
use super::tidy;

/// Reads one line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JsonLineReader;

impl Reader for JsonLineReader {
    fn read(&self, _path: &str, bytes: &[u8]) -> Result<ParsedPage, Rejection> {
        let line = std::str::from_utf8(bytes).map_err(|_| SkipReason::NotText)?;
        let mut fields: Map<String, Value> =
            serde_json::from_str(line).map_err(|error| not_json(&error))?;
        let id = text(&mut fields, "id")?;
        let body = text(&mut fields, "text")?;
        let (Some(id), Some(body)) = (id.filter(|id| !id.trim().is_empty()), body) else {
            return fault("`id` and `text` are required: {\"id\": \"...\", \"text\": \"...\"}");
        };
        let url = text(&mut fields, "url")?.unwrap_or_default();
        Ok(ParsedPage {
            id: id.trim().to_owned(),
            titles: Titles {
                given: line_of(&mut fields, "title")?,
                ..Titles::default()
            },
            description: line_of(&mut fields, "description")?,
            lang: line_of(&mut fields, "lang")?,
            address: if url.is_empty() {
                Address::Nowhere
            } else {
                Address::Reference(url)
            },
            pieces: paragraphs(&body),
            importance: importance(&mut fields)?,
            meta: fields
                .iter()
                .filter_map(|(key, value)| Some((key.clone(), plain(value)?)))
                .collect(),
            ..ParsedPage::default()
        })
    }
}

fn fault<T>(message: impl Into<String>) -> Result<T, Rejection> {
    Err(Rejection::Fault(message.into()))
}

/// The message of `serde_json` for exceeded depth, which is not a syntax error.
const TOO_DEEP: &str = "recursion limit exceeded";

fn not_json(error: &serde_json::Error) -> Rejection {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    if message == TOO_DEEP {
        return SkipReason::TooComplex("lists nested too deeply".to_owned()).into();
    }
    Rejection::Fault(format!(
        "not a JSON object: {message} (column {})",
        error.column()
    ))
}

/// Removes a text from the fields. Numbers count as texts, because ids are often numbers.
fn text(fields: &mut Map<String, Value>, key: &str) -> Result<Option<String>, Rejection> {
    match fields.remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(other) => fault(format!("`{key}` must be a text, not {}", kind(&other))),
    }
}

fn line_of(fields: &mut Map<String, Value>, key: &str) -> Result<String, Rejection> {
    Ok(text(fields, key)?
        .map(|text| tidy::line(&text))
        .unwrap_or_default())
}

fn importance(fields: &mut Map<String, Value>) -> Result<Option<f64>, Rejection> {
    match fields.remove("importance") {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_f64() {
            Some(number) if (0.0..=1.0).contains(&number) => Ok(Some(number)),
            _ => fault("`importance` must be a number between 0 and 1"),
        },
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
        _ => "true or false",
    }
}

fn paragraphs(body: &str) -> Vec<Piece> {
    let lines = body.lines().map(tidy::line);
    lines
        .filter(|line| tidy::has_words(line))
        .map(Piece::text)
        .collect()
}

/// Converts metadata to text; objects are dropped.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(tidy::line(text)),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Array(items) => Some(
            items
                .iter()
                .filter_map(plain)
                .collect::<Vec<_>>()
                .join(", "),
        ),
        Value::Null | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<ParsedPage, Rejection> {
        JsonLineReader.read("corpus.jsonl", line.as_bytes())
    }

    #[test]
    fn a_line_is_a_document_and_further_keys_are_metadata() {
        let page = read(
            r#"{"id": 7, "title": " Fees ", "text": "One.\n\nTwo.", "url": "a/b", "lang": "en",
                "year": 2026, "tags": ["a", "b"], "importance": 0.5, "x": {}}"#,
        )
        .unwrap();
        assert_eq!(
            (page.id.as_str(), page.titles.given.as_str()),
            ("7", "Fees")
        );
        assert_eq!(page.address, Address::Reference("a/b".into()));
        assert_eq!(page.pieces[1].as_text(), Some("Two."));
        assert_eq!(page.importance, Some(0.5));
        assert_eq!(page.meta.get("tags").map(String::as_str), Some("a, b"));
        assert_eq!(page.meta.len(), 2);
    }

    #[test]
    fn a_hostile_line_costs_itself_alone() {
        let deep = format!("{{\"id\": \"a\", \"text\": {}", "[".repeat(9000));
        let too_complex = |read| matches!(read, Err(Rejection::Skipped(SkipReason::TooComplex(_))));
        assert!(too_complex(read(&deep)));
        let torn = JsonLineReader.read("corpus.jsonl", b"{\"id\": \"a\", \"text\": \"\xff\"}");
        assert_eq!(torn, Err(Rejection::Skipped(SkipReason::NotText)));
    }

    #[test]
    fn a_wrong_line_is_reported_with_its_mistake() {
        for (line, wrong) in [
            (
                "{\"id\": \"a\"",
                "not a JSON object: EOF while parsing an object (column 10)",
            ),
            ("[1]", "not a JSON object"),
            ("{\"text\": \"a\"}", "`id` and `text` are required"),
            (
                "{\"id\": \" \", \"text\": \"a\"}",
                "`id` and `text` are required",
            ),
            (
                "{\"id\": \"a\", \"text\": [1]}",
                "`text` must be a text, not a list",
            ),
            (
                "{\"id\": \"a\", \"text\": \"b\", \"importance\": 2}",
                "between 0 and 1",
            ),
        ] {
            let Err(Rejection::Fault(message)) = read(line) else {
                panic!("{line}")
            };
            assert!(message.contains(wrong), "{message}");
        }
    }
}
