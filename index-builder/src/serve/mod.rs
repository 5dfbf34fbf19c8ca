//! A static server for testing a site as its host will show it.
//!
//! It works like any static host: it sends the files of one folder, `index.html` for folders, with
//! the right types and without compression (the files of the bundle are compressed already, and the
//! page decompresses them). It sends the content security policies that it is given, and nothing
//! else that would change a page. The server is not meant for the internet: it listens on this computer, and answers only to names that no other site can use (`host.rs`). It
//! streams files from disk (`tower-http`), so no file has to fit into memory, and players can
//! request a part. While a site is watched, its pages reload after each build (`reload.rs`).

mod files;
mod host;
mod policy;
mod reload;

use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{HOST, HeaderName, HeaderValue, LAST_MODIFIED, RANGE};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tower_http::services::ServeFile;

pub(crate) use self::files::{FoundFile, Root, cache_control, media_type};
pub(crate) use self::host::Names;
pub use self::policy::Policy;
pub use self::reload::Reloads;

/// Delay after a failure to accept a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// The maximum time for receiving the head of a request.
const LONGEST_HEAD: Duration = Duration::from_secs(10);

/// The number of ports to try after the default one.
const MORE_PORTS: u16 = 20;

/// The settings of the server.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder.
    pub folder: PathBuf,
    /// The address on which to listen.
    pub host: String,
    /// Allowed names besides `host` and `localhost`.
    pub names: Vec<String>,
    /// The port; if it is in use and was not requested, another is tried.
    pub port: u16,
    /// Whether the port was requested.
    pub is_port_fixed: bool,
    /// The content security policies.
    pub policy: Policy,
    /// Notifies open tabs of builds, if the site is watched.
    pub reloads: Option<Reloads>,
}

/// A server that listens but does not answer yet.
#[derive(Debug)]
pub struct Listening {
    site: Arc<ServedSite>,
    listener: TcpListener,
    /// The occupied default port, if another is used in its place.
    pub taken: Option<u16>,
}

/// State that all responses share.
#[derive(Debug)]
struct ServedSite {
    root: Root,
    names: Names,
    policy: Policy,
    reloads: Option<Reloads>,
}

impl Listening {
    /// Starts to listen.
    ///
    /// # Errors
    /// If the folder does not exist, or no port is free.
    pub fn start(settings: &Settings) -> anyhow::Result<Self> {
        let root = Root::new(&settings.folder)
            .with_context(|| format!("{}: not a folder", settings.folder.display()))?;
        let (listener, port) = bind(settings)?;
        Ok(Self {
            site: Arc::new(ServedSite {
                root,
                names: Names::new(settings.names.iter().chain([&settings.host]).cloned()),
                policy: settings.policy.clone(),
                reloads: settings.reloads.clone(),
            }),
            listener,
            taken: (port != settings.port).then_some(settings.port),
        })
    }

    /// Returns the address of the server.
    ///
    /// # Errors
    /// Only if the system does not report it.
    pub fn address(&self) -> anyhow::Result<SocketAddr> {
        Ok(self.listener.local_addr()?)
    }

    /// Answers requests until the process ends.
    ///
    /// # Errors
    /// If the server cannot be started.
    pub fn run(self) -> anyhow::Result<()> {
        let runtime = tokio::runtime::Runtime::new().context("the server cannot be started")?;
        runtime.block_on(self.accept())
    }

    async fn accept(self) -> anyhow::Result<()> {
        self.listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        loop {
            if let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, Arc::clone(&self.site)));
            } else {
                // Most likely, too many connections are open, and some will be closed.
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Answers the requests of a connection.
async fn converse(stream: TcpStream, site: Arc<ServedSite>) {
    let service = service_fn(|request| {
        let site = Arc::clone(&site);
        async move { Ok::<_, Infallible>(answer(&request, site).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    // The visitor may have closed the connection, so the error is ignored.
    let _ = connection.await;
}

fn bind(settings: &Settings) -> anyhow::Result<(TcpListener, u16)> {
    let host = settings.host.as_str();
    let last = if settings.is_port_fixed {
        0
    } else {
        MORE_PORTS
    };
    for port in settings.port..=settings.port.saturating_add(last) {
        match TcpListener::bind((host, port)) {
            Ok(listener) => return Ok((listener, port)),
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            Err(error) => bail!("{host}:{port}: cannot listen on this address: {error}"),
        }
    }
    if settings.is_port_fixed {
        bail!(
            "port {} is in use; choose another with --port",
            settings.port
        );
    }
    bail!(
        "ports {} to {} are in use; choose another with --port",
        settings.port,
        settings.port + last
    )
}

type Answer = Response<UnsyncBoxBody<Bytes, io::Error>>;

async fn answer(request: &Request<Incoming>, site: Arc<ServedSite>) -> Answer {
    let policies = site.policy.headers();
    let mut response = match *request.method() {
        _ if request.headers().get_all(HOST).iter().count() > 1 => {
            text(StatusCode::BAD_REQUEST, "A request has one Host header.")
        }
        _ if !is_called_by_name(request, &site.names) => text(
            StatusCode::MISDIRECTED_REQUEST,
            "This server answers requests for localhost and its address. To allow another host \
             name, use `soru serve --allow-host NAME`.",
        ),
        Method::GET | Method::HEAD => respond(request, site).await,
        _ => with(
            text(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD."),
            &[("allow", "GET, HEAD")],
        ),
    };
    response = with(
        response,
        &[
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
        ],
    );
    for policy in &policies {
        let value = header_value(policy);
        let name = HeaderName::from_static("content-security-policy");
        response
            .headers_mut()
            .extend(value.map(|value| (name, value)));
    }
    response
}

/// Whether a request uses an allowed name. A page with another name may want to read the site as
/// its own. The target of a request may be a whole address, which is checked as well.
fn is_called_by_name(request: &Request<Incoming>, names: &Names) -> bool {
    let host = request.headers().get(HOST);
    let target = request.uri().host();
    host.is_some_and(|host| host.to_str().is_ok_and(|host| names.allow(host)))
        && target.is_none_or(|host| names.allow(host))
}

async fn respond(request: &Request<Incoming>, site: Arc<ServedSite>) -> Answer {
    let path = request.uri().path().to_owned();
    let reloads = site.reloads.clone();
    if let Some(answer) = reloads.as_ref().and_then(|reloads| reloads.answer(&path)) {
        return answer;
    }
    // Reading from disk blocks a thread, and other requests use this one.
    let found = tokio::task::spawn_blocking(move || match site.root.find(&path) {
        FoundFile::Nothing => (FoundFile::Nothing, site.root.find("/404.html")),
        found => (found, FoundFile::Nothing),
    });
    match found.await {
        Ok((FoundFile::File(path), _)) => {
            let mut part = asking(request.method());
            let range = request.headers().get(RANGE).cloned();
            part.headers_mut().extend(range.map(|range| (RANGE, range)));
            let (kind, cache) = (media_type(&path), cache_control(&path));
            let headers = [("content-type", kind), ("cache-control", cache)];
            with(file(path, part, reloads).await, &headers)
        }
        Ok((FoundFile::Moved(to), _)) => with(
            text(StatusCode::MOVED_PERMANENTLY, "It is a folder."),
            &[("location", &to)],
        ),
        // Like other static hosts, it sends the site's own "not found" page, if there is one.
        Ok((FoundFile::Nothing, FoundFile::File(page))) => {
            let mut response = file(page, asking(request.method()), reloads).await;
            *response.status_mut() = StatusCode::NOT_FOUND;
            let kind = ("content-type", "text/html; charset=utf-8");
            with(response, &[kind, ("cache-control", "no-cache")])
        }
        Ok((FoundFile::Nothing, _)) => text(StatusCode::NOT_FOUND, "There is no such page."),
        Err(_) => text(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong."),
    }
}

/// Builds a request for a file, of which only the method matters.
fn asking(method: &Method) -> Request<()> {
    let mut request = Request::new(());
    *request.method_mut() = method.clone();
    request
}

/// Sends a file, or the requested part. It sends no modification time, because the time has a
/// resolution of seconds and two consecutive builds may share it.
async fn file(path: PathBuf, request: Request<()>, reloads: Option<Reloads>) -> Answer {
    if let Some(reloads) = reloads.filter(|_| files::media_type(&path).starts_with("text/html")) {
        return page(path, reloads).await;
    }
    match ServeFile::new(path).try_call(request).await {
        Ok(mut response) => {
            response.headers_mut().remove(LAST_MODIFIED);
            response.map(BodyExt::boxed_unsync)
        }
        Err(_) => text(StatusCode::FORBIDDEN, "This file cannot be read."),
    }
}

/// Sends a page while the site is watched.
async fn page(path: PathBuf, reloads: Reloads) -> Answer {
    let read = tokio::task::spawn_blocking(move || std::fs::read(path));
    match read.await {
        Ok(Ok(page)) => {
            let page = Full::from(reloads.add_script(page));
            Response::new(page.map_err(|never| match never {}).boxed_unsync())
        }
        _ => text(StatusCode::FORBIDDEN, "This file cannot be read."),
    }
}

fn text(status: StatusCode, message: &str) -> Answer {
    let message = Full::from(format!("{} {message}\n", status.as_u16()));
    let message = message.map_err(|never| match never {});
    let mut response = Response::new(message.boxed_unsync());
    *response.status_mut() = status;
    with(
        response,
        &[
            ("content-type", "text/plain; charset=utf-8"),
            ("cache-control", "no-cache"),
        ],
    )
}

/// Adds headers.
fn with(mut response: Answer, headers: &[(&'static str, &str)]) -> Answer {
    for (name, value) in headers {
        if let Some(value) = header_value(value) {
            let name = HeaderName::from_static(name);
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// Returns a text as the value of a header, without characters that are invalid in one (such as a
/// line break in `--csp`).
fn header_value(text: &str) -> Option<HeaderValue> {
    let is_valid = |c: &char| c.is_ascii() && !c.is_ascii_control();
    let clean: String = text.chars().filter(is_valid).collect();
    HeaderValue::from_str(&clean).ok()
}
