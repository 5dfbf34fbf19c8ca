//! `soru serve`, from outside: files that a browser gets, and files that it never gets.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use soru_index_builder::bundle::is_immutable;

use crate::support::{Workplace, assert_contains, command};

pub(crate) struct Served {
    pub(crate) child: Child,
    pub(crate) address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn status(&self) -> u16 {
        self.status
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self
            .headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// Serves a folder on any free port.
pub(crate) fn serve(place: &Workplace, folder: &str, more: &[&str]) -> Served {
    serve_telling(place, folder, more, Stdio::inherit())
}

/// The same, with its output in a file.
pub(crate) fn serve_telling(place: &Workplace, folder: &str, more: &[&str], err: Stdio) -> Served {
    let mut child = command(&place.path(""))
        .args(["serve", folder, "--port", "0"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(err)
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let address = line
        .strip_prefix("http://")
        .and_then(|rest| rest.split('/').next());
    Served {
        address: address.unwrap_or_else(|| panic!("{line}")).to_owned(),
        child,
    }
}

pub(crate) fn ask(served: &Served, method: &str, path: &str) -> Reply {
    ask_with(served, method, path, "Host: localhost\r\n")
}

fn ask_with(served: &Served, method: &str, path: &str, headers: &str) -> Reply {
    let mut stream = TcpStream::connect(&served.address).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n"
    )
    .unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes
        .windows(4)
        .position(|window| window == b"\r\n\r\n")
        .unwrap();
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut lines = head.lines();
    let status = lines
        .next()
        .unwrap()
        .split(' ')
        .nth(1)
        .unwrap()
        .parse()
        .unwrap();
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers = headers
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    Reply {
        status,
        headers,
        body: bytes[end + 4..].to_vec(),
    }
}

fn site() -> Workplace {
    let place = Workplace::new();
    place
        .run("build site --out site/soru --index-only")
        .assert_done();
    place.write("site/soru/soru_engine_bg.wasm", "wasm");
    place.write("site/index.html", "<p>Start</p>");
    place.write("secret.txt", "secret");
    place
}

#[test]
fn r41_a_page_gets_its_files_with_the_headers_of_a_strict_site() {
    let place = site();
    let served = serve(&place, "site", &["--csp", "strict"]);
    let page = ask(&served, "GET", "/");
    assert_eq!(
        (page.status, page.body.as_slice()),
        (200, &b"<p>Start</p>"[..])
    );
    assert_eq!(
        page.header("Content-Type"),
        Some("text/html; charset=utf-8")
    );
    assert_eq!(page.header("Content-Length"), Some("12"));
    assert_eq!(page.header("Cache-Control"), Some("no-cache"));
    assert_eq!(page.header("X-Content-Type-Options"), Some("nosniff"));
    assert_eq!(page.header("Referrer-Policy"), Some("no-referrer"));
    let policy = page.header("Content-Security-Policy").unwrap();
    for rule in [
        "default-src 'self'",
        "'wasm-unsafe-eval'",
        "require-trusted-types-for 'script'",
    ] {
        assert_contains(policy, [rule]);
    }
    let engine = ask(&served, "GET", "/soru/soru_engine_bg.wasm?v=1");
    assert_eq!(engine.header("Content-Type"), Some("application/wasm"));
    let data = place
        .files("site/soru")
        .into_iter()
        .find(|file| is_immutable(file))
        .unwrap();
    let data = ask(&served, "GET", &format!("/soru/{data}"));
    assert_eq!(
        data.header("Content-Type"),
        Some("application/octet-stream")
    );
    assert_eq!(data.header("Content-Encoding"), None);
    assert!(data.header("Cache-Control").unwrap().contains("immutable"));
    assert_eq!(&data.body[..2], b"\x1f\x8b");
}

#[test]
fn nothing_outside_the_folder_is_served() {
    let place = site();
    let served = serve(&place, "site", &[]);
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/en/..%2f..%2fsecret.txt",
        "/nothing",
    ] {
        let reply = ask(&served, "GET", path);
        assert_eq!(reply.status, 404, "{path}");
        assert!(!reply.body.starts_with(b"secret"), "{path}");
    }
    assert_eq!(ask(&served, "POST", "/").status, 405);
    let moved = ask(&served, "GET", "/en");
    assert_eq!(
        (moved.status, moved.header("Location")),
        (301, Some("/en/"))
    );
    assert_eq!(ask(&served, "GET", "/en/").status, 200);
    let head = ask(&served, "HEAD", "/");
    assert_eq!(
        (head.status, head.header("Content-Length"), head.body.len()),
        (200, Some("12"), 0)
    );
}

#[test]
fn r41_a_page_that_is_not_there_is_the_site_s_own_page_for_that() {
    let place = site();
    let served = serve(&place, "site", &["--csp", "strict"]);
    let plain = ask(&served, "GET", "/nothing");
    assert_eq!(
        plain.header("Content-Type"),
        Some("text/plain; charset=utf-8")
    );
    place.write("site/404.html", "<p>Lost</p>");
    let own = ask(&served, "GET", "/no/thing.html");
    assert_eq!(
        (own.status, own.body.as_slice()),
        (404, &b"<p>Lost</p>"[..])
    );
    assert_eq!(own.header("Content-Type"), Some("text/html; charset=utf-8"));
    assert_eq!(own.header("Cache-Control"), Some("no-cache"));
    assert!(own.header("Content-Security-Policy").is_some());
}

// Each was read into memory whole, also for HEAD.
#[test]
fn a_file_of_gigabytes_is_sent_as_it_is_read_and_in_parts() {
    let place = site();
    let size: u64 = 6_000_000_000;
    let video = std::fs::File::create(place.path("site/video.bin")).unwrap();
    video.set_len(size).unwrap(); // a hole takes no room
    let served = serve(&place, "site", &["--csp", "strict"]);
    let head = ask(&served, "HEAD", "/video.bin");
    assert_eq!(head.header("Content-Length"), Some("6000000000"));
    let range = |range: &str| {
        let headers = format!("Host: localhost\r\nRange: bytes={range}\r\n");
        ask_with(&served, "GET", "/video.bin", &headers)
    };
    let part = range("5999999990-");
    assert_eq!((part.status, part.body.len()), (206, 10));
    let stated = part.header("Content-Range");
    assert_eq!(stated, Some("bytes 5999999990-5999999999/6000000000"));
    assert!(part.header("Content-Security-Policy").is_some());
    assert_eq!(range("6000000000-").status, 416);
    // A visitor who leaves after the first bytes costs no more than those.
    let mut stream = TcpStream::connect(&served.address).unwrap();
    write!(stream, "GET /video.bin HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    stream.read_exact(&mut [0; 10_000]).unwrap();
    drop(stream);
    assert!(memory(&served) < 200_000_000, "{}", memory(&served));
}

/// The peak memory of the server in bytes, if the system reports it.
fn memory(served: &Served) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", served.child.id()));
    let status = status.unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

// A page elsewhere may have its name lead here, and would read the site as its own.
#[test]
fn a_name_that_is_not_the_servers_own_is_refused() {
    let place = site();
    let served = serve(&place, "site", &["--allow-host", "preview.example"]);
    let status = |headers: &str| ask_with(&served, "GET", "/", headers).status;
    for host in [&served.address, "localhost:1", "preview.example"] {
        assert_eq!(status(&format!("Host: {host}\r\n")), 200, "{host}");
    }
    for headers in [
        "Host: evil.example\r\n",
        "Host: localhost.evil.example:8080\r\n",
        "",
    ] {
        assert_eq!(status(headers), 421, "{headers}");
    }
    // Programs before the server may take another one of several names.
    for headers in [
        "Host: localhost\r\nHost: evil.example\r\n",
        "Host: localhost\r\nhost: localhost\r\n",
    ] {
        assert_eq!(status(headers), 400, "{headers}");
    }
    let target = |target: &str| ask(&served, "GET", target).status;
    assert_eq!(target("http://localhost/"), 200);
    assert_eq!(target("http://preview.example:80/"), 200);
    for other in ["http://evil.example/", "http://localhost.evil.example/"] {
        assert_eq!(target(other), 421, "{other}");
    }
}

#[test]
fn a_request_whose_head_does_not_come_is_left() {
    let place = site();
    let served = serve(&place, "site", &[]);
    let mut stream = TcpStream::connect(&served.address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_mins(1)))
        .unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ").unwrap();
    let mut rest = Vec::new();
    // The server ends the connection, before the client gives up.
    let end = stream.read_to_end(&mut rest);
    let gave_up = [ErrorKind::WouldBlock, ErrorKind::TimedOut];
    let kind = end.err().map(|error| error.kind());
    assert!(kind.is_none_or(|kind| !gave_up.contains(&kind)), "{kind:?}");
    assert!(!rest.starts_with(b"HTTP/1.1 200"));
}

// A site must look as on its host, or its owner takes faults of the policy for faults of the box.
#[test]
fn the_policy_is_that_of_the_host_or_none() {
    let place = site();
    let policy = |place: &Workplace, more: &[&str]| {
        let served = serve(place, "site", more);
        let page = ask(&served, "GET", "/");
        page.header("Content-Security-Policy").map(str::to_owned)
    };
    assert_eq!(policy(&place, &[]), None);
    let headers = "/admin/*\n  Content-Security-Policy: default-src 'none'\n\n/*\n  Content-Security-Policy: img-src 'self'\n";
    place.write("site/_headers", headers);
    assert_eq!(policy(&place, &[]).as_deref(), Some("img-src 'self'"));
    assert_eq!(policy(&place, &["--csp", "off"]), None);
    let strict = policy(&place, &["--csp", "strict"]).unwrap();
    assert_contains(&strict, ["default-src 'self'", "trusted-types soru"]);
    let beside = site();
    beside.write(
        "netlify.toml",
        "[[headers]]\n  for = \"/*\"\n  [headers.values]\n  Content-Security-Policy = \"script-src 'self'\"\n",
    );
    assert_eq!(policy(&beside, &[]).as_deref(), Some("script-src 'self'"));
}

#[test]
fn the_policy_can_be_another_or_none() {
    let place = site();
    let other = serve(&place, "site", &["--csp", "default-src *"]);
    assert_eq!(
        ask(&other, "GET", "/").header("Content-Security-Policy"),
        Some("default-src *")
    );
    let none = serve(&place, "site", &["--csp", "off"]);
    assert_eq!(
        ask(&none, "GET", "/").header("Content-Security-Policy"),
        None
    );
}

#[test]
fn a_requested_port_that_is_in_use_is_an_error() {
    let place = site();
    let served = serve(&place, "site", &[]);
    let port = served.address.rsplit(':').next().unwrap();
    let message = format!("error: port {port} is in use");
    place
        .soru(&["serve", "site", "--port", port])
        .assert_fails_with(&[&message]);
    place
        .run("serve nothing")
        .assert_fails_with(&["error: nothing: not a folder"]);
}

// Browsers keep connections open, and open six of them for one page.
#[test]
fn connections_that_stay_open_keep_nobody_waiting() {
    let place = site();
    let served = serve(&place, "site", &[]);
    let open: Vec<TcpStream> = (0..60)
        .map(|_| {
            let mut stream = TcpStream::connect(&served.address).unwrap();
            write!(stream, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
            stream
        })
        .collect();
    for stream in &open {
        let mut status = String::new();
        BufReader::new(stream).read_line(&mut status).unwrap();
        assert_eq!(status, "HTTP/1.1 200 OK\r\n");
    }
    assert_eq!(ask(&served, "GET", "/").status, 200);
}

// A site may be built while it is served.
#[test]
fn under_the_strict_policy_pages_may_ask_the_gateway_that_a_bundle_names() {
    let place = Workplace::new();
    let served = serve(&place, ".", &["--csp", "strict"]);
    let policy = || {
        let reply = ask(&served, "GET", "/index.html");
        reply
            .header("content-security-policy")
            .unwrap_or_default()
            .to_owned()
    };
    assert!(!policy().contains("connect-src"));
    let settings = "[indexing]\ngateway = \"https://search.example:8443/below\"\n";
    place.write("soru.toml", settings);
    let arguments = ["--index-only", "--layout", "remote"];
    place.build(&arguments).assert_done();
    let allowed = "; connect-src 'self' https://search.example:8443";
    let start = std::time::Instant::now();
    while !policy().ends_with(allowed) {
        assert!(start.elapsed() < Duration::from_secs(30), "{}", policy());
        std::thread::sleep(Duration::from_millis(100));
    }
}
