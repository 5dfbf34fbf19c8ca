//! The `metadata` section: metadata of pages, for filters. Passages have it too; this section
//! excludes pages before any passage is fetched.

use serde_bytes::ByteBuf;

use super::node::Node;
use super::passages::{entries, pack_meta};
use super::{StringsBuilder, encode};
use crate::error::{Damage, Error, Result};
use crate::ordered::Map;

/// Encodes the section; none if no page has metadata.
///
/// # Errors
/// Only if memory cannot be allocated.
pub fn write_metadata<'m>(
    pages: impl Iterator<Item = &'m [(String, String)]>,
) -> Result<Option<Vec<u8>>> {
    let mut column = StringsBuilder::default();
    pages.for_each(|meta| column.push(&pack_meta(meta)));
    if column.text.is_empty() {
        return Ok(None);
    }
    let blobs = [column.lengths, column.text].map(ByteBuf::from);
    encode(SECTION, &blobs).map(Some)
}

/// Decodes the metadata of every page; `pages` is their number.
///
/// # Errors
/// [`Error::Corrupt`].
pub fn read_metadata(bytes: &[u8], pages: usize) -> Result<Vec<Map<String>>> {
    let mut fields = Node::decode_fields(SECTION, bytes)?;
    let column = fields.strings();
    fields.end()?;
    if column.len() != pages {
        return Err(Error::corrupt(SECTION, Damage::OtherPages));
    }
    let own = |page| entries(column.get(page)).map(|(key, value)| (key, value.to_owned()));
    Ok((0..pages).map(|page| own(page).collect()).collect())
}

const SECTION: &str = "metadata";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_reads_back_and_pages_without_any_write_no_section() {
        let pages = [vec![("date".to_owned(), "2026".to_owned())], Vec::new()];
        let bytes = write_metadata(pages.iter().map(Vec::as_slice))
            .unwrap()
            .unwrap();
        let read = read_metadata(&bytes, 2).unwrap();
        assert_eq!((read[0]["date"].as_str(), read[1].len()), ("2026", 0));
        assert!(read_metadata(&bytes, 3).is_err());
        assert!(write_metadata([&[][..]].into_iter()).unwrap().is_none());
    }
}
