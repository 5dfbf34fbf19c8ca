//! `cargo xtask notices`: writes the licences of everything in the packages that others wrote.
//!
//! Cargo lists the crates that are linked into the command and the engine; each includes the texts
//! of its licence. A crate without such a text gets the usual text of its licence. Other included
//! work (data, the standard library) is listed here. The box and its modules contain nothing by
//! others.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::workspace::Workspace;

/// The name of the file in every package. The file with this name in the root of the checkout is that
/// of packages of sources, which contain nothing by others.
pub(crate) const NAME: &str = "THIRD-PARTY-NOTICES.txt";

/// The file of packages with the engine or the command, which is generated and not committed.
pub(crate) const FILE: &str = "index-builder/THIRD-PARTY-NOTICES.txt";

/// Included work other than crates, each with its licence.
const OTHERS: [(&str, &str); 5] = [
    (
        "The standard library of Rust, Copyright The Rust Project Contributors",
        "MIT OR Apache-2.0",
    ),
    (
        "musl, in commands for Linux, Copyright (c) 2005-2020 Rich Felker, et al.",
        "MIT",
    ),
    (
        "The runtime of mingw-w64, in commands for Windows, Copyright (c) 2009 - 2013 by the mingw-w64 project",
        "ZPL-2.1",
    ),
    (
        "Tables of Chinese characters of OpenCC, Copyright the OpenCC authors",
        "Apache-2.0",
    ),
    (
        "SQLite, which its authors have dedicated to the public domain",
        "no licence needed",
    ),
];

/// Prefixes of the names of licence files.
const NAMES: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "COPYRIGHT",
    "NOTICE",
    "UNLICENSE",
];

/// A crate.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Component {
    name: String,
    version: String,
    licence: String,
    source: String,
    authors: String,
    folder: PathBuf,
}

/// Writes the file.
///
/// # Errors
/// If a crate has no text of its licence, or the file cannot be written.
pub(crate) fn write(workspace: &Workspace) -> Result<PathBuf> {
    let file = workspace.path(FILE);
    fs::write(&file, text(workspace)?).with_context(|| format!("write {}", file.display()))?;
    Ok(file)
}

fn text(workspace: &Workspace) -> Result<String> {
    let metadata = workspace.invoke("cargo");
    let metadata = metadata.args(["metadata", "--format-version=1", "--locked"]);
    let components = components(&serde_json::from_str(&metadata.capture()?)?)?;
    let mut text =
        "The packages of Soru contain these works of others, each under its own licence. \
                    The texts follow the list.\n\n"
            .to_owned();
    for (work, licence) in OTHERS {
        writeln!(text, "* {work}: {licence}")?;
    }
    for component in &components {
        let Component {
            name,
            version,
            licence,
            source,
            ..
        } = component;
        writeln!(text, "* {name} {version}: {licence}{source}")?;
    }
    let table = workspace.path("index-builder/tables/README.md");
    writeln!(text, "\n{}", fs::read_to_string(table)?)?;
    for (licence, names) in licences(workspace, &components)? {
        let names: Vec<&str> = names.into_iter().collect();
        writeln!(
            text,
            "{}\n{}\n\n{licence}\n",
            "-".repeat(80),
            names.join(", ")
        )?;
    }
    Ok(text)
}

/// Returns the crates that are linked into the command and the engine, on all platforms.
fn components(metadata: &Value) -> Result<BTreeSet<Component>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let nodes: HashMap<String, Vec<Value>> = list(&metadata["resolve"]["nodes"])
        .into_iter()
        .map(|node| (node["id"].to_string(), list(&node["deps"])))
        .collect();
    let packages = list(&metadata["packages"]);
    let is_own =
        |package: &&Value| package["source"].is_null() && package["name"] == "soru-index-builder";
    let start = packages.iter().find(is_own);
    let start = start.context("this workspace has no package named `soru-index-builder`")?;
    let mut linked = BTreeSet::from([start["id"].to_string()]);
    let mut waiting = vec![start["id"].to_string()];
    while let Some(id) = waiting.pop() {
        for dependency in nodes.get(&id).into_iter().flatten() {
            let kinds = list(&dependency["dep_kinds"]);
            let id = dependency["pkg"].to_string();
            if kinds.iter().any(|kind| kind["kind"].is_null()) && linked.insert(id.clone()) {
                waiting.push(id);
            }
        }
    }
    let is_linked = |package: &&Value| {
        !package["source"].is_null() && linked.contains(&package["id"].to_string())
    };
    Ok(packages.iter().filter(is_linked).map(component).collect())
}

fn component(package: &Value) -> Component {
    let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let authors = package["authors"].as_array().into_iter().flatten();
    let authors: Vec<&str> = authors.filter_map(Value::as_str).collect();
    let manifest = PathBuf::from(text("manifest_path"));
    Component {
        authors: match authors.join(", ") {
            none if none.is_empty() => format!("the authors of {}", text("name")),
            authors => authors,
        },
        name: text("name"),
        version: text("version"),
        licence: text("license"),
        source: package["repository"]
            .as_str()
            .map_or(String::new(), |address| format!(", {address}")),
        folder: manifest.parent().unwrap_or(&manifest).to_owned(),
    }
}

/// Returns the texts of all licences, each once, with the names of the crates.
fn licences<'c>(
    workspace: &Workspace,
    components: &'c BTreeSet<Component>,
) -> Result<BTreeMap<String, BTreeSet<&'c str>>> {
    let mingw = include_str!("mingw-w64.txt").trim_end().to_owned();
    let mut licences = BTreeMap::from([(mingw, BTreeSet::from(["mingw-w64"]))]);
    for component in components {
        let mut own = texts(&component.folder)?;
        if own.is_empty() {
            own.push(usual_text(workspace, component)?);
        }
        for text in own {
            licences.entry(text).or_default().insert(&component.name);
        }
    }
    Ok(licences)
}

/// Returns the licence texts that a crate includes.
fn texts(folder: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("read {}", folder.display()))? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        if path.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            files.push(path);
        }
    }
    files.sort();
    let texts = files.iter().map(|file| {
        let bytes = fs::read(file).with_context(|| format!("read {}", file.display()))?;
        let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        Ok(lines.join("\n").trim_matches('\n').to_owned())
    });
    texts.collect()
}

/// Returns the text of a licence for a crate that does not include it.
fn usual_text(workspace: &Workspace, component: &Component) -> Result<String> {
    let Component {
        name,
        licence,
        authors,
        source,
        ..
    } = component;
    let holder = format!("Copyright (c) {authors}");
    let is = |id: &str| licence.split([' ', '/', '(', ')']).any(|part| part == id);
    if is("MIT") {
        let own = fs::read_to_string(workspace.path("LICENSE-MIT"))?;
        let permission = own.find("Permission is hereby granted");
        let permission = permission.context("LICENSE-MIT has no permission")?;
        return Ok(format!("{holder}\n\n{}", own[permission..].trim_end()));
    }
    if is("BSD-3-Clause") {
        return Ok(format!("{holder}\n\n{BSD}"));
    }
    if is("MPL-2.0") {
        return Ok(format!(
            "{holder}\n\nThis Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0: \
             https://mozilla.org/MPL/2.0/. It is used unchanged; its source is at{}.",
            source.trim_start_matches(',')
        ));
    }
    bail!("{name} has no text of its licence {licence}: add the usual one to xtask/src/notices.rs")
}

/// The three-clause BSD licence, without its copyright line.
const BSD: &str = "Redistribution and use in source and binary forms, with or without modification, are permitted \
provided that the following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following \
disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following \
disclaimer in the documentation and/or other materials provided with the distribution.

3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products \
derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS \"AS IS\" AND ANY EXPRESS OR IMPLIED WARRANTIES, \
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE \
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, \
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; \
LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN \
CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS \
SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.";

#[cfg(test)]
mod tests {
    use super::*;

    // A new dependency without a text would only be noticed when a release is packed.
    #[test]
    fn everything_that_is_linked_has_the_text_of_its_licence() {
        let workspace = Workspace::locate().unwrap();
        let text = text(&workspace).unwrap();
        for part in [
            "* hyper ",
            "* hayro-interpret ",
            "* frostem ",
            "* wasm-bindgen ",
            "* win32job ",
            "Dr Martin Porter",
            "Princeton University",
            "Mozilla Public License",
            "OpenCC",
            "by the mingw-w64 project\n",
        ] {
            assert!(text.contains(part), "{part}");
        }
        // These crates are only used for tests or builds.
        for part in ["* proptest ", "* clap_mangen ", "* soru"] {
            assert!(!text.contains(part), "{part}");
        }
        assert_eq!(text, super::text(&workspace).unwrap());
    }

    #[test]
    fn a_crate_without_a_text_gets_the_usual_one_of_its_licence() {
        let workspace = Workspace::locate().unwrap();
        let of = |licence: &str| {
            usual_text(
                &workspace,
                &Component {
                    name: "x".to_owned(),
                    version: "1.0.0".to_owned(),
                    licence: licence.to_owned(),
                    source: ", https://example.org/x".to_owned(),
                    authors: "Ada".to_owned(),
                    folder: PathBuf::new(),
                },
            )
        };
        assert!(
            of("MIT OR Apache-2.0")
                .unwrap()
                .starts_with("Copyright (c) Ada\n\nPermission")
        );
        assert!(of("BSD-3-Clause").unwrap().contains("Redistribution"));
        assert!(of("MPL-2.0").unwrap().contains("at https://example.org/x."));
        assert!(
            of("Proprietary")
                .unwrap_err()
                .to_string()
                .contains("xtask/src/notices.rs")
        );
    }
}
