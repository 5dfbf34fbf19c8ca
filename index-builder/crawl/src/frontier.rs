//! The frontier: decides which addresses are visited, in the order in which they were found.

use std::collections::{HashSet, VecDeque};

use globset::GlobSet;
use soru_ingest::globs;
use url::Url;

use super::CrawlOptions;
use super::outcome::PageOutcome;
use super::report::Skipped;
use super::robots::Robots;
use super::scope::Scope;
use super::traps::Traps;

/// The maximum number of addresses in a crawl. A larger site is assumed to be endless.
pub(super) const MOST_SEEN: usize = 500_000;

/// Extensions of files that are neither pages nor documents.
const OTHER: [&str; 55] = [
    "7z", "aac", "apk", "avi", "avif", "bin", "bmp", "bz2", "css", "csv", "dmg", "dwg", "eot",
    "eps", "exe", "flv", "gif", "gz", "heic", "ico", "ics", "iso", "jar", "jpeg", "jpg", "js",
    "json", "m4a", "map", "mjs", "mkv", "mov", "mp3", "mp4", "mpeg", "ods", "ogg", "otf", "png",
    "psd", "rar", "svg", "tar", "tif", "tiff", "ttf", "wasm", "wav", "webm", "webp", "woff",
    "woff2", "xls", "xlsx", "zip",
];

/// An address to visit.
#[derive(Debug, Clone)]
pub(super) struct Visit {
    pub(super) url: Url,
    /// Number of links from the start.
    pub(super) depth: usize,
    /// The page that led to it.
    pub(super) from: Option<Url>,
    /// Number of earlier attempts.
    pub(super) tries: u8,
}

impl Visit {
    /// The address, with the page that led to it.
    pub(super) fn describe(&self) -> String {
        match &self.from {
            Some(from) => format!("{} (on {from})", self.url),
            None => self.url.to_string(),
        }
    }
}

/// The addresses found so far.
pub(super) struct Frontier {
    queue: VecDeque<Visit>,
    /// Addresses that failed, to be retried at the end.
    failed: Vec<Visit>,
    seen: HashSet<Url>,
    /// Pages of the previous crawl.
    known: HashSet<Url>,
    pub(super) traps: Traps,
    scope: Scope,
    robots: Robots,
    include: GlobSet,
    exclude: GlobSet,
    max_depth: usize,
    /// Links to other hosts and folders.
    pub(super) links_out: usize,
}

impl Frontier {
    /// Creates a frontier that contains only the start.
    ///
    /// # Errors
    /// If a pattern is invalid.
    pub(super) fn new(
        options: &CrawlOptions,
        scope: Scope,
        robots: Robots,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            queue: VecDeque::new(),
            failed: Vec::new(),
            seen: HashSet::new(),
            known: HashSet::new(),
            traps: Traps::default(),
            scope,
            robots,
            include: globs(&options.include, "--include")?,
            exclude: globs(&options.exclude, "--exclude")?,
            max_depth: options.max_depth,
            links_out: 0,
        })
    }

    /// Adds the pages of the previous crawl. The check for traps counts them first, so every crawl
    /// keeps the same pages, whatever the order in which it finds them.
    pub(super) fn know(&mut self, pages: impl Iterator<Item = Url>) {
        for url in pages {
            if self.traps.judge(&url, false).is_none() {
                self.known.insert(url);
            }
        }
    }

    /// Returns the next address. It skips addresses that have turned out to be the same page since
    /// they were queued.
    pub(super) fn next(&mut self, skipped: &mut Skipped) -> Option<Visit> {
        loop {
            let visit = self.queue.pop_front()?;
            if matches(&self.include, &visit.url) || !self.traps.is_known(&visit.url) {
                return Some(visit);
            }
            skipped.add(PageOutcome::TrapSame, || visit.describe());
        }
    }

    /// Queues an address again.
    pub(super) fn again(&mut self, visit: Visit) {
        self.queue.push_front(visit);
    }

    /// Queues an address that failed for the end of the crawl.
    pub(super) fn at_end(&mut self, visit: Visit) {
        self.failed.push(visit);
    }

    /// Queues the failed addresses again, and returns whether there are any.
    pub(super) fn retry(&mut self) -> bool {
        self.queue.extend(self.failed.drain(..));
        !self.queue.is_empty()
    }

    /// Whether the frontier accepts no further address.
    pub(super) fn is_full(&self) -> bool {
        self.seen.len() >= MOST_SEEN
    }

    pub(super) fn len(&self) -> usize {
        self.queue.len() + self.failed.len()
    }

    /// Returns the address of a page as the crawl writes it, if the page belongs to the crawl.
    pub(super) fn own(&self, url: &Url) -> Option<Url> {
        let written = self.scope.write(url, "")?.url;
        self.scope.is_below(&written).then_some(written)
    }

    /// Adds a link. Returns its address, if the address belongs to the crawl.
    pub(super) fn admit(
        &mut self,
        base: &Url,
        href: &str,
        depth: usize,
        from: Option<&Url>,
        skipped: &mut Skipped,
    ) -> Option<Url> {
        // Many links point to a place on their own page.
        if href.starts_with('#') {
            return None;
        }
        let written = self
            .scope
            .write(base, href)
            .filter(|written| self.scope.is_below(&written.url));
        let Some(written) = written else {
            self.links_out += 1;
            return None;
        };
        let visit = Visit {
            url: written.url,
            depth,
            from: from.cloned(),
            tries: 0,
        };
        let url = visit.url.clone();
        if written.had_session {
            skipped.add(PageOutcome::Session, || visit.describe());
        }
        if self.is_full() || !self.seen.insert(url.clone()) {
            return Some(url);
        }
        match self.objection(&visit) {
            Some(outcome) => skipped.add(outcome, || visit.describe()),
            None => self.queue.push_back(visit),
        }
        Some(url)
    }

    /// Returns the reason not to visit an address, if there is one.
    fn objection(&mut self, visit: &Visit) -> Option<PageOutcome> {
        let url = &visit.url;
        let is_start = visit.from.is_none() && visit.depth == 0;
        if is_other(url) {
            return Some(PageOutcome::OtherType);
        }
        if !self.robots.allows(url) {
            return Some(PageOutcome::Robots);
        }
        let is_named = matches(&self.include, url);
        let is_included = self.include.is_empty() || is_named || is_start;
        if !is_included || matches(&self.exclude, url) {
            return Some(PageOutcome::Excluded);
        }
        if visit.depth > self.max_depth {
            return Some(PageOutcome::Deep);
        }
        if self.known.contains(url) {
            return None;
        }
        self.traps.judge(url, is_named).map(PageOutcome::from)
    }
}

/// Patterns match paths, with or without the query.
fn matches(patterns: &GlobSet, url: &Url) -> bool {
    let path = url.path().trim_start_matches('/');
    let with_query = || url.query().map(|query| format!("{path}?{query}"));
    patterns.is_match(path) || with_query().is_some_and(|whole| patterns.is_match(whole))
}

fn is_other(url: &Url) -> bool {
    let name = url.path().rsplit('/').next().unwrap_or_default();
    let Some((_, extension)) = name.rsplit_once('.') else {
        return false;
    };
    // An address such as `download.php?file=a.zip` may return any type.
    OTHER
        .iter()
        .any(|other| extension.eq_ignore_ascii_case(other))
}
