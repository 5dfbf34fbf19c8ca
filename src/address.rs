//! Addresses of pages, as people and browsers write them.
//!
//! The same page is `/docs/fees.html`, `fees/`,
//! `https://example.org/docs/fees/index.html?from=mail#due`. Its *key* is the same for all these
//! spellings.

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

/// Returns the key of a path: without leading slash, extension and `index`, and with a slash at the
/// end.
///
/// ```
/// use soru::address::path_key;
/// for path in ["/a/b", "a/b/", "a/b.html", "a/b/index.html"] {
///     assert_eq!(path_key(path), "a/b/");
/// }
/// ```
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

/// Returns the key of an address without its fragment. The key of an absolute address includes the
/// host. A query is kept, since some sites tell pages apart by the query alone.
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

/// Returns an address without its fragment.
pub fn without_fragment(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}

/// Returns the keys under which a bundle of the site at `site` (may be empty) may list the page at
/// an address: the most certain first, each once. The address is absolute or relative to the site's
/// root.
pub fn keys(site: &str, address: &str) -> Vec<String> {
    let mut addresses = vec![absolute(site, address), address.to_owned()];
    if host(address).is_some() {
        // The site may be served from another host than the configured one, or have none
        // configured.
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

/// Returns the path of an address, absolute or not: without scheme, host, query and fragment, and
/// without the slash behind the host.
pub fn path(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    path.split_once("://").map_or(path, |(_, rest)| {
        rest.split_once('/').map_or("", |(_, path)| path)
    })
}

/// Returns the part of an absolute address after its host.
fn path_of(address: &str) -> &str {
    let rest = address.split_once("//").map_or(address, |(_, rest)| rest);
    rest.find(['/', '?', '#']).map_or("", |at| &rest[at..])
}

/// Decodes the percent escapes of a path (RFC 3986, 2.1); returns it unchanged if the result is not
/// UTF-8.
pub fn decoded(path: &str) -> String {
    let bytes = percent_decode_str(path).collect();
    String::from_utf8(bytes).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_of_an_address_have_the_same_key() {
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
    fn addresses_with_different_queries_have_different_keys() {
        assert_ne!(key("?p=1"), key("?p=2"));
        assert_eq!(keys("", "a.html?from=mail#x"), ["a/?from=mail", "a/"]);
    }

    #[test]
    fn keys_include_the_site_s_address_and_the_path_below_its_root() {
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
