//! The engine that a page waits for: [`Operators::ESSENTIAL`]. `full.rs` is its counterpart.

use wasm_bindgen::JsValue;

use crate::catalogue::lacking;
use crate::error::{EMPTY_QUESTION, Error, Result};
use crate::orchestration::{Call, Engine, Method, Operators};

pub(super) fn open(manifest: &[u8]) -> Result<Engine> {
    Engine::assemble(Operators::ESSENTIAL, manifest)
}

/// Functions of a page run only if the option `rerankers` names them, which this engine lacks.
pub(super) fn with_callbacks(call: Call<JsValue>, _: &JsValue) -> Call<JsValue> {
    call
}

/// Returns how long to wait for a function of a page; none, since this engine calls none.
pub(super) fn limit(_: &Call<JsValue>) -> Option<f64> {
    None
}

/// Returns a method other than `stats`, `ask`, `search`, `pages` and `quotable`; this engine has none.
pub(super) fn method(_: &str) -> Method<JsValue> {
    Method(|_| Err(lacking().into()))
}

/// Returns the code and the description of an error. The full engine describes most errors.
pub(super) fn described(error: &Error) -> (&'static str, String) {
    let (code, description) = match error {
        Error::EmptyQuestion => ("EMPTY_QUESTION", EMPTY_QUESTION),
        _ => ("NEEDS_FULL_ENGINE", ""),
    };
    (code, description.to_owned())
}
