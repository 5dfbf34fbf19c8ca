//! Errors as replies.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Response, StatusCode};
use serde_json::json;
use soru_serving::Unreceived;

use crate::report::Invalid;

/// A reply of the desk.
pub type Reply = Response<Full<Bytes>>;

/// The wait after an overload in seconds.
const PAUSE: u64 = 5;

/// A reason against a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such path.
    NotFound,
    /// Another method is needed.
    Method(&'static str),
    /// The request comes from a page that may not send it.
    Origin,
    /// The request has no token, or a wrong one.
    Token,
    /// The body has another type.
    MediaType,
    /// The body is too large.
    TooLarge,
    /// The body did not arrive in time.
    TooSlow,
    /// The body is wrong.
    Invalid(String),
    /// Nothing more can be kept now.
    TooBusy,
    /// The server cannot do its work; the log says why.
    Failed,
}

impl From<Invalid> for Refusal {
    fn from(Invalid(message): Invalid) -> Self {
        Self::Invalid(message)
    }
}

impl From<Unreceived> for Refusal {
    fn from(unreceived: Unreceived) -> Self {
        match unreceived {
            Unreceived::TooLarge => Self::TooLarge,
            Unreceived::TooSlow => Self::TooSlow,
        }
    }
}

impl Refusal {
    fn parts(&self) -> (StatusCode, &str) {
        match self {
            Self::NotFound => (StatusCode::NOT_FOUND, "no such path"),
            Self::Method(_) => (
                StatusCode::METHOD_NOT_ALLOWED,
                "another method is needed: the header Allow names it",
            ),
            Self::Origin => (
                StatusCode::FORBIDDEN,
                "pages of this origin may not send this: name it with --origin",
            ),
            Self::Token => (
                StatusCode::UNAUTHORIZED,
                "the token is missing or wrong: open the address that `soru desk` printed",
            ),
            Self::MediaType => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the body has another type than the path takes",
            ),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "the body is too large"),
            Self::TooSlow => (
                StatusCode::REQUEST_TIMEOUT,
                "the body did not arrive in time",
            ),
            Self::Invalid(message) => (StatusCode::UNPROCESSABLE_ENTITY, message),
            Self::TooBusy => (
                StatusCode::SERVICE_UNAVAILABLE,
                "too many reports: try again later",
            ),
            Self::Failed => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "this failed: the output of `soru desk` says why",
            ),
        }
    }

    /// Returns the reply.
    pub fn reply(&self) -> Reply {
        let (status, message) = self.parts();
        let body = json!({"error": {"message": message}}).to_string();
        let mut reply = Response::new(Full::new(Bytes::from(body)));
        *reply.status_mut() = status;
        let headers = reply.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        match self {
            Self::Method(allowed) => {
                headers.insert(ALLOW, HeaderValue::from_static(allowed));
            }
            Self::TooBusy => {
                headers.insert(RETRY_AFTER, PAUSE.into());
            }
            _ => {}
        }
        reply
    }
}
