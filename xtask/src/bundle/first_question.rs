//! Finds the files that a visitor's first question loads.
//!
//! They are the page's module, the worker, the engine, and their static imports. A module behind
//! `import()` is loaded later, so moving one there immediately shows in the table of sizes.

use std::collections::BTreeSet;

use super::package::Package;

/// The entry points. The engine is imported on the first interaction, so every question needs it.
const STARTS: [&str; 4] = [
    "soru-search.js",
    "soru-worker.js",
    "soru_engine.js",
    "soru_engine_bg.wasm",
];

/// The paths of those files in the package.
pub(super) fn files(package: &Package) -> BTreeSet<String> {
    let mut needed = BTreeSet::new();
    let mut pending: Vec<String> = STARTS.iter().map(|&path| path.to_owned()).collect();
    while let Some(path) = pending.pop() {
        if let Some(content) = package.get(&path).filter(|_| needed.insert(path.clone())) {
            pending.extend(imports(&String::from_utf8_lossy(content), &path));
        }
    }
    needed
}

/// The static imports of a module, as paths within the package.
fn imports(module: &str, path: &str) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let quotes = module.match_indices(['\'', '"']);
    let names = quotes.filter_map(|(at, quote)| specifier(&module[..at], &module[at + 1..], quote));
    names.map(|name| resolve(folder, name)).collect()
}

/// The specifier, such as `./list.js`, if an `import` or its `from` precedes the quotation mark. In
/// `import('./later.js')` a bracket does.
fn specifier<'a>(before: &str, after: &'a str, quote: &str) -> Option<&'a str> {
    let before = before.trim_end();
    let statement = ["from", "import"]
        .iter()
        .find_map(|word| before.strip_suffix(word))?;
    let is_whole_word = !statement.ends_with(|c: char| c.is_alphanumeric() || "_$.".contains(c));
    let (name, _) = after.split_once(quote)?;
    (is_whole_word && name.starts_with('.')).then_some(name)
}

fn resolve(folder: &str, name: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
/** @typedef {import('./types.js').Hit} Hit */
import { SoruSearchElement } from './ui/element.js'
import {
  open,
} from \"./soru.js\";
export { open } from './again.js'
const later = () => import('./debug.js')
const text = \"a platform './text.js'\"
";

    #[test]
    fn only_imports_at_the_top_are_followed() {
        assert_eq!(
            imports(PAGE, "soru-search.js"),
            ["ui/element.js", "soru.js", "again.js"]
        );
    }

    #[test]
    fn minified_modules_are_understood_too() {
        let module =
            r#"import"./a.js";import{b as c}from"./b.js";export*from'../d.js';import("./e.js")"#;
        assert_eq!(imports(module, "ui/x.js"), ["ui/a.js", "ui/b.js", "d.js"]);
    }

    #[test]
    fn imports_are_relative_to_the_module() {
        assert_eq!(resolve("ui/parts", "../list.js"), "ui/list.js");
        assert_eq!(resolve("", "./list.js"), "list.js");
    }

    #[test]
    fn only_imports_of_page_and_worker_are_needed() {
        let mut package = Package::default();
        let files = [
            ("soru-search.js", "import './a.js'"),
            ("soru-worker.js", "import './b.js'"),
            ("a.js", "import './b.js'"),
            ("b.js", "import './a.js'"),
            ("debug.js", "import './a.js'"),
        ];
        for (path, content) in files {
            package.add(path, content.into()).unwrap();
        }
        let needed: Vec<String> = self::files(&package).into_iter().collect();
        assert_eq!(needed, ["a.js", "b.js", "soru-search.js", "soru-worker.js"]);
    }
}
