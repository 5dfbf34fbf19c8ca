//! PDF: from drawing commands to paragraphs.
//!
//! A PDF file places letters and knows of no words, lines or paragraphs, so that these are worked
//! out here. An interpreter that is made for rendering reads the file: fonts, encodings, encryption
//! and repair are its matter.
//!
//! | file | holds |
//! |---|---|
//! | `glyphs.rs` | which letters a page draws, and where |
//! | `lines.rs` | letters to lines |
//! | `columns.rs` | lines in reading order, where the file has another |
//! | `furniture.rs` | running headers, footers and page numbers |
//! | `paragraphs.rs`, `hyphens.rs` | lines to paragraphs |
//! | `headings.rs` | which paragraphs are headings; the title |
//! | `outline.rs` | the file's own list of contents |

mod columns;
mod furniture;
mod glyphs;
mod headings;
mod hyphens;
mod lines;
mod outline;
mod paragraphs;

use std::sync::Arc;
use std::time::Instant;

use hayro_interpret::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro_interpret::{InterpreterCache, InterpreterSettings, RenderContent};

use self::lines::Line;
use self::paragraphs::Paragraph;
use super::{DocumentError, DocumentLimits, ExtractedText, Part, Text, garbage, letters};

/// A page of more lines is no page to read.
const MOST_LINES: usize = 4_000;

/// The lines of a page.
#[derive(Debug)]
pub(super) struct PageLines {
    number: u32,
    height: f64,
    lines: Vec<Line>,
}

/// Reads a PDF file.
pub(super) fn read(bytes: &[u8], bounds: &DocumentLimits) -> Result<ExtractedText, DocumentError> {
    let pdf = Pdf::new(Arc::new(bytes.to_vec())).map_err(trouble)?;
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
    let mut pages = draw_pages(&pdf, bounds)?;
    check_letters(&pages)?;
    furniture::remove(&mut pages);
    let body = paragraphs::body_size(&pages);
    let mut paragraphs = paragraphs::paragraphs(&pages, body);
    mend(&mut paragraphs);
    headings::mark(&mut paragraphs, &outline::titles(&pdf), body);
    let metadata = pdf
        .metadata()
        .title
        .as_deref()
        .map(outline::decode)
        .unwrap_or_default();
    let title = headings::title(&paragraphs, &metadata, body);
    let text: Vec<&str> = paragraphs
        .iter()
        .map(|paragraph| paragraph.text.as_str())
        .collect();
    garbage::check(&text)?;
    Ok(ExtractedText {
        kind: "pdf",
        title,
        parts: parts(paragraphs),
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

fn draw_pages(pdf: &Pdf, bounds: &DocumentLimits) -> Result<Vec<PageLines>, DocumentError> {
    let start = Instant::now();
    let settings = InterpreterSettings {
        // Comments and form fields are no part of the text.
        render_content: RenderContent::PAGE,
        ..InterpreterSettings::default()
    };
    let cache = InterpreterCache::new();
    let mut pages = Vec::with_capacity(pdf.pages().len());
    for (page, number) in pdf.pages().iter().zip(1..) {
        if start.elapsed() > bounds.time {
            return Err(DocumentError::TooSlow);
        }
        let drawing = glyphs::draw(page, &cache, &settings);
        if drawing.overfull {
            return Err(DocumentError::TooMuch);
        }
        let mut found = lines::lines(drawing.glyphs);
        if found.len() > MOST_LINES {
            return Err(DocumentError::TooMuch);
        }
        columns::sort(&mut found);
        found.extend(lines::lines(drawing.turned));
        pages.push(PageLines {
            number,
            height: drawing.height,
            lines: found,
        });
    }
    Ok(pages)
}

/// Refuses a file whose letters have no names, and one without any.
fn check_letters(pages: &[PageLines]) -> Result<(), DocumentError> {
    let lines = || pages.iter().flat_map(|page| &page.lines);
    let letters: usize = lines()
        .map(|line| line.text.chars().filter(|c| !c.is_whitespace()).count())
        .sum();
    let unknown: usize = lines().map(|line| line.unknown).sum();
    if letters < 20.max(pages.len() * 2) {
        return Err(DocumentError::Pictures);
    }
    if unknown * 8 > letters {
        return Err(DocumentError::WrongLetters);
    }
    Ok(())
}

/// Mends the letters of the whole document, in which faults show that a line does not show.
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
        if paragraph.text.contains(lines::is_unknown) {
            paragraph.text = lines::one_space(&paragraph.text.replace(lines::is_unknown, " "));
        }
        if paragraph.text.contains('\u{ad}') {
            paragraph.text = paragraph.text.replace('\u{ad}', "");
        }
    }
    paragraphs.retain(|paragraph| paragraph.text.chars().any(char::is_alphanumeric));
}

/// The paragraphs, by the pages on which they begin.
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
            0 => Text::Paragraph(paragraph.text),
            level => Text::Heading(level, paragraph.text),
        };
        if let Some(part) = parts.last_mut() {
            part.texts.push(text);
        }
    }
    parts
}
