//! The programs of a real language model's server, in a virtual environment of their own: llama.cpp's, which
//! comes compiled.

use std::path::PathBuf;

use anyhow::Result;

use crate::tools::python_environment;
use crate::workspace::Workspace;

/// The programs, each in one version, so that a run is like the one before.
const REQUIREMENTS: &str = "tests/e2e/model-server/requirements.txt";

/// Installs them, unless that was done since their list changed, and gives the Python that has them.
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
