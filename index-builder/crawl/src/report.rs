//! The report of a crawl: for people, and as JSON for scripts.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use soru_files::size::bytes;

use super::outcome::PageOutcome;

/// Examples printed for each reason.
const EXAMPLES: usize = 3;

/// Addresses kept for each reason; more are only counted.
const MOST: usize = 1_000;

/// The report of a crawl.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CrawlReport {
    /// The start address.
    pub start: String,
    /// The folder written to.
    pub out: String,
    /// Pages in the folder.
    pub pages: usize,
    /// Number of these pages that are PDF files or files of word processors and presentations.
    pub documents: usize,
    /// Requests.
    pub requests: usize,
    /// Requests that the server answered with "not modified".
    pub not_modified: usize,
    /// Pages that are new or have changed since the previous crawl.
    pub changed: usize,
    /// Pages that an interrupted crawl had already copied.
    pub resumed: usize,
    /// Pages of the previous crawl that no longer exist.
    pub removed: usize,
    /// Bytes received, including bytes of addresses that are not pages. For a compressed body, the
    /// decompressed size counts if it is larger.
    pub bytes: u64,
    /// Links to other hosts and folders, which were not followed.
    pub links_out: usize,
    /// Links marked `nofollow`.
    pub nofollow: usize,
    /// The reason for ending before every address was visited.
    pub stopped: Option<String>,
    /// Addresses without a page in the folder, by reason.
    pub skipped: Vec<Group>,
    /// Warnings.
    pub warnings: Vec<String>,
    /// Duration in seconds.
    pub seconds: f64,
}

/// Addresses with the same outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// The reason.
    pub reason: String,
    /// Whether the group needs no action.
    pub intended: bool,
    /// Number of addresses.
    pub count: usize,
    /// The first thousand addresses, with details.
    pub pages: Vec<String>,
}

/// Addresses by outcome, collected during the crawl.
#[derive(Debug, Default)]
pub(super) struct Skipped(BTreeMap<PageOutcome, (usize, Vec<String>)>);

impl Skipped {
    pub(super) fn add(&mut self, outcome: PageOutcome, describe: impl FnOnce() -> String) {
        let (count, pages) = self.0.entry(outcome).or_default();
        *count += 1;
        if pages.len() < MOST {
            pages.push(describe());
        }
    }

    /// Returns the groups with sorted addresses, because their order in the crawl depends on the
    /// server.
    pub(super) fn groups(self) -> Vec<Group> {
        let groups = self.0.into_iter().map(|(outcome, (count, mut pages))| {
            pages.sort();
            Group {
                reason: outcome.group().to_owned(),
                intended: outcome.is_intended(),
                count,
                pages,
            }
        });
        groups.collect()
    }
}

impl CrawlReport {
    /// Whether anything unintended happened.
    pub fn has_concerns(&self) -> bool {
        self.stopped.is_some()
            || !self.warnings.is_empty()
            || self.skipped.iter().any(|group| !group.intended)
    }
}

impl fmt::Display for CrawlReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "site      {}", self.start)?;
        writeln!(
            f,
            "pages     {}, including {} documents",
            self.pages, self.documents
        )?;
        let (changed, removed) = (self.changed, self.removed);
        writeln!(f, "changes   {changed} new or changed, {removed} removed")?;
        let (requests, same) = (self.requests, self.not_modified);
        writeln!(
            f,
            "requests  {requests}, {same} answered with \"not modified\""
        )?;
        if self.resumed > 0 {
            writeln!(
                f,
                "resumed   {} pages of the interrupted crawl",
                self.resumed
            )?;
        }
        writeln!(f, "received  {}", bytes(self.bytes))?;
        let (out, nofollow) = (self.links_out, self.nofollow);
        writeln!(
            f,
            "links     {out} to other sites, {nofollow} marked nofollow"
        )?;
        for group in &self.skipped {
            group.fmt(f)?;
        }
        for warning in &self.warnings {
            writeln!(f, "warning   {warning}")?;
        }
        if let Some(why) = &self.stopped {
            writeln!(f, "stopped   {why}")?;
        }
        writeln!(f, "folder    {}", self.out)?;
        write!(f, "time      {:.1} s", self.seconds)
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "skipped   {}: {}", self.count, self.reason)?;
        for page in self.pages.iter().take(EXAMPLES) {
            writeln!(f, "            {page}")?;
        }
        match self.count.saturating_sub(EXAMPLES) {
            0 => Ok(()),
            more => writeln!(f, "            ... and {more} more"),
        }
    }
}
