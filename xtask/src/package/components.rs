//! Lists what the command is made of, in the format of `CycloneDX`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::tools::{self, Tool};
use crate::workspace::Workspace;

/// The crate of the command, and the name of its list.
const CRATE: &str = "index-builder";
const NAME: &str = "soru-sbom.cdx";

/// Writes the list into the folder of packages.
///
/// # Errors
/// If the program cannot be installed or fails.
pub(super) fn list(workspace: &Workspace, out: &Path) -> Result<()> {
    tools::ensure(workspace, &[Tool::CycloneDx])?;
    workspace
        .invoke("cargo")
        .args(["cyclonedx", "--quiet", "--format", "json"])
        .args(["--manifest-path", &format!("{CRATE}/Cargo.toml")])
        .args(["--override-filename", NAME])
        .run()?;
    // The program leaves a list beside each manifest of the workspace.
    let name = format!("{NAME}.json");
    let list = workspace.path(CRATE).join(&name);
    fs::copy(&list, out.join(&name)).with_context(|| list.display().to_string())?;
    for folder in &workspace.members {
        let list = folder.join(&name);
        if list.is_file() {
            fs::remove_file(list)?;
        }
    }
    Ok(())
}
