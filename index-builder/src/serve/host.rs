//! By which names the server may be called.
//!
//! A page of another site can have its own name lead to this computer (DNS rebinding) and then read as its own
//! what the server sends. It cannot do so with a number, nor with `localhost`.

use std::net::IpAddr;

/// Names besides numbers and `localhost`.
#[derive(Debug, Clone)]
pub(super) struct Names(Vec<String>);

impl Names {
    pub(super) fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self(names.into_iter().collect())
    }

    /// Whether the value of a `Host` header is one of them; a port behind it is nobody's concern.
    pub(super) fn allow(&self, host: &str) -> bool {
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
    fn only_numbers_localhost_and_names_that_were_given_are_allowed() {
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
