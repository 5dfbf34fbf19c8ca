//! `wasm-bindgen`, whose library and program must have exactly the same version.

use anyhow::{Context, Result};

use crate::invocation::Invocation;
use crate::lockfile;
use crate::workspace::Workspace;

/// The version that the engine is built with.
///
/// # Errors
/// If nothing in the workspace depends on `wasm-bindgen`.
pub(crate) fn locked(workspace: &Workspace) -> Result<String> {
    lockfile::version(workspace, "wasm-bindgen")?
        .context("Cargo.lock names no wasm-bindgen, which joins the engine to JavaScript")
}

/// Whether the program on the `PATH` has that version.
///
/// # Errors
/// The errors of [`locked`].
pub(crate) fn is_installed(workspace: &Workspace) -> Result<bool> {
    let wanted = locked(workspace)?;
    let answer = Invocation::new("wasm-bindgen")
        .args(["--version"])
        .capture();
    Ok(answer.is_ok_and(|answer| version(&answer) == Some(&wanted)))
}

/// Returns the version in the output: `0.2.130` for `wasm-bindgen 0.2.130`.
fn version(answer: &str) -> Option<&str> {
    answer.split_whitespace().nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_read_from_the_output_of_the_program() {
        assert_eq!(version("wasm-bindgen 0.2.130\n"), Some("0.2.130"));
        assert_eq!(version(""), None);
    }
}
