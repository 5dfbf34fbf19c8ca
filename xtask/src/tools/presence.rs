//! Checks whether a tool is installed, in a supported version.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::browsers::{chromium, firefox, headless_shell};
use super::python::installed_program;
use super::{Tool, find, nginx, wasm_bindgen};
use crate::invocation::Invocation;
use crate::workspace::{WASM_TARGET, Workspace};

/// The program that runs commands for the other processor than this machine's.
pub(crate) const QEMU: &str = if cfg!(target_arch = "aarch64") {
    "qemu-x86_64-static"
} else {
    "qemu-aarch64-static"
};

/// The oldest Node.js version that the end-to-end tests support.
const OLDEST_NODE: u32 = 20;

/// The font's path in Debian's package; pictures are compared on Linux only.
const FONT: &str = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

/// Checks without changing anything.
///
/// # Errors
/// If the Rust toolchain itself does not respond.
pub(super) fn is_present(tool: Tool, workspace: &Workspace) -> Result<bool> {
    Ok(match tool {
        Tool::WasmTarget => has_target(WASM_TARGET)?,
        Tool::Rustfmt => answers("cargo", &["fmt", "--version"]),
        Tool::Clippy => answers("cargo", &["clippy", "--version"]),
        Tool::WasmPack => find("wasm-pack").is_some(),
        Tool::WasmBindgen => wasm_bindgen::is_installed(workspace)?,
        Tool::CargoDeny => cargo_deny(workspace).is_some(),
        Tool::CargoFuzz => find("cargo-fuzz").is_some(),
        Tool::CycloneDx => find("cargo-cyclonedx").is_some(),
        Tool::Chromium => chromium().is_some(),
        Tool::HeadlessShell => env::var_os("CHROMIUM").is_some() || headless_shell().is_some(),
        Tool::Chromedriver => find("chromedriver").is_some(),
        Tool::Firefox => firefox().is_some(),
        Tool::Geckodriver => find("geckodriver").is_some(),
        Tool::WebKit => find("WebKitWebDriver").is_some(),
        Tool::Display => find("Xvfb").is_some(),
        Tool::Font => !cfg!(target_os = "linux") || Path::new(FONT).is_file(),
        Tool::Node => find("npm").is_some() && node_is_recent(),
        Tool::Python => answers("python3", &["-c", "import ensurepip, venv"]),
        Tool::Nginx => nginx().is_some(),
        Tool::Php => answers("php", &["--version"]),
        Tool::Java => answers("javac", &["--version"]),
        Tool::Maven => answers("mvn", &["--version"]),
        Tool::Qemu => find(QEMU).is_some(),
        Tool::Wine => find("wine").is_some(),
        Tool::Actionlint => actionlint(workspace).is_some(),
    })
}

/// `cargo-deny`, from the `PATH` or a Python package.
pub(crate) fn cargo_deny(workspace: &Workspace) -> Option<PathBuf> {
    find("cargo-deny").or_else(|| installed_program(workspace, "cargo-deny"))
}

/// Whether Rust can compile for a target.
///
/// # Errors
/// If the Rust toolchain does not respond.
pub(super) fn has_target(target: &str) -> Result<bool> {
    let sysroot = Invocation::new("rustc")
        .args(["--print", "sysroot"])
        .capture()?;
    Ok(Path::new(sysroot.trim())
        .join("lib/rustlib")
        .join(target)
        .is_dir())
}

/// `actionlint`, from the `PATH` or as this program installed it.
pub(crate) fn actionlint(workspace: &Workspace) -> Option<PathBuf> {
    find("actionlint").or_else(|| installed_program(workspace, "actionlint"))
}

fn answers(program: &str, args: &[&str]) -> bool {
    Invocation::new(program)
        .args(args.iter().copied())
        .capture()
        .is_ok()
}

fn node_is_recent() -> bool {
    let version = Invocation::new("node").args(["--version"]).capture();
    version.is_ok_and(|version| major(&version).is_some_and(|major| major >= OLDEST_NODE))
}

/// Returns the major version: 20 for `v20.20.2`.
fn major(version: &str) -> Option<u32> {
    version
        .trim()
        .trim_start_matches('v')
        .split('.')
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_node_is_read_from_its_output() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("nonsense"), None);
    }
}
