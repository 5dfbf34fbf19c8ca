//! The `chunks` section: one row per chunk, sorted by document, then by place in it.
//!
//! Few chunks belong to a group of near-duplicates, so groups are no column: for each chunk of
//! one, the difference to the chunk before and the number of the group, as varints.

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
    /// Which passage it is, of those that stand on several pages, from 1 on in the order of first
    /// appearance; 0 if no other page has it.
    pub group: u32,
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
    /// Chunks that belong to a group, ascending, and the groups.
    grouped: [Vec<u32>; 2],
}

#[derive(Default, Serialize)]
struct Columns {
    documents: ByteBuf,
    strings: [ByteBuf; 4],
    words: [ByteBuf; 3],
    starts: ByteBuf,
    groups: ByteBuf,
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
        let mut ungrouped = 0;
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
            if row.group == 0 {
                ungrouped += 1;
            } else {
                push_varint(&mut columns.groups, ungrouped);
                push_varint(&mut columns.groups, u64::from(row.group));
                ungrouped = 0;
            }
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
            grouped: Default::default(),
        };
        let groups = row.optional_varints();
        row.end()?;
        table.number(documents)?;
        table.group(&groups)?;
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

    /// Takes the groups in: each has chunks of at least two documents, and begins where the one
    /// before it has begun or later.
    fn group(&mut self, pairs: &[u32]) -> Result<()> {
        let damage = |detail| Err(Error::corrupt("chunks", detail));
        let mut next = 0_usize;
        // Document of the latest member, and how many members, of every group.
        let mut latest: Vec<(usize, u32)> = Vec::new();
        for pair in pairs.chunks(2) {
            let &[skipped, group] = pair else {
                return damage("a group is cut off");
            };
            let chunk = next.saturating_add(skipped as usize);
            if chunk >= self.len() {
                return damage("a group of an unknown chunk");
            }
            let document = self.document(chunk);
            let known = latest.len();
            match latest.get_mut((group as usize).wrapping_sub(1)) {
                Some(latest) if latest.0 < document => *latest = (document, latest.1 + 1),
                None if group as usize == known + 1 => latest.push((document, 1)),
                _ => return damage("a group does not fit"),
            }
            self.grouped[0].push(u32::try_from(chunk).unwrap_or(u32::MAX));
            self.grouped[1].push(group);
            next = chunk + 1;
        }
        if latest.iter().any(|(_, members)| *members < 2) {
            return damage("a group of one chunk");
        }
        Ok(())
    }

    /// Which passage the chunk is, of those that stand on several pages; 0 if no other page has
    /// it.
    #[must_use]
    pub fn group_of(&self, chunk: usize) -> u32 {
        let [chunks, groups] = &self.grouped;
        let at = chunks.partition_point(|other| (*other as usize) < chunk);
        match chunks.get(at) {
            Some(found) if *found as usize == chunk => groups[at],
            _ => 0,
        }
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

    /// Headings above the chunk as one text, for telling whether two chunks stand below the same.
    #[must_use]
    pub fn headings(&self, chunk: usize) -> &str {
        self.headings.get(chunk)
    }

    /// Headings above the chunk, outermost first.
    pub fn heading(&self, chunk: usize) -> impl Iterator<Item = &str> {
        self.headings(chunk)
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

    fn grouped(rows: &[(u32, u32)]) -> Result<ChunkTable> {
        let row = |(document, group): &(u32, u32)| ChunkRow {
            document: *document,
            group: *group,
            ..ChunkRow::default()
        };
        let rows: Vec<ChunkRow> = rows.iter().map(row).collect();
        ChunkTable::read(&ChunkTable::write(&rows)?, 9)
    }

    #[test]
    fn groups_read_back() {
        let rows = [(0, 1), (0, 0), (1, 2), (2, 1), (3, 2), (3, 1), (4, 0)];
        let table = grouped(&rows).unwrap();
        for (chunk, (_, group)) in rows.iter().enumerate() {
            assert_eq!(table.group_of(chunk), *group, "{chunk}");
        }
        assert_eq!(table.group_of(99), 0);
    }

    #[test]
    fn groups_that_make_no_sense_are_damage() {
        for rows in [
            // Of one chunk, of one document, out of order, beyond all.
            &[(0, 1), (1, 0)][..],
            &[(0, 1), (0, 1)],
            &[(0, 2), (1, 2)],
            &[(0, u32::MAX), (1, u32::MAX)],
        ] {
            assert_eq!(grouped(rows).unwrap_err().code(), "CORRUPT_INDEX");
        }
        for pairs in [vec![0], vec![7, 1], vec![0, 1, u32::MAX, 1]] {
            let mut table = grouped(&[(0, 0), (1, 0)]).unwrap();
            assert_eq!(table.group(&pairs).unwrap_err().code(), "CORRUPT_INDEX");
        }
    }

    // Bundles that were built before there were groups have none.
    #[test]
    fn a_table_without_groups_is_read() {
        let columns = Columns::default();
        let older = (
            &columns.documents,
            &columns.strings,
            &columns.words,
            &columns.starts,
        );
        let bytes = encode("chunks", &older).unwrap();
        assert_eq!(ChunkTable::read(&bytes, 0).unwrap().group_of(0), 0);
    }

    #[test]
    fn rows_read_back_and_are_numbered_within_their_document() {
        let row = |document, start| ChunkRow {
            document,
            heading: vec!["Ücretler".into(), "Harç".into()],
            anchor: "harc".into(),
            words: [7, 2, 1],
            start,
            group: 0,
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
