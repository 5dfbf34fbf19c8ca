//! Installs Python programs, in virtual environments in cargo's build folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::invocation::Invocation;
use crate::workspace::Workspace;

/// The environment of programs that Python packages contain, in cargo's build folder.
const PROGRAMS: &str = "xtask/programs";

/// Whether this system has a Python with virtual environments, and packages contain compiled
/// programs for the system.
pub(super) fn can_install() -> bool {
    let python = Invocation::new("python3").args(["-c", "import ensurepip, venv"]);
    cfg!(target_os = "linux") && python.capture().is_ok()
}

/// Installs a package to get the program in it.
///
/// # Errors
/// If Python or pip fails.
pub(super) fn install_program(workspace: &Workspace, package: &str) -> Result<()> {
    let folder = workspace.target(PROGRAMS);
    let python = programs(workspace).join("python");
    if !python.is_file() {
        make_environment(&folder)?;
    }
    pip_install(&python).args([package]).run()
}

/// Returns the program of a package that was installed.
pub(crate) fn installed_program(workspace: &Workspace, name: &str) -> Option<PathBuf> {
    let program = programs(workspace).join(name);
    program.is_file().then_some(program)
}

/// Returns the folder of the programs that were installed.
pub(super) fn programs(workspace: &Workspace) -> PathBuf {
    workspace.target(PROGRAMS).join("bin")
}

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
    make_environment(folder)?;
    let requirements = workspace.path(requirements).display().to_string();
    pip_install(&python)
        .args(["--requirement", &requirements])
        .run()?;
    fs::write(&done, wanted).with_context(|| done.display().to_string())?;
    Ok(python)
}

/// Installs one more package into an environment, unless it is there.
///
/// # Errors
/// If pip fails.
pub(crate) fn add_package(python: &Path, package: &str) -> Result<()> {
    pip_install(python).args([package]).run()
}

fn make_environment(folder: &Path) -> Result<()> {
    let environment = folder.display().to_string();
    Invocation::new("python3")
        .args(["-m", "venv", "--clear", &environment])
        .run()
}

/// Returns a pip command that installs only compiled packages, because compiling takes longer than
/// all tests.
fn pip_install(python: &Path) -> Invocation {
    Invocation::new(python.display().to_string())
        .args(["-m", "pip", "install", "--quiet"])
        .args(["--disable-pip-version-check", "--only-binary", ":all:"])
}
