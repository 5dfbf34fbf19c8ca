//! Python programs, in virtual environments of cargo's build folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::invocation::Invocation;
use crate::workspace::Workspace;

/// Installs the packages of a requirements file, unless they were installed since it changed;
/// returns their Python.
///
/// # Errors
/// If Python or pip fails.
pub(crate) fn python_environment(
    workspace: &Workspace,
    folder: &Path,
    requirements: &str,
    what: &str,
) -> Result<PathBuf> {
    let python = folder.join("bin/python");
    let wanted = fs::read_to_string(workspace.path(requirements))
        .with_context(|| requirements.to_owned())?;
    let done = folder.join("installed.txt");
    let there = fs::read_to_string(&done).is_ok_and(|there| there == wanted);
    if there && python.is_file() {
        return Ok(python);
    }
    println!("installing the packages of {requirements}: {what}");
    let environment = folder.display().to_string();
    Invocation::new("python3")
        .args(["-m", "venv", "--clear", &environment])
        .run()?;
    let requirements = workspace.path(requirements).display().to_string();
    Invocation::new(python.display().to_string())
        .args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ])
        // Compiling takes longer than all tests.
        .args(["--only-binary", ":all:", "--requirement", &requirements])
        .run()?;
    fs::write(&done, wanted).with_context(|| done.display().to_string())?;
    Ok(python)
}
