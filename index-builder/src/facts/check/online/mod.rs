//! Whether the sources of facts answer on the web.
//!
//! Each address is asked once, with `HEAD`, and with `GET` where a server has no answer to that; no body is
//! read. One request is on its way at a time, and a host has a second of rest between two. Addresses come
//! from files that others may edit, so hosts of a private network are asked only if they are named.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::thread::sleep;
use std::time::{Duration, Instant};

use soru::Fact;
use ureq::Agent;
use ureq::unversioned::transport::DefaultConnector;
use url::Url;

use super::{Finding, Kind};
use crate::place::Place;
use crate::private_network::{Guard, is_refused};

/// How long a request may take in all.
const WITHIN: Duration = Duration::from_secs(20);

/// How long a host rests between two requests.
const PAUSE: Duration = Duration::from_secs(1);

/// How many addresses an address may lead to, one behind the other.
const MOST_REDIRECTS: usize = 5;

/// Bytes of a response's head that are read; of its body none are.
const MOST_HEAD: usize = 64 * 1024;

/// How servers are asked.
#[derive(Debug)]
pub struct Online {
    agent: Agent,
    pause: Duration,
    asked: BTreeMap<String, Instant>,
    known: BTreeMap<String, Outcome>,
}

/// The outcome of checking an address.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    Answers,
    /// It stands at another address for good.
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
    /// Hosts in `named` are asked even if they are of a private network.
    #[must_use]
    pub fn new(named: &[String]) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(WITHIN))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_response_header_size(MOST_HEAD)
            // A proxy would look names up by itself, where nobody sees what they stand for.
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

    /// What is wrong with the source of a fact. Paths of the site are none of the web's.
    pub(super) fn finding(&mut self, fact: &Fact, place: &Place) -> Option<Finding> {
        let mut url = Url::parse(&fact.source_url).ok()?;
        if !matches!(url.scheme(), "http" | "https") {
            return None;
        }
        url.set_fragment(None);
        let known = self.known.get(url.as_str()).cloned();
        let outcome = known.unwrap_or_else(|| self.outcome(&url));
        self.known.insert(url.to_string(), outcome.clone());
        let (kind, is_error, told) = outcome.told(&url)?;
        Some(Finding {
            place: place.clone(),
            kind,
            is_error,
            message: format!("{told} (`{}`)", fact.question),
        })
    }

    fn outcome(&mut self, url: &Url) -> Outcome {
        let mut at = url.clone();
        let mut is_for_good = true;
        for _ in 0..=MOST_REDIRECTS {
            let response = match self.response(&at) {
                Ok(response) => response,
                Err(error) if is_refused(&error) => return Outcome::Private,
                Err(error) => return Outcome::Silent(error.to_string()),
            };
            let next = response.location.and_then(|to| at.join(&to).ok());
            match (response.status, next) {
                (200..=299, _) if at != *url && is_for_good => return Outcome::Moved(at.into()),
                (200..=299, _) => return Outcome::Answers,
                (status @ 300..=399, Some(next)) => {
                    is_for_good &= matches!(status, 301 | 308);
                    at = next;
                }
                (status @ (404 | 410), _) => return Outcome::Gone(status),
                (status @ (401 | 403 | 429), _) => return Outcome::Refused(status),
                (status, _) => return Outcome::Silent(format!("status {status}")),
            }
        }
        Outcome::Silent(format!("more than {MOST_REDIRECTS} redirects"))
    }

    /// What `HEAD` gives, or `GET` where that is no success: many servers have pages for `GET` alone.
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

    /// Waits until the host has rested.
    fn rest(&mut self, host: &str) {
        if let Some(last) = self.asked.get(host) {
            sleep(self.pause.saturating_sub(last.elapsed()));
        }
        self.asked.insert(host.to_owned(), Instant::now());
    }
}

impl Outcome {
    fn told(&self, url: &Url) -> Option<(Kind, bool, String)> {
        let host = url.host_str().unwrap_or_default();
        Some(match self {
            Self::Answers => return None,
            Self::Moved(to) => (
                Kind::SourceMoved,
                false,
                format!(
                    "{url} has moved to {to} for good: compare the answer with that page and renew `source_url`"
                ),
            ),
            Self::Gone(status) => (
                Kind::SourceGone,
                true,
                format!(
                    "{url} is gone (status {status}): find where it is written now, or take the fact out"
                ),
            ),
            Self::Refused(status) => (
                Kind::SourceSilent,
                false,
                format!(
                    "{url} does not answer programs (status {status}): look at it in a browser"
                ),
            ),
            Self::Private => (
                Kind::SourcePrivate,
                false,
                format!(
                    "{url} leads into a private network, which visitors cannot reach; it was not asked. Name a \
                     public page, or allow it with --allow-host {host}"
                ),
            ),
            Self::Silent(why) => (
                Kind::SourceSilent,
                false,
                format!(
                    "{url} does not answer ({why}): try again later, and look at it in a browser"
                ),
            ),
        })
    }
}
