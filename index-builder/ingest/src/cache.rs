//! Caches parsed pages for the next build.
//!
//! The key of a page is the SHA-256 of its bytes and of everything that affects parsing: its path,
//! the settings of `[input]`, the template of the folders above it, and the readers themselves.
//! Other values that depend on the whole site (titles, links) are computed anew in every build, so
//! a build with a cache writes the same bytes as one without. `cache/` describes the storage.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use soru::index::format::sha256;
use soru_files::cache::Cache as Entries;
use soru_files::cache::Key;
use soru_files::place::Problem;

use super::page::{ParsedPage, Rejection, SkipReason};
use super::template::PageRuns;
use super::walk::Format;
use crate::settings::InputSettings;

/// The name of the file in the cache's folder.
const FILE: &str = "pages.soru-cache";

/// The prefix of the key of a page's runs.
const RUNS: &[u8] = b"runs";

/// This value changes with the source of the readers and with the versions of their libraries.
const READERS: &str = env!("SORU_READERS");

/// Parsed pages of the previous build and of this one.
#[derive(Debug)]
pub(super) struct Cache {
    entries: Entries,
    /// Hash of everything besides the page that affects parsing.
    context: [u8; 32],
    reused: AtomicU64,
    parsed: AtomicU64,
    /// Saved time in microseconds.
    saved: AtomicU64,
}

/// The use of the cache in a build.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CacheUse {
    /// Pages that were not parsed again.
    pub reused: u64,
    /// Pages that were parsed.
    pub parsed: u64,
    /// Time that parsing the reused pages took originally, on one thread.
    pub saved_seconds: f64,
}

/// A stored page.
#[derive(Debug, Serialize, Deserialize)]
struct CachedPage {
    page: Result<ParsedPage, SkipReason>,
    /// Duration of parsing, in microseconds.
    took: u64,
}

impl Cache {
    /// Opens the cache in a folder, which is created if it does not exist.
    pub(super) fn open(folder: &Path, settings: &InputSettings) -> Self {
        Self {
            entries: Entries::open(folder, FILE),
            context: sha256(format!("{READERS} {settings:?}").as_bytes()),
            reused: AtomicU64::new(0),
            parsed: AtomicU64::new(0),
            saved: AtomicU64::new(0),
        }
    }

    /// Returns the stored page, or parses it with `read`.
    pub(super) fn page(
        &self,
        format: Format,
        path: &str,
        bytes: &[u8],
        template: &[u8],
        read: impl FnOnce() -> Result<ParsedPage, Rejection>,
    ) -> Result<ParsedPage, Rejection> {
        let key = self.key(&[&[format as u8], path.as_bytes(), bytes, template]);
        if let Some((cached, stored)) = self.cached(&key) {
            // The survey has read some pages already.
            if self.entries.keep(&key, &stored) {
                self.reused.fetch_add(1, Ordering::Relaxed);
                self.saved.fetch_add(cached.took, Ordering::Relaxed);
            }
            return cached.page.map_err(Rejection::Skipped);
        }
        let start = Instant::now();
        let page = read();
        let took = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        let page = match page {
            Ok(page) => Ok(page),
            Err(Rejection::Skipped(reason)) => Err(reason),
            Err(fault) => return Err(fault),
        };
        let cached = CachedPage { page, took };
        let stored = rmp_serde::to_vec(&cached).unwrap_or_default();
        // A document that exceeded its time limit on a busy computer may be readable next time, so
        // it is not cached.
        let is_late =
            format == Format::Document && matches!(cached.page, Err(SkipReason::TooComplex(_)));
        if is_late || self.entries.keep(&key, &stored) {
            self.parsed.fetch_add(1, Ordering::Relaxed);
        }
        cached.page.map_err(Rejection::Skipped)
    }

    /// Returns the runs of a page for the survey of the template.
    pub(super) fn page_runs(
        &self,
        path: &str,
        bytes: &[u8],
        read: impl FnOnce() -> Option<PageRuns>,
    ) -> Option<PageRuns> {
        let key = self.key(&[RUNS, path.as_bytes(), bytes]);
        let stored = self.entries.get(&key);
        let cached = stored.and_then(|stored| {
            let runs = rmp_serde::from_slice(&stored).ok();
            self.entries.keep(&key, &stored);
            runs
        });
        cached.unwrap_or_else(|| {
            let runs = read();
            self.entries
                .keep(&key, &rmp_serde::to_vec(&runs).unwrap_or_default());
            runs
        })
    }

    fn key(&self, parts: &[&[u8]]) -> Key {
        let mut all = self.context.to_vec();
        all.extend(parts.iter().flat_map(|part| sha256(part)));
        sha256(&all)
    }

    fn cached(&self, key: &Key) -> Option<(CachedPage, Vec<u8>)> {
        let stored = self.entries.get(key)?;
        // Entries of other reader versions have another key.
        let cached = rmp_serde::from_slice(&stored).ok()?;
        Some((cached, stored))
    }

    /// Replaces the cache of the previous build with the cache of this build. Returns its use, and
    /// warnings.
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
