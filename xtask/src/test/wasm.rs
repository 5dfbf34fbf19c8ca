//! The engine's tests, compiled to WebAssembly and run in real browsers.
//!
//! The tests are the files `tests/wasm*.rs`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::bundle::without_types;
use crate::workspace::Workspace;

/// Runs the tests in Chromium.
pub(super) fn chrome(workspace: &Workspace) -> Result<()> {
    run(workspace, "chrome")
}

/// Runs the tests in Firefox.
pub(super) fn firefox(workspace: &Workspace) -> Result<()> {
    run(workspace, "firefox")
}

/// The package of a plain `wasm-pack build`, and a script that asks it a question.
const PACKAGE: &str = "target/wasm-package";
const ASK: &str = "tests/e2e/support/wasm-package.js";

/// Builds the package of a plain `wasm-pack build`, and uses it. Its folder differs from the
/// default `pkg/`, which may contain the package of `cargo xtask bundle`.
pub(super) fn package(workspace: &Workspace) -> Result<()> {
    workspace
        .invoke("wasm-pack")
        .args([
            "build",
            "--dev",
            "--mode",
            "no-install",
            "--out-dir",
            PACKAGE,
        ])
        .run()?;
    workspace.invoke("node").args([ASK, PACKAGE]).run()
}

fn run(workspace: &Workspace, browser: &str) -> Result<()> {
    without_types(workspace)?;
    let test = workspace
        .invoke("wasm-pack")
        .args([
            "test",
            "--headless",
            &format!("--{browser}"),
            "--mode",
            "no-install",
            ".",
        ])
        .args(test_flags(workspace)?)
        // The maximum time for all tests together in seconds, because a busy machine needs more
        // than the default of 20.
        .env("WASM_BINDGEN_TEST_TIMEOUT", "600");
    let output = test.run_and_read()?;
    match passed(&output) {
        // The runner reports success even without any test.
        0 => bail!("no test ran: {test}"),
        count => println!("{count} passed in {browser}"),
    }
    Ok(())
}

/// Returns `--test NAME` for each file of browser tests.
///
/// # Errors
/// If the folder of tests cannot be read.
pub(super) fn test_flags(workspace: &Workspace) -> Result<Vec<String>> {
    let folder = workspace.path("tests");
    let entries = fs::read_dir(&folder).with_context(|| format!("read {}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        names.extend(test_name(&entry?.path()));
    }
    names.sort();
    Ok(names
        .into_iter()
        .flat_map(|name| ["--test".to_owned(), name])
        .collect())
}

fn test_name(file: &Path) -> Option<String> {
    let name = file.file_name()?.to_str()?.strip_suffix(".rs")?;
    name.starts_with("wasm").then(|| name.to_owned())
}

/// Returns the number of passed tests in the runner's output.
fn passed(output: &str) -> usize {
    let is_passed = |line: &&str| line.starts_with("test ") && line.trim_end().ends_with("... ok");
    output.lines().filter(is_passed).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tests_that_passed_are_counted() {
        let output = "running 3 tests\n\
            test asks_and_answers ... ok\n\
            test refuses_a_foreign_file ... FAIL\n\
            test worker::starts ... ok\r\n\
            test result: FAILED. 2 passed; 1 failed; 0 ignored\n";
        assert_eq!(passed(output), 2);
    }

    #[test]
    fn a_run_that_finds_no_tests_counts_none() {
        assert_eq!(passed("no tests to run!\n"), 0);
        assert_eq!(
            passed("test result: ok. 0 passed; 0 failed; 0 ignored\n"),
            0
        );
    }

    #[test]
    fn only_files_named_for_it_run_in_browsers() {
        assert_eq!(
            test_name(Path::new("tests/wasm_worker.rs")),
            Some("wasm_worker".to_owned())
        );
        assert_eq!(test_name(Path::new("tests/contracts.rs")), None);
        assert_eq!(test_name(Path::new("tests/wasm")), None);
    }
}
