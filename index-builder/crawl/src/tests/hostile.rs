//! Servers that are hostile or broken.

use super::server::{Reply, Request, Server};
use super::traps::gzip;
use super::*;

fn harm(request: &Request) -> Reply {
    match request.path.as_str() {
        "/" => Reply::page(links(&[
            "bomb.html",
            "bomb2.html",
            "slow.html",
            "huge.html",
            "packed.html",
            "nowhere",
            "latin\u{e7}.html",
            "good.html",
            "zip.html",
        ])),
        // The body is a thousand times as large as its compressed form.
        "/bomb.html" => Reply::page(gzip(&vec![b' '; 5_000_000])).with("Content-Encoding", "gzip"),
        "/bomb2.html" => {
            Reply::page(gzip(&[b"<p>whole</p>".to_vec(), vec![0; 100_000]].concat())[..60].to_vec())
                .with("Content-Encoding", "gzip")
        }
        "/zip.html" => {
            Reply::page(gzip(links(&["/behind.html"]).as_bytes())).with("Content-Encoding", "gzip")
        }
        "/slow.html" => Reply::page("<p>And then").slow(),
        "/huge.html" => Reply::page(vec![b'x'; 2_000_000]),
        "/packed.html" => Reply::page("?").with("Content-Encoding", "br"),
        "/nowhere" => Reply::status(302, ""),
        "/good.html" | "/behind.html" | "/latin%C3%A7.html" => Reply::page(links(&[])),
        "/robots.txt" => Reply::new("text/plain", vec![b'\xff'; 2_000_000]),
        _ => Reply::status(404, ""),
    }
}

#[test]
fn responses_are_bounded_in_size_and_time() {
    let mut site = Crawled::new(harm);
    site.options.page_bytes = 1_000_000;
    site.options.patience = Duration::from_millis(700);
    let report = site.crawl();
    assert_eq!(
        site.files(),
        [
            "behind.html",
            "good.html",
            "index.html",
            "latinç.html",
            "zip.html"
        ]
    );
    let messages = site.skipped(&report, PageOutcome::TooLarge);
    assert_eq!(
        messages,
        ["/bomb.html: more than 1 MB", "/huge.html: more than 1 MB"]
    );
    let messages = site.skipped(&report, PageOutcome::Failed);
    let starts = [
        "/bomb2.html: ",
        "/nowhere: a redirect to nowhere",
        "/packed.html: the encoding `br`",
        "/slow.html: timeout",
    ];
    assert_eq!(messages.len(), starts.len(), "{messages:?}");
    assert!(
        messages
            .iter()
            .zip(starts)
            .all(|(messages, start)| messages.starts_with(start)),
        "{messages:?}"
    );
}

#[test]
fn a_site_that_cannot_be_crawled_is_reported_with_advice() {
    let error = |answers: fn(&Request) -> Reply| Crawled::new(answers).error();
    let other = error(|_| Reply::redirect("https://www.example.org/"));
    assert!(
        other.contains(
            "redirects to another host, https://www.example.org/: crawl that one \
            instead"
        ),
        "{other}"
    );
    let closed = error(|_| Reply::status(403, ""));
    assert!(
        closed.contains("status 403") && closed.contains("name a page that is open to everyone"),
        "{closed}"
    );
    let robots = error(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(500, ""),
        _ => Reply::page(links(&[])),
    });
    assert!(
        robots.contains("robots.txt: status 500") && robots.contains("try again later"),
        "{robots}"
    );
    let forbidden = error(|request| match request.path.as_str() {
        "/robots.txt" => Reply::new("text/plain", "User-agent: *\nDisallow: /\n"),
        _ => Reply::page(links(&[])),
    });
    assert!(
        forbidden.contains("no pages found") && forbidden.contains("robots.txt"),
        "{forbidden}"
    );
    let app = error(|request| match request.path.as_str() {
        "/" => Reply::page("<div id=app></div><script src=a.js></script>"),
        _ => Reply::status(404, ""),
    });
    assert!(app.contains("needs JavaScript"), "{app}");
}

// The pages of the previous crawl are worth more than nothing.
#[test]
fn a_site_that_is_gone_keeps_its_crawled_pages() {
    let is_gone = std::sync::Arc::new(AtomicBool::new(false));
    let messages = std::sync::Arc::clone(&is_gone);
    let site = Crawled::new(move |_| {
        if messages.load(std::sync::atomic::Ordering::Relaxed) {
            Reply::page("<meta name=robots content=noindex>")
        } else {
            Reply::page(links(&[]))
        }
    });
    site.crawl();
    is_gone.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(site.error().contains("no pages found"));
    assert_eq!(site.files(), ["index.html"]);
}

// An address on the page's own host is not requested at another port or by another scheme.
#[test]
fn no_other_host_is_ever_asked() {
    let other = Server::new(|_| Reply::page("secret"));
    let inside = other.address.to_string();
    let site = Crawled::new(move |request| match request.path.as_str() {
        "/" => Reply::page(format!(
            "{}<link rel=canonical href='{inside}canonical'><base href='{inside}'>",
            links(&["a", &inside])
        )),
        "/robots.txt" => Reply::new("text/plain", format!("Sitemap: {inside}map.xml\n")),
        "/redirect" => Reply::redirect(&inside),
        _ => Reply::page(format!(
            "<meta http-equiv=refresh content='0; url={inside}'>"
        )),
    });
    site.crawl();
    assert_eq!(other.paths(), [""; 0]);
}
