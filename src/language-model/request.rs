//! Builds requests to a language model, by interface.

use super::prompt::Message;
use super::settings::ModelSettings;
use super::stream::Protocol;
use crate::error::{Error, Result};
use soru::settings::Value;

/// An interface of language models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Api {
    /// `/chat/completions`, which most servers offer.
    OpenAi,
    /// Ollama's `/api/chat`.
    Ollama,
    /// The browser's own model, or a page's function: messages go in, text comes out.
    Text,
}

impl Api {
    /// Returns the interface with this name in the configuration.
    ///
    /// # Errors
    /// [`soru::Error::InvalidValue`] for another name.
    pub fn named(name: &str) -> soru::Result<Self> {
        match name {
            "openai" => Ok(Self::OpenAi),
            "ollama" => Ok(Self::Ollama),
            "browser" | "callback" => Ok(Self::Text),
            other => Err(soru::Error::invalid(
                "generation.model.api",
                format!("\"{other}\""),
                "`openai`, `ollama` or `browser`",
            )),
        }
    }

    /// Returns the protocol of a response with this content type; none if it is not an answer.
    pub fn protocol(self, content_type: &str) -> Option<Protocol> {
        let essence = content_type.split(';').next().unwrap_or_default();
        let essence = essence.trim().to_ascii_lowercase();
        let is_json = essence == "application/json";
        match self {
            Self::Text => Some(Protocol::PlainText),
            Self::OpenAi if essence == "text/event-stream" => Some(Protocol::ServerSentEvents),
            Self::OpenAi if is_json => Some(Protocol::WholeJson),
            Self::Ollama if is_json || essence.ends_with("ndjson") => Some(Protocol::JsonLines),
            // Some servers send a generic type, or none.
            Self::OpenAi if is_vague(&essence) => Some(Protocol::ServerSentEvents),
            Self::Ollama if is_vague(&essence) => Some(Protocol::JsonLines),
            _ => None,
        }
    }

    fn path(self) -> &'static str {
        match self {
            Self::OpenAi => "/chat/completions",
            Self::Ollama => "/api/chat",
            Self::Text => "",
        }
    }
}

fn is_vague(essence: &str) -> bool {
    matches!(essence, "" | "text/plain" | "application/octet-stream")
}

/// A request.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The address; empty if there is nothing to fetch.
    pub url: String,
    /// The body, as JSON; for [`Api::Text`] only the messages.
    pub body: Value,
}

impl Request {
    /// # Errors
    /// [`soru::Error::InvalidValue`] if the endpoint or the model's name is missing.
    pub fn new(api: Api, settings: &ModelSettings, messages: &[Message]) -> Result<Self> {
        let messages = Value::List(messages.iter().map(value).collect());
        if api == Api::Text {
            let (url, body) = (String::new(), messages);
            return Ok(Self { url, body });
        }
        let required = |name: &str, value: &str| match value.trim() {
            "" => Err(Error::invalid(
                name,
                "empty",
                "given, in `generation.model` or in the call",
            )),
            value => Ok(value.to_owned()),
        };
        let endpoint = required("endpoint", &settings.endpoint)?;
        let model = required("model", &settings.model)?;
        Ok(Self {
            url: address(&endpoint, api.path()),
            body: Value::Map(vec![
                ("model".to_owned(), Value::Text(model)),
                ("messages".to_owned(), messages),
                ("stream".to_owned(), Value::Bool(true)),
            ]),
        })
    }
}

fn value(message: &Message) -> Value {
    let text = |text: &str| Value::Text(text.to_owned());
    Value::Map(vec![
        ("role".to_owned(), text(message.role.name())),
        ("content".to_owned(), text(&message.content)),
    ])
}

/// Completes an address, which may be given with or without its path; a query (a proxy's, for
/// instance) is kept.
fn address(endpoint: &str, path: &str) -> String {
    let (before, query) = match endpoint.find(['?', '#']) {
        Some(at) => endpoint.split_at(at),
        None => (endpoint, ""),
    };
    let bare = before.trim_end_matches('/');
    let bare = bare.strip_suffix(path).unwrap_or(bare);
    format!("{bare}{path}{query}")
}

#[cfg(test)]
mod tests {
    use super::super::prompt::Role;
    use super::*;

    fn request(api: Api, endpoint: &str) -> Result<Request> {
        let settings = ModelSettings {
            endpoint: endpoint.to_owned(),
            model: "small".to_owned(),
            ..ModelSettings::default()
        };
        let message = Message {
            role: Role::User,
            content: "Quotes \" and\nlines".to_owned(),
        };
        Request::new(api, &settings, &[message])
    }

    #[test]
    fn r34_both_interfaces_get_the_model_the_messages_and_a_request_to_stream() {
        for api in [Api::OpenAi, Api::Ollama] {
            let body = request(api, "https://a.example/v1").unwrap().body;
            let expected = serde_json::json!({
                "model": "small",
                "messages": [{ "role": "user", "content": "Quotes \" and\nlines" }],
                "stream": true,
            });
            assert_eq!(serde_json::to_value(body).unwrap(), expected);
        }
        let own = request(Api::Text, "").unwrap();
        assert!(own.url.is_empty() && matches!(own.body, Value::List(_)));
    }

    #[test]
    fn r34_the_address_is_accepted_with_and_without_its_path() {
        for (api, endpoint, url) in [
            (Api::OpenAi, "/llm", "/llm/chat/completions"),
            (
                Api::OpenAi,
                "https://a.example/v1/",
                "https://a.example/v1/chat/completions",
            ),
            (
                Api::OpenAi,
                "https://a.example/v1/chat/completions",
                "https://a.example/v1/chat/completions",
            ),
            (
                Api::OpenAi,
                "https://a.example/x?api-version=1",
                "https://a.example/x/chat/completions?api-version=1",
            ),
            (
                Api::Ollama,
                "http://localhost:11434",
                "http://localhost:11434/api/chat",
            ),
        ] {
            assert_eq!(request(api, endpoint).unwrap().url, url);
        }
    }

    #[test]
    fn r34_the_error_names_the_missing_setting() {
        let message = request(Api::OpenAi, " ").unwrap_err().to_string();
        assert!(message.contains("endpoint"), "{message}");
        let message = Request::new(
            Api::Ollama,
            &ModelSettings {
                endpoint: "/a".into(),
                ..ModelSettings::default()
            },
            &[],
        );
        assert!(message.unwrap_err().to_string().contains("`model`"));
    }

    #[test]
    fn r34_the_content_type_determines_the_protocol() {
        for (api, content_type, protocol) in [
            (
                Api::OpenAi,
                "text/event-stream; charset=utf-8",
                Some(Protocol::ServerSentEvents),
            ),
            (Api::OpenAi, "application/json", Some(Protocol::WholeJson)),
            (Api::OpenAi, "", Some(Protocol::ServerSentEvents)),
            (Api::OpenAi, "text/html", None),
            (
                Api::Ollama,
                "application/x-ndjson",
                Some(Protocol::JsonLines),
            ),
            (Api::Ollama, "Application/JSON", Some(Protocol::JsonLines)),
            (Api::Ollama, "text/html; charset=utf-8", None),
        ] {
            assert_eq!(api.protocol(content_type), protocol, "{content_type}");
        }
    }
}
