//! The receiver over HTTP.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::civil::Date;
use soru_serving::{Limits, serve};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::{Receiver, Store, Writer};

const ORIGIN: &str = "https://www.example.org";

struct Running {
    folder: TempDir,
    address: SocketAddr,
    problems: Arc<Mutex<Vec<String>>>,
}

async fn start() -> Running {
    let folder = tempfile::tempdir().unwrap();
    let problems = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&problems);
    let problem = move |message: &str| told.lock().unwrap().push(message.to_owned());
    let writer = Writer::start(&folder.path().join("r"), 90, problem).unwrap();
    let origins = [ORIGIN.to_owned()];
    let receiver = Receiver::new(&origins, writer);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let limits = Limits {
        connections: 256,
        receiving: Duration::from_secs(2),
        drain: Duration::from_secs(1),
    };
    let reply = move |_: SocketAddr, request| {
        let receiver = receiver.clone();
        async move { receiver.reply(request).await }
    };
    tokio::spawn(async move {
        let end = std::future::pending();
        serve(listener, limits, None, reply, end, || {}).await
    });
    Running {
        folder,
        address,
        problems,
    }
}

impl Running {
    fn questions(&self) -> Vec<String> {
        let store = Store::open(&self.folder.path().join("r")).unwrap();
        let reports = store.reports(Date::MIN, Date::MAX).unwrap();
        reports.into_iter().map(|own| own.report.question).collect()
    }

    /// Returns the status of the reply to these bytes, and its head.
    async fn send(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // A server that has refused the head need not read the body.
        let _ = stream.write_all(bytes).await;
        let mut head = Vec::new();
        let _ = stream.read_to_end(&mut head).await;
        let head = String::from_utf8_lossy(&head).into_owned();
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        (status.unwrap_or_default(), head)
    }
}

fn post(origin: &str, kind: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "POST /reports HTTP/1.1\r\nHost: a\r\nOrigin: {origin}\r\nContent-Type: {kind}\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
    .into_bytes()
}

fn beacon(question: &str) -> Vec<u8> {
    let body = format!(r#"{{"question":"{question}","language":"en","state":"listed"}}"#);
    post(ORIGIN, "text/plain;charset=UTF-8", &body)
}

#[tokio::test]
async fn a_report_of_a_page_of_the_site_is_in_the_file_when_it_is_acknowledged() {
    let running = start().await;
    let (status, head) = running.send(&beacon("when")).await;
    assert_eq!(status, 204);
    assert!(head.contains(&format!("access-control-allow-origin: {ORIGIN}")));
    assert_eq!(running.questions(), ["when"]);
}

#[tokio::test]
async fn other_origins_methods_types_and_bodies_are_refused() {
    let running = start().await;
    let good = r#"{"question":"a","language":"en","state":"listed"}"#;
    let large = format!(r#"{{"question":"{}"}}"#, "a".repeat(100_000));
    for (bytes, expected) in [
        (post("https://example.org", "text/plain", good), 403),
        (
            post("https://www.example.org.evil.example", "text/plain", good),
            403,
        ),
        (post("http://www.example.org", "text/plain", good), 403),
        (post("null", "text/plain", good), 403),
        (post(ORIGIN, "multipart/form-data", good), 415),
        (post(ORIGIN, "text/plain", "{"), 422),
        (post(ORIGIN, "text/plain", &large), 413),
        (
            b"GET /reports HTTP/1.1\r\nConnection: close\r\n\r\n".to_vec(),
            405,
        ),
        (
            b"POST /reports HTTP/1.1\r\nConnection: close\r\n\r\n".to_vec(),
            403,
        ),
    ] {
        let (status, head) = running.send(&bytes).await;
        assert_eq!(status, expected, "{head}");
    }
    assert_eq!(running.questions(), Vec::<String>::new());
}

#[tokio::test]
async fn garbage_costs_nothing_but_client_errors() {
    let running = start().await;
    let mut seed = 0x2545_f491_u32;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        seed.to_le_bytes()[0]
    };
    for number in 0..150_usize {
        let noise: Vec<u8> = (0..=number * 7 % 900).map(|_| random()).collect();
        let body = String::from_utf8_lossy(&noise).into_owned();
        let bytes = match number % 3 {
            0 => post(ORIGIN, "text/plain", &body),
            1 => post(
                ORIGIN,
                "application/json",
                &format!(r#"{{"question":{body:?}}}"#),
            ),
            _ => [noise, b"\r\n\r\n".to_vec()].concat(),
        };
        let (status, head) = running.send(&bytes).await;
        assert!((400..500).contains(&status), "{number}: {status} {head}");
    }
    assert_eq!(running.questions(), Vec::<String>::new());
    assert_eq!(running.send(&beacon("after")).await.0, 204);
    assert!(running.problems.lock().unwrap().is_empty());
}

/// Sends reports over one connection, and returns how many were acknowledged.
async fn send_many(address: SocketAddr, connection: usize, count: usize) -> usize {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut acknowledged = 0;
    for number in 0..count {
        let bytes = String::from_utf8(beacon(&format!("question {connection} {number}"))).unwrap();
        let bytes = bytes.replace("Connection: close\r\n", "").into_bytes();
        stream.write_all(&bytes).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        acknowledged += usize::from(head.starts_with(b"HTTP/1.1 204"));
    }
    acknowledged
}

// Their speed is a measurement: `cargo xtask bench --reports`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thousands_of_reports_are_received_together_and_all_are_kept() {
    let running = start().await;
    let mut connections = JoinSet::new();
    for connection in 0..100 {
        connections.spawn(send_many(running.address, connection, 50));
    }
    let acknowledged: usize = connections.join_all().await.into_iter().sum();
    assert_eq!(acknowledged, 5000);
    assert_eq!(running.questions().len(), 5000);
}
