//! Asks a gateway.

use std::fmt;
use std::io::Read;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::Value as Json;
use soru::index::format::Pack;
use ureq::Agent;
use url::Url;

use crate::bundle::Bundle;

/// The longest wait for an answer: a visitor would not wait longer.
const WITHIN: Duration = Duration::from_millis(1500);

/// The longest answer that is read, in bytes.
const MOST_BYTES: u64 = 4 << 20;

/// The section of a bundle that names its gateway.
const SECTION: &str = "gateway";

/// A gateway at an address.
#[derive(Debug)]
pub struct Gateway {
    agent: Agent,
    search: String,
}

/// Why a gateway gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanswered(String);

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unanswered {}

impl Gateway {
    /// Creates it for the address of `soru gateway`, with the path under which it is served.
    ///
    /// # Errors
    /// If it is not an address of a web server.
    pub fn new(address: &str) -> anyhow::Result<Self> {
        let url = Url::parse(address)
            .with_context(|| format!("{address}: not an address such as https://search.example"))?;
        if !["http", "https"].contains(&url.scheme()) || !url.has_host() {
            bail!("{address}: it must begin with https:// or http://");
        }
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(WITHIN))
            .user_agent(concat!("soru/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self {
            agent: agent.into(),
            search: format!("{}/v1/search", address.trim_end_matches('/')),
        })
    }

    /// Returns the address of the gateway that a bundle names, if its pages are in a cluster. A
    /// path is one of the site's own host.
    pub fn of(bundle: &Bundle) -> Option<String> {
        let content = bundle.content_with(SECTION).ok()?;
        let mut sections = Pack::read(SECTION, &content).ok()?.into_sections();
        let (_, bytes) = sections.find(|(name, _)| name == SECTION)?;
        let gateway = String::from_utf8(bytes).ok()?;
        let site = Url::parse(&bundle.engine().configuration().site.url).ok();
        let joined = site.and_then(|site| site.join(&gateway).ok());
        Some(joined.map_or(gateway, String::from))
    }

    /// Returns the answer to a request, as it was received.
    ///
    /// # Errors
    /// If there is none within 1.5 seconds, or it is an error.
    pub fn ask(&self, request: &Json) -> Result<Vec<u8>, Unanswered> {
        let (status, body) = self
            .send(&request.to_string())
            .map_err(|error| Unanswered(format!("{}: {error}", self.search)))?;
        if status == 200 {
            return Ok(body);
        }
        let message = message(&body).unwrap_or_else(|| format!("status {status}"));
        Err(Unanswered(format!("{}: {message}", self.search)))
    }

    fn send(&self, request: &str) -> Result<(u16, Vec<u8>), ureq::Error> {
        let own = self.agent.post(&self.search);
        let own = own.header("Content-Type", "application/json");
        let (head, body) = own.send(request.as_bytes())?.into_parts();
        let mut bytes = Vec::new();
        let mut reader = body.into_reader().take(MOST_BYTES);
        reader.read_to_end(&mut bytes).map_err(ureq::Error::from)?;
        Ok((head.status.as_u16(), bytes))
    }
}

/// Returns the message of an error.
fn message(body: &[u8]) -> Option<String> {
    let body: Json = serde_json::from_slice(body).ok()?;
    Some(body["error"]["message"].as_str()?.to_owned())
}
