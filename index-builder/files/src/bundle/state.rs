//! The state of a bundle's files on disk.

use std::io::{self, ErrorKind};

/// The state of a file on disk, compared with the manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileState {
    /// It is as built.
    Sound,
    /// It is absent.
    Missing,
    /// It is unreadable, with the reason.
    Unreadable(String),
    /// It differs from the build, with the reason.
    Damaged(String),
}

impl FileState {
    /// Returns the state of an unreadable file.
    pub(super) fn of(error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound => Self::Missing,
            _ => Self::Unreadable(error.to_string()),
        }
    }
}
