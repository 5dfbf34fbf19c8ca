//! A static server for trying a site out, with the headers a strict host would send.
//!
//! It does what every static host does and nothing more: files of one folder, `index.html` for
//! folders, right types, no compression (the bundle's files are compressed already and inflated
//! by the page). Its Content-Security-Policy is on purpose the strictest a site may have, so
//! that what works here works anywhere. It is not meant to face the internet.

mod files;

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use tiny_http::{Header, Method, Request, Response, Server, StatusCode};

use self::files::{Found, Root};

/// The policy of a strict site: own files only, WebAssembly but no `eval`, Trusted Types.
pub const STRICT_CSP: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
                              require-trusted-types-for 'script'; trusted-types soru";

/// Requests answered at the same time; a browser opens six connections.
const THREADS: usize = 8;

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
        let server = Server::from_listener(self.listener, None)
            .map_err(|error| anyhow!("the server cannot be started: {error}"))?;
        let server = Arc::new(server);
        let threads: Vec<_> = (0..THREADS)
            .map(|_| {
                let (server, root, csp) = (server.clone(), self.root.clone(), self.csp.clone());
                std::thread::spawn(move || {
                    while let Ok(request) = server.recv() {
                        answer(request, &root, csp.as_deref());
                    }
                })
            })
            .collect();
        for thread in threads {
            thread
                .join()
                .map_err(|_| anyhow!("a thread of the server failed"))?;
        }
        Ok(())
    }
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

fn answer(request: Request, root: &Root, csp: Option<&str>) {
    let mut response = match request.method() {
        Method::Get | Method::Head => respond(root, request.url()),
        _ => with(text(405, "Only GET and HEAD."), &[("Allow", "GET, HEAD")]),
    };
    response = with(
        response,
        &[
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
        ],
    );
    if let Some(csp) = csp {
        response = with(response, &[("Content-Security-Policy", csp)]);
    }
    // The visitor may have gone; there is nobody to tell.
    let _ = request.respond(response.with_chunked_threshold(usize::MAX));
}

type AnyResponse = Response<Box<dyn Read + Send>>;

fn respond(root: &Root, url: &str) -> AnyResponse {
    match root.find(url) {
        Found::File(path) => match File::open(&path) {
            Ok(file) => {
                let (kind, cache) = (files::media_type(&path), files::cache_control(&path));
                let headers = [("Content-Type", kind), ("Cache-Control", cache)];
                with(Response::from_file(file).boxed(), &headers)
            }
            Err(_) => text(403, "This file cannot be read."),
        },
        Found::Moved(to) => with(text(301, "It is a folder."), &[("Location", &to)]),
        Found::Nothing => text(404, "There is no such page."),
    }
}

fn text(status: u16, message: &str) -> AnyResponse {
    let response = Response::from_string(format!("{status} {message}\n"));
    let response = response.with_status_code(StatusCode(status)).boxed();
    with(
        response,
        &[
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Cache-Control", "no-cache"),
        ],
    )
}

/// Adds headers; what cannot stand in one (a line break in `--csp`) is left out.
fn with(mut response: AnyResponse, headers: &[(&str, &str)]) -> AnyResponse {
    for (name, value) in headers {
        let clean: String = value
            .chars()
            .filter(|c| c.is_ascii() && !c.is_ascii_control())
            .collect();
        if let Ok(header) = Header::from_bytes(*name, clean) {
            response.add_header(header);
        }
    }
    response
}
