//! A site with typical difficulties: rules for crawlers, several addresses of one page, and traps.

use super::server::{Reply, Request};
use super::*;

const ROBOTS: &str = "User-agent: *\nDisallow: /private/\nSitemap: http://";

/// Returns the page of the site at an address.
fn site(request: &Request) -> Reply {
    let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
    match path {
        "/" => Reply::page(links(&[
            "a.html",
            "/a.html#part",
            "a.html?utm_source=x",
            "about",
            "moved",
            "out",
            "loop/1",
            "private/x.html",
            "noindex.html",
            "nofollow.html",
            "print.html",
            "missing.html",
            "rules.pdf",
            "photo.jpg",
            "app.html",
            "turkish.html",
            "plain.txt",
            "calendar/2026/11/",
            "list.php?page=1",
            "deep/",
            "item.php?PHPSESSID=1a&id=7",
            "item.php?id=7&PHPSESSID=2b",
            "feed",
            "refresh.html",
            "header.html",
            "mailto:a@example.org",
            "http://other.example/",
            "same.php?view=0",
        ])),
        "/robots.txt" => Reply::new(
            "text/plain",
            format!(
                "{ROBOTS}{}/maps.xml\n",
                request.header("host").unwrap_or_default()
            ),
        ),
        "/maps.xml" => Reply::new(
            "application/xml",
            "<sitemapindex><sitemap><loc>/map.xml.gz</loc></sitemap><sitemap><loc>http://169.254.169.254/m.xml</loc>\
             </sitemap></sitemapindex>",
        ),
        "/map.xml.gz" => Reply::new(
            "application/gzip",
            gzip(b"<urlset><url><loc>/listed.html</loc></url></urlset>"),
        ),
        "/moved" => Reply::redirect("/a.html"),
        "/out" => Reply::redirect("http://127.0.0.1:9/inside"),
        "/loop/1" => Reply::redirect("/loop/2"),
        "/loop/2" => Reply::redirect("/loop/1"),
        "/noindex.html" => Reply::page(format!(
            "<meta name=robots content=noindex>{}",
            links(&["behind.html"])
        )),
        "/header.html" => Reply::page(links(&[])).with("X-Robots-Tag", "noindex"),
        "/nofollow.html" => Reply::page(
            "<h1>Links</h1><p>That lead nowhere.</p><a rel=nofollow href=unfollowed.html>no</a>",
        ),
        "/print.html" => Reply::page(format!("<link rel=canonical href=/a.html>{}", links(&[]))),
        "/refresh.html" => Reply::page("<meta http-equiv=refresh content='0; url=about'>"),
        "/missing.html" => Reply::status(404, "gone"),
        "/rules.pdf" => Reply::new("application/pdf", "%PDF-1.4\n"),
        "/feed" => Reply::new("application/rss+xml", "<rss/>"),
        "/app.html" => Reply::page("<div id=root></div><script src=app.js></script>"),
        // The server sends something other than the page.
        "/turkish.html" => Reply::new(
            "text/html; charset=iso-8859-1",
            &b"<meta charset=windows-1254><h1>\xd6\xf0renci</h1><p>\xdd\xfelemleri."[..],
        ),
        "/plain.txt" => Reply::new(
            "text/plain; charset=iso-8859-9",
            &b"\xd6\xf0renci i\xfeleri."[..],
        ),
        "/list.php" => page_of_list(query),
        "/item.php" if query == "id=7" => Reply::page(links(&[])),
        "/same.php" => Reply::page(links(&[])),
        _ if path.starts_with("/calendar/") => month(path),
        // The relative link lacks a `/`.
        _ if path.starts_with("/deep/") => Reply::page(links(&["news/"])),
        "/a.html" | "/about" | "/listed.html" | "/behind.html" => Reply::page(links(&["/"])),
        _ => Reply::status(404, ""),
    }
}

fn number(query: &str) -> usize {
    query
        .rsplit('=')
        .next()
        .and_then(|number| number.parse().ok())
        .unwrap_or_default()
}

fn page_of_list(query: &str) -> Reply {
    let page = number(query);
    let next = [page + 1, page + 2, page * 2].map(|page| format!("list.php?page={page}"));
    let hrefs: Vec<&str> = next.iter().map(String::as_str).collect();
    let same = format!("<a href='same.php?view={page}'>Print</a>");
    Reply::page(format!(
        "<p>Page {page} of the list.</p>{same}{}",
        links(&hrefs)
    ))
}

fn month(path: &str) -> Reply {
    let numbers: Vec<usize> = path
        .split('/')
        .filter_map(|part| part.parse().ok())
        .collect();
    let (year, month) = (numbers[0], numbers[1]);
    let next = format!("/calendar/{}/{}/", year + month / 12, month % 12 + 1);
    Reply::page(format!(
        "<p>Month {month} of {year}.</p>{}",
        links(&[&next])
    ))
}

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_site_with_traps_yields_exactly_its_pages() {
    let mut site = Crawled::new(site);
    site.options.max_depth = 100;
    let report = site.crawl();
    let found = site.files();
    let of_traps = |file: &&String| {
        ["calendar/", "list.php", "deep/", "same.php"]
            .iter()
            .any(|trap| file.starts_with(trap))
    };
    let pages: Vec<&String> = found.iter().filter(|file| !of_traps(file)).collect();
    assert_eq!(
        pages,
        [
            "a.html",
            "about.html",
            "behind.html",
            "index.html",
            "item.php@id=7.html",
            "listed.html",
            "nofollow.html",
            "plain.txt",
            "rules.pdf",
            "turkish.html",
        ],
        "{report}\n{:?}",
        site.server.paths()
    );
    assert_eq!(report.pages, found.len());
    assert_eq!((report.documents, report.nofollow), (1, 1));
    let skipped = |outcome| site.skipped(&report, outcome);
    assert_eq!(
        skipped(PageOutcome::NoIndex),
        ["/header.html", "/noindex.html"]
    );
    assert_eq!(skipped(PageOutcome::Robots), ["/private/x.html (on /)"]);
    assert_eq!(
        skipped(PageOutcome::Canonical),
        ["/print.html: that is /a.html"]
    );
    assert_eq!(
        skipped(PageOutcome::Gone),
        ["/missing.html: status 404 (on /)"]
    );
    assert_eq!(skipped(PageOutcome::Scripts), ["/app.html"]);
    assert_eq!(
        skipped(PageOutcome::LeadsOut),
        ["/out: to http://127.0.0.1:9/inside (on /)"]
    );
    assert_eq!(
        skipped(PageOutcome::Circle),
        ["/loop/1: to /loop/2", "/loop/2: to /loop/1"]
    );
    assert_eq!(
        skipped(PageOutcome::Redirect),
        ["/moved: to /a.html", "/refresh.html: to about"]
    );
    assert_eq!(
        skipped(PageOutcome::OtherType),
        ["/feed: application/rss+xml", "/photo.jpg (on /)"]
    );
    assert_eq!(skipped(PageOutcome::Session).len(), 2);
    assert_eq!(
        skipped(PageOutcome::Sitemap),
        ["http://169.254.169.254/m.xml: it is on another host"]
    );
    let asked = site.server.paths();
    let none = ["/private", "/unfollowed", "/photo", "PHPSESSID", "utm_"];
    assert!(
        !asked
            .iter()
            .any(|path| none.iter().any(|part| path.contains(part))),
        "{asked:?}"
    );
}

#[test]
fn traps_end_and_are_reported_with_the_page_that_led_there() {
    let mut site = Crawled::new(site);
    site.options.max_depth = 10_000;
    let report = site.crawl();
    let skipped_as = |outcome| site.skipped(&report, outcome);
    assert_eq!(
        skipped_as(PageOutcome::TrapCalendar),
        ["/calendar/2031/11/ (on /calendar/2031/10/)"]
    );
    assert_eq!(
        skipped_as(PageOutcome::TrapPath),
        ["/deep/news/news/news/news/ (on /deep/news/news/news/)"]
    );
    assert!(
        skipped_as(PageOutcome::TrapQuery)
            .iter()
            .all(|page| page.starts_with("/list.php?page="))
    );
    assert!(count(&report, PageOutcome::TrapQuery) > 0);
    assert!(count(&report, PageOutcome::TrapSame) > 0);
    assert!(
        !report
            .skipped
            .iter()
            .any(|group| group.reason.starts_with("trap") && group.intended)
    );
}

#[test]
fn an_encoding_that_the_server_or_the_page_names_is_read() {
    let mut site = Crawled::new(site);
    site.options.max_depth = 1;
    site.crawl();
    assert_eq!(site.read("plain.txt"), "Öğrenci işleri.");
    let page = std::fs::read(site.path("turkish.html")).unwrap();
    assert!(
        soru_ingest::decode(&page)
            .unwrap()
            .text
            .contains("<h1>Öğrenci</h1><p>İşlemleri.")
    );
}

#[test]
fn patterns_and_limits_bound_the_crawl() {
    let found = |change: &dyn Fn(&mut CrawlOptions)| {
        let mut site = Crawled::new(site);
        change(&mut site.options);
        let report = site.crawl();
        (site.files(), report)
    };
    let (pages, _) =
        found(&|options| options.include = vec!["*.pdf".into(), "list.php?page=1".into()]);
    assert_eq!(pages, ["index.html", "list.php@page=1.html", "rules.pdf"]);
    let (pages, report) = found(&|options| {
        options.exclude = ["calendar", "list.php*", "deep", "same.php*"]
            .map(str::to_owned)
            .to_vec();
    });
    assert_eq!(pages.len(), 10, "{pages:?}");
    assert!(
        report.stopped.is_none()
            && !report
                .skipped
                .iter()
                .any(|group| group.reason.starts_with("trap"))
    );
    let (pages, report) = found(&|options| options.max_depth = 0);
    assert_eq!(pages, ["index.html"]);
    assert!(count(&report, PageOutcome::Deep) > 10);
    let (pages, report) = found(&|options| options.max_pages = 5);
    assert_eq!(pages.len(), 5, "{pages:?}");
    assert!(report.stopped.unwrap().contains("--max-pages"));
    let (_, report) = found(&|options| options.max_bytes = 5_000);
    assert!(report.stopped.unwrap().contains("--max-bytes"));
    let (_, report) =
        found(&|options| (options.max_time, options.rate) = (Duration::from_secs(1), 5.0));
    assert!(report.stopped.unwrap().contains("--max-time"));
}

// Threads find addresses in a different order each time.
#[test]
fn the_next_crawl_keeps_the_same_address_of_a_page() {
    let mut site = Crawled::new(site);
    site.options.exclude = vec!["same.php*".into()];
    let first = site.crawl();
    assert_eq!(first.changed, first.pages);
    assert!(count(&first, PageOutcome::TrapQuery) > 0);
    let second = site.crawl();
    assert_eq!(
        (second.pages, second.changed, second.removed),
        (first.pages, 0, 0)
    );
}
