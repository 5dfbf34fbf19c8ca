//! Checks whether the sources of facts answer on the web.
//!
//! Each address gets one `HEAD` request, and a `GET` request if the server rejects that; no body is
//! read. Requests run one at a time, with a pause of one second per host. Addresses come from files
//! that others may edit, so hosts in a private network are requested only if named.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::thread::sleep;
use std::time::{Duration, Instant};

use soru::Fact;
use soru_crawl::private_network::{Guard, is_refused};
use soru_files::place::Place;
use ureq::Agent;
use ureq::unversioned::transport::DefaultConnector;
use url::Url;

use super::{Finding, FindingKind};

/// The time limit of a whole request.
const WITHIN: Duration = Duration::from_secs(20);

/// The pause between two requests to a host.
const PAUSE: Duration = Duration::from_secs(1);

/// The maximum number of successive redirects.
const MOST_REDIRECTS: usize = 5;

/// The maximum size of a response's head in bytes; the body is not read.
const MOST_HEAD: usize = 64 * 1024;

/// Requests sources from servers.
#[derive(Debug)]
pub struct Online {
    agent: Agent,
    pause: Duration,
    asked: BTreeMap<String, Instant>,
    known: BTreeMap<String, SourceStatus>,
}

/// The outcome of checking an address.
#[derive(Debug, Clone, PartialEq, Eq)]
enum SourceStatus {
    Answers,
    /// It has moved permanently to another address.
    Moved(String),
    Gone(u16),
    Refused(u16),
    Private,
    Silent(String),
}

/// One response.
struct Response {
    status: u16,
    location: Option<String>,
}

impl Online {
    /// Requests hosts in `named` even if they are in a private network.
    pub fn new(named: &[String]) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(WITHIN))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_response_header_size(MOST_HEAD)
            // A proxy would resolve names itself, and private addresses would go unnoticed.
            .proxy(None)
            .user_agent(concat!(
                "soru/",
                env!("CARGO_PKG_VERSION"),
                " (facts check)"
            ))
            .build();
        let agent = Agent::with_parts(config, DefaultConnector::default(), Guard::new(named));
        Self {
            agent,
            pause: PAUSE,
            asked: BTreeMap::new(),
            known: BTreeMap::new(),
        }
    }

    /// The fault of a fact's source. Paths within the site are not requested.
    pub(super) fn finding(&mut self, fact: &Fact, place: &Place) -> Option<Finding> {
        let mut url = Url::parse(&fact.source_url).ok()?;
        if !matches!(url.scheme(), "http" | "https") {
            return None;
        }
        url.set_fragment(None);
        let known = self.known.get(url.as_str()).cloned();
        let outcome = known.unwrap_or_else(|| self.outcome(&url));
        self.known.insert(url.to_string(), outcome.clone());
        let (kind, is_error, message) = outcome.describe(&url)?;
        Some(Finding {
            place: place.clone(),
            kind,
            is_error,
            message: format!("{message} (`{}`)", fact.question),
        })
    }

    fn outcome(&mut self, url: &Url) -> SourceStatus {
        let mut at = url.clone();
        let mut is_for_good = true;
        for _ in 0..=MOST_REDIRECTS {
            let response = match self.response(&at) {
                Ok(response) => response,
                Err(error) if is_refused(&error) => return SourceStatus::Private,
                Err(error) => return SourceStatus::Silent(error.to_string()),
            };
            let next = response.location.and_then(|to| at.join(&to).ok());
            match (response.status, next) {
                (200..=299, _) if at != *url && is_for_good => {
                    return SourceStatus::Moved(at.into());
                }
                (200..=299, _) => return SourceStatus::Answers,
                (status @ 300..=399, Some(next)) => {
                    is_for_good &= matches!(status, 301 | 308);
                    at = next;
                }
                (status @ (404 | 410), _) => return SourceStatus::Gone(status),
                (status @ (401 | 403 | 429), _) => return SourceStatus::Refused(status),
                (status, _) => return SourceStatus::Silent(format!("status {status}")),
            }
        }
        SourceStatus::Silent(format!("more than {MOST_REDIRECTS} redirects"))
    }

    /// The response to `HEAD`, or to `GET` where `HEAD` fails: many servers support only `GET`.
    fn response(&mut self, url: &Url) -> Result<Response, ureq::Error> {
        let head = self.ask(url, true);
        match head {
            Ok(response) if response.status < 400 => Ok(response),
            Err(error) if is_refused(&error) => Err(error),
            Ok(_) | Err(ureq::Error::Protocol(_)) => self.ask(url, false),
            Err(error) => Err(error),
        }
    }

    fn ask(&mut self, url: &Url, head: bool) -> Result<Response, ureq::Error> {
        self.rest(url.host_str().unwrap_or_default());
        let request = if head {
            self.agent.head(url.as_str())
        } else {
            self.agent.get(url.as_str())
        };
        let response = request.call()?;
        let location = response.headers().get("location");
        Ok(Response {
            status: response.status().as_u16(),
            location: location.and_then(|to| to.to_str().ok()).map(str::to_owned),
        })
    }

    /// Waits for the pause of a host to end.
    fn rest(&mut self, host: &str) {
        if let Some(last) = self.asked.get(host) {
            sleep(self.pause.saturating_sub(last.elapsed()));
        }
        self.asked.insert(host.to_owned(), Instant::now());
    }
}

impl SourceStatus {
    fn describe(&self, url: &Url) -> Option<(FindingKind, bool, String)> {
        let host = url.host_str().unwrap_or_default();
        Some(match self {
            Self::Answers => return None,
            Self::Moved(to) => (
                FindingKind::SourceMoved,
                false,
                format!(
                    "{url} has moved permanently to {to}: compare the answer with that page and \
                     update `source_url`"
                ),
            ),
            Self::Gone(status) => (
                FindingKind::SourceGone,
                true,
                format!("{url} is gone (status {status}): find the new source, or remove the fact"),
            ),
            Self::Refused(status) => (
                FindingKind::SourceSilent,
                false,
                format!(
                    "{url} rejects automated requests (status {status}): check it in a browser"
                ),
            ),
            Self::Private => (
                FindingKind::SourcePrivate,
                false,
                format!(
                    "{url} has a private address, which visitors cannot reach, and was not \
                     requested. Name a public page, or allow it with --allow-host {host}"
                ),
            ),
            Self::Silent(why) => (
                FindingKind::SourceSilent,
                false,
                format!(
                    "{url} does not respond ({why}): try again later, or check it in a browser"
                ),
            ),
        })
    }
}
