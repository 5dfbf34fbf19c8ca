//! Serves a folder on this machine, and remembers what was requested.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// A folder that is served until the test ends.
pub(crate) struct Served {
    address: SocketAddr,
    requested: Arc<Mutex<Vec<String>>>,
}

impl Served {
    pub(crate) fn start(folder: PathBuf) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let requested = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requested);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // A client that hangs up is no fault of the server.
                let _ = answer(&stream, &folder, &seen);
            }
        });
        Ok(Self { address, requested })
    }

    pub(crate) fn address(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The paths that were requested, in order.
    pub(crate) fn requested(&self) -> Vec<String> {
        self.requested.lock().expect("the server runs").clone()
    }
}

fn answer(mut stream: &TcpStream, folder: &Path, seen: &Mutex<Vec<String>>) -> anyhow::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    while lines
        .next()
        .transpose()?
        .is_some_and(|line| !line.is_empty())
    {}
    let path = request.split(' ').nth(1).unwrap_or("/").to_owned();
    seen.lock().expect("the server runs").push(path.clone());
    let response = response(folder, &path);
    stream.write_all(&response)?;
    Ok(())
}

fn response(folder: &Path, path: &str) -> Vec<u8> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
    let mut file = folder.join(decoded.trim_start_matches('/'));
    if file.is_dir() && !path.ends_with('/') {
        return format!("HTTP/1.0 301 Moved\r\nLocation: {path}/\r\nContent-Length: 0\r\n\r\n")
            .into();
    }
    if file.is_dir() {
        file.push("index.html");
    }
    match std::fs::read(&file) {
        Ok(body) => {
            let kind = content_type(&file);
            let head = format!(
                "HTTP/1.0 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
                body.len()
            );
            [head.into_bytes(), body].concat()
        }
        Err(_) => b"HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_vec(),
    }
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html" | "htm") => "text/html",
        Some("xhtml") => "application/xhtml+xml",
        Some("txt") => "text/plain",
        Some("md") => "text/markdown",
        Some("xml") => "application/xml",
        Some("pdf") => "application/pdf",
        _ => "application/octet-stream",
    }
}
