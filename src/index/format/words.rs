//! The `words` section.

use super::encode;
use super::node::Node;
use crate::error::{Damage, Result};
use crate::ordered::Map;

/// Encodes the section.
///
/// # Errors
/// Only if memory cannot be allocated.
pub fn write_words(lists: &Map<String>) -> Result<Vec<u8>> {
    let names: Vec<&String> = lists.keys().collect();
    let words: Vec<&String> = lists.values().collect();
    encode("words", &(names, words))
}

/// Decodes the section: lists of words by name.
///
/// # Errors
/// [`crate::Error::Corrupt`].
pub fn read_words(bytes: &[u8]) -> Result<Map<String>> {
    let mut fields = Node::decode_fields("words", bytes)?;
    let (names, words) = (fields.texts(), fields.texts());
    // Names that do not ascend would be sorted one by one.
    if names.len() != words.len() || !names.is_sorted() {
        fields.refuse(Damage::Columns);
    }
    fields.end()?;
    Ok(names.into_iter().zip(words).collect())
}
