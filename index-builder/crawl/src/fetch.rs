//! Fetching: sends one request and classifies its response.
//!
//! This module does not follow redirects: the crawl decides about their targets. It alone
//! decompresses bodies, so their decompressed size is bounded.

use std::fmt;
use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use flate2::read::MultiGzDecoder;
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use ureq::Agent;
use ureq::http::{HeaderMap, Response};
use ureq::unversioned::transport::DefaultConnector;
use url::Url;

use super::CrawlOptions;
use crate::private_network::{Guard, is_refused};

/// Timeout for connecting.
const CONNECT: Duration = Duration::from_secs(15);

/// The maximum size of a response's head in bytes.
const MOST_HEAD: usize = 64 * 1024;

/// The `Accept` header.
const ACCEPT: &str = "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5";

/// The HTTP client of a crawl.
#[derive(Debug)]
pub(crate) struct Client {
    agent: Agent,
    received: AtomicU64,
}

/// Validators of the previous crawl for a conditional request.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Validators<'k> {
    pub(super) etag: Option<&'k str>,
    pub(super) modified: Option<&'k str>,
}

/// Limits that decide which bodies are read, and up to which size.
#[derive(Clone, Copy)]
pub(super) struct BodyLimits<'w> {
    /// The maximum size of a body of this type in bytes, or none if bodies of this type are not
    /// read.
    most: &'w dyn Fn(&str) -> Option<u64>,
    limit: u64,
    cut: bool,
}

impl BodyLimits<'static> {
    /// Accepts any type, up to `limit` bytes.
    pub(super) fn any(limit: u64) -> Self {
        Self {
            most: &|_| None,
            limit,
            cut: false,
        }
    }

    /// Accepts only the beginning of a longer body.
    pub(super) fn cut(mut self) -> Self {
        self.cut = true;
        self
    }
}

impl<'w> BodyLimits<'w> {
    /// Accepts only bodies of types with a maximum size.
    pub(super) fn by_type(most: &'w dyn Fn(&str) -> Option<u64>) -> Self {
        Self {
            most,
            limit: 0,
            cut: false,
        }
    }

    fn bound(&self, content_type: &str) -> Option<u64> {
        if self.limit > 0 {
            Some(self.limit)
        } else {
            (self.most)(content_type)
        }
    }
}

/// A body with the relevant headers of its response.
#[derive(Debug, Clone, Default)]
pub(super) struct Body {
    pub(super) bytes: Vec<u8>,
    /// The content type as the server wrote it, in lower case.
    pub(super) content_type: String,
    pub(super) etag: Option<String>,
    pub(super) modified: Option<String>,
    /// The values of all `X-Robots-Tag` headers, joined.
    pub(super) robots: String,
}

/// The result of a request.
#[derive(Debug, Clone)]
pub(super) enum FetchResult {
    Body(Body),
    /// The page has not changed since the previous crawl.
    Unchanged,
    /// The crawl does not read content of this type.
    OtherType(String),
    /// The server redirects to this address.
    Redirect(String),
    /// The server asks to retry later.
    Busy(u16, Option<Duration>),
    /// The body is too large.
    TooLarge(u64),
    /// Any other status.
    Status(u16),
    /// The name resolves to a private address.
    Private,
    /// The connection failed, the response did not end, or it was invalid.
    Failed(String),
}

impl FetchResult {
    /// Whether another attempt may succeed.
    pub(super) fn is_failure(&self) -> bool {
        matches!(self, Self::Failed(_) | Self::Busy(..) | Self::Status(500..))
    }

    /// Describes a response without a body.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Body(_) | Self::Unchanged => "an answer".to_owned(),
            Self::OtherType(name) => format!("a response of type {name}"),
            Self::Redirect(to) => format!("it redirects to {to}"),
            Self::Busy(status, _) => format!("the server is busy (status {status})"),
            Self::TooLarge(most) => format!("more than {} MB", most / 1_000_000),
            Self::Status(status) => format!("status {status}"),
            Self::Private => "a private address".to_owned(),
            Self::Failed(why) => why.clone(),
        }
    }
}

impl Client {
    /// Creates a client with the user agent of the options. The host of the start may have any
    /// address.
    pub(super) fn new(options: &CrawlOptions) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECT.min(options.patience)))
            .timeout_global(Some(options.patience))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_response_header_size(MOST_HEAD)
            .max_idle_connections_per_host(options.concurrency)
            // A proxy would resolve names itself, so their addresses could not be checked.
            .proxy(None)
            .user_agent(options.user_agent.clone())
            .accept(ACCEPT)
            .accept_encoding("gzip")
            .build();
        let named: Vec<String> = options
            .start
            .host_str()
            .map(str::to_owned)
            .into_iter()
            .collect();
        let guard = Guard::new(&named).letting_all(options.allow_private);
        Self {
            agent: Agent::with_parts(config, DefaultConnector::default(), guard),
            received: AtomicU64::new(0),
        }
    }

    /// Returns the size of all bodies received so far in bytes, including discarded ones. For a
    /// compressed body, the decompressed size counts if it is larger.
    pub(super) fn received(&self) -> u64 {
        self.received.load(Ordering::Relaxed)
    }

    /// Requests an address.
    pub(super) fn get(
        &self,
        url: &Url,
        known: Validators<'_>,
        limits: &BodyLimits<'_>,
    ) -> FetchResult {
        let mut request = self.agent.get(url.as_str());
        if let Some(etag) = known.etag {
            request = request.header("If-None-Match", etag);
        }
        if let Some(modified) = known.modified {
            request = request.header("If-Modified-Since", modified);
        }
        match request.call() {
            Ok(response) => self.answer(response, limits),
            Err(error) if is_refused(&error) => FetchResult::Private,
            Err(error) => FetchResult::Failed(error.to_string()),
        }
    }

    fn answer(&self, response: Response<ureq::Body>, limits: &BodyLimits<'_>) -> FetchResult {
        let status = response.status().as_u16();
        let headers = response.headers();
        match status {
            200 | 203 => self.body(response, limits),
            304 => FetchResult::Unchanged,
            301 | 302 | 303 | 307 | 308 => match header(headers, "location") {
                Some(to) => FetchResult::Redirect(to),
                None => FetchResult::Failed("a redirect to nowhere".to_owned()),
            },
            429 | 503 => FetchResult::Busy(
                status,
                header(headers, "retry-after").as_deref().and_then(pause),
            ),
            _ => FetchResult::Status(status),
        }
    }

    fn body(&self, response: Response<ureq::Body>, limits: &BodyLimits<'_>) -> FetchResult {
        let headers = response.headers();
        let content_type = header(headers, "content-type")
            .unwrap_or_default()
            .to_ascii_lowercase();
        let Some(most) = limits.bound(&content_type) else {
            return FetchResult::OtherType(content_type);
        };
        let encoding = header(headers, "content-encoding")
            .unwrap_or_default()
            .to_ascii_lowercase();
        let mut body = Body {
            bytes: Vec::new(),
            etag: header(headers, "etag"),
            modified: header(headers, "last-modified"),
            robots: robots(headers),
            content_type,
        };
        let packed = response
            .into_body()
            .into_with_config()
            .limit(u64::MAX)
            .reader();
        // The decompressed size is limited too, because a compressed stream may never end.
        let mut packed = Counting {
            from: packed.take(most + 1),
            count: 0,
        };
        let read = match encoding.as_str() {
            "" | "identity" => read(&mut packed, most, &mut body.bytes),
            "gzip" | "x-gzip" => read(MultiGzDecoder::new(&mut packed), most, &mut body.bytes),
            other => {
                return FetchResult::Failed(format!(
                    "the encoding `{other}`, which the crawl did not \
                request"
                ));
            }
        };
        let unpacked = body.bytes.len() as u64;
        let bytes = packed.count.max(unpacked);
        self.received.fetch_add(bytes, Ordering::Relaxed);
        match read {
            Err(error) => FetchResult::Failed(error.to_string()),
            Ok(()) if unpacked <= most => FetchResult::Body(body),
            Ok(()) if limits.cut => {
                body.bytes
                    .truncate(usize::try_from(most).unwrap_or(usize::MAX));
                FetchResult::Body(body)
            }
            Ok(()) => FetchResult::TooLarge(most),
        }
    }
}

/// Counts the bytes that are read.
struct Counting<R> {
    from: R,
    count: u64,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        self.count += read as u64;
        Ok(read)
    }
}

fn read(from: impl Read, most: u64, into: &mut Vec<u8>) -> io::Result<()> {
    from.take(most + 1).read_to_end(into).map(drop)
}

fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    let value = headers.get(name)?;
    // Servers send addresses in UTF-8 unescaped in `Location`.
    let value = String::from_utf8_lossy(value.as_bytes());
    Some(value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// Returns the rules that apply to all crawlers or to this one: `noindex` and `soru: noindex`, but
/// not `otherbot: noindex`.
fn robots(headers: &HeaderMap) -> String {
    let values = headers.get_all("x-robots-tag");
    let values = values.iter().filter_map(|value| value.to_str().ok());
    let own = values.filter_map(|value| match value.split_once(':') {
        Some((name, rules)) if name.trim().eq_ignore_ascii_case("soru") => Some(rules),
        Some((name, _))
            if !name.contains([',', ' '])
                && !name.trim().eq_ignore_ascii_case("unavailable_after") =>
        {
            None
        }
        _ => Some(value),
    });
    own.collect::<Vec<_>>().join(",")
}

/// Returns the delay that `Retry-After` requests, in seconds or as a date.
fn pause(written: &str) -> Option<Duration> {
    if let Ok(seconds) = written.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = rfc2822::DateTimeParser::new()
        .parse_timestamp(written)
        .ok()?;
    let left = until.duration_since(Timestamp::now());
    Some(Duration::try_from(left).unwrap_or_default())
}

impl fmt::Debug for BodyLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wanted")
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_is_in_seconds_or_until_a_time() {
        assert_eq!(pause("120"), Some(Duration::from_mins(2)));
        assert_eq!(pause("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
        assert_eq!(pause("soon"), None);
        let soon = Timestamp::now() + Duration::from_hours(1);
        let written = soon.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
        let left = pause(&written).unwrap();
        assert!(
            left > Duration::from_secs(3500) && left <= Duration::from_hours(1),
            "{left:?}"
        );
    }

    #[test]
    fn rules_for_other_crawlers_are_not_this_ones() {
        let mut headers = HeaderMap::new();
        for value in [
            "otherbot: noindex",
            "soru: nofollow",
            "noarchive, nosnippet",
        ] {
            headers.append("x-robots-tag", value.parse().unwrap());
        }
        assert_eq!(robots(&headers), " nofollow,noarchive, nosnippet");
    }
}
