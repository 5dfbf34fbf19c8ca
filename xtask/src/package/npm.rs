//! The npm packages: `soru`, which everybody installs, and one with the command for each platform.
//!
//! `soru` names the others as optional dependencies of its own version, and npm installs the one
//! with a matching `os` and `cpu`. No package runs anything when it is installed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

use super::LICENCES;
use super::platforms::{PLATFORMS, Platform};
use crate::notices;
use crate::workspace::Workspace;

/// The files that belong to the command, besides the files for browsers.
const OWN: [&str; 5] = [
    "README.md",
    "bin/soru.cjs",
    "lib/binary.cjs",
    "lib/node.js",
    "lib/node.d.ts",
];

/// Writes the package `soru` into a folder: the files of `pkg/` and the files of the command.
///
/// # Errors
/// If a file cannot be copied.
pub(super) fn lay_out_main(workspace: &Workspace, folder: &Path) -> Result<()> {
    copy_folder(&workspace.path("pkg"), folder)?;
    for file in OWN {
        copy(
            &workspace.path("index-builder/npm").join(file),
            &folder.join(file),
        )?;
    }
    copy(&workspace.path(notices::FILE), &folder.join(notices::NAME))?;
    let described = with_command(read_json(&folder.join("package.json"))?, &workspace.version)?;
    describe(workspace, described, folder)
}

/// Adds the fields for the command to the description of the browser's package.
fn with_command(mut described: Value, version: &str) -> Result<Value> {
    let package = described
        .as_object_mut()
        .context("package.json is no object")?;
    package.insert("bin".to_owned(), json!({ "soru": "bin/soru.cjs" }));
    package.insert("engines".to_owned(), json!({ "node": ">=20" }));
    let dependencies: Map<String, Value> = PLATFORMS
        .iter()
        .map(|platform| (name_of(*platform), json!(version)))
        .collect();
    package.insert(
        "optionalDependencies".to_owned(),
        Value::Object(dependencies),
    );
    let exports = package["exports"]
        .as_object_mut()
        .context("package.json has no exports")?;
    let node = json!({ "types": "./lib/node.d.ts", "default": "./lib/node.js" });
    exports.insert("./node".to_owned(), node);
    let files = package["files"]
        .as_array_mut()
        .context("package.json has no files")?;
    files.extend([json!("bin"), json!("lib")]);
    Ok(described)
}

/// Writes the package with a platform's command.
///
/// # Errors
/// If a file cannot be copied.
pub(super) fn lay_out_command(
    workspace: &Workspace,
    platform: Platform,
    binary: &Path,
    folder: &Path,
) -> Result<()> {
    copy(binary, &folder.join("bin").join(platform.file()))?;
    copy(&workspace.path(notices::FILE), &folder.join(notices::NAME))?;
    let name = platform.name();
    let readme = format!(
        "# {}\n\nThe command of [soru](https://www.npmjs.com/package/soru) for {name}. Install `soru` instead, which \
         brings this where it fits.\n",
        name_of(platform)
    );
    fs::write(folder.join("README.md"), readme)?;
    let described = json!({
        "name": name_of(platform),
        "version": workspace.version,
        "description": format!("The command of soru for {name}"),
        "license": workspace.license,
        "os": [platform.os],
        "cpu": [platform.cpu],
        "preferUnplugged": true,
        "files": ["bin"],
    });
    describe(workspace, described, folder)
}

/// Writes the package of a plugin.
///
/// # Errors
/// If a file cannot be copied.
pub(super) fn lay_out_plugin(workspace: &Workspace, plugin: &Path, folder: &Path) -> Result<()> {
    copy_folder(plugin, folder)?;
    copy(&workspace.path(notices::NAME), &folder.join(notices::NAME))?;
    describe(workspace, read_json(&folder.join("package.json"))?, folder)
}

/// Writes a package's `package.json`, with the licences, the notices and the address of the sources.
fn describe(workspace: &Workspace, mut described: Value, folder: &Path) -> Result<()> {
    let package = described
        .as_object_mut()
        .context("package.json is no object")?;
    if let Some(repository) = &workspace.repository {
        let url = format!("git+{}.git", repository.trim_end_matches('/'));
        package.insert(
            "repository".to_owned(),
            json!({ "type": "git", "url": url }),
        );
    }
    let files = package["files"]
        .as_array_mut()
        .context("package.json has no files")?;
    for licence in LICENCES {
        copy(&workspace.path(licence), &folder.join(licence))?;
    }
    for name in LICENCES.into_iter().chain([notices::NAME]) {
        if !files.contains(&json!(name)) {
            files.push(json!(name));
        }
    }
    let text = serde_json::to_string_pretty(&described)? + "\n";
    fs::write(folder.join("package.json"), text)?;
    Ok(())
}

/// Returns the folders of the plugins that npm packs.
///
/// # Errors
/// If `plugins` cannot be read.
pub(super) fn plugins(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(workspace.path("plugins"))?.map(|entry| entry.map(|entry| entry.path()));
    let mut folders: Vec<PathBuf> = entries.collect::<Result<_, _>>()?;
    folders.retain(|folder| folder.join("package.json").is_file());
    folders.sort();
    Ok(folders)
}

/// Returns the name of the package with a platform's command.
pub(super) fn name_of(platform: Platform) -> String {
    format!("@soru/{}", platform.name())
}

fn read_json(file: &Path) -> Result<Value> {
    Ok(serde_json::from_slice(&fs::read(file)?)?)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).with_context(|| format!("{} cannot be copied", from.display()))?;
    Ok(())
}

/// Copies a folder with all its contents.
///
/// # Errors
/// If a file cannot be read or written.
pub(super) fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(from.join(&folder))
            .with_context(|| format!("{} cannot be read", from.display()))?;
        for entry in entries {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else {
                copy(&entry.path(), &to.join(&path))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_names_its_commands_at_its_own_version_and_runs_nothing_by_itself() {
        let plain = json!({ "name": "soru", "exports": {}, "files": ["soru.js"] });
        let package = with_command(plain, "1.2.3").unwrap();
        let dependencies = package["optionalDependencies"].as_object().unwrap();
        assert_eq!(dependencies.len(), PLATFORMS.len());
        assert!(dependencies.values().all(|version| version == "1.2.3"));
        assert_eq!(package["bin"]["soru"], "bin/soru.cjs");
        assert_eq!(package["exports"]["./node"]["default"], "./lib/node.js");
        assert_eq!(package["files"], json!(["soru.js", "bin", "lib"]));
        assert!(package.get("scripts").is_none());
    }

    // Plugins use the API of exactly the version with which they were tested, and run nothing by
    // themselves.
    #[test]
    fn plugins_have_the_version_of_the_workspace() {
        let workspace = Workspace::locate().unwrap();
        let plugins = plugins(&workspace).unwrap();
        assert!(plugins.len() >= 4, "{plugins:?}");
        for folder in plugins {
            let text = fs::read(folder.join("package.json")).unwrap();
            let package: Value = serde_json::from_slice(&text).unwrap();
            assert_eq!(package["version"], workspace.version, "{folder:?}");
            assert_eq!(
                package["dependencies"]["soru"], workspace.version,
                "{folder:?}"
            );
            assert!(package.get("scripts").is_none(), "{folder:?}");
        }
        for python in ["mkdocs", "sphinx"] {
            let file = workspace.path(&format!("plugins/{python}/pyproject.toml"));
            let text = fs::read_to_string(file).unwrap();
            for line in [
                format!("version = \"{}\"", workspace.version),
                format!("soru=={}\"", workspace.version),
            ] {
                assert!(text.contains(&line), "{python}: {line}");
            }
        }
    }
}
