//! The hosts that a site trusts, and how much.

use crate::error::{Error, Result};
use crate::ordered::Map;
use crate::settings::{LARGEST, between, join};
use crate::text::{Language, lower};

/// Values by host suffix. A suffix matches whole labels of a host: `gov` matches `uscis.gov`, but
/// neither `notgov` nor the path of `example.com/uscis.gov`.
///
/// ```
/// use soru::authority::Authority;
/// let table = [("gov".to_owned(), 0.05), ("uscis.gov".to_owned(), 0.15)].into();
/// let authority = Authority::new(&table, "ranking.authority")?;
/// assert_eq!(authority.of("https://www.uscis.gov/h-1b"), 0.15);
/// assert_eq!(authority.of("https://nasa.gov"), 0.05);
/// assert_eq!(authority.of("https://notgov/uscis.gov"), 0.0);
/// # Ok::<(), soru::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Authority {
    by_suffix: Map<f64>,
}

impl Authority {
    /// Reads a table of host suffixes; `path` is its key in the configuration.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a key that is not a host, and for a value that is negative or
    /// larger than [`LARGEST`].
    pub fn new(table: &Map<f64>, path: &str) -> Result<Self> {
        let mut by_suffix = Map::new();
        for (key, value) in table {
            let place = join(path, key);
            between(&place, *value, 0.0, LARGEST)?;
            by_suffix.insert(suffix(key, place)?, *value);
        }
        Ok(Self { by_suffix })
    }

    /// Builds a table that gives each of these hosts the value 1.
    ///
    /// # Errors
    /// As [`Authority::new`].
    pub fn of_hosts(hosts: &[String], path: &str) -> Result<Self> {
        let table = hosts.iter().map(|host| (host.clone(), 1.0)).collect();
        Self::new(&table, path)
    }

    /// Returns the value of the longest suffix that matches the address's host; 0 if none matches
    /// or the address has no host.
    pub fn of(&self, url: &str) -> f64 {
        let Some(host) = host(url) else { return 0.0 };
        let mut rest = host.as_str();
        loop {
            if let Some(value) = self.by_suffix.get(rest) {
                return *value;
            }
            match rest.split_once('.') {
                Some((_, shorter)) => rest = shorter,
                None => return 0.0,
            }
        }
    }
}

/// Normalises a suffix: people write `.gov`, `*.gov` and `GOV` for `gov`.
fn suffix(key: &str, path: String) -> Result<String> {
    let mut bare = key.trim();
    while let Some(rest) = bare.strip_prefix("*.") {
        bare = rest;
    }
    let bare = bare.trim_matches('.');
    let foreign = |c: char| c.is_whitespace() || matches!(c, '/' | ':' | '@' | '*' | '?' | '#');
    if bare.is_empty() || bare.contains(foreign) {
        return Err(Error::invalid(
            path,
            format!("\"{key}\""),
            "a host name such as `example.org` or `gov`, without scheme, port and path",
        ));
    }
    Ok(lower(bare, Language::Other))
}

/// Returns the host of an address, lower-cased, without user, port and trailing dot. None for a
/// relative address, and for schemes without a host (`mailto:`).
///
/// ```
/// use soru::authority::host;
/// assert_eq!(host("HTTPS://me@WWW.Uscis.gov.:443/a").as_deref(), Some("www.uscis.gov"));
/// assert_eq!(host("/kayit/"), None);
/// ```
pub fn host(url: &str) -> Option<String> {
    let url = url.trim();
    let schemed = url.split_once(':').filter(|(scheme, _)| is_scheme(scheme));
    let rest = schemed.map_or(url, |(_, rest)| rest).strip_prefix("//")?;
    // Browsers read `\` in an address as `/`.
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    let authority = &rest[..end];
    let place = authority.rsplit('@').next().unwrap_or_default();
    let name = without_port(place).trim_end_matches('.');
    (!name.is_empty()).then(|| lower(name, Language::Other))
}

/// Resolves a relative address against the site's own, if the site has one.
pub(crate) fn absolute(base: &str, url: &str) -> String {
    if base.is_empty() || host(url).is_some() || url.starts_with("//") {
        return url.to_owned();
    }
    format!(
        "{}/{}",
        base.trim_end_matches('/'),
        url.trim_start_matches('/')
    )
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

fn without_port(place: &str) -> &str {
    // The colons inside the brackets of `[::1]:80` are part of the address.
    let from = place.rfind(']').unwrap_or(0);
    match place[from..].find(':') {
        Some(at) => &place[..from + at],
        None => place,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Authority {
        let table = [("uscis.gov", 0.15), ("state.gov", 0.10), ("gov", 0.05)]
            .map(|(host, bonus)| (host.to_owned(), bonus));
        Authority::new(&table.into(), "authority").unwrap()
    }

    fn assert_authority(url: &str, expected: f64) {
        let found = table().of(url);
        assert!((found - expected).abs() < 1e-12, "{url}: {found}");
    }

    #[test]
    fn r25_the_longest_suffix_of_the_host_counts() {
        assert_authority("https://uscis.gov/", 0.15);
        assert_authority("https://my.uscis.gov", 0.15);
        assert_authority("https://travel.state.gov/visa", 0.10);
        assert_authority("https://x.gov?q", 0.05);
    }

    #[test]
    fn r25_a_substring_of_the_address_does_not_count() {
        for url in [
            "https://notgov",
            "https://myuscis.gov.example.com",
            "https://example.com/uscis.gov",
            "https://example.com?u=https://uscis.gov",
            "https://example.com#uscis.gov",
            "https://example.com\\@uscis.gov",
            "https://uscis.gov@example.com/",
            "https://uscis.gov:secret@example.com/",
        ] {
            assert_authority(url, 0.0);
        }
        assert_authority("https://myuscis.gov", 0.05);
    }

    #[test]
    fn r25_port_user_case_and_trailing_dot_are_ignored() {
        for url in [
            "https://USCIS.GOV:8443/a",
            "http://user:p@ss@uscis.gov",
            "https://uscis.gov./x",
            "//uscis.gov/x",
            "  https://uscis.gov ",
        ] {
            assert_authority(url, 0.15);
        }
    }

    #[test]
    fn r25_a_relative_address_has_no_host() {
        for url in [
            "",
            "/",
            "a/b.html",
            "uscis.gov",
            "./uscis.gov",
            "#uscis.gov",
            "?x=://uscis.gov",
            "mailto:a@uscis.gov",
            "https://",
            "https:///x",
            "://uscis.gov",
            "1http://uscis.gov",
        ] {
            assert_eq!(host(url), None, "{url}");
        }
        assert_eq!(host("http://[::1]:80/x").as_deref(), Some("[::1]"));
    }

    #[test]
    fn r25_a_key_may_have_dots_around_it_but_no_path() {
        let table = |key: &str, value| Authority::new(&[(key.to_owned(), value)].into(), "a");
        for key in ["edu.tr", ".edu.tr", "*.edu.tr", "EDU.TR."] {
            let found = table(key, 0.2).unwrap().of("https://gtu.edu.tr/");
            assert!((found - 0.2).abs() < 1e-12, "{key}");
        }
        for key in ["", "https://edu.tr", "edu.tr/x", "edu.tr:80"] {
            assert_eq!(
                table(key, 0.2).unwrap_err().code(),
                "INVALID_OPTION",
                "{key}"
            );
        }
        for value in [-0.1, f64::NAN, f64::INFINITY] {
            assert!(
                table("gov", value)
                    .unwrap_err()
                    .to_string()
                    .contains("a.gov")
            );
        }
    }

    #[test]
    fn relative_addresses_are_resolved_against_the_site_s() {
        assert_eq!(
            absolute("https://a.example/x/", "tr/b.html"),
            "https://a.example/x/tr/b.html"
        );
        assert_eq!(absolute("", "tr/b.html"), "tr/b.html");
        assert_eq!(
            absolute("https://a.example", "https://b.example/c"),
            "https://b.example/c"
        );
    }
}
