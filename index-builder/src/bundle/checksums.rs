//! What the files that pages load must be: a list of their hashes, which no page fetches.
//!
//! No manifest names these files. By the list, verifying a bundle tells which of them were cut off, altered, or are
//! of another build. It is as `sha256sum`
//! writes it, so that `sha256sum --check SHA256SUMS` compares them where there is no `soru`.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Component, Path};

use sha2::{Digest, Sha256};
use soru::index::format::hex;

use super::BrowserFiles;
use super::open::FileState;
use crate::whole_file::read;

/// The name of the list.
pub(super) const CHECKSUMS: &str = "SHA256SUMS";

/// No file that a page loads is as large.
const MOST_MEGABYTES: u64 = 100;

/// The files with their list, if there are any.
pub(super) fn listed(files: &BrowserFiles) -> BrowserFiles {
    let mut files = files.clone();
    if !files.files.is_empty() {
        let list = list(&files).into_bytes();
        files.files.push((CHECKSUMS.to_owned(), Cow::Owned(list)));
    }
    files
}

/// Hashes and names, a line for each file.
pub(super) fn list(files: &BrowserFiles) -> String {
    let mut lines = String::new();
    for (name, bytes) in &files.files {
        let _ = writeln!(lines, "{}  {name}", hex(&Sha256::digest(bytes)));
    }
    lines
}

/// Compares the files in a folder with their list. Gives nothing where there is none: a bundle may be an
/// index only.
pub(super) fn compare(folder: &Path) -> Option<Vec<(String, FileState)>> {
    let of_list = |state| (CHECKSUMS.to_owned(), state);
    let list = match read(&folder.join(CHECKSUMS), MOST_MEGABYTES) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => return Some(vec![of_list(FileState::Unreadable(error.to_string()))]),
    };
    if !list.ends_with('\n') {
        return Some(vec![of_list(FileState::Damaged(
            "it is cut off".to_owned(),
        ))]);
    }
    let compared = list.lines().map(|line| {
        if let Some((hash, name)) = line.split_once("  ").filter(|(_, name)| is_below(name)) {
            return (name.to_owned(), state(&folder.join(name), hash));
        }
        of_list(FileState::Damaged(
            "it is not a list of hashes and names".to_owned(),
        ))
    });
    Some(compared.collect())
}

/// The folders that the files of a list are in.
pub(super) fn folders(folder: &Path) -> Vec<String> {
    let list = read(&folder.join(CHECKSUMS), MOST_MEGABYTES).unwrap_or_default();
    let list = String::from_utf8_lossy(&list).into_owned();
    let names = list.lines().filter_map(|line| line.split_once("  "));
    let folders = names.filter_map(|(_, name)| name.split_once('/'));
    folders.map(|(folder, _)| folder.to_owned()).collect()
}

/// Whether a name stays in the bundle's folder.
fn is_below(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    !name.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
}

fn state(path: &Path, hash: &str) -> FileState {
    match read(path, MOST_MEGABYTES) {
        Ok(bytes) if hex(&Sha256::digest(&bytes)) == hash => FileState::Sound,
        Ok(bytes) => FileState::Damaged(format!(
            "its {} bytes are not what was built: their SHA-256 is another",
            bytes.len()
        )),
        Err(error) => FileState::of(&error),
    }
}
