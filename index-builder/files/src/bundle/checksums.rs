//! Reads `SHA256SUMS`, the list of hashes of the files that pages load.
//!
//! No manifest names these files. With the list, verifying a bundle finds files that were
//! truncated, altered, or belong to another build. The format is the one of `sha256sum`, so
//! `sha256sum --check SHA256SUMS` works without `soru`.

use std::io::ErrorKind;
use std::path::{Component, Path};

use sha2::{Digest, Sha256};
use soru::index::format::hex;

use super::state::FileState;
use crate::whole_file::read;

/// The name of the list.
pub const CHECKSUMS: &str = "SHA256SUMS";

/// The maximum size of a file that a page loads, in megabytes.
const MOST_MEGABYTES: u64 = 100;

/// Compares the files in a folder with their list. Returns none without a list, because a bundle
/// may be only an index.
pub fn compare(folder: &Path) -> Option<Vec<(String, FileState)>> {
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

/// The folders of the listed files.
pub fn folders(folder: &Path) -> Vec<String> {
    let list = read(&folder.join(CHECKSUMS), MOST_MEGABYTES).unwrap_or_default();
    let list = String::from_utf8_lossy(&list).into_owned();
    let names = list.lines().filter_map(|line| line.split_once("  "));
    let folders = names.filter_map(|(_, name)| name.split_once('/'));
    folders.map(|(folder, _)| folder.to_owned()).collect()
}

/// Whether a name is within the bundle's folder.
fn is_below(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    !name.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
}

fn state(path: &Path, hash: &str) -> FileState {
    match read(path, MOST_MEGABYTES) {
        Ok(bytes) if hex(&Sha256::digest(&bytes)) == hash => FileState::Sound,
        Ok(bytes) => FileState::Damaged(format!(
            "its {} bytes differ from the build: the SHA-256 does not match",
            bytes.len()
        )),
        Err(error) => FileState::of(&error),
    }
}
