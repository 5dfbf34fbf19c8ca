//! A build that keeps no cache: nothing is found, and nothing is kept.

use std::path::Path;

use super::Key;

/// No entries.
#[derive(Debug)]
pub(crate) struct Database;

impl Database {
    /// Opens nothing, and says so.
    pub(crate) fn open(_folder: &Path, _path: &Path) -> (Self, Option<String>) {
        let advice = "caches are not in this build of soru, so everything is computed again; build it with \
                    `--features sqlite`, or use a released command";
        (Self, Some(advice.to_owned()))
    }

    #[expect(
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "a build with a database reads it"
    )]
    pub(crate) fn get(&mut self, _key: &Key) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
    }

    #[expect(
        clippy::unused_self,
        reason = "a build with a database keeps the entry"
    )]
    pub(crate) fn add(&mut self, _key: &Key, _content: &[u8]) -> bool {
        false
    }

    #[expect(
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "a build with a database writes it"
    )]
    pub(crate) fn finish(self) -> Result<(), String> {
        Ok(())
    }
}
