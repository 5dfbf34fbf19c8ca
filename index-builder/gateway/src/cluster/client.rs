//! Sends a request to a node.

use std::path::Path;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use serde_json::Value;
use soru_cluster::{Credentials, Failure, Result};

use crate::engines::Ask;

/// The maximum number of bytes read from an answer.
const MOST_BYTES: usize = 16 << 20;

const CONNECTING: Duration = Duration::from_millis(500);

/// Idle connections are closed before a node closes them.
const IDLE: Duration = Duration::from_secs(20);

/// Connections to all nodes.
#[derive(Debug)]
pub(super) struct Client {
    client: hyper_util::client::legacy::Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    authorization: Option<HeaderValue>,
}

/// The answer of a node.
#[derive(Debug)]
pub(super) enum Reply {
    /// It did what was asked.
    Done(Value),
    /// It refuses the request, as every other node would.
    Refused(StatusCode),
    /// It is unreachable, busy or broken.
    Failed(String),
}

impl Client {
    /// Prepares connections; `authority` is a file of certificates that replaces the system's.
    pub(super) fn new(authority: Option<&Path>, credentials: &Credentials) -> Result<Self> {
        let builder = HttpsConnectorBuilder::new();
        let builder = match authority {
            Some(file) => builder.with_tls_config(trusting(file)?),
            None => builder.try_with_platform_verifier().map_err(|error| {
                Failure::Usage(format!("the system's certificates cannot be used: {error}"))
            })?,
        };
        let mut http = HttpConnector::new();
        http.enforce_http(false);
        http.set_connect_timeout(Some(CONNECTING));
        http.set_nodelay(true);
        let connector = builder.https_or_http().enable_http1().wrap_connector(http);
        let authorization = credentials.header().map(HeaderValue::from_str).transpose();
        let mut authorization = authorization.map_err(|_| {
            Failure::Usage("the credentials have a character that no header may have".to_owned())
        })?;
        if let Some(value) = &mut authorization {
            value.set_sensitive(true);
        }
        Ok(Self {
            client: hyper_util::client::legacy::Client::builder(TokioExecutor::new())
                .pool_timer(TokioTimer::new())
                .pool_idle_timeout(IDLE)
                .build(connector),
            authorization,
        })
    }

    /// Sends a request to a node once.
    pub(super) async fn send(&self, address: &str, ask: &Ask) -> Reply {
        match self.answer(address, ask).await {
            Ok((status, bytes)) if status.is_success() => match serde_json::from_slice(&bytes) {
                Ok(json) => Reply::Done(json),
                Err(_) => Reply::Failed("the answer is not JSON".to_owned()),
            },
            Ok((status, _)) if status.is_client_error() && !is_busy(status) => {
                Reply::Refused(status)
            }
            Ok((status, _)) => Reply::Failed(format!("status {status}")),
            Err(error) => Reply::Failed(error.to_string()),
        }
    }

    async fn answer(
        &self,
        address: &str,
        ask: &Ask,
    ) -> std::result::Result<(StatusCode, Bytes), Box<dyn std::error::Error + Send + Sync>> {
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(format!("{address}{}", ask.path))
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, ask.media_type);
        if let Some(authorization) = &self.authorization {
            request = request.header(AUTHORIZATION, authorization.clone());
        }
        let request = request.body(Full::from(ask.body.clone()))?;
        let response = self.client.request(request).await?;
        let status = response.status();
        let body = Limited::new(response.into_body(), MOST_BYTES);
        Ok((status, body.collect().await?.to_bytes()))
    }
}

fn is_busy(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT
    )
}

/// Trusts the certificates of a file alone.
fn trusting(file: &Path) -> Result<ClientConfig> {
    let wrong = |why: String| Failure::Usage(format!("`ca`: {}: {why}", file.display()));
    let certificates =
        CertificateDer::pem_file_iter(file).map_err(|error| wrong(error.to_string()))?;
    let mut roots = RootCertStore::empty();
    for certificate in certificates {
        let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
        let added = roots.add(certificate);
        added.map_err(|error| wrong(error.to_string()))?;
    }
    if roots.is_empty() {
        return Err(wrong(
            "no certificate: it must be a file that contains `BEGIN CERTIFICATE`".to_owned(),
        ));
    }
    let config = ClientConfig::builder().with_root_certificates(roots);
    Ok(config.with_no_client_auth())
}
