//! Tests that the crates depend on each other as the record of them draws it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The record; its table has a row for each crate: name, folder, the crates that it uses.
const RECORD: &str = "docs/design/crates.md";

/// The crates that a manifest names as dependencies, without those of its tests.
fn dependencies(manifest: &str) -> Vec<&str> {
    let sections = manifest.split("\n[").filter(|section| {
        let head = section.lines().next().unwrap_or_default();
        head.ends_with("dependencies]") && !head.contains("dev-")
    });
    let lines = sections.flat_map(str::lines);
    let own = lines.filter(|line| line.contains("path = \""));
    let mut names: Vec<&str> = own
        .filter_map(|line| line.split([' ', '.']).next())
        .collect();
    names.sort_unstable();
    names
}

/// The rows of the record's table, in order.
fn rows(record: &str) -> Vec<(&str, &str, Vec<&str>)> {
    let rows = record.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split('|').map(quoted).collect::<Vec<_>>());
    let whole = cells.filter(|cells| cells.len() > 3);
    whole
        .map(|cells| (cells[1][0], cells[2][0], cells[3].clone()))
        .collect()
}

/// The words of a cell that are written as code.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The folders with the sources of all crates.
pub(super) fn sources() -> Vec<String> {
    let record = read(RECORD);
    let folders = rows(&record).into_iter().map(|(_, folder, _)| folder);
    folders
        .map(|folder| {
            let source = format!("{folder}src");
            let is_apart = root().join(&source).is_dir();
            if is_apart { source } else { folder.to_owned() }
        })
        .collect()
}

#[test]
fn crates_depend_on_each_other_as_the_record_draws_it() {
    let record = read(RECORD);
    let drawn: BTreeMap<_, _> = rows(&record)
        .into_iter()
        .map(|(name, folder, uses)| (folder.trim_end_matches('/').to_owned(), (name, uses)))
        .collect();
    let workspace = read("Cargo.toml");
    let members = workspace.split(']').nth(1).unwrap_or_default();
    for folder in members.split('"').skip(1).step_by(2).chain(["src"]) {
        // The engine's manifest is that of the workspace.
        let manifest = read(&match folder {
            "src" => "Cargo.toml".to_owned(),
            _ => format!("{folder}/Cargo.toml"),
        });
        let (name, mut uses) = drawn.get(folder).cloned().unwrap_or_default();
        uses.sort_unstable();
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{folder}");
        assert_eq!(dependencies(&manifest), uses, "{folder}");
    }
}

// A crate that uses a later one would make a circle, which cargo allows for tests alone.
#[test]
fn the_record_names_each_crate_after_those_that_it_uses() {
    let record = read(RECORD);
    let mut earlier = Vec::new();
    for (name, _, uses) in rows(&record) {
        let later = uses.iter().find(|used| !earlier.contains(*used));
        assert_eq!(later, None, "{name}");
        earlier.push(name);
    }
}
