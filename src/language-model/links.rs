//! Decides which addresses in a model's text may become links.

use crate::error::Result;
use soru::authority::{Authority, host};

/// A model may be tricked into an address, or invent one. So a link may only lead to web pages on
/// hosts that the site has indexed or that its settings name.
#[derive(Debug)]
pub struct LinkPolicy {
    /// Exactly these hosts.
    hosts: Vec<String>,
    /// These hosts and their subdomains.
    named: Authority,
}

impl LinkPolicy {
    /// Allows links to the hosts of `pages`, and to the hosts `named` in the configuration with
    /// their subdomains.
    ///
    /// # Errors
    /// For an invalid host name.
    pub fn new<'p>(pages: impl Iterator<Item = &'p str>, named: &[String]) -> Result<Self> {
        Ok(Self {
            hosts: pages.filter_map(host).collect(),
            named: Authority::of_hosts(named, "generation.model.link_hosts")?,
        })
    }

    /// Returns whether an address may become a link: a path within the site, or `http` and `https`
    /// of a known host, without user, port or parts that browsers and people read differently.
    pub fn allows(&self, url: &str) -> bool {
        let odd =
            |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '<' | '>' | '"');
        if url.is_empty() || url.contains(odd) {
            return false;
        }
        let lower = url.to_ascii_lowercase();
        let schemed = lower
            .strip_prefix("https://")
            .or(lower.strip_prefix("http://"));
        let Some(rest) = schemed else {
            return is_path(url);
        };
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-');
        if authority.is_empty() || !authority.chars().all(is_name) {
            return false;
        }
        let Some(host) = host(url) else { return false };
        self.hosts.contains(&host) || self.named.of(url) > 0.0
    }
}

/// Returns whether an address is a path, such as `/fees`, `fees.html#due` or `../fees`: it has no
/// scheme, and no host after `//`.
fn is_path(url: &str) -> bool {
    let step = url.split(['/', '?', '#']).next().unwrap_or_default();
    !url.starts_with("//") && !step.contains(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy() -> LinkPolicy {
        let pages = ["https://www.uni.example/fees", "tr/ucretler.html"];
        LinkPolicy::new(pages.into_iter(), &["gov".to_owned()]).unwrap()
    }

    #[test]
    fn r35_only_indexed_and_configured_hosts_are_linked() {
        for url in [
            "https://www.uni.example/a?b#c",
            "HTTP://WWW.UNI.EXAMPLE",
            "https://uscis.gov/i-20",
            "/tr/ucretler.html",
            "ucretler.html#son",
            "../a/b:c",
            "?q=1",
        ] {
            assert!(policy().allows(url), "{url}");
        }
    }

    #[test]
    fn r35_other_addresses_stay_text() {
        for url in [
            "",
            "https://evil.example/",
            "https://uni.example/",
            "https://www.uni.example.evil.example/",
            "https://www.uni.example@evil.example/",
            "https://evil.example\\@www.uni.example/",
            "https://www.uni.example:8080/",
            "https://notgov/",
            "//evil.example/",
            "/\\evil.example/",
            "\\\\evil.example",
            "javascript:alert(1)",
            "java\nscript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "data:text/html,a",
            "mailto:a@uni.example",
            "ftp://www.uni.example/",
            "https:///www.uni.example/",
            "https://www.uni.example /",
            "x:y",
        ] {
            assert!(!policy().allows(url), "{url:?}");
        }
    }
}
