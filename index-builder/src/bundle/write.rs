//! Writing a bundle: data files first, the manifest last.
//!
//! A visitor may read while the site is written, so nothing is ever changed in place: files get
//! their bytes under another name and are then renamed, and the manifest, which is what names
//! the others, comes last. Visitors who still hold the manifest before this one keep their
//! files for one more build; everything older goes.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use soru::Engine;

use super::open::load_directories;
use super::{BrowserFiles, MANIFEST, is_immutable};

/// What the names of unfinished files start with.
pub(super) const UNFINISHED: &str = ".soru-unfinished-";

/// What was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// The files of the bundle, the manifest last, then those of the browser.
    pub files: Vec<WrittenFile>,
    /// Files of older builds that were removed.
    pub removed: usize,
    /// Whether the bundle was the same already.
    pub unchanged: bool,
}

/// A file of the bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenFile {
    /// Its name relative to the bundle.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Whether it belongs to the index; otherwise a page loads it.
    pub is_index: bool,
}

/// Writes a built bundle into a folder.
///
/// # Errors
/// If the folder cannot be written to. What was there before then still works.
pub fn write(
    folder: &Path,
    index: &[(String, Vec<u8>)],
    browser: &BrowserFiles,
) -> anyhow::Result<Written> {
    if folder.is_file() {
        bail!("{}: --out must be a folder", folder.display());
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("{}: cannot be created", folder.display()))?;
    let before = fs::read(folder.join(MANIFEST)).ok();
    let unchanged = index
        .iter()
        .any(|(name, bytes)| name == MANIFEST && Some(bytes) == before.as_ref());
    let (manifest, data): (Vec<_>, Vec<_>) = index.iter().partition(|(name, _)| name == MANIFEST);
    let data = data
        .into_iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    put_all(folder, data)?;
    put_all(
        folder,
        browser
            .files
            .iter()
            .map(|(name, bytes)| (name.as_str(), bytes.as_ref())),
    )?;
    put_all(
        folder,
        manifest
            .into_iter()
            .map(|(name, bytes)| (name.as_str(), bytes.as_slice())),
    )?;
    let removed = if unchanged {
        0
    } else {
        clean(folder, index, before.as_deref())?
    };
    Ok(Written {
        files: list(index, browser),
        removed,
        unchanged,
    })
}

fn list(index: &[(String, Vec<u8>)], browser: &BrowserFiles) -> Vec<WrittenFile> {
    let file = |name: &str, length: usize, is_index| WrittenFile {
        name: name.to_owned(),
        size: length as u64,
        is_index,
    };
    let index = index
        .iter()
        .map(|(name, bytes)| file(name, bytes.len(), true));
    let browser = browser
        .files
        .iter()
        .map(|(name, bytes)| file(name, bytes.len(), false));
    index.chain(browser).collect()
}

/// All under other names first, then all renamed.
fn put_all<'f>(
    folder: &Path,
    files: impl Iterator<Item = (&'f str, &'f [u8])>,
) -> anyhow::Result<()> {
    let mut unfinished = Vec::new();
    for (name, bytes) in files {
        let path = folder.join(name);
        if is_there_already(&path, name, bytes) {
            continue;
        }
        let parent = path.parent().unwrap_or(folder).to_owned();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let temporary = parent.join(format!("{UNFINISHED}{file}"));
        fs::create_dir_all(&parent)
            .and_then(|()| fs::write(&temporary, bytes))
            .with_context(|| format!("{}: cannot be written", temporary.display()))?;
        unfinished.push((temporary, path));
    }
    for (temporary, path) in unfinished {
        fs::rename(&temporary, &path)
            .with_context(|| format!("{}: cannot be written", path.display()))?;
    }
    Ok(())
}

/// The name of a data file is its content's hash, but an older build may have been cut short.
fn is_there_already(path: &Path, name: &str, bytes: &[u8]) -> bool {
    match fs::metadata(path) {
        Ok(metadata) if metadata.len() == bytes.len() as u64 => {
            is_immutable(name) || fs::read(path).is_ok_and(|there| there == bytes)
        }
        _ => false,
    }
}

/// Removes the data files that neither this manifest nor the one before it names.
fn clean(
    folder: &Path,
    index: &[(String, Vec<u8>)],
    before: Option<&[u8]>,
) -> anyhow::Result<usize> {
    let mut kept: HashSet<String> = index.iter().map(|(name, _)| name.clone()).collect();
    match before.map(Engine::open) {
        None => {}
        Some(Ok(engine)) if load_directories(&engine, folder).is_ok() => {
            kept.extend(engine.files().into_iter().map(|file| file.name));
        }
        // Nobody can say which files it needs, so all stay for now.
        Some(_) => return Ok(0),
    }
    let mut removed = 0;
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_stale = is_immutable(&name) && !kept.contains(&name);
        if (is_stale || name.starts_with(UNFINISHED)) && fs::remove_file(entry.path()).is_ok() {
            removed += 1;
        }
    }
    Ok(removed)
}
