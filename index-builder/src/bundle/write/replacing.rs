//! A note in the folder while files that pages load are replaced.
//!
//! No manifest names them, so they cannot all change in one step as an index does. Should the build be killed
//! between two of them, those of two builds stand side by side, and verifying the bundle says so.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;

use anyhow::Context;

/// The name of the note.
pub(in super::super) const REPLACING: &str = ".soru-replacing";

/// Writes the note, and waits until it is on the disk. Gives whether there was none.
pub(super) fn begin(folder: &Path) -> anyhow::Result<bool> {
    let path = folder.join(REPLACING);
    let made = match File::create_new(&path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
        made => made,
    };
    made.and_then(|note| note.sync_all())
        .with_context(|| format!("{}: cannot be written", path.display()))?;
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(true)
}

/// Takes it away.
pub(super) fn end(folder: &Path) {
    // If it stays, the advice is to build again, which does no harm.
    let _ = fs::remove_file(folder.join(REPLACING));
}
