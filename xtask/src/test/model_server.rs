//! The programs of a real language model server, llama.cpp's, as prebuilt packages in a separate virtual environment.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::invocation::Invocation;
use crate::workspace::Workspace;

/// The programs, with fixed versions for reproducible runs.
const REQUIREMENTS: &str = "tests/e2e/model-server/requirements.txt";

/// Installs them, unless they were installed since their list changed, and returns their Python.
///
/// # Errors
/// If Python or pip fails.
pub(super) fn install(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target("e2e/model-server");
    let python = folder.join("bin/python");
    let wanted = fs::read_to_string(workspace.path(REQUIREMENTS)).context(REQUIREMENTS)?;
    let done = folder.join("installed.txt");
    let there = fs::read_to_string(&done).is_ok_and(|there| there == wanted);
    if there && python.is_file() {
        return Ok(python);
    }
    println!("installing the packages of {REQUIREMENTS}: a language model's server");
    let environment = folder.display().to_string();
    Invocation::new("python3")
        .args(["-m", "venv", "--clear", &environment])
        .run()?;
    let requirements = workspace.path(REQUIREMENTS).display().to_string();
    Invocation::new(python.display().to_string())
        .args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ])
        // Compiling it would take longer than all tests.
        .args(["--only-binary", ":all:", "--requirement", &requirements])
        .run()?;
    fs::write(&done, wanted).with_context(|| done.display().to_string())?;
    Ok(python)
}
