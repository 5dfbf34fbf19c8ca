//! A `vocabulary/<lang>` section: the words of one language for spelling correction.
//!
//! The dictionary's shards are ranges by fold key, each with its postings. An error in the first
//! letters of a word leads to another range, so a misspelt word would need all of them. This
//! section contains the words without the postings, in one piece. It is written only if shards are
//! separate files; otherwise all words are loaded anyway, and [`VocabularyBuilder`] builds the same
//! vocabulary from them on first use.
//!
//! There is one word per fold key, in its most frequent spelling. Of a large language only the
//! [`MOST_WORDS`] most common words are kept. Numbers are excluded, since they cannot be corrected.
//!
//! | blob | holds |
//! |---|---|
//! | shared | a byte per word: characters shared with the previous word |
//! | lengths | a byte per word: length of the rest, in bytes |
//! | commonness | a byte per word: ⌊log₂⌋ of the chunks that contain it |
//! | text | the rests, concatenated |

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::encode;
use super::node::Node;
use crate::error::{Damage, Error, Result};
use crate::text::fold_char;

/// Maximum number of words in a vocabulary: some 40 KB as stored, which a question with an unknown
/// word costs once.
pub const MOST_WORDS: usize = 1 << 14;

/// Maximum length of a proposed word, in characters.
pub const LONGEST_WORD: usize = 32;

/// The words of one language that can be proposed, ascending by fold key.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Vocabulary {
    shared: Vec<u8>,
    lengths: Vec<u8>,
    commonness: Vec<u8>,
    text: String,
}

#[derive(Serialize)]
struct Columns {
    shared: ByteBuf,
    lengths: ByteBuf,
    commonness: ByteBuf,
    text: ByteBuf,
}

/// Visits the words of a vocabulary letter by letter. Words with a common prefix are adjacent, so a
/// rejected prefix skips all its words at once.
pub trait Walker {
    /// Visits the letter of the fold key at a position, from 0, after all earlier ones. Returns
    /// whether any word with this prefix is of interest.
    fn letter(&mut self, at: usize, letter: char) -> bool;

    /// Visits a word whose letters were all accepted: its spelling, and its commonness, ⌊log₂⌋ of
    /// the chunks that contain it.
    fn word(&mut self, spelling: &[char], commonness: u8);
}

impl Vocabulary {
    /// Encodes the section.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn write(&self, section: &str) -> Result<Vec<u8>> {
        let columns = Columns {
            shared: ByteBuf::from(self.shared.clone()),
            lengths: ByteBuf::from(self.lengths.clone()),
            commonness: ByteBuf::from(self.commonness.clone()),
            text: ByteBuf::from(self.text.clone().into_bytes()),
        };
        encode(section, &columns)
    }

    /// Decodes the section.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(section: &str, bytes: &[u8]) -> Result<Self> {
        let mut fields = Node::decode_fields(section, bytes)?;
        let [shared, lengths, commonness, text] = [(); 4].map(|()| fields.bytes());
        let text = fields.kept(text_of(section, text));
        let vocabulary = Self {
            shared,
            lengths,
            commonness,
            text,
        };
        if !vocabulary.is_whole() {
            fields.refuse(Damage::Columns);
        }
        fields.end().map(|()| vocabulary)
    }

    fn is_whole(&self) -> bool {
        if [self.lengths.len(), self.commonness.len()] != [self.shared.len(); 2] {
            return false;
        }
        let (mut start, mut letters) = (0, 0);
        for (shared, length) in self.shared.iter().zip(&self.lengths) {
            let end = start + usize::from(*length);
            let Some(tail) = self.text.get(start..end) else {
                return false;
            };
            if usize::from(*shared) > letters {
                return false;
            }
            letters = usize::from(*shared) + tail.chars().count();
            if letters > LONGEST_WORD {
                return false;
            }
            start = end;
        }
        start == self.text.len()
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.shared.len()
    }

    /// Returns whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.shared.is_empty()
    }

    /// Walks the words, ascending by fold key. Allocates nothing per word.
    pub fn walk(&self, walker: &mut dyn Walker) {
        let mut word: Vec<char> = Vec::with_capacity(LONGEST_WORD);
        // Words that share at least this many letters with the previous one are skipped, as it was.
        let mut dead = usize::MAX;
        let mut start = 0;
        for (row, length) in self.lengths.iter().enumerate() {
            let end = start + usize::from(*length);
            let tail = self.text.get(start..end).unwrap_or_default();
            start = end;
            let shared = usize::from(self.shared[row]);
            if shared >= dead {
                continue;
            }
            dead = usize::MAX;
            word.truncate(shared);
            for c in tail.chars() {
                word.push(c);
                if !walker.letter(word.len() - 1, fold_letter(c)) {
                    dead = word.len();
                    break;
                }
            }
            if dead == usize::MAX {
                walker.word(&word, self.commonness[row]);
            }
        }
    }
}

fn text_of(section: &str, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| Error::corrupt(section, Damage::NotUtf8))
}

/// Returns the fold key of a letter in a vocabulary's words: a single letter.
pub fn fold_letter(letter: char) -> char {
    let mut first = None;
    fold_char(letter, &mut |folded| first = first.or(Some(folded)));
    first.unwrap_or(letter)
}

/// Builds a vocabulary from a dictionary's words.
#[derive(Debug, Default)]
pub struct VocabularyBuilder {
    words: Vec<VocabularyWord>,
}

#[derive(Debug)]
struct VocabularyWord {
    key: String,
    word: String,
    /// Chunks with this spelling, and with any spelling.
    own: u32,
    all: u32,
}

impl VocabularyBuilder {
    /// Adds a word that occurs in `chunks` chunks. Words ascend by fold key.
    pub fn push(&mut self, key: String, word: &str, chunks: u32) {
        if !is_worth_proposing(&key, word) {
            return;
        }
        match self.words.last_mut() {
            Some(last) if last.key == key => {
                last.all = last.all.saturating_add(chunks);
                if chunks > last.own {
                    last.own = chunks;
                    word.clone_into(&mut last.word);
                }
            }
            _ => self.words.push(VocabularyWord {
                key,
                word: word.to_owned(),
                own: chunks,
                all: chunks,
            }),
        }
    }

    /// Returns the vocabulary of the most common words.
    pub fn finish(self) -> Vocabulary {
        let least = least_commonness(&self.words);
        let mut vocabulary = Vocabulary::default();
        let mut previous: Vec<char> = Vec::new();
        for row in self.words {
            let common = commonness(row.all);
            if common < least {
                continue;
            }
            let letters: Vec<char> = row.word.chars().collect();
            let alike = previous.iter().zip(&letters).take_while(|(a, b)| a == b);
            let shared = alike.count();
            let before = vocabulary.text.len();
            vocabulary.text.extend(&letters[shared..]);
            // A word has at most 32 characters of at most 4 bytes.
            vocabulary.shared.push(shared.to_le_bytes()[0]);
            let length = vocabulary.text.len() - before;
            vocabulary.lengths.push(length.to_le_bytes()[0]);
            vocabulary.commonness.push(common);
            previous = letters;
        }
        vocabulary
    }
}

/// Returns whether a word has a letter, and as many characters as its fold key.
fn is_worth_proposing(key: &str, word: &str) -> bool {
    let letters = word.chars().count();
    letters <= LONGEST_WORD
        && letters == key.chars().count()
        && key.contains(|c: char| !c.is_ascii_digit() && c != '.')
}

fn commonness(chunks: u32) -> u8 {
    chunks.max(1).ilog2().to_le_bytes()[0]
}

/// Returns the lowest commonness whose words can all be kept.
fn least_commonness(words: &[VocabularyWord]) -> u8 {
    let mut count = [0_usize; 32];
    for row in words {
        count[usize::from(commonness(row.all))] += 1;
    }
    let mut kept = 0;
    let mut least = 32;
    for (common, count) in (0..32).zip(count).rev() {
        kept += count;
        if kept > MOST_WORDS {
            break;
        }
        least = common;
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects words with a prefix.
    struct WithPrefix<'k> {
        key: &'k [char],
        found: Vec<(String, u8)>,
        letters: usize,
    }

    impl Walker for WithPrefix<'_> {
        fn letter(&mut self, at: usize, letter: char) -> bool {
            self.letters += 1;
            self.key.get(at).is_none_or(|own| *own == letter)
        }
        fn word(&mut self, spelling: &[char], commonness: u8) {
            if spelling.len() >= self.key.len() {
                self.found.push((spelling.iter().collect(), commonness));
            }
        }
    }

    fn vocabulary(words: &[(&str, u32)]) -> Vocabulary {
        let mut builder = VocabularyBuilder::default();
        for (word, chunks) in words {
            builder.push(crate::text::fold(word), word, *chunks);
        }
        builder.finish()
    }

    fn with_prefix(vocabulary: &Vocabulary, key: &str) -> (Vec<(String, u8)>, usize) {
        let key: Vec<char> = key.chars().collect();
        let mut walker = WithPrefix {
            key: &key,
            found: Vec::new(),
            letters: 0,
        };
        vocabulary.walk(&mut walker);
        (walker.found, walker.letters)
    }

    #[test]
    fn r11_a_word_occurs_once_in_its_most_frequent_spelling() {
        let vocabulary = vocabulary(&[("kayit", 3), ("kayıt", 40), ("kayıtlar", 1), ("staj", 2)]);
        let (found, _) = with_prefix(&vocabulary, "kay");
        assert_eq!(found, [("kayıt".to_owned(), 5), ("kayıtlar".to_owned(), 0)]);
        assert_eq!(vocabulary.len(), 3);
    }

    #[test]
    fn r11_numbers_and_words_too_long_to_propose_are_left_out() {
        let long = "a".repeat(LONGEST_WORD + 1);
        let vocabulary = vocabulary(&[
            ("2.4", 1),
            ("2026", 9),
            (&long, 5),
            ("h1b", 1),
            ("straße", 1),
        ]);
        let (found, _) = with_prefix(&vocabulary, "");
        assert_eq!(found, [("h1b".to_owned(), 0)]);
    }

    // Skipping makes the difference between milliseconds and minutes on a large site.
    #[test]
    fn r11_a_rejected_prefix_skips_all_its_words() {
        let words: Vec<String> = ('a'..='z').map(|c| format!("xyz{c}{c}{c}")).collect();
        let words: Vec<(&str, u32)> = words.iter().map(|word| (word.as_str(), 1)).collect();
        let vocabulary = vocabulary(&words);
        assert_eq!(with_prefix(&vocabulary, "k"), (Vec::new(), 1));
        assert_eq!(with_prefix(&vocabulary, "xyzb").0.len(), 1);
    }

    #[test]
    fn r11_the_most_common_words_are_kept() {
        let row = |number: usize| VocabularyWord {
            key: String::new(),
            word: String::new(),
            own: 1,
            all: if number < 10 { 64 } else { 2 },
        };
        let rows = |count: usize| (0..count).map(row).collect::<Vec<VocabularyWord>>();
        assert_eq!(least_commonness(&rows(MOST_WORDS)), 0);
        assert_eq!(least_commonness(&rows(MOST_WORDS + 1)), 2);
        assert_eq!(least_commonness(&[]), 0);
    }

    #[test]
    fn a_vocabulary_reads_back_and_a_truncated_one_does_not() {
        let vocabulary = vocabulary(&[("çağ", 2), ("çağrı", 7), ("ışık", 1)]);
        let bytes = vocabulary.write("test").unwrap();
        assert_eq!(Vocabulary::read("test", &bytes).unwrap(), vocabulary);
        for length in 0..bytes.len() {
            assert!(
                Vocabulary::read("test", &bytes[..length]).is_err(),
                "{length}"
            );
        }
    }

    #[test]
    fn mismatched_columns_are_damage() {
        let good = vocabulary(&[("çağ", 2), ("çağrı", 7)]);
        let damaged: [fn(&mut Vocabulary); 5] = [
            |v| v.shared[0] = 1,
            |v| v.shared[1] = 4,
            |v| v.lengths[0] = 2,
            |v| v.lengths[1] = 200,
            |v| v.commonness.push(1),
        ];
        for damage in damaged {
            let mut bad = good.clone();
            damage(&mut bad);
            let error = Vocabulary::read("test", &bad.write("test").unwrap()).unwrap_err();
            assert_eq!(error.code(), "CORRUPT_INDEX");
        }
    }
}
