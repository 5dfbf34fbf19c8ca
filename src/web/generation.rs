//! A language model's answer, driven by JavaScript: `www/element/model/generator.js` has the
//! network, the clock and the page's functions, and passes on their results step by step.

use std::cell::RefCell;

use js_sys::{Date, JSON, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::convert::{to_js, to_js_error, to_value};
use crate::error::Result;
use crate::generation::model::{Generation, Response, Verdict};
use crate::orchestration::Begun;
use crate::settings::Value;

/// An answer in progress.
#[wasm_bindgen(js_name = Generation)]
#[derive(Debug)]
pub struct WebGeneration {
    generation: RefCell<Generation>,
}

#[wasm_bindgen(js_class = Generation)]
impl WebGeneration {
    /// Takes a step and returns what to show: `respond` with `{ status, contentType, retryAfter,
    /// body }` (returns `{ again }`, in milliseconds, if the request must be repeated), `feed` with
    /// bytes, `finish`, `fail` with `{ problem, detail }`, or `hide` with the keys that nothing may
    /// show.
    ///
    /// # Errors
    /// An `Error` with a `code` of [`crate::model_problem::ModelProblem`].
    pub fn step(&self, name: &str, given: &JsValue) -> std::result::Result<JsValue, JsValue> {
        self.take(name, given).map_err(|error| to_js_error(&error))
    }

    fn take(&self, name: &str, given: &JsValue) -> Result<JsValue> {
        // Steps run in sequence; nothing here calls back into the page.
        let mut generation = self.generation.borrow_mut();
        match name {
            "respond" => {
                let verdict = generation.respond(&response(given)?, Date::now(), &read_json)?;
                let again = match verdict {
                    Verdict::Read(_) => Value::Null,
                    Verdict::Again(millis) => Value::Number(millis),
                };
                to_js(&Value::Map(vec![("again".to_owned(), again)]))
            }
            "feed" => {
                let bytes = given.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec);
                to_js(&generation.feed(&bytes.unwrap_or_default(), &read_json)?)
            }
            "finish" => to_js(&generation.finish(&read_json)?),
            "hide" => {
                let keys = to_value(given)?;
                generation.hide(texts(&keys));
                Ok(JsValue::UNDEFINED)
            }
            _ => {
                let given = to_value(given)?;
                Err(generation.failed(text(&given, "problem"), text(&given, "detail")))
            }
        }
    }
}

fn read_json(text: &str) -> Option<Value> {
    JSON::parse(text)
        .ok()
        .and_then(|value| to_value(&value).ok())
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    match value.get(key) {
        Some(Value::Text(text)) => text,
        _ => "",
    }
}

fn texts(value: &Value) -> Vec<String> {
    let Value::List(items) = value else {
        return Vec::new();
    };
    let text = |item: &Value| match item {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    };
    items.iter().filter_map(text).collect()
}

fn response(given: &JsValue) -> Result<Response> {
    let given = to_value(given)?;
    let status = match given.get("status") {
        // A status has three digits.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Some(Value::Number(status)) => *status as u16,
        _ => 0,
    };
    let owned = |key: &str| text(&given, key).to_owned();
    Ok(Response {
        status,
        content_type: owned("contentType"),
        retry_after: owned("retryAfter"),
        body: owned("body"),
    })
}

/// Returns the results before a model's: `{ answer, sources }`, and either `skipped` or `{ request,
/// timing, dailyLimit, generation }`.
///
/// # Errors
/// If a value cannot be converted.
pub(super) fn written(begun: Begun) -> Result<JsValue> {
    let Begun {
        answer,
        sources,
        generation,
    } = begun;
    let begun = Object::new();
    set(&begun, "answer", &to_js(&answer)?);
    set(&begun, "sources", &to_js(&sources)?);
    match generation {
        Err(skipped) => set(&begun, "skipped", &to_js(&skipped)?),
        Ok(generation) => {
            let request = generation.request();
            let url = Value::Text(request.url.clone());
            let request = vec![
                ("url".to_owned(), url),
                ("body".to_owned(), request.body.clone()),
            ];
            set(&begun, "request", &to_js(&Value::Map(request))?);
            set(&begun, "timing", &to_js(&generation.timing())?);
            set(&begun, "dailyLimit", &to_js(&generation.daily_limit())?);
            let generation = RefCell::new(*generation);
            set(&begun, "generation", &WebGeneration { generation }.into());
        }
    }
    Ok(begun.into())
}

fn set(object: &Object, key: &str, value: &JsValue) {
    // A new object accepts any property.
    let _ = Reflect::set(object, &key.into(), value);
}
