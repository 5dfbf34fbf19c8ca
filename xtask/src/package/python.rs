//! The wheels: `soru` with a platform's command and the Python API, and the plugins.
//!
//! maturin compiles the command while it makes the wheel, so nothing is compiled twice.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::files;
use crate::invocation::Invocation;
use crate::tools::{add_package, python_environment};
use crate::workspace::{Profile, Workspace};

/// The versions of maturin, the plugins' build system and twine.
const REQUIREMENTS: &str = "index-builder/python/requirements.txt";

/// The compiler of C and linker for all platforms. Its package is ten times as large as the others
/// together, and only packages for other machines need it.
const ZIG: &str = "ziglang==0.17.1";

/// Plugins that are Python packages.
const PLUGINS: [&str; 2] = ["plugins/mkdocs", "plugins/sphinx"];

/// Installs the programs that make wheels, and returns their Python.
///
/// # Errors
/// If they cannot be installed.
pub(super) fn environment(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target("wheels");
    let what = "maturin, which makes wheels";
    python_environment(workspace, &folder, REQUIREMENTS, what)
}

/// Returns the call that compiles the command and makes its wheel.
pub(super) fn maturin(
    workspace: &Workspace,
    python: &Path,
    profile: Profile,
    out: &Path,
) -> Invocation {
    let manifest = workspace.path("index-builder/Cargo.toml");
    let [python, manifest, out] = [python, &manifest, out].map(|path| path.display().to_string());
    workspace
        .invoke(&python)
        .args(["-m", "maturin", "build", "--quiet", "--locked"])
        .args(["--profile", profile.name()])
        .args(["--manifest-path", &manifest, "--out", &out])
}

/// Lets maturin compile with zig, which it looks for with the first Python on the `PATH`.
///
/// # Errors
/// If zig cannot be installed.
pub(super) fn with_zig(maturin: Invocation, python: &Path) -> Result<Invocation> {
    add_package(python, ZIG)?;
    let mut folders: Vec<PathBuf> = python.parent().map(Path::to_owned).into_iter().collect();
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(folders)?.to_string_lossy().into_owned();
    Ok(maturin.env("PATH", path).args(["--zig"]))
}

/// Makes the wheel with the command that the tests compile, which fits this system only.
///
/// # Errors
/// If maturin fails.
pub(super) fn build_here(workspace: &Workspace, profile: Profile, out: &Path) -> Result<()> {
    let python = environment(workspace)?;
    let maturin = maturin(workspace, &python, profile, out);
    maturin.args(["--compatibility", "linux"]).run()
}

/// Copies the wheels of commands that were compiled.
///
/// # Errors
/// If one cannot be copied.
pub(super) fn copy(from: &Path, out: &Path) -> Result<()> {
    for wheel in wheels(from)? {
        fs::copy(&wheel, out.join(wheel.file_name().unwrap_or_default()))?;
    }
    Ok(())
}

/// Makes the wheels of the plugins, and checks all wheels with twine for faults that a registry
/// would refuse.
///
/// # Errors
/// If a program cannot be installed or fails.
pub(super) fn build_plugins(workspace: &Workspace, out: &Path) -> Result<()> {
    let python = environment(workspace)?.display().to_string();
    let shown = out.display().to_string();
    workspace
        .invoke(&python)
        .args(["-m", "pip", "wheel", "--quiet"])
        .args(["--disable-pip-version-check", "--no-deps"])
        .args(["--no-build-isolation", "--wheel-dir", &shown])
        .args(PLUGINS.map(|plugin| workspace.path(plugin).display().to_string()))
        .run()?;
    let wheels = wheels(out)?;
    workspace
        .invoke(&python)
        .args(["-m", "twine", "check", "--strict"])
        .args(wheels.iter().map(|wheel| wheel.display().to_string()))
        .run()
}

fn wheels(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut wheels = files(folder)?;
    wheels.retain(|file| file.extension().is_some_and(|ending| ending == "whl"));
    Ok(wheels)
}
