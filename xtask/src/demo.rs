//! `cargo xtask demo`: builds the demo site from a fresh checkout and serves it to a browser.
//!
//! Somebody who has just cloned the project waits for it. So the engine is compiled once instead of
//! twice, and the command-line tool is built at the same time, without optimisation: it does not
//! embed the package, but receives its folder. Tests use the package as published, and the same
//! tool with the package in it ([`build`]).

use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Context, Result};

use crate::bundle;
use crate::invocation::{Invocation, side_by_side};
use crate::tools::{self, Tool};
use crate::workspace::{Profile, Workspace};

/// The number of ports to try.
const PORTS_TRIED: u16 = 50;

/// The folder of the demo's package in cargo's build folder; `pkg/` contains the package as
/// published.
const PACKAGE: &str = "demo-package";

/// Options of `cargo xtask demo`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Port to serve on; if it is taken, the next free one
    #[arg(long, default_value_t = 4173)]
    port: u16,
    /// Build the demo, but do not serve it
    #[arg(long)]
    no_serve: bool,
}

/// Builds the demo and serves it until interrupted.
///
/// # Errors
/// If a part cannot be built, or no port is free.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    build_quickly(workspace)?;
    if options.no_serve {
        return Ok(());
    }
    let port = free_port(options.port)?;
    println!("\nserving the demo");
    serve(workspace, port).take_over()
}

/// Builds the package and the tool at the same time, then the demo's index.
fn build_quickly(workspace: &Workspace) -> Result<()> {
    tools::ensure(workspace, &[Tool::WasmTarget])?;
    println!(
        "building the package, which is the engine and the element, and the command-line tool"
    );
    let folder = workspace.target(PACKAGE);
    let package = || bundle::build_quickly(workspace, &folder);
    let tool = || build_debug_tool(workspace).beside_others().run();
    let tasks: [&(dyn Fn() -> Result<()> + Sync); 2] = [&package, &tool];
    for done in side_by_side(tasks) {
        done?;
    }
    println!("building the demo's index");
    build_index(workspace)
        .args(["--engine", &folder.display().to_string()])
        .run()
}

/// Builds the package, the tool and the demo's index, for tests.
///
/// # Errors
/// If one of them cannot be built.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    build_tested(workspace)?;
    println!("building the demo's index");
    build_index(workspace).run()
}

/// Builds the package and the tool that embeds it, for tests.
///
/// # Errors
/// If one of them cannot be built.
pub(crate) fn build_tested(workspace: &Workspace) -> Result<()> {
    println!("building the package: the engine and the element");
    bundle::build(workspace)?;
    build_tested_tool(workspace)
}

/// Builds the tool for tests.
///
/// # Errors
/// If it does not compile.
pub(crate) fn build_tested_tool(workspace: &Workspace) -> Result<()> {
    println!("building the command-line tool");
    // The tool is built together with the tests that start it, because `cargo build` compiles
    // dependencies with other features.
    workspace
        .invoke("cargo")
        .args(["test", "--workspace", "--no-run", "--test", "cli"])
        .run()
}

/// Returns the command that builds the tool without optimisation, and the program that makes the
/// package's modules: cargo would let one wait for the other, and they share dependencies.
fn build_debug_tool(workspace: &Workspace) -> Invocation {
    let programs = ["--bin", "soru", "--bin", "xtask-modules"];
    let cargo = workspace.invoke("cargo").args(["build", "--workspace"]);
    cargo.args(programs)
}

/// Returns the command that builds the tool for measurements and packages.
pub(crate) fn build_tool(workspace: &Workspace) -> Invocation {
    workspace
        .invoke("cargo")
        .args(["build", "--release", "--package", "soru-index-builder"])
}

fn build_index(workspace: &Workspace) -> Invocation {
    let soru = workspace.soru(Profile::Debug).display().to_string();
    workspace.invoke(&soru).args([
        "build",
        "www/demo",
        "--out",
        "www/demo/soru",
        "--config",
        "www/demo/soru.toml",
        // Tests damage, stop and replace its one data file; they build separate sites for shards.
        "--layout",
        "single",
    ])
}

/// Returns the command that serves the demo.
pub(crate) fn serve(workspace: &Workspace, port: u16) -> Invocation {
    let soru = workspace.soru(Profile::Debug).display().to_string();
    workspace
        .invoke(&soru)
        .args(["serve", "www/demo", "--csp", "strict"])
        .args(["--port", &port.to_string()])
}

/// Returns the first free port from this one on.
///
/// # Errors
/// If the next ports are all taken too.
pub(crate) fn free_port(wanted: u16) -> Result<u16> {
    let last = wanted.saturating_add(PORTS_TRIED);
    let free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    (wanted..=last).find(free).with_context(|| {
        format!("no port from {wanted} to {last} is free: name another with --port")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_replaced_by_the_next_free_one() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let free = free_port(port).unwrap();
        assert!(free > port, "{free} is not above {port}");
    }
}
