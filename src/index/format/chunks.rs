//! The `chunks` section: one row per chunk, sorted by document, then by place in it.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::node::Node;
use super::{Strings, StringsBuilder, encode, push_varint};
use crate::error::{Error, Result};

/// One chunk, without its text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChunkRow {
    /// Row of its document.
    pub document: u32,
    /// Headings above it, outermost first, without the page's title.
    pub heading: Vec<String>,
    /// The id to link to, empty if there is none.
    pub anchor: String,
    /// Words: body, headings, title.
    pub words: [u32; 3],
    /// Byte offset of its text in the document's text.
    pub start: u32,
}

/// All chunks.
#[derive(Debug, Clone, Default)]
pub struct ChunkTable {
    documents: Vec<u32>,
    numbers: Vec<u32>,
    headings: Strings,
    anchors: Strings,
    words: [Vec<u32>; 3],
    starts: Vec<u32>,
}

#[derive(Default, Serialize)]
struct Columns {
    documents: ByteBuf,
    strings: [ByteBuf; 4],
    words: [ByteBuf; 3],
    starts: ByteBuf,
}

const UNIT: char = '\u{1f}';

impl ChunkTable {
    /// The section's bytes.
    ///
    /// # Errors
    /// Only if memory for them cannot be had.
    pub fn write(rows: &[ChunkRow]) -> Result<Vec<u8>> {
        let mut columns = Columns::default();
        let (mut headings, mut anchors) = (StringsBuilder::default(), StringsBuilder::default());
        let mut previous = 0;
        for row in rows {
            push_varint(&mut columns.documents, u64::from(row.document - previous));
            previous = row.document;
            let clean = |heading: &String| heading.replace(UNIT, " ");
            let heading: Vec<String> = row.heading.iter().map(clean).collect();
            headings.push(&heading.join(&UNIT.to_string()));
            anchors.push(&row.anchor);
            for (column, words) in columns.words.iter_mut().zip(row.words) {
                push_varint(column, u64::from(words));
            }
            push_varint(&mut columns.starts, u64::from(row.start));
        }
        columns.strings = [
            headings.lengths,
            headings.text,
            anchors.lengths,
            anchors.text,
        ]
        .map(ByteBuf::from);
        encode("chunks", &columns)
    }

    /// From the section's bytes; `documents` is how many there are.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(bytes: &[u8], documents: usize) -> Result<Self> {
        let mut row = Node::decode_row("chunks", bytes)?;
        let document_rows = row.varints();
        let [headings, anchors] = row.inner(|row| [row.strings(), row.strings()]);
        let mut table = Self {
            documents: document_rows,
            numbers: Vec::new(),
            headings,
            anchors,
            words: row.inner(|row| [row.varints(), row.varints(), row.varints()]),
            starts: row.varints(),
        };
        row.end()?;
        table.number(documents)?;
        let rows = table.documents.len();
        let whole = table.words.iter().all(|column| column.len() == rows)
            && [
                table.headings.len(),
                table.anchors.len(),
                table.starts.len(),
            ] == [rows; 3];
        if whole {
            Ok(table)
        } else {
            Err(Error::corrupt("chunks", "columns of unequal length"))
        }
    }

    /// Turns differences into document rows and counts chunks within each document.
    fn number(&mut self, documents: usize) -> Result<()> {
        let mut document = 0_u32;
        let mut number = 0;
        self.numbers.reserve(self.documents.len());
        for (i, difference) in self.documents.iter_mut().enumerate() {
            number = if *difference == 0 && i > 0 {
                number + 1
            } else {
                0
            };
            document = document
                .checked_add(*difference)
                .filter(|document| (*document as usize) < documents)
                .ok_or_else(|| Error::corrupt("chunks", "a chunk of an unknown document"))?;
            *difference = document;
            self.numbers.push(number);
        }
        Ok(())
    }

    /// How many chunks there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// Row of the chunk's document.
    #[must_use]
    pub fn document(&self, chunk: usize) -> usize {
        self.documents.get(chunk).copied().unwrap_or_default() as usize
    }

    /// Number of the chunk within its document, from 0.
    #[must_use]
    pub fn number_in_document(&self, chunk: usize) -> u32 {
        self.numbers.get(chunk).copied().unwrap_or_default()
    }

    /// Headings above the chunk, outermost first.
    pub fn heading(&self, chunk: usize) -> impl Iterator<Item = &str> {
        self.headings
            .get(chunk)
            .split(UNIT)
            .filter(|heading| !heading.is_empty())
    }

    /// The id to link to, or empty.
    #[must_use]
    pub fn anchor(&self, chunk: usize) -> &str {
        self.anchors.get(chunk)
    }

    /// Words: body, headings, title.
    #[must_use]
    pub fn words(&self, chunk: usize) -> [u32; 3] {
        [0, 1, 2].map(|field| self.words[field].get(chunk).copied().unwrap_or_default())
    }

    /// Byte offset of the chunk's text in its document's text.
    #[must_use]
    pub fn start(&self, chunk: usize) -> u32 {
        self.starts.get(chunk).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_read_back_and_are_numbered_within_their_document() {
        let row = |document, start| ChunkRow {
            document,
            heading: vec!["Ücretler".into(), "Harç".into()],
            anchor: "harc".into(),
            words: [7, 2, 1],
            start,
        };
        let bytes = ChunkTable::write(&[row(0, 0), row(0, 50), row(2, 0)]).unwrap();
        let table = ChunkTable::read(&bytes, 3).unwrap();
        let numbers: Vec<u32> = (0..3)
            .map(|chunk| table.number_in_document(chunk))
            .collect();
        assert_eq!(numbers, [0, 1, 0]);
        assert_eq!(table.document(2), 2);
        assert_eq!(table.heading(1).collect::<Vec<_>>(), ["Ücretler", "Harç"]);
        assert_eq!(
            (table.words(1), table.start(1), table.anchor(1)),
            ([7, 2, 1], 50, "harc")
        );
        assert!(
            ChunkTable::read(&bytes, 2).is_err(),
            "document 2 does not exist"
        );
    }
}
