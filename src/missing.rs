//! Collects the files that several look-ups need.

use crate::error::{Error, Result};
use crate::ordered::Set;

/// The missing files of several look-ups, to be fetched at once.
#[derive(Debug, Default)]
pub(crate) struct Missing {
    files: Set,
}

impl Missing {
    /// Returns the result of a look-up; none if it needs files first, which are noted.
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
