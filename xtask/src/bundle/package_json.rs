//! `package.json`: the package's description for npm and bundlers.
//!
//! It is generated from the existing files, so that a new module of the element becomes part of the
//! package without being listed anywhere.

use anyhow::Result;
use serde_json::{Map, Value, json};

use super::package::{Package, extension};
use crate::workspace::Workspace;

/// The module for `import 'soru'`.
const MAIN: &str = "soru.js";
const TYPES: &str = "soru.d.ts";
/// Modules with side effects when imported: registering the tag, answering messages as a worker.
/// Bundlers must not drop them as unused.
const WITH_SIDE_EFFECTS: [&str; 4] = [
    "soru-search.js",
    "soru-related.js",
    "soru-worker.js",
    "service-worker.js",
];
/// Types of the tags for the templates of frameworks, which have no module beside them. Only who
/// imports one needs the framework.
const FRAMEWORKS: [&str; 3] = ["react", "vue", "svelte"];
/// The description of the element for tools.
const MANIFEST: &str = "custom-elements.json";

/// Adds `package.json` to the package.
///
/// # Errors
/// If the package already contains one.
pub(super) fn add(package: &mut Package, workspace: &Workspace) -> Result<()> {
    let paths: Vec<&str> = package.files().map(|(path, _)| path).collect();
    let description = json!({
        "name": "soru",
        "version": workspace.version,
        "description": workspace.description,
        "license": workspace.license,
        "type": "module",
        "main": MAIN,
        "types": TYPES,
        "keywords": ["search", "question-answering", "static-site", "webassembly", "custom-element"],
        "customElements": MANIFEST,
        "exports": exports(&paths),
        "sideEffects": side_effects(&paths),
        "files": top_level(&paths),
    });
    let text = serde_json::to_string_pretty(&description)? + "\n";
    package.add("package.json", text.into_bytes())
}

/// Exports every top-level module under its own name; the modules in sub-folders are internal.
/// Types need no entry: `soru.d.ts` is found beside `soru.js`.
fn exports(paths: &[&str]) -> Map<String, Value> {
    let top = paths.iter().filter(|path| !path.contains('/'));
    let is_shared = |path: &str| ["js", "wasm"].contains(&extension(path)) || path == MANIFEST;
    let shared = top.filter(|path| is_shared(path));
    let mut exports: Map<String, Value> = shared.map(|path| export(path)).collect();
    exports.insert("./package.json".to_owned(), json!("./package.json"));
    let types = FRAMEWORKS.map(|name| (name, format!("{name}.d.ts")));
    let there = types
        .iter()
        .filter(|(_, file)| paths.contains(&file.as_str()));
    exports.extend(there.map(|(name, file)| {
        let types = json!({ "types": format!("./{file}") });
        (format!("./{name}"), types)
    }));
    exports
}

/// The import name of a file, and the file.
fn export(path: &str) -> (String, Value) {
    let file = format!("./{path}");
    let name = if path == MAIN { "." } else { &file };
    (name.to_owned(), json!(file))
}

fn side_effects(paths: &[&str]) -> Vec<String> {
    let there = WITH_SIDE_EFFECTS.iter().filter(|path| paths.contains(path));
    there.map(|path| format!("./{path}")).collect()
}

fn top_level(paths: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = paths
        .iter()
        .filter_map(|path| path.split('/').next())
        .map(str::to_owned)
        .collect();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATHS: [&str; 7] = [
        "deep/part.js",
        "deep/text.js",
        "react.d.ts",
        "soru.d.ts",
        "soru.js",
        "soru-search.js",
        "x_bg.wasm",
    ];

    #[test]
    fn the_main_module_is_the_package_itself() {
        let exports = exports(&PATHS);
        assert_eq!(exports["."], "./soru.js");
        assert_eq!(exports["./soru-search.js"], "./soru-search.js");
        assert_eq!(exports["./x_bg.wasm"], "./x_bg.wasm");
        assert!(!exports.contains_key("./soru.d.ts"));
        assert_eq!(exports["./react"], json!({ "types": "./react.d.ts" }));
        assert!(!exports.contains_key("./vue"));
    }

    #[test]
    fn modules_in_sub_folders_are_shipped_but_not_exported() {
        assert!(!exports(&PATHS).keys().any(|name| name.contains("deep")));
        assert_eq!(top_level(&PATHS)[0], "deep");
        assert_eq!(
            top_level(&PATHS),
            [
                "deep",
                "react.d.ts",
                "soru.d.ts",
                "soru.js",
                "soru-search.js",
                "x_bg.wasm"
            ]
        );
    }

    #[test]
    fn only_existing_modules_are_listed_as_having_side_effects() {
        assert_eq!(side_effects(&PATHS), ["./soru-search.js"]);
    }
}
