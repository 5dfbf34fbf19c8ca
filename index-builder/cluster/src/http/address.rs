//! Addresses of nodes.

use std::net::IpAddr;

use url::{Host, Url};

use crate::failure::{Failure, Result};

/// The address of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    url: Url,
}

impl Address {
    /// Reads an address. Unencrypted connections are only allowed to this machine, unless
    /// `allow_http` is set.
    ///
    /// # Errors
    /// [`Failure::Usage`].
    pub fn new(written: &str, allow_http: bool) -> Result<Self> {
        let wrong = |why: &str| Failure::Usage(format!("--to: {why}"));
        let url = Url::parse(written)
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        let Some(mut url) = url else {
            return Err(wrong(&format!(
                "`{written}` is not an address such as https://search.example.org:9200"
            )));
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(wrong(
                "an address must not contain a user name or a password: set them in the \
                 environment variable of --credentials-env",
            ));
        }
        if url.scheme() == "http" && !allow_http && !is_loopback(&url) {
            return Err(wrong(&format!(
                "{url} is not encrypted, so the pages and credentials could be read on their way: \
                 use https, or add --allow-http if the network is trusted"
            )));
        }
        url.set_query(None);
        url.set_fragment(None);
        Ok(Self { url })
    }

    /// Returns whether it is this machine.
    pub(crate) fn is_loopback(&self) -> bool {
        is_loopback(&self.url)
    }

    /// Returns the address without a slash at its end.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.url.as_str().trim_end_matches('/')
    }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => IpAddr::from(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::from(address).is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unencrypted_connections_stay_on_this_machine_unless_allowed() {
        for local in [
            "http://localhost:9200",
            "http://127.0.0.2:1/",
            "http://[::1]:8983/solr",
        ] {
            assert!(Address::new(local, false).is_ok(), "{local}");
        }
        for remote in [
            "http://search.example.org",
            "http://10.0.0.1:9200",
            "http://localhost.example",
        ] {
            let refused = Address::new(remote, false).unwrap_err();
            assert!(refused.to_string().contains("--allow-http"), "{refused}");
            assert!(Address::new(remote, true).is_ok());
            assert!(Address::new(&remote.replace("http:", "https:"), false).is_ok());
        }
    }

    #[test]
    fn an_address_with_a_password_is_refused_without_showing_it() {
        let refused = Address::new("https://admin:geheim@a.example", false).unwrap_err();
        assert!(!refused.to_string().contains("geheim"), "{refused}");
        for wrong in ["a.example:9200", "ftp://a.example", "https://", ""] {
            assert!(Address::new(wrong, false).is_err(), "{wrong}");
        }
    }
}
