//! `soru gateway`, end to end: it answers while it runs, and ends in good order. The crate
//! `soru-gateway` tests its answers.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::support::{Workplace, command};

const SETTINGS: &str = r#"
listen = "127.0.0.1:0"
engine = "solr"
nodes = ["http://127.0.0.1:9"]
sites = ["handbook"]
origins = ["https://www.example.org"]
"#;

/// Starts a gateway, and returns the first lines that it prints.
#[cfg(unix)]
fn started(place: &Workplace, settings: &str, lines: usize) -> (Child, Vec<String>) {
    place.write("gateway.toml", settings);
    let mut child = command(&place.path(""))
        .args(["gateway", "gateway.toml"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let lines = output.lines().take(lines).map(Result::unwrap).collect();
    (child, lines)
}

#[test]
fn a_wrong_file_is_explained_before_anything_listens() {
    let place = Workplace::new();
    for (settings, text) in [
        (SETTINGS.replace("solr", "lucene"), "opensearch"),
        (
            SETTINGS.replace("127.0.0.1:9", "search.example"),
            "allow_http = true",
        ),
        (SETTINGS.replace("127.0.0.1:0", "192.0.2.1:1"), "`listen`"),
        (format!("{SETTINGS}ca = \"none.pem\""), "none.pem"),
    ] {
        place.write("gateway.toml", &settings);
        let run = place.soru(&["gateway", "gateway.toml"]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(text), "{run:?}");
    }
    let run = place.soru(&["gateway", "absent.toml"]);
    assert!(run.code == 2 && run.err.contains("absent.toml"), "{run:?}");
}

#[cfg(unix)]
#[test]
fn the_signal_to_end_ends_it_with_success() {
    let place = Workplace::new();
    let (mut child, lines) = started(&place, SETTINGS, 1);
    let [line] = &lines[..] else {
        panic!("{lines:?}")
    };
    let address = line.trim_start_matches("http://").split('/').next();
    assert!(line.ends_with("handbook"), "{line}");
    let mut stream = TcpStream::connect(address.unwrap()).unwrap();
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let killed = Command::new("kill").arg(child.id().to_string()).status();
    assert!(killed.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn the_address_of_each_of_several_sites_is_printed() {
    let place = Workplace::new();
    let settings = SETTINGS.replace("\"handbook\"", "\"handbook\", \"visa\"");
    let (mut child, lines) = started(&place, &settings, 2);
    assert!(lines[0].ends_with("/handbook   handbook"), "{lines:?}");
    assert!(lines[1].ends_with("/visa   visa"), "{lines:?}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_example_of_all_settings_is_read() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../examples/gateway/gateway.toml"
    );
    let text = std::fs::read_to_string(file).unwrap();
    for written in [text.clone(), text.replace("# allow_http", "allow_http")] {
        let read = soru_gateway::Configuration::parse(&written, |_| None).unwrap();
        assert_eq!(read.sites, ["handbook", "visa"]);
    }
    // A key behind a `#` is as right as the others.
    let all = text
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(key) if key.contains(" = ") => key,
            _ => line,
        })
        .collect::<Vec<_>>()
        .join("\n");
    let read = soru_gateway::Configuration::parse(&all, |_| None).unwrap();
    assert!(read.ca.is_some());
    assert_eq!(
        read.limits.connections,
        soru_gateway::Limits::default().connections
    );
}
