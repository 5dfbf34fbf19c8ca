//! Tests that files do not import each other in a circle: no file of a circle can be understood,
//! moved or compiled alone.
//!
//! Imports are read as text, from `use` lines, which is fast and sufficient to find a circle. A
//! re-exported name counts as a name of the file that defines it, and a module that re-exports its
//! own files does not import them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::crate_graph;

/// A module's path in its crate: `["text", "tokenise"]`.
type Module = Vec<String>;

/// The imports of a crate's files, by module.
struct Imports {
    /// Whether each is a re-export, and its path.
    uses: BTreeMap<Module, Vec<(bool, Vec<String>)>>,
}

impl Imports {
    fn read(source: &Path) -> Result<Self> {
        let mut uses = BTreeMap::new();
        for file in files_in(source)? {
            let mut module: Module = file
                .strip_prefix(source)?
                .with_extension("")
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            if module
                .last()
                .is_some_and(|name| ["mod", "lib"].contains(&name.as_str()))
            {
                module.pop();
            }
            if module.iter().any(|name| name == "tests") {
                continue;
            }
            let text = std::fs::read_to_string(&file)?;
            let code = text
                .split("#[cfg(test)]\nmod tests {")
                .next()
                .unwrap_or_default();
            uses.insert(module, uses_of(code));
        }
        Ok(Self { uses })
    }

    /// Returns the module to which a path in a module leads, and the name in it.
    fn resolve(&self, from: &Module, path: &[String]) -> Option<(Module, Option<String>)> {
        let mut path = path.iter().peekable();
        let mut at = match path.peek()?.as_str() {
            "crate" => {
                path.next();
                Module::new()
            }
            _ => from.clone(),
        };
        let mut is_own = at.is_empty();
        while let Some(step) = path.next_if(|step| ["self", "super"].contains(&step.as_str())) {
            is_own = true;
            if step == "super" {
                at.pop();
            }
        }
        while let Some(step) = path.next_if(|step| self.uses.contains_key(&joined(&at, step))) {
            is_own = true;
            at = joined(&at, step);
        }
        is_own.then(|| (at, path.next().cloned()))
    }

    /// Returns the module that defines a name, followed through re-exports.
    fn definer(&self, module: Module, name: &str, depth: usize) -> Module {
        let exports = self.uses.get(&module).into_iter().flatten();
        let mut exports = exports.filter(|(is_export, path)| {
            *is_export && depth > 0 && path.last().is_some_and(|last| last == name)
        });
        let found = exports.find_map(|(_, path)| self.resolve(&module, path));
        match found {
            Some((next, _)) if next != module => self.definer(next, name, depth - 1),
            _ => module,
        }
    }

    /// Returns the modules that a module imports.
    fn imported_by(&self, module: &Module) -> BTreeSet<Module> {
        let uses = self.uses.get(module).into_iter().flatten();
        let targets = uses.filter_map(|(is_export, path)| {
            let (target, name) = self.resolve(module, path)?;
            let target = match name {
                Some(name) => self.definer(target, &name, 6),
                None => target,
            };
            (!is_export || !target.starts_with(module)).then_some(target)
        });
        targets.filter(|target| target != module).collect()
    }

    /// Returns the circles among the files of a folder: files that all lead to each other.
    fn circles(&self, folder: &[&str]) -> BTreeSet<BTreeSet<Module>> {
        let own = self.uses.keys().filter(|own| is_below(own, folder));
        let imports: BTreeMap<Module, BTreeSet<Module>> = own
            .map(|own| (own.clone(), self.imported_by(own)))
            .collect();
        let reached: BTreeMap<&Module, BTreeSet<&Module>> = imports
            .keys()
            .map(|own| (own, reached_from(own, &imports)))
            .collect();
        let circles = reached.iter().map(|(own, targets)| {
            let back = targets
                .iter()
                .filter(|target| reached[*target].contains(own));
            back.map(|&target| target.clone()).collect()
        });
        circles
            .filter(|circle: &BTreeSet<_>| circle.len() > 1)
            .collect()
    }
}

fn is_below(module: &Module, folder: &[&str]) -> bool {
    module.len() >= folder.len() && folder.iter().zip(module).all(|(name, own)| name == own)
}

/// Returns the modules to which imports lead from a module.
fn reached_from<'i>(
    module: &Module,
    imports: &'i BTreeMap<Module, BTreeSet<Module>>,
) -> BTreeSet<&'i Module> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Module> = vec![module];
    while let Some(at) = open.pop() {
        let targets = imports.get(at).into_iter().flatten();
        let targets = targets.filter_map(|target| imports.get_key_value(target));
        let new = targets.filter(|(target, _)| reached.insert(*target));
        open.extend(new.map(|(target, _)| target).collect::<Vec<_>>());
    }
    reached
}

fn joined(module: &Module, step: &str) -> Module {
    module
        .iter()
        .map(String::as_str)
        .chain([step])
        .map(str::to_owned)
        .collect()
}

/// Returns the paths of all `use` lines, each with one name at its end.
fn uses_of(code: &str) -> Vec<(bool, Vec<String>)> {
    let mut found = Vec::new();
    for statement in code.split(';') {
        let lines = statement.lines().skip_while(|line| {
            let line = line.trim_start();
            !(line.starts_with("use ") || line.starts_with("pub") && line.contains(" use "))
        });
        let text: String = lines.collect();
        let Some((before, path)) = text.split_once("use ") else {
            continue;
        };
        let path: String = path.chars().filter(|c| !c.is_whitespace()).collect();
        let is_export = !before.trim().is_empty();
        let steps = |path: String| path.split("::").map(str::to_owned).collect();
        found.extend(
            alternatives(&path)
                .into_iter()
                .map(|path| (is_export, steps(path))),
        );
    }
    found
}

/// Expands `a::{b, c}` to `a::b` and `a::c`.
fn alternatives(path: &str) -> Vec<String> {
    let (Some(open), Some(close)) = (path.find('{'), path.rfind('}')) else {
        return vec![path.to_owned()];
    };
    let (prefix, mut depth) = (&path[..open], 0);
    let parts = path[open + 1..close].split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let parts = parts.filter(|part| !part.is_empty());
    parts
        .flat_map(|part| alternatives(&format!("{prefix}{part}")))
        .collect()
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.join("Cargo.toml").exists() {
            // Another crate.
            continue;
        }
        if path.is_dir() {
            files.extend(files_in(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

fn read(source: &str) -> Imports {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Imports::read(&root.join(source)).unwrap()
}

#[test]
fn no_more_than_three_files_of_a_crate_import_each_other_in_a_circle() {
    for source in crate_graph::sources() {
        let circles = read(&source).circles(&[]);
        let large: Vec<_> = circles.iter().filter(|circle| circle.len() > 3).collect();
        assert!(large.is_empty(), "{source}: {large:#?}");
    }
}

#[test]
fn files_of_the_text_analysis_and_of_indexing_import_each_other_in_one_direction() {
    assert_eq!(read("src").circles(&["text"]), BTreeSet::new());
    assert_eq!(
        read("index-builder/indexing/src").circles(&[]),
        BTreeSet::new()
    );
}

#[test]
fn the_write_side_imports_no_stage() {
    let stages = ["pre_retrieval", "retrieval", "post_retrieval", "generation"];
    let imports = read("index-builder/indexing/src");
    for (module, uses) in &imports.uses {
        let is_stage = |path: &Module| stages.iter().any(|stage| is_below(path, &["soru", stage]));
        let wrong = uses.iter().find(|(_, path)| is_stage(path));
        assert_eq!(wrong, None, "{module:?}");
    }
}

#[test]
fn the_project_file_imports_neither_the_build_nor_the_command_line() {
    let imports = read("index-builder/src");
    let own = imports
        .uses
        .keys()
        .filter(|own| is_below(own, &["project"]));
    for module in own {
        let imported = imports.imported_by(module);
        let is_wrong = |target: &&Module| {
            let wrong = ["build", "cli"];
            wrong.iter().any(|folder| is_below(target, &[folder]))
        };
        assert_eq!(imported.iter().find(is_wrong), None, "{module:?}");
    }
}

// Tests the check itself: it must handle braces, `super` and re-exported names.
#[test]
fn a_circle_is_found_through_braces_and_re_exports() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("a")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "a/mod.rs",
        "mod one;\nmod two;\npub use one::{One, Other};\n",
    );
    write(
        "a/one.rs",
        "use super::{\n    two::Two,\n};\npub struct One;\n",
    );
    write("a/two.rs", "use crate::a::One;\npub struct Two;\n");
    let circles = Imports::read(folder.path()).unwrap().circles(&["a"]);
    let names = circles.iter().flatten().map(|own| own[1].as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["one", "two"]);
    write("a/two.rs", "pub struct Two;\n");
    assert_eq!(
        Imports::read(folder.path()).unwrap().circles(&["a"]),
        BTreeSet::new()
    );
}
