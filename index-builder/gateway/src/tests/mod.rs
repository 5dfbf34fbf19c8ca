//! The gateway before a small server in this process, which stands for a cluster of each engine and
//! fails as the test wants. `soru push` fills it. Real clusters: `cargo xtask clusters`.
//!
//! No test depends on the speed of the machine: a test that waits has durations of its own.

mod asking;
#[allow(dead_code, reason = "pushes need more of it")]
#[path = "../../../cluster/src/tests/cluster.rs"]
mod cluster;
mod crowd;
mod ending;
mod injections;
mod limits;
mod nodes;
#[path = "../../../cluster/src/tests/opensearch.rs"]
mod opensearch;
mod parser;
#[path = "../../../cluster/src/tests/search.rs"]
mod search;
#[allow(dead_code, reason = "pushes need more of it")]
#[path = "../../../cluster/src/tests/server.rs"]
mod server;
#[allow(dead_code, reason = "pushes need more of it")]
#[path = "../../../cluster/src/tests/site.rs"]
mod site;
mod sites;
#[path = "../../../cluster/src/tests/solr.rs"]
mod solr;
mod spellings;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use soru::{Block, Document};
use soru_cluster::{
    Address, Alias, Connection, Credentials, Kind, Patience, PushOptions, Silent, Target, push,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use self::cluster::Cluster;
use self::site::bundle_of;
use crate::{Configuration, Listening, Log};

/// Both engines.
const BOTH: [Kind; 2] = [Kind::OpenSearch, Kind::Solr];

/// The page that asks.
const ORIGIN: &str = "https://www.example.org";

/// A running gateway.
struct Running {
    address: SocketAddr,
    lines: Arc<Mutex<Vec<String>>>,
    end: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
    metrics: SocketAddr,
}

/// A response.
#[derive(Debug)]
struct Response {
    status: u16,
    headers: BTreeMap<String, String>,
    body: String,
}

impl Response {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// Returns the ids of the pages of the hits.
    fn pages(&self) -> Vec<String> {
        let hits = self.json()["hits"].as_array().cloned().unwrap_or_default();
        let pages = hits.iter().filter_map(|hit| hit["page"].as_str());
        pages.map(str::to_owned).collect()
    }
}

/// Returns the settings of a gateway before nodes.
fn configuration(kind: Kind, nodes: &[String]) -> Configuration {
    let text = format!(
        r#"
            listen = "127.0.0.1:0"
            metrics = "127.0.0.1:0"
            engine = "{}"
            nodes = {nodes:?}
            sites = ["site"]
            origins = ["{ORIGIN}"]
            limits = {{ burst = 1000 }}
        "#,
        kind.to_string().to_lowercase()
    );
    let mut configuration = Configuration::parse(&text, |_| None).unwrap();
    // A busy machine must not make a node look silent.
    configuration.times.hedge = Duration::from_mins(1);
    configuration.times.deadline = Duration::from_mins(1);
    configuration
}

/// Starts a gateway and waits until it knows the site.
async fn start(configuration: Configuration) -> Running {
    let running = start_unready(configuration).await;
    while running.get("/readyz").await.status != 200 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    running
}

async fn start_unready(configuration: Configuration) -> Running {
    let lines: Arc<Mutex<Vec<String>>> = Arc::default();
    let own = Arc::clone(&lines);
    let log = Log::new(move |line| own.lock().unwrap().push(line.to_owned()));
    let listening = Listening::start(configuration, log).await.unwrap();
    let (end, ended) = oneshot::channel();
    Running {
        address: listening.address().unwrap(),
        metrics: listening.metrics_address().unwrap(),
        lines,
        end: Some(end),
        task: tokio::spawn(listening.run(async {
            let _ = ended.await;
        })),
    }
}

/// A cluster with the pages, and a gateway before it.
async fn with_pages(kind: Kind) -> (Cluster, Running) {
    let cluster = filled(kind);
    let running = start(configuration(kind, &[cluster.address()])).await;
    (cluster, running)
}

impl Running {
    async fn get(&self, path: &str) -> Response {
        send(self.address, "GET", path, &[], "").await
    }

    async fn post(&self, body: &Value) -> Response {
        self.post_text(&body.to_string()).await
    }

    async fn post_text(&self, body: &str) -> Response {
        self.post_to("/v1/search", body).await
    }

    async fn post_to(&self, path: &str, body: &str) -> Response {
        let headers = [("content-type", "application/json")];
        send(self.address, "POST", path, &headers, body).await
    }

    fn log(&self) -> String {
        self.lines.lock().unwrap().join("\n")
    }

    async fn numbers(&self) -> String {
        send(self.metrics, "GET", "/metrics", &[], "").await.body
    }
}

/// Sends a request on a connection of its own.
async fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Response {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let headers = headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}\r\n"));
    let headers: String = headers.collect();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: gateway\r\nconnection: close\r\n\
         content-length: {length}\r\n{headers}\r\n{body}"
    );
    // The gateway may refuse a long request before it has read all of it.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    read(&answer)
}

fn read(answer: &[u8]) -> Response {
    let text = String::from_utf8_lossy(answer);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1));
    let headers = lines.filter_map(|line| line.split_once(": "));
    Response {
        status: status.and_then(|own| own.parse().ok()).unwrap_or_default(),
        headers: headers
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect(),
        body: body.to_owned(),
    }
}

/// Pushes the pages to a cluster.
fn filled(kind: Kind) -> Cluster {
    let cluster = Cluster::new(kind);
    push_to(&cluster, "site", &pages());
    cluster
}

fn push_to(cluster: &Cluster, name: &str, pages: &[Document]) {
    let connection = Connection {
        addresses: vec![Address::new(&cluster.address(), false).unwrap()],
        engine: None,
        authority: None,
        credentials: Credentials::default(),
        patience: Patience::default(),
    };
    let alias = Alias::new(name).unwrap();
    let target = Target::connect(&connection, alias, Arc::new(Silent)).unwrap();
    let bundle = bundle_of(pages.iter().cloned());
    push(&bundle, &target, &PushOptions::default()).unwrap();
}

fn page(id: &str, lang: &str, section: &str, text: &str) -> Document {
    Document {
        id: id.into(),
        title: format!("Page {id}"),
        url: format!("{id}.html"),
        lang: lang.into(),
        blocks: vec![Block::Text(text.into())],
        meta: [("section".to_owned(), section.to_owned())].into(),
        ..Document::default()
    }
}

/// Some pages in two languages.
fn pages() -> Vec<Document> {
    vec![
        page(
            "fees",
            "en",
            "Money",
            "Tuition fees are due in March. Late payments cost more.",
        ),
        page(
            "grants",
            "en",
            "Money",
            "A scholarship pays the fees of gifted students.",
        ),
        page(
            "library",
            "en",
            "Campus",
            "The library lends books for ten days.",
        ),
        page(
            "kayit",
            "tr",
            "Campus",
            "Öğrencilerin kayıtları eylül ayında yenilenir.",
        ),
        page("burs", "tr", "Money", "Burslu öğrenci harç ödemez."),
    ]
}

/// Holds searches for a word until the second value is dropped; the first tells that one has begun.
fn hold_searches(
    cluster: &Cluster,
    word: &'static str,
) -> (UnboundedReceiver<()>, std::sync::mpsc::Sender<()>) {
    let (started, is_started) = unbounded_channel();
    let (finish, is_finished) = std::sync::mpsc::channel();
    cluster.guard(move |received, _| {
        if String::from_utf8_lossy(&received.body).contains(word)
            && received.path.ends_with("_search")
        {
            let _ = started.send(());
            let _ = is_finished.recv();
        }
        None
    });
    (is_started, finish)
}

/// Returns a request for words.
fn words(words: &[&str]) -> Value {
    let words: Vec<Value> = words.iter().map(|word| json!({"word": word})).collect();
    json!({"language": "en", "words": words})
}
