//! The gateway: from a request to its reply.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::body::{Bytes, Incoming};
use hyper::header::{HeaderValue, ORIGIN};
use hyper::{Method, Request, Uri};
use serde_json::{Value, json};
use soru_cluster::SiteDescription;
use soru_serving::{Unreceived, has_media_type, receive};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::answering::{self, SiteAnswer};
use crate::cluster::{Cluster, Failed};
use crate::configuration::Configuration;
use crate::engines::Dialect;
use crate::kept::Kept;
use crate::log::{Answered, Log};
use crate::metrics::Metrics;
use crate::reply::{self, Refusal, Reply};
use crate::request::{MOST_BYTES, Resource, SearchRequest, body, ids, nothing, parameters, route};
use crate::restricting::{restrictions, words};
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
    in_flight: Semaphore,
    ends: AtomicBool,
}

/// The message of a path that names no site.
const NO_SITE: &str = "no site has this name: the path is that of a site, such as /handbook/v1/search, \
     and `sites` in gateway.toml lists their names";

/// A request that was read.
enum Asked {
    Search(SearchRequest),
    Chunks(Vec<String>),
    Site,
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
                .map(|own| Site::new(own, &configuration))
                .collect(),
            words: Words::new(),
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

    /// Answers whether questions can be answered: about one site at least.
    fn readiness(&self) -> Reply {
        let sites = self.sites.iter();
        let states = sites.map(|site| (site.alias.clone(), Value::from(site.is_ready())));
        let is_ready = self.sites.iter().any(Site::is_ready) && !self.ends.load(Ordering::Relaxed);
        reply::state(is_ready, &json!({"sites": Value::Object(states.collect())}))
    }

    /// Returns the numbers for operators.
    pub(crate) fn numbers(&self) -> String {
        let free = self.in_flight.available_permits();
        let waiting = self.configuration.limits.in_flight.saturating_sub(free);
        self.metrics.in_flight.set(waiting as u64);
        self.metrics.resting.set(self.cluster.resting() as u64);
        for site in &self.sites {
            let ready = self.metrics.ready.get_or_create(&site.label());
            ready.set(i64::from(site.is_ready()));
        }
        self.metrics.text()
    }

    /// Returns the site of a path. If there is only one, the path may be without its name.
    fn site(&self, name: Option<&str>) -> Option<&Site> {
        match (name, self.sites.as_slice()) {
            (None, [only]) => Some(only),
            (name, sites) => sites.iter().find(|own| Some(own.alias.as_str()) == name),
        }
    }

    /// Returns whether pages of an origin may read the reply at an address. Pages of all sites may
    /// read that there is no such site.
    pub(crate) fn admits(&self, origin: &HeaderValue, address: &Uri) -> bool {
        match route(address.path()).and_then(|route| self.site(route.site)) {
            Some(site) => site.admits(origin),
            None => self.sites.iter().any(|site| site.admits(origin)),
        }
    }

    /// Replies to a request.
    pub(crate) async fn reply(
        &self,
        peer: std::net::SocketAddr,
        request: Request<Incoming>,
    ) -> Reply {
        let Some(route) = route(request.uri().path()) else {
            return Refusal::NotFound("no such path").reply();
        };
        let (resource, path) = (route.resource, route.path);
        match resource {
            Resource::Health => return reply::state(true, &json!({})),
            Resource::Readiness => return self.readiness(),
            _ => {}
        }
        let Some(site) = self.site(route.site) else {
            return Refusal::NotFound(NO_SITE).reply();
        };
        let begin = Instant::now();
        let is_get = request.method() == Method::GET;
        let headers = request.headers().clone();
        let (outcome, words) = self.answer(peer, site, resource, request).await;
        let fresh = Some(self.configuration.times.fresh).filter(|_| is_get);
        let age = outcome.as_ref().ok().map(|outcome| outcome.age);
        let reply = match outcome {
            Ok(Outcome { body, age }) => reply::answer(&body, age, fresh, &headers),
            Err(refusal) => refusal.reply(),
        };
        let status = reply.status().as_u16();
        let time = begin.elapsed();
        self.metrics.answered(&site.alias, path, status, time);
        self.log.answered(&Answered {
            site: &site.alias,
            path,
            status,
            milliseconds: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            age: age.map(|age| age.as_secs()).filter(|age| *age > 0),
            words: words.as_deref(),
        });
        reply
    }

    /// Answers, and returns the words for the log, if it may have them.
    async fn answer(
        &self,
        peer: std::net::SocketAddr,
        site: &Site,
        resource: Resource,
        request: Request<Incoming>,
    ) -> (Result<Outcome, Refusal>, Option<String>) {
        if let Err(wait) = self.visitors.admit(peer, request.headers()) {
            return (Err(Refusal::TooMany(wait)), None);
        }
        match self.read(site, resource, request).await {
            Ok(asked) => {
                let words = self.words_for_log(&asked);
                (self.answer_asked(site, asked).await, words)
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
    async fn read(
        &self,
        site: &Site,
        resource: Resource,
        request: Request<Incoming>,
    ) -> Result<Asked, Refusal> {
        let origin = request.headers().get(ORIGIN);
        if origin.is_some_and(|origin| !site.admits(origin)) {
            return Err(Refusal::Origin);
        }
        let query = request.uri().query().unwrap_or_default();
        match (resource, request.method()) {
            (Resource::Search, &Method::GET) => Ok(Asked::Search(parameters(query)?)),
            (Resource::Search, &Method::POST) if query.is_empty() => {
                let read = body(&self.receive(request).await?)?;
                Ok(Asked::Search(read))
            }
            (Resource::Search, &Method::POST) => Err(Refusal::Invalid(
                "the address has parameters: they belong into the body".to_owned(),
            )),
            (Resource::Search, _) => Err(Refusal::Method("GET, POST")),
            (_, method) if method != Method::GET => Err(Refusal::Method("GET")),
            (Resource::Chunks, _) => Ok(Asked::Chunks(ids(query)?)),
            _ => {
                nothing(query)?;
                Ok(Asked::Site)
            }
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

    async fn answer_asked(&self, site: &Site, asked: Asked) -> Result<Outcome, Refusal> {
        let description = site.description().ok_or(Refusal::Unavailable)?;
        let looked = self.looked(&site.alias, &description);
        match asked {
            Asked::Search(request) => self.search(site, looked, &request).await,
            Asked::Chunks(ids) => {
                let _permit = self.permit()?;
                let answer = answering::chunks(looked, &ids).await;
                let answer = answer.map_err(|failed| self.failed(site, &failed))?;
                Ok(new(reply::compressed(&answer)))
            }
            Asked::Site => {
                let answer = SiteAnswer::new(&site.alias, &description);
                Ok(new(reply::compressed(&answer)))
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
    fn failed(&self, site: &Site, failed: &Failed) -> Refusal {
        let why = match failed {
            Failed::Refused(status) => format!("the cluster answers with status {status}"),
            Failed::Unavailable(why) => why.clone(),
        };
        let message = format!("{}: {why}", site.alias);
        self.log.says("problem", &message);
        Refusal::Unavailable
    }

    async fn search(
        &self,
        site: &Site,
        looked: Looked<'_>,
        request: &SearchRequest,
    ) -> Result<Outcome, Refusal> {
        let restrictions = restrictions(request, looked.site)?;
        let request = &SearchRequest {
            words: words(request, looked.site),
            ..request.clone()
        };
        let question = format!("{} {}", looked.site.index, request.canonical());
        if let Some(kept) = site.kept.fresh(&question) {
            self.metrics.kept.get_or_create(&site.label()).inc();
            return Ok(old(kept));
        }
        let _permit = self.permit()?;
        let begin = Instant::now();
        let answer = answering::search(&self.words, looked, request, &restrictions).await;
        self.metrics
            .cluster_seconds
            .observe(begin.elapsed().as_secs_f64());
        match answer {
            Ok(answer) => {
                let is_complete = answer.complete;
                let body = answer.compressed();
                if is_complete {
                    site.kept.keep(question, Kept::new(body.clone()));
                }
                Ok(new(body))
            }
            Err(failed) => {
                let refusal = self.failed(site, &failed);
                let stale = site.kept.stale(&question).ok_or(refusal)?;
                self.metrics.stale.get_or_create(&site.label()).inc();
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
