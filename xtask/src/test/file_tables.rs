//! Tests the tables of files in module headers: they must list every file of a folder, and no
//! others.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;

/// Folders with crates, from the root of the workspace.
const FOLDERS: [&str; 5] = ["fuzz/src", "index-builder", "src", "tests", "xtask"];

/// The table of files in a module's header.
#[derive(Debug, Default, PartialEq)]
struct FileTable {
    names: BTreeSet<String>,
    /// Whether a row without a name stands for several files.
    is_partial: bool,
}

impl FileTable {
    /// The tables whose first column is `file`, if there are any.
    fn read(text: &str) -> Option<Self> {
        let mut table = Self::default();
        let mut is_inside = false;
        for line in text.lines().map_while(|line| line.strip_prefix("//!")) {
            is_inside = line.starts_with(" | file |") || is_inside && line.starts_with(" |");
            if is_inside && !line.starts_with(" | file |") && !line.starts_with(" |---") {
                table.add_row(line);
            }
        }
        (!table.names.is_empty()).then_some(table)
    }

    fn add_row(&mut self, row: &str) {
        let cell = row.split('|').nth(1).unwrap_or_default();
        let names: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        self.is_partial |= names.is_empty();
        self.names.extend(names.into_iter().map(str::to_owned));
    }

    /// Returns the differences from a folder whose module is the file `text`.
    fn differences(&self, folder: &Path, text: &str) -> Result<Vec<String>> {
        let absent = self.names.iter().filter(|name| !folder.join(name).exists());
        let mut found: Vec<String> = absent
            .map(|name| format!("{name} does not exist"))
            .collect();
        if !self.is_partial {
            let files = files_of(folder, text)?;
            let unnamed = files.difference(&self.names);
            found.extend(unnamed.map(|name| format!("{name} is not in the table")));
        }
        Ok(found)
    }
}

/// Returns the files of a folder, and the files of its subfolders that are modules, without tests.
fn files_of(folder: &Path, text: &str) -> Result<BTreeSet<String>> {
    let mut files = BTreeSet::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        let is_module = path.join("mod.rs").exists();
        if is_root(&path) || is_of_tests(&stem, text) || !(is_source || is_module) {
            continue;
        }
        let end = if is_module { "/" } else { ".rs" };
        files.insert(format!("{stem}{end}"));
    }
    Ok(files)
}

fn is_root(path: &Path) -> bool {
    ["mod.rs", "lib.rs", "main.rs"]
        .iter()
        .any(|name| path.ends_with(name))
}

fn is_of_tests(module: &str, text: &str) -> bool {
    let declaration = format!("mod {module};");
    let mut lines = text.lines().zip(text.lines().skip(1));
    lines.any(|(before, line)| {
        line.ends_with(&declaration) && before.starts_with("#[cfg(") && before.contains("test")
    })
}

/// Collects the differences of all modules below a folder.
fn differences_below(folder: &Path, found: &mut Vec<String>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path: PathBuf = entry?.path();
        if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
            differences_below(&path, found)?;
        } else if is_root(&path) {
            let text = std::fs::read_to_string(&path)?;
            let table = FileTable::read(&text).unwrap_or_default();
            if !table.names.is_empty() {
                let differences = table.differences(folder, &text)?;
                found.extend(
                    differences
                        .iter()
                        .map(|one| format!("{}: {one}", path.display())),
                );
            }
        }
    }
    Ok(())
}

#[test]
fn tables_of_files_in_module_headers_are_complete() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in FOLDERS {
        differences_below(&root.join(folder), &mut found).unwrap();
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

// Tests the check itself: it must handle rows of several files, folders, and test modules.
#[test]
fn files_that_a_table_lacks_or_invents_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let text = "//! | file | does |\n//! |---|---|\n//! | `a.rs`, `b/` | x |\n//! | `gone.rs` | y |\n\
        \nmod a;\nmod new;\n#[cfg(test)]\nmod check;\n";
    std::fs::create_dir(folder.path().join("b")).unwrap();
    for name in ["mod.rs", "a.rs", "b/mod.rs", "new.rs", "check.rs"] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let table = FileTable::read(text).unwrap();
    let found = table.differences(folder.path(), text).unwrap();
    assert_eq!(
        found,
        ["gone.rs does not exist", "new.rs is not in the table"]
    );
    assert_eq!(FileTable::read("//! No table.\n"), None);
}
