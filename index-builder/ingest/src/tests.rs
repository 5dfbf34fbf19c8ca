//! Sites and pages for tests.

use std::fs;

use soru::Block;
use tempfile::TempDir;

use crate::page::{ParsedPage, Piece};

/// Writes files, given by path and text, into a new folder.
pub(crate) fn folder<P: AsRef<str>>(files: &[(P, impl AsRef<str>)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let file = dir.path().join(path.as_ref());
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text.as_ref()).unwrap();
    }
    dir
}

/// Returns the texts of a page, and its headings as `level text #anchor`.
pub(crate) fn lines(page: ParsedPage) -> Vec<String> {
    let line = |piece| match piece {
        Piece::Content(Block::Text(text) | Block::Unquoted(text)) | Piece::Picture(text) => {
            Some(text)
        }
        Piece::Content(Block::Heading {
            level,
            text,
            anchor,
            ..
        }) => Some(format!("{level} {text} #{}", anchor.unwrap_or_default())),
        Piece::Content(Block::End(_) | Block::Weight(_)) | Piece::Gap => None,
    };
    page.pieces.into_iter().filter_map(line).collect()
}
