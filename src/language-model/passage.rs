//! Reads the engine's answer: the passages found, and the engine's confidence.

use soru::settings::Value;

/// A section of a page that a model may read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Passage {
    /// Title of the page.
    pub title: String,
    /// Headings above the section, outermost first.
    pub heading: Vec<String>,
    /// Address, with anchor.
    pub url: String,
    /// The text of the section, without parts that are never quoted.
    pub text: String,
    /// Language tag.
    pub lang: String,
}

/// The engine's answer to the question.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Found {
    /// The method that gave the answer (`soru::answer::Method`).
    pub method: String,
    /// Confidence, 0 to 1.
    pub confidence: f64,
    /// Tag of the question's language.
    pub lang: String,
    /// The passages found, best first.
    pub passages: Vec<Passage>,
}

impl Found {
    /// Reads the engine's answer, a [`soru::orchestration::Quotable`] as a value. A missing part is
    /// empty.
    pub fn read(quotable: &Value) -> Self {
        let answer = quotable.get("answer").unwrap_or(&Value::Null);
        let hits = list(answer, "hits").iter().zip(list(quotable, "texts"));
        let passages = hits.map(|(hit, text)| Passage {
            title: text_of(hit, "title").to_owned(),
            heading: texts(hit, "heading"),
            url: text_of(hit, "url").to_owned(),
            text: as_text(text).to_owned(),
            lang: text_of(hit, "lang").to_owned(),
        });
        Self {
            method: text_of(answer, "method").to_owned(),
            confidence: match answer.get("confidence") {
                Some(Value::Number(confidence)) => *confidence,
                _ => 0.0,
            },
            lang: text_of(answer, "lang").to_owned(),
            passages: passages.collect(),
        }
    }
}

/// Returns the text of a key; empty if it has none.
pub(crate) fn text_of<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).map_or("", as_text)
}

/// Returns the texts of a list.
pub(crate) fn texts(value: &Value, key: &str) -> Vec<String> {
    let items = list(value, key).iter();
    items.map(|item| as_text(item).to_owned()).collect()
}

fn as_text(value: &Value) -> &str {
    match value {
        Value::Text(text) => text,
        _ => "",
    }
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    match value.get(key) {
        Some(Value::List(items)) => items,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r33_texts_that_are_never_quoted_are_not_read() {
        let hit = Value::table([("title", "Staj".into()), ("text", "20 gün. Gizli.".into())]);
        let answer = Value::table([("hits", Value::List(vec![hit])), ("confidence", 0.5.into())]);
        let found = Found::read(&Value::table([
            ("answer", answer),
            ("texts", ["20 gün."].into()),
        ]));
        let passage = Passage {
            title: "Staj".to_owned(),
            text: "20 gün.".to_owned(),
            ..Passage::default()
        };
        assert_eq!((found.passages, found.confidence), (vec![passage], 0.5));
        assert_eq!(Found::read(&Value::Null), Found::default());
    }
}
