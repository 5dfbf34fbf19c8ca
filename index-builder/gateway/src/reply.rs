//! Responses: JSON, compressed where the browser takes it, and errors.

use std::io::{Read, Write};
use std::time::Duration;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderName, HeaderValue,
    RETRY_AFTER, VARY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{HeaderMap, Response, StatusCode};
use serde::Serialize;
use serde_json::{Value, json};

use crate::cluster::Failed;
use crate::request::Invalid;

pub(crate) type Reply = Response<Full<Bytes>>;

/// The age of an answer in seconds.
pub(crate) const AGE: HeaderName = HeaderName::from_static("soru-age");

/// The wait after an overload or an outage in seconds.
const PAUSE: u64 = 5;

/// A reason against an answer, as the contract lists them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    NotFound(&'static str),
    Method(&'static str),
    Origin,
    TooSlow,
    TooLarge,
    MediaType,
    Invalid(String),
    TooMany(Duration),
    TooBusy,
    Unavailable,
}

impl From<Invalid> for Refusal {
    fn from(Invalid(message): Invalid) -> Self {
        Self::Invalid(message)
    }
}

impl From<Failed> for Refusal {
    fn from(_: Failed) -> Self {
        Self::Unavailable
    }
}

impl Refusal {
    fn parts(&self) -> (StatusCode, &'static str, &str) {
        match self {
            Self::NotFound(message) => (StatusCode::NOT_FOUND, "not_found", message),
            Self::Method(_) => (
                StatusCode::METHOD_NOT_ALLOWED,
                "method",
                "another method is needed: the header Allow names it",
            ),
            Self::Origin => (
                StatusCode::FORBIDDEN,
                "origin",
                "pages of this origin may not ask this site: add it to `origins` or \
                 `site_origins` in gateway.toml",
            ),
            Self::TooSlow => (
                StatusCode::REQUEST_TIMEOUT,
                "too_slow",
                "the body did not arrive in time",
            ),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "too_large",
                "the body has more than 4,096 bytes",
            ),
            Self::MediaType => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "media_type",
                "the body must be application/json",
            ),
            Self::Invalid(message) => (StatusCode::UNPROCESSABLE_ENTITY, "invalid", message),
            Self::TooMany(_) => (
                StatusCode::TOO_MANY_REQUESTS,
                "too_many",
                "this address asked too often",
            ),
            Self::TooBusy => (
                StatusCode::SERVICE_UNAVAILABLE,
                "too_busy",
                "too many questions at once",
            ),
            Self::Unavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "unavailable",
                "the search is not available",
            ),
        }
    }

    /// Returns the wait that the visitor's browser should keep.
    fn pause(&self) -> Option<u64> {
        match self {
            // Rounded up.
            Self::TooMany(wait) => Some(wait.as_secs() + 1),
            Self::TooBusy | Self::Unavailable => Some(PAUSE),
            _ => None,
        }
    }

    pub(crate) fn reply(&self) -> Reply {
        let (status, code, message) = self.parts();
        let body = json!({"error": {"code": code, "message": message}}).to_string();
        let mut reply = with_body(status, Bytes::from(body));
        let headers = reply.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.extend(self.pause().map(|seconds| (RETRY_AFTER, seconds.into())));
        if let Self::Method(allowed) = self {
            headers.insert(ALLOW, HeaderValue::from_static(allowed));
        }
        reply
    }
}

fn with_body(status: StatusCode, body: Bytes) -> Reply {
    let mut reply = Response::new(Full::new(body));
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    reply
}

/// Answers a question whether the process is in order, with details.
pub(crate) fn state(is_in_order: bool, details: &Value) -> Reply {
    let status = if is_in_order {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let mut reply = with_body(status, Bytes::from(details.to_string()));
    let headers = reply.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    reply
}

/// Returns an answer, compressed.
pub(crate) fn compressed(answer: &impl Serialize) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail, nor can the answers be anything that JSON lacks.
    let json = serde_json::to_vec(answer).unwrap_or_default();
    let written = encoder.write_all(&json).and_then(|()| encoder.finish());
    Bytes::from(written.unwrap_or_default())
}

/// Sends a compressed answer; `fresh` is the age up to which caches on the way may keep it.
pub(crate) fn answer(
    body: &Bytes,
    age: Duration,
    fresh: Option<Duration>,
    accepted: &HeaderMap,
) -> Reply {
    let is_compressed = accepts_gzip(accepted);
    let sent = if is_compressed {
        body.clone()
    } else {
        plain(body)
    };
    let mut reply = with_body(StatusCode::OK, sent);
    let headers = reply.headers_mut();
    if is_compressed {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(AGE, age.as_secs().into());
    let seconds = fresh.map_or(0, |fresh| fresh.as_secs().saturating_sub(age.as_secs()));
    let kept = match seconds {
        0 => "no-store".to_owned(),
        seconds => format!("public, max-age={seconds}"),
    };
    headers.extend(HeaderValue::from_str(&kept).map(|kept| (CACHE_CONTROL, kept)));
    reply
}

fn plain(body: &Bytes) -> Bytes {
    let mut plain = Vec::new();
    // It was compressed here.
    let _ = GzDecoder::new(body.as_ref()).read_to_end(&mut plain);
    Bytes::from(plain)
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING).into_iter();
    let values = values.filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        let is_refused = quality.trim().starts_with("q=0")
            && !quality.contains(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
        matches!(name.trim(), "gzip" | "*") && !is_refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_compressed_only_for_who_takes_it() {
        for (accepted, is_compressed) in [
            ("gzip", true),
            ("br, gzip;q=0.5", true),
            ("*", true),
            ("gzip;q=0", false),
            ("gzip;q=0.0, br", false),
            ("br", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, accepted.parse().unwrap());
            let reply = answer(&compressed(&[1]), Duration::ZERO, None, &headers);
            let is_sent = reply.headers().contains_key(CONTENT_ENCODING);
            assert_eq!(is_sent, is_compressed, "{accepted}");
        }
    }
}
