use std::time::Duration;

use super::samples::{docx, line, package, pdf, pdf_with};
use super::*;

mod hostile;
mod office;
mod pages;
mod reports;
mod ruled;
mod tables;

fn bounds() -> DocumentLimits {
    DocumentLimits {
        pages: 100,
        processor_time: Duration::from_secs(20),
        unpacked: 1 << 20,
        memory: 512 << 20,
    }
}

fn read(bytes: &[u8], bounds: &DocumentLimits) -> Result<ExtractedText, DocumentError> {
    super::read(Arc::new(bytes.to_vec()), bounds)
}

fn written(bytes: &[u8]) -> ExtractedText {
    read(bytes, &bounds()).unwrap()
}

/// Returns all texts; headings begin with one `#` per level.
fn texts(bytes: &[u8]) -> Vec<String> {
    let parts = written(bytes).parts.into_iter();
    let texts = parts.flat_map(|part| part.texts).map(|text| match text {
        Text::Heading(level, text) => format!("{} {text}", "#".repeat(level.into())),
        Text::Paragraph(text) => text,
        Text::Unquoted(text) => format!("? {text}"),
    });
    texts.collect()
}
