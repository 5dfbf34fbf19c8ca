//! Ingestion: converts files to documents.
//!
//! A [`Reader`] converts the bytes of one page to a [`ParsedPage`]. [`Site`] adds everything that
//! depends on the whole site, and makes it a [`soru::Document`]. [`Ingestion`] does both for all
//! files, in parallel and in batches, so that memory does not grow with the site. This module does
//! not know how documents are indexed.
//!
//! | format | reader | files |
//! |---|---|---|
//! | HTML | [`HtmlReader`] | `.html`, `.htm`, `.xhtml`, `.html.tr`; the HTML of `.shtml`, `.php`, `.aspx`, `.jsp` |
//! | Markdown | [`MarkdownReader`] | `.md`, `.markdown`, `.mdx`, `.qmd` |
//! | plain text | [`TextReader`] | `.txt` |
//! | PDF, Word, `LibreOffice`, `PowerPoint` | [`DocumentReader`] | `.pdf`, `.docx`, `.odt`, `.pptx` |
//! | JSON lines | [`JsonLineReader`] | `.jsonl`, `.ndjson`, one document per line |
//!
//! # Adding a format
//! Write its reader in a separate file, and add it to the table above. Then name it
//! * in `walk/kinds.rs`: a variant of [`Format`] and its extensions; in `walk/mod.rs`, the error for
//!   a single file;
//! * in [`Readers`] and `bounds.rs`, where the compiler requires it;
//! * in `FORMATS` of `contract.rs`, which checks its reader against the contract of [`Reader`];
//! * in `crawl/files.rs`: the content types with which servers send it;
//! * in `fuzz/src/targets/`: a target of `pages.rs` or `documents.rs`, with a seed in `seeds.rs`;
//! * in `www/docs/pages.md` and `README.md`, which list the formats.
//!
//! A format of documents (PDF, Word) is not a separate variant: `documents/mod.rs` explains how to
//! add one.

mod address;
mod bounds;
mod cache;
mod contact_forms;
mod contacts;
mod context;
mod copies;
mod crawled;
mod document;
mod documents;
mod encoding;
mod folders;
mod grid;
mod html;
mod ingest_report;
mod ingestion;
mod instructions;
mod items;
mod json_lines;
mod language;
mod markdown;
mod octets;
mod page;
mod server_code;
mod settings;
mod site;
mod slug;
mod survey;
mod tags;
mod template;
mod text;
mod tidy;
mod versions;
mod walk;

use std::fmt;
use std::path::Path;

pub use address::Addresses;
use cache::Cache;
pub use cache::CacheUse;
pub(crate) use crawled::STATE_FILE;
pub use document::DocumentReader;
pub use documents::{COMMAND, read_documents, read_in_processes_of};
pub(crate) use encoding::{declared, decode};
pub use html::HtmlReader;
pub(crate) use html::{Outline, has_nofollow, has_noindex, outline};
pub use ingestion::{Ingested, Ingestion, Preparation, Sink, SiteFacts};
pub(crate) use instructions::reads_like_an_instruction;
pub use json_lines::JsonLineReader;
pub use language::{Languages, primary};
pub(crate) use language::{name_of_language, tag_of_language, three_letters};
pub use markdown::MarkdownReader;
pub use page::{Address, CopyRule, Linked, ParsedPage, Piece, Rejection, SkipReason, Titles};
pub use settings::{DocumentsSettings, InputSettings};
pub use site::Site;
pub use survey::Survey;
use template::Template;
pub use text::TextReader;
pub(crate) use tidy::{line as tidy_line, lines as tidy_lines, nfc};
pub(crate) use walk::globs;
pub use walk::{Format, FoundSources, Skipped, Source, find, format_of};

/// Reads the content of a page from its bytes.
///
/// # Contract
/// * never panics, whatever the bytes;
/// * the same path and bytes give the same page;
/// * all texts are in Unicode normalisation form C, without whitespace at the ends;
/// * every block says something: it has at least one letter or digit, or is a heading.
pub trait Reader: fmt::Debug + Send + Sync {
    /// Reads a page; `path` is the file's path relative to the input.
    ///
    /// # Errors
    /// If the page is left out or malformed.
    fn read(&self, path: &str, bytes: &[u8]) -> Result<ParsedPage, Rejection>;
}

/// The readers of all formats.
#[derive(Debug)]
pub struct Readers {
    html: HtmlReader,
    markdown: MarkdownReader,
    documents: DocumentReader,
    max_document_megabytes: usize,
    max_page_megabytes: usize,
    instructions: bool,
    cache: Option<Cache>,
    template: Template,
}

impl Readers {
    /// Creates the readers of a site.
    ///
    /// # Errors
    /// If a setting is unusable.
    pub fn new(settings: &InputSettings) -> soru::Result<Self> {
        let html = HtmlReader::new(settings)?;
        let markdown = MarkdownReader::new(html.clone(), settings);
        Ok(Self {
            html,
            markdown,
            documents: DocumentReader::new(&settings.documents),
            max_document_megabytes: settings.documents.max_megabytes,
            max_page_megabytes: settings.max_page_megabytes,
            instructions: settings.instructions,
            cache: None,
            template: Template::default(),
        })
    }

    /// Whether pages that resemble instructions to a language model cause a warning.
    fn reports_instructions(&self) -> bool {
        self.instructions
    }

    /// Stores parsed pages in this folder, and reuses pages of the previous build.
    #[must_use]
    pub fn with_cache(mut self, folder: &Path, settings: &InputSettings) -> Self {
        self.cache = Some(Cache::open(folder, settings));
        self
    }

    /// Sets the template of the site whose HTML pages are read.
    fn set_template(&mut self, template: Template) {
        self.html.set_template(template.clone());
        self.template = template;
    }

    /// Returns the reader of a format.
    #[must_use]
    pub fn of(&self, format: Format) -> &dyn Reader {
        match format {
            Format::Html => &self.html,
            Format::Markdown => &self.markdown,
            Format::Text => &TextReader,
            Format::Document => &self.documents,
            Format::JsonLines => &JsonLineReader,
        }
    }
}

#[cfg(test)]
mod contract;
