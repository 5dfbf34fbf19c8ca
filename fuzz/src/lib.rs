//! Fuzz targets for all code that reads untrusted bytes.
//!
//! `cargo xtask fuzz` runs them; `targets/` lists the promises that each target checks. Inputs that
//! broke a promise are kept in `regressions/`. Like the inputs in `corpus/`, every `cargo test`
//! runs them (`index-builder/tests/fuzz`, which includes the same `targets/`).
#![forbid(unsafe_code)]

mod targets;

/// Runs a target on one input.
///
/// # Panics
/// If the input breaks a promise of the target.
pub fn run(target: &str, bytes: &[u8]) {
    targets::run(target, bytes);
}
