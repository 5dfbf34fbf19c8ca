//! The steps that need only cargo and its extensions.

use anyhow::Result;

use super::wasm;
use crate::invocation::Invocation;
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
    clippy.args(["--", "-D", "warnings"]).run()?;
    small_builder(workspace, "clippy")
        .args(["--lib", "--bins", "--", "-D", "warnings"])
        .run()
}

/// A cargo command on the builder without features, as the demo builds it.
fn small_builder(workspace: &Workspace, command: &str) -> Invocation {
    workspace
        .invoke("cargo")
        .args([command, "--package", "soru-index-builder"])
        .args(["--no-default-features"])
}

/// `cargo clippy` on the engine and its browser tests, for the browser: no other step compiles code
/// behind `cfg(target_arch = "wasm32")`.
pub(super) fn clippy_wasm(workspace: &Workspace) -> Result<()> {
    let clippy = workspace
        .invoke("cargo")
        .args(["clippy", "--package", "soru"]);
    let clippy = clippy.args(["--target", WASM_TARGET, "--lib"]);
    clippy
        .args(wasm::LOADER)
        .args(wasm::test_flags(workspace)?)
        .args(["--", "-D", "warnings"])
        .run()?;
    for feature in ["essential-bindings", "loader"] {
        let features = ["--no-default-features", "--features", feature];
        workspace
            .invoke("cargo")
            .args(["clippy", "--package", "soru"])
            .args(["--target", WASM_TARGET, "--lib", "--examples"])
            .args(features)
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
        .run()?;
    // What it says about the parts that it lacks.
    small_builder(workspace, "test")
        .args(["--lib", "missing"])
        .run()
}

/// `cargo deny`: the dependencies comply with `deny.toml`. Advisories are left out: they need a
/// database from the network, and change independently of this repository.
pub(super) fn dependencies(workspace: &Workspace) -> Result<()> {
    let deny = workspace
        .invoke("cargo")
        .args(["deny", "--workspace", "check"]);
    deny.args(["bans", "licenses", "sources"]).run()
}

/// `cargo doc`.
pub(super) fn doc(workspace: &Workspace) -> Result<()> {
    let doc = workspace
        .invoke("cargo")
        .args(["doc", "--workspace", "--no-deps"]);
    doc.env("RUSTDOCFLAGS", "-D warnings").run()
}
