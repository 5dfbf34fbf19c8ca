//! The programs that the project needs, and how they get onto a machine.
//!
//! A command names its [`Tool`]s and calls [`ensure`]. A tool that is there
//! costs one look; one that is missing is announced in one line (what and why)
//! and installed, or, where that is not ours to do, the error says what to
//! install by hand.
//!
//! # Adding one
//! A variant of [`Tool`], with its lines in `tool.rs`, and in `presence.rs` how
//! to see that it is there.

mod browsers;
mod debian;
mod presence;
mod python;
mod recipe;
mod search;
mod tool;
pub(crate) mod wasm_bindgen;

use anyhow::{Result, bail};

pub(crate) use self::browsers::{chromium, headless};
use self::presence::is_present;
pub(crate) use self::python::python_environment;
pub(crate) use self::search::{find, nginx};
pub(crate) use self::tool::Tool;
use crate::workspace::Workspace;

/// Says early, before any work, that something is missing that cannot be
/// installed from here.
///
/// # Errors
/// One that names everything to install by hand.
pub(crate) fn check_installable(workspace: &Workspace, tools: &[Tool]) -> Result<()> {
    refuse(workspace, &missing(workspace, tools)?)
}

/// Installs those of the tools that are missing.
///
/// # Errors
/// If one cannot be installed from here, or its installation fails.
pub(crate) fn ensure(workspace: &Workspace, tools: &[Tool]) -> Result<()> {
    let missing = missing(workspace, tools)?;
    refuse(workspace, &missing)?;
    missing
        .into_iter()
        .try_for_each(|tool| install(workspace, tool))
}

/// Installs a tool that another can stand in for. Where that is not possible, all goes on without it.
///
/// # Errors
/// If the Rust toolchain itself does not answer.
pub(crate) fn prefer(workspace: &Workspace, tool: Tool) -> Result<()> {
    if is_present(tool, workspace)? || tool.recipe(workspace)?.by_hand().is_some() {
        return Ok(());
    }
    if let Err(error) = install(workspace, tool) {
        println!("going on without {}: {error:#}", tool.name());
    }
    Ok(())
}

fn missing(workspace: &Workspace, tools: &[Tool]) -> Result<Vec<Tool>> {
    let mut missing = Vec::new();
    for &tool in tools {
        if !missing.contains(&tool) && !is_present(tool, workspace)? {
            missing.push(tool);
        }
    }
    Ok(missing)
}

fn refuse(workspace: &Workspace, missing: &[Tool]) -> Result<()> {
    let mut advice = String::new();
    for &tool in missing {
        if let Some(by_hand) = tool.recipe(workspace)?.by_hand() {
            advice.push_str(&advise(tool, &by_hand));
        }
    }
    if !advice.is_empty() {
        bail!("please install what this machine lacks, then try again:{advice}");
    }
    Ok(())
}

fn install(workspace: &Workspace, tool: Tool) -> Result<()> {
    println!("installing {}: {}", tool.name(), tool.why());
    tool.recipe(workspace)?.install()?;
    if !is_present(tool, workspace)? {
        let name = tool.name();
        bail!("{name} was installed, but is not on the PATH (cargo installs to ~/.cargo/bin)");
    }
    Ok(())
}

fn advise(tool: Tool, by_hand: &str) -> String {
    format!("\n  {} ({}): {by_hand}", tool.name(), tool.why())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_says_what_is_missing_why_it_is_needed_and_how_to_get_it() {
        let line = advise(Tool::Firefox, "install it");
        assert_eq!(
            line,
            "\n  firefox (the second browser of the engine's tests): install it"
        );
    }
}
