//! The next crawl requests changed pages, and resumes an interrupted crawl.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::server::{Reply, Request};
use super::*;

/// Serves a ring of pages, each with an `ETag` or a date; one of them can be changed.
fn ring(pages: usize, version: Arc<Mutex<usize>>) -> impl Fn(&Request) -> Reply {
    move |request| {
        let version = *version.lock().unwrap();
        let number = match request.path.as_str() {
            "/" => Some(0),
            path => path
                .strip_prefix("/p")
                .and_then(|number| number.strip_suffix(".html")?.parse::<usize>().ok()),
        };
        let Some(number) =
            number.filter(|number| *number < pages && (version == 0 || *number != 3))
        else {
            return Reply::status(404, "");
        };
        let text = if number == 5 { version } else { 0 };
        let tag = format!("\"{number}-{text}\"");
        let date = format!("Tue, 24 Nov 2026 10:00:{text:02} GMT");
        let is_same = request.header("if-none-match") == Some(&tag)
            || request.header("if-modified-since") == Some(&date);
        if is_same {
            return Reply::status(304, "");
        }
        let next = [1, 2].map(|step| format!("/p{}.html", number + step));
        let reply = Reply::page(format!(
            "<p>Text {text} of page {number}.</p>{}",
            links(&next.each_ref().map(String::as_str))
        ));
        if number % 2 == 0 {
            reply.with("ETag", &tag)
        } else {
            reply.with("Last-Modified", &date)
        }
    }
}

#[test]
fn the_next_crawl_requests_changed_pages() {
    let version = Arc::new(Mutex::new(0));
    let site = Crawled::new(ring(20, Arc::clone(&version)));
    let first = site.crawl();
    let counts = |report: &CrawlReport| {
        let (found, changed) = (report.pages, report.changed);
        [found, report.not_modified, changed, report.removed]
    };
    assert_eq!(counts(&first), [20, 0, 20, 0]);
    *version.lock().unwrap() = 1;
    let second = site.crawl();
    // All pages except the changed one and the deleted one remain unmodified.
    assert_eq!(counts(&second), [19, 18, 1, 1]);
    assert!(!site.path("p3.html").exists());
    let page = site.read("p5.html");
    assert!(page.contains("Text 1"));
    let third = site.crawl();
    assert_eq!(counts(&third), [19, 19, 0, 0]);
}

// A file was truncated or edited, so the folder lacks the version that the server calls "not
// modified".
#[test]
fn a_page_whose_file_was_altered_is_requested_again() {
    let site = Crawled::new(ring(6, Arc::default()));
    site.crawl();
    std::fs::write(site.path("p2.html"), "<p>Te").unwrap();
    std::fs::remove_file(site.path("p4.html")).unwrap();
    let second = site.crawl();
    assert_eq!((second.pages, second.not_modified), (6, 4));
    assert!(site.read("p2.html").contains("of page 2"));
    assert!(site.path("p4.html").exists());
}

#[test]
fn an_interrupted_crawl_resumes_where_it_stopped() {
    let site = Crawled::new(ring(40, Arc::default()));
    let stop = AtomicBool::new(false);
    let watch = |progress: crate::CrawlProgress| {
        if progress.pages >= 15 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let first = crawl(&site.options, &stop, &watch).unwrap();
    assert!(first.stopped.unwrap().contains("continues from here"));
    assert!((15..20).contains(&first.pages), "{}", first.pages);
    site.server.forget();
    let second = site.crawl();
    assert_eq!(
        (second.pages, second.resumed, second.stopped),
        (40, first.pages, None)
    );
    let asked = site.server.paths();
    let asked = asked.iter().filter(|path| path.starts_with("/p")).count();
    assert_eq!(
        asked,
        42 - first.pages,
        "pages that are left, and the two links out of the ring, without the start"
    );
    assert_eq!(site.files().len(), 40);
}

#[test]
fn pages_of_a_server_that_fails_for_a_while_are_kept() {
    let is_down = Arc::new(Mutex::new(false));
    let (shared, whole) = (Arc::clone(&is_down), ring(6, Arc::default()));
    let site = Crawled::new(move |request| {
        if *shared.lock().unwrap() && request.path == "/p2.html" {
            return Reply::status(500, "");
        }
        whole(request)
    });
    site.crawl();
    *is_down.lock().unwrap() = true;
    let second = site.crawl();
    assert_eq!(second.pages, 6);
    assert_eq!(site.skipped(&second, PageOutcome::Failed).len(), 1);
    assert!(site.path("p2.html").exists());
}

// The statuses 429 and 503 ask for a pause; the crawl requests the page again after it.
#[test]
fn a_busy_server_is_left_alone_for_as_long_as_it_asks() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let (shared, whole) = (Arc::clone(&asked), ring(4, Arc::default()));
    let mut site = Crawled::new(move |request| {
        let mut asked = shared.lock().unwrap();
        asked.push((request.path.clone(), Instant::now()));
        let is_first = asked
            .iter()
            .filter(|(path, _)| *path == request.path)
            .count()
            == 1;
        if request.path == "/p1.html" && is_first {
            return Reply::status(429, "").with("Retry-After", "1");
        }
        drop(asked);
        whole(request)
    });
    site.options.concurrency = 1;
    let report = site.crawl();
    assert_eq!(report.pages, 4);
    let asked = asked.lock().unwrap();
    let refused = asked
        .iter()
        .position(|(path, _)| path == "/p1.html")
        .unwrap();
    assert_eq!(asked[refused + 1].0, "/p1.html");
    assert!(asked[refused + 1].1 - asked[refused].1 >= Duration::from_millis(950));
}

#[test]
fn requests_keep_to_the_rate_and_name_the_crawler() {
    let mut site = Crawled::new(ring(8, Arc::default()));
    let begin = Instant::now();
    site.options.rate = 20.0;
    site.crawl();
    // The crawl requests ten addresses and a missing sitemap.
    assert!(
        begin.elapsed() >= Duration::from_millis(450),
        "{:?}",
        begin.elapsed()
    );
    let named = |request: &Request| request.header("user-agent") == Some(crate::USER_AGENT);
    assert!(site.server.seen().iter().all(named));
}
