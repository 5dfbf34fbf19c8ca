//! How often a call has asked for what it lacks.

use std::collections::HashMap;

use crate::error::{Error, Result};

/// How often one call may ask for a file: again if the index let go of it meanwhile, but not without end.
const MOST_TIMES: u32 = 3;

/// The files that a call has asked for, and how often the bundle was opened anew for it.
#[derive(Debug, Default)]
pub(super) struct Asked {
    times: HashMap<String, u32>,
    renewals: u32,
}

impl Asked {
    /// Counts files that the call asks for.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if it asks for one again and again, which has not got what its directory says.
    pub(super) fn count(&mut self, files: &[String]) -> Result<()> {
        for file in files {
            let times = self.times.entry(file.clone()).or_default();
            *times += 1;
            if *times > MOST_TIMES {
                return Err(Error::Corrupt {
                    section: file.clone(),
                    detail: "it lacks a section".to_owned(),
                });
            }
        }
        Ok(())
    }

    /// Whether the bundle may be opened anew for this call once more.
    pub(super) fn may_renew(&mut self) -> bool {
        self.renewals += 1;
        self.renewals <= MOST_TIMES
    }

    /// Another build has other files.
    pub(super) fn begin_anew(&mut self) {
        self.times.clear();
    }
}
