//! `cargo xtask documents FOLDER`: measures how well PDF, Word and other documents are read.
//!
//! Real documents belong to their publishers, so this repository contains none. A folder of
//! documents has an `expected.jsonl` that lists the texts which must and must not be read in each.

use std::path::PathBuf;

use anyhow::Result;

use crate::workspace::Workspace;

/// Options of `cargo xtask documents`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The folder of documents, with `expected.jsonl`
    folder: PathBuf,
}

/// Measures the documents in the folder.
///
/// # Errors
/// If the folder cannot be read, or the results are worse than expected.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    let folder = std::path::absolute(&options.folder)?.display().to_string();
    workspace
        .invoke("cargo")
        .args(["run", "--release", "--package", "soru-index-builder"])
        .args(["--example", "documents", "--", &folder])
        .run()
}
