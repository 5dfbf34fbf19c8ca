//! The engines' code, compressed for hosts that do not (`www/element/engine/code.ts`).

use anyhow::Result;

use super::compression;
use super::engine::Build;
use super::package::Package;

/// Adds an engine's compressed code: beside the plain code, or replacing it.
///
/// # Errors
/// If the package lacks that engine.
pub(super) fn pack(package: &mut Package, build: Build) -> Result<()> {
    let path = format!("{}_bg.wasm", build.name);
    let code = package.take(&path)?;
    package.add(&format!("{path}.bin"), compression::packed(&code)?)?;
    if build.is_packed {
        return Ok(());
    }
    package.add(&path, code)
}
