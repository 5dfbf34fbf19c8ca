//! Fuzz targets: everything that reads bytes of others, fed with bytes that nobody wrote.
//!
//! `cargo xtask fuzz` runs them; `targets/` says what each holds its reader to. What was found is
//! kept in `regressions/` and, like the inputs in `corpus/`, run by every `cargo test`
//! (`index-builder/tests/fuzz`), which includes the same `targets/`.
#![forbid(unsafe_code)]

mod targets;

/// Runs a target on one input.
///
/// # Panics
/// If the input breaks what the target promises.
pub fn run(target: &str, bytes: &[u8]) {
    targets::run(target, bytes);
}
