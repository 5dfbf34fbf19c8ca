//! Tests that files do not import each other in a circle: no file of a circle can be understood,
//! moved or compiled alone.
//!
//! Imports are read as text, from `use` lines, which is fast and sufficient to find a circle. A
//! re-exported name counts as a name of the file that defines it, and a module that re-exports its
//! own files does not import them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;

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
            if module.last().is_some_and(|name| name == "tests") {
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

    /// Returns the modules below `folder` that a module imports.
    fn imported_by(&self, module: &Module, folder: &str) -> BTreeSet<Module> {
        let uses = self.uses.get(module).into_iter().flatten();
        let targets = uses.filter_map(|(is_export, path)| {
            let (target, name) = self.resolve(module, path)?;
            let target = match name {
                Some(name) => self.definer(target, &name, 6),
                None => target,
            };
            (!is_export || !target.starts_with(module)).then_some(target)
        });
        targets
            .filter(|target| target != module && target.first().is_some_and(|top| top == folder))
            .collect()
    }

    /// Returns a circle among the files of a folder, if there is one.
    fn circle(&self, folder: &str) -> Option<Vec<Module>> {
        let mut done = BTreeSet::new();
        let mut own = self
            .uses
            .keys()
            .filter(|own| own.first().is_some_and(|top| top == folder));
        own.find_map(|start| self.circle_from(start, folder, &mut Vec::new(), &mut done))
    }

    fn circle_from(
        &self,
        at: &Module,
        folder: &str,
        path: &mut Vec<Module>,
        done: &mut BTreeSet<Module>,
    ) -> Option<Vec<Module>> {
        if let Some(start) = path.iter().position(|before| before == at) {
            return Some(path[start..].to_vec());
        }
        if !done.insert(at.clone()) {
            return None;
        }
        path.push(at.clone());
        let next = self.imported_by(at, folder);
        let found = next
            .iter()
            .find_map(|next| self.circle_from(next, folder, path, done));
        path.pop();
        found
    }
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
fn files_of_a_folder_do_not_import_each_other_in_a_circle() {
    let engine = read("src");
    for folder in ["indexing", "text"] {
        assert_eq!(engine.circle(folder), None, "src/{folder}");
    }
}

// The write side could be a separate crate, and reading pages must not depend on the project file.
#[test]
fn folders_depend_on_each_other_in_one_direction() {
    let forbidden = [
        (
            "src",
            "indexing",
            [
                "pre_retrieval",
                "retrieval",
                "post_retrieval",
                "generation",
                "orchestration",
            ]
            .as_slice(),
        ),
        ("index-builder/src", "ingest", &["project", "build", "cli"]),
        ("index-builder/src", "project", &["build", "cli"]),
    ];
    for (source, folder, others) in forbidden {
        let imports = read(source);
        let own = imports
            .uses
            .keys()
            .filter(|own| own.first().is_some_and(|top| top == folder));
        for (module, other) in own.flat_map(|own| others.iter().map(move |other| (own, other))) {
            let imported = imports.imported_by(module, other);
            assert!(
                imported.is_empty(),
                "{source}: {module:?} imports {imported:?}"
            );
        }
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
    let circle = Imports::read(folder.path()).unwrap().circle("a").unwrap();
    let names: BTreeSet<&str> = circle.iter().map(|own| own[1].as_str()).collect();
    assert_eq!(names, BTreeSet::from(["one", "two"]));
    write("a/two.rs", "pub struct Two;\n");
    assert_eq!(Imports::read(folder.path()).unwrap().circle("a"), None);
}
