//! Receives the body of a request.

use std::time::Duration;

use http_body_util::{BodyExt, Limited};
use hyper::body::{Body, Bytes};
use hyper::header::CONTENT_TYPE;
use hyper::{HeaderMap, Request};
use tokio::time::timeout;

/// Why a body was not received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreceived {
    /// It is too large, or the connection ended.
    TooLarge,
    /// It did not arrive in time.
    TooSlow,
}

/// Whether the headers name this type of body, with whatever parameters.
pub fn has_media_type(headers: &HeaderMap, wanted: &str) -> bool {
    let named = headers.get(CONTENT_TYPE);
    let named = named.and_then(|own| own.to_str().ok()).unwrap_or_default();
    let named = named.split(';').next().unwrap_or_default().trim();
    named.eq_ignore_ascii_case(wanted)
}

/// Receives a body of at most `most` bytes within `time`.
///
/// # Errors
/// [`Unreceived`] says which bound it broke.
pub async fn receive<B>(
    request: Request<B>,
    most: usize,
    time: Duration,
) -> Result<Bytes, Unreceived>
where
    B: Body,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let body = Limited::new(request.into_body(), most).collect();
    match timeout(time, body).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(_)) => Err(Unreceived::TooLarge),
        Err(_) => Err(Unreceived::TooSlow),
    }
}
