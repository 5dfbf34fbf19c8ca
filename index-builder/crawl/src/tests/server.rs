//! A server on this machine whose responses are defined by a test.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use url::Url;

/// A received request.
#[derive(Debug, Clone)]
pub(super) struct Request {
    /// Path and query.
    pub(super) path: String,
    headers: Vec<(String, String)>,
}

impl Request {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let found = self
            .headers
            .iter()
            .find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// A response.
#[derive(Debug, Clone)]
pub(super) struct Reply {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    /// The server sends a byte now and then, and never finishes.
    is_slow: bool,
}

impl Reply {
    pub(super) fn new(content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self::status(200, body).with("Content-Type", content_type)
    }

    pub(super) fn page(body: impl Into<Vec<u8>>) -> Self {
        Self::new("text/html; charset=utf-8", body)
    }

    pub(super) fn status(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: body.into(),
            is_slow: false,
        }
    }

    pub(super) fn redirect(to: &str) -> Self {
        Self::status(302, "").with("Location", to)
    }

    pub(super) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(super) fn slow(mut self) -> Self {
        self.is_slow = true;
        self
    }
}

pub(super) struct Server {
    pub(super) address: Url,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    pub(super) fn new(answers: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (log, answers) = (Arc::clone(&seen), Arc::new(answers));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (log, answers) = (Arc::clone(&log), Arc::clone(&answers));
                // The server ignores clients that close the connection.
                thread::spawn(move || converse(&stream.unwrap(), &*answers, &log));
            }
        });
        Self {
            address: Url::parse(&address).unwrap(),
            seen,
        }
    }

    /// Returns the paths requested so far.
    pub(super) fn paths(&self) -> Vec<String> {
        self.seen()
            .into_iter()
            .map(|request| request.path)
            .collect()
    }

    pub(super) fn seen(&self) -> Vec<Request> {
        self.seen.lock().unwrap().clone()
    }

    pub(super) fn forget(&self) {
        self.seen.lock().unwrap().clear();
    }
}

/// Answers the requests of a connection, one after the other.
fn converse(
    stream: &TcpStream,
    answers: &dyn Fn(&Request) -> Reply,
    seen: &Mutex<Vec<Request>>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    loop {
        let head: Vec<String> = lines
            .by_ref()
            .map_while(Result::ok)
            .take_while(|line| !line.is_empty())
            .collect();
        let Some(first) = head.first() else {
            return Ok(());
        };
        let headers = head[1..].iter().filter_map(|line| line.split_once(':'));
        let request = Request {
            path: first.split(' ').nth(1).unwrap_or_default().to_owned(),
            headers: headers
                .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
                .collect(),
        };
        seen.lock().unwrap().push(request.clone());
        send(stream, &answers(&request))?;
    }
}

fn send(mut stream: &TcpStream, reply: &Reply) -> std::io::Result<()> {
    let length = if reply.is_slow {
        1_000_000
    } else {
        reply.body.len()
    };
    let mut head = format!("HTTP/1.1 {} Said\r\n", reply.status);
    for (name, value) in &reply.headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    if reply.status != 304 {
        write!(head, "Content-Length: {length}\r\n").unwrap();
    }
    stream.write_all(format!("{head}\r\n").as_bytes())?;
    stream.write_all(&reply.body)?;
    if !reply.is_slow {
        return stream.flush();
    }
    loop {
        thread::sleep(Duration::from_millis(20));
        stream.write_all(b" ")?;
    }
}
