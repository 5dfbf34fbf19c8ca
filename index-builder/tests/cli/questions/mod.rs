//! Written questions from outside: a site's owner has them written, edits them, checks them and builds
//! with them. The model is a server of the test.

mod completing;
mod exchange;
mod writing;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

use crate::support::{Run, Workplace};

/// The sections of the fixtures that are long enough, without those of the Turkish pages.
const SITE: [&str; 2] = ["site/en", "--questions=questions.jsonl"];

/// A model that answers every request with a text that a function makes of the section.
struct ModelServer {
    address: String,
    heads: Arc<Mutex<Vec<String>>>,
    sections: Arc<Mutex<Vec<String>>>,
}

impl ModelServer {
    fn new(answer: impl Fn(&str) -> String + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let server = Self {
            address,
            heads: Arc::default(),
            sections: Arc::default(),
        };
        let (heads, sections) = (Arc::clone(&server.heads), Arc::clone(&server.sections));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let Some((head, section)) = received(&stream) else {
                    continue;
                };
                heads.lock().unwrap().push(head);
                sections.lock().unwrap().push(section.clone());
                let body =
                    json!({"choices": [{"message": {"content": answer(&section)}}]}).to_string();
                let length = body.len();
                // Who was killed does not listen.
                let _ = write!(
                    stream,
                    "HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
                );
            }
        });
        server
    }

    /// Answers with a question of the section's own first words.
    fn usual() -> Self {
        Self::new(|section| json!([question_about(section)]).to_string())
    }

    fn requests(&self) -> usize {
        self.heads.lock().unwrap().len()
    }

    fn write(&self, place: &Workplace, more: &[&str]) -> Run {
        let mut arguments = vec!["questions", "write"];
        arguments.extend(SITE);
        arguments.extend(["--endpoint", &self.address, "--model", "small:7b"]);
        arguments.extend(more);
        place.soru(&arguments)
    }
}

/// The head of a request, and the section that its last message is about.
fn received(stream: &TcpStream) -> Option<(String, String)> {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        if line.trim().is_empty() {
            break;
        }
        let value = line
            .to_lowercase()
            .strip_prefix("content-length:")
            .map(str::to_owned);
        length = value.map_or(length, |value| value.trim().parse().unwrap());
        head += &line;
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body: Value = serde_json::from_slice(&body).ok()?;
    Some((head, section_of(body["messages"][1]["content"].as_str()?)))
}

/// What stands between the lines with the delimiter, below title and headings.
fn section_of(message: &str) -> String {
    let inside = message.split("<<<").nth(1).unwrap();
    inside.split_once("\n\n").unwrap().1.trim().to_owned()
}

fn question_about(section: &str) -> String {
    let words: Vec<String> = section
        .split_whitespace()
        .take(4)
        .map(str::to_lowercase)
        .collect();
    format!("what about {}?", words.join(" "))
}

fn lines(place: &Workplace, file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(place.path(file)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn in_lines(values: &[Value]) -> String {
    let lines: Vec<String> = values
        .iter()
        .map(|value| value.to_string() + "\n")
        .collect();
    lines.concat()
}

fn check(place: &Workplace, more: &[&str]) -> Run {
    let mut arguments = vec!["questions", "check"];
    arguments.extend(SITE);
    arguments.extend(more);
    place.soru(&arguments)
}
