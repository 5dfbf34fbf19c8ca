//! `cargo xtask test`: everything that must hold before a change is merged.
//!
//! Steps run one after the other, those that fail fastest first, and the first
//! failure ends the run with the command that failed. Nothing that is missing
//! is skipped: tools are installed, or the run ends before it starts.
//!
//! | file | steps |
//! |---|---|
//! | `rust.rs` | layout, lints, native tests, documentation, licences |
//! | `wasm.rs` | the engine's tests in real browsers |
//! | `javascript.rs` | types, end-to-end tests |
//! | `summary.rs` | the table at the end |
//!
//! # Adding one
//! A line in [`STEPS`]: its name, what it shows, the tools it needs, and the
//! function that fails if it does not hold.

mod javascript;
mod rust;
mod summary;
mod wasm;

use std::time::Instant;

use anyhow::{Context, Result};
use clap::builder::PossibleValue;

use self::summary::Summary;
use crate::tools::{self, Tool};
use crate::workspace::Workspace;
use crate::{bundle, demo};

/// One thing that must hold.
#[derive(Debug)]
struct Step {
    name: &'static str,
    about: &'static str,
    needs: &'static [Tool],
    run: fn(&Workspace) -> Result<()>,
}

/// In the order they run. A step may rely on nothing but its tools: it builds
/// what it needs, which costs little when an earlier step has done so.
const STEPS: [Step; 12] = [
    Step {
        name: "format",
        about: "Rust code is laid out as rustfmt does it",
        needs: &[Tool::Rustfmt],
        run: rust::format,
    },
    Step {
        name: "clippy",
        about: "no lint fires, in any package",
        needs: &[Tool::Clippy],
        run: rust::clippy,
    },
    Step {
        name: "clippy-wasm",
        about: "nor in the engine as compiled for the browser",
        needs: &[Tool::Clippy, Tool::WasmTarget],
        run: rust::clippy_wasm,
    },
    Step {
        name: "native",
        about: "unit, contract and property tests, and the examples in the documentation",
        needs: &[],
        run: rust::native,
    },
    Step {
        name: "doc",
        about: "the documentation builds without a warning",
        needs: &[],
        run: rust::doc,
    },
    Step {
        name: "bundle",
        about: "the package builds and is within its size budget",
        needs: &[Tool::WasmTarget],
        run: bundle::check,
    },
    Step {
        name: "types",
        about: "the JavaScript and the published types agree",
        needs: &[Tool::WasmTarget, Tool::Node],
        run: javascript::types,
    },
    Step {
        name: "demo",
        about: "the demo site builds",
        needs: &[Tool::WasmTarget],
        run: demo::build,
    },
    Step {
        name: "e2e",
        about: "the demo site works in Chromium, from the first key press to the answer",
        needs: &[Tool::WasmTarget, Tool::Node, Tool::Chromium],
        run: javascript::end_to_end,
    },
    Step {
        name: "wasm-chrome",
        about: "the engine's tests in Chromium",
        needs: &[
            Tool::WasmTarget,
            Tool::WasmPack,
            Tool::WasmBindgen,
            Tool::Chromium,
            Tool::Chromedriver,
        ],
        run: wasm::chrome,
    },
    Step {
        name: "wasm-firefox",
        about: "the engine's tests in Firefox",
        needs: &[
            Tool::WasmTarget,
            Tool::WasmPack,
            Tool::WasmBindgen,
            Tool::Firefox,
            Tool::Geckodriver,
        ],
        run: wasm::firefox,
    },
    Step {
        name: "dependencies",
        about: "licences and sources of everything in Cargo.lock are allowed",
        needs: &[Tool::CargoDeny],
        run: rust::dependencies,
    },
];

/// Options of `cargo xtask test`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Run only this step; may be given several times
    #[arg(long, value_name = "STEP", value_parser = step_names())]
    only: Vec<String>,
}

fn step_names() -> Vec<PossibleValue> {
    STEPS
        .iter()
        .map(|step| PossibleValue::new(step.name).help(step.about))
        .collect()
}

/// Runs the steps and prints what became of each.
///
/// # Errors
/// The first failure, or a tool that is missing and not ours to install.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    let steps: Vec<&Step> = STEPS.iter().filter(|step| options.chooses(step)).collect();
    let needs: Vec<Tool> = steps.iter().flat_map(|step| step.needs).copied().collect();
    tools::check_installable(workspace, &needs)?;
    let mut summary = Summary::new(steps.iter().map(|step| step.name));
    let outcome = steps
        .iter()
        .try_for_each(|step| step.run(workspace, &mut summary));
    println!("\n{summary}");
    outcome
}

impl Options {
    fn chooses(&self, step: &Step) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == step.name)
    }
}

impl Step {
    fn run(&self, workspace: &Workspace, summary: &mut Summary) -> Result<()> {
        println!("\n=== {}: {}", self.name, self.about);
        let start = Instant::now();
        let installed = tools::ensure(workspace, self.needs);
        summary.installed(self.name, start.elapsed());
        let start = Instant::now();
        let outcome = installed.and_then(|()| (self.run)(workspace));
        summary.finished(self.name, start.elapsed(), outcome.is_ok());
        outcome.with_context(|| {
            format!(
                "step `{0}` failed; alone: cargo xtask test --only {0}",
                self.name
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_can_be_chosen_by_a_name_of_its_own() {
        for step in &STEPS {
            let only = Options {
                only: vec![step.name.to_owned()],
            };
            let chosen = STEPS.iter().filter(|other| only.chooses(other)).count();
            assert_eq!(chosen, 1, "{}", step.name);
        }
    }

    #[test]
    fn without_a_choice_every_step_runs() {
        let all = Options { only: Vec::new() };
        assert!(STEPS.iter().all(|step| all.chooses(step)));
    }
}
