//! `soru crawl` and `soru build URL`, on a site that `soru serve` serves.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{Workplace, assert_contains, command, soru_in};

/// A server of a folder, for as long as the test runs.
struct Served {
    server: Child,
    address: String,
}

impl Served {
    fn new(folder: &Path) -> Self {
        let mut server = command(folder);
        let mut server = server
            .args(["serve", ".", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(server.stdout.take().unwrap()).lines();
        let mut addresses = lines.map_while(Result::ok).filter_map(|line| {
            let start = line.find("http://")?;
            let address = line[start..].split([' ', '`']).next()?;
            Some(address.trim_end_matches(['.', '/']).to_owned() + "/")
        });
        let address = addresses.next().expect("the server names its address");
        Self { server, address }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }
}

/// Creates a site with this many pages in a row, below `site`.
fn write_site(place: &Workplace, pages: usize) {
    for number in 0..pages {
        let name = if number == 0 {
            "index".to_owned()
        } else {
            format!("p{number}")
        };
        place.write(
            &format!("online/{name}.html"),
            &format!(
                "<html lang=en><title>Page {number}</title><h1>Rule {number}</h1><p>The fee of rule {number} is {number} \
                 liras a year.</p><a href='p{}.html'>Next</a>",
                number + 1
            ),
        );
    }
    place.write(
        "online/tr/rules.html",
        "<html lang=tr><title>Kurallar</title><h1>Kurallar</h1><p>Harç yılda bir ödenir.</p>",
    );
    place.write(
        "online/hidden.html",
        "<meta name=robots content=noindex><p>Hidden.</p>",
    );
    place.write(
        "online/p900.html",
        "<html lang=en><p>See <a href=hidden.html>hidden</a>.</p>",
    );
    place.write(
        "online/sitemap.xml",
        "<urlset><url><loc>/tr/rules.html</loc></url><url><loc>/p900.html</loc></url></urlset>",
    );
}

// With the site's address in soru.toml, even the addresses are the same.
#[test]
fn a_site_is_built_from_its_address_as_from_its_folder() {
    let place = Workplace::new();
    write_site(&place, 8);
    let served = Served::new(&place.path("online"));
    place.write(
        "soru.toml",
        &format!("[site]\nurl = \"{}\"\n", served.address),
    );
    let folder = place.path("");
    let build = |input: &str, out: &str| {
        let arguments = [
            "build",
            input,
            "--out",
            out,
            "--index-only",
            "--cache",
            "cache",
            "--rate",
            "0",
            "--json",
        ];
        soru_in(&folder, &arguments).report()
    };
    let online = build(&served.address, "a");
    assert_eq!(online["pages"], 10);
    build("online", "b");
    assert_eq!(place.bundle("a"), place.bundle("b"));
    place.write("soru.toml", "");
    build(&served.address, "c");
    let hit = soru_in(
        &folder,
        &["query", "c", "What is the fee of rule 5?", "--json"],
    );
    let output = hit.report().to_string();
    assert!(
        output.contains(&format!("{}p5.html", served.address)),
        "{output}"
    );
}

#[test]
fn a_killed_crawl_resumes_and_reports_its_pages() {
    let place = Workplace::new();
    write_site(&place, 30);
    let served = Served::new(&place.path("online"));
    let folder = place.path("");
    let mut slow = command(&folder);
    let slow = slow.args(["crawl", &served.address, "--out", "pages", "--rate", "20"]);
    let mut killed = slow
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while !place.path("pages/p8.html").exists() {
        assert!(
            begin.elapsed() < Duration::from_mins(1),
            "the crawl brings nothing"
        );
        sleep(Duration::from_millis(5));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(!place.path("pages/p25.html").exists());
    let arguments = [
        "crawl",
        &served.address,
        "--out",
        "pages",
        "--rate",
        "0",
        "--json",
    ];
    let report = soru_in(&folder, &arguments).report();
    assert_eq!(report["pages"], 32);
    assert!(report["resumed"].as_u64().unwrap() >= 8, "{report}");
    // p30.html is linked and missing.
    assert_eq!(
        soru_in(&folder, &[&arguments[..], &["--strict"]].concat()).code,
        3
    );
    let built = soru_in(
        &folder,
        &["build", "pages", "--out", "index", "--index-only", "--json"],
    );
    assert_eq!(built.report()["pages"], 32);
}

// Ctrl-C keeps the crawled pages, and the exit code tells the shell about the interruption.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_crawled_pages() {
    let place = Workplace::new();
    write_site(&place, 200);
    let served = Served::new(&place.path("online"));
    let folder = place.path("");
    let mut slow = command(&folder);
    let slow = slow.args(["crawl", &served.address, "--out", "pages", "--rate", "20"]);
    let mut crawl = slow
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while !place.path("pages/p4.html").exists() {
        assert!(
            begin.elapsed() < Duration::from_mins(1),
            "the crawl brings nothing"
        );
        sleep(Duration::from_millis(5));
    }
    let number = crawl.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &number])
        .status();
    assert!(kill.unwrap().success());
    let output = std::io::read_to_string(crawl.stderr.take().unwrap()).unwrap();
    assert_eq!(crawl.wait().unwrap().code(), Some(130));
    assert_contains(
        &output,
        ["interrupted; the next crawl into this folder continues"],
    );
}

#[test]
fn a_folder_that_is_not_the_crawls_is_refused() {
    let place = Workplace::new();
    write_site(&place, 2);
    let served = Served::new(&place.path("online"));
    let folder = place.path("");
    let run = soru_in(&folder, &["crawl", &served.address, "--out", "online"]);
    run.assert_fails_with(&["error: online: the folder contains files that no crawl wrote"]);
    assert_eq!(
        soru_in(&folder, &["crawl", "example.org", "--out", "x"]).code,
        2
    );
    assert_eq!(
        soru_in(
            &folder,
            &["crawl", "http://x/", "--out", "x", "--rate", "-1"]
        )
        .code,
        2
    );
    let secret = soru_in(&folder, &["crawl", "http://me:word@x/", "--out", "x"]);
    assert_eq!(secret.code, 2);
    assert!(
        secret.err.contains("remove the user name and password"),
        "{secret:?}"
    );
    let run = soru_in(&folder, &["build", &served.address, "--inject"]);
    run.assert_fails_with(&["error: --inject and --offline change files, but this site is online"]);
}
