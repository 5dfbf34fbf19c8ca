//! Connects joined files: what each imports from the others, and exports for them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::chunks::Chunk;

/// A file.
#[derive(Debug)]
pub(crate) struct Part<'c> {
    pub(crate) chunk: &'c Chunk,
    /// Unique names by those that pages and `import()` use.
    public: BTreeMap<String, String>,
    /// Unique names by the file that has them.
    pub(crate) imports: BTreeMap<String, BTreeSet<String>>,
    pub(crate) code: String,
}

impl<'c> Part<'c> {
    pub(crate) fn new(chunk: &'c Chunk, public: BTreeMap<String, String>) -> Self {
        Self {
            chunk,
            public,
            imports: BTreeMap::new(),
            code: String::new(),
        }
    }

    /// The names of this file's exports by the unique names that it or other files use.
    fn exports(&self, used: &BTreeSet<String>) -> BTreeMap<String, Vec<String>> {
        let mut exports: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, value) in &self.public {
            exports.entry(value.clone()).or_default().push(name.clone());
        }
        let mut short = (0..)
            .map(letters)
            .filter(|name| !self.public.contains_key(name));
        for value in used {
            let names = exports.entry(value.clone()).or_default();
            if names.is_empty() {
                names.extend(short.next());
            }
        }
        exports
    }
}

/// The texts of files, which import from each other.
pub(crate) fn linked(parts: &[Part<'_>]) -> Vec<(String, String)> {
    let exports = exports(parts);
    let text = |part: &Part<'_>| {
        let file = part.chunk.file();
        let text = imports(part, parts, &exports) + &part.code + &export(&exports[file]);
        (file.to_owned(), text)
    };
    parts.iter().map(text).collect()
}

/// The exports of every file, as in [`Part::exports`].
fn exports<'p>(parts: &'p [Part<'_>]) -> BTreeMap<&'p str, BTreeMap<String, Vec<String>>> {
    let mut used: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (file, names) in parts.iter().flat_map(|part| &part.imports) {
        used.entry(file).or_default().extend(names.iter().cloned());
    }
    let exports = |part: &'p Part<'_>| {
        let file = part.chunk.file();
        (
            file,
            part.exports(&used.get(file).cloned().unwrap_or_default()),
        )
    };
    parts.iter().map(exports).collect()
}

/// Imports of all files that a file needs, directly or not, so that a browser fetches them at once.
fn imports(
    part: &Part<'_>,
    parts: &[Part<'_>],
    exports: &BTreeMap<&str, BTreeMap<String, Vec<String>>>,
) -> String {
    let mut text = String::new();
    for file in needed(part, parts) {
        let names = part.imports.get(file).into_iter().flatten();
        let names: Vec<String> = names
            .map(|name| format!("{} as {name}", exports[file][name][0]))
            .collect();
        let names = if names.is_empty() {
            String::new()
        } else {
            format!("{{{}}}from", names.join(","))
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "import{names}\"./{file}\";");
    }
    text
}

/// The files that a file imports, those first whose code runs first.
fn needed<'p>(part: &'p Part<'_>, parts: &'p [Part<'_>]) -> Vec<&'p str> {
    let mut files: BTreeSet<&str> = part.imports.keys().map(String::as_str).collect();
    for other in parts.iter().rev() {
        if files.contains(other.chunk.file()) {
            files.extend(other.imports.keys().map(String::as_str));
        }
    }
    let order = parts.iter().map(|part| part.chunk.file());
    order.filter(|file| files.contains(file)).collect()
}

fn export(exports: &BTreeMap<String, Vec<String>>) -> String {
    let names = exports
        .iter()
        .flat_map(|(value, names)| names.iter().map(move |name| format!("{value} as {name}")));
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return String::new();
    }
    format!("export{{{}}};", names.join(","))
}

/// `a` to `z`, then `ba` and so on.
fn letters(number: usize) -> String {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";
    let letter = &LETTERS[number % 26..=number % 26];
    match number / 26 {
        0 => letter.to_owned(),
        more => letters(more) + letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_name() {
        assert_eq!([letters(0), letters(25), letters(26)], ["a", "z", "ba"]);
    }
}
