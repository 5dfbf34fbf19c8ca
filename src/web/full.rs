//! The engine with all operators, and the methods beside `ask` and `search`. `essential.rs` is its counterpart.

use wasm_bindgen::JsValue;

use super::callback::Callback;
use super::convert::to_js;
use super::performance_now;
use crate::error::{Error, Result};
use crate::orchestration::{Call, Engine};
use crate::settings::Value;

pub(super) fn open(manifest: &[u8]) -> Result<Engine> {
    Ok(Engine::open(manifest)?.with_clock(performance_now))
}

/// Adds functions of a page as rerankers.
pub(super) fn with_callbacks<'e>(mut call: Call<'e>, callbacks: &JsValue) -> Call<'e> {
    let limit = call.options().configuration.ranking.callback_millis.get();
    for callback in Callback::all(callbacks, limit) {
        call = call.with_reranker(callback);
    }
    call
}

/// Runs a method beside `ask` and `search`.
pub(super) fn run(
    engine: &Engine,
    method: &str,
    text: &str,
    options: &Value,
    callbacks: &JsValue,
    number: u32,
) -> Result<JsValue> {
    match method {
        "related" => return to_js(&engine.related(text, options)?),
        "suggest" => return to_js(&engine.suggest(text, options)?),
        _ => {}
    }
    let call = with_callbacks(engine.call(options)?.numbered(number), callbacks);
    match method {
        "compare" => to_js(&call.compare(text)?),
        _ => super::generation::begin(&call, text),
    }
}

/// Returns the code and the description of an error.
pub(super) fn described(error: &Error) -> (&'static str, String) {
    (error.code(), error.to_string())
}
