//! Writing a bundle: data files first, the manifest last.
//!
//! A visitor may read while the site is written, and a build may be killed at any moment, so
//! nothing is ever changed in place: all files get their bytes under other names and are on the
//! disk before the first is renamed, and the manifest, which is what names the others, is renamed
//! last. Visitors who still hold the manifest before this one keep their files for one more build;
//! everything older goes, and so does what a killed build left.

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use soru::Engine;
use walkdir::WalkDir;

use super::lock::Lock;
use super::open::load_directories;
use super::{BrowserFiles, MANIFEST, is_immutable};

/// What the names of unfinished files start with.
pub(super) const UNFINISHED: &str = ".soru-unfinished-";

/// Files that are written at a time. They wait for the disk, which settles those that wait together in one
/// step: one in each core's thread takes more than twice as long.
const WRITERS: usize = 16;

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

/// Writes a built bundle into a folder. `lock` is that of the folder, if it was there before.
///
/// # Errors
/// If the folder cannot be written to, or another build writes there. What was there before then
/// still works.
pub fn write(
    folder: &Path,
    index: &[(String, Vec<u8>)],
    browser: &BrowserFiles,
    lock: Option<Lock>,
) -> anyhow::Result<Written> {
    if folder.is_file() {
        bail!("{}: --out must be a folder", folder.display());
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("{}: cannot be created", folder.display()))?;
    let _lock = match lock {
        Some(lock) => lock,
        None => Lock::take(folder)?,
    };
    remove_unfinished(folder);
    let before = fs::read(folder.join(MANIFEST)).ok();
    let unchanged = index
        .iter()
        .any(|(name, bytes)| name == MANIFEST && Some(bytes) == before.as_ref());
    let done = Plan::new(folder, index, browser).run();
    if done.is_err() {
        remove_unfinished(folder);
    }
    done?;
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

/// What has to be written and in which order.
struct Plan<'b> {
    /// Files under the names of unfinished ones; in any order.
    writes: Vec<(PathBuf, &'b [u8])>,
    /// From those names to their own: the manifest last.
    renames: Vec<(PathBuf, PathBuf)>,
}

impl<'b> Plan<'b> {
    fn new(folder: &Path, index: &'b [(String, Vec<u8>)], browser: &'b BrowserFiles) -> Self {
        let (manifest, data): (Vec<_>, Vec<_>) =
            index.iter().partition(|(name, _)| name == MANIFEST);
        let named = |(name, bytes): &'b (String, Vec<u8>)| (name.as_str(), bytes.as_slice());
        let loaded = browser.files.iter();
        let loaded = loaded.map(|(name, bytes)| (name.as_str(), bytes.as_ref()));
        let data = data.into_iter().map(named);
        let all = data.chain(loaded).chain(manifest.into_iter().map(named));
        let mut plan = Self {
            writes: Vec::new(),
            renames: Vec::new(),
        };
        for (name, bytes) in all {
            let path = folder.join(name);
            // What is there may be damaged, and building again is the remedy.
            if fs::read(&path).is_ok_and(|there| there == bytes) {
                continue;
            }
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let unfinished = path.with_file_name(format!("{UNFINISHED}{file}"));
            plan.writes.push((unfinished.clone(), bytes));
            plan.renames.push((unfinished, path));
        }
        plan
    }

    fn run(&self) -> anyhow::Result<()> {
        self.create_folders()?;
        let pool = ThreadPoolBuilder::new().num_threads(WRITERS).build()?;
        let writes = self.writes.par_iter();
        pool.install(|| writes.try_for_each(|(path, bytes)| to_disk(path, bytes)))?;
        let mut renames = self.renames.iter().enumerate();
        renames.try_for_each(|(number, rename)| self.rename(number, rename))
    }

    fn create_folders(&self) -> anyhow::Result<()> {
        for folder in self.folders() {
            fs::create_dir_all(folder)
                .with_context(|| format!("{}: cannot be created", folder.display()))?;
        }
        Ok(())
    }

    fn folders(&self) -> BTreeSet<&Path> {
        let paths = self.writes.iter();
        paths.filter_map(|(path, _)| path.parent()).collect()
    }

    fn rename(&self, number: usize, (from, to): &(PathBuf, PathBuf)) -> anyhow::Result<()> {
        // The manifest names only what is on the disk.
        if to.ends_with(MANIFEST) {
            self.sync_folders();
        }
        fs::rename(from, to).with_context(|| format!("{}: cannot be written", to.display()))?;
        if number + 1 == self.renames.len() {
            self.sync_folders();
        }
        Ok(())
    }

    /// Where folders cannot be synchronised (Windows), the system sees to the order itself.
    fn sync_folders(&self) {
        for folder in self.folders() {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
    }
}

/// Writes a file and waits until it is on the disk.
fn to_disk(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let write = || -> io::Result<()> {
        let mut file = File::create(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().with_context(|| format!("{}: cannot be written", path.display()))
}

/// Removes what a build that was killed left behind.
fn remove_unfinished(folder: &Path) {
    // The browser's files are in folders of the bundle's own; a site's pages may lie deeper.
    for entry in WalkDir::new(folder).max_depth(3).into_iter().flatten() {
        let is_unfinished = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
        if is_unfinished && entry.file_type().is_file() {
            // If it cannot be removed, neither can it do harm.
            let _ = fs::remove_file(entry.path());
        }
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
        if is_stale && fs::remove_file(entry.path()).is_ok() {
            removed += 1;
        }
    }
    Ok(removed)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use soru::indexing::{ChunkingSettings, Indexer, InvertedIndexer, Layout};
    use soru::settings::Value;
    use soru::{Block, Document};

    use super::super::{compress, verify};
    use super::*;

    /// A bundle of several files.
    fn built(words: &str) -> Vec<(String, Vec<u8>)> {
        let layout = Layout {
            term_shard_bytes: 64,
            text_shard_bytes: 64,
            long_postings: 2048,
            separate_files: true,
        };
        let mut indexer = InvertedIndexer::new(ChunkingSettings::default(), "en", layout);
        for (number, word) in words.split(' ').enumerate() {
            let text = format!("{word} stands on page number {number}");
            let document = Document {
                id: format!("{number}.html"),
                title: word.to_owned(),
                blocks: vec![Block::Text(text)],
                ..Document::default()
            };
            let prepared = indexer.prepare(&document).unwrap();
            indexer.add(prepared).unwrap();
        }
        let built = Box::new(indexer)
            .finish(Vec::new(), &Value::default())
            .unwrap();
        built.into_files(&compress).unwrap()
    }

    fn browser(text: &'static str) -> BrowserFiles {
        let file = |name: &str| (name.to_owned(), Cow::Borrowed(text.as_bytes()));
        BrowserFiles {
            files: vec![file("soru.js"), file("element/box.js")],
        }
    }

    fn build_id(folder: &Path) -> String {
        let verification = verify(folder);
        assert!(verification.sound, "{verification:?}");
        verification.build_id
    }

    /// The plan as steps that one after the other can fail, a write also half done.
    fn run_until(plan: &Plan<'_>, step: usize, is_half_done: bool) {
        plan.create_folders().unwrap();
        for (path, bytes) in plan.writes.iter().take(step) {
            to_disk(path, bytes).unwrap();
        }
        if let Some((path, bytes)) = plan.writes.get(step).filter(|_| is_half_done) {
            to_disk(path, &bytes[..bytes.len() / 2]).unwrap();
        }
        let renames = plan.renames.iter().enumerate();
        for (number, rename) in renames.take(step.saturating_sub(plan.writes.len())) {
            plan.rename(number, rename).unwrap();
        }
    }

    // R41: whichever step was the last, visitors have the old bundle or the new one, whole.
    #[test]
    fn r41_a_build_that_ends_after_any_step_leaves_a_whole_bundle() {
        let (old, new) = (built("fees visas exams"), built("fees dates exams rooms"));
        let steps = {
            let empty = tempfile::tempdir().unwrap();
            Plan::new(empty.path(), &new, &browser("new")).writes.len() * 2
        };
        let mut ids = BTreeSet::new();
        for (step, is_half_done) in (0..=steps).flat_map(|step| [(step, false), (step, true)]) {
            let folder = tempfile::tempdir().unwrap();
            let folder = folder.path();
            write(folder, &old, &browser("old"), None).unwrap();
            let first = build_id(folder);
            run_until(
                &Plan::new(folder, &new, &browser("new")),
                step,
                is_half_done,
            );
            ids.insert(build_id(folder));
            // The next build ends it and leaves nothing behind.
            write(folder, &new, &browser("new"), None).unwrap();
            assert_ne!(build_id(folder), first);
            let left = WalkDir::new(folder).into_iter().flatten();
            let names = left.map(|entry| entry.file_name().to_string_lossy().into_owned());
            assert_eq!(names.filter(|name| name.contains("unfinished")).count(), 0);
        }
        assert_eq!(ids.len(), 2, "the manifest changes in one step");
    }

    #[test]
    fn r41_a_file_that_was_damaged_on_the_disk_is_mended_by_building_again() {
        let files = built("fees visas");
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &files, &BrowserFiles::none(), None).unwrap();
        let (name, bytes) = files.iter().find(|(name, _)| is_immutable(name)).unwrap();
        let damaged: Vec<u8> = bytes.iter().map(|byte| byte ^ 1).collect();
        fs::write(folder.path().join(name), damaged).unwrap();
        assert!(!verify(folder.path()).sound);
        let written = write(folder.path(), &files, &BrowserFiles::none(), None).unwrap();
        assert!(written.unchanged && verify(folder.path()).sound);
    }

    // A full disk: the folder of a browser's file is taken by a file.
    #[test]
    fn r41_a_build_that_cannot_write_leaves_the_old_bundle_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        write(folder, &built("fees"), &BrowserFiles::none(), None).unwrap();
        let id = build_id(folder);
        fs::create_dir(folder.join("soru.js")).unwrap();
        let error = write(folder, &built("visas"), &browser("x"), None).unwrap_err();
        assert!(error.to_string().contains("cannot be written"), "{error}");
        assert_eq!(build_id(folder), id);
        assert!(
            verify(folder)
                .notes
                .iter()
                .all(|note| !note.contains("unfinished"))
        );
    }
}
