//! Writes `terms/<lang>/<n>`, `heads/<lang>/<n>` and `tails/<lang>/<n>` sections; `terms.rs`
//! describes their contents.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::terms::{LongList, RowKind, push_words, shared_start};
use super::{PostingList, QuestionBits, encode, push_varint};
use crate::error::Result;

#[derive(Default, Serialize)]
struct Columns {
    words: ByteBuf,
    kinds: ByteBuf,
    stem_starts: ByteBuf,
    stem_tail_lengths: ByteBuf,
    stem_tails: ByteBuf,
    document_frequencies: ByteBuf,
    gap_lengths: ByteBuf,
    gaps: ByteBuf,
    frequencies: ByteBuf,
    long: ByteBuf,
    /// None if all frequencies are 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    questions: Option<ByteBuf>,
}

/// The location of a row's postings.
#[derive(Debug, Clone, PartialEq)]
pub enum Listed<'l> {
    /// In the shard.
    Here(&'l PostingList),
    /// In a separate section.
    Long(&'l LongList),
}

/// A row of a shard.
#[derive(Debug, Clone, PartialEq)]
pub struct TermRow<'r> {
    /// The kind of the row.
    pub kind: RowKind,
    /// The word, stem or prefix.
    pub text: &'r str,
    /// The word's stem.
    pub stem: &'r str,
    /// Number of postings.
    pub postings: u32,
    /// Their location.
    pub listed: Listed<'r>,
}

/// Writes a shard, row by row in ascending order.
#[derive(Default)]
pub struct TermShardBuilder {
    columns: Columns,
    questions: QuestionBits,
    previous: String,
}

impl std::fmt::Debug for TermShardBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TermShardBuilder")
            .field("previous", &self.previous)
            .finish_non_exhaustive()
    }
}

impl TermShardBuilder {
    /// Adds a row.
    pub fn push(&mut self, row: &TermRow<'_>) {
        let columns = &mut self.columns;
        push_words(&mut columns.words, &self.previous, row.text);
        row.text.clone_into(&mut self.previous);
        columns.kinds.push(row.kind as u8);
        let kept = shared_start(row.text, row.stem);
        push_varint(&mut columns.stem_starts, kept as u64);
        push_varint(
            &mut columns.stem_tail_lengths,
            (row.stem.len() - kept) as u64,
        );
        columns
            .stem_tails
            .extend_from_slice(&row.stem.as_bytes()[kept..]);
        push_varint(&mut columns.document_frequencies, u64::from(row.postings));
        match row.listed {
            Listed::Here(list) => {
                // Lengths are stored plus one: 0 means a list in a separate section.
                push_varint(&mut columns.gap_lengths, list.gaps.len() as u64 + 1);
                columns.gaps.extend_from_slice(&list.gaps);
                let before = columns.frequencies.len();
                let length = list.frequencies.len();
                self.questions.append(before, &list.questions, length);
                columns.frequencies.extend_from_slice(&list.frequencies);
            }
            Listed::Long(list) => {
                push_varint(&mut columns.gap_lengths, 0);
                for number in list.numbers() {
                    push_varint(&mut columns.long, u64::from(number));
                }
            }
        }
    }

    /// Encodes the section.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        let questions = self.questions.into_bytes(self.columns.frequencies.len());
        self.columns.questions = questions.map(ByteBuf::from);
        encode("terms", &self.columns)
    }
}

/// Encodes a section with one list of postings.
///
/// # Errors
/// Only if memory cannot be allocated.
pub fn write_postings(section: &str, list: PostingList) -> Result<Vec<u8>> {
    let questions = list.questions.into_bytes(list.frequencies.len());
    let columns = (ByteBuf::from(list.gaps), ByteBuf::from(list.frequencies));
    match questions {
        None => encode(section, &columns),
        Some(questions) => encode(section, &(columns.0, columns.1, ByteBuf::from(questions))),
    }
}
