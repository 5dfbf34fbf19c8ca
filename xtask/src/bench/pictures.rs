//! `cargo xtask bench --pictures`: Soru and the components of Pagefind on one small site, in pictures
//! side by side for `docs/compared.md`.

use anyhow::{Context, Result};

use super::peers;
use crate::demo;
use crate::tools::chromium;
use crate::workspace::{Profile, Workspace};

/// Builds both indexes and takes the pictures.
///
/// # Errors
/// If Soru or a site cannot be built, or a box shows nothing.
pub(super) fn command(workspace: &Workspace) -> Result<()> {
    demo::build(workspace)?;
    peers::install(workspace)?;
    let chromium = chromium().context("Chromium is gone")?;
    let mut arguments = vec!["pictures.js".to_owned()];
    for (name, path) in [
        ("--work", workspace.target("pictures")),
        ("--out", workspace.path("docs/images")),
        ("--soru", workspace.soru(Profile::Debug)),
    ] {
        arguments.extend([name.to_owned(), path.display().to_string()]);
    }
    workspace
        .invoke("node")
        .args(arguments)
        .within(peers::FOLDER)
        .env("CHROMIUM", chromium.display().to_string())
        .run()
}
