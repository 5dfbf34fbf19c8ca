//! The `words` section.

use super::encode;
use super::node::Node;
use crate::error::Result;
use crate::text::{Lists, WordLists};

/// Encodes the section.
///
/// # Errors
/// Only if memory cannot be allocated.
pub fn write_words(lists: &Lists) -> Result<Vec<u8>> {
    let all: Vec<&Vec<String>> = [&lists.shared].into_iter().chain(&lists.own).collect();
    encode("words", &all)
}

/// Decodes the section.
///
/// # Errors
/// [`crate::Error::Corrupt`].
pub fn read_words(bytes: &[u8]) -> Result<WordLists> {
    let mut fields = Node::decode_fields("words", bytes)?;
    let mut lists = Lists {
        shared: fields.texts(),
        ..Lists::default()
    };
    for own in &mut lists.own {
        *own = fields.texts();
    }
    fields.end()?;
    Ok(lists.into())
}
