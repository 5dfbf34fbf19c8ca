//! The scope: decides which addresses belong to the crawl, and normalises them.
//!
//! Several spellings of an address are one page. The scope removes fragments, session ids and
//! campaign parameters, and keeps the rest of the query as it is.

use url::Url;

/// Names of session ids in queries and in paths (`;jsessionid=`).
const SESSIONS: [&str; 13] = [
    "phpsessid",
    "jsessionid",
    "sessionid",
    "session_id",
    "session",
    "sid",
    "sess",
    "cfid",
    "cftoken",
    "zenid",
    "oscsid",
    "aspsessionid",
    "s_id",
];

/// Names of campaign parameters.
const CAMPAIGNS: [&str; 6] = ["fbclid", "gclid", "msclkid", "yclid", "mc_cid", "mc_eid"];

/// The maximum length of an address in bytes.
const LONGEST: usize = 2_000;

/// A host and a path.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    start: Url,
}

/// An address of the scope.
#[derive(Debug, Clone)]
pub(super) struct NormalisedUrl {
    pub(super) url: Url,
    /// Whether a session id was removed.
    pub(super) had_session: bool,
}

impl Scope {
    /// Creates the scope of an address: its host and folder.
    pub(super) fn new(start: &Url) -> Self {
        Self {
            start: start.clone(),
        }
    }

    /// Returns an address as the crawl writes it, if it belongs to the host.
    pub(super) fn write(&self, base: &Url, href: &str) -> Option<NormalisedUrl> {
        let mut url = base.join(href).ok()?;
        if url.as_str().len() > LONGEST || !self.is_host(&url) {
            return None;
        }
        url.set_fragment(None);
        // User name and password are dropped, even for the same host.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        if url.scheme() != self.start.scheme() {
            let _ = url.set_scheme(self.start.scheme());
        }
        let had_session = strip_path(&mut url) | strip_query(&mut url);
        Some(NormalisedUrl { url, had_session })
    }

    /// Whether an address has the same host, with either scheme.
    pub(super) fn is_host(&self, url: &Url) -> bool {
        let is_usual = |url: &Url| url.port().is_none();
        let is_same_port = url.port_or_known_default() == self.start.port_or_known_default();
        matches!(url.scheme(), "http" | "https")
            && url.host() == self.start.host()
            && (is_same_port && url.scheme() == self.start.scheme()
                || is_usual(url) && is_usual(&self.start))
    }

    /// Whether an address of the host is below the folder of the start.
    pub(super) fn is_below(&self, url: &Url) -> bool {
        let folder = self.folder();
        url.path().starts_with(&folder) || *url.path() == *folder.trim_end_matches('/')
    }
}

impl Scope {
    /// Returns the folder of the path; most hosts redirect `/docs` to `/docs/`, and
    /// `/docs/index.html` is in it.
    fn folder(&self) -> String {
        let path = self.start.path();
        let (above, name) = path.rsplit_once('/').unwrap_or_default();
        if name.is_empty() || name.contains('.') {
            format!("{above}/")
        } else {
            format!("{path}/")
        }
    }
}

/// Removes `;jsessionid=1234` from a path.
fn strip_path(url: &mut Url) -> bool {
    let Some((path, rest)) = url.path().split_once(';') else {
        return false;
    };
    let name = rest.split('=').next().unwrap_or_default();
    if !is_session(name) {
        return false;
    }
    let behind = rest.find('/').map_or("", |at| &rest[at..]);
    let path = format!("{path}{behind}");
    url.set_path(&path);
    true
}

/// Removes session ids and campaign parameters from a query. Returns whether there was a session
/// id.
fn strip_query(url: &mut Url) -> bool {
    let Some(query) = url.query() else {
        return false;
    };
    let name = |part: &str| {
        part.split('=')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase()
    };
    let had_session = query.split('&').any(|part| is_session(&name(part)));
    let kept = query
        .split('&')
        .filter(|part| !part.is_empty() && !is_session(&name(part)) && !is_campaign(&name(part)));
    let kept: Vec<&str> = kept.collect();
    let kept = kept.join("&");
    url.set_query(Some(kept.as_str()).filter(|kept| !kept.is_empty()));
    had_session
}

fn is_session(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SESSIONS.contains(&name.as_str()) || name.starts_with("aspsessionid")
}

fn is_campaign(name: &str) -> bool {
    name.starts_with("utm_") || CAMPAIGNS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(start: &str, href: &str) -> Option<String> {
        let start = Url::parse(start).unwrap();
        let written = Scope::new(&start).write(&start, href)?;
        Some(written.url.into())
    }

    #[test]
    fn one_page_has_one_address() {
        for (href, expected) in [
            ("b.html#x", "https://a.example/docs/b.html"),
            ("http://a.example/x", "https://a.example/x"),
            (
                "b?utm_source=x&id=3&fbclid=y",
                "https://a.example/docs/b?id=3",
            ),
            ("b?PHPSESSID=1f", "https://a.example/docs/b"),
            ("b;jsessionid=1f?id=3", "https://a.example/docs/b?id=3"),
            ("c;jsessionid=1f/d", "https://a.example/docs/c/d"),
            ("c;v=1/d", "https://a.example/docs/c;v=1/d"),
            ("https://user:word@a.example/x", "https://a.example/x"),
            ("b?", "https://a.example/docs/b"),
        ] {
            let found = written("https://a.example/docs/", href);
            assert_eq!(found.as_deref(), Some(expected), "{href}");
        }
    }

    #[test]
    fn other_hosts_and_schemes_are_never_the_crawls() {
        for href in [
            "https://b.example/",
            "//b.example/",
            "https://www.a.example/",
            "https://a.example:8443/",
            "http://a.example:8080/",
            "mailto:a@a.example",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "ftp://a.example/",
        ] {
            assert_eq!(written("https://a.example/docs/", href), None, "{href}");
        }
        assert_eq!(
            written("http://a.example:8080/", "https://a.example:8080/"),
            None
        );
        assert_eq!(written("https://a.example/", &"x".repeat(3000)), None);
    }

    #[test]
    fn the_folder_of_the_start_bounds_the_crawl() {
        for start in [
            "https://a.example/docs/",
            "https://a.example/docs",
            "https://a.example/docs/index.html",
        ] {
            let scope = Scope::new(&Url::parse(start).unwrap());
            let below = |url: &str| scope.is_below(&Url::parse(url).unwrap());
            assert!(below("https://a.example/docs/x/y"));
            assert!(below("https://a.example/docs"));
            assert!(!below("https://a.example/docs2/"));
            assert!(!below("https://a.example/"));
        }
    }
}
