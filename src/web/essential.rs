//! The engine that a page waits for: [`Operators::ESSENTIAL`]. `full.rs` is its counterpart.

use wasm_bindgen::JsValue;

use crate::catalogue::lacking;
use crate::error::{EMPTY_QUESTION, Error, Result};
use crate::orchestration::{Call, Engine, Operators};
use crate::settings::Value;

pub(super) fn open(manifest: &[u8]) -> Result<Engine> {
    Engine::assemble(Operators::ESSENTIAL, manifest)
}

/// Functions of a page run only if the option `rerankers` names them, which this engine lacks.
pub(super) fn with_callbacks<'e>(call: Call<'e>, _: &JsValue) -> Call<'e> {
    call
}

/// Runs a method beside `ask` and `search`: this engine has none.
pub(super) fn run(_: &Engine, _: &str, _: &str, _: &Value, _: &JsValue, _: u32) -> Result<JsValue> {
    Err(lacking())
}

/// Returns the code and the description of an error. Of most, the whole engine makes the description.
pub(super) fn described(error: &Error) -> (&'static str, String) {
    let (code, description) = match error {
        Error::NotLoaded { .. } => ("NOT_LOADED", ""),
        Error::EmptyQuestion => ("EMPTY_QUESTION", EMPTY_QUESTION),
        _ => ("NEEDS_FULL_ENGINE", ""),
    };
    (code, description.to_owned())
}
