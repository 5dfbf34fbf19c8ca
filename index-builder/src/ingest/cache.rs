//! The cache: what readers made of pages, for the next build.
//!
//! A page is known by the SHA-256 of its bytes and of all that decides what its reader makes of
//! them: its path, the settings of `[input]`, and the readers themselves. What only the whole site
//! tells (titles, links, what a template repeats) is worked out anew in every build, so that a
//! build with a cache gives the same bytes as one without. A cache that is damaged costs time and
//! is warned of; nothing is taken from it that its checksum does not vouch for.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use soru::index::format::sha256;

use super::page::{Page, Reason, Rejection};
use super::walk::Format;
use crate::cache::file::{Entries, Key, Writer};
use crate::place::{Place, Problem};
use crate::project::InputSettings;

/// The name of the file in the cache's folder.
const FILE: &str = "pages.soru-cache";

/// Changes with the readers' sources and with the versions of what they are made of.
const READERS: &str = env!("SORU_READERS");

/// What readers made of pages in the build before, and in this one.
#[derive(Debug)]
pub(super) struct Cache {
    file: PathBuf,
    /// Hash of what decides, besides a page itself, what its reader makes of it.
    context: [u8; 32],
    before: Mutex<Entries>,
    now: Mutex<Writer>,
    reused: AtomicU64,
    parsed: AtomicU64,
    /// In microseconds.
    saved: AtomicU64,
    warnings: Mutex<Vec<String>>,
}

/// What the cache was good for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CacheUse {
    /// Pages that were not parsed again.
    pub reused: u64,
    /// Pages that were parsed.
    pub parsed: u64,
    /// How long parsing the reused pages took when they were parsed, on one thread.
    pub saved_seconds: f64,
}

/// What is kept of a page.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    page: Result<Page, Reason>,
    /// How long reading it took, in microseconds.
    took: u64,
}

impl Cache {
    /// The cache in a folder, which is made if it is not there.
    pub(super) fn open(folder: &Path, settings: &InputSettings) -> Self {
        let file = folder.join(FILE);
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
            context: sha256(format!("{READERS} {settings:?}").as_bytes()),
            before: Mutex::new(before),
            now: Mutex::new(now),
            reused: AtomicU64::new(0),
            parsed: AtomicU64::new(0),
            saved: AtomicU64::new(0),
            warnings: Mutex::new(warnings),
        }
    }

    /// What a reader made of a page, or makes of it now.
    pub(super) fn page(
        &self,
        format: Format,
        path: &str,
        bytes: &[u8],
        read: impl FnOnce() -> Result<Page, Rejection>,
    ) -> Result<Page, Rejection> {
        let key = self.key(format, path, bytes);
        if let Some((kept, stored)) = self.kept(&key) {
            // The survey has read some pages already.
            if lock(&self.now).add(&key, &stored) {
                self.reused.fetch_add(1, Ordering::Relaxed);
                self.saved.fetch_add(kept.took, Ordering::Relaxed);
            }
            return kept.page.map_err(Rejection::Skipped);
        }
        let start = Instant::now();
        let page = read();
        let took = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        let page = match page {
            Ok(page) => Ok(page),
            Err(Rejection::Skipped(reason)) => Err(reason),
            Err(fault) => return Err(fault),
        };
        let kept = Kept { page, took };
        let stored = rmp_serde::to_vec(&kept).unwrap_or_default();
        if lock(&self.now).add(&key, &stored) {
            self.parsed.fetch_add(1, Ordering::Relaxed);
        }
        kept.page.map_err(Rejection::Skipped)
    }

    fn key(&self, format: Format, path: &str, bytes: &[u8]) -> Key {
        let mut all = self.context.to_vec();
        all.push(format as u8);
        all.extend(sha256(path.as_bytes()));
        all.extend(sha256(bytes));
        sha256(&all)
    }

    fn kept(&self, key: &Key) -> Option<(Kept, Vec<u8>)> {
        let stored = match lock(&self.before).get(key) {
            Ok(stored) => stored?,
            Err(problem) => {
                lock(&self.warnings).push(problem);
                return None;
            }
        };
        // What was written by other readers has another key.
        let kept = rmp_serde::from_slice(&stored).ok()?;
        Some((kept, stored))
    }

    /// Puts the cache of this build in the place of the one before; warnings besides.
    pub(super) fn finish(self) -> (CacheUse, Vec<Problem>) {
        let mut warnings = into_inner(self.warnings);
        // The file is replaced: it must not be open.
        drop(into_inner(self.before));
        warnings.extend(into_inner(self.now).finish(&self.file).err());
        warnings.sort_unstable();
        warnings.dedup();
        let saved = Duration::from_micros(self.saved.into_inner());
        let used = CacheUse {
            reused: self.reused.into_inner(),
            parsed: self.parsed.into_inner(),
            saved_seconds: saved.as_secs_f64(),
        };
        let place = Place::file(&self.file);
        let told = warnings.into_iter().map(|warning| place.problem(warning));
        (used, told.collect())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
