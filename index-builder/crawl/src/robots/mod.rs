//! Reads robots.txt: which paths crawlers may request, how fast, and where the sitemaps are.

mod rules;

use std::time::Duration;

use url::{Position, Url};

use self::rules::{Rules, own_token};
use super::fetch::{BodyLimits, Client, FetchResult, Validators};
use super::scope::Scope;

/// The maximum number of bytes to read from the file; RFC 9309 requires at least this number.
const MOST_BYTES: u64 = 500 * 1024;

/// The maximum number of redirects of the file to follow (RFC 9309).
const MOST_REDIRECTS: usize = 5;

/// The longest requested delay that the crawl obeys.
const LONGEST_GAP: Duration = Duration::from_secs(30);

/// The rules of the file for this crawler.
#[derive(Default)]
pub(crate) struct Robots {
    rules: Rules,
    /// The requested delay between two requests.
    pub(super) gap: Duration,
    /// The sitemaps that the file names.
    pub(super) sitemaps: Vec<String>,
}

impl Robots {
    /// Reads the rules of the host of an address.
    ///
    /// # Errors
    /// If the server cannot return the file now, because the rules are then unknown.
    pub(super) fn ask(client: &Client, start: &Url, user_agent: &str) -> anyhow::Result<Self> {
        let scope = Scope::new(start);
        let mut url = start.join("/robots.txt")?;
        for _ in 0..=MOST_REDIRECTS {
            let answer = client.get(
                &url,
                Validators::default(),
                &BodyLimits::any(MOST_BYTES).cut(),
            );
            match answer {
                FetchResult::Body(body) => return Ok(Self::read(&body.bytes, user_agent)),
                FetchResult::Redirect(to) => {
                    match url.join(&to).ok().filter(|to| scope.is_host(to)) {
                        Some(to) => url = to,
                        None => return Ok(Self::default()),
                    }
                }
                FetchResult::Status(400..=499) => return Ok(Self::default()),
                other => anyhow::bail!(
                    "{url}: {}; a crawl needs robots.txt first; try again later",
                    other.describe()
                ),
            }
        }
        Ok(Self::default())
    }

    /// Parses the rules of a file for a crawler of this name.
    pub(crate) fn read(bytes: &[u8], user_agent: &str) -> Self {
        let mut rules = Rules::read(bytes, own_token(user_agent));
        Self {
            gap: rules.delay.unwrap_or_default().min(LONGEST_GAP),
            sitemaps: std::mem::take(&mut rules.sitemaps),
            rules,
        }
    }

    /// Whether the crawl may request an address.
    pub(crate) fn allows(&self, url: &Url) -> bool {
        self.rules
            .allow(&url[Position::BeforePath..Position::AfterQuery])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_for_this_crawler_hold_before_those_for_all() {
        let text = "User-agent: *\nDisallow: /\n\nUser-agent: soru\nDisallow: /admin/\nCrawl-delay: 2\n\
                    Sitemap: https://a.example/map.xml\n";
        let robots = Robots::read(text.as_bytes(), "soru/0.1.0 (site search)");
        let allows = |path: &str| {
            robots.allows(
                &Url::parse("https://a.example/")
                    .unwrap()
                    .join(path)
                    .unwrap(),
            )
        };
        assert!(allows("/"));
        assert!(!allows("/admin/x"));
        assert_eq!(robots.gap, Duration::from_secs(2));
        assert_eq!(robots.sitemaps, ["https://a.example/map.xml"]);
        let other = Robots::read(text.as_bytes(), "mybot (me@example.org)");
        assert!(!other.allows(&Url::parse("https://a.example/").unwrap()));
    }

    #[test]
    fn a_gap_of_a_day_is_not_waited_for() {
        for delay in ["86400", "1e30", "inf", "nan", "-1"] {
            let text = format!("User-agent: *\nCrawl-delay: {delay}\n");
            let robots = Robots::read(text.as_bytes(), "soru");
            assert!(robots.gap <= Duration::from_secs(30), "{delay}");
        }
    }
}
