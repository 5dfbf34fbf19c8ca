//! Counts a call's requests for missing files.

use std::collections::HashMap;

use crate::error::{Error, Result};

/// Maximum requests of one call for a file: again if the index has evicted it meanwhile, but not forever.
const MOST_TIMES: u32 = 3;

/// The files that a call has requested, and the number of times the bundle was reopened for it.
#[derive(Debug, Default)]
pub(super) struct Asked {
    times: HashMap<String, u32>,
    renewals: u32,
}

impl Asked {
    /// Counts the files that the call requests.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if it requests a file too often, which then lacks a section that its directory lists.
    pub(super) fn count(&mut self, files: &[String]) -> Result<()> {
        for file in files {
            let times = self.times.entry(file.clone()).or_default();
            *times += 1;
            if *times > MOST_TIMES {
                return Err(Error::Corrupt {
                    section: file.clone(),
                    detail: "it lacks a section".into(),
                });
            }
        }
        Ok(())
    }

    /// Returns whether the bundle may be reopened once more for this call.
    pub(super) fn may_renew(&mut self) -> bool {
        self.renewals += 1;
        self.renewals <= MOST_TIMES
    }

    /// Starts again: another build has other files.
    pub(super) fn begin_anew(&mut self) {
        self.times.clear();
    }
}
