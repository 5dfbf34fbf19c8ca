//! Valid and invalid calls of a page (R5, R27).

use js_sys::{Array, Error};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use super::{code, get, host, open, options};

#[wasm_bindgen_test]
async fn r5_r27_a_wrong_call_of_a_page_has_a_code_and_names_the_option() {
    let engine = open(&host("options")).await.unwrap();
    let thrown = engine.ask("  ?! ", &JsValue::UNDEFINED).await.unwrap_err();
    assert_eq!(code(thrown), "EMPTY_QUESTION");
    for (key, value, expected) in [
        ("topK", JsValue::from(0), "INVALID_OPTION"),
        ("topK", JsValue::from(2.5), "INVALID_OPTION"),
        ("topq", JsValue::from(3), "UNKNOWN_OPTION"),
        ("retriever", JsValue::from("none"), "INVALID_OPTION"),
    ] {
        let thrown = engine
            .ask("staj", &options(&[(key, value)]))
            .await
            .unwrap_err();
        let message = String::from(thrown.clone().unchecked_into::<Error>().message());
        assert!(message.contains(key), "{message}");
        assert_eq!(code(thrown), expected);
    }
}

// `usize` has 32 bits here.
#[wasm_bindgen_test]
async fn r27_the_largest_safe_integer_is_a_valid_count() {
    let engine = open(&host("all")).await.unwrap();
    let mut found = Vec::new();
    for count in [1000.0, 4_294_967_296.0, js_sys::Number::MAX_SAFE_INTEGER] {
        let options = options(&[("topK", count.into())]);
        let result = engine.search("staj başvurusu", &options).await.unwrap();
        found.push(Array::from(&get(&result, "hits")).length());
    }
    assert!(found[0] > 5 && found == [found[0]; 3], "{found:?}");
}
