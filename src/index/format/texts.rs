//! A `text/<n>` section: the texts of a range of chunks.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::node::Node;
use super::{Strings, StringsBuilder, encode};
use crate::error::Result;

/// The texts of a range of chunks.
#[derive(Debug, Clone, Default)]
pub struct TextShard {
    texts: Strings,
}

#[derive(Serialize)]
struct Columns {
    lengths: ByteBuf,
    text: ByteBuf,
}

/// The section's bytes.
///
/// # Errors
/// Only if memory for them cannot be had.
pub fn write_texts<'t>(section: &str, texts: impl Iterator<Item = &'t str>) -> Result<Vec<u8>> {
    let mut builder = StringsBuilder::default();
    texts.for_each(|text| builder.push(text));
    let columns = Columns {
        lengths: ByteBuf::from(builder.lengths),
        text: ByteBuf::from(builder.text),
    };
    encode(section, &columns)
}

impl TextShard {
    /// From the section's bytes.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`].
    pub fn read(section: &str, bytes: &[u8]) -> Result<Self> {
        let mut row = Node::decode_row(section, bytes)?;
        let texts = row.strings();
        row.end().map(|()| Self { texts })
    }

    /// The text of a row; empty for one that does not exist.
    #[must_use]
    pub fn get(&self, row: usize) -> &str {
        self.texts.get(row)
    }
}
