//! Decides which symbolic links are followed.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use soru_files::place::Place;
use walkdir::DirEntry;

use super::Skipped;
use crate::page::SkipReason;

/// The folder that links must not leave.
#[derive(Debug)]
pub(super) struct InputRoot(Option<PathBuf>);

impl InputRoot {
    /// Creates the limit of an input folder; none if `follow_links` is set.
    pub(super) fn of(root: &Path, follow_links: bool) -> Self {
        let real = || root.canonicalize().unwrap_or_else(|_| root.to_owned());
        Self((!follow_links).then(real))
    }

    /// Returns the entry as skipped, if it is a link that leaves the folder.
    pub(super) fn leads_out(&self, entry: &DirEntry) -> Option<Skipped> {
        let root = self.0.as_ref().filter(|_| entry.depth() > 0)?;
        if !entry.path_is_symlink() {
            return None;
        }
        let target = entry.path().canonicalize().ok()?;
        (!target.starts_with(root)).then(|| Skipped {
            place: Place::file(entry.path()),
            reason: SkipReason::LinkedOut(format!("it links to {}", target.display())),
        })
    }
}

/// The links to folders that the walk has followed.
///
/// Pages of a folder that two links name have two addresses. But if linked folders contain links to
/// each other, the number of paths through them explodes. So within a linked folder, a link is
/// followed only if no link to its target was followed before.
#[derive(Debug, Default)]
pub(super) struct SymbolicLinks {
    followed: HashSet<PathBuf>,
    targets: HashSet<PathBuf>,
}

impl SymbolicLinks {
    /// Returns the folder as skipped, if a link leads to it that must not be followed.
    pub(super) fn leads_back(&mut self, folder: &DirEntry) -> Option<Skipped> {
        if folder.depth() == 0 || !folder.path_is_symlink() {
            return None;
        }
        let target = folder.path().canonicalize();
        let target = target.unwrap_or_else(|_| folder.path().to_owned());
        let is_within = |link: &Path| self.followed.contains(link);
        let is_linked = folder.path().ancestors().skip(1).any(is_within);
        let is_new = self.targets.insert(target);
        if is_new || !is_linked {
            self.followed.insert(folder.path().to_owned());
            return None;
        }
        Some(Skipped {
            place: Place::file(folder.path()),
            reason: SkipReason::Unreadable(
                "a symbolic link inside a linked folder, to a folder that was already read"
                    .to_owned(),
            ),
        })
    }
}
