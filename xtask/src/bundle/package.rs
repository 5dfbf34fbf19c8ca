//! The files of the package: collected in memory, then written to disk.
//!
//! Only changed files are written. The command-line tool embeds these files, and a new modification
//! time would recompile it for nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The only file of `pkg/` that is not generated.
const NOTE: &str = "ABOUT.md";

/// File contents by path; folders are separated by `/` on every system.
#[derive(Debug, Default)]
pub(crate) struct Package {
    files: BTreeMap<String, Vec<u8>>,
}

impl Package {
    /// The number of files.
    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    /// The content of a file.
    pub(super) fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// The files, sorted by path.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files
            .iter()
            .map(|(path, content)| (path.as_str(), content.as_slice()))
    }

    /// Adds a file with this content.
    ///
    /// # Errors
    /// If there already is one of that name: one of the two would be lost.
    pub(super) fn add(&mut self, path: &str, content: Vec<u8>) -> Result<()> {
        if self.files.insert(path.to_owned(), content).is_some() {
            bail!("two parts of the package both bring a file `{path}`: rename one");
        }
        Ok(())
    }

    /// Removes a file and returns it.
    ///
    /// # Errors
    /// If the file does not exist.
    pub(super) fn take(&mut self, path: &str) -> Result<Vec<u8>> {
        let file = self.files.remove(path);
        file.with_context(|| format!("there is no {path}"))
    }

    /// Adds a file from disk.
    ///
    /// # Errors
    /// If it cannot be read, or its name is taken.
    pub(super) fn add_file(&mut self, path: &str, from: &Path) -> Result<()> {
        let content = fs::read(from).with_context(|| format!("read {}", from.display()))?;
        self.add(path, content)
    }

    /// Adds all files in a folder and its sub-folders, except hidden ones. A missing folder adds
    /// nothing.
    ///
    /// # Errors
    /// If a file cannot be read, or its name is taken.
    pub(super) fn add_folder(&mut self, folder: &Path) -> Result<()> {
        files_below(folder)?
            .iter()
            .try_for_each(|path| self.add_file(path, &folder.join(path)))
    }

    /// Makes a folder contain exactly these files and its note. Returns the number of files
    /// written.
    ///
    /// # Errors
    /// If the folder cannot be read or written.
    pub(super) fn write(&self, folder: &Path) -> Result<usize> {
        for path in files_below(folder)? {
            if path != NOTE && !self.files.contains_key(&path) {
                fs::remove_file(folder.join(path))?;
            }
        }
        let mut changed = 0;
        for (path, content) in &self.files {
            changed += usize::from(write_if_changed(&folder.join(path), content)?);
        }
        Ok(changed)
    }
}

fn write_if_changed(path: &Path, content: &[u8]) -> Result<bool> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(false);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, content).with_context(|| format!("write {}", path.display()))?;
    Ok(true)
}

/// The extension of a path: `js`, `wasm`, `ts`.
pub(super) fn extension(path: &str) -> &str {
    Path::new(path)
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default()
}

/// Paths relative to the folder, without hidden files.
pub(super) fn files_below(folder: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    let mut pending = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = pending.pop() {
        for (name, path) in entries(&folder)? {
            let relative = format!("{prefix}{name}");
            if path.is_dir() {
                pending.push((path, format!("{relative}/")));
            } else {
                files.push(relative);
            }
        }
    }
    Ok(files)
}

fn entries(folder: &Path) -> Result<Vec<(String, PathBuf)>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.with_context(|| format!("{} is not Unicode", path.display()))?;
        if !name.starts_with('.') {
            entries.push((name.to_owned(), path));
        }
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(files: &[(&str, &str)]) -> Package {
        let mut package = Package::default();
        for (path, content) in files {
            package.add(path, content.as_bytes().to_vec()).unwrap();
        }
        package
    }

    fn empty_folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("soru-xtask-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn only_changed_files_are_written() {
        let folder = empty_folder("differs");
        let old = package(&[("a.js", "1"), ("b/c.js", "2")]);
        assert_eq!(old.write(&folder).unwrap(), 2);
        assert_eq!(old.write(&folder).unwrap(), 0);
        assert_eq!(
            package(&[("a.js", "1"), ("b/c.js", "3")])
                .write(&folder)
                .unwrap(),
            1
        );
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn files_of_an_older_build_go_and_the_note_stays() {
        let folder = empty_folder("older");
        package(&[("ABOUT.md", "note"), ("old/gone.js", "1")])
            .write(&folder)
            .unwrap();
        package(&[("new.js", "2")]).write(&folder).unwrap();
        let mut left = files_below(&folder).unwrap();
        left.sort();
        assert_eq!(left, ["ABOUT.md", "new.js"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn no_part_may_overwrite_a_file_of_another() {
        let mut package = package(&[("soru.js", "engine")]);
        let error = package.add("soru.js", b"element".to_vec()).unwrap_err();
        assert!(error.to_string().contains("soru.js"), "{error}");
    }

    #[test]
    fn a_folder_that_is_not_there_adds_nothing() {
        let mut package = Package::default();
        package.add_folder(Path::new("no/such/folder")).unwrap();
        assert_eq!(package.len(), 0);
    }
}
