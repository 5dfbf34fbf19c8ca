//! The browser's face of the engine: the only place that names wasm-bindgen and js-sys.
//!
//! Every binding converts, calls and converts back; what is decided is decided behind the call,
//! where a native test can reach it. Nothing here waits: `www/element/opened-engine.js` fetches what a
//! call lacks and makes it again, and `www/element/soru.js` wraps that for pages.

mod bindings;
mod callback;
mod convert;
// Exports are never dropped, so the essential engine has no such class.
#[cfg(feature = "full")]
mod generation;

pub use bindings::WebEngine;
#[cfg(feature = "full")]
pub use generation::WebGeneration;

/// Hands out memory. The standard library's allocator is three times the code, and uses as much
/// memory in thousands of questions.
#[global_allocator]
static MEMORY: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
