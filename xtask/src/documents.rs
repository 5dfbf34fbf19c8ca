//! `cargo xtask documents FOLDER`: how well PDF, Word and other documents are read.
//!
//! Real documents belong to those who published them, so that none are part of this repository. A
//! folder of them has an `expected.jsonl` that says what must and must not be read in each.

use std::path::PathBuf;

use anyhow::Result;

use crate::workspace::Workspace;

/// Options of `cargo xtask documents`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The folder of documents, with `expected.jsonl`
    folder: PathBuf,
}

/// Measures.
///
/// # Errors
/// If the folder cannot be read, or documents are not read as well as they should be.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    let folder = std::path::absolute(&options.folder)?.display().to_string();
    workspace
        .invoke("cargo")
        .args(["run", "--release", "--package", "soru-index-builder"])
        .args(["--example", "documents", "--", &folder])
        .run()
}
