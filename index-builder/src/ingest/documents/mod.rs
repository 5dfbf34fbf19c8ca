//! Documents: PDF files and those of word processors and presentations.
//!
//! The first bytes of a file determine its format, not its name. Each format has a folder or file
//! that returns [`ExtractedText`]; it reports an unreadable file as [`DocumentError`], with the
//! name and advice.
//!
//! Files may be hostile: builds read them in processes of their own (`process/`), each on a separate
//! thread with a large stack, and a panic or a timeout costs that file alone.
//!
//! | format | reader |
//! |---|---|
//! | PDF | `pdf/` |
//! | Word (DOCX), `LibreOffice` (ODT), `PowerPoint` (PPTX) | `office/` |
//!
//! # Adding a format
//! Recognise it in [`kind_of`], read it in a file of its own, name it in [`read_kind`]. Add its
//! extension to `walk/mod.rs` and its content type to `crawl/files.rs`, a target to
//! `fuzz/src/targets/documents.rs`, and its name to `www/docs/pages.md`.

mod garbage;
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

pub(super) use self::process::ReadingProcesses;
pub use self::process::{COMMAND, read_documents, read_in_processes_of};

/// The stack of a reading thread: fonts and forms nest.
const STACK: usize = 64 << 20;

/// Time to end between pages before a thread is abandoned.
const GRACE: Duration = Duration::from_secs(5);

/// Bytes of text that a document may have: more than any book.
const MOST_TEXT: usize = 14 << 20;

/// Different words that a document may have: more than any language. An index grows with them.
const MOST_WORDS: usize = 1_000_000;

/// Seconds of the clock for each second of processor time: a build is not alone on its computer.
const CLOCK_SECONDS: u32 = 3;

/// Limits on reading a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct DocumentLimits {
    /// Pages of a file.
    pub(super) pages: usize,
    /// Processor time for a file.
    pub(super) processor_time: Duration,
    /// Bytes that a file unpacks to.
    pub(super) unpacked: u64,
    /// Bytes of memory.
    pub(super) memory: u64,
}

impl DocumentLimits {
    /// Time for a file by the clock.
    fn clock_time(&self) -> Duration {
        self.processor_time * CLOCK_SECONDS
    }
}

/// The text of a document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct ExtractedText {
    /// The format: `pdf`, `docx`, `odt`, `pptx`.
    pub(super) kind: Cow<'static, str>,
    /// The title, or empty if the file declares none.
    pub(super) title: String,
    /// Its pages or slides, in order; one of all for a format without.
    pub(super) parts: Vec<Part>,
    /// The pages that were not read.
    pub(super) unread: Vec<Unread>,
}

/// A page that was not read, although others of its file were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Unread {
    /// Its number from 1.
    pub(super) page: u32,
    /// The reason.
    pub(super) fault: PageFault,
}

/// The reason why a page is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum PageFault {
    /// Its fonts do not say which letters it draws, or say it wrong.
    WrongLetters,
    /// It draws too much.
    TooMuch,
    /// The reader has a fault.
    Program,
}

impl PageFault {
    /// The reason why a file of such pages is not read.
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
pub(super) struct Part {
    /// Its number from 1, if the format has pages.
    pub(super) page: Option<u32>,
    /// Its text in reading order.
    pub(super) texts: Vec<Text>,
}

/// A text of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum Text {
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
pub(super) enum DocumentError {
    /// The file needs a password.
    Password,
    /// It has pictures only.
    Pictures,
    /// The file does not say which letters it draws, or says it wrong.
    WrongLetters,
    /// A format that is not read; its name.
    Format(Cow<'static, str>),
    /// It is damaged; how.
    Damaged(String),
    /// It has too many pages.
    TooLong {
        /// As many.
        pages: usize,
        /// As many are read.
        most: usize,
    },
    /// It takes too long.
    TooSlow,
    /// It unpacks to too much.
    TooMuch,
    /// It has more elements, text or drawing than is read.
    TooComplex,
    /// Reading it takes too much memory.
    TooHeavy {
        /// As many bytes are there.
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
pub(super) fn read(
    bytes: Arc<Vec<u8>>,
    bounds: &DocumentLimits,
) -> Result<ExtractedText, DocumentError> {
    let (sender, receiver) = mpsc::channel();
    let within = bounds.clone();
    let reading = thread::Builder::new()
        .name("document".to_owned())
        .stack_size(STACK);
    let started = reading.spawn(move || {
        // Nobody listens any more if it took too long.
        let _ = sender.send(read_kind(&bytes, &within).and_then(refuse_no_language));
    });
    let Ok(thread) = started else {
        return Err(DocumentError::Fault);
    };
    match receiver.recv_timeout(bounds.clock_time() + GRACE) {
        Ok(read) => {
            // Its memory is free before the next document is read.
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

/// Refuses a document of more words than a language has.
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
pub(super) mod samples;
// Most of them read PDF.
#[cfg(test)]
mod tests;
