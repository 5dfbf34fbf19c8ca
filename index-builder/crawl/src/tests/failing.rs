//! Servers that fail for some or all pages, or whose responses never end.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::server::{Reply, Request, Server};
use super::traps::gzip;
use super::*;

/// Returns the start page, with links to `bad0` and so on and then to `good0` and so on.
fn start(bad: usize, good: usize) -> String {
    let of = |name: &str, count: usize| -> Vec<String> {
        (0..count).map(|i| format!("{name}{i}")).collect()
    };
    let all = [of("bad", bad), of("good", good)].concat();
    links(&all.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Serves a site whose bad pages return this response.
fn site(bad: usize, good: usize, reply: Reply) -> impl Fn(&Request) -> Reply {
    move |request| match request.path.as_str() {
        "/" => Reply::page(start(bad, good)),
        "/robots.txt" | "/sitemap.xml" => Reply::status(404, ""),
        path if path.starts_with("/bad") => reply.clone(),
        path => Reply::page(format!("<title>{path}</title><p>Words of the page {path}.")),
    }
}

#[test]
fn errors_of_single_pages_do_not_end_a_crawl_and_are_tried_again_at_the_end() {
    let site = Crawled::new(site(60, 30, Reply::status(500, "")));
    let report = site.crawl();
    assert_eq!((report.pages, report.stopped), (31, None));
    let paths = site.server.paths();
    let is_bad = |path: &&String| path.starts_with("/bad");
    assert_eq!(paths.iter().filter(is_bad).count(), 3 * 60);
    let last_good = paths.iter().position(|path| path == "/good29");
    let tried_before = paths[..last_good.unwrap()].iter().filter(is_bad).count();
    assert!(tried_before <= 60, "{tried_before}");
}

#[test]
fn a_page_that_fails_at_first_is_kept_in_the_end() {
    let asked = AtomicUsize::new(0);
    let whole = site(0, 3, Reply::status(404, ""));
    let site = Crawled::new(move |request| match request.path.as_str() {
        "/good1" if asked.fetch_add(1, Ordering::Relaxed) < 2 => Reply::status(502, ""),
        _ => whole(request),
    });
    let report = site.crawl();
    assert_eq!(report.pages, 4);
    assert!(report.skipped.is_empty(), "{report:?}");
}

#[test]
fn a_page_that_asks_for_hours_does_not_end_the_crawl() {
    let busy = Reply::status(503, "").with("Retry-After", "7200");
    let report = Crawled::new(site(1, 5, busy.clone())).crawl();
    assert_eq!((report.pages, report.stopped), (6, None));
    let asked = AtomicUsize::new(0);
    let whole = site(0, 60, Reply::status(404, ""));
    let site = Crawled::new(move |request| {
        if asked.fetch_add(1, Ordering::Relaxed) < 12 {
            whole(request)
        } else {
            busy.clone()
        }
    });
    assert!(
        site.crawl()
            .stopped
            .unwrap()
            .contains("7200 s (Retry-After)")
    );
}

/// Serves a site that answers a given number of requests and then fails.
fn vanishing() -> (Crawled, std::sync::Arc<AtomicUsize>) {
    let left = std::sync::Arc::new(AtomicUsize::new(usize::MAX));
    let shared = std::sync::Arc::clone(&left);
    let whole = site(0, 40, Reply::status(404, ""));
    let site = Crawled::new(move |request| {
        let is_there = shared
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                Some(left.saturating_sub(1))
            })
            .is_ok_and(|left| left > 0);
        if is_there {
            whole(request)
        } else {
            Reply::status(502, "")
        }
    });
    (site, left)
}

#[test]
fn a_server_that_disappears_ends_the_crawl_and_the_pages_of_the_last_one_stay() {
    let (site, left) = vanishing();
    assert_eq!(site.crawl().pages, 41);
    site.server.forget();
    left.store(15, Ordering::Relaxed);
    let error = site.error();
    assert!(
        error.contains("the crawl before had 41, which stay in"),
        "{error}"
    );
    assert!(site.server.paths().len() < 100);
    assert_eq!(site.files().len(), 41);
    // An index of most of the site is useful, and the next crawl continues.
    left.store(20, Ordering::Relaxed);
    let most = site.crawl();
    assert!(most.stopped.unwrap().contains("no longer answers"));
    assert_eq!(site.files().len(), 41);
    left.store(usize::MAX, Ordering::Relaxed);
    assert_eq!(site.crawl().pages, 41);
}

#[test]
fn a_first_crawl_with_nothing_but_the_start_is_an_error() {
    let (site, left) = vanishing();
    left.store(4, Ordering::Relaxed);
    let error = site.error();
    assert!(error.contains("stopped answering after 1 pages"), "{error}");
}

#[test]
fn a_server_that_sends_byte_by_byte_is_left_after_a_bounded_time() {
    let asked = AtomicUsize::new(0);
    let whole = site(0, 40, Reply::status(404, ""));
    let mut site = Crawled::new(move |request| {
        if asked.fetch_add(1, Ordering::Relaxed) < 4 {
            whole(request)
        } else {
            Reply::page("<p>And").slow()
        }
    });
    site.options.patience = Duration::from_millis(300);
    assert!(site.run().is_err());
}

#[test]
fn every_received_and_unpacked_byte_counts() {
    let packed = gzip(&vec![b' '; 3_000_000]);
    let whole = Reply::page(packed).with("Content-Encoding", "gzip");
    let large = Reply::page(vec![b'x'; 900_000]);
    for reply in [whole, large] {
        let mut site = Crawled::new(site(40, 1, reply));
        site.options.page_bytes = 1_000_000;
        site.options.max_bytes = 5_000_000;
        site.options.concurrency = 1;
        let report = site.crawl();
        assert!(report.stopped.unwrap().contains("--max-bytes"));
        assert!(
            (5_000_000..8_000_000).contains(&report.bytes),
            "{}",
            report.bytes
        );
        assert!(site.server.paths().len() < 15);
    }
}

#[test]
fn robots_txt_keeps_to_scheme_host_and_port_as_pages_do() {
    let other = Server::new(|_| Reply::new("text/plain", "User-agent: *\nAllow: /\n"));
    let inside = other.address.join("secret").unwrap().to_string();
    let site = Crawled::new(move |request| match request.path.as_str() {
        "/robots.txt" => Reply::redirect(&inside),
        _ => Reply::page(start(0, 0)),
    });
    site.crawl();
    assert_eq!(other.paths(), [""; 0]);
    // On its own host, robots.txt may be at another address.
    let site = Crawled::new(|request| match request.path.as_str() {
        "/robots.txt" => Reply::redirect("/rules.txt"),
        "/rules.txt" => Reply::new("text/plain", "User-agent: *\nDisallow: /bad\n"),
        _ => Reply::page(start(2, 2)),
    });
    site.crawl();
    assert!(!site.server.paths().contains(&"/bad0".to_owned()));
}

#[test]
fn long_sitemaps_and_indexes_of_indexes_are_bounded_and_said() {
    let long: Vec<String> = (0..50_010)
        .map(|i| format!("<url><loc>/p{i}</loc></url>"))
        .collect();
    let long = format!("<urlset>{}</urlset>", long.concat());
    let mut site = Crawled::new(move |request| match request.path.as_str() {
        "/" => Reply::page(start(0, 1)),
        "/robots.txt" => Reply::new("text/plain", "Sitemap: /index0.xml\nSitemap: /long.xml\n"),
        "/long.xml" => Reply::new("application/xml", long.clone()),
        path if path.starts_with("/index") => {
            let number: usize = path[6..path.len() - 4].parse().unwrap();
            let next = number + 1;
            Reply::new(
                "application/xml",
                format!(
                    "<sitemapindex><sitemap><loc>/index{next}.xml</loc></sitemap>\
                     <sitemap><loc>/index{number}.xml</loc></sitemap></sitemapindex>"
                ),
            )
        }
        path => Reply::page(format!("<p>Words of the page {path}.")),
    });
    site.options.max_pages = 3;
    let warnings = site.crawl().warnings.join("\n");
    assert!(warnings.contains("more than 50000 addresses"), "{warnings}");
    assert!(warnings.contains("500 sitemaps were read"), "{warnings}");
    let asked = site.server.paths();
    let indexes = asked.iter().filter(|path| path.starts_with("/index"));
    assert!(indexes.count() <= 500);
}
