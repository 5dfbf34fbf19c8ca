//! The sections `suggest` and `suggest/<n>`: prepared questions that complete what is typed.
//!
//! A shard contains all questions with a word that begins with certain letters, the best first. The
//! table contains the letters and the shard to which they lead. If too many questions have a word
//! with some letters, these letters lead to a shard with the best of them, and additional letters
//! lead to the others.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::fields::Fields;
use super::node::Node;
use super::{Strings, StringsBuilder, encode, push_varint};
use crate::error::{Damage, Error, Result};

/// The section with the letters; prefix of the names of the shards.
pub const SUGGEST: &str = "suggest";

/// The first round of the questions that are not worded as questions: `lost travel card`.
pub const UNWORDED: u8 = 128;

/// A prepared question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SuggestedQuestion<'t> {
    /// Its text.
    pub text: &'t str,
    /// The tag of its language.
    pub lang: &'t str,
    /// The last day on which its answer is current, ISO 8601; empty if there is no such day.
    pub valid_until: &'t str,
    /// The round in which it comes when pages take turns, from 0; from [`UNWORDED`] on if it is not
    /// worded as a question.
    pub turn: u8,
    /// The number of the section that answers it.
    pub section: u32,
}

/// Prepared questions, the best first.
#[derive(Debug, Clone, Default)]
pub struct SuggestShard {
    tags: Strings,
    texts: Strings,
    languages: Vec<u8>,
    turns: Vec<u8>,
    days: Strings,
    sections: Vec<u32>,
}

#[derive(Serialize)]
struct Columns {
    tags: [ByteBuf; 2],
    texts: [ByteBuf; 2],
    languages: ByteBuf,
    turns: ByteBuf,
    days: [ByteBuf; 2],
    sections: ByteBuf,
}

/// The letters that lead to shards, ascending.
#[derive(Debug, Clone, Default)]
pub struct SuggestTable {
    letters: Strings,
    shards: Vec<u32>,
}

impl SuggestShard {
    /// Encodes questions, in at most 256 languages; `section` is the name of the section.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn write<'t>(
        section: &str,
        questions: impl Iterator<Item = SuggestedQuestion<'t>>,
    ) -> Result<Vec<u8>> {
        let [mut tags, mut texts, mut days] = [(); 3].map(|()| StringsBuilder::default());
        let (mut known, mut languages) = (Vec::new(), Vec::new());
        let (mut turns, mut sections) = (Vec::new(), Vec::new());
        for question in questions {
            let place = known.iter().position(|tag| *tag == question.lang);
            let place = place.unwrap_or_else(|| {
                known.push(question.lang);
                tags.push(question.lang);
                known.len() - 1
            });
            languages.push(u8::try_from(place).unwrap_or_default());
            turns.push(question.turn);
            texts.push(question.text);
            days.push(question.valid_until);
            push_varint(&mut sections, question.section.into());
        }
        let columns = Columns {
            tags: blobs(tags),
            texts: blobs(texts),
            languages: ByteBuf::from(languages),
            turns: ByteBuf::from(turns),
            days: blobs(days),
            sections: ByteBuf::from(sections),
        };
        encode(section, &columns)
    }

    /// Decodes the section of this name.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(section: &str, bytes: &[u8]) -> Result<Self> {
        let mut fields = Node::decode_fields(section, bytes)?;
        let shard = Self {
            tags: fields.inner(Fields::strings),
            texts: fields.inner(Fields::strings),
            languages: fields.bytes(),
            turns: fields.bytes(),
            days: fields.inner(Fields::strings),
            sections: fields.varints(),
        };
        fields.end()?;
        let bytes = [shard.languages.len(), shard.turns.len()];
        let others = [shard.days.len(), shard.sections.len()];
        let is_known = |language: &u8| usize::from(*language) < shard.tags.len();
        if [bytes, others] == [[shard.len(); 2]; 2] && shard.languages.iter().all(is_known) {
            Ok(shard)
        } else {
            Err(Error::corrupt(section, Damage::Columns))
        }
    }

    /// Returns the number of questions.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns whether it has no question.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn size(&self) -> usize {
        self.texts.size() + self.days.size() + self.len() * 6
    }

    /// Returns the question of a row.
    pub fn get(&self, row: usize) -> SuggestedQuestion<'_> {
        let byte = |column: &[u8]| column.get(row).copied().unwrap_or_default();
        SuggestedQuestion {
            text: self.texts.get(row),
            lang: self.tags.get(byte(&self.languages).into()),
            valid_until: self.days.get(row),
            turn: byte(&self.turns),
            section: self.sections.get(row).copied().unwrap_or_default(),
        }
    }
}

impl SuggestTable {
    /// Encodes the letters, ascending, and the number of the shard to which each leads.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn write<'k>(rows: impl Iterator<Item = (&'k str, usize)>) -> Result<Vec<u8>> {
        let (mut letters, mut shards) = (StringsBuilder::default(), Vec::new());
        for (own, shard) in rows {
            letters.push(own);
            push_varint(&mut shards, shard as u64);
        }
        let [lengths, text] = blobs(letters);
        encode(SUGGEST, &(lengths, text, ByteBuf::from(shards)))
    }

    /// Decodes the section.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut fields = Node::decode_fields(SUGGEST, bytes)?;
        let table = Self {
            letters: fields.strings(),
            shards: fields.varints(),
        };
        fields.end()?;
        let letters = &table.letters;
        let ascend = (1..letters.len()).all(|at| letters.get(at - 1) < letters.get(at));
        if !ascend {
            Err(Error::corrupt(SUGGEST, Damage::Unsorted))
        } else if table.shards.len() == letters.len() && table.shards() <= letters.len() {
            Ok(table)
        } else {
            Err(Error::corrupt(SUGGEST, Damage::Columns))
        }
    }

    /// Returns the numbers of the shards to which the beginnings of a word lead, each with the
    /// number of bytes of that beginning. Fewer letters, which lead to more questions, come first.
    pub fn led_to<'w>(&'w self, word: &'w str) -> impl Iterator<Item = (usize, u32)> + 'w {
        let rows = self.shards.iter().enumerate();
        rows.filter_map(move |(row, shard)| {
            let letters = self.letters.get(row);
            word.starts_with(letters).then_some((letters.len(), *shard))
        })
    }

    /// Returns the number of all shards; some letters lead to each of them.
    pub fn shards(&self) -> usize {
        let most = self.shards.iter().max();
        most.map_or(0, |most| *most as usize + 1)
    }
}

fn blobs(strings: StringsBuilder) -> [ByteBuf; 2] {
    [strings.lengths, strings.text].map(ByteBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn questions() -> [SuggestedQuestion<'static>; 2] {
        let first = SuggestedQuestion {
            text: "Ücret ne kadar?",
            lang: "tr",
            valid_until: "",
            turn: 0,
            section: 300,
        };
        let second = SuggestedQuestion {
            text: "Who pays?",
            lang: "en",
            valid_until: "2027-01-31",
            turn: 3,
            section: 0,
        };
        [first, second]
    }

    #[test]
    fn r11_questions_read_back_as_written_and_any_cut_is_damage() {
        let bytes = SuggestShard::write("suggest/0", questions().into_iter()).unwrap();
        let read = SuggestShard::read("suggest/0", &bytes).unwrap();
        assert_eq!([read.get(0), read.get(1)], questions());
        assert_eq!(
            (read.len(), read.get(7)),
            (
                2,
                SuggestedQuestion {
                    lang: "tr",
                    ..SuggestedQuestion::default()
                }
            )
        );
        for len in 0..bytes.len() {
            let cut = SuggestShard::read("suggest/0", &bytes[..len]);
            assert_eq!(cut.unwrap_err().code(), "CORRUPT_INDEX", "{len}");
        }
    }

    #[test]
    fn r11_letters_lead_to_shards_and_must_ascend_without_a_shard_to_which_nothing_leads() {
        let rows = [("", 0), ("u", 1), ("uc", 2), ("w", 1)];
        let bytes = SuggestTable::write(rows.into_iter()).unwrap();
        let table = SuggestTable::read(&bytes).unwrap();
        let led_to: Vec<_> = table.led_to("ucret").collect();
        assert_eq!(led_to, [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(table.led_to("what").last(), Some((1, 1)));
        assert_eq!(table.shards(), 3);
        for wrong in [[("b", 0), ("a", 0)], [("a", 0), ("b", 2)]] {
            let bytes = SuggestTable::write(wrong.into_iter()).unwrap();
            let error = SuggestTable::read(&bytes).unwrap_err();
            assert_eq!(error.code(), "CORRUPT_INDEX", "{wrong:?}");
        }
    }
}
