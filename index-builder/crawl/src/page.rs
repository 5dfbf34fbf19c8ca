//! Interprets the body of a response as a page.

use encoding_rs::{Encoding, UTF_8};
use soru_ingest::{Outline, declared, has_nofollow, has_noindex, outline};
use url::Url;

use super::fetch::Body;
use super::files::FileKind;
use super::outcome::PageOutcome;

/// An interpreted body.
#[derive(Debug)]
pub(super) struct CrawledPage {
    pub(super) kind: FileKind,
    /// Whether the page is kept, or the reason for dropping it.
    pub(super) outcome: PageOutcome,
    /// The bytes to store.
    pub(super) bytes: Vec<u8>,
    pub(super) links: PageLinks,
}

/// The links of a page.
#[derive(Debug, Clone, Default)]
pub(super) struct PageLinks {
    /// The base of relative links.
    pub(super) base: Option<Url>,
    /// The link targets as written.
    pub(super) hrefs: Vec<String>,
    /// Number of links with `nofollow`.
    pub(super) unfollowed: usize,
    /// The page that this one declares as canonical.
    pub(super) canonical: Option<Url>,
    /// The target of an immediate redirect in the page.
    pub(super) refresh: Option<String>,
    pub(super) is_noindex: bool,
    pub(super) needs_scripts: bool,
}

impl CrawledPage {
    /// Interprets the body at an address. Only bodies with a known kind are requested.
    pub(super) fn of(url: &Url, kind: FileKind, body: Body) -> Self {
        let kind = sniff(kind, &body.bytes);
        if !matches!(kind, FileKind::Html | FileKind::Text | FileKind::Markdown) {
            return Self::new(kind, &body.robots, body.bytes, PageLinks::default());
        }
        let bytes = in_utf8(body.bytes, &body.content_type);
        let links = if kind == FileKind::Html {
            PageLinks::of(url, &bytes, &body.robots)
        } else {
            PageLinks::default()
        };
        Self::new(kind, &body.robots, bytes, links)
    }

    fn new(kind: FileKind, robots: &str, bytes: Vec<u8>, links: PageLinks) -> Self {
        let outcome = if links.is_noindex || has_noindex(robots) {
            PageOutcome::NoIndex
        } else if links.refresh.is_some() {
            PageOutcome::Redirect
        } else if links.needs_scripts {
            PageOutcome::Scripts
        } else {
            PageOutcome::Kept
        };
        Self {
            kind,
            outcome,
            bytes,
            links,
        }
    }
}

impl PageLinks {
    /// Reads the links of an HTML page. An unreadable page has no links; the build reports it.
    pub(super) fn of(url: &Url, bytes: &[u8], robots: &str) -> Self {
        let outline = outline(bytes).unwrap_or_default();
        let base = outline.base.as_deref().and_then(|base| url.join(base).ok());
        let at = base.clone().unwrap_or_else(|| url.clone());
        let Outline {
            mut links,
            mut unfollowed,
            ..
        } = outline;
        if outline.is_nofollow || has_nofollow(robots) {
            unfollowed += links.len();
            links.clear();
        }
        Self {
            hrefs: links,
            unfollowed,
            canonical: outline.canonical.and_then(|written| at.join(&written).ok()),
            refresh: outline.refresh,
            is_noindex: outline.is_noindex,
            needs_scripts: outline.needs_scripts,
            base,
        }
    }
}

/// Corrects the kind of a body by its first bytes. Servers derive types from file extensions, and
/// send login pages in place of documents.
fn sniff(kind: FileKind, bytes: &[u8]) -> FileKind {
    let start = bytes.trim_ascii_start();
    let start = &start[..start.len().min(15)].to_ascii_lowercase();
    if start.starts_with(b"%pdf-") {
        return FileKind::Document("pdf");
    }
    let is_page = start.starts_with(b"<!doctype html") || start.starts_with(b"<html");
    match kind {
        FileKind::Document(_) if is_page => FileKind::Html,
        kind => kind,
    }
}

/// Converts a text to UTF-8 if only the server declares its encoding. A declaration in the page
/// comes first, because many servers declare one encoding for all files.
fn in_utf8(bytes: Vec<u8>, content_type: &str) -> Vec<u8> {
    if std::str::from_utf8(&bytes).is_ok()
        || Encoding::for_bom(&bytes).is_some()
        || declared(&bytes).is_some()
    {
        return bytes;
    }
    let Some(encoding) = charset(content_type).filter(|encoding| *encoding != UTF_8) else {
        return bytes;
    };
    let (text, _, is_faulty) = encoding.decode(&bytes);
    if is_faulty {
        bytes
    } else {
        text.into_owned().into_bytes()
    }
}

fn charset(content_type: &str) -> Option<&'static Encoding> {
    let mut parameters = content_type.split(';').skip(1);
    let value = parameters.find_map(|part| part.trim().strip_prefix("charset="))?;
    Encoding::for_label(value.trim_matches(['"', '\'', ' ']).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(content_type: &str, bytes: &[u8]) -> CrawledPage {
        let url = Url::parse("https://a.example/docs/").unwrap();
        let body = Body {
            bytes: bytes.to_vec(),
            content_type: content_type.to_owned(),
            ..Body::default()
        };
        let kind = FileKind::of(content_type, &url).unwrap();
        CrawledPage::of(&url, kind, body)
    }

    #[test]
    fn an_encoding_that_only_the_server_declares_is_kept() {
        let decoded = page("text/html; charset=\"iso-8859-9\"", b"<p>\xf6\xf0renci");
        assert_eq!(decoded.bytes, "<p>öğrenci".as_bytes());
        // The server declares the same encoding for all files.
        let own = b"<meta charset=windows-1254><p>\xf6\xf0renci".to_vec();
        assert_eq!(page("text/html; charset=iso-8859-1", &own).bytes, own);
        let utf8 = "<p>öğrenci".as_bytes();
        assert_eq!(page("text/html; charset=iso-8859-1", utf8).bytes, utf8);
        let wrong = b"<p>\xf6\xf0renci";
        assert_eq!(page("text/html; charset=utf-8", wrong).bytes, wrong);
    }

    #[test]
    fn a_page_of_a_login_is_no_document() {
        let login = page("application/pdf", b"\n<!DOCTYPE html><p>Log in");
        assert_eq!(login.kind, FileKind::Html);
        assert_eq!(
            page("text/html", b"%PDF-1.7").kind,
            FileKind::Document("pdf")
        );
    }

    #[test]
    fn links_are_relative_to_the_base_of_the_page() {
        let found = page(
            "text/html",
            b"<base href='/x/'><link rel=canonical href=b><a href=c>c</a>",
        );
        assert_eq!(found.links.base.unwrap().as_str(), "https://a.example/x/");
        assert_eq!(
            found.links.canonical.unwrap().as_str(),
            "https://a.example/x/b"
        );
        assert_eq!(found.links.hrefs, ["c"]);
    }
}
