//! Builds the wheels: `soru` with this machine's command and the Python API, and the plugins.
//!
//! maturin compiles the command for its wheel as cargo did for the npm package, so nothing is
//! compiled twice.

use std::path::Path;

use anyhow::Result;

use super::files;
use crate::tools::python_environment;
use crate::workspace::{Profile, Workspace};

/// The versions of maturin, the plugins' build system and twine.
const REQUIREMENTS: &str = "index-builder/python/requirements.txt";

/// Plugins that are Python packages.
const PLUGINS: [&str; 2] = ["plugins/mkdocs", "plugins/sphinx"];

/// Builds the wheels, and checks with twine for faults that a registry would refuse.
///
/// # Errors
/// If a program cannot be installed or fails.
pub(super) fn build_wheels(workspace: &Workspace, profile: Profile, out: &Path) -> Result<()> {
    let folder = workspace.target("wheels");
    let python = python_environment(
        workspace,
        &folder,
        REQUIREMENTS,
        "maturin, which makes wheels",
    )?;
    let python = python.display().to_string();
    let [shown, manifest] =
        [out, &workspace.path("index-builder/Cargo.toml")].map(|path| path.display().to_string());
    let maturin = workspace.invoke(&python);
    maturin
        .args(["-m", "maturin", "build", "--quiet", "--locked", "--profile"])
        .args([profile.name()])
        // Releases are built for older systems; see .github/workflows/release.yml.
        .args([
            "--compatibility",
            "linux",
            "--manifest-path",
            &manifest,
            "--out",
            &shown,
        ])
        .run()?;
    let pip = workspace.invoke(&python);
    pip.args([
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--disable-pip-version-check",
    ])
    .args(["--no-deps", "--no-build-isolation", "--wheel-dir", &shown])
    .args(PLUGINS.map(|plugin| workspace.path(plugin).display().to_string()))
    .run()?;
    let wheels = files(out)?
        .into_iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "whl"));
    let twine = workspace.invoke(&python);
    twine
        .args(["-m", "twine", "check", "--strict"])
        .args(wheels.map(|wheel| wheel.display().to_string()))
        .run()
}
