//! Fetching: one request, and what came of it.
//!
//! Redirects are not followed here: where they lead to is for the crawl to judge. Bodies are unpacked here and
//! nowhere else, so that what they unpack to has a bound.

use std::fmt;
use std::io::{self, Read};
use std::time::Duration;

use flate2::read::MultiGzDecoder;
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use ureq::Agent;
use ureq::http::{HeaderMap, Response};
use ureq::unversioned::transport::DefaultConnector;
use url::Url;

use super::Order;
use crate::private_network::{Guard, is_refused};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(15);

/// Bytes of a response's head.
const MOST_HEAD: usize = 64 * 1024;

/// What is asked for.
const ACCEPT: &str = "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5";

/// What a server is asked with.
#[derive(Debug)]
pub(crate) struct Client {
    agent: Agent,
}

/// What the crawl before knows of an address.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known<'k> {
    pub(super) etag: Option<&'k str>,
    pub(super) modified: Option<&'k str>,
}

/// Which bodies are read, and how much of them.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'w> {
    /// Bytes that a body of this type may have, or none if it is not read.
    most: &'w dyn Fn(&str) -> Option<u64>,
    limit: u64,
    cut: bool,
}

impl Wanted<'static> {
    /// Any type, up to so many bytes.
    pub(super) fn any(limit: u64) -> Self {
        Self {
            most: &|_| None,
            limit,
            cut: false,
        }
    }

    /// The beginning of a longer body does.
    pub(super) fn cut(mut self) -> Self {
        self.cut = true;
        self
    }
}

impl<'w> Wanted<'w> {
    /// Bodies of types that have a bound.
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

/// A body with what its head says.
#[derive(Debug, Clone, Default)]
pub(super) struct Body {
    pub(super) bytes: Vec<u8>,
    /// The type as written, in small letters.
    pub(super) content_type: String,
    pub(super) etag: Option<String>,
    pub(super) modified: Option<String>,
    /// The `X-Robots-Tag` headers, one after the other.
    pub(super) robots: String,
}

/// What came of a request.
#[derive(Debug, Clone)]
pub(super) enum Answer {
    Body(Body),
    /// It is as the crawl before has it.
    Unchanged,
    /// The type is none that is read.
    OtherType(String),
    /// It is elsewhere.
    Redirect(String),
    /// The server wants to be asked later.
    Busy(u16, Option<Duration>),
    /// The body is too large.
    TooLarge(u64),
    /// Any other status.
    Status(u16),
    /// The name stands for a private address.
    Private,
    /// No connection, no end, no sense.
    Failed(String),
}

impl Answer {
    /// What is said of a request that gave no body.
    pub(super) fn told(&self) -> String {
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
    /// A client that calls itself as the order says. The host of the start is asked wherever it is.
    pub(super) fn new(order: &Order) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECT.min(order.patience)))
            .timeout_global(Some(order.patience))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_response_header_size(MOST_HEAD)
            .max_idle_connections_per_host(order.concurrency)
            // A proxy would look names up by itself, where nobody sees what they stand for.
            .proxy(None)
            .user_agent(order.user_agent.clone())
            .accept(ACCEPT)
            .accept_encoding("gzip")
            .build();
        let named: Vec<String> = order
            .start
            .host_str()
            .map(str::to_owned)
            .into_iter()
            .collect();
        let guard = Guard::new(&named).letting_all(order.allow_private);
        Self {
            agent: Agent::with_parts(config, DefaultConnector::default(), guard),
        }
    }

    /// Asks for an address.
    pub(super) fn get(&self, url: &Url, known: Known<'_>, wanted: &Wanted<'_>) -> Answer {
        let mut request = self.agent.get(url.as_str());
        if let Some(etag) = known.etag {
            request = request.header("If-None-Match", etag);
        }
        if let Some(modified) = known.modified {
            request = request.header("If-Modified-Since", modified);
        }
        match request.call() {
            Ok(response) => answer(response, wanted),
            Err(error) if is_refused(&error) => Answer::Private,
            Err(error) => Answer::Failed(error.to_string()),
        }
    }
}

fn answer(response: Response<ureq::Body>, wanted: &Wanted<'_>) -> Answer {
    let status = response.status().as_u16();
    let headers = response.headers();
    match status {
        200 | 203 => body(response, wanted),
        304 => Answer::Unchanged,
        301 | 302 | 303 | 307 | 308 => match header(headers, "location") {
            Some(to) => Answer::Redirect(to),
            None => Answer::Failed("a redirect to nowhere".to_owned()),
        },
        429 | 503 => Answer::Busy(
            status,
            header(headers, "retry-after").as_deref().and_then(pause),
        ),
        _ => Answer::Status(status),
    }
}

fn body(response: Response<ureq::Body>, wanted: &Wanted<'_>) -> Answer {
    let headers = response.headers();
    let content_type = header(headers, "content-type")
        .unwrap_or_default()
        .to_ascii_lowercase();
    let Some(most) = wanted.bound(&content_type) else {
        return Answer::OtherType(content_type);
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
    // What is packed is bounded, too: nothing may come out of an endless stream.
    let packed = packed.take(most + 1);
    let read = match encoding.as_str() {
        "" | "identity" => read(packed, most, &mut body.bytes),
        "gzip" | "x-gzip" => read(MultiGzDecoder::new(packed), most, &mut body.bytes),
        other => {
            return Answer::Failed(format!(
                "the encoding `{other}`, which the crawl did not \
            request"
            ));
        }
    };
    match read {
        Err(error) => Answer::Failed(error.to_string()),
        Ok(()) if body.bytes.len() as u64 <= most => Answer::Body(body),
        Ok(()) if wanted.cut => {
            body.bytes
                .truncate(usize::try_from(most).unwrap_or(usize::MAX));
            Answer::Body(body)
        }
        Ok(()) => Answer::TooLarge(most),
    }
}

fn read(from: impl Read, most: u64, into: &mut Vec<u8>) -> io::Result<()> {
    from.take(most + 1).read_to_end(into).map(drop)
}

fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    let value = headers.get(name)?;
    // Addresses in UTF-8 stand in `Location` as they are.
    let value = String::from_utf8_lossy(value.as_bytes());
    Some(value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// The rules for all crawlers and for this one: `noindex`, `soru: noindex`, but not `otherbot: noindex`.
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

/// How long `Retry-After` asks to wait, in seconds or until a time.
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

impl fmt::Debug for Wanted<'_> {
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
