//! The parser of requests: every bound, and both forms of a question.

use serde_json::{Value, json};

use crate::request::{SearchRequest, body, ids, parameters};

fn read(request: &Value) -> Result<SearchRequest, String> {
    body(request.to_string().as_bytes()).map_err(|invalid| invalid.to_string())
}

/// Returns a request with a changed key.
fn with(key: &str, value: Value) -> Value {
    let mut request = json!({"language": "en", "words": [{"word": "fees"}]});
    request[key] = value;
    request
}

#[test]
fn the_example_of_the_contract_is_read() {
    let request = read(&json!({
        "language": "en",
        "words": [{"word": "fees", "weight": 1}, {"word": "harç", "weight": 0.5, "language": "tr"}],
        "filter": {"section": ["Housing", "Fees"]}, "limit": 30,
    }));
    let request = request.unwrap();
    let words = request
        .words
        .iter()
        .map(|own| (own.text.as_str(), own.weight, own.language.as_str()));
    assert_eq!(
        words.collect::<Vec<_>>(),
        [("fees", 1.0, "en"), ("harç", 0.5, "tr")]
    );
    assert_eq!(request.filter["section"], ["Fees", "Housing"]);
    let address = "limit=30&word=har%C3%A7~0.5~tr&filter.section=Fees&language=en\
                   &filter.section=Housing&word=fees";
    assert_eq!(parameters(address).unwrap(), request);
}

// A cache on the way and the gateway's own have one entry for a question.
#[test]
fn equal_questions_have_the_same_canonical_form_in_any_order() {
    let canonical = |address: &str| parameters(address).unwrap().canonical();
    let one = canonical("language=en&word=a&word=b~2&filter.x=1&filter.y=2&filter.x=0");
    assert_eq!(
        one,
        canonical("filter.x=0&filter.x=1&filter.y=2&word=b~2~en&word=a~1&language=en&word=a~0.2")
    );
    for other in [
        "language=en&word=a&word=b&filter.x=1&filter.y=2&filter.x=0",
        "language=en&word=a&word=b~2&filter.x=1&filter.y=2",
        "language=en&word=a&word=b~2~tr&filter.x=1&filter.y=2&filter.x=0",
        "language=en&word=a&word=b~2&filter.x=1&filter.y=2&filter.x=0&limit=10",
    ] {
        assert_ne!(one, canonical(other), "{other}");
    }
}

/// A key with a value at its bound, and values beyond it.
type Bound = (&'static str, Value, Vec<Value>);

fn bounds_of_words() -> Vec<Bound> {
    let many = |count: usize| (0..count).map(|number| json!({"word": format!("w{number}")}));
    vec![
        (
            "words",
            many(64).collect(),
            vec![
                many(65).collect(),
                json!([]),
                json!("fees"),
                json!(["fees"]),
                Value::Null,
            ],
        ),
        (
            "words",
            json!([{"word": "ş".repeat(32)}]),
            vec![
                json!([{"word": "ş".repeat(32) + "a"}]),
                json!([{"word": ""}]),
                json!([{"word": "a b"}]),
                json!([{"word": "Fees"}]),
                json!([{"word": 5}]),
                json!([{"weight": 1}]),
                json!([{"word": "a", "colour": 1}]),
                json!([{"word": "a", "language": "?"}]),
            ],
        ),
        (
            "words",
            json!([{"word": "a", "weight": 10}]),
            vec![
                json!([{"word": "a", "weight": 0}]),
                json!([{"word": "a", "weight": -1}]),
                json!([{"word": "a", "weight": 10.1}]),
                json!([{"word": "a", "weight": "1"}]),
            ],
        ),
    ]
}

fn bounds_of_the_rest() -> Vec<Bound> {
    let filter = |keys: usize| {
        let keys = (0..keys).map(|key| (format!("k{key}"), json!("v")));
        Value::Object(keys.collect())
    };
    let values = |count: usize| {
        let values = (0..count).map(|own| json!(own.to_string()));
        values.collect::<Vec<_>>()
    };
    vec![
        (
            "language",
            json!("zh-Hant"),
            vec![
                json!(""),
                json!("e n"),
                json!("a-"),
                json!("x".repeat(36)),
                json!(1),
                Value::Null,
            ],
        ),
        (
            "limit",
            json!(50),
            vec![
                json!(0),
                json!(51),
                json!(-1),
                json!(1.5),
                json!("5"),
                json!(1e99),
            ],
        ),
        (
            "filter",
            filter(8),
            vec![
                filter(9),
                json!([]),
                json!("a"),
                json!({"": "a"}),
                json!({"x".repeat(65): "a"}),
            ],
        ),
        (
            "filter",
            json!({"k": values(16)}),
            vec![
                json!({"k": values(17)}),
                json!({"k": []}),
                json!({"k": 1}),
                json!({"k": [1]}),
            ],
        ),
        (
            "filter",
            json!({"k": "v".repeat(256)}),
            vec![json!({"k": "v".repeat(257)}), json!({"k": ""})],
        ),
    ]
}

#[test]
fn every_bound_of_a_body_is_kept() {
    for (key, sound, wrong) in bounds_of_words().into_iter().chain(bounds_of_the_rest()) {
        assert!(read(&with(key, sound.clone())).is_ok(), "{key}: {sound}");
        for wrong in wrong {
            assert!(read(&with(key, wrong.clone())).is_err(), "{key}: {wrong}");
        }
    }
}

#[test]
fn nothing_undeclared_or_repeated_is_accepted() {
    assert!(read(&with("query", json!("*:*"))).is_err());
    assert!(read(&with("site", json!("handbook"))).is_err());
    for text in [
        "",
        "[]",
        "null",
        "{}",
        r#"{"language":"en","words":[{"word":"a"}]} x"#,
        r#"{"language":"en","language":"en","words":[{"word":"a"}]}"#,
        r#"{"language":"en","words":[{"word":"a","word":"b"}]}"#,
        r#"{"language":"en","words":[{"word":"a"}],"filter":{"k":"a","k":"b"}}"#,
        &("[".repeat(4000)),
    ] {
        assert!(body(text.as_bytes()).is_err(), "{text}");
    }
    assert!(body(&[0xff, 0xfe]).is_err());
    for address in [
        "",
        "word=a",
        "language=en",
        "language=en&word=a&q=b",
        "language=en&language=en&word=a",
        "language=en&word=a&limit=5&limit=5",
        "language=en&word=a~x",
        "language=en&word=a~NaN",
        "language=en&word=a~1~en~2",
        "language=en&word=a&filter=b",
        "language=en&word=a&filter.=b",
        "language=en&word=%ff",
    ] {
        assert!(parameters(address).is_err(), "{address}");
    }
    let long = format!("language=en&word=a{}", "&filter.k=v".repeat(400));
    assert!(parameters(&long).is_err());
}

#[test]
fn chunks_are_named_by_up_to_fifty_ids() {
    let id = "0123456789abcdef0123456789abcdef";
    let many = |count: usize| format!("ids={}", vec![id; count].join(","));
    assert_eq!(ids(&many(50)).unwrap().len(), 50);
    for wrong in [
        many(51),
        "ids=".into(),
        "ids=site".into(),
        format!("ids={id},"),
        many(1).to_uppercase(),
        format!("{}&x=1", many(1)),
    ] {
        assert!(ids(&wrong).is_err(), "{wrong}");
    }
}
