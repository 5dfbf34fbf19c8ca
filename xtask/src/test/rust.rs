//! The steps that need only cargo and its extensions, and the check of the release workflow.

use anyhow::{Context, Result};

use super::wasm;
use crate::tools;
use crate::workspace::{WASM_TARGET, Workspace};

/// `cargo fmt`.
pub(super) fn format(workspace: &Workspace) -> Result<()> {
    workspace
        .invoke("cargo")
        .args(["fmt", "--all", "--check"])
        .run()
}

/// `cargo clippy` on every target of every package.
pub(super) fn clippy(workspace: &Workspace) -> Result<()> {
    let clippy = workspace
        .invoke("cargo")
        .args(["clippy", "--workspace", "--all-targets"]);
    clippy.args(["--", "-D", "warnings"]).run()
}

/// `cargo clippy` on the modules for the browser and the engine's tests there: no other step compiles code
/// behind `cfg(target_arch = "wasm32")`.
pub(super) fn clippy_wasm(workspace: &Workspace) -> Result<()> {
    let clippy = workspace
        .invoke("cargo")
        .args(["clippy", "--package", "soru"]);
    let clippy = clippy.args(["--target", WASM_TARGET, "--lib"]);
    clippy
        .args(wasm::test_flags(workspace)?)
        .args(["--", "-D", "warnings"])
        .run()?;
    for (package, features) in [
        ("soru", "essential-bindings"),
        ("soru-language-model", "bindings"),
    ] {
        let clippy = workspace
            .invoke("cargo")
            .args(["clippy", "--package", package]);
        clippy
            .args(["--target", WASM_TARGET, "--lib", "--no-default-features"])
            .args(["--features", features])
            .args(["--", "-D", "warnings"])
            .run()?;
    }
    Ok(())
}

/// `cargo test`.
pub(super) fn native(workspace: &Workspace) -> Result<()> {
    workspace
        .invoke("cargo")
        .args(["test", "--workspace"])
        .run()
}

/// `cargo deny` and `actionlint`: the rules for what is linked, and the workflow that releases it.
///
/// # Errors
/// If a rule is broken.
pub(super) fn dependencies(workspace: &Workspace) -> Result<()> {
    licences(workspace)?;
    workflows(workspace)
}

/// `cargo deny`: the dependencies comply with `deny.toml`. Advisories are left out: they need a
/// database from the network, and change independently of this repository.
fn licences(workspace: &Workspace) -> Result<()> {
    let deny = tools::cargo_deny(workspace).context("cargo-deny is gone")?;
    let deny = workspace.invoke(&deny.display().to_string());
    let deny = deny.args(["--workspace", "check"]);
    deny.args(["bans", "licenses", "sources"]).run()
}

/// `actionlint`, without the linters of other languages that it uses where they are installed: the
/// result is the same on every machine.
fn workflows(workspace: &Workspace) -> Result<()> {
    let actionlint = tools::actionlint(workspace).context("actionlint is gone")?;
    let actionlint = workspace.invoke(&actionlint.display().to_string());
    actionlint.args(["-shellcheck=", "-pyflakes="]).run()
}

/// `cargo doc`.
pub(super) fn doc(workspace: &Workspace) -> Result<()> {
    let doc = workspace
        .invoke("cargo")
        .args(["doc", "--workspace", "--no-deps"]);
    doc.env("RUSTDOCFLAGS", "-D warnings").run()
}
