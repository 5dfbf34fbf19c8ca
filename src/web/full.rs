//! The engine with all operators and all methods. `essential.rs` is its counterpart.

use wasm_bindgen::JsValue;

use super::callback::Callback;
use super::convert::to_js;
use super::performance_now;
use crate::error::{Error, Result};
use crate::orchestration::{Call, Engine, Method};

pub(super) fn open(manifest: &[u8]) -> Result<Engine> {
    Ok(Engine::open(manifest)?.with_clock(performance_now))
}

/// Adds functions of a page as rerankers.
pub(super) fn with_callbacks(mut call: Call<JsValue>, callbacks: &JsValue) -> Call<JsValue> {
    for callback in Callback::all(callbacks) {
        call = call.with_reranker(callback);
    }
    call
}

/// Returns how long to wait for a function of a page, in milliseconds, once the options are read.
pub(super) fn limit(call: &Call<JsValue>) -> Option<f64> {
    let options = call.options()?;
    Some(options.configuration.ranking.callback_millis.get() as f64)
}

/// Returns a method other than `stats`, `ask`, `search`, `pages` and `quotable`.
pub(super) fn method(name: &str) -> Method<JsValue> {
    Method(match name {
        "related" => |call| Ok(to_js(&call.related()?)?),
        _ => |call| Ok(to_js(&call.compare()?)?),
    })
}

/// Returns the code and the description of an error.
pub(super) fn described(error: &Error) -> (&'static str, String) {
    (error.code(), error.to_string())
}
