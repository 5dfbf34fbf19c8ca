//! The JavaScript steps: types and end-to-end tests, in three browsers.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::model_server;
use crate::tools::{self, Tool, headless, nginx};
use crate::workspace::{Profile, Workspace};
use crate::{demo, docs, element, package};

/// The npm project with the tools and the tests.
pub(crate) const FOLDER: &str = "tests/e2e";
/// The port of the demo site for tests, or else the next free one.
const PORT: u16 = 4180;

/// Checks the element, an example of the use of the published types, and answers of the demo's
/// engine, which must have exactly these types, with the TypeScript compiler.
///
/// # Errors
/// If they do not agree.
pub(super) fn types(workspace: &Workspace) -> Result<()> {
    demo::build(workspace)?;
    install(workspace)?;
    element::check(workspace)?;
    let answers = workspace.target("answers").display().to_string();
    workspace
        .invoke("node")
        .args(["support/answers.js", &answers])
        .within(FOLDER)
        .run()?;
    [".", "support", &answers]
        .iter()
        .try_for_each(|project| compile(workspace, project))
}

fn compile(workspace: &Workspace, project: &str) -> Result<()> {
    let tsc = workspace.invoke("npx").args(["--no", "--", "tsc"]);
    tsc.args(["--noEmit", "--project", project])
        .within(FOLDER)
        .run()
}

/// Runs the end-to-end tests against the demo site and the documentation, as visitors see them.
///
/// # Errors
/// If one fails, is skipped, or there are none.
pub(super) fn end_to_end(workspace: &Workspace) -> Result<()> {
    demo::build(workspace)?;
    docs::make(workspace, "/")?;
    package::make_here(workspace, Profile::Debug)?;
    install(workspace)?;
    let python = model_server::install(workspace)?;
    let nginx = nginx().context("nginx is gone")?;
    tools::prefer(workspace, Tool::HeadlessShell)?;
    let chromium = headless().context("Chromium is gone")?;
    let report = workspace.target("e2e/report.json");
    let _ = fs::remove_file(&report);
    workspace
        .invoke("npx")
        .args(["--no", "--", "playwright", "test", "--forbid-only"])
        .within(FOLDER)
        .env("CHROMIUM", chromium.display().to_string())
        .env("SORU_TARGET", workspace.target("").display().to_string())
        .env("SORU_PORT", demo::free_port(PORT)?.to_string())
        .env("SORU_MODEL_PYTHON", python.display().to_string())
        .env("NGINX", nginx.display().to_string())
        .run()?;
    let report = fs::read_to_string(&report).context("Playwright left no report")?;
    judge(&serde_json::from_str(&report)?)
}

/// Uses the demo site in Firefox and in `WebKit`.
///
/// # Errors
/// If a test fails, or there is none.
pub(super) fn other_browsers(workspace: &Workspace) -> Result<()> {
    demo::build(workspace)?;
    install(workspace)?;
    let port = demo::free_port(PORT)?;
    let _server = demo::serve(workspace, port).in_background()?;
    workspace
        .invoke("node")
        .args(["--test", "--test-reporter=spec", "browsers/"])
        .within(FOLDER)
        .env("SORU_SITE", format!("http://localhost:{port}/"))
        .run()
}

/// Fails on skipped tests, because they show nothing.
fn judge(report: &Value) -> Result<()> {
    let count = |kind: &str| report["stats"][kind].as_u64().unwrap_or_default();
    match (count("expected"), count("skipped"), count("flaky")) {
        (0, 0, 0) => bail!("no end-to-end test ran"),
        (passed, 0, 0) => println!("{passed} end-to-end tests passed"),
        (_, skipped, flaky) => {
            bail!("end-to-end tests: {skipped} skipped, {flaky} passed only when repeated")
        }
    }
    Ok(())
}

/// Installs the packages of the tests.
///
/// # Errors
/// If npm fails.
pub(crate) fn install(workspace: &Workspace) -> Result<()> {
    install_packages(
        workspace,
        FOLDER,
        "ci",
        "the TypeScript compiler and Playwright",
    )
}

/// Installs the packages of a project's lock file with this npm command, unless they were installed
/// since it changed.
///
/// # Errors
/// If npm fails.
pub(crate) fn install_packages(
    workspace: &Workspace,
    project: &str,
    command: &str,
    what: &str,
) -> Result<()> {
    let folder = workspace.path(project);
    let installed = folder.join("node_modules/.package-lock.json");
    if is_newer(&installed, &folder.join("package-lock.json")) {
        return Ok(());
    }
    println!("installing the packages of {project}: {what}");
    workspace
        .invoke("npm")
        .args([command, "--no-audit", "--no-fund"])
        .within(project)
        .run()
}

fn is_newer(made: &Path, source: &Path) -> bool {
    let time = |path: &Path| path.metadata().and_then(|file| file.modified()).ok();
    matches!((time(made), time(source)), (Some(made), Some(source)) if made >= source)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn outcome(expected: u64, skipped: u64) -> Result<()> {
        judge(&json!({"stats": {"expected": expected, "skipped": skipped, "flaky": 0}}))
    }

    #[test]
    fn a_skipped_test_does_not_pass() {
        outcome(3, 0).unwrap();
        assert!(outcome(3, 1).is_err());
    }

    #[test]
    fn no_test_at_all_does_not_pass() {
        assert!(outcome(0, 0).is_err());
        assert!(judge(&json!({})).is_err());
    }

    #[test]
    fn a_missing_file_is_not_newer() {
        let there = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(is_newer(there, there));
        assert!(!is_newer(Path::new("no/such/file"), there));
    }
}
