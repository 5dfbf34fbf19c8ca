//! The crates: the engine, and the command with engine and box for the browser in it.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::{files, npm};
use crate::workspace::Workspace;

/// Where `index-builder/build.rs` finds the browser's package in a packaged crate.
const INSIDE: &str = "index-builder/pkg";

/// Makes them, without compiling them again.
///
/// # Errors
/// If cargo cannot package one.
pub(super) fn make(workspace: &Workspace, out: &Path) -> Result<()> {
    let inside = workspace.path(INSIDE);
    npm::copy_folder(&workspace.path("pkg"), &inside)?;
    let made = workspace
        .invoke("cargo")
        .args([
            "package",
            "--quiet",
            "--locked",
            "--no-verify",
            "--allow-dirty",
        ])
        .args(["--package", "soru", "--package", "soru-index-builder"])
        .run();
    // The checkout's own package is `pkg`; a second one would only grow old.
    fs::remove_dir_all(&inside)?;
    made?;
    let ending = format!("-{}.crate", workspace.version);
    for file in files(&workspace.target("package"))? {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(&ending) {
            fs::copy(&file, out.join(&*name))?;
        }
    }
    Ok(())
}
