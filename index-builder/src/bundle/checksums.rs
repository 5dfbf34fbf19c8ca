//! Writes the list of hashes of the files that pages load; [`soru_files`] reads it.

use std::borrow::Cow;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use soru::index::format::hex;
use soru_files::bundle::CHECKSUMS;

use super::BrowserFiles;

/// Adds the list to the files, if there are any.
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
