//! Documents: PDF files and those of word processors and presentations.
//!
//! What a file is, its first bytes say, and not its name. Each format has a folder or file of its
//! own that gives the same [`Written`] text; what it cannot read, it gives as [`Trouble`], which
//! is reported by name with what to do.
//!
//! Files from anywhere are hostile: each is read on a thread of its own with a large stack, a fault
//! or a file that takes too long costs that file alone.
//!
//! | format | reader |
//! |---|---|
//! | PDF | `pdf/` |
//! | Word (DOCX), `LibreOffice` (ODT), `PowerPoint` (PPTX) | `office/` |
//!
//! # Adding a format
//! Recognise it in [`kind_of`], read it in a file of its own, name it in [`read_kind`].

#[cfg(feature = "pdf")]
mod garbage;
#[cfg_attr(
    not(feature = "pdf"),
    expect(dead_code, reason = "a part of it serves the reader of PDF")
)]
mod leading;
#[cfg_attr(
    not(feature = "pdf"),
    expect(dead_code, reason = "a part of it serves the reader of PDF")
)]
mod letters;
mod office;
#[cfg(feature = "pdf")]
mod pdf;

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The stack of a reading thread: fonts and forms nest.
const STACK: usize = 64 << 20;

/// Time for ending between pages, before a thread is given up.
const GRACE: Duration = Duration::from_secs(5);

/// How much of a file is read.
#[derive(Debug, Clone)]
pub(super) struct Bounds {
    /// Pages of a file.
    pub(super) pages: usize,
    /// Time for a file.
    pub(super) time: Duration,
    /// Bytes that a file unpacks to.
    pub(super) unpacked: u64,
}

/// The text of a document.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Written {
    /// What it is: `pdf`, `docx`, `odt`, `pptx`.
    pub(super) kind: &'static str,
    /// What it is called; empty if nothing says so.
    pub(super) title: String,
    /// Its pages or slides, in order; one of all for a format without.
    pub(super) parts: Vec<Part>,
}

/// A page of a document.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Part {
    /// Its number from 1, if the format has pages.
    pub(super) page: Option<u32>,
    /// Its text in reading order.
    pub(super) texts: Vec<Text>,
}

/// A text of a page.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Text {
    /// A heading and its level from 1.
    Heading(u8, String),
    /// A paragraph, an item of a list or a row of a table.
    Paragraph(String),
}

/// Why a document is not read.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Trouble {
    /// A password is asked for.
    Password,
    /// It has pictures only.
    Pictures,
    /// The file does not say which letters it draws, or says it wrong.
    #[cfg_attr(
        not(feature = "pdf"),
        expect(dead_code, reason = "only letters of PDF can be wrong")
    )]
    WrongLetters,
    /// A format that is not read; its name.
    Format(&'static str),
    /// This build of the command lacks its reader; the feature with it.
    #[cfg(not(feature = "pdf"))]
    NotInBuild(&'static str),
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
    /// The reader has a fault.
    Fault,
}

/// What the first bytes of a file say it is.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Pdf,
    Office,
    Ole,
    Rtf,
    Unknown,
}

fn kind_of(bytes: &[u8]) -> Kind {
    let start = &bytes[..bytes.len().min(1024)];
    let has = |mark: &[u8]| start.windows(mark.len()).any(|window| window == mark);
    match start {
        _ if has(b"%PDF-") => Kind::Pdf,
        [b'P', b'K', 3, 4, ..] => Kind::Office,
        [0xd0, 0xcf, 0x11, 0xe0, ..] => Kind::Ole,
        [b'{', b'\\', b'r', b't', b'f', ..] => Kind::Rtf,
        _ => Kind::Unknown,
    }
}

/// Reads a document on a thread of its own.
///
/// # Errors
/// Why it is not read.
pub(super) fn read(bytes: &[u8], bounds: &Bounds) -> Result<Written, Trouble> {
    let (sender, receiver) = mpsc::channel();
    let (bytes, within) = (bytes.to_vec(), bounds.clone());
    let reading = thread::Builder::new()
        .name("document".to_owned())
        .stack_size(STACK);
    let started = reading.spawn(move || {
        // Nobody listens any more if it took too long.
        let _ = sender.send(read_kind(&bytes, &within));
    });
    let Ok(thread) = started else {
        return Err(Trouble::Fault);
    };
    match receiver.recv_timeout(bounds.time + GRACE) {
        Ok(read) => {
            // Its memory is free before the next document is read.
            let _ = thread.join();
            read
        }
        Err(mpsc::RecvTimeoutError::Timeout) => Err(Trouble::TooSlow),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            let _ = thread.join();
            Err(Trouble::Fault)
        }
    }
}

fn read_kind(bytes: &[u8], bounds: &Bounds) -> Result<Written, Trouble> {
    match kind_of(bytes) {
        #[cfg(feature = "pdf")]
        Kind::Pdf => pdf::read(bytes, bounds),
        #[cfg(not(feature = "pdf"))]
        Kind::Pdf => Err(Trouble::NotInBuild("pdf")),
        Kind::Office => office::read(bytes, bounds),
        Kind::Ole => Err(office::old_format(bytes)),
        Kind::Rtf => Err(Trouble::Format("RTF")),
        Kind::Unknown => Err(Trouble::Damaged(
            "it does not start with the signature of a document".to_owned(),
        )),
    }
}

#[cfg(test)]
pub(super) mod samples;
// Most of them read PDF.
#[cfg(all(test, feature = "pdf"))]
mod tests;
