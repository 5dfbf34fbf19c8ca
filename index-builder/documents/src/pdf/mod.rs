//! PDF: converts drawing commands to paragraphs.
//!
//! A PDF file places letters and contains no words, lines or paragraphs, so this folder
//! reconstructs them. An interpreter made for rendering reads the file; it handles fonts,
//! encodings, encryption and repair.
//!
//! | file | holds |
//! |---|---|
//! | `drawing.rs` | the lines of all pages; a page that fails costs that page alone |
//! | `glyphs.rs` | which letters a page draws, and where |
//! | `fonts.rs` | which letters the glyphs of a font stand for |
//! | `lines.rs` | letters to lines |
//! | `rules.rs`, `tables.rs` | ruled tables to lines that name their columns |
//! | `aligned.rs` | the same for tables without rules |
//! | `placed.rs` | the lines of both where the table stands |
//! | `columns.rs` | lines in reading order, where the file has another |
//! | `furniture.rs` | running headers, footers and page numbers |
//! | `paragraphs.rs`, `hyphens.rs` | lines to paragraphs |
//! | `headings.rs` | which paragraphs are headings; the title |
//! | `outline.rs` | the file's own list of contents |
//! | `expansion.rs` | how much data of older filters unpacks to |
//! | `work.rs` | bounds what a file unpacks to and what its pages draw |

mod aligned;
mod columns;
mod drawing;
mod expansion;
mod fonts;
mod furniture;
mod glyphs;
mod headings;
mod hyphens;
mod lines;
mod outline;
mod paragraphs;
mod placed;
mod rules;
mod tables;
mod work;

use std::collections::BTreeSet;
use std::sync::Arc;

use hayro_interpret::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use self::lines::Line;
use self::paragraphs::Paragraph;
use super::{
    DocumentError, DocumentLimits, ExtractedText, PageFault, Part, Text, Unread, garbage, letters,
};

/// The minimum number of letters of a file or page with text.
const FEWEST_LETTERS: usize = 20;

/// The lines of a page.
#[derive(Debug)]
pub(super) struct PageLines {
    number: u32,
    height: f64,
    lines: Vec<Line>,
}

/// Reads a PDF file.
pub(super) fn read(
    bytes: &Arc<Vec<u8>>,
    bounds: &DocumentLimits,
) -> Result<ExtractedText, DocumentError> {
    work::check_streams(bytes, bounds.unpacked)?;
    let pdf = Pdf::new(Arc::clone(bytes)).map_err(trouble)?;
    let count = pdf.pages().len();
    if count == 0 {
        return Err(DocumentError::Damaged("it has no pages".to_owned()));
    }
    if count > bounds.pages {
        return Err(DocumentError::TooLong {
            pages: count,
            most: bounds.pages,
        });
    }
    let (mut pages, mut unread) = drawing::pages(&pdf, bounds)?;
    check_letters(&mut pages, &mut unread)?;
    furniture::remove(&mut pages);
    let body = paragraphs::body_size(&pages);
    let mut paragraphs = paragraphs::paragraphs(&pages, body);
    mend(&mut paragraphs);
    drop_garbage(&mut paragraphs, &mut unread)?;
    headings::mark(&mut paragraphs, &outline::titles(&pdf), body);
    let metadata = pdf
        .metadata()
        .title
        .as_deref()
        .map(outline::decode)
        .unwrap_or_default();
    let title = headings::title(&paragraphs, &metadata, body);
    Ok(ExtractedText {
        kind: "pdf".into(),
        title,
        parts: parts(paragraphs),
        unread,
    })
}

fn trouble(error: LoadPdfError) -> DocumentError {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => DocumentError::Password,
        LoadPdfError::Decryption(_) => {
            DocumentError::Damaged("its encryption is unsupported or damaged".to_owned())
        }
        LoadPdfError::Invalid => {
            DocumentError::Damaged("its list of objects or pages is missing".to_owned())
        }
    }
}

/// Refuses a file whose letters have no names, and a file without letters. If other pages are
/// readable, only the pages with unknown letters are refused.
fn check_letters(
    pages: &mut Vec<PageLines>,
    unread: &mut Vec<Unread>,
) -> Result<(), DocumentError> {
    let letters: usize = pages.iter().map(PageLines::letters).sum();
    if letters < FEWEST_LETTERS.max(pages.len() * 2) {
        return Err(DocumentError::Pictures);
    }
    let unknown: usize = pages.iter().map(PageLines::unknown).sum();
    let refused: BTreeSet<u32> = pages
        .iter()
        .filter(|page| page.is_unknown())
        .map(|page| page.number)
        .collect();
    unread.extend(refused.iter().map(|page| Unread {
        page: *page,
        fault: PageFault::WrongLetters,
    }));
    if unknown * 8 > letters {
        pages.retain(|page| !refused.contains(&page.number));
        let words: usize = pages.iter().map(PageLines::words).sum();
        if refused.is_empty() || words < FEWEST_LETTERS {
            return Err(DocumentError::WrongLetters);
        }
    }
    Ok(())
}

impl PageLines {
    /// Returns the size of its text in bytes.
    fn bytes(&self) -> usize {
        self.lines.iter().map(|line| line.text.len()).sum()
    }

    fn letters(&self) -> usize {
        let inked = |line: &Line| line.text.chars().filter(|c| !c.is_whitespace()).count();
        self.lines.iter().map(inked).sum()
    }

    /// Returns the number of letters, without digits and symbols.
    fn words(&self) -> usize {
        let letters = |line: &Line| line.text.chars().filter(|c| c.is_alphabetic()).count();
        self.lines.iter().map(letters).sum()
    }

    fn unknown(&self) -> usize {
        self.lines.iter().map(|line| line.unknown).sum()
    }

    /// Whether so many of its letters have no names that it is unreadable.
    fn is_unknown(&self) -> bool {
        self.letters() >= FEWEST_LETTERS && self.unknown() * 8 > self.letters()
    }
}

/// Drops the pages whose text is meaningless, and refuses a file that has only such pages.
fn drop_garbage(
    paragraphs: &mut Vec<Paragraph>,
    unread: &mut Vec<Unread>,
) -> Result<(), DocumentError> {
    fn text(paragraphs: &[Paragraph]) -> String {
        let texts: Vec<&str> = paragraphs
            .iter()
            .map(|paragraph| paragraph.text.as_str())
            .collect();
        texts.join("\n")
    }
    let refused: BTreeSet<u32> = paragraphs
        .chunk_by(|a, b| a.page == b.page)
        .filter(|of_page| garbage::is_meaningless(&text(of_page)))
        .map(|of_page| of_page[0].page)
        .collect();
    paragraphs.retain(|paragraph| !refused.contains(&paragraph.page));
    if !refused.is_empty() && paragraphs.is_empty() || garbage::is_meaningless(&text(paragraphs)) {
        return Err(DocumentError::WrongLetters);
    }
    unread.extend(refused.into_iter().map(|page| Unread {
        page,
        fault: PageFault::WrongLetters,
    }));
    unread.sort_unstable();
    unread.dedup();
    Ok(())
}

/// Repairs the letters of the whole document, because single lines do not show all faults.
fn mend(paragraphs: &mut Vec<Paragraph>) {
    let all: Vec<&str> = paragraphs
        .iter()
        .map(|paragraph| paragraph.text.as_str())
        .collect();
    let is_wrong = letters::has_wrong_turkish(&all.join("\n"));
    for paragraph in &mut *paragraphs {
        if is_wrong {
            paragraph.text = letters::mend_turkish(&paragraph.text);
        }
        if paragraph.text.contains(fonts::is_unknown) {
            paragraph.text = lines::one_space(&paragraph.text.replace(fonts::is_unknown, " "));
        }
        if paragraph.text.contains('\u{ad}') {
            paragraph.text = paragraph.text.replace('\u{ad}', "");
        }
    }
    paragraphs.retain(|paragraph| paragraph.text.chars().any(char::is_alphanumeric));
}

/// Groups the paragraphs by the pages on which they begin.
fn parts(paragraphs: Vec<Paragraph>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for paragraph in paragraphs {
        if parts
            .last()
            .is_none_or(|part| part.page != Some(paragraph.page))
        {
            parts.push(Part {
                page: Some(paragraph.page),
                texts: Vec::new(),
            });
        }
        let text = match paragraph.heading {
            0 if paragraph.is_uncertain => Text::Unquoted(paragraph.text),
            0 => Text::Paragraph(paragraph.text),
            level => Text::Heading(level, paragraph.text),
        };
        if let Some(part) = parts.last_mut() {
            part.texts.push(text);
        }
    }
    parts
}
