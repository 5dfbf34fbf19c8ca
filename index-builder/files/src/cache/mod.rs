//! Caches: results of the previous build, by the hash of their inputs.
//!
//! A damaged cache costs time and gives a warning; an entry is used only if its checksum matches.
//! Entries that a build does not request are absent from the next.
//!
//! | file | does |
//! |---|---|
//! | `file.rs` | the file: concatenated entries, read on demand |
//!
//! `ingest/cache.rs` caches parsed pages, and counts what that saved.

mod file;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

pub use self::file::Key;
use self::file::{Entries, Writer};
use crate::place::{Place, Problem};

/// Bytes by the hash of their source.
#[derive(Debug)]
pub struct Cache {
    file: PathBuf,
    before: Mutex<Entries>,
    now: Mutex<Writer>,
    warnings: Mutex<Vec<String>>,
}

impl Cache {
    /// Opens the file `name` in a folder, which is created if absent.
    #[must_use]
    pub fn open(folder: &Path, name: &str) -> Self {
        let file = folder.join(name);
        let mut warnings = Vec::new();
        let before = Entries::open(&file).unwrap_or_else(|problem| {
            warnings.push(problem);
            Entries::default()
        });
        let now = Writer::create(folder, &file).unwrap_or_else(|problem| {
            warnings.push(problem);
            Writer::default()
        });
        warnings.extend(before.damage.clone());
        Self {
            file,
            before: Mutex::new(before),
            now: Mutex::new(now),
            warnings: Mutex::new(warnings),
        }
    }

    /// The entry of the previous build, if intact.
    pub fn get(&self, key: &[u8; 32]) -> Option<Vec<u8>> {
        let found = lock(&self.before).get(key);
        found.unwrap_or_else(|problem| {
            lock(&self.warnings).push(problem);
            None
        })
    }

    /// Keeps an entry for the next build; returns whether it is new in this build.
    pub fn keep(&self, key: &[u8; 32], content: &[u8]) -> bool {
        lock(&self.now).add(key, content)
    }

    /// Replaces the previous cache by that of this build; returns warnings.
    #[must_use]
    pub fn finish(self) -> Vec<Problem> {
        // An open file cannot be replaced everywhere.
        drop(into_inner(self.before));
        let mut warnings = into_inner(self.warnings);
        warnings.extend(into_inner(self.now).finish(&self.file).err());
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
