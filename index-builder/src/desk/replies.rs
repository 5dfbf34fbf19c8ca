//! Replies of the desk.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, LOCATION};
use hyper::{Response, StatusCode};
use serde::Serialize;
use soru_desk::{Refusal, Reply};

pub(super) fn json(value: &impl Serialize) -> Reply {
    // The desk sends nothing that JSON lacks.
    let bytes = serde_json::to_vec(value).unwrap_or_default();
    sent(Bytes::from(bytes), "application/json", "no-store")
}

pub(super) fn done() -> Reply {
    let mut reply = Response::new(Full::new(Bytes::new()));
    *reply.status_mut() = StatusCode::NO_CONTENT;
    reply
}

pub(super) fn moved(to: &str) -> Result<Reply, Refusal> {
    let mut reply = Response::new(Full::new(Bytes::new()));
    *reply.status_mut() = StatusCode::MOVED_PERMANENTLY;
    let to = HeaderValue::from_str(to).map_err(|_| Refusal::NotFound)?;
    reply.headers_mut().insert(LOCATION, to);
    Ok(reply)
}

pub(super) fn sent(bytes: Bytes, kind: &'static str, cache: &'static str) -> Reply {
    let mut reply = Response::new(Full::new(bytes));
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    reply
}
