//! The JavaScript bindings: an engine that never waits.
//!
//! `www/element/engine/opened-engine.js` supplies files and the scores of a page's functions, and repeats a call when an error
//! names what it lacks.

use js_sys::Reflect;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::assembly;
use super::convert::{to_js, to_js_error, to_value};
use crate::error::{Error, Result};
use crate::orchestration::Engine;
use crate::settings::Value;

/// The result of a call from JavaScript: a value, or an `Error` with a `code`.
type Answered = std::result::Result<JsValue, JsValue>;

/// Runs once when the module is loaded: in development builds, panics are logged to the console with a message. The
/// package has no such messages (`xtask/src/bundle/panics.rs`).
#[cfg(debug_assertions)]
#[wasm_bindgen(start)]
pub(super) fn start() {
    console_error_panic_hook::set_once();
}

/// An opened bundle.
#[wasm_bindgen(js_name = Engine)]
#[derive(Debug)]
pub struct WebEngine {
    engine: Engine,
}

#[wasm_bindgen(js_class = Engine)]
impl WebEngine {
    /// Opens a bundle by the bytes of its manifest.
    ///
    /// # Errors
    /// An `Error` with a `code`: `NOT_AN_INDEX`, `UNSUPPORTED_VERSION`, `CORRUPT_INDEX`,
    /// `NEEDS_FULL_ENGINE`.
    #[wasm_bindgen(constructor)]
    pub fn new(manifest: &[u8]) -> std::result::Result<WebEngine, JsValue> {
        let engine = assembly::open(manifest).map_err(|error| to_js_error(&error))?;
        Ok(Self { engine })
    }

    /// Makes a call: `load`, `stats`, `ask`, `search`, `compare`, `generate`, `suggest` or `related`. `callbacks` are
    /// the page's rerankers, see `www/element/engine/rerankers.js`. `number` is the call's: repeated with it, the call
    /// continues.
    ///
    /// # Errors
    /// An `Error` with a `code`. For `NOT_LOADED` its property `files` lists the missing files; repeat the call for
    /// `NOT_SCORED`, once the callback with `asked` has answered, and with the full engine for `NEEDS_FULL_ENGINE`.
    pub fn call(
        &self,
        method: &str,
        text: &str,
        options: &JsValue,
        callbacks: &JsValue,
        number: u32,
    ) -> Answered {
        self.run(method, text, options, callbacks, number)
            .map_err(|error| self.thrown(&error))
    }

    /// Checks the stored bytes of a file.
    ///
    /// # Errors
    /// An `Error` with the code `CORRUPT_INDEX` or `NEEDS_FULL_ENGINE`.
    pub fn verify(&self, file: &str, stored: &[u8]) -> std::result::Result<(), JsValue> {
        let verified = self.engine.verify(file, stored);
        verified.map_err(|error| to_js_error(&error))
    }

    /// Supplies the inflated content of a verified file.
    ///
    /// # Errors
    /// As `verify`.
    pub fn supply(&self, file: &str, inflated: &[u8]) -> std::result::Result<(), JsValue> {
        let supplied = self.engine.supply_inflated(file, inflated);
        supplied.map_err(|error| to_js_error(&error))
    }

    /// Marks a file as unavailable, with a reason; returns false if nothing works without it. Otherwise calls skip it
    /// until `endOfCalls`, with a warning; `PART_MISSING` is the code if they find nothing.
    #[wasm_bindgen(js_name = markUnavailable)]
    #[must_use]
    pub fn mark_unavailable(&self, file: &str, reason: &str) -> bool {
        self.engine.mark_unavailable(file, reason)
    }

    /// Ends a period of running calls: unavailable files can be requested again.
    #[wasm_bindgen(js_name = endOfCalls)]
    pub fn end_of_calls(&self) {
        self.engine.end_of_calls();
    }

    fn run(
        &self,
        method: &str,
        text: &str,
        options: &JsValue,
        callbacks: &JsValue,
        number: u32,
    ) -> Result<JsValue> {
        let options = to_value(options)?;
        match method {
            "load" => return self.engine.load().map(|()| JsValue::UNDEFINED),
            "stats" => return to_js(&self.engine.stats()),
            "ask" | "search" => {}
            _ => return assembly::run(&self.engine, method, text, &options, callbacks, number),
        }
        let call = self.engine.call(&options)?.numbered(number);
        let call = assembly::with_callbacks(call, callbacks);
        match method {
            "search" => to_js(&call.search(text)?),
            _ => to_js(&call.ask(text)?),
        }
    }

    fn thrown(&self, error: &Error) -> JsValue {
        let thrown = to_js_error(error);
        if let Error::NotLoaded { files } = error {
            let wanted = files.iter().flat_map(|name| self.engine.file(name));
            let entries = wanted.map(|entry| {
                Value::Map(vec![
                    ("name".to_owned(), Value::Text(entry.name)),
                    ("size".to_owned(), Value::Number(entry.size as f64)),
                ])
            });
            let entries = Value::List(entries.collect());
            // A new object accepts any property.
            let _ = to_js(&entries).map(|files| Reflect::set(&thrown, &"files".into(), &files));
        }
        thrown
    }
}
