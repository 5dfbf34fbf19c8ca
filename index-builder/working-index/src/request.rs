//! The request of a question to a gateway.

use serde_json::{Map, Value as Json, json};
use soru::settings::Value;

/// The number of hits to ask for: as many are reranked.
const HITS: u32 = 30;

/// The number for a question with a filter, a phrase or an exclusion, which drop some.
const RESTRICTED_HITS: u32 = 50;

/// The number of words that a gateway reads.
const MOST_WORDS: usize = 64;

/// The length of a word that a gateway reads, in bytes.
const LONGEST_WORD: usize = 64;

/// Returns the body of `POST /v1/search` for the words that a call needs
/// ([`soru::Needs::remote`]), the question and the options of the call; none if there are no words.
#[must_use]
pub fn request(needed: &str, question: &str, options: &Value) -> Option<Json> {
    let mut lines = needed.lines();
    let language = lines.next().unwrap_or_default();
    let words: Vec<Json> = lines.filter_map(word).take(MOST_WORDS).collect();
    if words.is_empty() {
        return None;
    }
    let filter = filter(options);
    let is_restricted = !filter.is_empty() || question.contains(['"', '-', '“', '„', '«']);
    let limit = if is_restricted { RESTRICTED_HITS } else { HITS };
    let mut body = json!({ "language": language, "words": words, "limit": limit });
    if !filter.is_empty() {
        body["filter"] = filter.into();
    }
    Some(body)
}

/// Reads a line: language, weight in hundredths, word.
fn word(line: &str) -> Option<Json> {
    let (language, rest) = line.split_once(' ')?;
    let (hundredths, word) = rest.split_once(' ')?;
    let weight = (hundredths.parse::<f64>().ok()? / 100.0).min(10.0);
    let is_accepted = word.len() <= LONGEST_WORD && !word.contains(is_syntax);
    is_accepted.then(|| json!({ "word": word, "weight": weight, "language": language }))
}

/// Returns whether a gateway refuses a word with this character.
fn is_syntax(c: char) -> bool {
    c.is_whitespace() || c.is_control() || "\"'\\{}()[]*?~^$&|!/=<>%@;`".contains(c)
}

/// Returns the filter of the options, each key with a list of texts.
fn filter(options: &Value) -> Map<String, Json> {
    let Some(Value::Map(entries)) = options.get("filter") else {
        return Map::new();
    };
    let list = |value: &Value| match value {
        Value::List(values) => values.iter().map(text).collect(),
        single => vec![text(single)],
    };
    let entries = entries.iter();
    entries
        .map(|(key, value)| (key.clone(), list(value).into()))
        .collect()
}

fn text(value: &Value) -> Json {
    match value {
        Value::Text(text) => text.as_str().into(),
        other => other.to_string().into(),
    }
}
