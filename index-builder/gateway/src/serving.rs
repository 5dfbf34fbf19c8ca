//! Listens, with the work beside the answers. Connections are those of `soru-serving`.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use soru_cluster::{Failure, Result};
use soru_serving::{Limits, PAUSE, allow_files, serve};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::configuration::Configuration;
use crate::gateway::Gateway;
use crate::log::Log;
use crate::reply::AGE;

/// Browsers may keep the permission to ask for two hours; none keeps it longer.
const PREFLIGHT: Duration = Duration::from_hours(2);

/// The time after which a connection for metrics ends.
const LONGEST_CONNECTION: Duration = Duration::from_mins(5);

/// Open files besides connections of visitors: those to the cluster and to metrics.
const OTHER_FILES: u64 = 512;

/// The pause between two looks at addresses that need not be counted any longer.
const TIDYING: Duration = Duration::from_mins(1);

/// A gateway that listens but does not answer yet.
#[derive(Debug)]
pub struct Listening {
    gateway: Arc<Gateway>,
    questions: TcpListener,
    metrics: Option<TcpListener>,
}

impl Listening {
    /// Prepares the gateway, and listens.
    ///
    /// # Errors
    /// [`Failure::Usage`] if the certificates cannot be read or an address cannot be used.
    pub async fn start(configuration: Configuration, log: Log) -> Result<Self> {
        let questions = bind("listen", configuration.listen).await?;
        let metrics = match configuration.metrics {
            Some(address) => Some(bind("metrics", address).await?),
            None => None,
        };
        let wanted = configuration.limits.connections as u64 + OTHER_FILES;
        let allowed = allow_files(wanted);
        if allowed < wanted {
            log.says(
                "problem",
                &format!(
                    "the system allows {allowed} open files, and `limits.connections` needs \
                     {wanted}: raise the limit of the process (LimitNOFILE of systemd, `ulimit -n`)"
                ),
            );
        }
        Ok(Self {
            gateway: Arc::new(Gateway::new(configuration, log)?),
            questions,
            metrics,
        })
    }

    /// Returns the address for questions.
    ///
    /// # Errors
    /// Only if the system does not report it.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.questions.local_addr()
    }

    /// Returns the address for metrics, if there is one.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref()?.local_addr().ok()
    }

    /// Answers until `end` is ready, then finishes the running answers.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let Self {
            gateway,
            questions,
            metrics,
        } = self;
        let beside = beside(&gateway, metrics);
        let Configuration { limits, times, .. } = &gateway.configuration;
        let limits = Limits {
            connections: limits.connections,
            receiving: times.receiving,
            drain: times.drain,
        };
        let own = Arc::clone(&gateway);
        let reply = move |peer: SocketAddr, request: Request<Incoming>| {
            let gateway = Arc::clone(&own);
            async move { gateway.reply(peer, request).await }
        };
        let origins = Some(cors(&gateway));
        let ending = || gateway.ends();
        if !serve(questions, limits, origins, reply, end, ending).await {
            gateway
                .log
                .says("end", "some clients did not take their answers");
        }
        drop(beside);
        gateway.log.says("end", "all answers are given");
    }
}

async fn bind(key: &str, address: SocketAddr) -> Result<TcpListener> {
    let bound = TcpListener::bind(address).await;
    bound.map_err(|error| {
        Failure::Usage(format!(
            "`{key}`: {address}: cannot listen on this address: {error}"
        ))
    })
}

/// Starts the work beside the questions, which ends when the result is dropped.
fn beside(gateway: &Arc<Gateway>, metrics: Option<TcpListener>) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    let own = Arc::clone(gateway);
    tasks.spawn(async move { own.watch().await });
    let own = Arc::clone(gateway);
    tasks.spawn(async move {
        let mut ticks = interval(TIDYING);
        loop {
            ticks.tick().await;
            own.visitors.tidy();
        }
    });
    if let Some(listener) = metrics {
        let own = Arc::clone(gateway);
        tasks.spawn(async move { serve_metrics(&own, &listener).await });
    }
    tasks
}

/// Lets the pages of a site's origins read answers, without credentials.
fn cors(gateway: &Arc<Gateway>) -> CorsLayer {
    let own = Arc::clone(gateway);
    let origins = AllowOrigin::predicate(move |origin, asked| own.admits(origin, &asked.uri));
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([CONTENT_TYPE])
        .expose_headers::<[HeaderName; 2]>([AGE, RETRY_AFTER])
        .max_age(PREFLIGHT)
}

async fn serve_metrics(gateway: &Arc<Gateway>, listener: &TcpListener) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let own = Arc::clone(gateway);
        let service = service_fn(move |request: Request<Incoming>| {
            let own = Arc::clone(&own);
            async move { Ok::<_, Infallible>(numbers(&own, &request)) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(gateway.configuration.times.receiving)
            .serve_connection(TokioIo::new(stream), service);
        tokio::spawn(async move {
            let _ = timeout(LONGEST_CONNECTION, connection).await;
        });
    }
}

fn numbers(gateway: &Gateway, request: &Request<Incoming>) -> Response<String> {
    let is_asked = request.uri().path() == "/metrics" && request.method() == Method::GET;
    let mut response = Response::new(String::new());
    if is_asked {
        *response.body_mut() = gateway.numbers();
        let media_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    } else {
        *response.status_mut() = hyper::StatusCode::NOT_FOUND;
    }
    response
}
