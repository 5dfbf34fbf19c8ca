//! Who may ask what.
//!
//! On this computer a page is asked for by a name that no other site can use. Elsewhere everything
//! but the page's own files needs the token, which no other site knows. Whatever changes something
//! also has to come from the desk's own page.

use hyper::header::{AUTHORIZATION, HOST, HeaderName, ORIGIN};
use hyper::{HeaderMap, Method};
use sha2::{Digest, Sha256};
use soru_desk::Refusal;

use crate::serve::Names;

/// The shortest token: what nobody guesses.
const SHORTEST: usize = 16;

/// What proxies add to the requests that they pass on.
const PROXY: [&str; 4] = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];

/// Who may ask.
#[derive(Debug, Clone)]
pub struct Access {
    token: Option<[u8; 32]>,
    names: Names,
}

impl Access {
    /// Allows requests for this computer, or with the token requests for any name.
    ///
    /// # Errors
    /// If the token can be guessed.
    pub fn new(token: Option<&str>) -> anyhow::Result<Self> {
        if let Some(token) = token {
            let is_long =
                token.len() >= SHORTEST && token.bytes().all(|byte| byte.is_ascii_graphic());
            anyhow::ensure!(
                is_long,
                "the token needs {SHORTEST} characters or more, without blanks; make one with \
                 `openssl rand -hex 24`"
            );
        }
        Ok(Self {
            token: token.map(digest),
            names: Names::new([]),
        })
    }

    /// Whether a request may have the files of the page and of the site.
    ///
    /// # Errors
    /// [`Refusal::Origin`] if it is made by a name of another site, [`Refusal::Token`] if it comes
    /// through a proxy and there is no token.
    pub(super) fn may_look(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = only(headers, &HOST).ok_or(Refusal::Origin)?;
        if self.token.is_some() {
            return Ok(());
        }
        // A proxy that writes another `Host` would show the page to everyone.
        if PROXY.iter().any(|name| headers.contains_key(*name)) {
            return Err(Refusal::Token);
        }
        if self.names.allow(host) {
            Ok(())
        } else {
            Err(Refusal::Origin)
        }
    }

    /// Whether a request may read or change what the desk keeps.
    ///
    /// # Errors
    /// [`Refusal::Token`], or [`Refusal::Origin`] for a change that another page asks for.
    pub(super) fn may_use(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        self.may_look(headers)?;
        if let Some(token) = &self.token {
            let given = only(headers, &AUTHORIZATION);
            let given = given.and_then(|own| own.strip_prefix("Bearer "));
            // Digests are compared, so that the time says nothing of the token.
            if given.map(digest) != Some(*token) {
                return Err(Refusal::Token);
            }
        }
        let is_own = || {
            let (host, origin) = (only(headers, &HOST)?, only(headers, &ORIGIN)?);
            let name = { origin.strip_prefix("https://") }.or(origin.strip_prefix("http://"))?;
            Some(name.eq_ignore_ascii_case(host))
        };
        if *method == Method::GET || is_own() == Some(true) {
            Ok(())
        } else {
            Err(Refusal::Origin)
        }
    }
}

/// The value of a header that comes once.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let (first, second) = (values.next()?, values.next());
    first.to_str().ok().filter(|_| second.is_none())
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
        pairs.collect()
    }

    #[test]
    fn this_computer_needs_no_token_and_other_names_are_refused() {
        let access = Access::new(None).unwrap();
        for (pairs, method, expected) in [
            (&[("host", "127.0.0.1:1")][..], Method::GET, Ok(())),
            (
                &[("host", "localhost:1"), ("x-forwarded-for", "192.0.2.1")],
                Method::GET,
                Err(Refusal::Token),
            ),
            (
                &[("host", "evil.example")],
                Method::GET,
                Err(Refusal::Origin),
            ),
            (
                &[("host", "localhost:1")],
                Method::POST,
                Err(Refusal::Origin),
            ),
            (
                &[("host", "localhost:1"), ("origin", "http://localhost:1")],
                Method::POST,
                Ok(()),
            ),
            (
                &[("host", "localhost:1"), ("origin", "http://localhost:2")],
                Method::POST,
                Err(Refusal::Origin),
            ),
            (
                &[("host", "localhost:1"), ("origin", "null")],
                Method::POST,
                Err(Refusal::Origin),
            ),
        ] {
            let allowed = access.may_use(&method, &headers(pairs));
            assert_eq!(allowed, expected, "{pairs:?} {method}");
        }
    }

    #[test]
    fn elsewhere_everything_needs_the_token_and_changes_need_the_page_too() {
        let access = Access::new(Some("0123456789abcdef")).unwrap();
        let host = ("host", "desk.example");
        let origin = ("origin", "https://desk.example");
        let token = ("authorization", "Bearer 0123456789abcdef");
        for (pairs, method, expected) in [
            (&[host][..], Method::GET, Err(Refusal::Token)),
            (
                &[host, ("authorization", "Bearer 0123456789abcdeF")],
                Method::GET,
                Err(Refusal::Token),
            ),
            (
                &[host, ("authorization", "0123456789abcdef")],
                Method::GET,
                Err(Refusal::Token),
            ),
            (&[host, token], Method::GET, Ok(())),
            (&[host, token], Method::POST, Err(Refusal::Origin)),
            (&[host, origin], Method::POST, Err(Refusal::Token)),
            (&[host, token, origin], Method::POST, Ok(())),
            (
                &[host, token, ("origin", "https://evil.example")],
                Method::POST,
                Err(Refusal::Origin),
            ),
            (&[token, origin], Method::POST, Err(Refusal::Origin)),
        ] {
            let allowed = access.may_use(&method, &headers(pairs));
            assert_eq!(allowed, expected, "{pairs:?} {method}");
        }
        assert!(Access::new(Some("short")).is_err());
        assert!(Access::new(Some("0123456789 abcdef")).is_err());
    }
}
