//! Brings the element's modules from their folders into one.
//!
//! In the repository a module's folder says what it is for. The package has all of them in one
//! folder: their addresses stay the same when a module moves, and a host may serve the package from
//! anywhere.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::package::{Package, extension, files_below};

/// Adds all files in a folder and its sub-folders, except hidden ones, by their names alone.
///
/// # Errors
/// If a file cannot be read, or two have the same name.
pub(super) fn add(package: &mut Package, folder: &Path) -> Result<()> {
    for path in files_below(folder)? {
        let from = folder.join(&path);
        let mut content = fs::read(&from).with_context(|| format!("read {}", from.display()))?;
        if extension(&path) == "js" {
            let module =
                String::from_utf8(content).with_context(|| format!("{path} is not UTF-8"))?;
            content = flat(&module).into_bytes();
        }
        let name = path.rsplit('/').next().unwrap_or(&path);
        package.add(name, content)?;
    }
    Ok(())
}

/// A module whose quoted relative addresses of other modules, and of code, lead into its own
/// folder.
pub(super) fn flat(module: &str) -> String {
    let mut text = String::with_capacity(module.len());
    let mut rest = module;
    while let Some(quote) = rest.find(['\'', '"', '`']) {
        let (before, after) = rest.split_at(quote + 1);
        text.push_str(before);
        let folders = folders(after);
        if folders > 0 {
            text.push_str("./");
        }
        rest = &after[folders..];
    }
    text + rest
}

/// The length of the folders of an address, with their last slash; 0 if the text is no address of a
/// module.
fn folders(text: &str) -> usize {
    if !text.starts_with("./") && !text.starts_with("../") {
        return 0;
    }
    let is_of_path = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let end = text.find(|c| !is_of_path(c)).unwrap_or(text.len());
    let (path, after) = text.split_at(end);
    let is_module = [".js", ".wasm", ".bin"]
        .iter()
        .any(|ending| path.ends_with(ending));
    // A name that the module computes: `../${name}.js`.
    let is_computed = path.ends_with('/') && after.starts_with("${");
    match path.rfind('/') {
        Some(slash) if is_module || is_computed => slash + 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_name_a_module_leads_into_the_folder() {
        for (module, expected) in [
            (
                "import { h } from '../box/dom.js'",
                "import { h } from './dom.js'",
            ),
            (
                "import './soru-search-element.js'",
                "import './soru-search-element.js'",
            ),
            (
                "export { a } from \"../a.js\"",
                "export { a } from \"./a.js\"",
            ),
            (
                "const later = () => import('./debug/view.js')",
                "const later = () => import('./view.js')",
            ),
            (
                "import(`../${name}.js${n ? `?n=${n}` : ''}`)",
                "import(`./${name}.js${n ? `?n=${n}` : ''}`)",
            ),
            (
                "new URL('../code.wasm.bin', import.meta.url)",
                "new URL('./code.wasm.bin', import.meta.url)",
            ),
        ] {
            assert_eq!(flat(module), expected);
        }
    }

    #[test]
    fn other_texts_stay() {
        for text in [
            "open('./soru/')",
            "'../'",
            "'../soru' + '/'",
            "'it'",
            "'../a b.js'",
        ] {
            assert_eq!(flat(text), text);
        }
    }

    #[test]
    fn two_modules_of_one_name_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        for part in ["box", "engine"] {
            fs::create_dir(folder.path().join(part)).unwrap();
            fs::write(folder.path().join(part).join("links.js"), "").unwrap();
        }
        let error = add(&mut Package::default(), folder.path()).unwrap_err();
        assert!(error.to_string().contains("links.js"), "{error}");
    }
}
