//! Converts the texts that [`soru_documents`] reads to the pages of a site.
//!
//! Each page of a document becomes a separate page, so that a hit leads to the page that contains
//! the answer and shows its number. The headings above the text of a page are carried over from
//! earlier pages.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use soru::Block;
use soru_documents::{
    DocumentError, DocumentLimits, ExtractedText, PageFault, Part, ReadingProcesses, Text, Unread,
};
use soru_files::whole_file::MEGABYTE;

use super::page::{ParsedPage, Piece, Rejection, SkipReason, Titles};
use super::{Reader, labelled, tidy};
use crate::settings::DocumentsSettings;

/// Reads PDF files, and files of word processors and presentations.
#[derive(Debug)]
pub(crate) struct DocumentReader {
    bounds: DocumentLimits,
    processes: Option<ReadingProcesses>,
}

impl DocumentReader {
    /// Creates a reader with the limits of the settings.
    pub(crate) fn new(settings: &DocumentsSettings) -> Self {
        let megabytes = |count| (count as u64).saturating_mul(MEGABYTE);
        let bounds = DocumentLimits {
            pages: settings.max_pages,
            processor_time: Duration::from_secs(settings.max_seconds as u64),
            unpacked: megabytes(settings.max_unpacked_megabytes),
            memory: megabytes(settings.max_memory_megabytes),
        };
        Self {
            processes: ReadingProcesses::of_program(&bounds),
            bounds,
        }
    }

    /// Returns a warning if documents had to be read in the process of the build.
    pub(super) fn warning(&self) -> Option<String> {
        let refusal = self.processes.as_ref()?.refusal()?;
        Some(format!(
            "documents are read without a limit of memory, as no process can be started for them: \
             {refusal}; allow this command to start itself"
        ))
    }

    fn extract(&self, bytes: &[u8]) -> Result<ExtractedText, DocumentError> {
        let processes = self.processes.as_ref();
        processes
            .and_then(|processes| processes.read(bytes))
            .unwrap_or_else(|| soru_documents::read(Arc::new(bytes.to_vec()), &self.bounds))
    }
}

impl Reader for DocumentReader {
    fn read(&self, path: &str, bytes: &[u8]) -> Result<ParsedPage, Rejection> {
        let written = self.extract(bytes).map_err(reason)?;
        let lost = lost(&written.unread);
        let mut pages = pages(path, written).into_iter();
        let mut first = pages.next().ok_or(SkipReason::NoText)?;
        first.further = pages.collect();
        first.lost = lost;
        Ok(first)
    }
}

fn pages(path: &str, written: ExtractedText) -> Vec<ParsedPage> {
    let kind = written.kind.as_ref();
    let title = tidy::line(&written.title);
    let titles = Titles {
        given: title.clone(),
        window: readable(stem(path)),
        ..Titles::default()
    };
    let mut above = Above::default();
    let mut pages = Vec::new();
    for part in written.parts {
        let mut pieces = above.pieces(&part, &title);
        labelled::divide(&mut pieces);
        if pieces.iter().all(|piece| piece.as_text().is_none()) {
            continue;
        }
        let mut meta = BTreeMap::from([("type".to_owned(), kind.to_owned())]);
        let page = part.page.map(|page| page.to_string());
        meta.extend(page.clone().map(|page| ("page".to_owned(), page)));
        pages.push(ParsedPage {
            titles: titles.clone(),
            pieces,
            meta,
            // Browsers open PDF files at a page; they only download other formats.
            fragment: page
                .filter(|_| kind == "pdf")
                .map(|page| format!("page={page}"))
                .unwrap_or_default(),
            is_part: part.page.is_some_and(|page| page > 1),
            ..ParsedPage::default()
        });
    }
    pages
}

/// The headings above the text, outermost first.
#[derive(Default)]
struct Above(Vec<(u8, String)>);

impl Above {
    /// Returns the pieces of a page, below the headings that apply to it.
    fn pieces(&mut self, part: &Part, title: &str) -> Vec<Piece> {
        let is_bare = part
            .texts
            .iter()
            .all(|text| matches!(text, Text::Heading(..)));
        let mut pieces = Vec::new();
        if !matches!(part.texts.first(), Some(Text::Heading(..)) | None) {
            pieces.extend(self.0.iter().map(|(level, text)| heading(*level, text)));
        }
        for text in &part.texts {
            match text {
                Text::Heading(level, text) => {
                    let text = tidy::line(text);
                    // A cover has only headings, and its words must be searchable.
                    if is_bare {
                        pieces.extend(paragraph(&text));
                    } else if tidy::has_words(&text) {
                        pieces.push(heading(*level, &text));
                    }
                    if tidy::has_words(&text) {
                        self.open_section(*level, text, title);
                    }
                }
                Text::Paragraph(text) => pieces.extend(paragraph(&tidy::line(text))),
                Text::Unquoted(text) if tidy::has_words(text) => {
                    pieces.push(Piece::Content(Block::Unquoted(tidy::line(text))));
                }
                Text::Unquoted(_) => {}
            }
        }
        pieces
    }

    fn open_section(&mut self, level: u8, text: String, title: &str) {
        self.0.retain(|(other, _)| *other < level);
        if text != title {
            self.0.push((level, text));
        }
    }
}

fn heading(level: u8, text: &str) -> Piece {
    Piece::Content(Block::Heading {
        level: level.clamp(1, 6),
        text: text.to_owned(),
        anchor: None,
        is_question: false,
    })
}

fn paragraph(text: &str) -> Option<Piece> {
    tidy::has_words(text).then(|| Piece::text(text.to_owned()))
}

/// The file's name without folder and extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Returns the name of a file as a person would write it: with spaces, and without the number of
/// its version: `2024-25-fee_schedule-v3-final` is `2024-25 fee schedule`.
fn readable(stem: &str) -> String {
    let stem = stem.replace("%20", " ");
    let mut name = String::with_capacity(stem.len());
    let mut letters = stem.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
        let is_range = is_digit(name.chars().last().as_ref()) && is_digit(letters.peek());
        let parts = letter == '_' || letter == '-' && !is_range && !stem.contains(' ');
        name.push(if parts { ' ' } else { letter });
    }
    let mut words: Vec<&str> = name.split_whitespace().collect();
    while words.len() > 1 && words.last().is_some_and(|word| is_version(word)) {
        words.pop();
    }
    words.join(" ")
}

/// Whether the last word of a file's name only tells its versions apart: `v3`, `final`, `(1)`.
fn is_version(word: &str) -> bool {
    const WORDS: [&str; 8] = [
        "final", "draft", "copy", "rev", "print", "son", "taslak", "kopya",
    ];
    let lower = word.to_lowercase();
    let number = lower
        .strip_prefix("rev")
        .or_else(|| lower.strip_prefix('v'));
    let number = number.or_else(|| lower.strip_prefix('(')?.strip_suffix(')'));
    let is_number =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    WORDS.contains(&&*lower) || number.is_some_and(is_number)
}

/// Returns a warning that names the pages that were not read, with advice.
fn lost(unread: &[Unread]) -> Option<String> {
    let of = |fault: PageFault, advice: &str| {
        let pages = unread.iter().filter(|unread| unread.fault == fault);
        let numbers: Vec<u32> = pages.map(|unread| unread.page).collect();
        (!numbers.is_empty()).then(|| format!("{advice} (page {})", ranges(&numbers)))
    };
    let warnings: Vec<String> = [
        (
            PageFault::WrongLetters,
            "pages left out in whole or in part: their fonts do not map glyphs to characters; \
             export the file again, with ToUnicode maps",
        ),
        (
            PageFault::TooMuch,
            "pages left out: they draw more than a page of text; export them as a picture",
        ),
        (
            PageFault::Program,
            "pages left out: reading them failed because of a bug in soru; please report it",
        ),
    ]
    .into_iter()
    .filter_map(|(fault, advice)| of(fault, advice))
    .collect();
    (!warnings.is_empty()).then(|| warnings.join("; "))
}

/// Formats sorted numbers as `3, 5–9`.
fn ranges(numbers: &[u32]) -> String {
    let chunks = numbers.chunk_by(|a, b| a + 1 == *b);
    let range = |chunk: &[u32]| match chunk {
        [first, .., last] => format!("{first}–{last}"),
        other => other.iter().map(u32::to_string).collect(),
    };
    chunks.map(range).collect::<Vec<_>>().join(", ")
}

/// Describes why a document was not read, with advice.
fn reason(trouble: DocumentError) -> SkipReason {
    match trouble {
        DocumentError::Password => SkipReason::Password,
        DocumentError::Pictures => SkipReason::Pictures,
        DocumentError::WrongLetters => SkipReason::WrongLetters,
        DocumentError::Format(name) => {
            SkipReason::OtherFormat(format!("{name}; save it as PDF or DOCX"))
        }
        DocumentError::Damaged(how) => SkipReason::Malformed(format!("{how}; export it again")),
        DocumentError::TooLong { pages, most } => SkipReason::TooLarge(format!(
            "{pages} pages, more than {most} (input.documents.max_pages)"
        )),
        DocumentError::TooSlow => SkipReason::TooComplex(
            "reading it takes too long (input.documents.max_seconds); export it again".to_owned(),
        ),
        DocumentError::TooMuch => SkipReason::TooLarge(
            "it decompresses to too much (input.documents.max_unpacked_megabytes)".to_owned(),
        ),
        DocumentError::TooComplex => SkipReason::TooComplex(
            "it has more elements, text or drawing than is read of a document; split it, or export \
             it again"
                .to_owned(),
        ),
        DocumentError::TooHeavy { most } => SkipReason::TooLarge(format!(
            "reading it takes more than {} MB of memory (input.documents.max_memory_megabytes)",
            most / MEGABYTE
        )),
        DocumentError::Fault => SkipReason::Malformed(
            "reading it failed because of a bug in soru; please report it".to_owned(),
        ),
    }
}

#[cfg(test)]
#[expect(
    dead_code,
    reason = "the crate that reads documents tests more of them"
)]
#[path = "../../documents/src/samples.rs"]
mod samples;
#[cfg(test)]
mod tests;
