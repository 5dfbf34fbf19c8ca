//! Reads JSON in the reply of a language model: the bytes are untrusted, and may be truncated or
//! surrounded by text.

use serde_json::{Deserializer, Value};

/// The maximum number of bytes read from a reply.
const MOST_BYTES: usize = 100_000;

/// Removes the model's thinking, and the fence around its JSON, from a reply.
pub(crate) fn bare(reply: &str) -> &str {
    let mut end = reply.len().min(MOST_BYTES);
    while !reply.is_char_boundary(end) {
        end -= 1;
    }
    let reply = &reply[..end];
    let text = match reply.rsplit_once("</think>") {
        Some((_, rest)) => rest,
        None => reply,
    };
    let text = text.trim().trim_start_matches("```json");
    text.trim_matches('`').trim()
}

/// Returns the values of the list in a bare reply: the list may be the whole reply, a part of it,
/// or inside an object. Returns none if there is no list.
pub(crate) fn values_in(bare: &str) -> Option<Vec<Value>> {
    match value_in(bare)? {
        Value::Array(items) => Some(items),
        Value::Object(fields) => {
            let lists = fields.into_iter().filter_map(|(_, value)| match value {
                Value::Array(items) => Some(items),
                _ => None,
            });
            let items: Vec<Value> = lists.flatten().collect();
            (!items.is_empty()).then_some(items)
        }
        _ => None,
    }
}

/// Returns the list, or the object with lists, in a bare reply, as [`values_in`] finds it.
pub(crate) fn value_in(bare: &str) -> Option<Value> {
    let has_list = |value: &Value| match value {
        Value::Object(fields) => fields.values().any(Value::is_array),
        value => value.is_array(),
    };
    let parsed = |text: &str| serde_json::from_str(text).ok().filter(has_list);
    parsed(bare)
        .or_else(|| parsed(between(bare, '[', ']')?))
        .or_else(|| {
            // In a truncated list, an object is only one of its items.
            let is_object = bare.find('{')? < bare.find('[')?;
            parsed(between(bare, '{', '}').filter(|_| is_object)?)
        })
        .or_else(|| cut_off(bare).map(Value::Array))
}

fn between(text: &str, open: char, close: char) -> Option<&str> {
    text.get(text.find(open)?..=text.rfind(close)?)
}

/// Returns the complete values of a truncated list.
fn cut_off(text: &str) -> Option<Vec<Value>> {
    let mut rest = &text[text.find('[')? + 1..];
    let mut values = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
        let mut stream = Deserializer::from_str(rest).into_iter::<Value>();
        match stream.next() {
            Some(Ok(value)) => values.push(value),
            _ => break,
        }
        rest = rest.get(stream.byte_offset()..)?;
    }
    (!values.is_empty()).then_some(values)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_list_is_found_within_any_text() {
        for reply in [
            r#"["a", {"b": 1}]"#,
            "<think>[0]</think>Here: [\"a\", {\"b\": 1}] Good luck!",
            "```json\n{\"facts\": [\"a\", {\"b\": 1}]}\n```",
            r#"["a", {"b": 1}, {"c": "cut o"#,
        ] {
            assert_eq!(
                values_in(bare(reply)),
                Some(vec![json!("a"), json!({"b": 1})]),
                "{reply}"
            );
        }
        assert_eq!(values_in("[]"), Some(Vec::new()));
        for reply in ["", "no", "{}", "[[[[", "[1.2.3", "null"] {
            let values = values_in(bare(reply));
            assert!(
                values.is_none_or(|values| values == [json!(1.2)]),
                "{reply}"
            );
        }
    }

    proptest! {
        // Wherever a stream ends, the complete values before its end are kept, and nothing is made
        // up.
        #[test]
        fn a_truncated_list_yields_its_complete_items(
            texts in prop::collection::vec("[a-zçğı\"\\\\ ]{0,6}", 1..5), cut in 1..100_usize,
        ) {
            let whole: Vec<Value> = texts.iter().map(|text| json!({"q": text})).collect();
            let reply = Value::from(whole.clone()).to_string();
            let cut = (0..=reply.len() * cut / 100).rev().find(|at| reply.is_char_boundary(*at));
            let found = values_in(bare(&reply[..cut.unwrap_or(0)])).unwrap_or_default();
            prop_assert!(whole.starts_with(&found), "{:?}", found);
        }

        #[test]
        fn no_reply_panics(reply in any::<String>()) {
            let text = bare(&reply);
            values_in(text);
            prop_assert!(reply.contains(text));
        }
    }
}
