//! Runs a crawl: threads take addresses from the frontier, request them and record the results.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use url::Url;

use super::begin::settle_start;
use super::end::CrawlEnd;
use super::fetch::{Body, BodyLimits, Client, FetchResult, Validators};
use super::files::FileKind;
use super::frontier::{Frontier, Visit};
use super::outcome::PageOutcome;
use super::pace::Pace;
use super::page::PageLinks;
use super::record::{Crawled, links_of};
use super::report::CrawlReport;
use super::robots::Robots;
use super::scope::Scope;
use super::silence::Silence;
use super::state::{Record, State};
use super::{CrawlOptions, CrawlProgress};

/// The maximum number of attempts per address: the first, and retries at the end of the crawl.
const MOST_TRIES: u8 = 3;

/// The pause before failed addresses are requested again; it grows with each round.
const BETWEEN_RETRIES: Duration = Duration::from_millis(500);

/// The longest pause for a busy server.
const LONGEST_PAUSE: Duration = Duration::from_mins(5);

/// The pause if a busy server does not request one.
const PAUSE: Duration = Duration::from_secs(5);

/// State that the threads share.
pub(super) struct Crawl<'o> {
    pub(super) options: &'o CrawlOptions,
    pub(super) client: Client,
    pub(super) pace: Pace,
    pub(super) stop: &'o AtomicBool,
    pub(super) until: Instant,
    pub(super) requests: AtomicUsize,
    inner: Mutex<Inner>,
    wake: Condvar,
}

/// The state behind the lock.
pub(super) struct Inner {
    pub(super) crawled: Crawled,
    /// Number of threads that are visiting an address.
    busy: usize,
    silence: Silence,
    /// Number of times that the failed addresses were queued again.
    retries: u32,
    /// Whether a thread is checking if the host still answers; the other threads wait.
    is_asking: bool,
    end: Option<CrawlEnd>,
    error: Option<anyhow::Error>,
}

/// The result of a visit.
enum Fetched {
    Response(FetchResult),
    /// The result of an earlier crawl is still valid.
    Known(Box<Record>, PageLinks, bool),
    /// The crawl is to stop.
    Stopped,
}

/// Crawls a site until every address is visited or `stop` is set; `watch` receives the progress.
///
/// # Errors
/// If the site does not answer, has no pages, or the folder cannot be written to. Pages copied
/// before the error are kept.
pub fn crawl(
    options: &CrawlOptions,
    stop: &AtomicBool,
    watch: &(dyn Fn(CrawlProgress) + Sync),
) -> anyhow::Result<CrawlReport> {
    let begin = Instant::now();
    let client = Client::new(options);
    let start = settle_start(&client, options)?;
    let robots = Robots::ask(&client, &start, &options.user_agent)?;
    let mut report = CrawlReport {
        start: start.to_string(),
        out: options.folder.display().to_string(),
        ..CrawlReport::default()
    };
    if robots.gap > Duration::ZERO {
        report.warnings.push(format!(
            "robots.txt requires {} s between requests",
            robots.gap.as_secs_f32()
        ));
    }
    let pace = Pace::new(options.rate, robots.gap);
    let sitemaps = robots.sitemaps.clone();
    let state = State::open(&options.folder, &start)?;
    let frontier = Frontier::new(options, Scope::new(&start), robots)?;
    let crawl = Crawl {
        options,
        client,
        pace,
        stop,
        until: begin + options.max_time,
        requests: AtomicUsize::new(2),
        inner: Mutex::new(Inner {
            crawled: Crawled::new(frontier, state, report),
            busy: 0,
            silence: Silence::new(&start, options.patience),
            retries: 0,
            is_asking: false,
            end: None,
            error: None,
        }),
        wake: Condvar::new(),
    };
    crawl.begin(&start, &sitemaps);
    thread::scope(|threads| {
        for _ in 0..options.concurrency.max(1) {
            threads.spawn(|| crawl.work(watch));
        }
    });
    crawl.end(begin)
}

impl Crawl<'_> {
    /// The loop of one thread.
    fn work(&self, watch: &(dyn Fn(CrawlProgress) + Sync)) {
        while let Some(visit) = self.next() {
            let found = self.visit(&visit);
            let mut inner = self.lock();
            inner.busy -= 1;
            inner.crawled.report.bytes = self.client.received();
            let doubted = match inner.record(self, visit, found) {
                Ok(doubted) => doubted,
                Err(error) => {
                    inner.error.get_or_insert(error);
                    None
                }
            };
            inner.is_asking |= doubted.is_some();
            let crawled = &inner.crawled;
            watch(CrawlProgress {
                pages: crawled.report.pages,
                waiting: crawled.frontier.len(),
                bytes: crawled.report.bytes,
            });
            drop(inner);
            self.wake.notify_all();
            if let Some(url) = doubted {
                self.ask_again(&url);
                self.wake.notify_all();
            }
        }
        self.wake.notify_all();
    }

    /// Waits for the next address and returns it, or none when the crawl ends.
    fn next(&self) -> Option<Visit> {
        let mut inner = self.lock();
        loop {
            let report = &inner.crawled.report;
            let end = CrawlEnd::of(self.options, report, self.stop, self.until);
            inner.end = inner.end.or(end);
            if inner.end.is_some() || inner.error.is_some() {
                return None;
            }
            // Every visit in progress may yield a page.
            let has_room = !inner.is_asking
                && inner.crawled.report.pages + inner.busy < self.options.max_pages;
            let Crawled {
                frontier, skipped, ..
            } = &mut inner.crawled;
            if has_room && let Some(visit) = frontier.next(skipped) {
                inner.busy += 1;
                return Some(visit);
            }
            if inner.busy == 0 && !inner.is_asking && !self.retry(&mut inner) {
                return None;
            }
            let waited = self.wake.wait_timeout(inner, Duration::from_millis(100));
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn visit(&self, visit: &Visit) -> Fetched {
        let (known, is_done) = {
            let inner = self.lock();
            let state = &inner.crawled.state;
            (
                state.records.get(&visit.url).cloned(),
                state.done(&visit.url).is_some(),
            )
        };
        let folder = &self.options.folder;
        let known = known.and_then(|record| Some((links_of(folder, &record)?, record)));
        if let Some((links, record)) = known.as_ref().filter(|_| is_done) {
            return Fetched::Known(Box::new(record.clone()), links.clone(), true);
        }
        if !self.pace.wait(self.stop, self.until) {
            return Fetched::Stopped;
        }
        self.requests.fetch_add(1, Ordering::Relaxed);
        let before = known.as_ref().map(|(_, record)| Validators {
            etag: record.etag.as_deref(),
            modified: record.modified.as_deref(),
        });
        let most = |content_type: &str| self.most(content_type, &visit.url);
        let answer = self.client.get(
            &visit.url,
            before.unwrap_or_default(),
            &BodyLimits::by_type(&most),
        );
        match (answer, known) {
            (FetchResult::Unchanged, Some((links, record))) => {
                Fetched::Known(Box::new(record), links, false)
            }
            (answer, _) => Fetched::Response(answer),
        }
    }

    /// Returns the maximum size in bytes of a page or document of this type.
    fn most(&self, content_type: &str, url: &Url) -> Option<u64> {
        Some(match FileKind::of(content_type, url)? {
            FileKind::Document(_) => self.options.document_bytes,
            _ => self.options.page_bytes,
        })
    }

    /// Queues the failed addresses again, after a pause, and returns whether there are any.
    fn retry(&self, inner: &mut Inner) -> bool {
        let has_more = inner.crawled.frontier.retry();
        if has_more {
            inner.retries += 1;
            self.pace.pause(BETWEEN_RETRIES * inner.retries);
        }
        has_more
    }

    /// Requests an address that responded before, because others fail, and ends the crawl if it
    /// fails too.
    fn ask_again(&self, url: &Url) {
        let answer = self.insist(url);
        let mut inner = self.lock();
        inner.is_asking = false;
        let end = match answer {
            None => return,
            Some(FetchResult::Busy(_, Some(pause))) => CrawlEnd::Busy(pause.as_secs()),
            Some(answer) if answer.is_failure() => CrawlEnd::Silent,
            Some(_) => return inner.silence.hear(url),
        };
        inner.end = inner.end.or(Some(end));
    }

    /// Requests an address until it responds, with a limited number of attempts. Returns none if
    /// the crawl must stop.
    fn insist(&self, url: &Url) -> Option<FetchResult> {
        let limits = BodyLimits::any(self.options.page_bytes);
        for number in 1..=u32::from(MOST_TRIES) {
            self.pace.pause(BETWEEN_RETRIES * number);
            if !self.pace.wait(self.stop, self.until) {
                return None;
            }
            self.requests.fetch_add(1, Ordering::Relaxed);
            let answer = self.client.get(url, Validators::default(), &limits);
            if !answer.is_failure() || number == u32::from(MOST_TRIES) {
                return Some(answer);
            }
        }
        None
    }

    /// Pauses requests to a busy server. Returns whether the pause is short enough for a crawl.
    fn pause_for(&self, pause: Option<Duration>) -> bool {
        let pause = pause.unwrap_or(PAUSE);
        let is_short = pause <= LONGEST_PAUSE && Instant::now() + pause <= self.until;
        if is_short {
            self.pace.pause(pause);
        }
        is_short
    }

    fn end(self, begin: Instant) -> anyhow::Result<CrawlReport> {
        let requests = self.requests.into_inner();
        let inner = self
            .inner
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = inner.error {
            return Err(error);
        }
        let mut crawled = inner.crawled;
        let is_complete = inner.end.is_none_or(CrawlEnd::is_complete);
        if is_complete {
            crawled.settle()?;
        }
        crawled.report.requests = requests;
        crawled.report.stopped = inner.end.map(CrawlEnd::describe);
        crawled.report.bytes = self.client.received();
        if inner.end == Some(CrawlEnd::Silent) {
            refuse_little(&crawled)?;
        }
        let has_pages = crawled.report.pages > 0;
        let mut report = crawled.into_report(is_complete && has_pages)?;
        report.seconds = (begin.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
        if is_complete && !has_pages {
            bail!("{}", without_pages(&report));
        }
        Ok(report)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Rejects a crawl that ended with a small part of the site, because an index of it would be
/// useless. The pages of the previous crawl remain.
fn refuse_little(crawled: &Crawled) -> anyhow::Result<()> {
    let CrawlReport {
        pages, start, out, ..
    } = &crawled.report;
    let before = crawled.before;
    if *pages >= before.div_ceil(2).max(2) {
        return Ok(());
    }
    bail!(
        "{start}: the server stopped answering after {pages} pages; the crawl before had {before}, \
         which stay in {out}; crawl again when the server answers"
    )
}

/// A crawl without pages is always an error.
fn without_pages(report: &CrawlReport) -> String {
    let groups = report.skipped.iter();
    let reasons = groups.map(|group| format!("\n  {} ({})", group.reason, group.pages.join(", ")));
    format!(
        "{}: no pages found{}",
        report.start,
        reasons.collect::<String>()
    )
}

impl Inner {
    fn record(
        &mut self,
        crawl: &Crawl<'_>,
        mut visit: Visit,
        found: Fetched,
    ) -> anyhow::Result<Option<Url>> {
        let crawled = &mut self.crawled;
        let answer = match found {
            Fetched::Stopped => {
                crawled.frontier.again(visit);
                return Ok(None);
            }
            Fetched::Known(record, links, is_resumed) => {
                let report = &mut crawled.report;
                let count = if is_resumed {
                    &mut report.resumed
                } else {
                    &mut report.not_modified
                };
                *count += usize::from(!is_resumed || record.outcome == PageOutcome::Kept);
                if !is_resumed {
                    self.silence.hear(&visit.url);
                }
                if let (Some(target), true) = (record.target.clone(), is_resumed) {
                    crawled.frontier.admit(
                        &visit.url,
                        target.as_str(),
                        visit.depth,
                        Some(&visit.url),
                        &mut crawled.skipped,
                    );
                }
                return crawled.unchanged(&visit, *record, &links).map(|()| None);
            }
            Fetched::Response(answer) => answer,
        };
        visit.tries += 1;
        let mut doubted = None;
        if answer.is_failure() {
            doubted = self.silence.doubt();
            if visit.tries < MOST_TRIES {
                match answer {
                    FetchResult::Busy(_, pause) if crawl.pause_for(pause) => {
                        crawled.frontier.again(visit);
                    }
                    _ => crawled.frontier.at_end(visit),
                }
                return Ok(doubted);
            }
        } else {
            self.silence.hear(&visit.url);
        }
        record_answer(crawled, crawl, &visit, answer)?;
        Ok(doubted)
    }
}

fn record_answer(
    crawled: &mut Crawled,
    crawl: &Crawl<'_>,
    visit: &Visit,
    answer: FetchResult,
) -> anyhow::Result<()> {
    let message = answer.describe();
    match answer {
        FetchResult::Body(body) => record_body(crawled, crawl, visit, body),
        FetchResult::Redirect(to) => crawled.redirect(visit, &to),
        FetchResult::OtherType(name) => crawled.nothing(visit, PageOutcome::OtherType, Some(name)),
        FetchResult::TooLarge(_) => crawled.nothing(visit, PageOutcome::TooLarge, Some(message)),
        FetchResult::Status(status @ 400..=499) => {
            crawled.nothing(visit, PageOutcome::Gone, Some(format!("status {status}")))
        }
        FetchResult::Private => crawled.nothing(visit, PageOutcome::Private, None),
        // "Not modified" for a page that the crawl does not have is a failure too.
        _ => crawled.failed(visit, message, &crawl.options.folder),
    }
}

fn record_body(
    crawled: &mut Crawled,
    crawl: &Crawl<'_>,
    visit: &Visit,
    body: Body,
) -> anyhow::Result<()> {
    match FileKind::of(&body.content_type, &visit.url) {
        Some(kind) => crawled.body(&crawl.options.folder, visit, kind, body),
        None => crawled.nothing(visit, PageOutcome::OtherType, Some(body.content_type)),
    }
}
