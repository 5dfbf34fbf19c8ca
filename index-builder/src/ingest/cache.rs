//! The cache: what readers made of pages, for the next build.
//!
//! A page is known by the SHA-256 of its bytes and of all that decides what its reader makes of
//! them: its path, the settings of `[input]`, and the readers themselves. What only the whole site
//! tells (titles, links, what a template repeats) is worked out anew in every build, so that a
//! build with a cache gives the same bytes as one without. How it is kept, `cache/` says.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use soru::index::format::sha256;

use super::page::{Page, Reason, Rejection};
use super::walk::Format;
use crate::cache::Cache as Entries;
use crate::cache::database::Key;
use crate::place::Problem;
use crate::project::InputSettings;

/// The name of the file in the cache's folder.
const FILE: &str = "pages.soru-cache";

/// Changes with the readers' sources and with the versions of what they are made of.
const READERS: &str = env!("SORU_READERS");

/// What readers made of pages in the build before, and in this one.
#[derive(Debug)]
pub(super) struct Cache {
    entries: Entries,
    /// Hash of what decides, besides a page itself, what its reader makes of it.
    context: [u8; 32],
    reused: AtomicU64,
    parsed: AtomicU64,
    /// In microseconds.
    saved: AtomicU64,
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
        Self {
            entries: Entries::open(folder, FILE),
            context: sha256(format!("{READERS} {settings:?}").as_bytes()),
            reused: AtomicU64::new(0),
            parsed: AtomicU64::new(0),
            saved: AtomicU64::new(0),
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
            if self.entries.keep(&key, &stored) {
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
        if self.entries.keep(&key, &stored) {
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
        let stored = self.entries.get(key)?;
        // What was written by other readers has another key.
        let kept = rmp_serde::from_slice(&stored).ok()?;
        Some((kept, stored))
    }

    /// Puts the cache of this build in the place of the one before; warnings besides.
    pub(super) fn finish(self) -> (CacheUse, Vec<Problem>) {
        let saved = Duration::from_micros(self.saved.into_inner());
        let used = CacheUse {
            reused: self.reused.into_inner(),
            parsed: self.parsed.into_inner(),
            saved_seconds: saved.as_secs_f64(),
        };
        (used, self.entries.finish())
    }
}
