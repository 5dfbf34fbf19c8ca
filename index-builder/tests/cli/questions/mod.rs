//! Written questions end to end: a site's owner has them written, edits them, checks them and
//! builds with them. The test serves the model.

mod completing;
mod exchange;
mod writing;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

use crate::support::{Run, Workplace};

/// The fixtures' sections that are long enough, without those of the Turkish pages.
const SITE: [&str; 2] = ["site/en", "--questions=questions.jsonl"];

/// A model that answers every request with a function of the section.
pub(crate) struct ModelServer {
    pub(crate) address: String,
    heads: Arc<Mutex<Vec<String>>>,
    pub(crate) messages: Arc<Mutex<Vec<String>>>,
}

impl ModelServer {
    pub(crate) fn new(answer: impl Fn(&str) -> String + Send + 'static) -> Self {
        Self::scripted(move |_, section| reply(&answer(section)))
    }

    /// Responds with a function of the request's number and its section: a whole response, or a
    /// part.
    pub(crate) fn scripted(reply: impl Fn(usize, &str) -> String + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let server = Self {
            address,
            heads: Arc::default(),
            messages: Arc::default(),
        };
        let (heads, messages) = (Arc::clone(&server.heads), Arc::clone(&server.messages));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let Some((head, prompt)) = received(&stream) else {
                    continue;
                };
                let section = section_of(prompt.last().unwrap());
                let number = heads.lock().unwrap().len();
                heads.lock().unwrap().push(head);
                messages.lock().unwrap().push(prompt.concat());
                // A killed client does not read.
                let _ = stream.write_all(reply(number, &section).as_bytes());
            }
        });
        server
    }

    /// Answers with a question of the section's first words.
    fn usual() -> Self {
        Self::new(|section| json!([question_about(section)]).to_string())
    }

    pub(crate) fn requests(&self) -> usize {
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

/// The response of a server.
pub(crate) fn response(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

/// A reply of a model.
pub(crate) fn reply(content: &str) -> String {
    let body = json!({"choices": [{"message": {"content": content}}]});
    response("200 OK", "", &body.to_string())
}

/// The head of a request, and its messages.
fn received(stream: &TcpStream) -> Option<(String, Vec<String>)> {
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
    let messages = body["messages"].as_array()?.iter();
    let messages = messages.map(|message| Some(message["content"].as_str()?.to_owned()));
    Some((head, messages.collect::<Option<_>>()?))
}

/// The text between the lines with the delimiter, below title and headings.
pub(crate) fn section_of(message: &str) -> String {
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

pub(crate) fn lines(place: &Workplace, file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(place.path(file)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

pub(crate) fn in_lines(values: &[Value]) -> String {
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
