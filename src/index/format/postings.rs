//! Postings: the chunks that contain a word, and its frequencies in them.
//!
//! A list of postings is two or three blobs, separated so that each compresses by its own
//! regularities:
//!
//! | blob | per posting |
//! |---|---|
//! | gaps | a varint: pages since the posting before, times 8, plus the chunk's number in its page, or, in the same page, the chunks skipped, both at most 7; 7: a varint with the rest follows. If the body's frequency is 15 or more, a varint with the rest follows too |
//! | frequencies | a byte: body in the low four bits, headings in the next two, title in the highest two |
//! | questions | two bits, the first posting's lowest: written questions. Absent if no posting of the section has any |

use std::sync::Arc;

use super::{Borders, Reader, push_varint};
use crate::error::{Damage, Error, Result};

/// The frequencies of a word in a chunk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Posting {
    /// The chunk.
    pub chunk: u32,
    /// Frequency in the body.
    pub body: u16,
    /// Frequency in headings, at most 3.
    pub headings: u8,
    /// Frequency in the title, at most 3.
    pub title: u8,
    /// Frequency in the questions written for the chunk, at most 3.
    pub questions: u8,
}

/// Fields of a chunk: body, headings, title, written questions.
pub const FIELDS: usize = 4;

/// The maximum stored frequency of headings and titles: they are short, and higher frequencies
/// change no ranking.
const FIELD_CAP: u8 = 3;
const BODY_INLINE: u8 = 15;
const PLACE_INLINE: u32 = 7;

impl Posting {
    /// Creates the posting of a chunk, with the word's frequencies in body, headings, title and
    /// written questions.
    pub fn new(chunk: u32, frequencies: [u16; FIELDS]) -> Self {
        let capped =
            |frequency: u16| u8::try_from(frequency).map_or(FIELD_CAP, |f| f.min(FIELD_CAP));
        let [body, headings, title, questions] = frequencies;
        Self {
            chunk,
            body,
            headings: capped(headings),
            title: capped(title),
            questions: capped(questions),
        }
    }

    /// Returns the frequencies: body, headings, title, written questions.
    pub fn frequencies(&self) -> [u32; FIELDS] {
        [
            u32::from(self.body),
            u32::from(self.headings),
            u32::from(self.title),
            u32::from(self.questions),
        ]
    }

    /// Adds the frequencies of another word in the same chunk.
    fn with(self, other: Self) -> Self {
        Self {
            chunk: self.chunk,
            body: self.body.saturating_add(other.body),
            headings: self.headings.saturating_add(other.headings).min(FIELD_CAP),
            title: self.title.saturating_add(other.title).min(FIELD_CAP),
            questions: self
                .questions
                .saturating_add(other.questions)
                .min(FIELD_CAP),
        }
    }
}

/// Merges the postings of two words, ascending by chunk.
pub fn merge_postings(mut one: &[Posting], mut other: &[Posting]) -> Vec<Posting> {
    let mut all = Vec::with_capacity(one.len() + other.len());
    while let ([a, one_rest @ ..], [b, other_rest @ ..]) = (one, other) {
        let next = match a.chunk.cmp(&b.chunk) {
            std::cmp::Ordering::Less => *a,
            std::cmp::Ordering::Greater => *b,
            std::cmp::Ordering::Equal => a.with(*b),
        };
        if a.chunk <= next.chunk {
            one = one_rest;
        }
        if b.chunk <= next.chunk {
            other = other_rest;
        }
        all.push(next);
    }
    all.extend_from_slice(one);
    all.extend_from_slice(other);
    all
}

/// Merges the postings of any number of words.
pub fn unite_postings(mut lists: Vec<Arc<Vec<Posting>>>) -> Arc<Vec<Posting>> {
    // Merging neighbours in rounds copies each posting only log₂ n times.
    while lists.len() > 1 {
        let mut round = Vec::with_capacity(lists.len().div_ceil(2));
        let mut rest = lists.into_iter();
        while let Some(one) = rest.next() {
            round.push(match rest.next() {
                Some(other) => Arc::new(merge_postings(&one, &other)),
                None => one,
            });
        }
        lists = round;
    }
    lists.pop().unwrap_or_default()
}

/// An encoded list of postings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PostingList {
    /// Chunks, and frequencies too large for the byte of frequencies.
    pub gaps: Vec<u8>,
    /// A byte per posting.
    pub frequencies: Vec<u8>,
    /// Written questions: two bits per posting; empty if all frequencies are 0.
    pub questions: QuestionBits,
}

/// Frequencies of words in written questions: two bits per posting, four postings to a byte.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QuestionBits(Vec<u8>);

impl QuestionBits {
    /// Reads a section's bits for this many postings; empty if all frequencies are 0.
    pub(super) fn read(section: &str, bytes: Vec<u8>, postings: usize) -> Result<Self> {
        if bytes.is_empty() || bytes.len() == postings.div_ceil(4) {
            Ok(Self(bytes))
        } else {
            Err(damaged(section))
        }
    }

    /// Sets the frequency of a posting by its number.
    pub(super) fn set(&mut self, posting: usize, frequency: u8) {
        if frequency > 0 {
            let bytes = self.0.len().max(posting / 4 + 1);
            self.0.resize(bytes, 0);
            self.0[posting / 4] |= frequency << (posting % 4 * 2);
        }
    }

    /// Returns the frequency of a posting by its number.
    fn get(&self, posting: usize) -> u8 {
        let byte = self.0.get(posting / 4).copied().unwrap_or_default();
        byte >> (posting % 4 * 2) & FIELD_CAP
    }

    /// Returns a section's bytes for this many postings; none if all frequencies are 0.
    pub(super) fn into_bytes(mut self, postings: usize) -> Option<Vec<u8>> {
        if self.0.is_empty() {
            return None;
        }
        self.0.resize(postings.div_ceil(4), 0);
        Some(self.0)
    }

    /// Appends the frequencies of a list with `length` postings after the first `postings`.
    pub(super) fn append(&mut self, postings: usize, other: &Self, length: usize) {
        for number in 0..length {
            self.set(postings + number, other.get(number));
        }
    }
}

impl PostingList {
    /// Encodes postings, ascending by chunk.
    pub fn of(postings: &[Posting], borders: &Borders) -> Self {
        let mut list = Self {
            gaps: Vec::with_capacity(postings.len() * 5 / 4),
            frequencies: Vec::with_capacity(postings.len()),
            questions: QuestionBits::default(),
        };
        let mut before: Option<(u32, u32)> = None;
        for (number, posting) in postings.iter().enumerate() {
            list.questions.set(number, posting.questions);
            let place = match before {
                Some((page, _)) => borders.place_from(page, posting.chunk),
                None => borders.place(posting.chunk),
            };
            let (pages, chunks) = match before {
                Some((document, number)) if document == place.0 => (0, place.1 - number - 1),
                Some((document, _)) => (place.0 - document, place.1),
                None => (place.0 + 1, place.1),
            };
            before = Some(place);
            let low = chunks.min(PLACE_INLINE);
            push_varint(&mut list.gaps, u64::from(pages) << 3 | u64::from(low));
            if low == PLACE_INLINE {
                push_varint(&mut list.gaps, u64::from(chunks - low));
            }
            let body = u8::try_from(posting.body).map_or(BODY_INLINE, |b| b.min(BODY_INLINE));
            if body == BODY_INLINE {
                push_varint(&mut list.gaps, u64::from(posting.body) - u64::from(body));
            }
            list.frequencies
                .push(body | posting.headings << 4 | posting.title << 6);
        }
        list
    }
}

/// Decodes a list of postings; errors name `section`. `questions` are the bits of written
/// questions, and the number of the list's first posting among them.
///
/// # Errors
/// [`Error::Corrupt`] if it is truncated, names an unknown chunk or does not ascend.
pub fn read_postings(
    section: &str,
    gaps: &[u8],
    frequencies: &[u8],
    questions: (&QuestionBits, usize),
    borders: &Borders,
) -> Result<Vec<Posting>> {
    let mut reader = Reader::new(section, gaps);
    let mut postings = Vec::with_capacity(frequencies.len());
    let mut place = None;
    let (questions, first) = questions;
    for packed in frequencies {
        let Some(mut posting) = read(&mut reader, *packed, &mut place, borders) else {
            return Err(damaged(section));
        };
        posting.questions = questions.get(first + postings.len());
        postings.push(posting);
    }
    if reader.is_at_end() {
        Ok(postings)
    } else {
        Err(damaged(section))
    }
}

fn read(
    reader: &mut Reader<'_>,
    packed: u8,
    before: &mut Option<(u32, u32)>,
    borders: &Borders,
) -> Option<Posting> {
    let code = reader.next_varint()?;
    let (pages, mut chunks) = (code >> 3, code & PLACE_INLINE);
    if chunks == PLACE_INLINE {
        chunks = chunks.checked_add(reader.next_varint()?)?;
    }
    let place = match (*before, pages) {
        (Some((document, number)), 0) => (document, number.checked_add(chunks)?.checked_add(1)?),
        (Some((document, _)), _) => (document.checked_add(pages)?, chunks),
        (None, _) => (pages.checked_sub(1)?, chunks),
    };
    *before = Some(place);
    let mut body = u16::from(packed & BODY_INLINE);
    if packed & BODY_INLINE == BODY_INLINE {
        body = body.checked_add(u16::try_from(reader.next_varint()?).ok()?)?;
    }
    Some(Posting {
        chunk: borders.chunk(place.0, place.1)?,
        body,
        headings: packed >> 4 & FIELD_CAP,
        title: packed >> 6,
        questions: 0,
    })
}

fn damaged(section: &str) -> Error {
    Error::corrupt(section, Damage::Posting)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn borders(pages: &[u32]) -> Borders {
        let mut borders = Borders::default();
        for chunks in pages {
            assert!(borders.push(*chunks));
        }
        borders
    }

    fn list() -> impl Strategy<Value = Vec<Posting>> {
        proptest::collection::btree_map(
            0_u32..400,
            (0_u16..40, 0_u16..9, 0_u16..9, 0_u16..9),
            0..60,
        )
        .prop_map(|map| {
            let posting = |(chunk, (b, h, t, q))| Posting::new(chunk, [b, h, t, q]);
            map.into_iter().map(posting).collect()
        })
    }

    proptest! {
        #[test]
        fn postings_read_back(postings in list(), size in 1_u32..50) {
            let pages = borders(&vec![size; 400_usize.div_ceil(size as usize)]);
            let list = PostingList::of(&postings, &pages);
            let bytes = list.questions.clone().into_bytes(postings.len()).unwrap_or_default();
            let bits = QuestionBits::read("test", bytes, postings.len()).unwrap();
            let read = read_postings("test", &list.gaps, &list.frequencies, (&bits, 0), &pages).unwrap();
            prop_assert_eq!(read, postings);
        }

        #[test]
        fn any_bytes_give_ascending_postings_of_known_chunks_or_an_error(
            gaps: Vec<u8>, frequencies: Vec<u8>, questions: Vec<u8>,
        ) {
            let pages = borders(&[3, 0, 9, 1]);
            let bits = QuestionBits(questions);
            if let Ok(read) = read_postings("test", &gaps, &frequencies, (&bits, 0), &pages) {
                prop_assert!(read.iter().all(|posting| posting.chunk < 13));
                prop_assert!(read.is_sorted_by(|a, b| a.chunk < b.chunk));
            }
        }

        #[test]
        fn united_postings_are_those_of_all_words(lists in proptest::collection::vec(list(), 0..6)) {
            let united = unite_postings(lists.iter().cloned().map(Arc::new).collect());
            prop_assert!(united.is_sorted_by(|a, b| a.chunk < b.chunk));
            let all: u32 = lists.iter().flatten().map(|posting| u32::from(posting.body)).sum();
            prop_assert_eq!(united.iter().map(|posting| u32::from(posting.body)).sum::<u32>(), all);
        }
    }

    // A page that grows changes only the lists of its own words.
    #[test]
    fn a_growing_page_changes_no_list_of_a_later_page() {
        let postings = [
            Posting::new(2, [1, 0, 0, 0]),
            Posting::new(4, [20, 1, 0, 2]),
        ];
        let moved = postings.map(|posting| Posting {
            chunk: posting.chunk + 3,
            ..posting
        });
        let list = PostingList::of(&postings, &borders(&[2, 3]));
        assert_eq!(list, PostingList::of(&moved, &borders(&[5, 3])));
    }
}
