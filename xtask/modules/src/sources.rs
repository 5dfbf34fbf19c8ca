//! The modules in folders, as they are written: TypeScript, and JavaScript that other programs made.
//!
//! In the repository a module's folder says what it is for. The package has all of them in one
//! folder: their addresses stay the same when a module moves, and a host may serve the package from
//! anywhere. So no two modules have the same name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::modules::Modules;
use crate::types;

/// The texts of modules by their paths, relative to their folder.
#[derive(Debug, Default)]
pub(crate) struct Sources(BTreeMap<PathBuf, String>);

impl Sources {
    /// Reads the modules in folders and their sub-folders.
    ///
    /// # Errors
    /// If one cannot be read, or is not UTF-8.
    pub(crate) fn read(folders: &[PathBuf]) -> Result<Self> {
        let mut sources = Self::default();
        folders
            .iter()
            .try_for_each(|folder| sources.add_below(folder, Path::new("")))?;
        Ok(sources)
    }

    fn add_below(&mut self, folder: &Path, path: &Path) -> Result<()> {
        let here = folder.join(path);
        for entry in fs::read_dir(&here).with_context(|| here.display().to_string())? {
            let entry = entry?;
            let path = path.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                self.add_below(folder, &path)?;
            } else if is_module(&path) {
                let text = fs::read_to_string(entry.path());
                let text = text.with_context(|| entry.path().display().to_string())?;
                self.0.insert(path, text);
            }
        }
        Ok(())
    }

    /// The TypeScript of a module, by the name of its JavaScript.
    pub(crate) fn typescript(&self, name: &str) -> Option<&str> {
        let mut all = self.0.iter();
        all.find(|(path, _)| has_types(path) && name_of(path) == name)
            .map(|(_, text)| text.as_str())
    }

    /// The JavaScript of all modules by their names alone.
    ///
    /// # Errors
    /// If one is not TypeScript, or two have the same name.
    pub(crate) fn modules(&self) -> Result<Modules> {
        let mut modules = Modules::default();
        for (path, text) in self.javascript()? {
            modules.add(&name_of(&path), text)?;
        }
        Ok(modules)
    }

    /// Writes the JavaScript of all modules into a folder, in the sub-folders that they have.
    ///
    /// # Errors
    /// If one is not TypeScript, or cannot be written.
    pub(crate) fn write_javascript(&self, to: &Path) -> Result<()> {
        if to.exists() {
            fs::remove_dir_all(to)?;
        }
        for (path, text) in self.javascript()? {
            let file = to.join(path).with_extension("js");
            fs::create_dir_all(file.parent().unwrap_or(to))?;
            fs::write(&file, text).with_context(|| file.display().to_string())?;
        }
        Ok(())
    }

    /// The JavaScript of all modules by their paths, without those that have only types.
    fn javascript(&self) -> Result<Vec<(PathBuf, String)>> {
        let mut all = Vec::new();
        for (path, text) in &self.0 {
            if has_types(path) {
                let code = types::removed(text).with_context(|| path.display().to_string())?;
                all.extend(code.map(|code| (path.clone(), code)));
            } else {
                all.push((path.clone(), text.clone()));
            }
        }
        Ok(all)
    }
}

fn is_module(path: &Path) -> bool {
    has_types(path) || path.extension().is_some_and(|end| end == "js")
}

fn has_types(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "ts")
}

/// The name of a module's JavaScript.
fn name_of(path: &Path) -> String {
    let name = path.with_extension("js");
    let name = name.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(files: &[(&str, &str)]) -> Sources {
        let files = files.iter();
        Sources(
            files
                .map(|(path, text)| (path.into(), (*text).to_owned()))
                .collect(),
        )
    }

    #[test]
    fn modules_of_all_folders_have_their_names_alone() {
        let all = sources(&[
            ("box/links.ts", "export const one: number = 1"),
            ("glue.js", "export const two = 2"),
        ]);
        let modules = all.modules().unwrap();
        assert_eq!(modules.get("links.js"), Some("export const one = 1;\n"));
        assert_eq!(modules.get("glue.js"), Some("export const two = 2"));
        assert!(all.typescript("links.js").is_some());
        assert!(all.typescript("glue.js").is_none());
    }

    #[test]
    fn two_modules_of_one_name_are_refused() {
        let all = sources(&[
            ("box/links.ts", "export const one = 1"),
            ("engine/links.ts", "export const two = 2"),
        ]);
        let error = all.modules().unwrap_err();
        assert!(error.to_string().contains("links.js"), "{error}");
    }

    #[test]
    fn a_module_of_types_alone_is_none() {
        let all = sources(&[("types.ts", "export type Mark = [number, number]")]);
        assert_eq!(all.modules().unwrap().iter().count(), 0);
    }
}
