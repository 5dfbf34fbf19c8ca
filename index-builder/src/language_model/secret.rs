//! Hides the key of a server, which no message, file or log may show: it is replaced in every
//! response before the response is used.

use serde_json::Value;

/// The text that replaces the key.
const HIDDEN: &str = "***";

/// The minimum length of a key to hide. Shorter keys are ordinary words: for a server without keys,
/// users often set `none` or `ollama`.
const SHORTEST: usize = 8;

/// A key, if there is one.
pub(super) struct Secret(Option<String>);

impl Secret {
    pub(super) fn new(key: Option<String>) -> Self {
        let key = key.map(|key| key.trim().to_owned());
        Self(key.filter(|key| !key.is_empty()))
    }

    /// Returns the key itself, for the request.
    pub(super) fn key(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// Returns a message without the key.
    pub(super) fn hide(&self, text: &str) -> String {
        match &self.0 {
            Some(key) => hidden(text, key),
            None => text.to_owned(),
        }
    }

    /// Removes the key from all texts of a reply.
    pub(super) fn hide_in(&self, value: &mut Value) {
        let Some(key) = self.0.as_deref().filter(|key| key.len() >= SHORTEST) else {
            return;
        };
        match value {
            Value::String(text) => *text = hidden(text, key),
            Value::Array(items) => items.iter_mut().for_each(|item| self.hide_in(item)),
            Value::Object(fields) => fields.values_mut().for_each(|field| self.hide_in(field)),
            _ => {}
        }
    }
}

/// Returns a text without a key, even if there are invisible characters between the letters of the
/// key.
fn hidden(text: &str, key: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if let Some(length) = beginning(rest, key) {
            shown.push_str(HIDDEN);
            rest = &rest[length..];
        } else {
            shown.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    shown
}

/// Returns the number of bytes of the key at the beginning of a text.
fn beginning(text: &str, key: &str) -> Option<usize> {
    let mut wanted = key.chars();
    let mut next = wanted.next()?;
    if !text.starts_with(next) {
        return None;
    }
    for (at, letter) in text.char_indices() {
        if letter == next {
            match wanted.next() {
                Some(further) => next = further,
                None => return Some(at + letter.len_utf8()),
            }
        } else if !is_invisible(letter) {
            return None;
        }
    }
    None
}

/// Whether later steps may remove a character from a text.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || letter.is_whitespace()
        || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_replaced_wherever_it_stands() {
        let secret = Secret::new(Some(" sk-geheim-1 \n".to_owned()));
        assert_eq!(secret.key(), Some("sk-geheim-1"));
        for text in ["sk-geheim-1", "sk-\u{200b}gehe\0im-\n1"] {
            assert_eq!(
                secret.hide(&format!("bad key Bearer {text}!")),
                "bad key Bearer ***!"
            );
        }
        assert_eq!(
            secret.hide("sk-sk-geheim-1sk-geheim-1 sk-geheim"),
            "sk-****** sk-geheim"
        );
        assert_eq!(Secret::new(None).hide("sk-geheim-1"), "sk-geheim-1");
    }

    #[test]
    fn all_texts_of_a_reply_are_without_the_key() {
        let secret = Secret::new(Some("sk-geheim-1".to_owned()));
        let mut reply = serde_json::json!({"a": ["x sk-geheim-1", {"b": "sk-geheim-1"}], "c": 1});
        secret.hide_in(&mut reply);
        assert_eq!(
            reply,
            serde_json::json!({"a": ["x ***", {"b": "***"}], "c": 1})
        );
        // A short key remains in the text, but not in a message.
        let word = Secret::new(Some("none".to_owned()));
        let mut reply = Value::from("Why are there none?");
        word.hide_in(&mut reply);
        assert_eq!(reply, "Why are there none?");
        assert_eq!(word.hide("key none"), "key ***");
    }
}
