//! The readers of a crawl: addresses never leave the host, and files never leave the folder.

use soru_crawl::Listing;
use url::Url;

thread_local! {
    static START: Url = Url::parse("https://site.example/docs/").unwrap();
}

/// A page in HTML.
pub(super) fn page(bytes: &[u8]) {
    listing(Listing::Page, bytes);
}

/// A sitemap, packed or not.
pub(super) fn sitemap(bytes: &[u8]) {
    listing(Listing::Sitemap, bytes);
}

/// robots.txt.
pub(super) fn robots(bytes: &[u8]) {
    listing(Listing::Robots, bytes);
}

fn listing(listing: Listing, bytes: &[u8]) {
    START.with(|start| {
        for (url, file) in listing.addresses(start, bytes) {
            assert_eq!(url.origin(), start.origin(), "{url}");
            assert!(url.path().starts_with("/docs"), "{url}");
            assert!(
                url.username().is_empty() && url.fragment().is_none(),
                "{url}"
            );
            let is_sound =
                |part: &str| !part.is_empty() && !part.starts_with('.') && part.len() < 256;
            assert!(file.split('/').all(is_sound), "{file:?}");
            assert!(!file.contains(['\\', ':', '\0']), "{file:?}");
        }
    });
}

/// Inputs to start from.
pub(super) fn seeds() -> Vec<(&'static str, Vec<Vec<u8>>)> {
    vec![
        (
            "crawl_page",
            texts(&[
                "<base href=/docs/x/><link rel=canonical href=a><meta http-equiv=refresh content='0; url=b'><a href='../c.html?utm_source=x&id=3#y'>c</a><a rel=nofollow href=d>d</a>",
                "<a href='//site.example/docs/..%2f..%2fetc;jsessionid=1/e?PHPSESSID=2'>e</a><a href=https://u:p@site.example/docs/.hidden/C:/f>f</a><div id=root></div><script></script>",
            ]),
        ),
        (
            "crawl_sitemap",
            texts(&[
                "<urlset xmlns:x='x'><url><loc>https://site.example/docs/a?b=1&amp;c=2</loc><x:link href='tr/'/></url></urlset>",
                "<sitemapindex><sitemap><loc>/docs/1.xml.gz</loc></sitemap></sitemapindex>",
                "https://site.example/docs/a\nhttps://site.example/docs/b\n",
            ]),
        ),
        (
            "crawl_robots",
            texts(&[
                "User-agent: *\nDisallow: /docs/x\nAllow: /docs/*.html$\nCrawl-delay: 2.5\nSitemap: https://site.example/docs/map.xml\n",
                "user-agent: soru\nuser-agent: other # x\nDisallow: /docs/%c3%b6*?a=\nDisallow:\n",
            ]),
        ),
    ]
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}
