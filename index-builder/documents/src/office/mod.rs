//! Reads files of word processors and presentations: packages of XML files.
//!
//! | format | file |
//! |---|---|
//! | Word (DOCX) | `docx.rs`, `word_tables.rs` |
//! | `LibreOffice` Writer (ODT) | `odt.rs` |
//! | `PowerPoint` (PPTX) | `pptx.rs` |
//!
//! Struck and hidden text (`silent.rs`) is not read. `package.rs` unpacks and parses, and `work.rs`
//! counts the work of reading.

mod docx;
mod odt;
mod package;
mod pptx;
mod silent;
mod sizes;
mod word_tables;
mod work;

use self::package::Package;
use super::{DocumentError, DocumentLimits, ExtractedText, Text, leading, letters};
use crate::grid::{Line, Table};

/// Reads a package; its content determines the format.
pub(super) fn read(bytes: &[u8], bounds: &DocumentLimits) -> Result<ExtractedText, DocumentError> {
    work::begin();
    let mut package = Package::open(bytes, bounds.unpacked)?;
    if package.has("word/document.xml") {
        docx::read(&mut package)
    } else if package.has("ppt/presentation.xml") {
        pptx::read(&mut package, bounds.pages)
    } else if package.has("content.xml") {
        odt::read(&mut package)
    } else if package.has("xl/workbook.xml") {
        Err(DocumentError::Format("Excel".into()))
    } else if package.has("META-INF/container.xml") {
        Err(DocumentError::Format("EPUB".into()))
    } else {
        Err(DocumentError::Format("ZIP".into()))
    }
}

/// Classifies a file in Microsoft's format of 1997: it is either a newer file with a password, or
/// an old one.
pub(super) fn old_format(bytes: &[u8]) -> DocumentError {
    let has = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes.windows(wide.len()).any(|window| window == wide)
    };
    if has("EncryptedPackage") {
        DocumentError::Password
    } else if has("PowerPoint Document") {
        DocumentError::Format("PowerPoint 97–2003 (.ppt)".into())
    } else if has("Workbook") {
        DocumentError::Format("Excel 97–2003 (.xls)".into())
    } else {
        DocumentError::Format("Word 97–2003 (.doc)".into())
    }
}

/// Tidies a text for the index, on one line.
fn tidy(text: &str) -> String {
    let folded = letters::fold(&text.replace('\n', " ")).replace('\u{ad}', "");
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Tidies the text of a cell and keeps its line breaks.
fn tidy_lines(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(tidy)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n")
}

/// Returns the lines of a table. Tables within tables are written several times.
fn rows(table: &Table) -> Vec<Text> {
    let cells = table.rows.iter().flat_map(|row| &row.cells);
    let size = cells.flat_map(|cell| &cell.texts).map(String::len).sum();
    if !work::put_out(size) {
        return Vec::new();
    }
    let text = |line| match line {
        Line::Row(text) | Line::Text(text) => Text::Paragraph(tidy(&text)),
        Line::Unquoted(text) => Text::Unquoted(tidy(&text)),
    };
    let texts = table.lines().into_iter().map(text);
    let texts = texts.filter(|text| has_words(plain(text)));
    texts
        .take_while(|text| work::put_out(plain(text).len()))
        .collect()
}

/// The maximum length of a title in a file's properties, in bytes.
const LONGEST_TITLE: usize = 1_000;

/// Returns the title: text with the style of a title, or the metadata if the text starts with it,
/// or the lines that their type sets off, or the first heading or short line.
fn title(
    marked: Option<String>,
    metadata: &str,
    set_off: Option<String>,
    texts: &[Text],
) -> String {
    if let Some(title) = marked.filter(|title| has_words(title)) {
        return title;
    }
    let is_in_text = |words: &str| {
        let beginning: String = texts
            .iter()
            .take(12)
            .map(plain)
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase();
        words.len() <= LONGEST_TITLE
            && words.split_whitespace().count() >= 2
            && words
                .split_whitespace()
                .all(|word| beginning.contains(&word.to_lowercase()))
    };
    if is_in_text(metadata) {
        return metadata.to_owned();
    }
    let mut beginning = texts.iter().take(8);
    let heading = beginning
        .clone()
        .find(|text| matches!(text, Text::Heading(..)));
    let first = beginning
        .next()
        .filter(|text| plain(text).chars().count() <= 200);
    let lines = texts.iter().take(8).map(plain);
    set_off
        .or_else(|| heading.map(|text| plain(text).to_owned()))
        .or_else(|| leading::title(lines.map(leading::Line::plain)))
        .or_else(|| first.map(|text| plain(text).to_owned()))
        .unwrap_or_default()
}

fn plain(text: &Text) -> &str {
    text.words()
}

/// Refuses a document without words.
fn written(
    kind: &'static str,
    title: String,
    parts: Vec<super::Part>,
) -> Result<ExtractedText, DocumentError> {
    work::finish()?;
    if parts.iter().all(|part| part.texts.is_empty()) {
        return Err(DocumentError::Pictures);
    }
    Ok(ExtractedText {
        kind: kind.into(),
        title,
        parts,
        unread: Vec::new(),
    })
}
