//! Chooses the file of a page, so that `soru build` reads the page in its format and gives it a
//! path that matches its address.

use std::collections::HashMap;
use std::fmt::Write;

use percent_encoding::percent_decode_str;
use soru::index::format::sha256;
use url::Url;

use soru_ingest::{Format, format_of, nfc};

/// The maximum length of a part of a path in bytes, before its hash. A file's name may contain two
/// parts, one from the path and one from the query; file systems allow 255 bytes.
const LONGEST: usize = 100;

/// The format of the file of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    Html,
    Text,
    Markdown,
    /// A document, with its extension.
    Document(&'static str),
}

impl FileKind {
    /// Chooses the format by the content type that the server names, or else by the address.
    pub(super) fn of(content_type: &str, url: &Url) -> Option<Self> {
        let name = content_type.split(';').next().unwrap_or_default().trim();
        Some(match name {
            "text/html" | "application/xhtml+xml" => Self::Html,
            "text/markdown" | "text/x-markdown" => Self::Markdown,
            "application/pdf" | "application/x-pdf" => Self::Document("pdf"),
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document" => {
                Self::Document("docx")
            }
            "application/vnd.openxmlformats-officedocument.presentationml.presentation" => {
                Self::Document("pptx")
            }
            "application/vnd.oasis.opendocument.text" => Self::Document("odt"),
            // Soru does not read these formats; the build reports them with advice.
            "application/msword" => Self::Document("doc"),
            "application/rtf" | "text/rtf" => Self::Document("rtf"),
            "application/epub+zip" => Self::Document("epub"),
            "application/vnd.ms-powerpoint" => Self::Document("ppt"),
            "application/vnd.oasis.opendocument.presentation" => Self::Document("odp"),
            "text/plain" => Self::by_name(url).unwrap_or(Self::Text),
            // Servers send this type for unknown files.
            ""
            | "application/octet-stream"
            | "application/download"
            | "application/force-download"
            | "application/x-download"
            | "binary/octet-stream" => Self::by_name(url)?,
            _ => return None,
        })
    }

    fn by_name(url: &Url) -> Option<Self> {
        let path = url.path().to_ascii_lowercase();
        Some(match format_of(&path)? {
            Format::Html => Self::Html,
            Format::Markdown => Self::Markdown,
            Format::Text => Self::Text,
            Format::Document => Self::Document(
                [
                    "pdf", "docx", "odt", "pptx", "doc", "rtf", "ppt", "odp", "epub",
                ]
                .into_iter()
                .find(|extension| path.ends_with(&format!(".{extension}")))?,
            ),
            Format::JsonLines => return None,
        })
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Text => "txt",
            Self::Markdown => "md",
            Self::Document(extension) => extension,
        }
    }

    fn fits(self, name: &str) -> bool {
        match (self, format_of(name)) {
            (Self::Html, Some(Format::Html))
            | (Self::Text, Some(Format::Text))
            | (Self::Markdown, Some(Format::Markdown)) => true,
            (Self::Document(extension), Some(Format::Document)) => name
                .to_ascii_lowercase()
                .ends_with(&format!(".{extension}")),
            _ => false,
        }
    }
}

/// The file names of all addresses.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// Addresses by their files and folders, in lower case, because many file systems ignore case.
    /// Folders have no address.
    taken: HashMap<String, Option<Url>>,
}

impl Files {
    /// Records that the file of an address already has this name.
    pub(super) fn take(&mut self, file: &str, url: &Url) {
        let lower = file.to_lowercase();
        for (at, _) in lower.match_indices('/') {
            self.taken.insert(lower[..at].to_owned(), None);
        }
        self.taken.insert(lower, Some(url.clone()));
    }

    /// Returns the file of an address, with `/` between its folders.
    pub(super) fn of(&mut self, url: &Url, kind: FileKind) -> String {
        let wanted = name(url, kind);
        let file = if self.is_free(&wanted, url) {
            wanted
        } else {
            format!("{}.{}", hash(url), kind.extension())
        };
        self.take(&file, url);
        file
    }

    /// Whether a file has a substitute name, because another page already uses the preferred one.
    pub(super) fn is_makeshift(file: &str) -> bool {
        file.starts_with('~')
    }

    fn is_free(&self, file: &str, url: &Url) -> bool {
        let lower = file.to_lowercase();
        let is_folder = |folder: &str| !matches!(self.taken.get(folder), Some(Some(_)));
        let is_own = self
            .taken
            .get(&lower)
            .is_none_or(|taken| taken.as_ref() == Some(url));
        is_own
            && lower
                .match_indices('/')
                .all(|(at, _)| is_folder(&lower[..at]))
    }
}

/// Returns the preferred file of an address.
fn name(url: &Url, kind: FileKind) -> String {
    let path = url.path().trim_start_matches('/');
    let mut parts: Vec<String> = path
        .split('/')
        .map(|part| part_of_path(part, url))
        .collect();
    // A server returns this file for `docs/`.
    let last = match parts.pop() {
        Some(last) if !last.is_empty() => last,
        _ => "index".to_owned(),
    };
    let query = url
        .query()
        .map(|query| part_of_path(&format!("@{query}"), url))
        .unwrap_or_default();
    let mut last = if query.is_empty() || !kind.fits(&last) {
        format!("{last}{query}")
    } else {
        // The extension stays at the end.
        let at = last.find('.').unwrap_or(last.len());
        format!("{}{query}{}", &last[..at], &last[at..])
    };
    if !kind.fits(&last) {
        last = format!("{last}.{}", kind.extension());
    }
    parts.retain(|part| !part.is_empty());
    parts.push(last);
    nfc(&parts.join("/")).into_owned()
}

/// Converts a part of a path to a file name: decodes it, and escapes characters that file systems
/// reserve.
fn part_of_path(part: &str, url: &Url) -> String {
    let decoded = percent_decode_str(part)
        .decode_utf8()
        .unwrap_or(part.into());
    let decoded = nfc(&decoded);
    let mut name = String::with_capacity(decoded.len());
    for (at, c) in decoded.chars().enumerate() {
        let is_hidden = at == 0 && c == '.';
        if c.is_control() || is_hidden || r#"\/:*?"<>|%"#.contains(c) {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                let _ = write!(name, "%{byte:02X}");
            }
        } else {
            name.push(c);
        }
    }
    if name.len() > LONGEST {
        let mut end = LONGEST;
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        name.truncate(end);
        name.push_str(&hash(url));
    }
    name
}

fn hash(url: &Url) -> String {
    let hash = sha256(url.as_str().as_bytes());
    hash[..8]
        .iter()
        .fold("~".to_owned(), |name, byte| format!("{name}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(path: &str) -> Url {
        Url::parse("https://a.example/")
            .unwrap()
            .join(path)
            .unwrap()
    }

    // A crawled static site yields the folder from which it was served.
    #[test]
    fn a_page_is_kept_where_a_server_of_files_has_it() {
        for (path, kind, file) in [
            ("/", FileKind::Html, "index.html"),
            ("/docs/", FileKind::Html, "docs/index.html"),
            ("/docs/a.html", FileKind::Html, "docs/a.html"),
            ("/docs/page.html.tr", FileKind::Html, "docs/page.html.tr"),
            ("/about", FileKind::Html, "about.html"),
            (
                "/page.php?id=3&x=a%2Fb",
                FileKind::Html,
                "page.php@id=3&x=a%2Fb.html",
            ),
            ("/a.html?x=1", FileKind::Html, "a@x=1.html"),
            ("/?p=3", FileKind::Html, "index@p=3.html"),
            (
                "/y%C3%B6netmelik.pdf",
                FileKind::Document("pdf"),
                "yönetmelik.pdf",
            ),
            (
                "/download?id=7",
                FileKind::Document("pdf"),
                "download@id=7.pdf",
            ),
            ("/readme", FileKind::Text, "readme.txt"),
            (
                "/.well-known/a%2fb.html",
                FileKind::Html,
                "%2Ewell-known/a%2Fb.html",
            ),
            ("//a//b.html", FileKind::Html, "a/b.html"),
        ] {
            let base = Url::parse("https://a.example/").unwrap();
            let address = Url::parse(&format!("https://a.example{path}")).unwrap_or(base);
            assert_eq!(name(&address, kind), file, "{path}");
        }
    }

    #[test]
    fn no_two_addresses_share_a_file_and_none_is_within_a_file() {
        let mut files = Files::default();
        assert_eq!(files.of(&url("/a.html"), FileKind::Html), "a.html");
        assert_eq!(files.of(&url("/a.html"), FileKind::Html), "a.html");
        assert!(files.of(&url("/A.html"), FileKind::Html).starts_with('~'));
        assert!(files.of(&url("/a"), FileKind::Html).starts_with('~'));
        assert!(
            files
                .of(&url("/a.html/b.html"), FileKind::Html)
                .starts_with('~')
        );
        assert_eq!(
            files.of(&url("/b.html/c.html"), FileKind::Html),
            "b.html/c.html"
        );
        assert!(files.of(&url("/b.html"), FileKind::Html).starts_with('~'));
    }

    #[test]
    fn names_that_no_file_can_have_are_written_otherwise() {
        let long = name(&url(&format!("/{}", "ö".repeat(300))), FileKind::Html);
        assert!(long.len() < 200 && long.contains('~'), "{long}");
        let both = name(&url(&format!("/{0}?{0}", "a".repeat(300))), FileKind::Html);
        assert!(both.len() < 256 && FileKind::Html.fits(&both), "{both}");
        for path in [
            "/..%2f..%2fetc/passwd",
            "/a%5c..%5cb",
            "/%2e%2e/x",
            "/a%00b",
            "/c:/d",
        ] {
            let file = name(&url(path), FileKind::Html);
            assert!(
                !file.contains(['\\', '\0', ':']) && !file.starts_with(['/', '.']),
                "{file}"
            );
            assert!(file.split('/').all(|part| part != ".."), "{file}");
        }
    }
}
