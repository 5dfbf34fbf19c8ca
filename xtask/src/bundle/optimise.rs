//! Makes the engine smaller to download.
//!
//! What only developers read is taken out. Then, where binaryen's `wasm-opt` is
//! installed, it may try its hand: what it makes is shorter, but does not
//! always compress better, so it is kept only if it does.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::compression::gzip;
use super::sections;
use crate::invocation::Invocation;
use crate::tools::find;

/// Optimises a module in place.
///
/// # Errors
/// If it is not a module, or if `wasm-opt` is there and fails.
pub(super) fn optimise(module: &Path) -> Result<()> {
    let stripped = sections::strip(&fs::read(module)?)?;
    fs::write(module, &stripped)?;
    if find("wasm-opt").is_some() {
        let optimised = wasm_opt(module)?;
        if gzip(&optimised)? < gzip(&stripped)? {
            fs::write(module, &optimised)?;
        }
    }
    Ok(())
}

fn wasm_opt(module: &Path) -> Result<Vec<u8>> {
    let optimised = module.with_extension("optimised");
    let path = |path: &Path| {
        path.to_str()
            .map(str::to_owned)
            .context("a name is not Unicode")
    };
    Invocation::new("wasm-opt")
        // Packing the data segments makes the file shorter, but the download larger.
        .args(["-Oz", "--skip-pass=memory-packing"])
        .args([path(module)?, "-o".to_owned(), path(&optimised)?])
        .run()?;
    let bytes = fs::read(&optimised)?;
    fs::remove_file(&optimised)?;
    Ok(bytes)
}
