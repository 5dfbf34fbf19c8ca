//! How often the words of a document stand in each of its chunks, and where.
//!
//! A document's words are numbered once, so that a chunk is counted by sorting small numbers and
//! the indexer looks every word of a page up once, however many chunks have it.

use std::collections::HashMap;

use super::Chunk;
use super::dictionary::Occurrence;
use crate::index::format::push_positions;
use crate::text::{Language, StopWords, tokenise};

/// Fields of a chunk, as places in lists of one number each.
pub(super) const BODY: usize = 0;
const HEADINGS: usize = 1;
const TITLE: usize = 2;

/// The different words of a document, in the order in which they were first seen.
pub(super) struct Words<'s> {
    rules: Language,
    /// Words whose places are not kept.
    stopping: &'s StopWords,
    numbers: HashMap<String, u32>,
    list: Vec<String>,
    /// Whether each of them is a stop word.
    is_stop_word: Vec<bool>,
}

/// The words of a text.
#[derive(Debug, Default)]
pub(super) struct Counted {
    /// How many there are, second readings aside.
    count: u32,
    /// Number and place of every token, ascending.
    tokens: Vec<(u32, u32)>,
}

/// The words of a chunk in all its fields.
#[derive(Debug, Default)]
pub(super) struct WordsOfChunk {
    /// In body, headings, title.
    pub(super) counts: [u32; 3],
    /// What it has of each word, ascending by the word's number.
    pub(super) occurrences: Vec<Occurrence>,
    /// Places of all occurrences, as the index holds them, one behind the other.
    pub(super) places: Vec<u8>,
}

impl<'s> Words<'s> {
    pub(super) fn new(rules: Language, stop_words: &'s StopWords) -> Self {
        Self {
            rules,
            stopping: stop_words,
            numbers: HashMap::new(),
            list: Vec::new(),
            is_stop_word: Vec::new(),
        }
    }

    /// The words by their numbers.
    pub(super) fn into_words(self) -> Vec<String> {
        self.list
    }

    pub(super) fn count(&mut self, text: &str) -> Counted {
        let mut counted = Counted::default();
        for token in tokenise(text, self.rules) {
            counted.count += u32::from(token.is_word());
            counted
                .tokens
                .push((self.number(token.text), token.position));
        }
        counted.tokens.sort_unstable();
        counted
    }

    fn number(&mut self, word: String) -> u32 {
        if let Some(number) = self.numbers.get(&word) {
            return *number;
        }
        // A text of more words would be longer than a file can be.
        let number = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        self.is_stop_word
            .push(self.stopping.contains(&word, self.rules));
        self.list.push(word.clone());
        self.numbers.insert(word, number);
        number
    }

    /// Counts a chunk; `description` is that of its page, if it counts as a heading here.
    pub(super) fn of_chunk(
        &mut self,
        chunk: &Chunk,
        title: &Counted,
        description: Option<&Counted>,
    ) -> WordsOfChunk {
        let body = self.count(&chunk.text);
        let headings = self.count(&chunk.heading.join("\n"));
        let said = description.map_or(0, |counted| counted.count);
        let mut of_chunk = WordsOfChunk {
            counts: [body.count, headings.count + said, title.count],
            ..WordsOfChunk::default()
        };
        let mut fields: Vec<(u32, usize, u16)> = Vec::new();
        for (field, counted) in [
            (BODY, Some(&body)),
            (HEADINGS, Some(&headings)),
            (HEADINGS, description),
            (TITLE, Some(title)),
        ] {
            let frequencies = counted.into_iter().flat_map(Counted::frequencies);
            fields.extend(frequencies.map(|(word, frequency)| (word, field, frequency)));
        }
        fields.sort_unstable();
        for of_word in fields.chunk_by(|(one, ..), (other, ..)| one == other) {
            let mut frequencies = [0_u16; 3];
            for (_, field, frequency) in of_word {
                frequencies[*field] = frequencies[*field].saturating_add(*frequency);
            }
            of_chunk.push(of_word[0].0, frequencies, self.places(&body, of_word[0].0));
        }
        of_chunk
    }

    fn places<'c>(&self, body: &'c Counted, word: u32) -> &'c [(u32, u32)] {
        if self.is_stop_word[word as usize] {
            return &[];
        }
        let from = body.tokens.partition_point(|(other, _)| *other < word);
        let to = body.tokens.partition_point(|(other, _)| *other <= word);
        &body.tokens[from..to]
    }
}

impl Counted {
    /// How often each word stands in the text.
    fn frequencies(&self) -> impl Iterator<Item = (u32, u16)> {
        let words = self.tokens.chunk_by(|(one, _), (other, _)| one == other);
        words.map(|tokens| (tokens[0].0, u16::try_from(tokens.len()).unwrap_or(u16::MAX)))
    }
}

impl WordsOfChunk {
    fn push(&mut self, word: u32, frequencies: [u16; 3], places: &[(u32, u32)]) {
        let before = self.places.len();
        let places: Vec<u32> = places.iter().map(|(_, place)| *place).collect();
        push_positions(&mut self.places, &places);
        self.occurrences.push(Occurrence {
            word,
            frequencies,
            // A handful of varints of five bytes at most.
            place_bytes: u8::try_from(self.places.len() - before).unwrap_or(u8::MAX),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // R18: the first places of a word in the body are kept, of stop words none; a page's own
    // description counts as a heading.
    #[test]
    fn r18_a_chunk_knows_how_often_its_words_stand_in_each_field() {
        let stop_words = StopWords::default_lists();
        let mut words = Words::new(Language::English, &stop_words);
        let title = words.count("Fees");
        let description = words.count("The fees and dates");
        let chunk = Chunk {
            heading: vec!["Late fees".into()],
            text: "The fees are due. Fees and the late fees, fees, fees.".into(),
            ..Chunk::default()
        };
        let counted = words.of_chunk(&chunk, &title, Some(&description));
        assert_eq!(counted.counts, [11, 6, 1]);
        let names = words.into_words();
        let of = |word: &str| {
            let found = counted.occurrences.iter();
            let mut found = found.filter(|own| names[own.word as usize] == word);
            found.next().map(|own| (own.frequencies, own.place_bytes))
        };
        assert_eq!(of("fees"), Some(([5, 2, 1], 4)));
        assert_eq!(of("the"), Some(([2, 1, 0], 0)));
        assert_eq!(of("late"), Some(([1, 1, 0], 1)));
        assert_eq!(of("dates"), Some(([0, 1, 0], 0)));
        assert_eq!(of("due"), Some(([1, 0, 0], 1)));
        let names: Vec<u32> = counted.occurrences.iter().map(|own| own.word).collect();
        assert!(names.is_sorted());
        // Differences of the places 1, 4, 8 and 9 of `fees`, which was seen first.
        assert_eq!(counted.places[..4], [1, 3, 4, 1]);
    }
}
