//! The programs that the project needs, and how they get onto a machine.
//!
//! A command names its [`Tool`]s and calls [`ensure`]. A tool that is there
//! costs one look; one that is missing is announced in one line (what and why)
//! and installed, or, where that is not ours to do, the error says what to
//! install by hand.
//!
//! # Adding one
//! A variant of [`Tool`], its line in [`Tool::why`], how to see that it is
//! there ([`Tool::is_present`]) and how to get it ([`Tool::recipe`]).

mod chromium;
mod debian;
mod recipe;
mod search;

pub(crate) use chromium::chromium;
use recipe::Recipe;
pub(crate) use search::find;

use anyhow::{Context, Result, bail};

use crate::invocation::Invocation;
use crate::lockfile;
use crate::workspace::{WASM_TARGET, Workspace};

/// A program, or a part of the Rust toolchain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    /// The standard library for WebAssembly.
    WasmTarget,
    /// `cargo fmt`.
    Rustfmt,
    /// `cargo clippy`.
    Clippy,
    /// `wasm-pack`, which runs Rust tests in browsers.
    WasmPack,
    /// `wasm-bindgen` and its test runner, in the version of the lock file.
    WasmBindgen,
    /// `cargo deny`.
    CargoDeny,
    /// Chromium or Chrome.
    Chromium,
    /// The `WebDriver` of Chromium.
    Chromedriver,
    /// Firefox.
    Firefox,
    /// The `WebDriver` of Firefox.
    Geckodriver,
    /// Node.js with npm.
    Node,
}

impl Tool {
    fn name(self) -> &'static str {
        match self {
            Self::WasmTarget => "the Rust target wasm32-unknown-unknown",
            Self::Rustfmt => "rustfmt",
            Self::Clippy => "clippy",
            Self::WasmPack => "wasm-pack",
            Self::WasmBindgen => "wasm-bindgen",
            Self::CargoDeny => "cargo-deny",
            Self::Chromium => "chromium",
            Self::Chromedriver => "chromedriver",
            Self::Firefox => "firefox",
            Self::Geckodriver => "geckodriver",
            Self::Node => "Node.js 20 or newer, with npm",
        }
    }

    fn why(self) -> &'static str {
        match self {
            Self::WasmTarget => "compiles the engine for the browser",
            Self::Rustfmt => "checks the layout of the Rust code",
            Self::Clippy => "checks the Rust code for mistakes",
            Self::WasmPack => "runs the engine's tests in real browsers",
            Self::WasmBindgen => "joins the engine to JavaScript; must match Cargo.lock exactly",
            Self::CargoDeny => "checks the licences of everything we depend on",
            Self::Chromium => "the browser of the end-to-end tests",
            Self::Chromedriver => "lets the tests drive Chromium",
            Self::Firefox => "the second browser of the engine's tests",
            Self::Geckodriver => "lets the tests drive Firefox",
            Self::Node => "runs the type check and the end-to-end tests",
        }
    }

    fn is_present(self, workspace: &Workspace) -> Result<bool> {
        Ok(match self {
            Self::WasmTarget => has_wasm_target()?,
            Self::Rustfmt => answers("cargo", &["fmt", "--version"]),
            Self::Clippy => answers("cargo", &["clippy", "--version"]),
            Self::WasmPack => find("wasm-pack").is_some(),
            Self::WasmBindgen => wasm_bindgen_matches(workspace)?,
            Self::CargoDeny => find("cargo-deny").is_some(),
            Self::Chromium => chromium().is_some(),
            Self::Chromedriver => find("chromedriver").is_some(),
            Self::Firefox => find("firefox").or_else(|| find("firefox-esr")).is_some(),
            Self::Geckodriver => find("geckodriver").is_some(),
            Self::Node => find("npm").is_some() && node_is_recent(),
        })
    }

    fn recipe(self, workspace: &Workspace) -> Result<Recipe> {
        Ok(match self {
            Self::WasmTarget => Recipe::RustTarget(WASM_TARGET),
            Self::Rustfmt => Recipe::RustComponent("rustfmt"),
            Self::Clippy => Recipe::RustComponent("clippy"),
            Self::WasmPack => Recipe::cargo_locked("wasm-pack"),
            Self::WasmBindgen => Recipe::Cargo {
                package: "wasm-bindgen-cli",
                version: Some(locked_wasm_bindgen(workspace)?),
                // Its own lock file names a version that has been withdrawn.
                locked: false,
            },
            Self::CargoDeny => Recipe::cargo_locked("cargo-deny"),
            Self::Chromium => Recipe::Debian {
                package: "chromium",
                elsewhere: "install Chromium or Chrome, or set CHROMIUM to the path of one",
            },
            Self::Chromedriver => Recipe::Debian {
                package: "chromium-driver",
                elsewhere: "put the chromedriver that matches your Chrome on the PATH",
            },
            Self::Firefox => Recipe::Debian {
                package: "firefox-esr",
                elsewhere: "install Firefox and put it on the PATH",
            },
            Self::Geckodriver => Recipe::cargo_locked("geckodriver"),
            Self::Node => Recipe::ByHand("install Node.js 20 or newer, with npm"),
        })
    }
}

/// Which of the tools are missing.
///
/// # Errors
/// If the toolchain itself does not answer.
pub(crate) fn missing(workspace: &Workspace, tools: &[Tool]) -> Result<Vec<Tool>> {
    let mut missing = Vec::new();
    for &tool in tools {
        if !missing.contains(&tool) && !tool.is_present(workspace)? {
            missing.push(tool);
        }
    }
    Ok(missing)
}

/// Says early, before any work, that something is missing that cannot be
/// installed from here.
///
/// # Errors
/// One that names everything to install by hand.
pub(crate) fn check_installable(workspace: &Workspace, tools: &[Tool]) -> Result<()> {
    let mut advice = Vec::new();
    for tool in missing(workspace, tools)? {
        if let Some(by_hand) = tool.recipe(workspace)?.by_hand() {
            advice.push(advise(tool, &by_hand));
        }
    }
    if !advice.is_empty() {
        bail!(
            "please install what this machine lacks, then try again:\n{}",
            advice.join("\n")
        );
    }
    Ok(())
}

/// Installs those of the tools that are missing.
///
/// # Errors
/// If one cannot be installed from here, or its installation fails.
pub(crate) fn ensure(workspace: &Workspace, tools: &[Tool]) -> Result<()> {
    check_installable(workspace, tools)?;
    for tool in missing(workspace, tools)? {
        println!("installing {}: {}", tool.name(), tool.why());
        tool.recipe(workspace)?.install()?;
        if !tool.is_present(workspace)? {
            bail!(
                "{} was installed, but is not on the PATH (cargo puts its programs into ~/.cargo/bin)",
                tool.name()
            );
        }
    }
    Ok(())
}

fn advise(tool: Tool, by_hand: &str) -> String {
    format!("  {} ({}): {by_hand}", tool.name(), tool.why())
}

/// The version that the `wasm-bindgen` program must have.
///
/// # Errors
/// If nothing in the workspace depends on `wasm-bindgen`.
pub(crate) fn locked_wasm_bindgen(workspace: &Workspace) -> Result<String> {
    lockfile::version(workspace, "wasm-bindgen")?
        .context("Cargo.lock names no wasm-bindgen, which the engine needs to reach the browser: is it up to date?")
}

/// Whether the `wasm-bindgen` on the `PATH` has the version of the lock file.
///
/// # Errors
/// If nothing in the workspace depends on `wasm-bindgen`.
pub(crate) fn wasm_bindgen_matches(workspace: &Workspace) -> Result<bool> {
    let wanted = locked_wasm_bindgen(workspace)?;
    let installed = Invocation::new("wasm-bindgen")
        .args(["--version"])
        .capture();
    Ok(installed.is_ok_and(|line| second_word(&line) == Some(&wanted)))
}

fn has_wasm_target() -> Result<bool> {
    let sysroot = Invocation::new("rustc")
        .args(["--print", "sysroot"])
        .capture()?;
    let library = std::path::Path::new(sysroot.trim())
        .join("lib/rustlib")
        .join(WASM_TARGET);
    Ok(library.is_dir())
}

fn answers(program: &str, args: &[&str]) -> bool {
    Invocation::new(program)
        .args(args.iter().copied())
        .capture()
        .is_ok()
}

fn node_is_recent() -> bool {
    let version = Invocation::new("node").args(["--version"]).capture();
    version.is_ok_and(|version| major(&version).is_some_and(|major| major >= 20))
}

/// `v20.20.2` gives 20.
fn major(version: &str) -> Option<u32> {
    version
        .trim()
        .trim_start_matches('v')
        .split('.')
        .next()?
        .parse()
        .ok()
}

/// `wasm-bindgen 0.2.130` gives `0.2.130`.
fn second_word(line: &str) -> Option<&str> {
    line.split_whitespace().nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_the_programs_print() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("nonsense"), None);
        assert_eq!(second_word("wasm-bindgen 0.2.130\n"), Some("0.2.130"));
        assert_eq!(second_word(""), None);
    }

    #[test]
    fn advice_says_what_is_missing_why_it_is_needed_and_how_to_get_it() {
        let line = advise(Tool::Firefox, "install it");
        assert_eq!(
            line,
            "  firefox (the second browser of the engine's tests): install it"
        );
    }
}
