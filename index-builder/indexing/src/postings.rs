//! The postings of a language's words while an index is written.

use std::sync::Arc;

use soru::index::format::Posting;

/// The lists of all words, concatenated. Growing lists, and many of them, thus cost no additional
/// memory.
#[derive(Debug, Default)]
pub(super) struct Postings {
    /// The end of each word's list.
    ends: Vec<usize>,
    all: Vec<Posting>,
}

impl Postings {
    /// Creates empty lists with room for these numbers of postings, all of which must be added.
    pub(super) fn with_room(lengths: &[u32]) -> Self {
        let mut ends = Vec::with_capacity(lengths.len());
        let mut total = 0;
        for length in lengths {
            ends.push(total);
            total += *length as usize;
        }
        let all = vec![Posting::default(); total];
        Self { ends, all }
    }

    /// Adds a posting to the list of a word.
    pub(super) fn push(&mut self, word: usize, posting: Posting) {
        let end = &mut self.ends[word];
        self.all[*end] = posting;
        *end += 1;
    }

    /// Returns these lists, followed by others.
    pub(super) fn with(&self, others: &[Arc<Vec<Posting>>]) -> Self {
        let room = others.iter().map(|list| list.len()).sum::<usize>();
        let mut all = Vec::with_capacity(self.all.len() + room);
        all.extend_from_slice(&self.all);
        let mut ends = self.ends.clone();
        for list in others {
            all.extend_from_slice(list);
            ends.push(all.len());
        }
        Self { ends, all }
    }

    /// Returns the list of a word.
    pub(super) fn of(&self, word: usize) -> &[Posting] {
        let start = word.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[word]]
    }

    /// Returns the number of postings.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }
}

/// Converts a number of chunks, words or postings of one word, none of which exceeds 32 bits.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
impl From<&[Vec<Posting>]> for Postings {
    fn from(lists: &[Vec<Posting>]) -> Self {
        let lengths: Vec<u32> = lists.iter().map(|list| count(list.len())).collect();
        let mut postings = Self::with_room(&lengths);
        for (word, list) in lists.iter().enumerate() {
            for posting in list {
                postings.push(word, *posting);
            }
        }
        postings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Chunks come in sequence, each with postings of many words.
    #[test]
    fn interleaved_lists_stay_separate() {
        let posting = |chunk| Posting::new(chunk, [1, 0, 0, 0]);
        let mut postings = Postings::with_room(&[2, 0, 1, 2]);
        for (word, chunk) in [(3, 0), (0, 0), (2, 1), (0, 1), (3, 2)] {
            postings.push(word, posting(chunk));
        }
        assert_eq!(postings.of(0), [posting(0), posting(1)]);
        assert_eq!(postings.of(1), []);
        assert_eq!(postings.of(2), [posting(1)]);
        assert_eq!(postings.of(3), [posting(0), posting(2)]);
        assert_eq!(postings.len(), 5);
    }
}
