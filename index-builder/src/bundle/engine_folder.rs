//! Moves the engine and the box into a folder of their version.
//!
//! Modules work only with modules of the same version, and two dozen files cannot be replaced
//! atomically. So the build writes them into a folder named by their content, and the few modules
//! that pages name import from it. Each of those few is replaced atomically and leads to modules of
//! one version, even if a build is killed. Visitors with a page of the previous build need its
//! folder, so it remains for one more build.

use std::borrow::Cow;
use std::path::Path;

use sha2::{Digest, Sha256};
use soru::index::format::hex;
use soru_files::bundle::{HASH_DIGITS, is_hash};

use super::BrowserFiles;
use super::checksums::list;

/// The prefix of such folders' names.
const PREFIX: &str = "engine-";

/// Modules that pages name.
const ENTRIES: [&str; 4] = [
    "soru.js",
    "soru-search.js",
    "soru-search-element.js",
    "soru-related.js",
];

/// Whether a name belongs to such a folder.
pub(super) fn is_engine_folder(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(is_hash)
}

/// Whether a file is in such a folder, by its name relative to the bundle or its path.
pub(super) fn is_of_a_version(file: &Path) -> bool {
    let folder = file.parent().and_then(Path::file_name);
    folder.is_some_and(|folder| is_engine_folder(&folder.to_string_lossy()))
}

/// Moves the files into the folder of their version, except those that pages and editors name.
pub(crate) fn versioned(browser: &BrowserFiles) -> BrowserFiles {
    let hash = hex(&Sha256::digest(list(browser)));
    let folder = format!("{PREFIX}{}", &hash[..HASH_DIGITS]);
    let mut files = Vec::new();
    for (name, bytes) in &browser.files {
        let is_entry = ENTRIES.contains(&name.as_str());
        if name.ends_with(".d.ts") {
            files.push((name.clone(), bytes.clone()));
        } else if !is_entry || is_imported(name, browser) {
            files.push((format!("{folder}/{name}"), bytes.clone()));
        }
        if is_entry && is_imported(name, browser) {
            let facade = format!("export * from \"./{folder}/{name}\"\n");
            files.push((name.clone(), Cow::Owned(facade.into_bytes())));
        } else if is_entry {
            files.push((name.clone(), Cow::Owned(leading_to(&folder, bytes))));
        }
    }
    BrowserFiles { files }
}

/// Whether a module imports this one, and needs it in its folder.
fn is_imported(name: &str, browser: &BrowserFiles) -> bool {
    let is_code = |(file, _): &&(String, Cow<'_, [u8]>)| !file.ends_with(".d.ts");
    let mut modules = browser.files.iter().filter(is_code);
    modules.any(|(file, module)| {
        let module = String::from_utf8_lossy(module);
        let mut quotes = ['"', '\''].iter();
        file != name && quotes.any(|quote| module.contains(&format!("{quote}./{name}{quote}")))
    })
}

/// Makes a module import its neighbours from a folder below it.
fn leading_to(folder: &str, module: &[u8]) -> Vec<u8> {
    let module = String::from_utf8_lossy(module);
    ['"', '\'', '`']
        .iter()
        .fold(module.into_owned(), |module, quote| {
            module.replace(&format!("{quote}./"), &format!("{quote}./{folder}/"))
        })
        .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(of: &[(&str, &str)]) -> BrowserFiles {
        let files = of.iter().map(|(name, content)| {
            let content = content.as_bytes().to_vec();
            ((*name).to_owned(), Cow::Owned(content))
        });
        BrowserFiles {
            files: files.collect(),
        }
    }

    #[test]
    fn modules_are_in_a_folder_named_by_their_content_and_entry_files_import_them() {
        let of = |engine: &str| {
            let entry = "import{a}from\"./box.js\";export{a}";
            let files = files(&[
                ("soru-search.js", entry),
                ("box.js", engine),
                ("soru.d.ts", "export {}"),
            ]);
            versioned(&files).files
        };
        let (one, two) = (of("1"), of("2"));
        let folder = one[1].0.strip_suffix("/box.js").unwrap();
        assert!(is_engine_folder(folder), "{folder}");
        assert!(is_of_a_version(Path::new(&one[1].0)));
        let entry = String::from_utf8_lossy(&one[0].1);
        let leads = format!("import{{a}}from\"./{folder}/box.js\";export{{a}}");
        assert_eq!(
            (one[0].0.as_str(), entry.as_ref()),
            ("soru-search.js", leads.as_str())
        );
        assert_eq!(one[2].0, "soru.d.ts");
        assert_ne!(one[1].0, two[1].0);
        assert_eq!(one, of("1"));
    }

    #[test]
    fn an_entry_that_modules_import_is_in_their_folder_and_re_exported() {
        let files = versioned(&files(&[
            ("soru-search.js", "import './soru.js'"),
            ("pool.js", "import { open } from './soru.js'"),
            ("soru.js", "export const open = 1"),
        ]))
        .files;
        let texts = files
            .iter()
            .map(|(name, content)| (name.as_str(), String::from_utf8_lossy(content).into_owned()));
        let texts: std::collections::BTreeMap<_, _> = texts.collect();
        let folder = files[1].0.strip_suffix("/pool.js").unwrap();
        assert_eq!(texts.len(), 4);
        assert_eq!(
            texts["soru-search.js"],
            format!("import './{folder}/soru.js'")
        );
        assert_eq!(
            texts["soru.js"],
            format!("export * from \"./{folder}/soru.js\"\n")
        );
        let own = texts[format!("{folder}/soru.js").as_str()].as_str();
        assert_eq!(own, "export const open = 1");
    }
}
