//! From a request of the box to its reply.

use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Body, Bytes};
use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, HeaderValue, ORIGIN, VARY,
};
use hyper::{Method, Request, Response, StatusCode};
use soru_serving::{has_media_type, receive};

use crate::refusal::{Refusal, Reply};
use crate::report::{MOST_BYTES, Report};
use crate::writer::Writer;

/// The path of reports.
pub const PATH: &str = "/reports";

/// The time for receiving a body.
const RECEIVING: Duration = Duration::from_secs(5);

/// Browsers may keep the permission to send for two hours, in seconds; none keeps it longer.
const PREFLIGHT: &str = "7200";

/// Receives reports of pages of certain origins.
#[derive(Debug, Clone)]
pub struct Receiver {
    origins: Vec<HeaderValue>,
    writer: Writer,
}

impl Receiver {
    /// Creates a receiver for pages of these origins, such as `https://www.example.org`.
    pub fn new(origins: &[String], writer: Writer) -> Self {
        Self {
            origins: values(origins),
            writer,
        }
    }

    /// Replies to a request for [`PATH`]: with status 204 only after the report is in the file.
    pub async fn reply<B>(&self, request: Request<B>) -> Reply
    where
        B: Body,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let origin = request.headers().get(ORIGIN);
        let origin = origin.filter(|own| self.origins.contains(own)).cloned();
        let mut reply = match (&origin, request.method()) {
            (Some(_), &Method::OPTIONS) => preflight(),
            _ => match self.accept(request).await {
                Ok(()) => empty(),
                Err(refusal) => refusal.reply(),
            },
        };
        // Other paths of the server have none, so that no page reads what is kept.
        let headers = reply.headers_mut();
        headers.insert(VARY, HeaderValue::from_static("origin"));
        headers.extend(origin.map(|origin| (ACCESS_CONTROL_ALLOW_ORIGIN, origin)));
        reply
    }

    async fn accept<B>(&self, request: Request<B>) -> Result<(), Refusal>
    where
        B: Body,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        if request.method() != Method::POST {
            return Err(Refusal::Method("POST"));
        }
        let origin = request.headers().get(ORIGIN);
        if !origin.is_some_and(|origin| self.origins.contains(origin)) {
            return Err(Refusal::Origin);
        }
        // `sendBeacon` gives a text its type, which needs no question to the server before.
        let headers = request.headers();
        let types = ["text/plain", "application/json"];
        if !types.iter().any(|own| has_media_type(headers, own)) {
            return Err(Refusal::MediaType);
        }
        let body = receive(request, MOST_BYTES, RECEIVING).await?;
        let report = Report::parse(&body)?;
        if self.writer.write(report).await {
            Ok(())
        } else {
            Err(Refusal::TooBusy)
        }
    }
}

fn empty() -> Reply {
    let mut reply = Response::new(Full::new(Bytes::new()));
    *reply.status_mut() = StatusCode::NO_CONTENT;
    reply
}

/// Lets a page send a report as JSON, without credentials.
fn preflight() -> Reply {
    let mut reply = empty();
    let headers = reply.headers_mut();
    let allowed = [
        (ACCESS_CONTROL_ALLOW_METHODS, "POST"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
        (ACCESS_CONTROL_MAX_AGE, PREFLIGHT),
    ];
    for (name, value) in allowed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    reply
}

fn values(origins: &[String]) -> Vec<HeaderValue> {
    let values = origins
        .iter()
        .filter_map(|own| HeaderValue::from_str(own).ok());
    values.collect()
}
