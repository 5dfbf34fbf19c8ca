//! A server on this machine whose answers are defined by a test.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;

use serde_json::Value;

/// A received request.
#[derive(Debug, Clone, Default)]
pub(super) struct Received {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) query: String,
    pub(super) authorization: String,
    pub(super) body: Vec<u8>,
}

impl Received {
    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// Returns a parameter of the query.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let pairs = self
            .query
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        pairs
            .filter(|(own, _)| *own == name)
            .map(|(_, value)| value)
            .next()
    }

    pub(super) fn parts(&self) -> Vec<&str> {
        self.path
            .split('/')
            .filter(|part| !part.is_empty())
            .collect()
    }
}

/// An answer.
#[derive(Debug, Clone)]
pub(super) enum Answer {
    Json(u16, Value),
    /// With the header `Retry-After`.
    Later(u16, u32),
    /// The connection is closed without an answer.
    Dropped,
}

/// Serves on a free port, and returns the address.
pub(super) fn serve(answer: impl Fn(&Received) -> Answer + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            // A client that closes the connection ends it.
            thread::spawn(move || {
                let reader = stream.try_clone();
                reader
                    .ok()
                    .and_then(|reader| converse(reader, stream, &*answer))
            });
        }
    });
    address
}

/// Answers the requests of a connection.
pub(super) fn converse(
    reader: impl std::io::Read,
    mut writer: impl Write,
    answer: &dyn Fn(&Received) -> Answer,
) -> Option<()> {
    let mut reader = BufReader::new(reader);
    loop {
        let received = read(&mut reader)?;
        let (status, extra, body) = match answer(&received) {
            Answer::Json(status, json) => (status, String::new(), json.to_string()),
            Answer::Later(status, after) => {
                (status, format!("Retry-After: {after}\r\n"), String::new())
            }
            Answer::Dropped => return None,
        };
        let length = body.len();
        // One piece, or else the client's acknowledgement of the first one is awaited.
        let answer = format!(
            "HTTP/1.1 {status} Status\r\n{extra}Content-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        writer.write_all(answer.as_bytes()).ok()?;
        writer.flush().ok()?;
    }
}

fn read(reader: &mut impl BufRead) -> Option<Received> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let mut words = line.split_whitespace();
    let method = words.next()?.to_owned();
    let target = words.next()?;
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut received = Received {
        method,
        path: path.to_owned(),
        query: query.to_owned(),
        ..Received::default()
    };
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().ok()?,
            "authorization" => value.clone_into(&mut received.authorization),
            _ => {}
        }
    }
    received.body = vec![0; length];
    reader.read_exact(&mut received.body).ok()?;
    Some(received)
}
