//! Requests sources from a server on this machine.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;

use super::*;

/// The requests: method, path, user agent.
type RecordedRequests = Arc<Mutex<Vec<[String; 3]>>>;

/// Serves responses by path: status line and headers.
fn serve(answers: fn(&str, &str) -> String) -> (String, RecordedRequests) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
    let seen = RecordedRequests::default();
    let recorded = Arc::clone(&seen);
    thread::spawn(move || {
        for stream in listener.incoming() {
            // A closed connection needs no response.
            let _ = answer(stream.unwrap(), answers, &recorded);
        }
    });
    (address, seen)
}

fn answer(
    mut stream: TcpStream,
    answers: fn(&str, &str) -> String,
    seen: &RecordedRequests,
) -> std::io::Result<()> {
    let reader = BufReader::new(stream.try_clone()?);
    let lines = reader.lines().map_while(Result::ok);
    let lines: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let mut words = lines[0].split(' ').map(str::to_owned);
    let (method, path) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let agent = lines
        .iter()
        .find(|line| line.to_ascii_lowercase().starts_with("user-agent"));
    let response = answers(&method, &path);
    seen.lock()
        .unwrap()
        .push([method, path, agent.cloned().unwrap_or_default()]);
    write!(stream, "HTTP/1.1 {response}Connection: close\r\n\r\n")?;
    // An endless body: a client that read it would never finish.
    while response.starts_with("200 Endless") {
        stream.write_all(&[b'x'; 4096])?;
    }
    Ok(())
}

fn pages(method: &str, path: &str) -> String {
    match (method, path) {
        (_, "/gone") => "404 Not Found\r\nContent-Length: 0\r\n".to_owned(),
        (_, "/secret") => "403 Forbidden\r\nContent-Length: 0\r\n".to_owned(),
        (_, "/broken") => "500 Oh\r\nContent-Length: 0\r\n".to_owned(),
        (_, "/old") => "301 Moved\r\nLocation: /new\r\nContent-Length: 0\r\n".to_owned(),
        (_, "/today") => "302 Found\r\nLocation: /new\r\nContent-Length: 0\r\n".to_owned(),
        (_, "/circle") => "302 Found\r\nLocation: /circle\r\nContent-Length: 0\r\n".to_owned(),
        ("HEAD", "/get-only") => "405 Method Not Allowed\r\nContent-Length: 0\r\n".to_owned(),
        ("GET", "/get-only") => "200 Endless\r\n".to_owned(),
        (_, "/huge-head") => format!("200 OK\r\nX-Huge: {}\r\n", "x".repeat(10 * MOST_HEAD)),
        (_, "/inside") => {
            "302 Found\r\nLocation: http://localhost:9/\r\nContent-Length: 0\r\n".to_owned()
        }
        _ => "200 OK\r\nContent-Length: 0\r\n".to_owned(),
    }
}

fn online(named: &[&str], pause: Duration) -> Online {
    let named: Vec<String> = named.iter().map(|host| (*host).to_owned()).collect();
    Online {
        pause,
        ..Online::new(&named)
    }
}

fn found(online: &mut Online, url: &str) -> Option<Finding> {
    let fact = Fact {
        question: "Fee?".into(),
        source_url: url.into(),
        ..Fact::default()
    };
    online.finding(&fact, &Place::file(Path::new("facts.csv")))
}

#[test]
fn a_source_is_reported_with_its_status_and_advice() {
    let (server, _) = serve(pages);
    let mut online = online(&["127.0.0.1"], Duration::ZERO);
    for (path, kind, is_error, advice) in [
        ("/gone", FindingKind::SourceGone, true, "status 404"),
        (
            "/secret",
            FindingKind::SourceSilent,
            false,
            "check it in a browser",
        ),
        ("/broken", FindingKind::SourceSilent, false, "status 500"),
        (
            "/old",
            FindingKind::SourceMoved,
            false,
            "update `source_url`",
        ),
        (
            "/circle",
            FindingKind::SourceSilent,
            false,
            "more than 5 redirects",
        ),
        (
            "/huge-head",
            FindingKind::SourceSilent,
            false,
            "does not respond",
        ),
        ("/inside", FindingKind::SourcePrivate, false, "--allow-host"),
    ] {
        let finding = found(&mut online, &format!("{server}{path}")).unwrap();
        assert_eq!(
            (finding.kind, finding.is_error),
            (kind, is_error),
            "{path}: {finding:?}"
        );
        assert!(finding.message.contains(advice), "{path}: {finding:?}");
        assert!(finding.message.contains("`Fee?`"), "{finding:?}");
    }
    for path in ["/new", "/today", "/get-only", "/new#section"] {
        assert_eq!(
            found(&mut online, &format!("{server}{path}")),
            None,
            "{path}"
        );
    }
}

#[test]
fn a_page_is_asked_once_with_head_and_by_name_and_its_host_rests_in_between() {
    let (server, seen) = serve(pages);
    let pause = Duration::from_millis(300);
    let mut online = online(&["127.0.0.1"], pause);
    let start = Instant::now();
    for path in ["/a", "/a#b", "/get-only"] {
        assert_eq!(found(&mut online, &format!("{server}{path}")), None);
    }
    assert!(start.elapsed() >= 2 * pause, "{:?}", start.elapsed());
    let seen = seen.lock().unwrap().clone();
    let asked: Vec<String> = seen
        .iter()
        .map(|[method, path, _]| format!("{method} {path}"))
        .collect();
    assert_eq!(asked, ["HEAD /a", "HEAD /get-only", "GET /get-only"]);
    assert!(
        seen.iter().all(|[.., agent]| agent.contains("soru/")),
        "{seen:?}"
    );
}

#[test]
fn a_private_network_is_asked_nothing_unless_it_is_named() {
    let (server, seen) = serve(pages);
    let finding = found(&mut online(&[], Duration::ZERO), &format!("{server}/a")).unwrap();
    assert_eq!(
        (finding.kind, finding.is_error),
        (FindingKind::SourcePrivate, false)
    );
    assert!(seen.lock().unwrap().is_empty());
}

#[test]
fn paths_of_the_site_are_not_asked() {
    for url in ["fees/", "/fees/", "mailto:a@b.example", ""] {
        assert_eq!(found(&mut online(&[], Duration::ZERO), url), None, "{url}");
    }
}
