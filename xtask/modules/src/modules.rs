//! The modules of a folder, in memory.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// The texts of modules by their names.
#[derive(Debug, Default)]
pub(crate) struct Modules(BTreeMap<String, String>);

impl Modules {
    /// Reads the modules of a folder.
    ///
    /// # Errors
    /// If one cannot be read, or is not UTF-8.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let mut modules = Self::default();
        let context = || folder.display().to_string();
        for entry in fs::read_dir(folder).with_context(context)? {
            let path = entry?.path();
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            modules.add(&name, text)?;
        }
        Ok(modules)
    }

    /// Replaces the content of a folder by the modules.
    ///
    /// # Errors
    /// If one cannot be written.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        fs::remove_dir_all(folder)?;
        fs::create_dir(folder)?;
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
