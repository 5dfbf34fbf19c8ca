//! Files of the previously deployed bundle, for tabs that still show it.
//!
//! A build in place keeps them automatically ([`leftovers`](super::leftovers)). A build from a
//! clean checkout has them only if `--keep-from` names the earlier bundle. The builder takes only
//! the data files that that bundle's manifest names, and the engine that its checksums name, so
//! that a folder has at most two builds, however often the site is deployed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Context;
use soru::Engine;
use soru_files::bundle::{listed_folders, load_directories};

use super::super::engine_folder::is_engine_folder;
use super::super::{MANIFEST, is_immutable};
use super::unfinished::UNFINISHED;

/// The names of the data files of a bundle.
///
/// # Errors
/// If this engine cannot read the manifest, or a directory that it names.
pub(super) fn named_by(manifest: &[u8], folder: &Path) -> anyhow::Result<BTreeSet<String>> {
    let engine = Engine::open(manifest)?;
    load_directories(&engine, folder)?;
    let files = engine.files().into_iter().map(|file| file.name);
    Ok(files.filter(|name| is_immutable(name)).collect())
}

/// The data files of the bundle in a folder, unchanged. Empty if there is no bundle: the first
/// deployment has no predecessor.
///
/// # Errors
/// If the bundle cannot be read, or lacks a file.
pub(super) fn data_files(folder: &Path) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let manifest = folder.join(MANIFEST);
    if !manifest.exists() {
        return Ok(Vec::new());
    }
    let manifest = fs::read(&manifest).with_context(|| manifest.display().to_string())?;
    let read = |name: String| {
        let path = folder.join(&name);
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        Ok((name, bytes))
    };
    named_by(&manifest, folder)?.into_iter().map(read).collect()
}

/// The engine of the bundle in a folder: modules that a tab loads later.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn engine_files(folder: &Path) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let engines: BTreeSet<String> = listed_folders(folder).into_iter().collect();
    let mut files = Vec::new();
    for engine in engines.into_iter().filter(|name| is_engine_folder(name)) {
        let within = folder.join(&engine);
        let entries = fs::read_dir(&within).with_context(|| within.display().to_string())?;
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if !name.starts_with(UNFINISHED) && entry.file_type()?.is_file() {
                let bytes = fs::read(entry.path()).with_context(|| name.clone())?;
                files.push((format!("{engine}/{name}"), bytes));
            }
        }
    }
    files.sort();
    Ok(files)
}
