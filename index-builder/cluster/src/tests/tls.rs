//! Certificates of clusters.

use super::*;

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
