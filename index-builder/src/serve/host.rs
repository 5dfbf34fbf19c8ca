//! Checks the `Host` header.
//!
//! A page of another site can point its own name to this computer (DNS rebinding) and then read the
//! responses of the server as its own. It cannot do so with an IP address or `localhost`.

use std::net::IpAddr;

/// Names besides IP addresses and `localhost`.
#[derive(Debug, Clone)]
pub(crate) struct Names(Vec<String>);

impl Names {
    pub(crate) fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self(names.into_iter().collect())
    }

    /// Whether the value of a `Host` header is allowed; its port is ignored.
    pub(crate) fn allow(&self, host: &str) -> bool {
        let name = without_port(host).trim_end_matches('.');
        let is_name = |known: &str| known.eq_ignore_ascii_case(name);
        let number = name.trim_start_matches('[').trim_end_matches(']');
        number.parse::<IpAddr>().is_ok()
            || is_name("localhost")
            || name.to_ascii_lowercase().ends_with(".localhost")
            || self.0.iter().any(|known| is_name(known))
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ip_addresses_localhost_and_given_names_are_allowed() {
        let names = Names::new(["Dev.example".to_owned()]);
        for host in [
            "localhost",
            "localhost:8080",
            "a.LOCALHOST:1",
            "127.0.0.1:8080",
            "192.168.1.7",
            "[::1]:8080",
            "[::1]",
            "dev.example:80",
            "dev.example.",
        ] {
            assert!(names.allow(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:8080",
            "localhost.evil.example",
            "notlocalhost",
            "127.0.0.1.evil.example",
            "dev.example.evil",
            "localhost:x",
        ] {
            assert!(!names.allow(host), "{host}");
        }
    }
}
