//! The programs that the project needs, and their installation.
//!
//! A command lists its [`Tool`]s and calls [`ensure`]. An installed tool costs one check; a missing
//! one is announced in one line (name and purpose) and installed, or, where this program cannot
//! install it, the error lists the tools to install by hand.
//!
//! # Adding one
//! Add a variant to [`Tool`], with its lines in `tool.rs` and its check in `presence.rs`.

mod browsers;
mod debian;
mod go;
mod presence;
mod python;
mod recipe;
mod search;
mod tool;
pub(crate) mod wasm_bindgen;

use anyhow::{Result, bail};

pub(crate) use self::browsers::{chromium, headless};
pub(crate) use self::presence::{QEMU, actionlint, cargo_deny};
use self::presence::{has_target, is_present};
pub(crate) use self::python::{add_package, python_environment};
use self::recipe::Recipe;
pub(crate) use self::search::{find, nginx};
pub(crate) use self::tool::Tool;
use crate::workspace::Workspace;

/// Fails early, before any work, if a missing tool cannot be installed automatically.
///
/// # Errors
/// One error that names everything to install by hand.
pub(crate) fn check_installable(workspace: &Workspace, tools: &[Tool]) -> Result<()> {
    refuse(workspace, &missing(workspace, tools)?)
}

/// Installs the missing tools.
///
/// # Errors
/// If one cannot be installed automatically, or its installation fails.
pub(crate) fn ensure(workspace: &Workspace, tools: &[Tool]) -> Result<()> {
    let missing = missing(workspace, tools)?;
    refuse(workspace, &missing)?;
    missing
        .into_iter()
        .try_for_each(|tool| install(workspace, tool))
}

/// Installs the standard library for a target of rustc, if it is missing.
///
/// # Errors
/// If it cannot be installed.
pub(crate) fn ensure_target(workspace: &Workspace, target: &'static str) -> Result<()> {
    if has_target(target)? {
        return Ok(());
    }
    let recipe = Recipe::RustTarget(target);
    if let Some(by_hand) = recipe.by_hand() {
        bail!("{by_hand}");
    }
    println!("installing the Rust target {target}: compiles the command for it");
    recipe.install(workspace)
}

/// Installs an optional tool, for which there is a substitute. Failure to install it is not an
/// error.
///
/// # Errors
/// If the Rust toolchain itself does not respond.
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
    tool.recipe(workspace)?.install(workspace)?;
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
    fn advice_names_the_missing_tool_its_purpose_and_its_installation() {
        let line = advise(Tool::Firefox, "install it");
        assert_eq!(
            line,
            "\n  firefox (the second browser of the engine's tests): install it"
        );
    }
}
