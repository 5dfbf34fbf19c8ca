//! Sends requests to the nodes of a cluster: to the next one if one cannot be reached.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

use anyhow::Context;
use jiff::Timestamp;
use serde_json::Value;
use ureq::Agent;
use ureq::http;
use ureq::http::HeaderMap;
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};

use super::patience::Attempts;
use super::{Address, Credentials, Patience, Reply};
use crate::failure::{Failure, Result};
use crate::progress::Progress;

/// The maximum number of bytes read from an answer: pages of 5,000 ids are below a megabyte.
const MOST_BYTES: u64 = 64 << 20;

const CONNECTING: Duration = Duration::from_secs(10);

/// Creating a collection takes a minute on a busy cluster.
const ANSWERING: Duration = Duration::from_mins(3);

/// A body with its type.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Body<'b> {
    pub(crate) kind: &'static str,
    pub(crate) bytes: &'b [u8],
}

pub(crate) const JSON: &str = "application/json";
pub(crate) const LINES: &str = "application/x-ndjson";
pub(crate) const ZIP: &str = "application/octet-stream";

/// A request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request<'r> {
    pub(crate) method: &'static str,
    /// The path below the address, with its query.
    pub(crate) path: &'r str,
    pub(crate) body: Option<Body<'r>>,
}

/// A cluster's nodes.
pub(crate) struct Client {
    agent: Agent,
    addresses: Vec<String>,
    /// The number of the node that answered last.
    preferred: AtomicUsize,
    pub(crate) credentials: Credentials,
    pub(crate) patience: Patience,
    pub(crate) progress: Arc<dyn Progress>,
}

impl Client {
    /// Prepares connections; `authority` is a file of certificates that replaces the system's.
    pub(crate) fn new(
        addresses: &[Address],
        authority: Option<&std::path::Path>,
        credentials: Credentials,
        patience: Patience,
        progress: Arc<dyn Progress>,
    ) -> Result<Self> {
        let roots = authority.map_or(Ok(RootCerts::PlatformVerifier), certificates)?;
        let is_local = addresses.iter().all(Address::is_loopback);
        let builder = Agent::config_builder();
        let builder = if is_local {
            builder.proxy(None)
        } else {
            builder
        };
        let agent = builder
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECTING))
            .timeout_global(Some(ANSWERING))
            // Credentials must not be sent to another address.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .tls_config(TlsConfig::builder().root_certs(roots).build())
            .user_agent(concat!("soru/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self {
            agent: agent.into(),
            addresses: addresses
                .iter()
                .map(|own| own.as_str().to_owned())
                .collect(),
            preferred: AtomicUsize::new(0),
            credentials,
            patience,
            progress,
        })
    }

    /// Returns the addresses.
    pub(crate) fn addresses(&self) -> &[String] {
        &self.addresses
    }

    /// Uses the same path below every address.
    pub(crate) fn below(mut self, path: &str) -> Self {
        for address in &mut self.addresses {
            if !address.ends_with(path) {
                address.push_str(path);
            }
        }
        self
    }

    /// Returns a successful answer. Waits while the cluster is busy or cannot be reached.
    pub(crate) fn ask(&self, request: Request<'_>) -> Result<Value> {
        let reply = self.reply(request)?;
        if reply.is_success() {
            return Ok(reply.json);
        }
        Err(reply.refusal(&self.credentials))
    }

    /// Returns an answer that waiting would not change.
    pub(crate) fn reply(&self, request: Request<'_>) -> Result<Reply> {
        let mut attempts = Attempts::new(self.patience);
        loop {
            let (asked, why, or) = match self.once(request) {
                Ok(reply) if !reply.is_transient() || reply.is_full() => return Ok(reply),
                Ok(reply) => (reply.after, busy(&reply), Ok(reply)),
                Err(failure) => (None, failure.to_string(), Err(failure)),
            };
            match attempts.pause(asked) {
                Some(pause) => self.wait(pause, &why),
                None => return or,
            }
        }
    }

    /// Waits, and reports it.
    pub(crate) fn wait(&self, pause: Duration, why: &str) {
        self.progress.waits(pause, why);
        sleep(pause);
    }

    /// Sends a request once: to the node that answered last, or else to the next one.
    pub(crate) fn once(&self, request: Request<'_>) -> Result<Reply> {
        let first = self.preferred.load(Ordering::Relaxed);
        let count = self.addresses.len();
        let mut failure = Failure::Usage("--to: name an address of the cluster".to_owned());
        for number in (0..count).map(|step| (first + step) % count) {
            let address = &self.addresses[number];
            match self.send(address, request) {
                Ok(reply) => {
                    self.preferred.store(number, Ordering::Relaxed);
                    return Ok(reply);
                }
                Err(error) => failure = self.unreachable(address, &error),
            }
        }
        Err(failure)
    }

    /// Sends a request to one node.
    pub(crate) fn send(
        &self,
        address: &str,
        request: Request<'_>,
    ) -> std::result::Result<Reply, ureq::Error> {
        let mut head = http::Request::builder()
            .method(request.method)
            .uri(format!("{address}{}", request.path))
            .header("Accept", JSON);
        if let Some(header) = self.credentials.header() {
            head = head.header("Authorization", header);
        }
        let response = match request.body {
            Some(body) => {
                let head = head.header("Content-Type", body.kind);
                self.agent.run(head.body(body.bytes)?)?
            }
            None => self.agent.run(head.body(())?)?,
        };
        let (head, body) = response.into_parts();
        let bytes = body.into_with_config().limit(MOST_BYTES).read_to_vec()?;
        let path = request.path.split('?').next().unwrap_or_default();
        Ok(Reply {
            status: head.status.as_u16(),
            after: retry_after(&head.headers, Timestamp::now()),
            json: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
            asked: format!("{} {address}{path}", request.method),
        })
    }

    /// Explains a failed connection.
    pub(crate) fn unreachable(&self, address: &str, error: &ureq::Error) -> Failure {
        let why = self.credentials.hide(&error.to_string());
        let advice = if is_of_certificate(error) {
            "its certificate is not trusted: name the file of the authority that issued it with \
             --ca, and use the host name that the certificate has"
        } else {
            match error {
                ureq::Error::HostNotFound | ureq::Error::BadUri(_) => {
                    "no such host: check the address of --to"
                }
                _ if address.starts_with("https:") => {
                    "check that the cluster runs, that it speaks https on this port, and that this \
                     machine may connect to it"
                }
                _ => "check that the cluster runs and that this machine may connect to it",
            }
        };
        Failure::Refused(format!("{address}: {why}; {advice}"))
    }
}

fn busy(reply: &Reply) -> String {
    format!("{}: status {}", reply.asked, reply.status)
}

/// Returns whether the server's certificate was refused. The TLS library's error arrives as an
/// error of input and output.
fn is_of_certificate(error: &ureq::Error) -> bool {
    let text = format!("{error} {error:?}").to_lowercase();
    text.contains("certificate") || text.contains("unknownissuer")
}

/// Reads a file of certificates.
fn certificates(file: &std::path::Path) -> Result<RootCerts> {
    let bytes = std::fs::read(file).with_context(|| format!("--ca: {}", file.display()));
    let bytes = bytes.map_err(|error| Failure::Usage(format!("{error:#}")))?;
    let items = parse_pem(&bytes).filter_map(|item| match item {
        Ok(PemItem::Certificate(own)) => Some(own),
        _ => None,
    });
    let roots: Vec<_> = items.collect();
    if roots.is_empty() {
        return Err(Failure::Usage(format!(
            "--ca: {} has no certificate: it must be a file that contains `BEGIN CERTIFICATE`",
            file.display()
        )));
    }
    Ok(RootCerts::new_with_certs(&roots))
}

/// Reads the header `Retry-After`, which contains seconds or a date.
fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let written = headers.get("retry-after")?.to_str().ok()?.trim();
    if let Ok(seconds) = written.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let date = jiff::fmt::rfc2822::parse(written).ok()?.timestamp();
    let seconds = date.as_second().saturating_sub(now.as_second());
    Some(Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
}

impl Request<'_> {
    /// Makes a request without a body.
    pub(crate) fn new<'r>(method: &'static str, path: &'r str) -> Request<'r> {
        Request {
            method,
            path,
            body: None,
        }
    }
}

impl<'r> Request<'r> {
    /// Adds a body.
    pub(crate) fn with(self, kind: &'static str, bytes: &'r [u8]) -> Self {
        Self {
            body: Some(Body { kind, bytes }),
            ..self
        }
    }
}
