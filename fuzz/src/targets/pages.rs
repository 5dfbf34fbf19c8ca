//! The builder's readers of pages: their contract, on bytes that nobody would write.

use soru::Block;
use soru_ingest::{Format, InputSettings, ParsedPage, Piece, Readers, Rejection};

thread_local! {
    static READERS: Readers = Readers::new(&InputSettings::default()).unwrap();
}

/// HTML.
pub(super) fn html(bytes: &[u8]) {
    page(Format::Html, bytes);
}

/// Markdown.
pub(super) fn markdown(bytes: &[u8]) {
    page(Format::Markdown, bytes);
}

/// The front matter of Markdown, in YAML and in TOML.
pub(super) fn front_matter(bytes: &[u8]) {
    for fence in [b"---\n", b"+++\n"] {
        page(
            Format::Markdown,
            &[fence, bytes, b"\n", fence, b"A text.\n"].concat(),
        );
    }
}

/// Plain text.
pub(super) fn plain_text(bytes: &[u8]) {
    page(Format::Text, bytes);
}

/// One line of JSON.
pub(super) fn json_lines(bytes: &[u8]) {
    page(Format::JsonLines, bytes);
}

/// Reads a page twice. Returns whether it is one.
pub(super) fn page(format: Format, bytes: &[u8]) -> bool {
    let read = || READERS.with(|readers| readers.of(format).read("a/b.c", bytes));
    let first = read();
    assert_eq!(first, read(), "read twice");
    match first {
        Ok(page) => {
            for page in page.further.iter().chain([&page]) {
                assert_sound(page);
            }
            return true;
        }
        Err(Rejection::Fault(message)) => assert!(!message.is_empty()),
        Err(Rejection::Skipped(reason)) => assert!(!reason.to_string().is_empty()),
    }
    false
}

fn assert_sound(page: &ParsedPage) {
    assert!(
        page.importance
            .is_none_or(|importance| (0.0..=1.0).contains(&importance))
    );
    for piece in &page.pieces {
        match piece {
            Piece::Content(Block::Heading { text, level, .. }) => {
                assert!((1..=6).contains(level));
                assert_eq!(text.trim(), text);
            }
            Piece::Content(Block::End(level)) => assert!((1..=6).contains(level)),
            Piece::Content(Block::Text(text) | Block::Unquoted(text)) | Piece::Picture(text) => {
                assert_eq!(text.trim(), text);
                assert!(text.chars().any(char::is_alphanumeric), "{text:?}");
            }
            Piece::Content(Block::Weight(weight)) => assert!(*weight <= 1000),
            Piece::Gap => {}
        }
    }
}
