//! The questions of a build: attached to their sections while documents are prepared, in parallel; at
//! the end it is known what became of every line.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};

use serde::Serialize;
use soru::{Document, WrittenQuestion};

use super::file::QuestionsFile;
use super::line::Line;
use super::matching::{Fate, matches};

/// The questions of a file by page.
#[derive(Debug)]
pub struct WrittenQuestions {
    file: PathBuf,
    lines: Vec<Line>,
    /// Lines of a page by the name that they give it, and by what all its names have in common.
    by_page: HashMap<String, Vec<usize>>,
    by_path: HashMap<String, Vec<usize>>,
    /// What became of each line so far.
    fates: Vec<AtomicU8>,
    max_words: usize,
}

/// What became of the lines of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Attached {
    /// The file.
    pub file: String,
    /// Questions that belong to a section of the site.
    pub questions: usize,
    /// Lines that belong to a section.
    pub sections: usize,
    /// How many of these are of a section that has changed since.
    pub stale: usize,
    /// Lines whose page or section is gone.
    pub orphaned: usize,
}

impl WrittenQuestions {
    /// Reads a file; `max_words` is the length of the sections that its lines were written for.
    ///
    /// # Errors
    /// If it cannot be read, and all mistakes in it.
    pub fn read(file: &Path, max_words: usize) -> anyhow::Result<Self> {
        let lines = QuestionsFile::read(file)?.into_lines();
        Ok(Self::new(file, lines, max_words))
    }

    /// Those of some lines; `file` is what the report calls them.
    #[must_use]
    pub fn new(file: &Path, lines: Vec<Line>, max_words: usize) -> Self {
        let (mut by_page, mut by_path) = (HashMap::new(), HashMap::new());
        for (at, line) in lines.iter().enumerate() {
            let page: &mut Vec<usize> = by_page.entry(line.page.clone()).or_default();
            page.push(at);
            let path: &mut Vec<usize> = by_path.entry(path_of(&line.page)).or_default();
            path.push(at);
        }
        Self {
            file: file.to_owned(),
            fates: lines
                .iter()
                .map(|_| AtomicU8::new(Fate::Orphaned as u8))
                .collect(),
            lines,
            by_page,
            by_path,
            max_words,
        }
    }

    /// The document with its questions, if it has any.
    #[must_use]
    pub fn attached_to(&self, document: &Document) -> Option<Document> {
        let own = self.lines_of(document)?;
        let lines: Vec<&Line> = own.iter().map(|at| &self.lines[*at]).collect();
        let mut questions = Vec::new();
        for ((at, line), found) in
            own.iter()
                .zip(&lines)
                .zip(matches(document, &lines, self.max_words))
        {
            self.fates[*at].fetch_max(found.fate as u8, Ordering::Relaxed);
            // Documents of four gigabytes are none.
            let (Ok(start), Ok(end)) = (
                u32::try_from(found.range.start),
                u32::try_from(found.range.end),
            ) else {
                continue;
            };
            if found.fate != Fate::Orphaned {
                questions.extend(line.questions.iter().map(|text| WrittenQuestion {
                    text: text.clone(),
                    section: start..end,
                }));
            }
        }
        (!questions.is_empty()).then(|| Document {
            questions,
            ..document.clone()
        })
    }

    /// By the document's id, else by an id or an address that names the same file.
    fn lines_of(&self, document: &Document) -> Option<&[usize]> {
        let by_id = self.by_page.get(&document.id);
        let by_path = || self.by_path.get(&path_of(&document.id));
        // A document of a file of JSON lines may have no address.
        let url = Some(&document.url).filter(|url| !url.is_empty());
        let by_url = || self.by_path.get(&path_of(url?));
        by_id.or_else(by_path).or_else(by_url).map(Vec::as_slice)
    }

    /// What became of the lines.
    #[must_use]
    pub fn finish(self) -> Attached {
        let mut attached = Attached {
            file: self.file.display().to_string(),
            ..Attached::default()
        };
        for (line, fate) in self.lines.iter().zip(self.fates) {
            let fate = fate.into_inner();
            if fate == Fate::Orphaned as u8 {
                attached.orphaned += 1;
                continue;
            }
            attached.sections += 1;
            attached.questions += line.questions.len();
            attached.stale += usize::from(fate == Fate::Stale as u8);
        }
        attached
    }
}

/// What `docs/a.md`, `/docs/a/`, `docs/a/index.html` and `https://example.org/docs/a` have in common.
fn path_of(page: &str) -> String {
    let address = page.split(['?', '#']).next().unwrap_or_default();
    let path = match address.split_once("://") {
        Some((_, rest)) => rest.split_once('/').map_or("", |(_, path)| path),
        None => address.trim_start_matches("./"),
    };
    let path = path.trim_matches('/');
    let name_at = path.rfind('/').map_or(0, |slash| slash + 1);
    let name = &path[name_at..];
    let known = [".html", ".htm", ".xhtml", ".md", ".markdown", ".txt"];
    let stem = known
        .iter()
        .find_map(|extension| name.strip_suffix(extension));
    let stem = stem.unwrap_or(name);
    let stem = if stem == "index" || stem == "README" {
        ""
    } else {
        stem
    };
    format!("{}{stem}", &path[..name_at])
        .trim_end_matches('/')
        .to_owned()
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn a_page_is_known_by_its_file_and_by_its_address() {
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
