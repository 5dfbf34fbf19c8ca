//! The lines added to a page: the script, optionally with hashes, and the box.

use std::path::Path;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde::Serialize;

use super::page::BOX;
use crate::bundle::{BrowserFiles, sha256, sha384};

/// Characters that are invalid in a quoted address, or would end its path (URL Standard).
const NOT_IN_A_PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'`')
    .add(b'{')
    .add(b'}');

/// The module that pages name.
const PAGE: &str = "soru-search.js";

/// Modules that run in a worker, to which import maps do not apply.
const ELSEWHERE: [&str; 2] = ["soru-worker.js", "service-worker.js"];

/// The address of the bundle from a page.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Base {
    /// Relative to the site's root; the path of the page determines the way there.
    Below(String),
    /// The same address for all pages.
    At(String),
}

/// Hashes of the modules, which browsers compare before running them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Integrity {
    /// Name and hash.
    modules: Vec<(String, String)>,
}

impl Integrity {
    /// Collects the hashes of modules that pages load. Browsers check neither modules that a worker
    /// loads nor the engine.
    pub fn of(browser: &BrowserFiles) -> Self {
        let is_loaded = |name: &str| {
            let is_module = Path::new(name).extension().is_some_and(|end| end == "js");
            let file = name.rsplit('/').next().unwrap_or(name);
            is_module && !ELSEWHERE.contains(&file)
        };
        let modules = browser.files.iter().filter(|(name, _)| is_loaded(name));
        Self {
            modules: modules
                .map(|(name, bytes)| (name.clone(), sha384(bytes)))
                .collect(),
        }
    }

    fn of_page(&self) -> &str {
        let page = self.modules.iter().find(|(name, _)| name == PAGE);
        page.map_or("", |(_, hash)| hash)
    }

    /// The content of the import map (HTML Standard, "import maps"), for a bundle at this address.
    /// Without `./`, a relative address would be a package name.
    pub fn import_map(&self, base: &str) -> String {
        let is_whole = base.starts_with('/') || base.starts_with('.') || base.contains("://");
        let base = if is_whole {
            base.to_owned()
        } else {
            format!("./{base}")
        };
        let modules = self.modules.iter();
        let entries = modules.map(|(name, hash)| (format!("{base}{name}"), hash.as_str().into()));
        let entries: serde_json::Map<_, _> = entries.collect();
        serde_json::json!({ "integrity": entries }).to_string()
    }

    /// Returns the entry that a content security policy's `script-src` needs for that import map,
    /// which is inline.
    pub fn policy(&self, base: &str) -> String {
        format!("'{}'", sha256(self.import_map(base).as_bytes()))
    }
}

/// The lines to add to pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    base: Base,
    integrity: Option<Integrity>,
}

impl Lines {
    /// Creates lines for a bundle in this folder of the site, such as `soru/`. Addresses differ by
    /// page, and the site may be at any address.
    pub fn relative(bundle: &str) -> Self {
        Self {
            base: Base::Below(bundle.to_owned()),
            integrity: None,
        }
    }

    /// Creates lines for a bundle at this address, such as `/soru/` or `https://…/soru/`.
    pub fn at(address: &str) -> Self {
        let slash = if address.ends_with('/') { "" } else { "/" };
        Self {
            base: Base::At(format!("{address}{slash}")),
            integrity: None,
        }
    }

    /// Adds hashes of the modules.
    #[must_use]
    pub fn with_integrity(mut self, integrity: Option<Integrity>) -> Self {
        self.integrity = integrity;
        self
    }

    pub(super) fn is_relative(&self) -> bool {
        matches!(self.base, Base::Below(_))
    }

    /// Returns the bundle's address for a page at this path of the site.
    fn base(&self, page: &str) -> String {
        match &self.base {
            Base::At(address) => address.replace('"', "%22").replace('<', "%3C"),
            Base::Below(bundle) => {
                let up = "../".repeat(page.matches('/').count());
                format!("{up}{}", utf8_percent_encode(bundle, NOT_IN_A_PATH))
            }
        }
    }

    /// Returns the lines for the head and for the body of a page at this path of the site.
    pub fn for_page(&self, page: &str) -> [String; 2] {
        let base = self.base(page);
        let box_ = BOX.to_owned();
        let Some(integrity) = &self.integrity else {
            let script = format!("<script type=\"module\" src=\"{base}{PAGE}\"></script>");
            return [script, box_];
        };
        let script = format!(
            "<script type=\"importmap\">{}</script>\
             <script type=\"module\" src=\"{base}{PAGE}\" integrity=\"{}\" crossorigin></script>",
            integrity.import_map(&base),
            integrity.of_page()
        );
        [script, box_]
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn browser() -> BrowserFiles {
        let file = |name: &str| (name.to_owned(), Cow::Owned(name.as_bytes().to_vec()));
        BrowserFiles {
            files: [
                "soru-search-element.js",
                "soru-search.js",
                "soru-worker.js",
                "soru_engine_bg.wasm",
            ]
            .map(file)
            .to_vec(),
        }
    }

    #[test]
    fn r41_addresses_are_relative_to_the_page_unless_one_is_given() {
        let lines = Lines::relative("my bundle/");
        let [head, body] = lines.for_page("en/a/b.html");
        assert_eq!(
            head,
            "<script type=\"module\" src=\"../../my%20bundle/soru-search.js\"></script>"
        );
        assert_eq!(body, "<soru-search></soru-search>");
        let [head, _] = Lines::at("/soru").for_page("en/a/b.html");
        assert!(head.contains("src=\"/soru/soru-search.js\""), "{head}");
    }

    #[test]
    fn hashes_cover_the_files_that_the_page_itself_loads() {
        let lines = Lines::relative("soru/").with_integrity(Some(Integrity::of(&browser())));
        let [head, _] = lines.for_page("index.html");
        let hash = sha384(b"soru-search.js");
        assert!(
            head.contains(&format!("integrity=\"{hash}\" crossorigin")),
            "{head}"
        );
        assert!(
            head.contains("\"./soru/soru-search-element.js\":\"sha384-"),
            "{head}"
        );
        assert!(
            !head.contains("soru-worker") && !head.contains("wasm"),
            "{head}"
        );
    }
}
