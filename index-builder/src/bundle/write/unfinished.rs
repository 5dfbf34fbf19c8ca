//! The names of files that are not finished: the final name behind a prefix.

use std::path::{Path, PathBuf};

/// The prefix.
pub(in crate::bundle) const UNFINISHED: &str = ".soru-unfinished-";

/// Returns the path of a file until it is finished.
pub(super) fn unfinished(path: &Path) -> PathBuf {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{UNFINISHED}{file}"))
}
