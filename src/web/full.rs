//! The engine with all operators and all methods. `essential.rs` is its counterpart.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::bindings::{WebEngine, to_js_error};
use super::callback::Callback;
use super::convert::to_js;
use super::performance_now;
use crate::error::{Error, Result};
use crate::orchestration::{Bundle, Call, Engine, Method};

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

#[wasm_bindgen(js_class = Engine)]
impl WebEngine {
    /// Joins bundles into one engine. Each has a number and a base of relative addresses; files of
    /// bundles other than number 0 have the number and a slash in front of their names.
    ///
    /// # Errors
    /// An `Error` with a `code`, for lists of different lengths or without any bundle.
    pub fn join(
        engines: Vec<WebEngine>,
        numbers: &[u32],
        bases: Vec<String>,
    ) -> std::result::Result<WebEngine, JsValue> {
        let places = numbers.iter().zip(bases);
        let bundles = engines.into_iter().zip(places);
        let bundles = bundles
            .map(|(own, (number, base))| Bundle::new(*number as usize, own.engine, &base))
            .collect();
        made(Engine::join(bundles))
    }

    /// Returns the numbers of the bundles whose pages are in a cluster.
    #[wasm_bindgen(js_name = remoteBundles)]
    #[must_use]
    pub fn remote_bundles(&self) -> Vec<u32> {
        let numbers = self.engine.remote_bundles().into_iter();
        numbers.flat_map(u32::try_from).collect()
    }

    /// Returns this engine with the pages that gateways found for a question in place of some
    /// bundles. It asks no gateway.
    ///
    /// # Errors
    /// As `join`.
    #[wasm_bindgen(js_name = withFound)]
    pub fn with_found(
        &self,
        numbers: &[u32],
        engines: Vec<WebEngine>,
    ) -> std::result::Result<WebEngine, JsValue> {
        let found = numbers.iter().zip(engines);
        let found = found.map(|(number, own)| (*number as usize, own.engine));
        made(self.engine.with_found(found.collect()))
    }
}

fn made(engine: Result<Engine>) -> std::result::Result<WebEngine, JsValue> {
    let engine = engine.map_err(|error| to_js_error(&error))?;
    let engine = engine.with_clock(performance_now);
    Ok(WebEngine { engine })
}
