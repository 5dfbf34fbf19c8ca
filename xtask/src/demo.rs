//! `cargo xtask demo`: from a fresh checkout to the demo site in a browser.
//!
//! The order matters: the command-line tool embeds the package, so the package comes first, then
//! the tool, then the demo's index, which the tool builds.

use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Context, Result};

use crate::bundle;
use crate::invocation::Invocation;
use crate::workspace::Workspace;

/// The number of ports to try.
const PORTS_TRIED: u16 = 50;

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
    build(workspace)?;
    if options.no_serve {
        return Ok(());
    }
    let port = free_port(options.port)?;
    println!("\nserving the demo");
    serve(workspace, port).take_over()
}

/// Builds the package, the tool and the demo's index.
///
/// # Errors
/// If one of them cannot be built.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    println!("building the package: the engine and the element");
    bundle::build(workspace)?;
    println!("building the command-line tool");
    build_tool(workspace).run()?;
    println!("building the demo's index");
    build_index(workspace).run()
}

/// The command that builds the command-line tool.
pub(crate) fn build_tool(workspace: &Workspace) -> Invocation {
    workspace
        .invoke("cargo")
        .args(["build", "--release", "--package", "soru-index-builder"])
}

fn build_index(workspace: &Workspace) -> Invocation {
    let soru = workspace.soru().display().to_string();
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

/// The command that serves the demo.
pub(crate) fn serve(workspace: &Workspace, port: u16) -> Invocation {
    let soru = workspace.soru().display().to_string();
    workspace
        .invoke(&soru)
        .args(["serve", "www/demo", "--port", &port.to_string()])
}

/// The first free port from this one on.
///
/// # Errors
/// If the next ones are all taken too.
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
