//! `cargo xtask fuzz`: feeds hostile bytes to everything that reads untrusted input.
//!
//! Runs the targets of `fuzz/` one after the other, each for some time, from the inputs in
//! `fuzz/corpus/<target>`. New inputs that a target discovers, reduced to those with new coverage,
//! are in `target/fuzz/learned/<target>`. The total running time of a target is in
//! `fuzz/minutes.json`. An input that violates a guarantee goes to `fuzz/regressions/<target>`,
//! where every `cargo test` runs it again.
//!
//! Without names of targets, it first damages documents in 2,000 ways for each kind and builds a site
//! of them (`index-builder/tests/cli/mutations.rs`).
//!
//! The address sanitizer needs the nightly compiler. Without it, targets run without the sanitizer:
//! the code has no `unsafe`, and the targets check their guarantees in both cases.

mod minutes;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use self::minutes::Minutes;
use crate::invocation::Invocation;
use crate::tools::{self, Tool};
use crate::workspace::Workspace;

/// The maximum memory of a target in megabytes; the targets themselves check the memory that a
/// reader uses for its bytes.
const MOST_MEMORY: u32 = 2048;

/// The maximum size of one allocation of a target in megabytes.
const MOST_AT_ONCE: u32 = 256;

/// The number of seconds after which an input counts as an endless loop.
const LONGEST_RUN: u32 = 20;

/// The number of ways in which documents of each kind are damaged.
const MUTATIONS: &str = "2000";

/// Options of `cargo xtask fuzz`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Names of targets [default: every target]
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// Duration of each run
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    seconds: u32,
    /// Run the targets with the least processor time, one after the other, until each has this many
    /// minutes in all, including earlier runs
    #[arg(long, value_name = "MINUTES")]
    in_all: Option<f64>,
}

/// Runs the named targets, or all.
///
/// # Errors
/// If a named target does not exist, or if an input violated a guarantee; all targets run first.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    let known = targets(workspace)?;
    let chosen = choose(&known, &options.targets)?;
    if options.targets.is_empty() {
        damage_documents(workspace)?;
    }
    tools::ensure(workspace, &[Tool::CargoFuzz])?;
    let compiler = Compiler::installed();
    let mut minutes = Minutes::read(&workspace.path("fuzz/minutes.json"))?;
    let mut waiting = chosen.to_vec();
    let mut failed = Vec::new();
    while let Some(target) = next(&waiting, &minutes, options.in_all) {
        println!("\n=== {target}, {} minutes until now", minutes.of(&target));
        let outcome = fuzz(workspace, compiler, &target, options.seconds, &mut minutes);
        if options.in_all.is_none() || outcome.is_err() {
            waiting.retain(|other| *other != target);
        }
        if let Err(error) = outcome {
            eprintln!("{error:#}");
            failed.push(target);
        }
    }
    if !failed.is_empty() {
        bail!(
            "broken promises in {}: mend them, with the inputs in fuzz/regressions, which \
             `cargo test --package soru-index-builder --test fuzz` tries again",
            failed.join(", ")
        );
    }
    Ok(())
}

/// Builds a site of damaged documents.
fn damage_documents(workspace: &Workspace) -> Result<()> {
    let test = workspace.invoke("cargo").args([
        "test",
        "--package",
        "soru-index-builder",
        "--test",
        "cli",
    ]);
    test.args(["--", "mutations"])
        .env("SORU_MUTATIONS", MUTATIONS)
        .run()
}

/// Returns the target to run next.
fn next(waiting: &[String], minutes: &Minutes, in_all: Option<f64>) -> Option<String> {
    match in_all {
        Some(most) => minutes.least(waiting, most).cloned(),
        None => waiting.first().cloned(),
    }
}

/// Returns the targets, by the names of their files.
fn targets(workspace: &Workspace) -> Result<Vec<String>> {
    let folder = workspace.path("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder)
        .with_context(|| format!("{}: the targets cannot be read", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let path = entry?.path();
        names.extend(
            path.file_stem()
                .map(|name| name.to_string_lossy().into_owned()),
        );
    }
    names.sort();
    Ok(names)
}

fn choose<'n>(known: &'n [String], wanted: &'n [String]) -> Result<&'n [String]> {
    if let Some(unknown) = wanted.iter().find(|name| !known.contains(name)) {
        bail!(
            "there is no target `{unknown}`; there are {}",
            known.join(", ")
        );
    }
    Ok(if wanted.is_empty() { known } else { wanted })
}

/// The compiler of the targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compiler {
    /// With the address sanitizer.
    Nightly,
    /// Without it.
    Stable,
}

impl Compiler {
    fn installed() -> Self {
        let nightly = Invocation::new("rustc").args(["+nightly", "--version"]);
        match nightly.capture() {
            Ok(_) => Self::Nightly,
            Err(_) => Self::Stable,
        }
    }

    /// Runs a command of `cargo fuzz` on a target.
    fn cargo_fuzz(self, workspace: &Workspace, command: &str, target: &str) -> Invocation {
        let cargo = workspace.invoke("cargo").within("fuzz");
        match self {
            Self::Nightly => cargo
                .args(["+nightly", "fuzz", command, target])
                // SQLite is one large file, which readers of facts link, and it defines some names
                // twice.
                .env("ASAN_OPTIONS", "detect_odr_violation=0"),
            Self::Stable => cargo.args(["fuzz", command, "--sanitizer", "none", target]),
        }
    }
}

fn fuzz(
    workspace: &Workspace,
    compiler: Compiler,
    target: &str,
    seconds: u32,
    minutes: &mut Minutes,
) -> Result<()> {
    // Compilation must not count as fuzzing time.
    compiler.cargo_fuzz(workspace, "build", target).run()?;
    let folder = workspace.path("fuzz/regressions").join(target);
    fs::create_dir_all(&folder)?;
    let learning = workspace.target("fuzz/learned").join(target);
    fs::create_dir_all(&learning)?;
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let inputs = [
        text(&learning),
        text(&workspace.path("fuzz/corpus").join(target)),
    ];
    let run = compiler.cargo_fuzz(workspace, "run", target).args(&inputs);
    let before = minutes::spent()?;
    let outcome = run.args(["--"]).args(limits(seconds, &folder)).run();
    remove_if_empty(&folder)?;
    let added = minutes.add(target, minutes::spent()?.saturating_sub(before));
    outcome?;
    added?;
    let shorten = compiler.cargo_fuzz(workspace, "cmin", target);
    shorten.args(&inputs[..1]).run()
}

/// Arguments of libFuzzer.
fn limits(seconds: u32, regressions: &Path) -> Vec<String> {
    vec![
        format!("-max_total_time={seconds}"),
        format!("-rss_limit_mb={MOST_MEMORY}"),
        format!("-malloc_limit_mb={MOST_AT_ONCE}"),
        format!("-timeout={LONGEST_RUN}"),
        format!("-artifact_prefix={}/", regressions.display()),
        "-print_final_stats=1".to_owned(),
    ]
}

fn remove_if_empty(folder: &Path) -> Result<()> {
    if fs::read_dir(folder)?.next().is_none() {
        fs::remove_dir(folder)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_target_lists_known_targets() {
        let known = targets(&Workspace::locate().unwrap()).unwrap();
        assert!(known.contains(&"manifest".to_owned()), "{known:?}");
        let error = choose(&known, &["manifesto".to_owned()]).unwrap_err();
        assert!(error.to_string().contains("manifesto"), "{error}");
        assert!(error.to_string().contains("manifest, "), "{error}");
    }

    #[test]
    fn without_a_choice_every_target_runs() {
        let known = targets(&Workspace::locate().unwrap()).unwrap();
        assert_eq!(choose(&known, &[]).unwrap(), known);
        let one = ["text".to_owned()];
        assert_eq!(choose(&known, &one).unwrap(), one);
    }

    #[test]
    fn sanitizer_needs_nightly() {
        let workspace = Workspace::locate().unwrap();
        let line = Compiler::Stable.cargo_fuzz(&workspace, "run", "text");
        assert_eq!(
            line.to_string(),
            "cd fuzz && cargo fuzz run --sanitizer none text"
        );
    }
}
