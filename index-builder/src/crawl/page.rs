//! Pages: what becomes of a body that a server sent.

use encoding_rs::{Encoding, UTF_8};
use url::Url;

use super::fetch::Body;
use super::files::Kind;
use super::outcome::Outcome;
use crate::ingest::{Outline, declared, outline, says_nofollow, says_noindex};

/// What a body is.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) kind: Kind,
    /// Whether it is kept, and why not.
    pub(super) outcome: Outcome,
    /// Its bytes as they are kept.
    pub(super) bytes: Vec<u8>,
    pub(super) links: Links,
}

/// Where a page leads to.
#[derive(Debug, Clone, Default)]
pub(super) struct Links {
    /// What they are relative to.
    pub(super) base: Option<Url>,
    /// As written.
    pub(super) hrefs: Vec<String>,
    /// How many are not to be followed.
    pub(super) unfollowed: usize,
    /// The page that it names as the one of its text.
    pub(super) canonical: Option<Url>,
    /// Where it sends its readers at once.
    pub(super) refresh: Option<String>,
    pub(super) is_noindex: bool,
    pub(super) needs_scripts: bool,
}

impl Page {
    /// What the body at an address is; the type was asked for, so there is a kind for it.
    pub(super) fn of(url: &Url, kind: Kind, body: Body) -> Self {
        let kind = sniff(kind, &body.bytes);
        if !matches!(kind, Kind::Html | Kind::Text | Kind::Markdown) {
            return Self::new(kind, &body.robots, body.bytes, Links::default());
        }
        let bytes = in_utf8(body.bytes, &body.content_type);
        let links = if kind == Kind::Html {
            Links::of(url, &bytes, &body.robots)
        } else {
            Links::default()
        };
        Self::new(kind, &body.robots, bytes, links)
    }

    fn new(kind: Kind, robots: &str, bytes: Vec<u8>, links: Links) -> Self {
        let outcome = if links.is_noindex || says_noindex(robots) {
            Outcome::NoIndex
        } else if links.refresh.is_some() {
            Outcome::Redirect
        } else if links.needs_scripts {
            Outcome::Scripts
        } else {
            Outcome::Kept
        };
        Self {
            kind,
            outcome,
            bytes,
            links,
        }
    }
}

impl Links {
    /// Where a page in HTML leads to. One that cannot be read leads nowhere; the build reports it.
    pub(super) fn of(url: &Url, bytes: &[u8], robots: &str) -> Self {
        let outline = outline(bytes).unwrap_or_default();
        let base = outline.base.as_deref().and_then(|base| url.join(base).ok());
        let at = base.clone().unwrap_or_else(|| url.clone());
        let Outline {
            mut links,
            mut unfollowed,
            ..
        } = outline;
        if outline.is_nofollow || says_nofollow(robots) {
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

/// Servers name types by extensions, and send pages in place of documents to whoever is not logged in.
fn sniff(kind: Kind, bytes: &[u8]) -> Kind {
    let start = bytes.trim_ascii_start();
    let start = &start[..start.len().min(15)].to_ascii_lowercase();
    if start.starts_with(b"%pdf-") {
        return Kind::Document("pdf");
    }
    let is_page = start.starts_with(b"<!doctype html") || start.starts_with(b"<html");
    match kind {
        Kind::Document(_) if is_page => Kind::Html,
        kind => kind,
    }
}

/// A text in UTF-8, if only the server says in which encoding it is. What the page itself says comes first: many
/// servers name one encoding for all that they have.
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

    fn page(content_type: &str, bytes: &[u8]) -> Page {
        let url = Url::parse("https://a.example/docs/").unwrap();
        let body = Body {
            bytes: bytes.to_vec(),
            content_type: content_type.to_owned(),
            ..Body::default()
        };
        let kind = Kind::of(content_type, &url).unwrap();
        Page::of(&url, kind, body)
    }

    #[test]
    fn what_only_the_server_says_of_the_encoding_is_not_lost() {
        let said = page("text/html; charset=\"iso-8859-9\"", b"<p>\xf6\xf0renci");
        assert_eq!(said.bytes, "<p>öğrenci".as_bytes());
        // A server that says the same of all it has.
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
        assert_eq!(login.kind, Kind::Html);
        assert_eq!(page("text/html", b"%PDF-1.7").kind, Kind::Document("pdf"));
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
