//! The engine's browser interface: the only module that uses wasm-bindgen, js-sys and web-sys.
//!
//! | feature | gives |
//! |---|---|
//! | `bindings` | the classes `Engine` and `Call` for `www/element/`, and what its module needs: an allocator, messages of panics |
//! | `loader` | [`Client`] for front ends in Rust, which fetches a bundle by itself |
//!
//! Every binding converts, calls and converts back; decisions are made behind the call, where a native test can reach
//! them. No binding waits: `www/element/engine/opened-engine.js` fetches what a call needs between its steps, and
//! `www/element/soru.js` wraps that for pages.

#[cfg(feature = "bindings")]
mod bindings;
#[cfg(feature = "bindings")]
mod callback;
#[cfg(feature = "loader")]
mod client;
#[cfg(feature = "bindings")]
mod convert;
// Exports are never dropped, so the essential engine has no such class.
#[cfg(all(feature = "bindings", feature = "full"))]
mod generation;

use wasm_bindgen::JsCast as _;
use web_sys::WorkerGlobalScope;

#[cfg(feature = "bindings")]
pub use bindings::{WebCall, WebEngine};
#[cfg(feature = "loader")]
pub use client::Client;
#[cfg(all(feature = "bindings", feature = "full"))]
pub use generation::WebGeneration;

/// The allocator. The standard library's is three times the code, and uses as much memory in thousands of questions.
#[cfg(feature = "bindings")]
#[global_allocator]
static MEMORY: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Returns the global scope of a page or a worker. Both have the parts used.
fn scope() -> WorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Returns milliseconds since the page or the worker began.
fn performance_now() -> f64 {
    scope().performance().map_or(0.0, |clock| clock.now())
}
