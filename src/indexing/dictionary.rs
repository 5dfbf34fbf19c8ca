//! Words and postings of one language, collected and written.

use std::collections::HashMap;

use crate::error::{Error, Result};
use crate::index::format::{
    Posting, TermShardBuilder, TermShardEntry, Vocabulary, VocabularyBuilder,
};
use crate::text::{Language, fold, stem};

/// Collects the words of one language.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    numbers: HashMap<String, u32>,
    words: Vec<String>,
}

/// How often one word stands in one chunk, before chunks are numbered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Occurrence {
    pub(super) word: u32,
    pub(super) frequencies: [u16; 3],
    /// How many bytes of the chunk's places are this word's.
    pub(super) place_bytes: u8,
}

/// The postings of a word, and their places one behind the other.
#[derive(Debug, Clone, Default)]
pub(super) struct WordPostings {
    pub(super) postings: Vec<Posting>,
    pub(super) places: Vec<u8>,
}

impl Dictionary {
    /// The number of a word, a new one for a new word.
    pub(super) fn number(&mut self, word: String) -> Result<u32> {
        if let Some(number) = self.numbers.get(&word) {
            return Ok(*number);
        }
        let number = u32::try_from(self.words.len()).map_err(|_| Error::InvalidInput {
            what: word.clone(),
            detail: "the site has more different words than an index can number".to_owned(),
        })?;
        self.words.push(word.clone());
        self.numbers.insert(word, number);
        Ok(number)
    }

    /// The words by their numbers.
    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// The words with fold key and number, ascending by key.
    fn ordered(&self) -> Vec<(String, &str, usize)> {
        let mut order: Vec<(String, &str, usize)> = self
            .words
            .iter()
            .enumerate()
            .map(|(number, word)| (fold(word), word.as_str(), number))
            .collect();
        order.sort_unstable();
        order
    }

    /// The words that are worth proposing. `postings` holds a list per word number.
    pub(super) fn vocabulary(&self, postings: &[WordPostings]) -> Vocabulary {
        let mut builder = VocabularyBuilder::default();
        for (key, word, number) in self.ordered() {
            // There are no more chunks than 32 bits can number.
            let chunks = u32::try_from(postings[number].postings.len()).unwrap_or(u32::MAX);
            builder.push(key, word, chunks);
        }
        builder.finish()
    }

    /// Writes the dictionary as shards of about `shard_bytes`: name of the section, entry, bytes.
    /// `postings` holds a list per word number.
    pub(super) fn write(
        &self,
        language: u32,
        tag: &str,
        postings: &[WordPostings],
        shard_bytes: usize,
    ) -> Result<Vec<(TermShardEntry, Vec<u8>)>> {
        let rules = Language::from_tag(tag);

        let mut shards = Shards {
            language,
            tag,
            done: Vec::new(),
            open: None,
        };
        let mut previous = "";
        let order = self.ordered();
        for (key, word, number) in &order {
            // Equal keys stay together: a look-up by key reads one shard.
            if shards.size() >= shard_bytes && key != previous {
                shards.close()?;
            }
            shards.push(key, word, &stem(word, rules), &postings[*number]);
            previous = key;
        }
        shards.close()?;
        Ok(shards.done)
    }
}

struct Shards<'t> {
    language: u32,
    tag: &'t str,
    done: Vec<(TermShardEntry, Vec<u8>)>,
    open: Option<(String, TermShardBuilder)>,
}

impl Shards<'_> {
    fn size(&self) -> usize {
        self.open.as_ref().map_or(0, |(_, builder)| builder.size())
    }

    fn push(&mut self, key: &str, word: &str, stem: &str, own: &WordPostings) {
        self.open
            .get_or_insert_with(|| (key.to_owned(), TermShardBuilder::default()))
            .1
            .push(word, stem, &own.postings, &own.places);
    }

    fn close(&mut self) -> Result<()> {
        if let Some((first, builder)) = self.open.take() {
            let section = format!("terms/{}/{}", self.tag, self.done.len());
            let entry = TermShardEntry {
                language: self.language,
                first,
                section,
            };
            self.done.push((entry, builder.finish()?));
        }
        Ok(())
    }
}
