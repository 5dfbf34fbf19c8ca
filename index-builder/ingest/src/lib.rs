//! Ingestion: converts files to documents.
//!
//! A [`Reader`] converts the bytes of one page to a [`ParsedPage`]. `Site` adds everything that
//! depends on the whole site, and makes it a [`soru::Document`]. [`Ingestion`] does both for all
//! files, in parallel and in batches, so that memory does not grow with the site. This module does
//! not know how documents are indexed.
//!
//! | format | reader | files |
//! |---|---|---|
//! | HTML | `HtmlReader` | `.html`, `.htm`, `.xhtml`, `.html.tr`; the HTML of `.shtml`, `.php`, `.aspx`, `.jsp` |
//! | Markdown | `MarkdownReader` | `.md`, `.markdown`, `.mdx`, `.qmd` |
//! | plain text | `TextReader` | `.txt` |
//! | PDF, Word, `LibreOffice`, `PowerPoint` | `DocumentReader`, by [`soru_documents`] | `.pdf`, `.docx`, `.odt`, `.pptx` |
//! | JSON lines | `JsonLineReader` | `.jsonl`, `.ndjson`, one document per line |
//!
//! # Adding a format
//! Write its reader in a separate file, and add it to the table above. Then name it
//! * in `walk/kinds.rs`: a variant of [`Format`] and its extensions; in `walk/mod.rs`, the error for
//!   a single file;
//! * in [`Readers`] and `bounds.rs`, where the compiler requires it;
//! * in `FORMATS` of `contract.rs`, which checks its reader against the contract of [`Reader`];
//! * in `crawl/src/files.rs`: the content types with which servers send it;
//! * in `fuzz/src/targets/`: a target of `pages.rs` or `documents.rs`, with a seed in `seeds.rs`;
//! * in `www/docs/pages.md` and `README.md`, which list the formats.
//!
//! A format of documents (PDF, Word) is not a separate variant: [`soru_documents`] explains how to
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
mod encoding;
mod folders;
mod html;
mod ingest_report;
mod ingestion;
mod instructions;
mod items;
mod json_lines;
mod labelled;
mod language;
mod markdown;
mod octets;
mod page;
mod reader;
mod server_code;
mod settings;
mod site;
pub mod sitemap;
mod slug;
mod survey;
mod tags;
mod template;
mod text;
mod tidy;
mod versions;
mod walk;
mod weights;

use std::path::Path;

use cache::Cache;
use document::DocumentReader;
use html::HtmlReader;
use json_lines::JsonLineReader;
use markdown::MarkdownReader;
use template::Template;
use text::TextReader;

pub use cache::CacheUse;
pub use crawled::STATE_FILE;
pub use encoding::{declared, decode};
pub use html::{Outline, has_nofollow, has_noindex, outline};
pub use ingestion::{Ingested, Ingestion, SiteFacts};
pub use instructions::reads_like_an_instruction;
pub use language::{name_of_language, primary, tag_of_language, three_letters};
pub use page::{ParsedPage, Piece, Rejection, SkipReason};
pub use reader::Reader;
pub use settings::{DocumentsSettings, InputSettings};
pub use tidy::{line as tidy_line, lines as tidy_lines, nfc};
pub use walk::{Format, Skipped, format_of, globs};

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
#[cfg(test)]
mod tests;
