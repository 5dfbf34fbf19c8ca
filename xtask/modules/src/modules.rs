//! The modules of a folder, in memory.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// The texts of modules by their names.
#[derive(Debug, Default)]
pub(crate) struct Modules(BTreeMap<String, String>);

impl Modules {
    /// Replaces the content of a folder by the modules.
    ///
    /// # Errors
    /// If one cannot be written.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        self.0
            .iter()
            .try_for_each(|(name, text)| Ok(fs::write(folder.join(name), text)?))
    }

    /// The modules with their names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The text of a module.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Adds a module.
    ///
    /// # Errors
    /// If there already is one of that name.
    pub(crate) fn add(&mut self, name: &str, text: String) -> Result<()> {
        if self.0.insert(name.to_owned(), text).is_some() {
            bail!("there already is a module `{name}`: rename one");
        }
        Ok(())
    }

    /// Edits every module.
    ///
    /// # Errors
    /// If `edit` fails; the error names the module.
    pub(crate) fn edit(&mut self, edit: impl Fn(&str) -> Result<String>) -> Result<()> {
        for (name, text) in &mut self.0 {
            *text = edit(text).with_context(|| name.clone())?;
        }
        Ok(())
    }
}
