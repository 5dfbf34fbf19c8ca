//! Writes a bundle: the data files first, the manifest last.
//!
//! A visitor may read while the site is written, and a build may be killed at any moment, so no
//! file is changed in place. All files are written under other names and flushed to disk before the
//! first is renamed. A file that names others is renamed after them: the manifest last, and before
//! it the modules that lead to a version of the engine (`engine_folder.rs`). Visitors with the
//! previous manifest keep their files for one more build. Older files are removed, as are the files
//! that a killed build left. An unfinished manifest stays until a build has finished: it says that
//! the outline, which is replaced before, may belong to another build.
//!
//! | file | does |
//! |---|---|
//! | `writers.rs` | the threads that write files while others are made |
//! | `earlier.rs` | files of the previously deployed bundle |
//! | `leftovers.rs` | files of other builds, and which of them to remove |
//! | `unfinished.rs` | the names of files that are not finished |

mod earlier;
mod leftovers;
mod unfinished;
mod writers;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail};
use soru_files::bundle::{CHECKSUMS, listed_folders};

use self::leftovers::{remove_engines, remove_stale, remove_unfinished};
pub(super) use self::unfinished::UNFINISHED;
use self::unfinished::unfinished;
use super::checksums::listed;
use super::engine_folder::{is_engine_folder, is_of_a_version};
use super::index::IndexFiles;
use super::lock::Lock;
use super::{BrowserFiles, MANIFEST, OUTLINE, TITLES, is_immutable};

/// A summary of the written files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenBundle {
    /// The files of the bundle, the manifest last, followed by the files of the browser.
    pub files: Vec<WrittenFile>,
    /// Files of older builds that were removed.
    pub removed: usize,
    /// Files of the previously deployed bundle, absent from this one.
    pub kept: usize,
    /// Whether the bundle is the same as before.
    pub unchanged: bool,
}

/// A file of the bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenFile {
    /// Its name relative to the bundle.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Whether it belongs to the index; otherwise it is a file that a page loads.
    pub is_index: bool,
}

/// A bundle being written into a folder. Until it is [finished](Self::finish), the previous bundle
/// works. If it is dropped unfinished, its files are removed, and so is the folder if it is new and
/// empty.
#[derive(Debug)]
pub struct Writing {
    folder: PathBuf,
    _lock: Lock,
    is_new: bool,
    /// The manifest of the previous bundle.
    before: Option<Vec<u8>>,
    /// The engine folders of the previous bundle, and of the previously deployed one.
    engines_before: Vec<String>,
    renames: Mutex<Vec<Rename>>,
    /// Files of the previously deployed bundle.
    kept: BTreeSet<String>,
    /// Whether an earlier build may have replaced the outline and not the manifest.
    was_interrupted: bool,
    is_finished: bool,
}

/// The pending rename of an unfinished file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Rename {
    turn: Turn,
    from: PathBuf,
    to: PathBuf,
}

/// The order of renames: files that a manifest names come before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    Index,
    Browser,
    /// The hashes of the browser's files, replaced after all of them.
    Checksums,
    /// No file names it. Between two steps it belongs to another build than the manifest does.
    Outline,
    Manifest,
}

impl Turn {
    fn of(name: &str) -> Self {
        match name {
            MANIFEST => Self::Manifest,
            OUTLINE | TITLES => Self::Outline,
            CHECKSUMS => Self::Checksums,
            data if is_immutable(data) || is_of_a_version(Path::new(data)) => Self::Index,
            _ => Self::Browser,
        }
    }
}

impl Writing {
    /// Starts writing into a folder.
    ///
    /// # Errors
    /// If the folder cannot be made or written to, or another build is writing there.
    pub fn begin(folder: &Path) -> anyhow::Result<Self> {
        if folder.is_file() {
            bail!("{}: --out must be a folder", folder.display());
        }
        let is_new = !folder.exists();
        create(folder)?;
        let lock = Lock::take(folder)?;
        let manifest = unfinished_manifest(folder);
        remove_unfinished(folder, Some(&manifest));
        check_writable(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            _lock: lock,
            is_new,
            before: fs::read(folder.join(MANIFEST)).ok(),
            engines_before: listed_folders(folder),
            renames: Mutex::default(),
            kept: BTreeSet::new(),
            was_interrupted: manifest.is_file(),
            is_finished: false,
        })
    }

    /// Writes a file under an unfinished name, unless it exists already, and flushes it to disk.
    fn write(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.folder.join(name);
        // Compares the content: an existing file may be damaged, and a new build should repair it.
        if !self.is_new && fs::read(&path).is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        let unfinished = unfinished(&path);
        if let Some(own) = path.parent().filter(|own| *own != self.folder) {
            create(own)?;
        }
        to_disk(&unfinished, bytes)?;
        let mut renames = self.renames.lock().unwrap_or_else(PoisonError::into_inner);
        renames.push(Rename {
            turn: Turn::of(name),
            from: unfinished,
            to: path,
        });
        Ok(())
    }

    /// Copies the data files and the engine of an earlier bundle that this one lacks, so that tabs
    /// which still show that bundle continue to work. A folder without a bundle has none.
    ///
    /// # Errors
    /// If that bundle cannot be read, or this one cannot be written.
    pub fn keep_from(
        &mut self,
        earlier: &Path,
        index: &IndexFiles,
        browser: &BrowserFiles,
    ) -> anyhow::Result<()> {
        let data = index.files.iter().map(|file| file.name.as_str());
        let modules = browser.files.iter().map(|(name, _)| name.as_str());
        let own: BTreeSet<&str> = data.chain(modules).collect();
        let mut files = earlier::data_files(earlier)?;
        files.extend(earlier::engine_files(earlier)?);
        for (name, bytes) in files {
            if !own.contains(name.as_str()) {
                self.write(&name, &bytes)?;
                let folder = name.split_once('/').map(|(folder, _)| folder.to_owned());
                self.engines_before.extend(folder);
                self.kept.insert(name);
            }
        }
        Ok(())
    }

    /// Writes the remaining files, the browser's files and the manifest, and renames all files into
    /// place.
    ///
    /// # Errors
    /// If the folder cannot be written to. The previous bundle then still works.
    pub fn finish(
        mut self,
        index: &IndexFiles,
        browser: &BrowserFiles,
    ) -> anyhow::Result<WrittenBundle> {
        let browser = &listed(browser);
        self.beside(|keep| {
            let loaded = browser.files.iter();
            loaded.for_each(|(name, bytes)| keep(name.clone(), Cow::Borrowed(bytes.as_ref())));
            keep(MANIFEST.to_owned(), Cow::Borrowed(&index.manifest));
            Ok(())
        })?;
        let renames = self.in_order();
        Self::place(&renames, renames.len())?;
        self.is_finished = true;
        // Left by a killed build, if this build has the manifest of before.
        let _ = fs::remove_file(unfinished_manifest(&self.folder));
        let unchanged = self.before.as_ref() == Some(&index.manifest);
        let kept = self.kept.len();
        let mut removed = self.remove_old_engines(browser);
        if !unchanged {
            let earlier = std::mem::take(&mut self.kept);
            removed += remove_stale(&self.folder, index, self.before.as_deref(), earlier)?;
        }
        Ok(WrittenBundle {
            files: list(index, browser),
            removed,
            kept,
            unchanged,
        })
    }

    /// Removes the engines that neither this build nor the one before it uses, once there is a
    /// newer one.
    fn remove_old_engines(&self, browser: &BrowserFiles) -> usize {
        let names = browser
            .files
            .iter()
            .filter_map(|(name, _)| name.split_once('/'));
        let own: BTreeSet<&str> = names.map(|(folder, _)| folder).collect();
        let before: BTreeSet<&str> = self.engines_before.iter().map(String::as_str).collect();
        if own.is_subset(&before) {
            return 0;
        }
        let is_old =
            |name: &str| is_engine_folder(name) && !own.contains(name) && !before.contains(name);
        remove_engines(&self.folder, is_old)
    }

    /// Renames the first `count` files into place.
    fn place(renames: &[Rename], count: usize) -> anyhow::Result<()> {
        let mut last = Turn::Index;
        for Rename { from, to, turn } in renames.iter().take(count) {
            if *turn != last {
                sync_folders(renames); // a file names only files that are on the disk
                last = *turn;
            }
            fs::rename(from, to).with_context(|| format!("{}: cannot be written", to.display()))?;
        }
        if count == renames.len() {
            sync_folders(renames);
        }
        Ok(())
    }

    /// Returns whether this build has replaced the outline, or the list of titles.
    fn has_new_outline(&self) -> bool {
        let renames = self.in_order().into_iter();
        let mut outlines = renames.filter(|file| file.turn == Turn::Outline);
        outlines.any(|file| !file.from.exists())
    }

    fn in_order(&self) -> Vec<Rename> {
        let renames = self.renames.lock().unwrap_or_else(PoisonError::into_inner);
        let mut renames = renames.clone();
        renames.sort();
        renames
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        if !self.is_finished {
            let manifest = unfinished_manifest(&self.folder);
            let is_marked = self.was_interrupted || self.has_new_outline();
            remove_unfinished(&self.folder, is_marked.then_some(&*manifest));
            if self.is_new {
                // Succeeds only if the folder is empty.
                let _ = fs::remove_dir(&self.folder);
            }
        }
    }
}

fn unfinished_manifest(folder: &Path) -> PathBuf {
    unfinished(&folder.join(MANIFEST))
}

/// Checks that files can be created in the folder.
fn check_writable(folder: &Path) -> anyhow::Result<()> {
    let trial = unfinished(&folder.join("trial"));
    let made = File::create(&trial).and_then(|_| fs::remove_file(&trial));
    made.with_context(|| format!("{}: cannot be written to", folder.display()))
}

fn create(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot be created", folder.display()))
}

/// Writes a file and flushes it to disk.
fn to_disk(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let write = || -> io::Result<()> {
        let mut file = File::create(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().with_context(|| format!("{}: cannot be written", path.display()))
}

/// Flushes the folders. Where that is impossible (Windows), the system keeps the order itself.
fn sync_folders(renames: &[Rename]) {
    let folders: BTreeSet<_> = renames.iter().filter_map(|file| file.to.parent()).collect();
    for folder in folders {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

fn list(index: &IndexFiles, browser: &BrowserFiles) -> Vec<WrittenFile> {
    let file = |name: &str, size, is_index| WrittenFile {
        name: name.to_owned(),
        size,
        is_index,
    };
    let files = index.files.iter();
    let files = files.map(|own| file(&own.name, own.size, true));
    let manifest = file(MANIFEST, index.manifest.len() as u64, true);
    let browser = browser.files.iter();
    let browser = browser.map(|(name, bytes)| file(name, bytes.len() as u64, false));
    files.chain([manifest]).chain(browser).collect()
}
