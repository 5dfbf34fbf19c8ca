//! Requests replies from a language model at an address, and interprets failures.

use std::fmt;
use std::io::Read as _;
use std::time::Duration;

use anyhow::bail;
use jiff::Timestamp;
use serde_json::{Value, json};
use ureq::Agent;
use ureq::http::{HeaderMap, Response};

use super::estimate::{Request, Usage};
use super::message::Message;
use super::replies::{error_in, model_in, text_in, usage_in};
use super::secret::Secret;
use crate::project::QuestionsSettings;

/// The maximum number of bytes read from a reply.
const MOST_BYTES: u64 = 1_000_000;

/// The maximum length of a quoted server message in characters.
const TOLD: usize = 200;

/// A model's reply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// Its text.
    pub text: String,
    /// The model's name, if the reply states it.
    pub model: Option<String>,
    /// The server's count of tokens.
    pub usage: Option<Usage>,
}

/// The reason why there is no reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The server is busy, and may state when to retry.
    Busy {
        /// The wait that it requests.
        after: Option<Duration>,
        /// The error.
        why: String,
    },
    /// The connection failed or took too long.
    Lost(String),
    /// The server replied, and counted tokens, but there is no text.
    Empty {
        /// The server's count of tokens.
        usage: Option<Usage>,
        /// The error.
        why: String,
    },
    /// This request will always fail, but others may succeed.
    Unanswerable(String),
    /// All requests will fail.
    Fatal(String),
}

/// A source of replies.
pub trait Model: Send + Sync {
    /// Returns the reply to these messages.
    ///
    /// # Errors
    /// If there is no reply; the error states whether a retry is worthwhile.
    fn reply(&self, request: &Request) -> Result<Reply, Refusal>;
}

/// The server's protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Api {
    /// `/chat/completions`, which most servers support.
    OpenAi,
    /// Ollama's `/api/chat`.
    Ollama,
}

impl Api {
    /// The protocol with this name in the project file.
    ///
    /// # Errors
    /// If the name is unknown.
    pub fn named(name: &str) -> anyhow::Result<Self> {
        match name {
            "openai" => Ok(Self::OpenAi),
            "ollama" => Ok(Self::Ollama),
            other => bail!("[questions] api: it must be `openai` or `ollama`, not `{other}`"),
        }
    }

    fn path(self) -> &'static str {
        match self {
            Self::OpenAi => "/chat/completions",
            Self::Ollama => "/api/chat",
        }
    }

    /// The body of a request. It sets neither length nor temperature: several models reject either.
    pub fn body(self, model: &str, messages: &[Message]) -> Value {
        let mut body = json!({"model": model, "messages": messages});
        if self == Self::Ollama {
            body["stream"] = Value::Bool(false);
            // A small model takes ten times as long to think as to write the questions.
            body["think"] = Value::Bool(false);
        }
        body
    }
}

/// A model behind an address.
pub struct Endpoint {
    agent: Agent,
    api: Api,
    address: String,
    model: String,
    secret: Secret,
    /// The environment variable of the key.
    key_env: String,
}

/// Hides the key.
impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("address", &self.address)
            .field("model", &self.model)
            .field("has_key", &self.secret.key().is_some())
            .finish_non_exhaustive()
    }
}

impl Endpoint {
    /// Reads the settings, with a key if there is one. A request takes at most `within`.
    ///
    /// # Errors
    /// If the address or the model's name is missing or wrong.
    pub fn new(
        settings: &QuestionsSettings,
        key: Option<String>,
        within: Duration,
    ) -> anyhow::Result<Self> {
        let api = Api::named(&settings.api)?;
        for (name, value) in [("endpoint", &settings.endpoint), ("model", &settings.model)] {
            if value.trim().is_empty() {
                bail!(
                    "no {name}: set it under [questions] in soru.toml or with --{name}; without \
                     a language model server, write the requests to a file with `soru questions \
                     prompts` or `soru facts suggest --prompts`"
                );
            }
        }
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(within))
            // The key must not be sent to another address.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("soru/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self {
            agent: agent.into(),
            api,
            address: address(&settings.endpoint, api)?,
            model: settings.model.trim().to_owned(),
            secret: Secret::new(key),
            key_env: settings.key_env.clone(),
        })
    }

    /// The address of requests.
    pub fn address(&self) -> &str {
        &self.address
    }

    fn send(&self, messages: &[Message]) -> Result<(u16, HeaderMap, Vec<u8>), ureq::Error> {
        let body = self.api.body(&self.model, messages).to_string();
        let mut request = self
            .agent
            .post(&self.address)
            .header("Content-Type", "application/json");
        if let Some(key) = self.secret.key() {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let response: Response<ureq::Body> = request.send(body.as_bytes())?;
        let (head, body) = response.into_parts();
        let mut bytes = Vec::new();
        let mut reader = body.into_reader().take(MOST_BYTES + 1);
        reader.read_to_end(&mut bytes).map_err(ureq::Error::from)?;
        Ok((head.status.as_u16(), head.headers, bytes))
    }
}

impl Endpoint {
    /// Returns a reply without the key; none if it is not JSON.
    fn body(&self, bytes: &[u8]) -> Option<Value> {
        let mut body = serde_json::from_slice(bytes).ok()?;
        self.secret.hide_in(&mut body);
        Some(body)
    }

    /// Interprets a failed connection.
    fn lost(&self, error: &ureq::Error) -> Refusal {
        let address = &self.address;
        let why = self.secret.hide(&error.to_string());
        match error {
            ureq::Error::HostNotFound | ureq::Error::BadUri(_) => Refusal::Fatal(format!(
                "{address}: server not found: {why}; check the endpoint"
            )),
            _ => Refusal::Lost(format!("{address}: {why}")),
        }
    }

    /// Interprets a status other than 200.
    fn refusal(&self, status: u16, headers: &HeaderMap, message: Option<String>) -> Refusal {
        let message = message.map_or(String::new(), |message| {
            let message = self.secret.hide(&message);
            format!(": {}", message.chars().take(TOLD).collect::<String>())
        });
        let why = format!("{}: status {status}{message}", self.address);
        match status {
            429 | 503 | 529 => Refusal::Busy {
                after: retry_after(headers, Timestamp::now()),
                why,
            },
            408 | 409 | 425 | 500..=599 => Refusal::Lost(why),
            400 | 413 | 422 => Refusal::Unanswerable(why),
            401 | 403 => Refusal::Fatal(format!("{why}; {}", self.key_advice())),
            404 => Refusal::Fatal(format!("{why}; check the endpoint and the model's name")),
            300..=399 => Refusal::Fatal(format!(
                "{why}; the server redirects to another address: use that one as the endpoint"
            )),
            _ => Refusal::Fatal(why),
        }
    }
}

impl Model for Endpoint {
    fn reply(&self, request: &Request) -> Result<Reply, Refusal> {
        let (status, headers, bytes) =
            { self.send(&request.messages) }.map_err(|error| self.lost(&error))?;
        if status != 200 {
            let message = self.body(&bytes).as_ref().and_then(error_in);
            return Err(self.refusal(status, &headers, message));
        }
        if bytes.len() as u64 > MOST_BYTES {
            return Err(Refusal::Unanswerable(
                "the reply is larger than a megabyte".to_owned(),
            ));
        }
        let body = self
            .body(&bytes)
            .ok_or_else(|| Refusal::Lost(format!("{}: the reply is not JSON", self.address)))?;
        let usage = usage_in(&body, request.expected.sent);
        let text = text_in(&body).ok_or_else(|| Refusal::Empty {
            usage,
            why: format!("{}: the reply has no message", self.address),
        })?;
        Ok(Reply {
            text,
            model: model_in(&body),
            usage,
        })
    }
}

impl Endpoint {
    fn key_advice(&self) -> String {
        let name = &self.key_env;
        if self.secret.key().is_some() {
            return format!("check the key in the environment variable {name}");
        }
        format!(
            "the environment variable {name} is unset: set it to the key, or name another \
             variable with `key_env` under [questions]"
        )
    }
}

/// Reads the header `Retry-After`, which contains seconds or a date.
fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let written = headers.get("retry-after")?.to_str().ok()?.trim();
    if let Ok(seconds) = written.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = jiff::fmt::rfc2822::parse(written).ok()?.timestamp();
    let seconds = date.as_second().saturating_sub(now.as_second());
    Some(Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
}

/// Completes an address that may be given with or without its path.
fn address(endpoint: &str, api: Api) -> anyhow::Result<String> {
    let endpoint = endpoint.trim();
    if !endpoint.starts_with("http://") && !endpoint.starts_with("https://") {
        bail!("the endpoint must be an http or https address, not `{endpoint}`");
    }
    let bare = endpoint.trim_end_matches('/');
    let bare = bare.strip_suffix(api.path()).unwrap_or(bare);
    Ok(format!("{bare}{}", api.path()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_omit_its_path() {
        for endpoint in [
            "https://a.example/v1",
            "https://a.example/v1/",
            " https://a.example/v1/chat/completions",
        ] {
            assert_eq!(
                address(endpoint, Api::OpenAi).unwrap(),
                "https://a.example/v1/chat/completions"
            );
        }
        assert_eq!(
            address("http://localhost:11434", Api::Ollama).unwrap(),
            "http://localhost:11434/api/chat"
        );
        assert!(address("localhost:11434", Api::Ollama).is_err());
    }

    #[test]
    fn retry_after_is_in_seconds_or_a_date() {
        let now: Timestamp = "2026-11-20T10:00:00Z".parse().unwrap();
        for (written, seconds) in [
            ("3", Some(3)),
            ("Fri, 20 Nov 2026 10:00:30 GMT", Some(30)),
            ("Fri, 20 Nov 2026 09:00:00 GMT", Some(0)),
            ("soon", None),
            ("-1", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("retry-after", written.parse().unwrap());
            let delay = retry_after(&headers, now);
            assert_eq!(delay, seconds.map(Duration::from_secs), "{written}");
        }
    }

    #[test]
    fn nobody_is_shown_the_key() {
        let settings = QuestionsSettings {
            endpoint: "http://localhost:1".into(),
            model: "m".into(),
            ..QuestionsSettings::default()
        };
        let endpoint = Endpoint::new(&settings, Some("geheim".into()), Duration::from_secs(1));
        let text = format!("{:?}", endpoint.unwrap());
        assert!(
            text.contains("has_key: true") && !text.contains("geheim"),
            "{text}"
        );
    }
}
