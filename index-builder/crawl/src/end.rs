//! The end of a crawl before everything was visited.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::CrawlOptions;
use super::report::CrawlReport;

/// The reason why a crawl ended before it visited every address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CrawlEnd {
    Pages,
    Bytes,
    Time,
    Interrupted,
    Silent,
    Busy(u64),
}

impl CrawlEnd {
    /// Returns the reason to end now, if there is one.
    pub(super) fn of(
        options: &CrawlOptions,
        report: &CrawlReport,
        stop: &AtomicBool,
        until: Instant,
    ) -> Option<Self> {
        Some(match () {
            () if stop.load(Ordering::Relaxed) => Self::Interrupted,
            () if Instant::now() >= until => Self::Time,
            () if report.pages >= options.max_pages => Self::Pages,
            () if report.bytes >= options.max_bytes => Self::Bytes,
            () => return None,
        })
    }

    /// Whether the next crawl starts over, because this one reached its goal.
    pub(super) fn is_complete(self) -> bool {
        matches!(self, Self::Pages | Self::Bytes)
    }

    pub(super) fn describe(self) -> String {
        match self {
            Self::Pages => "at --max-pages; increase it to crawl the rest of the site".to_owned(),
            Self::Bytes => "at --max-bytes; increase it to crawl the rest of the site".to_owned(),
            Self::Time => {
                "at --max-time; the next crawl into this folder continues from here".to_owned()
            }
            Self::Interrupted => {
                "interrupted; the next crawl into this folder continues from here".to_owned()
            }
            Self::Silent => {
                "the server no longer answers; check that it is running, and crawl again: the \
                 crawl continues from here"
                    .to_owned()
            }
            Self::Busy(seconds) => format!(
                "the server asks for a pause of {seconds} s (Retry-After); crawl again after it: \
                 the crawl continues from here"
            ),
        }
    }
}
