//! Begins a crawl: checks that the start address responds, and reads the sitemaps.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use anyhow::bail;
use soru_ingest::sitemap;
use url::Url;

use super::CrawlOptions;
use super::fetch::{BodyLimits, Client, FetchResult, Validators};
use super::outcome::PageOutcome;
use super::run::{Crawl, Inner};
use super::scope::Scope;

/// The maximum number of sitemaps to read.
const MOST_SITEMAPS: usize = 500;

/// The maximum number of consecutive sitemaps that cannot be read.
const MOST_FAILURES: usize = 20;

/// The maximum number of redirects from the start address.
const MOST_REDIRECTS: usize = 5;

/// Returns the start address with the scheme that the host prefers, or an error if it does not
/// respond.
pub(super) fn settle_start(client: &Client, options: &CrawlOptions) -> anyhow::Result<Url> {
    let scope = Scope::new(&options.start);
    let mut at = options.start.clone();
    at.set_fragment(None);
    for _ in 0..=MOST_REDIRECTS {
        let answer = client.get(&at, Validators::default(), &BodyLimits::by_type(&|_| None));
        match answer {
            FetchResult::Redirect(to) => match at.join(&to) {
                Ok(to) if scope.is_host(&to) => at = to,
                _ => bail!("{at} redirects to another host, {to}: crawl that one instead"),
            },
            FetchResult::Private => bail!(
                "{at}: the host name now resolves to a private address; allow it with \
                 --allow-private"
            ),
            FetchResult::Failed(why) => {
                bail!("{at} does not respond ({why}): check that it opens in a browser")
            }
            FetchResult::Status(status @ 400..=499) => {
                bail!("{at} cannot be read (status {status}): name a page that is open to everyone")
            }
            _ => break,
        }
    }
    let mut start = options.start.clone();
    start.set_fragment(None);
    let _ = start.set_scheme(at.scheme());
    Ok(start)
}

impl Crawl<'_> {
    /// Adds the start and the addresses of the sitemaps to the frontier.
    pub(super) fn begin(&self, start: &Url, sitemaps: &[String]) {
        {
            let Inner { crawled, .. } = &mut *self.lock();
            crawled
                .frontier
                .admit(start, "", 0, None, &mut crawled.skipped);
        }
        let is_named = !sitemaps.is_empty();
        let usual = start.join("/sitemap.xml").map(String::from).into_iter();
        let mut waiting: Vec<String> = if is_named {
            sitemaps.to_vec()
        } else {
            usual.collect()
        };
        let mut seen = HashSet::new();
        let (mut read, mut failed) = (0, 0);
        while let Some(address) = waiting.pop() {
            if read >= MOST_SITEMAPS
                || failed >= MOST_FAILURES
                || self.client.received() >= self.options.max_bytes
            {
                self.leave_sitemaps(read);
                break;
            }
            // An index may list itself.
            if !seen.insert(address.clone()) {
                continue;
            }
            read += 1;
            let sitemap = self.sitemap(start, &address);
            failed = if sitemap.is_ok() { 0 } else { failed + 1 };
            match sitemap {
                Ok(found) => {
                    if found.is_cut {
                        self.warn(format!(
                            "{address}: the sitemap has more than {} addresses, and the rest was \
                             ignored; split it",
                            sitemap::MOST_ADDRESSES
                        ));
                    }
                    waiting.extend(found.sitemaps.into_iter().take(MOST_SITEMAPS));
                    let Inner { crawled, .. } = &mut *self.lock();
                    for page in found.pages {
                        crawled
                            .frontier
                            .admit(start, &page, 1, None, &mut crawled.skipped);
                    }
                }
                Err(why) if is_named || read > 1 => {
                    self.lock()
                        .crawled
                        .skipped
                        .add(PageOutcome::Sitemap, || format!("{address}: {why}"));
                }
                // The default location of a sitemap may not exist.
                Err(_) => {}
            }
        }
    }

    fn leave_sitemaps(&self, read: usize) {
        self.warn(format!(
            "{read} sitemaps were read, and the others were ignored: there are more than \
             {MOST_SITEMAPS}, {MOST_FAILURES} in a row cannot be read, or --max-bytes is reached"
        ));
    }

    fn warn(&self, message: String) {
        self.lock().crawled.report.warnings.push(message);
    }

    fn sitemap(&self, start: &Url, address: &str) -> Result<sitemap::Sitemap, String> {
        let url = start.join(address).map_err(|error| error.to_string())?;
        if !Scope::new(start).is_host(&url) {
            return Err("it is on another host".to_owned());
        }
        if !self.pace.wait(self.stop, self.until) {
            return Ok(sitemap::Sitemap::default());
        }
        self.requests.fetch_add(1, Ordering::Relaxed);
        match self.client.get(
            &url,
            Validators::default(),
            &BodyLimits::any(sitemap::MOST_BYTES),
        ) {
            FetchResult::Body(body) => sitemap::read(&body.bytes),
            other => Err(other.describe()),
        }
    }
}
