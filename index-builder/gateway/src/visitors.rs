//! Limits how often an address may ask.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use hyper::HeaderMap;
use ipnet::IpNet;

use crate::configuration::{Configuration, Limits};

/// The header in which a proxy appends the address that it serves.
const FORWARDED: &str = "x-forwarded-for";

/// The addresses that ask.
#[derive(Debug)]
pub(crate) struct Visitors {
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    clock: DefaultClock,
    trusted: Vec<IpNet>,
}

impl Visitors {
    pub(crate) fn new(configuration: &Configuration) -> Self {
        let Limits {
            questions_per_minute,
            burst,
            ..
        } = configuration.limits;
        let number = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_minute(number(questions_per_minute));
        Self {
            limiter: RateLimiter::keyed(quota.allow_burst(number(burst))),
            clock: DefaultClock::default(),
            trusted: configuration.trusted_proxies.clone(),
        }
    }

    /// Counts a question, or returns the time to wait.
    pub(crate) fn admit(&self, peer: SocketAddr, headers: &HeaderMap) -> Result<(), Duration> {
        let visitor = group(self.visitor(peer.ip(), headers));
        let admitted = self.limiter.check_key(&visitor);
        admitted.map_err(|refused| refused.wait_time_from(self.clock.now()))
    }

    /// Forgets addresses that could ask as often as new ones.
    pub(crate) fn tidy(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }

    /// Returns the address of the visitor: the last one in the chain of proxies that is not a
    /// trusted proxy. What is before it may be made up.
    fn visitor(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut visitor = peer.to_canonical();
        let written = headers.get_all(FORWARDED).into_iter();
        let written = written.filter_map(|value| value.to_str().ok());
        let chain: Vec<&str> = written.flat_map(|value| value.split(',')).collect();
        for address in chain.into_iter().rev() {
            if !self.is_trusted(visitor) {
                break;
            }
            let Some(before) = parse(address.trim()) else {
                break;
            };
            visitor = before;
        }
        visitor
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted
            .iter()
            .any(|network| network.contains(&address))
    }
}

/// Reads an address, which some proxies write with a port.
fn parse(text: &str) -> Option<IpAddr> {
    let address = text.parse().ok();
    let address = address.or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

/// Returns the address that stands for all of a connection: a household has 2^64 of version 6.
fn group(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(own) => {
            let network = u128::from(own) & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from(network))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitors(trusted: &[&str]) -> Visitors {
        let text = r#"
            engine = "solr"
            nodes = ["http://localhost:8983"]
            sites = ["a"]
            origins = ["https://a.example"]
            limits = { questions_per_minute = 1, burst = 2 }
        "#;
        let mut configuration = Configuration::parse(text, |_| None).unwrap();
        configuration.trusted_proxies = trusted.iter().map(|own| own.parse().unwrap()).collect();
        Visitors::new(&configuration)
    }

    fn headers(forwarded: &[&str]) -> HeaderMap {
        let entries = forwarded
            .iter()
            .map(|own| (FORWARDED.parse().unwrap(), own.parse().unwrap()));
        let mut map = HeaderMap::new();
        for (name, value) in entries {
            let name: hyper::header::HeaderName = name;
            map.append(name, value);
        }
        map
    }

    #[test]
    fn forwarded_addresses_count_only_behind_trusted_proxies() {
        let peer: IpAddr = "10.0.0.1".parse().unwrap();
        for (trusted, forwarded, visitor) in [
            (&[][..], &["9.9.9.9"][..], "10.0.0.1"),
            (&["10.0.0.0/8"], &["9.9.9.9"], "9.9.9.9"),
            // A visitor may send the header as well; the proxy appends the true address.
            (&["10.0.0.0/8"], &["1.1.1.1, 9.9.9.9"], "9.9.9.9"),
            (
                &["10.0.0.0/8"],
                &["1.1.1.1", "9.9.9.9, 10.2.2.2"],
                "9.9.9.9",
            ),
            (&["10.0.0.0/8"], &["9.9.9.9:443"], "9.9.9.9"),
            (&["10.0.0.0/8"], &["::ffff:9.9.9.9"], "9.9.9.9"),
            (&["10.0.0.0/8"], &["unknown"], "10.0.0.1"),
            (&["10.0.0.0/8"], &[], "10.0.0.1"),
        ] {
            let found = visitors(trusted).visitor(peer, &headers(forwarded));
            assert_eq!(found, visitor.parse::<IpAddr>().unwrap(), "{forwarded:?}");
        }
    }

    #[test]
    fn addresses_of_one_connection_share_their_questions() {
        let visitors = visitors(&[]);
        let ask = |address: &str| {
            let peer = SocketAddr::new(address.parse().unwrap(), 1);
            visitors.admit(peer, &HeaderMap::new())
        };
        assert!(ask("2001:db8::1").is_ok() && ask("2001:db8::2").is_ok());
        let wait = ask("2001:db8:0:0:ffff::3").unwrap_err();
        assert!(wait > Duration::from_secs(30) && wait <= Duration::from_mins(1));
        assert!(ask("2001:db8:0:1::1").is_ok());
        assert!(ask("192.0.2.1").is_ok() && ask("192.0.2.2").is_ok());
    }
}
