//! The crawl: the pages of a site that exists online, as files in a folder.
//!
//! From one address, along links and sitemaps, within one host and path. What comes is written into a folder
//! that `soru build` reads as any other, with a hidden file that knows the address of each page, so that the next
//! crawl asks for changes only and an interrupted one goes on. Nothing is rendered: a page that scripts have to
//! write first is reported.
//!
//! Servers are others': robots.txt, `nofollow` and `Retry-After` are obeyed, and requests have a pace. What they
//! send is hostile: every body, list and number is bounded, addresses of private networks are refused after the
//! name was looked up (`private_network`).
//!
//! | file | holds |
//! |---|---|
//! | `scope.rs` | which addresses belong to the crawl, and how they are written |
//! | `robots.rs`, `sitemap.rs` | what the site says to crawlers |
//! | `traps.rs` | addresses without end: calendars, query strings, ever deeper paths |
//! | `frontier.rs` | which addresses are next |
//! | `pace.rs`, `fetch.rs` | requests |
//! | `page.rs` | what becomes of a response |
//! | `files.rs` | which file an address has |
//! | `state.rs` | what is known of addresses for the next crawl |
//! | `run.rs`, `begin.rs`, `end.rs` | the threads; how a crawl begins, and why it ends |
//! | `record.rs`, `same.rs` | what they find, put together; pages with the same text |
//! | `outcome.rs`, `report.rs` | what is told |
//! | `listing.rs` | what it reads of one file alone |
//!
//! # Adding a trap
//! A variant of `traps::Trap` with the words of the report, its rule in `traps::Traps::judge`, a page in the
//! site of the tests.

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
mod sitemap;
mod state;
#[cfg(test)]
mod tests;
mod traps;

use std::path::PathBuf;
use std::time::Duration;

use url::Url;

pub use self::listing::Listing;
pub use self::report::{Group, Report};
pub use self::run::crawl;

/// How the crawl calls itself, and its name in robots.txt.
pub const USER_AGENT: &str = concat!(
    "soru/",
    env!("CARGO_PKG_VERSION"),
    " (site search; soru crawl)"
);

/// What to crawl, and how far.
#[derive(Debug, Clone)]
pub struct Order {
    /// Where it starts; its folder bounds the crawl.
    pub start: Url,
    /// The folder to write to.
    pub folder: PathBuf,
    /// Pages that are kept, at most.
    pub max_pages: usize,
    /// Bytes that are received, at most.
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
    /// How it calls itself.
    pub user_agent: String,
    /// Whether names may stand for addresses of private networks.
    pub allow_private: bool,
    /// Bytes of a page, at most.
    pub page_bytes: u64,
    /// Bytes of a document, at most.
    pub document_bytes: u64,
    /// How long a request may take.
    pub patience: Duration,
}

impl Order {
    /// A crawl as the command line does it if nothing else is said.
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

/// How far a crawl is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Pages kept.
    pub pages: usize,
    /// Addresses known and not visited yet.
    pub waiting: usize,
    /// Bytes received.
    pub bytes: u64,
}
