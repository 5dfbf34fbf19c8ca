//! Documents: reads PDF files, and files of word processors and presentations.
//!
//! The first bytes of a file determine its format, not its name. Each format has a folder or file
//! that returns [`ExtractedText`]. It reports an unreadable file as [`DocumentError`], with the
//! name and advice. `soru-ingest` makes pages of the texts, and words the errors.
//!
//! Files may be hostile. Builds read them in separate processes ([`ReadingProcesses`]), each file
//! on a separate thread with a large stack, so a panic or a timeout loses only that file.
//!
//! Tables become lines of text ([`grid`]), also those of HTML pages, which `soru-ingest` reads.
//!
//! | format | reader |
//! |---|---|
//! | PDF | `pdf/` |
//! | Word (DOCX), `LibreOffice` (ODT), `PowerPoint` (PPTX) | `office/` |
//!
//! # Adding a format
//! Recognise it in `kind_of`, read it in a separate file, and call that file in `read_kind`.
//! Add its extension to `ingest/src/walk/kinds.rs`, its content type to `crawl/src/files.rs`, a
//! target to `fuzz/src/targets/documents.rs`, and its name to `www/docs/pages.md`.

mod garbage;
pub mod grid;
mod leading;
mod letter_pairs;
mod letters;
mod office;
mod pdf;
mod process;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use self::process::{COMMAND, ReadingProcesses, read_documents, read_in_processes_of};

/// The stack size of a reading thread in bytes; it is large because fonts and forms nest.
const STACK: usize = 64 << 20;

/// The time that a thread has to end between pages before it is abandoned.
const GRACE: Duration = Duration::from_secs(5);

/// The maximum text of a document in bytes, more than any book.
const MOST_TEXT: usize = 14 << 20;

/// The maximum number of different words in a document, more than any language has. The index grows
/// with them.
const MOST_WORDS: usize = 1_000_000;

/// The number of seconds by the clock for each second of processor time, because other programs run
/// beside a build.
const CLOCK_SECONDS: u32 = 3;

/// Limits on reading a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DocumentLimits {
    /// The maximum number of pages of a file.
    pub pages: usize,
    /// The maximum processor time for a file.
    pub processor_time: Duration,
    /// The maximum decompressed size of a file in bytes.
    pub unpacked: u64,
    /// The maximum memory in bytes.
    pub memory: u64,
}

impl DocumentLimits {
    /// Returns the maximum time for a file by the clock.
    fn clock_time(&self) -> Duration {
        self.processor_time * CLOCK_SECONDS
    }
}

/// The text of a document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ExtractedText {
    /// The format: `pdf`, `docx`, `odt`, `pptx`.
    pub kind: Cow<'static, str>,
    /// The title, or empty if the file declares none.
    pub title: String,
    /// Its pages or slides, in order; a single part for a format without pages.
    pub parts: Vec<Part>,
    /// The pages that were not read.
    pub unread: Vec<Unread>,
}

/// A page that was not read, although other pages of its file were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unread {
    /// Its number from 1.
    pub page: u32,
    /// The reason.
    pub fault: PageFault,
}

/// The reason why a page is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PageFault {
    /// Its fonts do not state which letters it draws, or state wrong ones.
    WrongLetters,
    /// The page draws too much.
    TooMuch,
    /// The reader has a fault.
    Program,
}

impl PageFault {
    /// Returns the reason for rejecting a file in which every page has this fault.
    fn of_file(self) -> DocumentError {
        match self {
            Self::WrongLetters => DocumentError::WrongLetters,
            Self::TooMuch => DocumentError::TooComplex,
            Self::Program => DocumentError::Fault,
        }
    }
}

/// A page of a document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Its number from 1, if the format has pages.
    pub page: Option<u32>,
    /// Its text in reading order.
    pub texts: Vec<Text>,
}

/// A text of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Text {
    /// A heading and its level from 1.
    Heading(u8, String),
    /// A paragraph, an item of a list or a row of a table.
    Paragraph(String),
    /// A row of a table whose headers are uncertain.
    Unquoted(String),
}

impl Text {
    /// Its words.
    fn words(&self) -> &str {
        match self {
            Self::Heading(_, text) | Self::Paragraph(text) | Self::Unquoted(text) => text,
        }
    }
}

/// The reason why a document is not read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum DocumentError {
    /// The file needs a password.
    Password,
    /// The file contains only pictures.
    Pictures,
    /// The file does not state which letters it draws, or states wrong ones.
    WrongLetters,
    /// The format with this name is not supported.
    Format(Cow<'static, str>),
    /// The file is damaged; the text describes how.
    Damaged(String),
    /// The file has too many pages.
    TooLong {
        /// Number of its pages.
        pages: usize,
        /// The maximum number of pages.
        most: usize,
    },
    /// Reading the file takes too long.
    TooSlow,
    /// Its decompressed size is too large.
    TooMuch,
    /// The file has too many elements, too much text or too much drawing.
    TooComplex,
    /// Reading it takes too much memory.
    TooHeavy {
        /// The maximum memory in bytes.
        most: u64,
    },
    /// The reader has a fault.
    Fault,
}

/// Determines the format by the first bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum DocumentKind {
    Pdf,
    Office,
    Ole,
    Rtf,
    Unknown,
}

fn kind_of(bytes: &[u8]) -> DocumentKind {
    let start = &bytes[..bytes.len().min(1024)];
    let has = |mark: &[u8]| start.windows(mark.len()).any(|window| window == mark);
    match start {
        _ if has(b"%PDF-") => DocumentKind::Pdf,
        [b'P', b'K', 3, 4, ..] => DocumentKind::Office,
        [0xd0, 0xcf, 0x11, 0xe0, ..] => DocumentKind::Ole,
        [b'{', b'\\', b'r', b't', b'f', ..] => DocumentKind::Rtf,
        _ => DocumentKind::Unknown,
    }
}

/// Reads a document on a separate thread.
///
/// # Errors
/// The reason why it is not read.
pub fn read(bytes: Arc<Vec<u8>>, bounds: &DocumentLimits) -> Result<ExtractedText, DocumentError> {
    let (sender, receiver) = mpsc::channel();
    let within = bounds.clone();
    let reading = thread::Builder::new()
        .name("document".to_owned())
        .stack_size(STACK);
    let started = reading.spawn(move || {
        // Nobody receives the result if reading took too long.
        let _ = sender.send(read_kind(&bytes, &within).and_then(refuse_no_language));
    });
    let Ok(thread) = started else {
        return Err(DocumentError::Fault);
    };
    match receiver.recv_timeout(bounds.clock_time() + GRACE) {
        Ok(read) => {
            // The thread frees its memory before the next document is read.
            let _ = thread.join();
            read
        }
        Err(mpsc::RecvTimeoutError::Timeout) => Err(DocumentError::TooSlow),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            let _ = thread.join();
            Err(DocumentError::Fault)
        }
    }
}

fn read_kind(
    bytes: &Arc<Vec<u8>>,
    bounds: &DocumentLimits,
) -> Result<ExtractedText, DocumentError> {
    match kind_of(bytes) {
        DocumentKind::Pdf => pdf::read(bytes, bounds),
        DocumentKind::Office => office::read(bytes, bounds),
        DocumentKind::Ole => Err(office::old_format(bytes)),
        DocumentKind::Rtf => Err(DocumentError::Format("RTF".into())),
        DocumentKind::Unknown => Err(DocumentError::Damaged(
            "it does not start with the signature of a document".to_owned(),
        )),
    }
}

/// Refuses a document with more different words than a language has.
fn refuse_no_language(read: ExtractedText) -> Result<ExtractedText, DocumentError> {
    let texts = read.parts.iter().flat_map(|part| &part.texts);
    let words = texts.flat_map(|text| text.words().split_whitespace());
    let mut different = HashSet::new();
    for word in words {
        different.insert(word);
        if different.len() > MOST_WORDS {
            return Err(DocumentError::TooComplex);
        }
    }
    Ok(read)
}

#[cfg(test)]
mod samples;
// Most of the tests read PDF.
#[cfg(test)]
mod tests;
