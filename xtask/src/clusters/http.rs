//! Asks a server on this machine.

use std::io::{Read, Write};
use std::net::TcpStream;

use anyhow::{Context, Result};
use serde_json::Value;

/// Returns the status and the JSON of an answer. HTTP 1.0 has no answers in pieces.
pub(super) fn get(address: &str, path: &str) -> Result<(u16, Value)> {
    let host = address.trim_start_matches("http://").split('/').next();
    let mut stream = TcpStream::connect(host.unwrap_or_default())?;
    write!(stream, "GET {path} HTTP/1.0\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    let status = head.split(' ').nth(1).and_then(|own| own.parse().ok());
    let status = status.with_context(|| format!("{path}: no status"))?;
    let json = serde_json::from_str(body).with_context(|| format!("{path}: {answer}"))?;
    Ok((status, json))
}
