//! The crawl: copies the pages of an online site into a folder.
//!
//! It starts at one address and follows links and sitemaps within one host and path. It writes
//! pages into a folder that `soru build` reads like any other, with a hidden file that has the
//! address of each page. With that file the next crawl requests only changed pages, and an
//! interrupted crawl resumes. It renders nothing: it reports pages that need scripts.
//!
//! It respects servers: it obeys robots.txt, `nofollow` and `Retry-After`, and limits its rate. It
//! treats responses as hostile: it bounds every body, list and number, and refuses addresses of
//! private networks after resolving the name (`private_network`).
//!
//! | file | holds |
//! |---|---|
//! | `scope.rs` | the addresses of the crawl, and their normal form |
//! | `robots/`, `sitemap.rs` | the rules of the site for crawlers |
//! | `traps.rs` | endless addresses: calendars, query strings, ever deeper paths |
//! | `frontier.rs` | the queue of addresses |
//! | `pace.rs`, `fetch.rs` | requests |
//! | `page.rs` | interprets responses |
//! | `files.rs` | the file of each address |
//! | `state.rs` | the records of addresses for the next crawl |
//! | `run.rs`, `begin.rs`, `end.rs` | the threads; the start and the end of a crawl |
//! | `silence.rs` | whether the host still answers |
//! | `record.rs`, `same.rs` | the findings of the threads; pages with the same text |
//! | `outcome.rs`, `report.rs` | the results and their report |
//! | `listing.rs` | the addresses of one file |
//!
//! # Adding a trap
//! A variant of `traps::Trap` with the words of the report, its rule in `traps::Traps::judge`, a
//! page in the site of the tests.

mod begin;
mod end;
mod fetch;
mod files;
mod frontier;
mod listing;
mod outcome;
mod pace;
mod page;
mod record;
mod report;
mod robots;
mod run;
mod same;
mod scope;
mod silence;
mod sitemap;
mod state;
#[cfg(test)]
mod tests;
mod traps;

use std::path::PathBuf;
use std::time::Duration;

use url::Url;

pub use self::listing::Listing;
pub use self::report::{CrawlReport, Group};
pub use self::run::crawl;
pub(crate) use self::sitemap::read as read_sitemap;

/// The user agent, which is also the name in robots.txt.
pub const USER_AGENT: &str = concat!(
    "soru/",
    env!("CARGO_PKG_VERSION"),
    " (site search; soru crawl)"
);

/// The options of a crawl.
#[derive(Debug, Clone)]
pub struct CrawlOptions {
    /// The start address; its folder bounds the crawl.
    pub start: Url,
    /// The folder to write to.
    pub folder: PathBuf,
    /// Pages that are kept, at most.
    pub max_pages: usize,
    /// Bytes that are received and unpacked, at most.
    pub max_bytes: u64,
    /// Links from the start to a page, at most.
    pub max_depth: usize,
    /// Time that it takes, at most.
    pub max_time: Duration,
    /// Requests a second; 0 for as many as the server answers.
    pub rate: f64,
    /// Requests at a time.
    pub concurrency: usize,
    /// Patterns of paths that are visited; empty for all.
    pub include: Vec<String>,
    /// Patterns of paths that are not visited.
    pub exclude: Vec<String>,
    /// The user agent.
    pub user_agent: String,
    /// Whether names may resolve to addresses of private networks.
    pub allow_private: bool,
    /// Bytes of a page, at most.
    pub page_bytes: u64,
    /// Bytes of a document, at most.
    pub document_bytes: u64,
    /// Timeout of a request.
    pub patience: Duration,
}

impl CrawlOptions {
    /// Returns the default options of the command line.
    #[must_use]
    pub fn new(start: Url, folder: PathBuf) -> Self {
        Self {
            start,
            folder,
            max_pages: 10_000,
            max_bytes: 2_000_000_000,
            max_depth: 30,
            max_time: Duration::from_hours(1),
            rate: 5.0,
            concurrency: 2,
            include: Vec::new(),
            exclude: Vec::new(),
            user_agent: USER_AGENT.to_owned(),
            allow_private: false,
            page_bytes: 10_000_000,
            document_bytes: 50_000_000,
            patience: Duration::from_mins(1),
        }
    }
}

/// The progress of a crawl.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CrawlProgress {
    /// Pages kept.
    pub pages: usize,
    /// Addresses known and not visited yet.
    pub waiting: usize,
    /// Bytes received.
    pub bytes: u64,
}
