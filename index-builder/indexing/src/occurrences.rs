//! The words of a document's chunks, kept for every page until all pages are known.
//!
//! These are most of an indexer's memory, so they are packed: about three bytes instead of twelve.

use soru::error::Result;
use soru::index::format::{Posting, Reader, push_varint};

use super::counting::Occurrence;

/// The value in the byte if the frequency in the body is at least this; the excess follows.
const BODY_INLINE: u16 = 15;

/// The occurrences of a document, packed: for each chunk a varint with their number, then for each
/// occurrence the word's number, times 4 plus its frequency in written questions, a byte as in
/// lists of postings (body in the low four bits, headings in the next two, title in the highest
/// two), and if the body's frequency is 15 or more, the excess.
#[derive(Debug, Default)]
pub(super) struct Occurrences(Box<[u8]>);

impl Occurrences {
    /// Packs the occurrences of all chunks. `numbers` are the numbers of the document's words in
    /// its language.
    pub(super) fn pack(chunks: &[Vec<Occurrence>], numbers: &[u32]) -> Self {
        let mut bytes = Vec::new();
        for chunk in chunks {
            push_varint(&mut bytes, chunk.len() as u64);
            for occurrence in chunk {
                let posting = Posting::new(0, occurrence.frequencies);
                let word = u64::from(numbers[occurrence.word as usize]);
                push_varint(&mut bytes, word << 2 | u64::from(posting.questions));
                push_frequencies(&mut bytes, posting);
            }
        }
        Self(bytes.into_boxed_slice())
    }

    /// Calls `give` with every occurrence: the number of its chunk in the document, its word, and a
    /// posting with its frequencies, whose chunk is not set yet.
    ///
    /// # Errors
    /// Never, for the result of [`pack`](Self::pack).
    pub(super) fn each(&self, mut give: impl FnMut(u32, usize, Posting)) -> Result<()> {
        let mut reader = Reader::new("occurrences", &self.0);
        let mut chunk = 0;
        while !reader.is_at_end() {
            for _ in 0..reader.varint()? {
                let word = reader.varint()?;
                let mut posting = read_frequencies(&mut reader)?;
                posting.questions = (word & 3).to_le_bytes()[0];
                give(chunk, (word >> 2) as usize, posting);
            }
            chunk += 1;
        }
        Ok(())
    }
}

fn push_frequencies(bytes: &mut Vec<u8>, posting: Posting) {
    let low = posting.body.min(BODY_INLINE);
    bytes.push(low.to_le_bytes()[0] | posting.headings << 4 | posting.title << 6);
    if low == BODY_INLINE {
        push_varint(bytes, u64::from(posting.body - low));
    }
}

fn read_frequencies(reader: &mut Reader<'_>) -> Result<Posting> {
    let packed = reader.byte()?;
    let mut body = u16::from(packed) & BODY_INLINE;
    if body == BODY_INLINE {
        body = body.saturating_add(u16::try_from(reader.varint()?).unwrap_or(u16::MAX));
    }
    Ok(Posting {
        chunk: 0,
        body,
        headings: packed >> 4 & 3,
        title: packed >> 6,
        questions: 0,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn occurrence() -> impl Strategy<Value = Occurrence> {
        let frequencies = [0..=u16::MAX, 0..=9, 0..=9, 0..=9];
        (0..40_u32, frequencies).prop_map(|(word, frequencies)| Occurrence { word, frequencies })
    }

    proptest! {
        #[test]
        fn r18_packed_occurrences_are_those_that_were_packed(
            chunks in prop::collection::vec(prop::collection::vec(occurrence(), 0..9), 0..6),
            numbers in prop::collection::vec(0..=u32::MAX >> 2, 40),
        ) {
            let mut expected = Vec::new();
            for (chunk, own) in (0_u32..).zip(&chunks) {
                expected.extend(own.iter().map(|occurrence| {
                    let word = numbers[occurrence.word as usize] as usize;
                    (chunk, word, Posting::new(0, occurrence.frequencies))
                }));
            }
            let mut found = Vec::new();
            let packed = Occurrences::pack(&chunks, &numbers);
            packed.each(|chunk, word, posting| found.push((chunk, word, posting))).unwrap();
            prop_assert_eq!(found, expected);
        }
    }
}
