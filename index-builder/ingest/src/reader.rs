//! The contract that the reader of every format keeps.

use std::fmt;

use super::page::{ParsedPage, Rejection};

/// Reads the content of a page from its bytes.
///
/// # Contract
/// * never panics, whatever the bytes;
/// * the same path and bytes give the same page;
/// * all texts are in Unicode normalisation form C, without whitespace at the ends;
/// * every block says something: it has at least one letter or digit, or is a heading.
pub trait Reader: fmt::Debug + Send + Sync {
    /// Reads a page; `path` is the file's path relative to the input.
    ///
    /// # Errors
    /// If the page is left out or malformed.
    fn read(&self, path: &str, bytes: &[u8]) -> Result<ParsedPage, Rejection>;
}
