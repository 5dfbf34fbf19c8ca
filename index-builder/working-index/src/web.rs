//! The bindings to JavaScript, for `www/element/engine/cluster.ts`.

use soru::web::convert::{js_error, to_value};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::request::request;
use crate::working::{Basis, WorkingIndex};

/// The allocator of the engine; the standard library's is three times as large.
#[global_allocator]
static MEMORY: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Runs once when the module is loaded: in development builds, panics are logged to the console
/// with a message. The package has no such messages (`xtask/src/bundle/panics.rs`).
#[cfg(debug_assertions)]
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// The settings and the facts of a site.
#[wasm_bindgen(js_name = Basis)]
#[derive(Debug)]
pub struct WebBasis(Basis);

/// An index of found chunks.
#[wasm_bindgen(js_name = WorkingIndex)]
#[derive(Debug)]
pub struct WebIndex(WorkingIndex);

#[wasm_bindgen(js_class = Basis)]
impl WebBasis {
    /// Reads the manifest of a site's bundle, and the inflated content of the data file that every
    /// question needs.
    ///
    /// # Errors
    /// An `Error` with a `code`, for a damaged bundle.
    #[wasm_bindgen(constructor)]
    pub fn new(manifest: &[u8], content: &[u8]) -> std::result::Result<WebBasis, JsValue> {
        let basis = Basis::read(manifest, content);
        basis
            .map(WebBasis)
            .map_err(|error| js_error(error.code(), &error.to_string()))
    }

    /// Returns the body of a request to a gateway, as JSON: [`request`]. Returns none if there are
    /// no words to ask for, or the options have no form that a gateway could read.
    #[must_use]
    pub fn request(needed: &str, question: &str, options: &JsValue) -> Option<String> {
        let options = to_value(options).ok()?;
        Some(request(needed, question, &options)?.to_string())
    }

    /// Returns the address of the site's gateway; empty if the bundle names none.
    #[must_use]
    pub fn gateway(&self) -> String {
        self.0.gateway().to_owned()
    }

    /// Makes the index of a gateway's answer.
    ///
    /// # Errors
    /// An `Error` with the code `GATEWAY`, if the answer is not what the contract says.
    pub fn index(&self, answer: &[u8]) -> std::result::Result<WebIndex, JsValue> {
        let index = self.0.index(answer);
        index
            .map(WebIndex)
            .map_err(|error| js_error("GATEWAY", &error.to_string()))
    }
}

#[wasm_bindgen(js_class = WorkingIndex)]
impl WebIndex {
    /// Returns the bytes of its manifest.
    #[must_use]
    pub fn manifest(&self) -> Vec<u8> {
        self.0.manifest.clone()
    }

    /// Returns the name of its data file.
    #[must_use]
    pub fn file(&self) -> String {
        self.0.file.clone()
    }

    /// Returns the inflated content of the file.
    #[must_use]
    pub fn content(&self) -> Vec<u8> {
        self.0.content.clone()
    }
}
