//! The bindings to JavaScript. `www/element/model/generator.ts` owns the network, the clock and the
//! page's functions, and passes on their results step by step.

use std::cell::RefCell;

use js_sys::{Date, JSON, Object, Reflect, Uint8Array};
use soru::settings::Value;
use soru::web::convert::{js_error, to_js, to_value};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::asking::Asking;
use crate::error::{Error, Result};
use crate::generation::Generation;
use crate::passage::{Found, text_of, texts};
use crate::response::{Response, Verdict};

/// The allocator of the engine; the standard library's is three times as large.
#[cfg(feature = "bindings")]
#[global_allocator]
static MEMORY: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Runs once when the module is loaded: in development builds, panics are logged to the console
/// with a message. The package has no such messages (`xtask/src/bundle/panics.rs`).
#[cfg(all(feature = "bindings", debug_assertions))]
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// Prepares a model's answer. `asking` is described at [`Asking::read`], and `quotable` is the
/// engine's. Returns either `{ skipped }`, or `{ count, request, timing, dailyLimit, generation }`:
/// `count` is the number of hits, best first, that the model reads.
///
/// # Errors
/// An `Error` with a `code`, for invalid settings.
#[wasm_bindgen]
pub fn begin(asking: &JsValue, quotable: &JsValue) -> std::result::Result<JsValue, JsValue> {
    begun(asking, quotable).map_err(|error| thrown(&error))
}

fn begun(asking: &JsValue, quotable: &JsValue) -> Result<JsValue> {
    let asking = Asking::read(&to_value(asking)?)?;
    match asking.begin(&Found::read(&to_value(quotable)?))? {
        Err(skipped) => {
            let begun = Object::new().into();
            set(&begun, "skipped", &to_js(&skipped)?);
            Ok(begun)
        }
        Ok(generation) => {
            let request = generation.request();
            let request = Value::table([
                ("url", request.url.as_str().into()),
                ("body", request.body.clone()),
            ]);
            let begun = to_js(&Value::table([
                ("request", request),
                ("count", (generation.sources().len() as f64).into()),
                ("dailyLimit", (generation.daily_limit() as f64).into()),
            ]))?;
            set(&begun, "timing", &to_js(&generation.timing())?);
            let generation = RefCell::new(generation);
            set(&begun, "generation", &WebGeneration { generation }.into());
            Ok(begun)
        }
    }
}

/// An answer in progress.
#[wasm_bindgen(js_name = Generation)]
#[derive(Debug)]
pub struct WebGeneration {
    generation: RefCell<Generation>,
}

#[wasm_bindgen(js_class = Generation)]
impl WebGeneration {
    /// Takes a step and returns the events to show: `respond` with `{ status, contentType,
    /// retryAfter, body }` (returns `{ again }`, in milliseconds, if the request must be repeated),
    /// `feed` with bytes, `finish`, `fail` with `{ problem, detail }` (returns the error), or
    /// `hide` with the keys that no output may contain.
    ///
    /// # Errors
    /// An `Error` with a `code` of [`crate::ModelProblem`].
    pub fn step(&self, name: &str, given: &JsValue) -> std::result::Result<JsValue, JsValue> {
        self.take(name, given).map_err(|error| thrown(&error))
    }

    fn take(&self, name: &str, given: &JsValue) -> Result<JsValue> {
        // Steps run in sequence, and no step calls back into the page.
        let mut generation = self.generation.borrow_mut();
        Ok(match name {
            "respond" => {
                let verdict = generation.respond(&response(given)?, Date::now(), &read_json)?;
                let again = match verdict {
                    Verdict::Read(_) => Value::Null,
                    Verdict::Again(millis) => Value::Number(millis),
                };
                to_js(&Value::table([("again", again)]))?
            }
            "feed" => {
                let bytes = given.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec);
                to_js(&generation.feed(&bytes.unwrap_or_default(), &read_json)?)?
            }
            "finish" => to_js(&generation.finish(&read_json)?)?,
            "hide" => {
                let keys = Value::table([("keys", to_value(given)?)]);
                generation.hide(texts(&keys, "keys"));
                JsValue::UNDEFINED
            }
            _ => {
                let given = to_value(given)?;
                let problem = text_of(&given, "problem");
                thrown(&generation.failed(problem, text_of(&given, "detail")))
            }
        })
    }
}

fn thrown(error: &Error) -> JsValue {
    js_error(error.code(), &error.to_string())
}

fn read_json(text: &str) -> Option<Value> {
    let value = JSON::parse(text).ok()?;
    to_value(&value).ok()
}

fn response(given: &JsValue) -> Result<Response> {
    let given = to_value(given)?;
    let status = match given.get("status") {
        // A status has three digits.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Some(Value::Number(status)) => *status as u16,
        _ => 0,
    };
    Ok(Response {
        status,
        content_type: text_of(&given, "contentType").to_owned(),
        retry_after: text_of(&given, "retryAfter").to_owned(),
        body: text_of(&given, "body").to_owned(),
    })
}

fn set(object: &JsValue, key: &str, value: &JsValue) {
    // A new object accepts any property.
    let _ = Reflect::set(object, &key.into(), value);
}
