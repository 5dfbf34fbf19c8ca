//! Paths and version of the checkout: its root, the build folder, the version.
//!
//! It asks cargo once, so that a moved build folder (`CARGO_TARGET_DIR`) and a call from any
//! subfolder work.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::invocation::Invocation;

/// The rustc target for browsers.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The profile in which the `soru` command is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Without optimisation, as `cargo test` compiles it: for the demo, the documentation and tests,
    /// where compiling takes longer than running.
    Debug,
    /// For measurements and packages.
    Release,
}

impl Profile {
    /// Its name in cargo.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Debug => "dev",
            Self::Release => "release",
        }
    }

    /// The folder of what is compiled in it.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release => "release",
        }
    }
}

/// The checkout on which the command works.
#[derive(Debug)]
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
    /// The folders of its packages.
    pub(crate) members: Vec<PathBuf>,
    /// Version of the root package, shared by all packages.
    pub(crate) version: String,
    /// A one-line description of the root package.
    pub(crate) description: String,
    /// SPDX expression of the licence.
    pub(crate) license: String,
    /// The address of the sources, which registries require for an attested package; none before
    /// the first release.
    pub(crate) repository: Option<String>,
}

impl Workspace {
    /// Finds the workspace of the current folder.
    ///
    /// # Errors
    /// If cargo finds none, or if it has no package named `soru`.
    pub(crate) fn locate() -> Result<Self> {
        let metadata = Invocation::new("cargo")
            .args(["metadata", "--no-deps", "--format-version=1"])
            .capture()?;
        Self::from_metadata(&metadata)
    }

    fn from_metadata(metadata: &str) -> Result<Self> {
        let metadata: Value = serde_json::from_str(metadata)?;
        let packages = metadata["packages"].as_array();
        let packages = packages.context("`cargo metadata` gave no packages")?;
        let package = packages.iter().find(|package| package["name"] == "soru");
        let package = package.context("this workspace has no package named `soru`")?;
        let manifests = packages
            .iter()
            .filter_map(|package| package["manifest_path"].as_str());
        let folders = manifests.filter_map(|manifest| Path::new(manifest).parent());
        Ok(Self {
            root: text(&metadata, "workspace_root")?.into(),
            target: text(&metadata, "target_directory")?.into(),
            members: folders.map(Path::to_owned).collect(),
            version: text(package, "version")?,
            description: text(package, "description")?,
            license: text(package, "license")?,
            repository: package["repository"].as_str().map(str::to_owned),
        })
    }

    /// Returns a path inside the checkout.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// Returns a path inside cargo's build folder.
    pub(crate) fn target(&self, relative: &str) -> PathBuf {
        self.target.join(relative)
    }

    /// Returns the `soru` command that cargo builds in a profile.
    pub(crate) fn soru(&self, profile: Profile) -> PathBuf {
        self.program("soru", profile)
    }

    /// Returns a program that cargo builds in a profile.
    pub(crate) fn program(&self, name: &str, profile: Profile) -> PathBuf {
        let folder = profile.folder();
        self.target(&format!("{folder}/{name}{}", std::env::consts::EXE_SUFFIX))
    }

    /// Returns an invocation of a program in the root of the checkout.
    pub(crate) fn invoke(&self, program: &str) -> Invocation {
        Invocation::new(program).rooted_at(&self.root)
    }
}

fn text(object: &Value, key: &str) -> Result<String> {
    let value = object[key].as_str();
    Ok(value
        .with_context(|| format!("`cargo metadata` gave no `{key}`"))?
        .to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const METADATA: &str = r#"{
        "packages": [
            {"name": "other", "version": "9.9.9"},
            {"name": "soru", "version": "0.1.0", "description": "Asks", "license": "MIT"}
        ],
        "workspace_root": "/site", "target_directory": "/elsewhere"
    }"#;

    #[test]
    fn the_version_is_that_of_the_root_package() {
        let workspace = Workspace::from_metadata(METADATA).unwrap();
        assert_eq!(workspace.version, "0.1.0");
        assert_eq!(workspace.path("www"), Path::new("/site/www"));
        assert_eq!(workspace.target("wasm"), Path::new("/elsewhere/wasm"));
    }

    #[test]
    fn a_workspace_without_the_engine_is_an_error_that_names_it() {
        let other = METADATA.replace("soru", "merak");
        let error = Workspace::from_metadata(&other).unwrap_err();
        assert!(error.to_string().contains("`soru`"), "{error}");
    }
}
