//! Resolves names, and rejects addresses of private networks.
//!
//! Connections use the checked addresses, so a name cannot change its address in between.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};

use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// A resolver that rejects addresses of private networks.
#[derive(Debug)]
pub struct Guard<R = DefaultResolver> {
    resolver: R,
    named: Vec<String>,
    lets_all: bool,
    /// Resolved hosts of `named`, and whether they were in the public network.
    known: Mutex<HashMap<String, bool>>,
}

/// The error for a rejected host.
#[derive(Debug)]
struct Refused;

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a private address")
    }
}

impl std::error::Error for Refused {}

/// Whether a request failed because its host was rejected.
pub fn is_refused(error: &Error) -> bool {
    matches!(error, Error::Other(reason) if reason.is::<Refused>())
}

impl Guard {
    /// Allows these hosts in any network.
    pub fn new(named: &[String]) -> Self {
        Self::over(DefaultResolver::default(), named)
    }
}

impl<R> Guard<R> {
    fn over(resolver: R, named: &[String]) -> Self {
        let named = named.iter().map(|host| host.to_ascii_lowercase());
        Self {
            resolver,
            named: named.collect(),
            lets_all: false,
            known: Mutex::default(),
        }
    }

    /// With `lets_all`, allows every host.
    #[must_use]
    pub fn letting_all(mut self, lets_all: bool) -> Self {
        self.lets_all = lets_all;
        self
    }

    /// Whether requests to a host with such addresses are allowed.
    fn lets(&self, host: &str, is_public: bool) -> bool {
        if self.lets_all || !self.named.iter().any(|named| named == host) {
            return self.lets_all || is_public;
        }
        // A named host that was public stays rejected when its name later resolves to a private
        // address.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let was_public = *known.entry(host.to_owned()).or_insert(is_public);
        is_public || !was_public
    }
}

impl<R: Resolver> Resolver for Guard<R> {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.resolver.resolve(uri, config, timeout)?;
        let host = uri.host().unwrap_or_default().to_ascii_lowercase();
        // A single private address among several rejects the name.
        if !self.lets(&host, found.iter().all(|address| is_public(address.ip()))) {
            return Err(Error::Other(Box::new(Refused)));
        }
        Ok(found)
    }
}

fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

/// Whether an address is public by the registry of special-purpose addresses (RFC 6890).
fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, ..] = ip.octets();
    let is_special = ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_documentation()
        || ip.is_multicast()
        || matches!(
            (a, b),
            (0 | 240..=255, _) | (100, 64..=127) | (198, 18..=19)
        );
    !is_special
}

/// Whether an IPv6 address is public; an embedded IPv4 address is checked itself.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    if let Some(inner) = ip.to_ipv4_mapped() {
        return is_public_v4(inner);
    }
    let first = ip.segments()[0];
    // Global unicast addresses are public, except documentation (2001:db8::/32), Teredo and others
    // (2001::/23) and 6to4, which embed IPv4 addresses.
    (0x2000..=0x3fff).contains(&first)
        && first != 0x2002
        && !(first == 0x2001 && (ip.segments()[1] < 0x200 || ip.segments()[1] == 0xdb8))
}

#[cfg(test)]
mod tests {
    use super::*;

    // A name that is resolved again may then point to a machine in the private network.
    #[test]
    fn a_named_host_stays_in_the_network_in_which_it_was_found() {
        let guard = Guard::new(&["Site.example".to_owned(), "intranet".to_owned()]);
        assert!(guard.lets("site.example", true));
        assert!(!guard.lets("site.example", false));
        assert!(guard.lets("site.example", true));
        assert!(guard.lets("intranet", false));
        assert!(guard.lets("intranet", true));
        assert!(guard.lets("other.example", true));
        assert!(!guard.lets("other.example", false));
        assert!(
            Guard::new(&[])
                .letting_all(true)
                .lets("other.example", false)
        );
    }

    /// Resolves names to other addresses each time.
    #[derive(Debug)]
    struct Changing(Mutex<Vec<Vec<&'static str>>>);

    impl Resolver for Changing {
        fn resolve(
            &self,
            _: &Uri,
            _: &Config,
            _: NextTimeout,
        ) -> Result<ResolvedSocketAddrs, Error> {
            let mut found = self.empty();
            for address in self.0.lock().unwrap().remove(0) {
                found.push((address.parse::<IpAddr>().unwrap(), 80).into());
            }
            Ok(found)
        }
    }

    // The owner of a name first answers with a public address, and then with the address of this
    // computer.
    #[test]
    fn a_name_that_leads_to_this_computer_after_a_public_start_is_refused() {
        let uri = Uri::from_static("http://Site.example/");
        for private in [vec!["127.0.0.1"], vec!["::1"], vec!["1.1.1.1", "127.0.0.1"]] {
            let answers = vec![vec!["1.1.1.1"], private, vec!["2606:4700::1111"]];
            let names = Changing(Mutex::new(answers));
            let guard = Guard::over(names, &["site.example".to_owned()]);
            let ask = || guard.resolve(&uri, &Config::default(), NextTimeout::default());
            assert!(ask().is_ok());
            assert!(ask().is_err_and(|error| is_refused(&error)));
            assert!(ask().is_ok());
        }
    }

    #[test]
    fn addresses_that_only_a_private_network_has_are_not_public() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2001:db8::1",
            "ff02::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in [
            "1.1.1.1",
            "93.184.216.34",
            "2606:4700::1111",
            "2001:4860:4860::8888",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }
}
