//! `cargo xtask deny`: licences, banned packages and sources of everything we
//! depend on.
//!
//! Not part of `test`: the tool takes longer to install than all the tests
//! take to run, and its answer changes only when `Cargo.lock` does.

use anyhow::Result;

use crate::tools::{self, Tool};
use crate::workspace::Workspace;

/// Holds the dependencies to `deny.toml`.
///
/// # Errors
/// If one breaks its rules.
pub(crate) fn command(workspace: &Workspace) -> Result<()> {
    tools::ensure(workspace, &[Tool::CargoDeny])?;
    let deny = workspace.invoke("cargo").args(["deny", "check"]);
    deny.args(["bans", "licenses", "sources"]).run()
}
