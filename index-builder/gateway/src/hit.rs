//! A document of the cluster as a hit.

use serde_json::{Map, Value, json};

/// Stored fields of a hit.
pub(crate) const FIELDS: [&str; 11] = [
    "id",
    "page",
    "position",
    "title",
    "url",
    "lang",
    "importance",
    "text",
    "meta",
    "questions",
    "details",
];

/// Names in the document and in the hit.
const RENAMED: [(&str, &str); 1] = [("lang", "language")];

/// Returns the hit of a document's stored fields.
pub(crate) fn hit(mut fields: Map<String, Value>, score: Option<f64>) -> Map<String, Value> {
    let details = fields.remove("details");
    for (from, to) in RENAMED {
        if let Some(value) = fields.remove(from) {
            fields.insert(to.to_owned(), value);
        }
    }
    if let Some(Value::Array(meta)) = fields.remove("meta") {
        let pairs = meta.iter().filter_map(Value::as_str);
        let pairs = pairs.filter_map(|pair| pair.split_once('='));
        let pairs: Vec<Value> = pairs.map(|(key, value)| json!([key, value])).collect();
        fields.insert("meta".to_owned(), pairs.into());
    }
    if let Some(details) = details
        && let Some(Ok(Value::Object(details))) = details.as_str().map(serde_json::from_str)
    {
        fields.extend(details);
    }
    fields.retain(|_, value| !is_empty(value));
    fields.extend(score.map(|score| ("score".to_owned(), score.into())));
    fields
}

fn is_empty(value: &Value) -> bool {
    matches!(value, Value::Array(list) if list.is_empty()) || value.is_null()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_details_becomes_fields_and_empty_ones_are_left_out() {
        let document = json!({
            "id": "a", "lang": "en", "meta": ["section=a=b", "kind=c"], "questions": [],
            "details": r#"{"sections":[{"start":0}],"news":true,"weight":0.5}"#,
        });
        let Value::Object(fields) = document else {
            panic!("an object");
        };
        let expected = json!({
            "id": "a", "language": "en", "meta": [["section", "a=b"], ["kind", "c"]],
            "sections": [{"start": 0}], "news": true, "weight": 0.5, "score": 1.5,
        });
        assert_eq!(Value::Object(hit(fields, Some(1.5))), expected);
    }
}
