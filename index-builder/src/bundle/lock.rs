//! Limits a folder to one build at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

use anyhow::{Context, bail};

/// Prevents other builds from writing into a folder. Dropping it, or any end of its process,
/// releases it: it is a lock of the operating system on the folder itself, so no file remains.
#[derive(Debug)]
pub(super) struct Lock {
    _folder: Option<File>,
}

impl Lock {
    /// Locks a folder that exists.
    ///
    /// Where the system cannot lock folders (Windows, some network disks), this has no effect.
    ///
    /// # Errors
    /// If another build holds it.
    pub(super) fn take(folder: &Path) -> anyhow::Result<Self> {
        let opened = match File::open(folder) {
            Ok(opened) => opened,
            Err(_) if cfg!(windows) => return Ok(Self { _folder: None }),
            Err(error) => {
                return Err(error).with_context(|| format!("{}: cannot be read", folder.display()));
            }
        };
        match opened.try_lock() {
            Ok(()) => Ok(Self {
                _folder: Some(opened),
            }),
            Err(TryLockError::WouldBlock) => bail!(
                "{}: another build is writing to this folder; wait for it, or choose another --out",
                folder.display()
            ),
            Err(TryLockError::Error(_)) => Ok(Self { _folder: None }),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_for_others_until_the_lock_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let lock = Lock::take(folder.path()).unwrap();
        let error = Lock::take(folder.path()).unwrap_err().to_string();
        assert!(
            error.contains("another build is writing to this folder"),
            "{error}"
        );
        drop(lock);
        Lock::take(folder.path()).unwrap();
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }
}
