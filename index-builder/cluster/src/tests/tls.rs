//! Certificates of clusters.

use std::net::TcpListener;
use std::path::PathBuf;
use std::thread;

use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::json;
use tempfile::TempDir;

use super::server::{Answer, converse};
use super::*;

/// A node whose certificate is for `localhost`, in a file of its own.
struct Encrypted {
    port: u16,
    certificate: PathBuf,
    _folder: TempDir,
}

impl Encrypted {
    fn serve() -> Self {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let certificate = folder.path().join("ca.pem");
        std::fs::write(&certificate, made.cert.pem()).unwrap();
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
        let chain = vec![made.cert.der().clone()];
        let configuration = ServerConfig::builder().with_no_client_auth();
        let configuration = Arc::new(configuration.with_single_cert(chain, key).unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let connection = ServerConnection::new(Arc::clone(&configuration)).unwrap();
                thread::spawn(move || answer(StreamOwned::new(connection, stream)));
            }
        });
        Self {
            port,
            certificate,
            _folder: folder,
        }
    }

    fn connect(&self, host: &str, trusted: bool) -> Result<Target> {
        connect_as(&Connection {
            authority: trusted.then(|| self.certificate.clone()),
            ..connection(&format!("https://{host}:{}", self.port))
        })
    }
}

/// Answers one request.
fn answer(stream: StreamOwned<ServerConnection, std::net::TcpStream>) {
    let stream = std::cell::RefCell::new(stream);
    let version = json!({"distribution": "opensearch", "number": "3.1.0"});
    converse(Shared(&stream), Shared(&stream), &|_| {
        Answer::Json(200, json!({"cluster_uuid": "one", "version": version}))
    });
}

/// A stream that is read and written in turn.
struct Shared<'s, S>(&'s std::cell::RefCell<S>);

impl<S: std::io::Read> std::io::Read for Shared<'_, S> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().read(bytes)
    }
}

impl<S: std::io::Write> std::io::Write for Shared<'_, S> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

#[test]
fn a_certificate_must_be_trusted_and_of_the_host() {
    let node = Encrypted::serve();
    node.connect("localhost", true).unwrap();
    for (host, trusted) in [("localhost", false), ("127.0.0.1", true)] {
        let failure = node.connect(host, trusted).unwrap_err();
        assert_eq!(failure.exit_code(), 3);
        assert!(failure.to_string().contains("--ca"), "{failure}");
    }
}

#[test]
fn an_address_without_encryption_is_explained() {
    let cluster = Cluster::new(Kind::OpenSearch);
    let failure = connect_as(&connection(&cluster.address().replace("http:", "https:")));
    let failure = failure.unwrap_err();
    assert!(failure.to_string().contains("speaks https"), "{failure}");
}

#[test]
fn a_file_without_certificates_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ca.pem");
    for (content, text) in [
        (Some("no certificate"), "BEGIN CERTIFICATE"),
        (None, "--ca"),
    ] {
        let _ = std::fs::remove_file(&file);
        if let Some(content) = content {
            std::fs::write(&file, content).unwrap();
        }
        let connection = Connection {
            authority: Some(file.clone()),
            ..connection("https://localhost:9")
        };
        let failure = connect_as(&connection).unwrap_err();
        assert_eq!(failure.exit_code(), 2);
        assert!(failure.to_string().contains(text), "{failure}");
    }
}
