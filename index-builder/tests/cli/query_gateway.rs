//! `soru query --gateway`, with a server in place of the gateway. The crate `soru-working-index`
//! tests that answers are those of a static index.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::{Value, json};

use crate::support::{Run, Workplace};

/// A server that answers one request, to the site of its address.
pub(crate) struct Server {
    pub(crate) address: String,
    requests: Receiver<Value>,
}

impl Server {
    pub(crate) fn new(status: u16, answer: &Value) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}{SITE}", listener.local_addr().unwrap());
        let (sender, requests) = channel();
        let answer = answer.to_string();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(&stream);
            let mut length = 0;
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            assert_eq!(line, format!("POST {SITE}/v1/search HTTP/1.1\r\n"));
            line.clear();
            while reader.read_line(&mut line).unwrap() > 2 {
                let lower = line.to_lowercase();
                if let Some(own) = lower.strip_prefix("content-length:") {
                    length = own.trim().parse().unwrap();
                }
                line.clear();
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            sender.send(serde_json::from_slice(&body).unwrap()).unwrap();
            let head = format!(
                "HTTP/1.1 {status} x\r\nContent-Length: {}\r\n\r\n",
                answer.len()
            );
            stream.write_all((head + &answer).as_bytes()).unwrap();
        });
        Self { address, requests }
    }
}

/// The path of a site of the gateway.
const SITE: &str = "/handbook";

const QUESTION: &str = "When does the planetarium open?";

pub(crate) fn found() -> Value {
    let text = "The planetarium opens at nine in the evening.";
    json!({
        "site": "test", "index": "test-1", "complete": true, "chunks": 1000,
        "languages": [{ "language": "en", "chunks": 1000, "mean_words": [80.0, 4.0, 3.0] }],
        "words": [
            { "word": "planetarium", "language": "en", "chunks": [1, 1, 1] },
            { "word": "open", "language": "en", "chunks": [90, 140, 150] },
        ],
        "hits": [{
            "id": "0", "page": "stars.html", "position": 0, "title": "Planetarium",
            "url": "stars.html", "language": "en", "text": text, "sections": [{ "start": 0 }],
        }],
    })
}

fn asked(place: &Workplace, gateway: &str, more: &[&str]) -> Run {
    let mut arguments = vec!["query", "out", QUESTION, "--gateway", gateway, "--json"];
    arguments.extend(more);
    place.soru(&arguments)
}

fn built() -> Workplace {
    let place = Workplace::new();
    place.build(&["--index-only"]).assert_done();
    place
}

#[test]
fn the_pages_of_a_gateway_answer() {
    let (place, server) = (built(), Server::new(200, &found()));
    let answer = asked(&place, &server.address, &["--filter", "section=Sky"]).json();
    assert_eq!(
        answer["hits"],
        json!([]),
        "no page of the answer has the section"
    );
    let request = server.requests.recv().unwrap();
    assert_eq!(request["filter"], json!({ "section": ["Sky"] }));
    let server = Server::new(200, &found());
    let answer = asked(&place, &server.address, &[]).json();
    assert_eq!(answer["hits"][0]["id"], "stars.html", "{answer}");
    let request = server.requests.recv().unwrap();
    let words = request["words"].as_array().unwrap();
    let planetarium = words.iter().find(|own| own["word"] == "planetarium");
    assert_eq!(planetarium.unwrap()["weight"], 1.0);
    assert_eq!(request["language"], "en");
}

#[test]
fn the_bundles_own_pages_answer_if_the_gateway_does_not() {
    let place = built();
    let refused = json!({ "error": { "code": "too_busy", "message": "ask again later" } });
    let server = Server::new(503, &refused);
    for (address, reason) in [
        (server.address.as_str(), "ask again later"),
        ("http://127.0.0.1:9", "127.0.0.1:9"),
    ] {
        let run = asked(&place, address, &[]);
        let answer = run.assert_done().json();
        let warning = &answer["warnings"][0];
        assert_eq!(warning["code"], "gateway_failed", "{answer}");
        let message = warning["message"].as_str().unwrap_or_default();
        assert!(message.contains(reason), "{message}");
        assert!(message.contains("own pages"), "{message}");
    }
}

#[test]
fn an_answer_that_is_no_answer_is_a_warning() {
    let server = Server::new(200, &json!({ "hits": "none" }));
    let answer = asked(&built(), &server.address, &[]).json();
    let message = answer["warnings"][0]["message"].to_string();
    assert!(message.contains("soru gateway"), "{message}");
}

/// Builds a bundle that names a gateway.
pub(crate) fn built_over(server: &Server) -> Workplace {
    let place = Workplace::new();
    let settings = format!("[indexing]\ngateway = \"{}\"\n", server.address);
    place.write("soru.toml", &settings);
    let arguments = ["--index-only", "--layout", "remote"];
    place.build(&arguments).assert_done();
    place
}

#[test]
fn a_bundle_over_a_cluster_names_its_gateway() {
    let server = Server::new(200, &found());
    let place = built_over(&server);
    let run = place.soru(&["query", "out", QUESTION, "--json"]);
    assert_eq!(run.json()["hits"][0]["id"], "stars.html");
    let without = place.soru(&["query", "out", QUESTION, "--json", "--retriever", "bm25"]);
    let answer = without.assert_done().json();
    let hits = answer["hits"].as_array().unwrap();
    assert!(hits.iter().all(|hit| hit["id"] != "stars.html"), "{answer}");
}

#[test]
fn a_path_names_a_gateway_of_the_sites_own_host() {
    let server = Server::new(200, &found());
    let place = Workplace::new();
    let site = server.address.replace(SITE, "/docs/");
    let settings = format!("[site]\nurl = \"{site}\"\n[indexing]\ngateway = \"{SITE}/\"\n");
    place.write("soru.toml", &settings);
    let arguments = ["--index-only", "--layout", "remote"];
    place.build(&arguments).assert_done();
    let run = place.soru(&["query", "out", QUESTION, "--json"]);
    assert_eq!(run.json()["hits"][0]["id"], "stars.html");
}

#[test]
fn a_gateway_that_pages_cannot_ask_is_a_mistake_of_the_project() {
    let place = Workplace::new();
    for wrong in ["search.example", "ftp://search.example", "//search.example"] {
        place.write("soru.toml", &format!("[indexing]\ngateway = \"{wrong}\"\n"));
        let run = place.build(&["--index-only", "--layout", "remote"]);
        let mistake = format!("soru.toml:2: `indexing.gateway` cannot be \"{wrong}\"");
        run.assert_fails_with(&[&mistake]);
    }
}

#[test]
fn an_address_that_is_none_is_refused() {
    for address in ["search.example", "ftp://search.example"] {
        asked(&built(), address, &[]).assert_fails_with(&[&format!("error: {address}")]);
    }
}
