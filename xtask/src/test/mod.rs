//! `cargo xtask test`: checks everything that must hold before a change is merged.
//!
//! Steps run one after the other, those that fail fastest first, and the first failure ends the run
//! with the failed command. Missing tools are never skipped: they are installed, or the run ends
//! before it starts.
//!
//! | file | holds |
//! |---|---|
//! | `steps.rs` | the list of steps in running order |
//! | `rust.rs` | layout, lints, native tests, documentation, licences |
//! | `wasm.rs` | the engine's tests in real browsers |
//! | `javascript.rs` | types of the element and of answers, end-to-end tests |
//! | `model_server.rs` | a language model's server for the end-to-end tests |
//! | `circles.rs` | a test that files do not import each other in circles |
//! | `crate_graph.rs` | a test that crates depend on each other as their record draws it |
//! | `file_tables.rs` | a test that the tables of files in module headers are complete |
//! | `summary.rs` | the table at the end |
//!
//! # Adding one
//! Add an entry to `steps.rs`: its name, the property that it checks, the tools that it needs, and
//! the function that fails if the property does not hold.

#[cfg(test)]
mod circles;
#[cfg(test)]
mod crate_graph;
#[cfg(test)]
mod file_tables;
pub(crate) mod javascript;
mod model_server;
mod rust;
mod steps;
mod summary;
mod wasm;

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::builder::PossibleValue;

use self::steps::{STEPS, Step};
use self::summary::Summary;
use crate::tools::{self, Tool};
use crate::workspace::Workspace;

/// The table of the last run, in cargo's build folder.
const SUMMARY: &str = "xtask/test-seconds.txt";

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

/// Runs the steps and prints their results.
///
/// # Errors
/// The first failure, or a missing tool that must be installed by hand.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    let steps: Vec<&Step> = STEPS.iter().filter(|step| options.chooses(step)).collect();
    let needs: Vec<Tool> = steps.iter().flat_map(|step| step.needs).copied().collect();
    tools::check_installable(workspace, &needs)?;
    let mut summary = Summary::new(steps.iter().map(|step| step.name));
    let outcome = steps
        .iter()
        .try_for_each(|step| step.run(workspace, &mut summary));
    println!("\n{summary}");
    keep(workspace, &summary)?;
    outcome
}

/// Stores the table of a run, for comparison with the next one.
fn keep(workspace: &Workspace, summary: &Summary) -> Result<()> {
    let file = workspace.target(SUMMARY);
    fs::create_dir_all(file.parent().unwrap_or(Path::new("")))?;
    fs::write(&file, format!("{summary}\n")).with_context(|| file.display().to_string())
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
    fn every_step_has_a_unique_name() {
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
