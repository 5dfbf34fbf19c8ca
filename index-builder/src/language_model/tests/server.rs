//! A scripted server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// The response to one request.
#[derive(Debug, Clone)]
pub(super) enum Act {
    /// A whole response: status line, headers, body.
    Say(String),
    /// A reply of a model.
    Reply(String),
    /// Half a response, then nothing more.
    CutOff,
    /// Nothing at all.
    HangUp,
}

/// A received request.
#[derive(Debug, Clone, Default)]
pub(super) struct ReceivedRequest {
    pub(super) head: String,
    pub(super) body: String,
}

pub(super) struct Server {
    pub(super) address: String,
    seen: Arc<Mutex<Vec<ReceivedRequest>>>,
}

impl Server {
    /// Performs these acts in order, one for each request; repeats the last one.
    pub(super) fn new(acts: Vec<Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let recorded = Arc::clone(&seen);
        thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                let act = acts[number.min(acts.len() - 1)].clone();
                // A client may close the connection early.
                let _ = serve(stream.unwrap(), &act, &recorded);
            }
        });
        Self { address, seen }
    }

    pub(super) fn seen(&self) -> Vec<ReceivedRequest> {
        self.seen.lock().unwrap().clone()
    }
}

/// A status with headers.
pub(super) fn status(status: &str, headers: &str, body: &str) -> Act {
    let length = body.len();
    Act::Say(format!(
        "HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    ))
}

fn serve(
    mut stream: TcpStream,
    act: &Act,
    seen: &Mutex<Vec<ReceivedRequest>>,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = String::from_utf8_lossy(&body).into_owned();
    seen.lock().unwrap().push(ReceivedRequest { head, body });
    let response = match act {
        Act::HangUp => return Ok(()),
        Act::CutOff => {
            "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"choices\": [{\"mess".to_owned()
        }
        Act::Say(response) => response.clone(),
        Act::Reply(content) => {
            let reply = serde_json::json!({
                "model": "m-2026", "choices": [{"message": {"role": "assistant", "content": content}}],
                "usage": {"total_tokens": 100},
            });
            let Act::Say(response) = status(
                "200 OK",
                "Content-Type: application/json\r\n",
                &reply.to_string(),
            ) else {
                return Ok(());
            };
            response
        }
    };
    stream.write_all(response.as_bytes())
}
