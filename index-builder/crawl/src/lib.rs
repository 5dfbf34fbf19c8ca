//! Crawls an online site: copies its pages into a folder.
//!
//! A crawl starts at one address and follows links and sitemaps within one host and path. It writes
//! pages into a folder that `soru build` reads like any other. A hidden file there stores the
//! address of each page. With that file the next crawl requests only changed pages, and an
//! interrupted crawl resumes. A crawl runs no scripts: it reports pages that need them.
//!
//! A crawl respects servers: it obeys robots.txt, `nofollow` and `Retry-After`, and limits its
//! rate. It treats responses as hostile: it limits the size of every body, list and number, and
//! refuses addresses of private networks after resolving the name ([`private_network`]).
//!
//! | file | holds |
//! |---|---|
//! | `scope.rs` | the addresses of the crawl, and their normal form |
//! | `robots/` | the rules of the site for crawlers |
//! | `traps.rs` | endless addresses: calendars, query strings, ever deeper paths |
//! | `frontier.rs` | the queue of addresses |
//! | `pace.rs`, `fetch.rs` | requests |
//! | `private_network.rs` | rejects addresses of private networks |
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
//! Add a variant to `traps::Trap` with its text for the report, its rule to `traps::Traps::judge`,
//! and a page to the site of the tests.

mod begin;
mod end;
mod fetch;
mod files;
mod frontier;
mod listing;
mod outcome;
mod pace;
mod page;
pub mod private_network;
mod record;
mod report;
mod robots;
mod run;
mod same;
mod scope;
mod silence;
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
    /// The maximum number of pages to keep.
    pub max_pages: usize,
    /// The maximum number of bytes to receive, counted after decompression.
    pub max_bytes: u64,
    /// The maximum number of links from the start to a page.
    pub max_depth: usize,
    /// The maximum duration.
    pub max_time: Duration,
    /// The maximum number of requests per second; 0 for no limit.
    pub rate: f64,
    /// The maximum number of parallel requests.
    pub concurrency: usize,
    /// Patterns of paths to visit; empty for all paths.
    pub include: Vec<String>,
    /// Patterns of paths to skip.
    pub exclude: Vec<String>,
    /// The user agent.
    pub user_agent: String,
    /// Whether names may resolve to addresses of private networks.
    pub allow_private: bool,
    /// The maximum size of a page in bytes.
    pub page_bytes: u64,
    /// The maximum size of a document in bytes.
    pub document_bytes: u64,
    /// Timeout of a request.
    pub patience: Duration,
}

impl CrawlOptions {
    /// Returns the default options of the command line.
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
    /// Known addresses that are not visited yet.
    pub waiting: usize,
    /// Bytes received.
    pub bytes: u64,
}
