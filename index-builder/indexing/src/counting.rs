//! Counts the words of a document in each of its chunks.
//!
//! A document's words are numbered once, so that a chunk is counted by sorting small numbers and
//! the indexer looks up every word of a page once, regardless of the number of chunks.

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::RandomState;
use soru::index::format::FIELDS;
use soru::text::{Language, is_grade, lower, tokenise};

use super::Chunk;
use super::joined_capitals::joined_capitals;
use super::row_labels::repeated_labels;

/// Fields of a chunk, as positions in lists with one number per field.
const BODY: usize = 0;
const HEADINGS: usize = 1;
const TITLE: usize = 2;
const QUESTIONS: usize = 3;

/// Most documents have fewer distinct words; a table that grows is rehashed each time.
const ROOM: usize = 224;

/// The frequencies of a word in a chunk.
#[derive(Debug, Clone, Copy)]
pub(super) struct Occurrence {
    pub(super) word: u32,
    /// Frequencies in body, headings, title, written questions.
    pub(super) frequencies: [u16; FIELDS],
}

/// The distinct words of a document, numbered in the order of first occurrence.
pub(super) struct DocumentWords {
    rules: Language,
    numbers: HashMap<String, u32, RandomState>,
    parts: BTreeSet<(u32, String)>,
}

/// The words of a document, and the parts of words in joined capitals, each with the number of the
/// word.
#[derive(Debug, Default)]
pub(super) struct NamedWords {
    pub(super) words: Vec<String>,
    pub(super) parts: BTreeSet<(u32, String)>,
}

/// The words of a text.
#[derive(Debug, Default)]
pub(super) struct Counted {
    /// Number of words, without second readings.
    pub(super) count: u32,
    /// Number of every token, ascending.
    tokens: Vec<u32>,
}

/// The words of a chunk in all its fields.
#[derive(Debug, Default)]
pub(super) struct WordsOfChunk {
    /// Words in body, headings, title.
    pub(super) counts: [u32; 3],
    /// Frequencies of each word, ascending by the word's number.
    pub(super) occurrences: Vec<Occurrence>,
}

impl DocumentWords {
    pub(super) fn new(rules: Language) -> Self {
        Self {
            rules,
            numbers: HashMap::with_capacity_and_hasher(ROOM, RandomState::default()),
            parts: BTreeSet::new(),
        }
    }

    /// Returns the words by number.
    pub(super) fn into_words(self) -> NamedWords {
        let mut words = vec![String::new(); self.numbers.len()];
        // The order does not matter: each goes to its own place.
        for (word, number) in self.numbers {
            words[number as usize] = word;
        }
        NamedWords {
            words,
            parts: self.parts,
        }
    }

    pub(super) fn count(&mut self, text: &str) -> Counted {
        let mut counted = Counted::default();
        let mut grade = (0, u32::MAX);
        let mut labels = repeated_labels(text).into_iter().peekable();
        for token in tokenise(text, self.rules) {
            while labels.next_if(|label| label.end <= token.start).is_some() {}
            if labels
                .peek()
                .is_some_and(|label| label.contains(&token.start))
            {
                continue;
            }
            if !token.is_word() && grade == (token.start, token.position) {
                // The letter of a grade is a part of the grade, and weighs less than the letter
                // alone.
                let word = counted.tokens.last().copied().unwrap_or_default();
                self.parts.insert((word, token.text));
                continue;
            }
            let number = self.number(&token.text);
            counted.tokens.push(number);
            if token.is_word() {
                counted.count += 1;
                let parts = joined_capitals(&text[token.start..token.end]).into_iter();
                let parts = parts.map(|part| (number, lower(part, self.rules)));
                self.parts.extend(parts);
                let is_grade = is_grade(&token.text);
                grade = if is_grade {
                    (token.start, token.position)
                } else {
                    (0, u32::MAX)
                };
            }
        }
        counted.tokens.sort_unstable();
        counted
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        // A text with more words would exceed the size of a file.
        let number = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.numbers.insert(word.to_owned(), number);
        number
    }

    /// Counts a chunk; `description` is the description of its page, if it counts as a heading
    /// here.
    pub(super) fn of_chunk(
        &mut self,
        chunk: &Chunk,
        title: &Counted,
        description: Option<&Counted>,
    ) -> WordsOfChunk {
        let body = self.count(&chunk.text);
        let headings: Vec<&str> = chunk.headings().collect();
        let headings = self.count(&headings.join("\n"));
        let questions = self.count(&chunk.questions.join("\n"));
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
            (QUESTIONS, Some(&questions)),
        ] {
            let frequencies = counted.into_iter().flat_map(Counted::frequencies);
            fields.extend(frequencies.map(|(word, frequency)| (word, field, frequency)));
        }
        fields.sort_unstable();
        for of_word in fields.chunk_by(|(one, ..), (other, ..)| one == other) {
            let mut frequencies = [0_u16; FIELDS];
            for (_, field, frequency) in of_word {
                frequencies[*field] = frequencies[*field].saturating_add(*frequency);
            }
            of_chunk.occurrences.push(Occurrence {
                word: of_word[0].0,
                frequencies,
            });
        }
        of_chunk
    }
}

impl Counted {
    /// Returns the frequency of each word in the text.
    fn frequencies(&self) -> impl Iterator<Item = (u32, u16)> {
        let words = self.tokens.chunk_by(|one, other| one == other);
        words.map(|tokens| (tokens[0], u16::try_from(tokens.len()).unwrap_or(u16::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soru::index::format::Section;

    // The page's description counts as a heading.
    #[test]
    fn r18_a_chunk_has_the_frequency_of_its_words_in_each_field() {
        let mut words = DocumentWords::new(Language::English);
        let title = words.count("Fees");
        let description = words.count("The fees and dates");
        let chunk = Chunk {
            sections: vec![Section {
                heading: vec!["Late fees".into()],
                ..Section::default()
            }],
            text: "The fees are due. Fees and the late fees, fees, fees.".into(),
            questions: ["When is the deadline?", "deadline"]
                .map(str::to_owned)
                .into(),
            ..Chunk::default()
        };
        let counted = words.of_chunk(&chunk, &title, Some(&description));
        assert_eq!(counted.counts, [11, 6, 1]);
        let names = words.into_words().words;
        let of = |word: &str| {
            let found = counted.occurrences.iter();
            let mut found = found.filter(|own| names[own.word as usize] == word);
            found.next().map(|own| own.frequencies)
        };
        assert_eq!(of("fees"), Some([5, 2, 1, 0]));
        assert_eq!(of("the"), Some([2, 1, 0, 1]));
        assert_eq!(of("late"), Some([1, 1, 0, 0]));
        assert_eq!(of("dates"), Some([0, 1, 0, 0]));
        assert_eq!(of("due"), Some([1, 0, 0, 0]));
        assert_eq!(of("deadline"), Some([0, 0, 0, 2]));
        let names: Vec<u32> = counted.occurrences.iter().map(|own| own.word).collect();
        assert!(names.is_sorted());
    }
}
