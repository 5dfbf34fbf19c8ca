//! `cargo xtask publish`: gives the packages that `cargo xtask package` made to npm and crates.io.
//!
//! The release workflow calls it. A package that the registry has in this version already is passed
//! over, so a call that failed half way can be repeated.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use serde_json::Value;

use crate::package::crates::{self, CRATES};
use crate::package::{self, PACKAGES};
use crate::workspace::Workspace;

/// Options of `cargo xtask publish`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The registry
    registry: Registry,
    /// Only try: npm checks each package, cargo compiles all crates as packed
    #[arg(long)]
    dry_run: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Registry {
    /// The registry of npm
    Npm,
    /// The registry of cargo
    Crates,
}

/// Publishes the packages of a registry.
///
/// # Errors
/// If there are none, or the registry refuses one.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    match options.registry {
        Registry::Npm => npm(workspace, options.dry_run),
        Registry::Crates => crates::complete(workspace, || cargo(workspace, options.dry_run)),
    }
}

fn npm(workspace: &Workspace, dry_run: bool) -> Result<()> {
    let mut packages: Vec<Package> = package::files(&workspace.target(PACKAGES))?
        .into_iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "tgz"))
        .map(|file| Package::read(&file))
        .collect::<Result<_>>()?;
    ensure!(
        !packages.is_empty(),
        "target/{PACKAGES} has no package for npm: run `cargo xtask package` first"
    );
    packages.sort_by_key(Package::turn);
    for package in &packages {
        let publish = workspace.invoke("npm").args(["publish"]);
        let publish = publish.args(["--access", "public", &package.file.display().to_string()]);
        if dry_run {
            publish.args(["--dry-run"]).run()?;
        } else if package.is_new(workspace) {
            publish.args(["--provenance"]).run()?;
        }
    }
    Ok(())
}

/// A package for npm.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Package {
    file: PathBuf,
    name: String,
    version: String,
}

impl Package {
    fn read(file: &Path) -> Result<Self> {
        let described = package::text(file, "package/package.json")?;
        let described: Value = serde_json::from_str(&described)?;
        let text = |key: &str| {
            let text = described[key].as_str().map(str::to_owned);
            text.with_context(|| format!("{} has no {key}", file.display()))
        };
        Ok(Self {
            name: text("name")?,
            version: text("version")?,
            file: file.to_owned(),
        })
    }

    /// Its place in the order: the commands come before `soru`, which names them, and `soru` before
    /// the plugins.
    fn turn(&self) -> u8 {
        match self.name.as_str() {
            "soru" => 1,
            name if package::is_command(name) => 0,
            _ => 2,
        }
    }

    fn is_new(&self, workspace: &Workspace) -> bool {
        let wanted = format!("{}@{}", self.name, self.version);
        let known = workspace.invoke("npm").args(["view", &wanted, "version"]);
        !known
            .capture()
            .is_ok_and(|version| version.trim() == self.version)
    }
}

/// cargo orders the crates by their dependencies.
fn cargo(workspace: &Workspace, dry_run: bool) -> Result<()> {
    let publish = workspace
        .invoke("cargo")
        .args(["publish", "--locked", "--allow-dirty"]);
    if dry_run {
        return publish.args(["--workspace", "--dry-run"]).run();
    }
    let is_new = |name: &&str| {
        let wanted = format!("{name}@{}", workspace.version);
        let known = workspace.invoke("cargo");
        let known = known.args(["info", "--quiet", "--registry", "crates-io", &wanted]);
        known.capture().is_err()
    };
    let new: Vec<&str> = CRATES.into_iter().filter(is_new).collect();
    if new.is_empty() {
        return Ok(());
    }
    // The dry run has compiled them.
    publish
        .args(["--no-verify"])
        .args(new.into_iter().flat_map(|name| ["--package", name]))
        .run()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Package {
        Package {
            file: PathBuf::new(),
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
        }
    }

    // npm would install a `soru` whose command is not there yet.
    #[test]
    fn commands_come_first_and_plugins_last() {
        let mut packages = [
            "@soru/astro",
            "soru",
            "@soru/linux-arm64",
            "@soru/win32-x64",
        ]
        .map(named);
        packages.sort_by_key(Package::turn);
        let names = packages.map(|package| package.name);
        let expected = [
            "@soru/linux-arm64",
            "@soru/win32-x64",
            "soru",
            "@soru/astro",
        ];
        assert_eq!(names, expected);
    }
}
