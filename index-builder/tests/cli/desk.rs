//! The desk end to end: reports in, a week out, and what may not be lost or kept.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::Workplace;

fn read(place: &Workplace, name: &str) -> String {
    std::fs::read_to_string(place.path(name)).unwrap()
}

/// An entry of the log that a box keeps.
fn logged(minute: u8, question: &str, method: &str, hits: usize) -> String {
    let entry = serde_json::json!({
        "time": format!("2026-11-20T10:{minute:02}:00.000Z"), "question": question, "lang": "tr",
        "routedTier": 1, "tier": 2, "confidence": 0.5, "level": "high", "method": method,
        "hits": hits, "intent": "unknown",
    });
    format!("{entry}\n")
}

/// Imports two exports of one browser; the second has the first and damaged lines.
fn imported() -> Workplace {
    let place = Workplace::new();
    let first = [
        logged(0, "Yemekhane ne zaman açılıyor?", "none", 0),
        logged(1, "yemekhane ne zaman aciliyor", "none", 0),
        logged(2, "Staj kaç gün?", "fact_exact", 3),
    ]
    .concat();
    let second = [
        first.clone(),
        "{\"time\": \n\u{1b}[31m\n".to_owned(),
        logged(3, "Yemekhanenin açılışı ne zaman?", "none", 0),
        logged(4, "Merhaba", "small_talk", 0),
        "{\"day\":\"2026-11-19\",\"question\":\"0532 123 45 67 aradım\",\"language\":\"tr\",\"state\":\"listed\"}\n"
            .to_owned(),
    ]
    .concat();
    place.write("first.jsonl", &first);
    place.write("second.jsonl", &second);
    let run = place.soru(&["desk", "import", "first.jsonl", "second.jsonl"]);
    run.assert_done();
    assert!(
        run.out
            .contains("5 reports imported; 3 repeated, counted once; 2 lines skipped"),
        "{}",
        run.out
    );
    assert!(
        run.err
            .contains("second.jsonl:4: neither a report nor an entry"),
        "{}",
        run.err
    );
    assert!(!run.err.contains('\u{1b}'), "{}", run.err);
    place
}

#[test]
fn r39_exports_of_boxes_become_a_week() {
    let place = imported();
    let until = ["desk", "report", "--until", "2026-11-20"];
    let run = place.soru(&[&until[..], &["--format", "json"]].concat());
    let week: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (&week["questions"], &week["nothing"]),
        (&5.into(), &3.into()),
        "{week}"
    );
    assert_eq!(week["groups"][0]["count"], 3, "{week}");
    assert_eq!(week["rare"], 2);
    let run = place.soru(
        &[
            &until[..],
            &["--format", "html", "--language", "tr", "--out", "a.html"],
        ]
        .concat(),
    );
    run.assert_done();
    assert!(
        read(&place, "a.html").contains("<td>Yemekhane"),
        "{}",
        read(&place, "a.html")
    );
}

#[test]
fn forgetting_deletes_by_text_and_by_day() {
    let place = imported();
    let run = place.soru(&["desk", "forget", "--text", "YEMEKHANE"]);
    assert!(run.out.contains("3 reports deleted"), "{}", run.out);
    let run = place.soru(&["desk", "forget", "--until", "2026-11-19"]);
    assert!(run.out.contains("1 report deleted"), "{}", run.out);
    let run = place.soru(&["desk", "forget"]);
    assert!(run.err.contains("--text"), "{}", run.err);
    let run = place.soru(&[
        "desk",
        "forget",
        "--reports",
        "missing.sqlite",
        "--text",
        "a",
    ]);
    assert!(
        run.err.contains("missing.sqlite: no such file"),
        "{}",
        run.err
    );
}

#[test]
fn mistakes_are_named_before_anything_listens() {
    let place = Workplace::new();
    place.write("site/a.html", "<title>A</title><p>text of a page");
    for (arguments, says) in [
        (&["desk"][..], "name the site's pages, or the --origin"),
        (
            &["desk", "site", "--listen", "0.0.0.0:0"],
            "SORU_DESK_TOKEN",
        ),
        (&["desk", "site", "--token", "short"], "16 characters"),
        (
            &["desk", "--origin", "https://a.example/path"],
            "without a path",
        ),
        (&["desk", "import", "missing.jsonl"], "missing.jsonl"),
    ] {
        let run = place.soru(arguments);
        assert!(run.err.contains(says), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn facts_are_exported_for_a_spreadsheet_and_read_again_as_they_were() {
    let place = Workplace::new();
    place.write("site/a.html", "<title>A</title><p>text of a page");
    place.write("soru.toml", "[facts]\nfiles = [\"facts.yaml\"]\n");
    place.write(
        "facts.yaml",
        "- question: Which number?\n  answer: '+90 312 1'\n  source_url: a.html\n  aliases: [call, phone]\n",
    );
    let export = [
        "desk",
        "site",
        "--config",
        "soru.toml",
        "--export",
        "sheet.csv",
    ];
    place.soru(&export).assert_done();
    let sheet = read(&place, "sheet.csv");
    assert!(sheet.contains(",call | phone,'+90 312 1,"), "{sheet}");
    place.write("soru.toml", "[facts]\nfiles = [\"sheet.csv\"]\n");
    let again = [
        "desk",
        "site",
        "--config",
        "soru.toml",
        "--export",
        "again.csv",
    ];
    place.soru(&again).assert_done();
    assert_eq!(read(&place, "again.csv"), sheet);
}

/// Ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a receiver, and returns its address.
fn receiver(place: &Workplace) -> (Running, String) {
    let arguments = [
        "desk",
        "--listen",
        "127.0.0.1:0",
        "--origin",
        "https://a.example",
    ];
    let mut child = Command::new(env!("CARGO_BIN_EXE_soru"))
        .args(arguments)
        .current_dir(place.path(""))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    said.read_line(&mut line).unwrap();
    let address = line
        .split("//")
        .nth(1)
        .and_then(|rest| rest.split('/').next());
    (Running(child), address.unwrap().to_owned())
}

/// Sends reports until the connection ends, and returns those that were acknowledged.
fn send(address: &str, sender: usize) -> Vec<String> {
    let mut acknowledged = Vec::new();
    let Ok(mut stream) = TcpStream::connect(address) else {
        return acknowledged;
    };
    for number in 0.. {
        let question = format!("sender {sender} number {number}");
        let body = format!(r#"{{"question":"{question}","language":"en","state":"listed"}}"#);
        let request = format!(
            "POST /reports HTTP/1.1\r\nHost: a\r\nOrigin: https://a.example\r\n\
             Content-Type: text/plain\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut head = Vec::new();
        let mut byte = [0];
        let sent = stream.write_all(request.as_bytes());
        while sent.is_ok() && !head.ends_with(b"\r\n\r\n") {
            match stream.read(&mut byte) {
                Ok(1) => head.push(byte[0]),
                _ => return acknowledged,
            }
        }
        if sent.is_err() {
            break;
        }
        assert!(head.starts_with(b"HTTP/1.1 204"));
        acknowledged.push(question);
    }
    acknowledged
}

#[cfg(unix)]
#[test]
fn no_report_that_was_acknowledged_is_lost_when_the_process_is_killed() {
    let place = Workplace::new();
    let mut acknowledged = Vec::new();
    for _ in 0..3 {
        let (mut running, address) = receiver(&place);
        let senders: Vec<_> = (0..16)
            .map(|sender| {
                let address = address.clone();
                thread::spawn(move || send(&address, sender))
            })
            .collect();
        thread::sleep(Duration::from_millis(400));
        // SIGKILL.
        running.0.kill().unwrap();
        running.0.wait().unwrap();
        let sent = senders
            .into_iter()
            .flat_map(|sender| sender.join().unwrap());
        acknowledged.extend(sent);
    }
    assert!(acknowledged.len() > 100, "{}", acknowledged.len());
    let run = place.soru(&["desk", "report", "--format", "json"]);
    let week: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let kept = week["questions"].as_u64().unwrap();
    assert!(
        kept >= acknowledged.len() as u64,
        "{kept} of {}",
        acknowledged.len()
    );
}

/// Serves these answers to one request each, and returns the address.
fn sheet(answers: Vec<&'static str>) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/pub?output=csv", listener.local_addr().unwrap());
    thread::spawn(move || {
        for body in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut head = [0; 2048];
            let _ = stream.read(&mut head);
            let length = body.len();
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
            );
        }
    });
    address
}

#[test]
fn a_published_sheet_is_fetched_by_every_build_and_its_last_good_copy_is_kept() {
    let place = Workplace::new();
    place.write("pages/a.html", "<title>A</title><p>text of a page");
    let good = "question,answer,source_url\nWhich number?,'+90 312 1,a.html\n";
    let address = sheet(vec![
        good,
        good,
        "question,answer\nA?,B\n",
        "<html>Sign in</html>",
    ]);
    place.write("soru.toml", &format!("[facts]\nfiles = [\"{address}\"]\n"));
    let build = [
        "build",
        "pages",
        "--config",
        "soru.toml",
        "--out",
        "out",
        "--index-only",
        "--json",
    ];
    let run = place.soru(&build);
    assert_eq!(
        run.report()["warnings"].as_array().map(Vec::len),
        Some(0),
        "{}",
        run.out
    );
    let first = place.bundle("out");
    place.soru(&build).assert_done();
    assert_eq!(place.bundle("out"), first);
    // A mistake, then a page instead of CSV, then no server.
    for says in [
        "has a mistake",
        "publish the sheet as CSV",
        "last good copy",
    ] {
        let run = place.soru(&build);
        run.assert_done();
        assert!(run.err.contains(says), "{says}: {}", run.err);
        assert_eq!(place.bundle("out"), first);
    }
    let elsewhere = "[facts]\nfiles = [\"http://127.0.0.1:1/none.csv\"]\n";
    place.write("soru.toml", elsewhere);
    let run = place.soru(&build);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("there is no copy yet"), "{}", run.err);
}
