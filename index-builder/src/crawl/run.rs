//! The run: threads that take addresses from the frontier, ask for them, and hand in what came.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use url::Url;

use super::begin::settle_start;
use super::end::End;
use super::fetch::{Answer, Body, Client, Known, Wanted};
use super::files::Kind;
use super::frontier::{Frontier, Visit};
use super::outcome::Outcome;
use super::pace::Pace;
use super::page::Links;
use super::record::{Crawled, links_of};
use super::report::Report;
use super::robots::Robots;
use super::scope::Scope;
use super::state::{Record, State};
use super::{Order, Progress};

/// How often an address is asked for.
const MOST_TRIES: u8 = 4;

/// Nobody waits longer for a server that is busy.
const LONGEST_PAUSE: Duration = Duration::from_mins(5);

/// The pause where a busy server does not say how long.
const PAUSE: Duration = Duration::from_secs(5);

/// What the threads share.
pub(super) struct Crawl<'o> {
    order: &'o Order,
    pub(super) client: Client,
    pub(super) pace: Pace,
    pub(super) stop: &'o AtomicBool,
    pub(super) until: Instant,
    pub(super) requests: AtomicUsize,
    inner: Mutex<Inner>,
    wake: Condvar,
}

/// What one of them has at a time.
pub(super) struct Inner {
    pub(super) crawled: Crawled,
    /// Threads that have an address.
    busy: usize,
    /// Failures since the last answer.
    failures: usize,
    end: Option<End>,
    error: Option<anyhow::Error>,
}

/// What became of a visit.
enum Found {
    Answer(Answer),
    /// What is known already holds.
    Known(Box<Record>, Links, bool),
    /// It is to stop.
    Stopped,
}

/// Crawls a site until it is done or `stop` says so; `watch` hears how far it is.
///
/// # Errors
/// If the site cannot be asked, has no page, or the folder cannot be written to. What came before then is kept.
pub fn crawl(
    order: &Order,
    stop: &AtomicBool,
    watch: &(dyn Fn(Progress) + Sync),
) -> anyhow::Result<Report> {
    let begin = Instant::now();
    let client = Client::new(order);
    let start = settle_start(&client, order)?;
    let robots = Robots::ask(&client, &start, &order.user_agent)?;
    let mut report = Report {
        start: start.to_string(),
        out: order.folder.display().to_string(),
        ..Report::default()
    };
    if robots.gap > Duration::ZERO {
        report.warnings.push(format!(
            "robots.txt requires {} s between requests",
            robots.gap.as_secs_f32()
        ));
    }
    let pace = Pace::new(order.rate, robots.gap);
    let sitemaps = robots.sitemaps.clone();
    let state = State::open(&order.folder, &start)?;
    let frontier = Frontier::new(order, Scope::new(&start), robots)?;
    let crawl = Crawl {
        order,
        client,
        pace,
        stop,
        until: begin + order.max_time,
        requests: AtomicUsize::new(2),
        inner: Mutex::new(Inner {
            crawled: Crawled::new(frontier, state, report),
            busy: 0,
            failures: 0,
            end: None,
            error: None,
        }),
        wake: Condvar::new(),
    };
    crawl.begin(&start, &sitemaps);
    thread::scope(|threads| {
        for _ in 0..order.concurrency.max(1) {
            threads.spawn(|| crawl.work(watch));
        }
    });
    crawl.end(begin)
}

impl Crawl<'_> {
    /// What a thread does until nothing is left.
    fn work(&self, watch: &(dyn Fn(Progress) + Sync)) {
        while let Some(visit) = self.next() {
            let found = self.visit(&visit);
            let mut inner = self.lock();
            inner.busy -= 1;
            if let Err(error) = inner.enter(self, visit, found) {
                inner.error.get_or_insert(error);
            }
            let crawled = &inner.crawled;
            watch(Progress {
                pages: crawled.report.pages,
                waiting: crawled.frontier.len(),
                bytes: crawled.report.bytes,
            });
            drop(inner);
            self.wake.notify_all();
        }
        self.wake.notify_all();
    }

    /// The next address, when there is one; none at the end.
    fn next(&self) -> Option<Visit> {
        let mut inner = self.lock();
        loop {
            let report = &inner.crawled.report;
            let end = End::of(self.order, report, inner.failures, self.stop, self.until);
            inner.end = inner.end.or(end);
            if inner.end.is_some() || inner.error.is_some() {
                return None;
            }
            // Every visit under way may bring a page.
            let has_room = inner.crawled.report.pages + inner.busy < self.order.max_pages;
            let Crawled {
                frontier, skipped, ..
            } = &mut inner.crawled;
            if has_room && let Some(visit) = frontier.next(skipped) {
                inner.busy += 1;
                return Some(visit);
            }
            if inner.busy == 0 {
                return None;
            }
            let waited = self.wake.wait_timeout(inner, Duration::from_millis(100));
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn visit(&self, visit: &Visit) -> Found {
        let (known, is_done) = {
            let inner = self.lock();
            let state = &inner.crawled.state;
            (
                state.records.get(&visit.url).cloned(),
                state.done(&visit.url).is_some(),
            )
        };
        let folder = &self.order.folder;
        let known = known.and_then(|record| Some((links_of(folder, &record)?, record)));
        if let Some((links, record)) = known.as_ref().filter(|_| is_done) {
            return Found::Known(Box::new(record.clone()), links.clone(), true);
        }
        if !self.pace.wait(self.stop, self.until) {
            return Found::Stopped;
        }
        self.requests.fetch_add(1, Ordering::Relaxed);
        let before = known.as_ref().map(|(_, record)| Known {
            etag: record.etag.as_deref(),
            modified: record.modified.as_deref(),
        });
        let most = |content_type: &str| self.most(content_type, &visit.url);
        let answer = self.client.get(
            &visit.url,
            before.unwrap_or_default(),
            &Wanted::by_type(&most),
        );
        match (answer, known) {
            (Answer::Unchanged, Some((links, record))) => {
                Found::Known(Box::new(record), links, false)
            }
            (answer, _) => Found::Answer(answer),
        }
    }

    /// Bytes of a page or document of this type.
    fn most(&self, content_type: &str, url: &Url) -> Option<u64> {
        Some(match Kind::of(content_type, url)? {
            Kind::Document(_) => self.order.document_bytes,
            _ => self.order.page_bytes,
        })
    }

    /// A busy server is left alone for a while; the end, if it asks for a long one.
    fn rest(&self, pause: Option<Duration>) -> Option<End> {
        let pause = pause.unwrap_or(PAUSE);
        if pause > LONGEST_PAUSE || Instant::now() + pause > self.until {
            return Some(End::Busy(pause.as_secs()));
        }
        self.pace.rest(pause);
        None
    }

    fn end(self, begin: Instant) -> anyhow::Result<Report> {
        let requests = self.requests.into_inner();
        let inner = self
            .inner
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = inner.error {
            return Err(error);
        }
        let mut crawled = inner.crawled;
        let is_complete = inner.end.is_none_or(End::is_complete);
        if is_complete {
            crawled.settle()?;
        }
        crawled.report.requests = requests;
        crawled.report.stopped = inner.end.map(End::told);
        let has_pages = crawled.report.pages > 0;
        let mut report = crawled.told(is_complete && has_pages)?;
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

/// A crawl of nothing is never what anybody wanted.
fn without_pages(report: &Report) -> String {
    let groups = report.skipped.iter();
    let reasons = groups.map(|group| format!("\n  {} ({})", group.reason, group.pages.join(", ")));
    format!(
        "{}: no pages found{}",
        report.start,
        reasons.collect::<String>()
    )
}

impl Inner {
    fn enter(&mut self, crawl: &Crawl<'_>, mut visit: Visit, found: Found) -> anyhow::Result<()> {
        let folder = &crawl.order.folder;
        let crawled = &mut self.crawled;
        let answer = match found {
            Found::Stopped => {
                crawled.frontier.again(visit);
                return Ok(());
            }
            Found::Known(record, links, is_resumed) => {
                let report = &mut crawled.report;
                let count = if is_resumed {
                    &mut report.resumed
                } else {
                    &mut report.not_modified
                };
                *count += usize::from(!is_resumed || record.outcome == Outcome::Kept);
                self.failures = 0;
                if let (Some(target), true) = (record.target.clone(), is_resumed) {
                    crawled.frontier.admit(
                        &visit.url,
                        target.as_str(),
                        visit.depth,
                        Some(&visit.url),
                        &mut crawled.skipped,
                    );
                }
                return crawled.unchanged(&visit, *record, &links);
            }
            Found::Answer(answer) => answer,
        };
        let is_failure = matches!(
            answer,
            Answer::Failed(_) | Answer::Busy(..) | Answer::Status(500..)
        );
        self.failures = if is_failure { self.failures + 1 } else { 0 };
        visit.tries += 1;
        if is_failure && visit.tries < MOST_TRIES {
            let pause = match answer {
                Answer::Busy(_, pause) => pause,
                _ => Some(Duration::from_millis(500) * u32::from(visit.tries)),
            };
            self.end = self.end.or(crawl.rest(pause));
            crawled.frontier.again(visit);
            return Ok(());
        }
        let told = answer.told();
        match answer {
            Answer::Body(body) => enter_body(crawled, crawl, &visit, body),
            Answer::Redirect(to) => crawled.redirect(&visit, &to),
            Answer::OtherType(name) => crawled.nothing(&visit, Outcome::OtherType, Some(name)),
            Answer::TooLarge(_) => crawled.nothing(&visit, Outcome::TooLarge, Some(told)),
            Answer::Status(status @ 400..=499) => {
                crawled.nothing(&visit, Outcome::Gone, Some(format!("status {status}")))
            }
            Answer::Private => crawled.nothing(&visit, Outcome::Private, None),
            // "Not modified" of a page that nobody has is no answer either.
            _ => crawled.failed(&visit, told, folder),
        }
    }
}

fn enter_body(
    crawled: &mut Crawled,
    crawl: &Crawl<'_>,
    visit: &Visit,
    body: Body,
) -> anyhow::Result<()> {
    match Kind::of(&body.content_type, &visit.url) {
        Some(kind) => crawled.body(&crawl.order.folder, visit, kind, body),
        None => crawled.nothing(visit, Outcome::OtherType, Some(body.content_type)),
    }
}
