//! Makes the engine a little smaller where binaryen's `wasm-opt` is installed.
//!
//! It gains a few percent after compression at most, so it is never a need.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::invocation::Invocation;
use crate::tools::find;

/// Optimises a module in place; without `wasm-opt`, leaves it as it is.
///
/// # Errors
/// If `wasm-opt` is there and fails.
pub(super) fn optimise(module: &Path) -> Result<()> {
    if find("wasm-opt").is_none() {
        return Ok(());
    }
    let smaller = module.with_extension("smaller");
    let path = |path: &Path| {
        path.to_str()
            .map(str::to_owned)
            .context("a name is not Unicode")
    };
    Invocation::new("wasm-opt")
        // Packing the data segments makes the file smaller, but the download larger.
        .args(["-Oz", "--skip-pass=memory-packing"])
        .args([path(module)?, "-o".to_owned(), path(&smaller)?])
        .run()?;
    Ok(fs::rename(&smaller, module)?)
}
