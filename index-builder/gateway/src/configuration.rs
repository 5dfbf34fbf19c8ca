//! The file of settings of the gateway, `gateway.toml`.
//!
//! Every key is checked before the gateway listens. An unknown key is an error.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ipnet::IpNet;
use serde::Deserialize;
use soru_cluster::{Address, Alias, Credentials, Failure, Kind, Result};
use url::Url;

/// The settings.
#[derive(Debug, Clone)]
pub struct Configuration {
    /// The address for questions.
    pub listen: SocketAddr,
    /// The address for metrics, if any.
    pub metrics: Option<SocketAddr>,
    /// The engine of the cluster.
    pub engine: Kind,
    /// Its nodes, at least one.
    pub nodes: Vec<Address>,
    /// A file of certificates that replaces the system's.
    pub ca: Option<PathBuf>,
    /// Credentials for the cluster.
    pub credentials: Credentials,
    /// Aliases of the sites, at least one. Each is the path below which its site is served.
    pub sites: Vec<String>,
    /// The pages that may ask: scheme, host and port.
    pub origins: Vec<String>,
    /// The pages that may ask a site, in place of `origins`.
    pub site_origins: BTreeMap<String, Vec<String>>,
    /// Proxies whose header `X-Forwarded-For` names the visitor's address.
    pub trusted_proxies: Vec<IpNet>,
    /// Whether the log has the words of questions.
    pub log_questions: bool,
    /// Bounds on load.
    pub limits: Limits,
    /// Bounds on time.
    pub times: Times,
}

/// Bounds on load.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Questions of an address in a minute.
    pub questions_per_minute: u32,
    /// Questions of an address at once.
    pub burst: u32,
    /// Questions that wait for the cluster.
    pub in_flight: usize,
    /// Open connections.
    pub connections: usize,
    /// The size of kept answers in megabytes. Every site has an equal part.
    pub cache_megabytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            questions_per_minute: 60,
            burst: 20,
            in_flight: 64,
            connections: 10_240,
            cache_megabytes: 16,
        }
    }
}

/// Bounds on time.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// The time after which another node is asked as well.
    pub hedge: Duration,
    /// The time for a question in all.
    pub deadline: Duration,
    /// The rest of a failing node; it doubles with every further failure.
    pub rest: Duration,
    /// The longest rest.
    pub longest_rest: Duration,
    /// The age up to which a kept answer is given without asking the cluster.
    pub fresh: Duration,
    /// The age up to which it is given while no node answers.
    pub stale: Duration,
    /// The time for receiving the head or the body of a request.
    pub receiving: Duration,
    /// The time for the last answers after the signal to end.
    pub drain: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            hedge: Duration::from_millis(600),
            deadline: Duration::from_millis(1_500),
            rest: Duration::from_secs(5),
            longest_rest: Duration::from_mins(1),
            fresh: Duration::from_mins(1),
            stale: Duration::from_mins(10),
            receiving: Duration::from_secs(5),
            drain: Duration::from_secs(10),
        }
    }
}

/// The file as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default = "usual_address")]
    listen: SocketAddr,
    metrics: Option<SocketAddr>,
    engine: Kind,
    nodes: Vec<String>,
    ca: Option<PathBuf>,
    #[serde(default)]
    allow_http: bool,
    #[serde(default = "usual_variable")]
    credentials_env: String,
    sites: Vec<String>,
    #[serde(default)]
    origins: Vec<String>,
    #[serde(default)]
    site_origins: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    trusted_proxies: Vec<IpNet>,
    #[serde(default)]
    log_questions: bool,
    #[serde(default)]
    limits: Limits,
}

fn usual_address() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 8_087))
}

fn usual_variable() -> String {
    "SORU_CLUSTER_CREDENTIALS".to_owned()
}

impl Configuration {
    /// Reads the file; `variable` returns the value of an environment variable.
    ///
    /// # Errors
    /// [`Failure::Usage`] that names the key and says what it may be.
    pub fn read(file: &Path, variable: impl Fn(&str) -> Option<String>) -> Result<Self> {
        let text = std::fs::read_to_string(file).map_err(|error| {
            Failure::Usage(format!(
                "{}: {error}; `soru gateway --help` shows a small one",
                file.display()
            ))
        })?;
        Self::parse(&text, variable)
            .map_err(|failure| Failure::Usage(format!("{}: {failure}", file.display())))
    }

    /// Reads the text of such a file. The path of `ca` is relative to the working folder.
    ///
    /// # Errors
    /// As for [`Configuration::read`].
    pub fn parse(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Self> {
        let written: Written = toml::from_str(text)
            .map_err(|error| Failure::Usage(error.to_string().trim_end().to_owned()))?;
        let credentials = variable(&written.credentials_env);
        let sites = written.sites.iter().map(|site| alias(site));
        let site_origins = written.site_origins.into_iter();
        let site_origins = site_origins.map(|(site, own)| Ok((site, checked_origins(&own)?)));
        let nodes = written.nodes.iter();
        let nodes = nodes.map(|node| {
            Address::new(node, written.allow_http).map_err(|failure| renamed(&failure))
        });
        let read = Self {
            listen: written.listen,
            metrics: written.metrics,
            engine: written.engine,
            nodes: nodes.collect::<Result<_>>()?,
            ca: written.ca,
            credentials: Credentials::new(&written.credentials_env, credentials.as_deref())?,
            sites: sites.collect::<Result<_>>()?,
            origins: checked_origins(&written.origins)?,
            site_origins: site_origins.collect::<Result<_>>()?,
            trusted_proxies: written.trusted_proxies,
            log_questions: written.log_questions,
            limits: written.limits,
            times: Times::default(),
        };
        read.check()?;
        Ok(read)
    }

    /// Returns the origins whose pages may ask a site.
    pub(crate) fn origins_of(&self, site: &str) -> &[String] {
        self.site_origins.get(site).unwrap_or(&self.origins)
    }

    fn check(&self) -> Result<()> {
        self.check_numbers()?;
        self.check_sites()
    }

    fn check_sites(&self) -> Result<()> {
        for (place, site) in self.sites.iter().enumerate() {
            if self.sites[..place].contains(site) {
                return Err(Failure::Usage(format!("`sites`: `{site}` is there twice")));
            }
            if self.origins_of(site).is_empty() {
                return Err(Failure::Usage(format!(
                    "`origins` must have at least one, or `site_origins.{site}`: pages of no \
                     origin could ask the site `{site}`"
                )));
            }
        }
        let mut named = self.site_origins.keys();
        match named.find(|site| !self.sites.contains(site)) {
            Some(site) => Err(Failure::Usage(format!(
                "`site_origins`: `{site}` is not one of `sites`"
            ))),
            None => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<()> {
        let Limits {
            questions_per_minute,
            burst,
            in_flight,
            connections,
            cache_megabytes,
        } = self.limits;
        let numbers = [
            ("nodes", self.nodes.len() as u64),
            ("sites", self.sites.len() as u64),
            (
                "limits.questions_per_minute",
                u64::from(questions_per_minute),
            ),
            ("limits.burst", u64::from(burst)),
            ("limits.in_flight", in_flight as u64),
            ("limits.connections", connections as u64),
            ("limits.cache_megabytes", cache_megabytes),
        ];
        match numbers.iter().find(|(_, number)| *number == 0) {
            Some((key, _)) => Err(Failure::Usage(format!("`{key}` must have at least one"))),
            None => Ok(()),
        }
    }
}

fn alias(name: &str) -> Result<String> {
    match Alias::new(name) {
        Ok(alias) => Ok(alias.as_str().to_owned()),
        Err(_) => Err(Failure::Usage(format!(
            "`sites`: `{name}` is not a name that `soru push` gives"
        ))),
    }
}

/// An address is checked as that of a push; its message names an option of the command line.
fn renamed(failure: &Failure) -> Failure {
    let message = failure.to_string();
    let message = message.replace("--to: ", "");
    let message = message.replace("--allow-http", "`allow_http = true`");
    let message = message.replace("--credentials-env", "`credentials_env`");
    Failure::Usage(format!("`nodes`: {message}"))
}

fn checked_origins(written: &[String]) -> Result<Vec<String>> {
    written.iter().map(|own| checked_origin(own)).collect()
}

/// Returns an origin as browsers send it.
fn checked_origin(written: &str) -> Result<String> {
    let origin = Url::parse(written).ok().map(|url| url.origin());
    let origin = origin.filter(url::Origin::is_tuple);
    match origin.map(|origin| origin.ascii_serialization()) {
        Some(origin) if written.trim_end_matches('/') == origin => Ok(origin),
        _ => Err(Failure::Usage(format!(
            "`origins`: `{written}` is not an origin such as https://www.example.org, without a \
             path"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: &str = r#"
        engine = "solr"
        nodes = ["http://localhost:8983"]
        sites = ["handbook"]
        origins = ["https://www.example.org"]
    "#;

    fn parse(text: &str) -> Result<Configuration> {
        Configuration::parse(text, |name| (name == "KEY").then(|| "bearer geheim".into()))
    }

    #[test]
    fn four_keys_are_enough_and_the_rest_has_defaults() {
        let read = parse(LEAST).unwrap();
        assert_eq!((read.engine, read.nodes.len()), (Kind::Solr, 1));
        assert_eq!((read.limits.burst, read.limits.in_flight), (20, 64));
        assert!(read.metrics.is_none() && read.credentials.header().is_none());
    }

    #[test]
    fn every_key_is_read() {
        let text = r#"
            listen = "[::1]:9000"
            metrics = "127.0.0.1:9001"
            engine = "opensearch"
            nodes = ["http://10.0.0.1:9200"]
            ca = "ca.pem"
            allow_http = true
            credentials_env = "KEY"
            sites = ["a", "b"]
            origins = ["http://localhost:8080", "https://www.example.org/"]
            trusted_proxies = ["10.0.0.0/8", "::1/128"]
            log_questions = true
            [site_origins]
            b = ["https://b.example.org/"]
            [limits]
            questions_per_minute = 600
            burst = 200
        "#;
        let read = parse(text).unwrap();
        assert_eq!(read.credentials.header(), Some("Bearer geheim"));
        assert_eq!(read.origins_of("a")[1], "https://www.example.org");
        assert_eq!(read.origins_of("b"), ["https://b.example.org"]);
        assert_eq!(
            (read.limits.questions_per_minute, read.limits.burst),
            (600, 200)
        );
        assert!(read.trusted_proxies[0].contains(&std::net::IpAddr::from([10, 1, 2, 3])));
    }

    #[test]
    fn a_wrong_value_is_named_with_what_it_may_be() {
        for (from, to, said) in [
            ("engine = \"solr\"", "engine = \"elastic\"", "opensearch"),
            ("sites = [\"handbook\"]", "sites = []", "`sites`"),
            ("handbook", "Hand book", "`sites`: `Hand book`"),
            (
                "https://www.example.org",
                "https://www.example.org/docs",
                "`origins`",
            ),
            ("https://www.example.org", "*", "`origins`"),
            (
                "http://localhost:8983",
                "http://search.example",
                "allow_http",
            ),
            (
                "localhost:8983",
                "admin:geheim@localhost",
                "credentials_env",
            ),
            ("engine", "colour = 1\nengine", "colour"),
            ("\"handbook\"", "\"a\", \"b\", \"a\"", "`a` is there twice"),
            (
                "origins =",
                "site_origins.handbok =",
                "`origins` must have at least one, or `site_origins.handbook`",
            ),
            (
                "sites",
                "site_origins = { other = [] }\nsites",
                "`other` is not one of `sites`",
            ),
        ] {
            let failure = parse(&LEAST.replace(from, to)).unwrap_err().to_string();
            assert!(failure.contains(said), "{to}: {failure}");
            assert!(!failure.contains("geheim"), "{failure}");
        }
    }
}
