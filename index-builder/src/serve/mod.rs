//! A static server for trying a site out, with the headers a strict host would send.
//!
//! It does what every static host does and nothing more: files of one folder, `index.html` for
//! folders, right types, no compression (the bundle's files are compressed already and inflated
//! by the page). Its Content-Security-Policy is on purpose the strictest a site may have, so
//! that what works here works anywhere. It is not meant to face the internet.

mod files;

use std::convert::Infallible;
use std::fs;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use self::files::{Found, Root};

/// The policy of a strict site: own files only, WebAssembly but no `eval`, Trusted Types.
pub const STRICT_CSP: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
                              require-trusted-types-for 'script'; trusted-types soru";

/// How long the server waits when it cannot take another connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Ports tried after the usual one.
const MORE_PORTS: u16 = 20;

/// What to serve and how.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder.
    pub folder: PathBuf,
    /// The address to listen at.
    pub host: String,
    /// The port; another is tried if it is taken and was not asked for.
    pub port: u16,
    /// Whether the port was asked for.
    pub is_port_fixed: bool,
    /// The Content-Security-Policy, if any.
    pub csp: Option<String>,
}

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Listening {
    root: Arc<Root>,
    listener: TcpListener,
    csp: Option<String>,
    /// The port that was taken, if another is used in its place.
    pub taken: Option<u16>,
}

impl Listening {
    /// Starts to listen.
    ///
    /// # Errors
    /// If the folder is none, or no port is free.
    pub fn start(settings: &Settings) -> anyhow::Result<Self> {
        let root = Root::new(&settings.folder)
            .with_context(|| format!("{}: not a folder", settings.folder.display()))?;
        let (listener, port) = bind(settings)?;
        Ok(Self {
            root: Arc::new(root),
            listener,
            csp: settings.csp.clone(),
            taken: (port != settings.port).then_some(settings.port),
        })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// Only if the system does not say.
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
                tokio::spawn(converse(stream, Arc::clone(&self.root), self.csp.clone()));
            } else {
                // Too many connections are open, most likely; some will be closed.
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Answers what comes over a connection.
async fn converse(stream: TcpStream, root: Arc<Root>, csp: Option<String>) {
    let service = service_fn(|request| {
        let (root, csp) = (Arc::clone(&root), csp.clone());
        async move { Ok::<_, Infallible>(answer(&request, root, csp.as_deref()).await) }
    });
    let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
    // The visitor may have gone; there is nobody to tell.
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
            Err(error) => bail!("{host}:{port}: cannot listen there: {error}"),
        }
    }
    if settings.is_port_fixed {
        bail!("port {} is taken; name another with --port", settings.port);
    }
    bail!(
        "ports {} to {} are all taken; name another with --port",
        settings.port,
        settings.port + last
    )
}

type Answer = Response<Full<Bytes>>;

async fn answer(request: &Request<Incoming>, root: Arc<Root>, csp: Option<&str>) -> Answer {
    let mut response = match *request.method() {
        Method::GET | Method::HEAD => {
            let path = request.uri().path().to_owned();
            // Disks make threads wait, and others come over this one.
            let found = tokio::task::spawn_blocking(move || respond(&root, &path));
            found.await.unwrap_or_else(|_| {
                text(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong.")
            })
        }
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
    match csp {
        Some(csp) => with(response, &[("content-security-policy", csp)]),
        None => response,
    }
}

fn respond(root: &Root, path: &str) -> Answer {
    match root.find(path) {
        Found::File(path) => match fs::read(&path) {
            Ok(content) => {
                let (kind, cache) = (files::media_type(&path), files::cache_control(&path));
                let headers = [("content-type", kind), ("cache-control", cache)];
                with(Response::new(Full::from(content)), &headers)
            }
            Err(_) => text(StatusCode::FORBIDDEN, "This file cannot be read."),
        },
        Found::Moved(to) => with(
            text(StatusCode::MOVED_PERMANENTLY, "It is a folder."),
            &[("location", &to)],
        ),
        Found::Nothing => not_found(root),
    }
}

/// The site's own page for that, if it has one, as static hosts do it.
fn not_found(root: &Root) -> Answer {
    let page = match root.find("/404.html") {
        Found::File(path) => fs::read(path).ok(),
        _ => None,
    };
    let Some(page) = page else {
        return text(StatusCode::NOT_FOUND, "There is no such page.");
    };
    let mut response = text(StatusCode::NOT_FOUND, "");
    *response.body_mut() = Full::from(page);
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert("content-type", html);
    response
}

fn text(status: StatusCode, message: &str) -> Answer {
    let mut response = Response::new(Full::from(format!("{} {message}\n", status.as_u16())));
    *response.status_mut() = status;
    with(
        response,
        &[
            ("content-type", "text/plain; charset=utf-8"),
            ("cache-control", "no-cache"),
        ],
    )
}

/// Adds headers; what cannot stand in one (a line break in `--csp`) is left out.
fn with(mut response: Answer, headers: &[(&'static str, &str)]) -> Answer {
    for (name, value) in headers {
        let clean: String = value
            .chars()
            .filter(|c| c.is_ascii() && !c.is_ascii_control())
            .collect();
        if let Ok(value) = HeaderValue::from_str(&clean) {
            let name = HeaderName::from_static(name);
            response.headers_mut().insert(name, value);
        }
    }
    response
}
