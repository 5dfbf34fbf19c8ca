//! Finds lines by the page that they name.

use std::collections::HashMap;

use soru::Document;

use super::line::Line;

/// Numbers of lines, by the page name they use.
#[derive(Debug, Default)]
pub(super) struct LinesByPage {
    by_id: HashMap<String, Vec<usize>>,
    /// By the normalised path of the page.
    by_path: HashMap<String, Vec<usize>>,
}

impl LinesByPage {
    pub(super) fn new<'l>(lines: impl Iterator<Item = &'l Line>) -> Self {
        let mut pages = Self::default();
        for (at, line) in lines.enumerate() {
            let by_id = pages.by_id.entry(line.page.clone()).or_default();
            by_id.push(at);
            let by_path = pages.by_path.entry(path_of(&line.page)).or_default();
            by_path.push(at);
        }
        pages
    }

    /// Returns the lines of a document, by its id, or else by an id or address of the same file.
    pub(super) fn of(&self, document: &Document) -> Option<&[usize]> {
        let by_id = self.by_id.get(&document.id);
        let by_path = || self.by_path.get(&path_of(&document.id));
        // A document from JSON Lines may have no address.
        let url = Some(&document.url).filter(|url| !url.is_empty());
        let by_url = || self.by_path.get(&path_of(url?));
        by_id.or_else(by_path).or_else(by_url).map(Vec::as_slice)
    }
}

/// Returns the common form of `docs/a.md`, `/docs/a/`, `docs/a/index.html` and
/// `https://example.org/docs/a`.
fn path_of(page: &str) -> String {
    const EXTENSIONS: [&str; 6] = [".html", ".htm", ".xhtml", ".md", ".markdown", ".txt"];
    let address = page.split(['?', '#']).next().unwrap_or_default();
    let path = match address.split_once("://") {
        Some((_, rest)) => rest.split_once('/').map_or("", |(_, path)| path),
        None => address.trim_start_matches("./"),
    };
    let path = path.trim_matches('/');
    let (folder, name) = path.split_at(path.rfind('/').map_or(0, |slash| slash + 1));
    let mut stems = EXTENSIONS.iter();
    let stem = stems.find_map(|extension| name.strip_suffix(extension));
    let stem = match stem.unwrap_or(name) {
        "index" | "README" => "",
        stem => stem,
    };
    format!("{folder}{stem}").trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_found_by_file_and_by_address() {
        for page in [
            "docs/a.md",
            "./docs/a.html",
            "/docs/a/",
            "docs/a/index.html",
            "https://example.org/docs/a?x#y",
        ] {
            assert_eq!(path_of(page), "docs/a", "{page}");
        }
        assert_eq!(path_of("gtu-1"), "gtu-1");
        assert_eq!(path_of("index.html"), "");
    }
}
