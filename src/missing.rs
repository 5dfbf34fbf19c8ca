//! Files that several look-ups need, named together.

use crate::error::{Error, Result};
use crate::ordered::Set;

/// Collects what look-ups have to wait for, so that all of it is fetched at once.
#[derive(Debug, Default)]
pub(crate) struct Missing {
    files: Set,
}

impl Missing {
    /// What was looked up; none, and noted, if files are needed first.
    ///
    /// # Errors
    /// All other errors.
    pub(crate) fn note<T>(&mut self, looked_up: Result<T>) -> Result<Option<T>> {
        match looked_up {
            Ok(value) => Ok(Some(value)),
            Err(Error::NotLoaded { files }) => {
                self.files.extend(files);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// # Errors
    /// [`Error::NotLoaded`] if any files were noted.
    pub(crate) fn end(self) -> Result<()> {
        if self.files.is_empty() {
            return Ok(());
        }
        let files = self.files.into_vec();
        Err(Error::NotLoaded { files })
    }
}
