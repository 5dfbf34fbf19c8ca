//! `cargo xtask pages FOLDER`: runs cases of pages against the command.
//!
//! A case is a folder with a `case.toml` and its pages; `index-builder/tests/pages` describes the
//! possible checks. The cases of this repository, `tests/pages`, are part of `cargo test`.

use std::path::PathBuf;

use anyhow::Result;

use crate::workspace::Workspace;

/// Options of `cargo xtask pages`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The folder of cases
    folder: PathBuf,
    /// Run only the cases whose names contain one of these
    names: Vec<String>,
    /// Print every failed check and the indexed text of failed cases
    #[arg(short, long)]
    verbose: bool,
}

/// Runs the cases in the folder.
///
/// # Errors
/// If the folder cannot be read, or a case fails.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    let folder = std::path::absolute(&options.folder)?.display().to_string();
    let verbose = options.verbose.then_some("--verbose");
    workspace
        .invoke("cargo")
        .args(["test", "--quiet", "--package", "soru-index-builder"])
        .args(["--test", "pages", "--", "--folder", &folder])
        .args(verbose)
        .args(&options.names)
        .run()
}
