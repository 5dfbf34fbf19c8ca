//! The JavaScript bindings: an engine that never waits.
//!
//! `www/element/engine/opened-engine.ts` takes the steps of a call, and supplies files and the
//! scores of a page's functions between them.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::assembly;
use super::convert::{js_error, to_js, to_value};
use crate::catalogue::lacking;
use crate::error::{Error, Result};
use crate::needs::Needs;
use crate::orchestration::{Call, Engine, Method, Step};
use crate::settings::Value;

/// The result of a call from JavaScript: a value, or an `Error` with a `code`.
type Answered = std::result::Result<JsValue, JsValue>;

/// Runs once when the module is loaded: in development builds, panics are logged to the console
/// with a message. The package has no such messages (`xtask/src/bundle/panics.rs`).
#[cfg(debug_assertions)]
#[wasm_bindgen(start)]
pub(super) fn start() {
    console_error_panic_hook::set_once();
}

/// An opened bundle.
#[wasm_bindgen(js_name = Engine)]
#[derive(Debug)]
pub struct WebEngine {
    pub(super) engine: Engine,
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

    /// Begins a call of a method: `stats`, `ask`, `search`, `pages`, `compare`, `quotable`, `suggest` or
    /// `related`. `callbacks` are the page's rerankers, see `www/element/engine/rerankers.ts`.
    ///
    /// # Errors
    /// An `Error` with a `code`, if the options cannot be read.
    pub fn begin(
        &self,
        name: &str,
        text: String,
        options: &JsValue,
        callbacks: &JsValue,
    ) -> std::result::Result<WebCall, JsValue> {
        let options = to_value(options).map_err(|error| to_js_error(&error))?;
        let call = Call::new(&self.engine, method(name), text, options);
        let call = assembly::with_callbacks(call, callbacks);
        let engine = self.engine.clone();
        Ok(WebCall { engine, call })
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
}

/// A call that has begun. `free` cancels it.
#[wasm_bindgen(js_name = Call)]
#[derive(Debug)]
pub struct WebCall {
    engine: Engine,
    call: Call<JsValue>,
}

#[wasm_bindgen(js_class = Call)]
impl WebCall {
    /// Takes a step: returns `{ done }` with the result, or `{ files, limit, remote }` with what the
    /// next step needs: files to supply, each `{ name, size }`, and the scores that callbacks have
    /// been `asked` for, within `limit` ms. With `remote`, pages are in a cluster, and these are the
    /// words for its gateway: begin the call again in an index of the answer, or skip `remote`.
    ///
    /// # Errors
    /// An `Error` with a `code`; after `NEEDS_FULL_ENGINE`, begin the call again in the full
    /// engine.
    pub fn step(&mut self) -> Answered {
        self.take().map_err(|error| to_js_error(&error))
    }

    /// Continues without a file, with a reason; returns false if nothing works without it. If
    /// nothing is found then, the call ends with the code `PART_MISSING`.
    pub fn skip(&mut self, file: &str, reason: &str) -> bool {
        self.call.skip(file, reason)
    }

    fn take(&mut self) -> Result<JsValue> {
        let needs = match self.call.step()? {
            Step::Needs(needs) => needs,
            Step::Done(done) => {
                let step = Object::new();
                // A new object accepts any property.
                let _ = Reflect::set(&step, &"done".into(), &done);
                return Ok(step.into());
            }
        };
        if needs.full_engine {
            return Err(lacking());
        }
        self.written(&needs)
    }

    fn written(&self, needs: &Needs) -> Result<JsValue> {
        let files = needs.files.iter().flat_map(|name| self.engine.file(name));
        let files = files.map(|entry| {
            Value::Map(vec![
                ("name".to_owned(), Value::Text(entry.name)),
                ("size".to_owned(), Value::Number(entry.size as f64)),
            ])
        });
        let mut written = vec![("files".to_owned(), Value::List(files.collect()))];
        if !needs.remote.is_empty() {
            written.push(("remote".to_owned(), Value::Text(needs.remote.clone())));
        }
        if let Some(limit) = assembly::limit(&self.call) {
            written.push(("limit".to_owned(), Value::Number(limit)));
        }
        to_js(&Value::Map(written))
    }
}

/// Returns the method of a name.
fn method(name: &str) -> Method<JsValue> {
    Method(match name {
        "stats" => |call| Ok(to_js(&call.stats()?)?),
        "quotable" => |call| Ok(to_js(&call.quotable()?)?),
        "ask" => |call| Ok(to_js(&call.ask()?)?),
        "search" => |call| Ok(to_js(&call.search()?)?),
        "pages" => |call| Ok(to_js(&call.pages()?)?),
        _ => return assembly::method(name),
    })
}

pub(super) fn to_js_error(error: &Error) -> JsValue {
    let (code, description) = assembly::described(error);
    js_error(code, &description)
}
