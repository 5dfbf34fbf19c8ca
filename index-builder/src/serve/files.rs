//! Finds files of a folder by the path of a request, and never one outside it.

use std::path::{Component, Path, PathBuf};

use percent_encoding::percent_decode_str;

use crate::bundle::is_immutable;

/// The folder that is served.
#[derive(Debug)]
pub(crate) struct Root(PathBuf);

/// The target of a path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum FoundFile {
    /// A file.
    File(PathBuf),
    /// A folder, requested without its slash.
    Moved(String),
    /// Nothing that may be served.
    Nothing,
}

impl Root {
    pub(crate) fn new(folder: &Path) -> std::io::Result<Self> {
        let real = folder.canonicalize()?;
        if real.is_dir() {
            Ok(Self(real))
        } else {
            Err(std::io::ErrorKind::NotADirectory.into())
        }
    }

    /// Finds the target of a requested path.
    pub(crate) fn find(&self, url: &str) -> FoundFile {
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let Some(wanted) = self.below(path) else {
            return FoundFile::Nothing;
        };
        if wanted.is_dir() && !path.ends_with('/') {
            return FoundFile::Moved(format!("{path}/"));
        }
        let file = if wanted.is_dir() {
            wanted.join("index.html")
        } else {
            wanted
        };
        match file.canonicalize() {
            // Symbolic links may lead anywhere.
            Ok(real) if real.starts_with(&self.0) && real.is_file() => FoundFile::File(real),
            _ => FoundFile::Nothing,
        }
    }

    /// Returns the decoded path below the root, if it is one and no part of it is hidden.
    fn below(&self, path: &str) -> Option<PathBuf> {
        let decoded = percent_decode_str(path.strip_prefix('/')?)
            .decode_utf8()
            .ok()?;
        if decoded.contains(['\0', '\\']) || decoded.starts_with('/') {
            return None;
        }
        let relative = Path::new(decoded.as_ref());
        let is_plain = relative.components().all(|part| match part {
            Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
            _ => false,
        });
        is_plain.then(|| self.0.join(relative))
    }
}

/// Returns the media type of a file. Compressed data has no `Content-Encoding`: with one, the
/// browser would decompress the files that the page decompresses itself.
pub(crate) fn media_type(path: &Path) -> &'static str {
    let extension = path
        .extension()
        .map(|ext| ext.to_string_lossy().to_lowercase());
    match extension.as_deref().unwrap_or_default() {
        "html" | "htm" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "txt" | "md" | "ts" | "csv" | "toml" | "yaml" | "yml" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        "wasm" => "application/wasm",
        "msgpack" => "application/vnd.msgpack",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "pdf" => "application/pdf",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Returns how long a browser may cache a file: forever, if its name contains its hash.
pub(crate) fn cache_control(path: &Path) -> &'static str {
    let name = path.file_name().map(|name| name.to_string_lossy());
    if name.is_some_and(|name| is_immutable(&name)) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn folder() -> (tempfile::TempDir, Root) {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("site/a b")).unwrap();
        fs::write(dir.path().join("secret.txt"), "x").unwrap();
        for file in ["index.html", "a b/index.html", "ü.html", ".hidden"] {
            fs::write(dir.path().join("site").join(file), "x").unwrap();
        }
        let root = Root::new(&dir.path().join("site")).unwrap();
        (dir, root)
    }

    #[test]
    fn pages_and_folders_are_found() {
        let (_dir, root) = folder();
        let file = |name: &str| FoundFile::File(root.0.join(name));
        assert_eq!(root.find("/"), file("index.html"));
        assert_eq!(root.find("/index.html?x=1"), file("index.html"));
        assert_eq!(root.find("/a%20b/"), file("a b/index.html"));
        assert_eq!(root.find("/%C3%BC.html"), file("ü.html"));
        assert_eq!(root.find("/a%20b"), FoundFile::Moved("/a%20b/".into()));
    }

    #[test]
    fn nothing_outside_the_folder_or_hidden_in_it_is_found() {
        let (_dir, root) = folder();
        for path in [
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/a%20b/../../secret.txt",
            "//etc/passwd",
            "/%2Fetc/passwd",
            "/..%5Csecret.txt",
            "/.hidden",
            "/%00",
            "/%FF",
            "secret.txt",
            "",
            "/nothing",
        ] {
            assert_eq!(root.find(path), FoundFile::Nothing, "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_is_not_followed() {
        let (dir, root) = folder();
        std::os::unix::fs::symlink(dir.path().join("secret.txt"), root.0.join("link.txt")).unwrap();
        assert_eq!(root.find("/link.txt"), FoundFile::Nothing);
    }

    #[test]
    fn types_and_caching_follow_the_name() {
        assert_eq!(media_type(Path::new("a.wasm")), "application/wasm");
        assert_eq!(
            media_type(Path::new("a.msgpack.bin")),
            "application/octet-stream"
        );
        assert!(
            cache_control(Path::new("core-0123456789abcdef.msgpack.bin")).contains("immutable")
        );
        assert_eq!(cache_control(Path::new("manifest.msgpack")), "no-cache");
    }
}
