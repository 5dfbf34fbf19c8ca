//! Addresses of pages, as people and browsers write them.
//!
//! The same page is `/docs/fees.html`, `fees/`, `https://example.org/docs/fees/index.html?from=mail#due`.
//! A *key* is what all of them have in common.

use percent_encoding::percent_decode_str;

use crate::authority::{absolute, host};

/// Extensions that an address may leave out or exchange.
const EXTENSIONS: [&str; 8] = [
    ".html",
    ".htm",
    ".xhtml",
    ".md",
    ".markdown",
    ".txt",
    ".php",
    ".aspx",
];

/// What all ways of writing a path have in common: no slash in front, no extension, no `index`, and a slash
/// at the end.
///
/// ```
/// use soru::address::path_key;
/// for path in ["/a/b", "a/b/", "a/b.html", "a/b/index.html"] {
///     assert_eq!(path_key(path), "a/b/");
/// }
/// ```
#[must_use]
pub fn path_key(path: &str) -> String {
    let path = path.trim_matches('/');
    let mut extensions = EXTENSIONS.iter();
    let stem = extensions.find_map(|extension| path.strip_suffix(extension));
    let stem = stem.unwrap_or(path);
    let folder = stem
        .strip_suffix("index")
        .filter(|rest| rest.is_empty() || rest.ends_with('/'));
    [folder.unwrap_or(stem).trim_end_matches('/'), "/"].concat()
}

/// The key of an address without fragment: of an absolute one with its host, and with its query, if it has
/// one, since some sites tell pages apart by nothing else.
#[must_use]
pub fn key(address: &str) -> String {
    let address = without_fragment(address.trim());
    let (before, query) = match address.split_once('?') {
        Some((before, query)) if !query.is_empty() => (before, Some(query)),
        Some((before, _)) => (before, None),
        None => (address, None),
    };
    let host = host(before);
    let host_is_there = host.is_some();
    let path = if host_is_there {
        path_of(before)
    } else {
        before.strip_prefix("./").unwrap_or(before)
    };
    let mut key = host.map_or_else(String::new, |host| ["//", &host, "/"].concat());
    let path = path_key(&decoded(path));
    key.push_str(if host_is_there && path == "/" {
        ""
    } else {
        &path
    });
    if let Some(query) = query {
        key.push('?');
        key.push_str(query);
    }
    key
}

/// An address without what stands behind `#`.
#[must_use]
pub fn without_fragment(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}

/// The keys under which the page at an address may be known to a bundle of the site at `site`, which may be
/// empty: the most certain first, each once. An address may be absolute or below the site's root.
#[must_use]
pub fn keys(site: &str, address: &str) -> Vec<String> {
    let mut addresses = vec![absolute(site, address), address.to_owned()];
    if host(address).is_some() {
        // The site may be shown under another host than its own, or not know its own.
        let path = path_of(address);
        if let Some(host) = host(site) {
            let below = key(address).strip_prefix(&key(site)).map(str::to_owned);
            addresses.extend(below);
            addresses.push(["//", &host, path].concat());
        }
        addresses.push(absolute(site, path));
        addresses.push(path.to_owned());
    }
    let bare = |address: &String| address.split(['?', '#']).next().map(str::to_owned);
    addresses.extend(addresses.clone().iter().filter_map(bare));
    let mut keys: Vec<String> = Vec::new();
    for key in addresses.iter().map(|address| key(address)) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

/// The part of an absolute address behind its host.
fn path_of(address: &str) -> &str {
    let rest = address.split_once("//").map_or(address, |(_, rest)| rest);
    rest.find(['/', '?', '#']).map_or("", |at| &rest[at..])
}

/// A path whose percent signs are read (RFC 3986, 2.1); as it is if that gives no text.
fn decoded(path: &str) -> String {
    let bytes = percent_decode_str(path).collect();
    String::from_utf8(bytes).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_writing_an_address_has_the_same_key() {
        for address in [
            "https://example.org/docs/kay%C4%B1t.html",
            "http://Example.org:8080/docs/kayıt/",
            "//example.org/docs/kayıt/index.html#ücret",
            "https://example.org/docs/kayıt?",
        ] {
            assert_eq!(key(address), "//example.org/docs/kayıt/", "{address}");
        }
        for address in ["a/b.md", "/a/b", "./a/b/index.html#x"] {
            assert_eq!(key(address), "a/b/", "{address}");
        }
        assert_eq!((key("./"), key("index.html")), ("/".into(), "/".into()));
        assert_eq!(key("https://example.org"), "//example.org/");
        assert_eq!(key("100%25/%zz%+f%f"), "100%/%zz%+f%f/");
        assert_eq!(key("%ff.html"), "%ff/");
    }

    #[test]
    fn a_query_may_be_what_tells_pages_apart() {
        assert_ne!(key("?p=1"), key("?p=2"));
        assert_eq!(keys("", "a.html?from=mail#x"), ["a/?from=mail", "a/"]);
    }

    #[test]
    fn a_page_is_looked_for_under_the_site_s_address_and_below_its_root() {
        let site = "https://example.org/docs/";
        let own = "//example.org/docs/a/b/";
        assert_eq!(keys(site, "a/b.html"), [own, "a/b/"]);
        let absolute = keys(site, "https://example.org/docs/a/b.html");
        assert_eq!(absolute[..2], [own, "a/b/"]);
        let staged = keys("", "http://localhost:8731/a/b.html");
        assert_eq!(staged, ["//localhost/a/b/", "a/b/"]);
        for staged in ["http://localhost/docs/a/b", "http://localhost/a/b.html"] {
            assert!(keys(site, staged).contains(&own.to_owned()), "{staged}");
        }
    }
}
