//! Caches: what was worked out in the build before, by the hash of what it was worked out from.
//!
//! A cache that is damaged costs time and is warned of; nothing is taken from it that its checksum
//! does not vouch for. What a build did not ask for is gone in the next.
//!
//! | file | does |
//! |---|---|
//! | `file.rs` | the file: entries one behind the other, read where they are needed |
//!
//! What readers made of pages is kept by `ingest/cache.rs`, which counts what that saved.

pub(crate) mod file;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use self::file::{Entries, Writer};
use crate::place::{Place, Problem};

/// Bytes by the hash of what they were made from.
#[derive(Debug)]
pub struct Cache {
    file: PathBuf,
    before: Mutex<Entries>,
    now: Mutex<Writer>,
    warnings: Mutex<Vec<String>>,
}

impl Cache {
    /// The file `name` in a folder, which is made if it is not there.
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

    /// What the build before has kept, if it is whole.
    pub fn get(&self, key: &[u8; 32]) -> Option<Vec<u8>> {
        let found = lock(&self.before).get(key);
        found.unwrap_or_else(|problem| {
            lock(&self.warnings).push(problem);
            None
        })
    }

    /// Keeps it for the next build; says whether this build had not kept it yet.
    pub fn keep(&self, key: &[u8; 32], content: &[u8]) -> bool {
        lock(&self.now).add(key, content)
    }

    /// Puts the cache of this build in the place of the one before; gives warnings.
    #[must_use]
    pub fn finish(self) -> Vec<Problem> {
        // The file is replaced: it must not be open.
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
