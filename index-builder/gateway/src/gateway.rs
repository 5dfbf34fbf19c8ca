//! The gateway: from a request to its reply.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::body::{Bytes, Incoming};
use hyper::header::ORIGIN;
use hyper::{Method, Request};
use soru_cluster::SiteDescription;
use soru_serving::{Unreceived, has_media_type, receive};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::answering::{self, SiteAnswer};
use crate::cluster::{Cluster, Failed};
use crate::configuration::Configuration;
use crate::engines::Dialect;
use crate::kept::{Kept, KeptAnswers};
use crate::log::{Answered, Log};
use crate::metrics::Metrics;
use crate::reply::{self, Refusal, Reply};
use crate::request::{MOST_BYTES, SearchRequest, body, ids, parameters, site};
use crate::restricting::restrictions;
use crate::sites::Site;
use crate::visitors::Visitors;
use crate::words::{Looked, Words};

/// The state that all requests share.
#[derive(Debug)]
pub(crate) struct Gateway {
    pub(crate) configuration: Configuration,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) visitors: Visitors,
    pub(crate) log: Log,
    cluster: Cluster,
    sites: Vec<Site>,
    words: Words,
    kept: KeptAnswers,
    in_flight: Semaphore,
    ends: AtomicBool,
}

/// The paths, for metrics and the log.
const SEARCH: &str = "/v1/search";
const CHUNKS: &str = "/v1/chunks";
const SITE: &str = "/v1/site";
const HEALTH: &str = "/healthz";
const READINESS: &str = "/readyz";

/// A request that was read.
enum Asked {
    Search(SearchRequest),
    Chunks(Option<String>, Vec<String>),
    Site(Option<String>),
}

/// The body of a reply, and its age.
struct Outcome {
    body: Bytes,
    age: Duration,
}

impl Gateway {
    pub(crate) fn new(configuration: Configuration, log: Log) -> soru_cluster::Result<Self> {
        let metrics = Arc::new(Metrics::new());
        Ok(Self {
            cluster: Cluster::new(&configuration, Arc::clone(&metrics))?,
            visitors: Visitors::new(&configuration),
            sites: configuration
                .sites
                .iter()
                .map(|own| Site::new(own))
                .collect(),
            words: Words::new(),
            kept: KeptAnswers::new(&configuration),
            in_flight: Semaphore::new(configuration.limits.in_flight),
            ends: AtomicBool::new(false),
            metrics,
            log,
            configuration,
        })
    }

    fn dialect(&self) -> Dialect {
        Dialect(self.configuration.engine)
    }

    /// Looks at all sites again and again.
    pub(crate) async fn watch(&self) {
        let time = self.configuration.times.deadline;
        let watches = self
            .sites
            .iter()
            .map(|site| site.watch(&self.cluster, self.dialect(), time, &self.log));
        futures_util::future::join_all(watches).await;
    }

    /// Lets `/readyz` say that the process is about to end.
    pub(crate) fn ends(&self) {
        self.ends.store(true, Ordering::Relaxed);
    }

    fn is_ready(&self) -> bool {
        !self.ends.load(Ordering::Relaxed) && self.sites.iter().any(Site::is_ready)
    }

    /// Returns the numbers for operators.
    pub(crate) fn numbers(&self) -> String {
        let free = self.in_flight.available_permits();
        let waiting = self.configuration.limits.in_flight.saturating_sub(free);
        self.metrics.in_flight.set(waiting as u64);
        self.metrics.resting.set(self.cluster.resting() as u64);
        self.metrics.text()
    }

    /// Replies to a request.
    pub(crate) async fn reply(
        &self,
        peer: std::net::SocketAddr,
        request: Request<Incoming>,
    ) -> Reply {
        let path = match request.uri().path() {
            HEALTH => return reply::state(true),
            READINESS => return reply::state(self.is_ready()),
            SEARCH => SEARCH,
            CHUNKS => CHUNKS,
            SITE => SITE,
            _ => return Refusal::NotFound.reply(),
        };
        let begin = Instant::now();
        let is_get = request.method() == Method::GET;
        let headers = request.headers().clone();
        let (outcome, words) = self.answer(peer, path, request).await;
        let fresh = Some(self.configuration.times.fresh).filter(|_| is_get);
        let age = outcome.as_ref().ok().map(|outcome| outcome.age);
        let reply = match outcome {
            Ok(Outcome { body, age }) => reply::answer(&body, age, fresh, &headers),
            Err(refusal) => refusal.reply(),
        };
        let status = reply.status().as_u16();
        self.metrics.answered(path, status, begin.elapsed());
        self.log.answered(&Answered {
            path,
            status,
            milliseconds: u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX),
            age: age.map(|age| age.as_secs()).filter(|age| *age > 0),
            words: words.as_deref(),
        });
        reply
    }

    /// Answers, and returns the words for the log, if it may have them.
    async fn answer(
        &self,
        peer: std::net::SocketAddr,
        path: &'static str,
        request: Request<Incoming>,
    ) -> (Result<Outcome, Refusal>, Option<String>) {
        if let Err(wait) = self.visitors.admit(peer, request.headers()) {
            return (Err(Refusal::TooMany(wait)), None);
        }
        match self.read(path, request).await {
            Ok(asked) => {
                let words = self.words_for_log(&asked);
                (self.answer_asked(asked).await, words)
            }
            Err(refusal) => (Err(refusal), None),
        }
    }

    fn words_for_log(&self, asked: &Asked) -> Option<String> {
        let Asked::Search(request) = asked else {
            return None;
        };
        let words = request.words.iter().map(|word| word.text.as_str());
        let words: Vec<&str> = words.collect();
        self.configuration.log_questions.then(|| words.join(" "))
    }

    /// Reads a request.
    async fn read(&self, path: &'static str, request: Request<Incoming>) -> Result<Asked, Refusal> {
        let origin = request.headers().get(ORIGIN);
        let is_listed = |origin: &hyper::header::HeaderValue| {
            let origins = self.configuration.origins.iter();
            origins
                .into_iter()
                .any(|own| own.as_bytes() == origin.as_bytes())
        };
        if origin.is_some_and(|origin| !is_listed(origin)) {
            return Err(Refusal::Origin);
        }
        let query = request.uri().query().unwrap_or_default();
        match (path, request.method()) {
            (SEARCH, &Method::GET) => Ok(Asked::Search(parameters(query)?)),
            (SEARCH, &Method::POST) if query.is_empty() => {
                let read = body(&self.receive(request).await?)?;
                Ok(Asked::Search(read))
            }
            (SEARCH, &Method::POST) => Err(Refusal::Invalid(
                "the address has parameters: they belong into the body".to_owned(),
            )),
            (SEARCH, _) => Err(Refusal::Method("GET, POST")),
            (_, method) if method != Method::GET => Err(Refusal::Method("GET")),
            (CHUNKS, _) => {
                let (site, ids) = ids(query)?;
                Ok(Asked::Chunks(site, ids))
            }
            _ => Ok(Asked::Site(site(query)?)),
        }
    }

    /// Receives a body.
    async fn receive(&self, request: Request<Incoming>) -> Result<Bytes, Refusal> {
        if !has_media_type(request.headers(), "application/json") {
            return Err(Refusal::MediaType);
        }
        let received = receive(request, MOST_BYTES, self.configuration.times.receiving).await;
        received.map_err(|unreceived| match unreceived {
            Unreceived::TooLarge => Refusal::TooLarge,
            Unreceived::TooSlow => Refusal::TooSlow,
        })
    }

    /// Returns a site by its name, or the only one.
    fn site(&self, name: Option<&str>) -> Result<(&str, Arc<SiteDescription>), Refusal> {
        let site = match (name, self.sites.as_slice()) {
            (None, [only]) => Some(only),
            (name, sites) => sites.iter().find(|own| Some(own.alias.as_str()) == name),
        };
        let Some(site) = site else {
            let names: Vec<&str> = self.sites.iter().map(|own| own.alias.as_str()).collect();
            return Err(Refusal::Invalid(format!(
                "`site`: expected one of {}",
                names.join(", ")
            )));
        };
        let description = site.description().ok_or(Refusal::Unavailable)?;
        Ok((&site.alias, description))
    }

    async fn answer_asked(&self, asked: Asked) -> Result<Outcome, Refusal> {
        match asked {
            Asked::Search(request) => self.search(&request).await,
            Asked::Chunks(name, ids) => {
                let (alias, site) = self.site(name.as_deref())?;
                let _permit = self.permit()?;
                let answer = answering::chunks(self.looked(alias, &site), &ids).await;
                let answer = answer.map_err(|failed| self.failed(&failed))?;
                Ok(new(reply::compressed(&answer)))
            }
            Asked::Site(name) => {
                let (alias, site) = self.site(name.as_deref())?;
                Ok(new(reply::compressed(&SiteAnswer::new(alias, &site))))
            }
        }
    }

    fn looked<'l>(&'l self, alias: &'l str, site: &'l SiteDescription) -> Looked<'l> {
        Looked {
            cluster: &self.cluster,
            dialect: self.dialect(),
            alias,
            site,
            deadline: Instant::now() + self.configuration.times.deadline,
        }
    }

    fn permit(&self) -> Result<tokio::sync::SemaphorePermit<'_>, Refusal> {
        self.in_flight.try_acquire().map_err(|_| Refusal::TooBusy)
    }

    /// Logs why the cluster gave no answer.
    fn failed(&self, failed: &Failed) -> Refusal {
        let why = match failed {
            Failed::Refused(status) => format!("the cluster answers with status {status}"),
            Failed::Unavailable(why) => why.clone(),
        };
        self.log.says("problem", &why);
        Refusal::Unavailable
    }

    async fn search(&self, request: &SearchRequest) -> Result<Outcome, Refusal> {
        let (alias, site) = self.site(request.site.as_deref())?;
        let restrictions = restrictions(request, &site)?;
        let question = format!("{} {alias} {}", site.index, request.canonical());
        if let Some(kept) = self.kept.fresh(&question) {
            self.metrics.kept.inc();
            return Ok(old(kept));
        }
        let _permit = self.permit()?;
        let begin = Instant::now();
        let looked = self.looked(alias, &site);
        let answer = answering::search(&self.words, looked, request, &restrictions).await;
        self.metrics
            .cluster_seconds
            .observe(begin.elapsed().as_secs_f64());
        match answer {
            Ok(answer) => {
                let body = reply::compressed(&answer);
                if answer.complete {
                    self.kept.keep(question, Kept::new(body.clone()));
                }
                Ok(new(body))
            }
            Err(failed) => {
                let refusal = self.failed(&failed);
                let stale = self.kept.stale(&question).ok_or(refusal)?;
                self.metrics.stale.inc();
                Ok(old(stale))
            }
        }
    }
}

fn new(body: Bytes) -> Outcome {
    Outcome {
        body,
        age: Duration::ZERO,
    }
}

fn old(kept: Kept) -> Outcome {
    Outcome {
        age: kept.age(),
        body: kept.body,
    }
}
