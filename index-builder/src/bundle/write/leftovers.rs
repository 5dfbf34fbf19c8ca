//! Files of other builds in a bundle's folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use super::super::index::IndexFiles;
use super::super::{TITLES, is_immutable};
use super::earlier::named_by;
use super::unfinished::UNFINISHED;

/// Removes the files that a killed build left, except the one at `kept`.
pub(super) fn remove_unfinished(folder: &Path, kept: Option<&Path>) {
    // The browser's files are in subfolders; a site's pages may be deeper.
    for entry in WalkDir::new(folder).max_depth(3).into_iter().flatten() {
        let is_unfinished = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
        let is_kept = kept == Some(entry.path());
        if is_unfinished && !is_kept && entry.file_type().is_file() {
            // A file that cannot be removed is harmless.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Removes old engine folders, selected by name, and counts their files.
pub(super) fn remove_engines(folder: &Path, is_old: impl Fn(&str) -> bool) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let old = entries.filter(|entry| is_old(&entry.file_name().to_string_lossy()));
    let removed = old.map(|entry| {
        let files = WalkDir::new(entry.path()).into_iter().flatten();
        let count = files.filter(|file| file.file_type().is_file()).count();
        fs::remove_dir_all(entry.path()).map_or(0, |()| count)
    });
    removed.sum()
}

/// Removes the data files that neither this manifest, nor the previous one, nor the previously
/// deployed bundle names.
pub(super) fn remove_stale(
    folder: &Path,
    index: &IndexFiles,
    before: Option<&[u8]>,
    mut kept: BTreeSet<String>,
) -> anyhow::Result<usize> {
    kept.extend(index.files.iter().map(|file| file.name.clone()));
    match before.map(|manifest| named_by(manifest, folder)) {
        None => {}
        Some(Ok(names)) => kept.extend(names),
        // Its files are unknown, so all remain for now.
        Some(Err(_)) => return Ok(0),
    }
    let mut removed = 0;
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_stale = (is_immutable(&name) || name == TITLES) && !kept.contains(&name);
        if is_stale && fs::remove_file(entry.path()).is_ok() {
            removed += 1;
        }
    }
    Ok(removed)
}
