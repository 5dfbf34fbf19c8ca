//! The engine's browser interface: the only module that uses wasm-bindgen, js-sys and web-sys.
//!
//! | feature | gives |
//! |---|---|
//! | `essential-bindings` | the classes `Engine` and `Call` for `www/element/` with few operators (`essential.rs`), an allocator, messages of panics |
//! | `bindings` | the same with all operators (`full.rs`) |
//! | `conversion` | conversion between values alone (`convert.rs`), for modules beside the engine |
//!
//! Every binding converts, calls and converts back; decisions are made behind the call, where a
//! native test can reach them. No binding waits: `www/element/engine/opened-engine.ts` fetches what
//! a call needs between its steps, and `www/element/soru.ts` wraps that for pages.

// Only this file knows both engines: each module assembles its own operators.
#[cfg(feature = "essential-bindings")]
#[cfg_attr(feature = "bindings", path = "full.rs")]
#[cfg_attr(not(feature = "bindings"), path = "essential.rs")]
mod assembly;
#[cfg(feature = "essential-bindings")]
mod bindings;
#[cfg(feature = "bindings")]
mod callback;
#[cfg(feature = "conversion")]
pub mod convert;

#[cfg(feature = "bindings")]
use wasm_bindgen::JsCast as _;
#[cfg(feature = "bindings")]
use web_sys::WorkerGlobalScope;

#[cfg(feature = "essential-bindings")]
pub use bindings::{WebCall, WebEngine};

/// The allocator. The standard library's is three times the code, and uses as much memory in
/// thousands of questions.
#[cfg(feature = "essential-bindings")]
#[global_allocator]
static MEMORY: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Returns the global scope of a page or a worker. Both have the parts used.
#[cfg(feature = "bindings")]
fn scope() -> WorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Returns milliseconds since the page or the worker began.
#[cfg(feature = "bindings")]
fn performance_now() -> f64 {
    scope().performance().map_or(0.0, |clock| clock.now())
}
