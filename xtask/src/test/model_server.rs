//! The programs of a real language model server, llama.cpp's, as prebuilt packages in a separate
//! virtual environment.

use std::path::PathBuf;

use anyhow::Result;

use crate::tools::python_environment;
use crate::workspace::Workspace;

/// The programs, with fixed versions for reproducible runs.
const REQUIREMENTS: &str = "tests/e2e/model-server/requirements.txt";

/// Installs them, unless they were installed since their list changed, and returns their Python.
///
/// # Errors
/// If Python or pip fails.
pub(super) fn install(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target("e2e/model-server");
    python_environment(
        workspace,
        &folder,
        REQUIREMENTS,
        "a language model's server",
    )
}
