//! Caches: results of the previous build, by the hash of their inputs.
//!
//! A damaged cache costs time and gives a warning; an entry is used only if its checksum matches.
//! Entries that a build does not request are absent from the next.
//!
//! | file | does |
//! |---|---|
//! | `database.rs` | the file: an SQLite database |
//!
//! `ingest/src/cache.rs` caches parsed pages, and measures the saved time.

mod database;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use self::database::Database;
use crate::place::{Place, Problem};

/// The key of an entry.
pub type Key = [u8; 32];

/// Bytes by the hash of their source.
#[derive(Debug)]
pub struct Cache {
    file: PathBuf,
    database: Mutex<Database>,
    warnings: Mutex<Vec<String>>,
}

impl Cache {
    /// Opens the file `name` in a folder, which is created if absent.
    pub fn open(folder: &Path, name: &str) -> Self {
        let file = folder.join(name);
        let (database, warning) = Database::open(folder, &file);
        Self {
            file,
            database: Mutex::new(database),
            warnings: Mutex::new(warning.into_iter().collect()),
        }
    }

    /// Returns the entry of the previous build, if it is intact.
    pub fn get(&self, key: &[u8; 32]) -> Option<Vec<u8>> {
        let found = lock(&self.database).get(key);
        found.unwrap_or_else(|problem| {
            lock(&self.warnings).push(problem);
            None
        })
    }

    /// Keeps an entry for the next build; returns whether it is new in this build.
    pub fn keep(&self, key: &[u8; 32], content: &[u8]) -> bool {
        lock(&self.database).add(key, content)
    }

    /// Replaces the entries of the previous build with the entries of this one; returns warnings.
    pub fn finish(self) -> Vec<Problem> {
        let mut warnings = into_inner(self.warnings);
        warnings.extend(into_inner(self.database).finish().err());
        warnings.sort_unstable();
        warnings.dedup();
        let place = Place::file(&self.file);
        warnings
            .into_iter()
            .map(|warning| place.problem(warning))
            .collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
