//! Looks up words in the dictionary of a language: the words, stems and prefixes that a word of a
//! question may match. `lists.rs` reads their postings, `word.rs` is a
//! row.
//!
//! All rows with one fold key are in one shard, the shard of that key. A stem or a prefix is looked
//! up in the shard of its own fold key, which contains either its row, with the postings of all its
//! words, or all its words.

mod lists;
mod word;

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

pub use self::word::{LookUp, Word};
use super::section_cache::Decoded;
use super::{InParts, Index, require, unless_missing};
use crate::error::{Damage, Error};
use crate::index::format::{RowKind, TermShard};
use crate::needs::Attempt;
use crate::text::{fold, lookup_start};

impl Index {
    /// Requires all files that these look-ups need, and optionally the vectors, so that they can be
    /// fetched at once and in parallel.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) with all missing files.
    pub fn require_terms(&self, look_ups: &[(usize, LookUp)], with_vectors: bool) -> Attempt<()> {
        if let Some(parts) = &self.parts {
            return parts.require_terms(look_ups);
        }
        let mut sections: Vec<String> = Vec::new();
        for (language, look_up) in look_ups {
            if self.long_words(*language, look_up).is_empty() {
                let shard = self.core.languages[*language].shard_of(&look_up.key());
                sections.extend(shard.map(|number| self.shard_name(*language, number)));
            }
        }
        sections.retain(|section| self.cache.get(section).is_none());
        let unread = |cell: &OnceLock<_>| cell.get().is_none();
        if with_vectors && self.vectors.as_ref().is_some_and(unread) {
            sections.push(super::VECTORS.to_owned());
        }
        require(&*self.source, sections.iter().map(String::as_str))
    }

    /// Answers a look-up from the long rows alone: returns the complete answer or nothing. Needs no
    /// file.
    pub(crate) fn long_words(&self, language: usize, look_up: &LookUp) -> Vec<Word> {
        if let Some(parts) = &self.parts {
            let long = parts.words(language, InParts::Long(look_up));
            return long.unwrap_or_default();
        }
        match look_up {
            LookUp::Spellings(key) => self.long_spelling(language, key),
            LookUp::Stem(stem) => self.long_stem(language, stem),
            LookUp::Prefix(key) => self.long_prefix(language, key),
        }
    }

    /// Returns the long word with this fold key, if it is the only one with it.
    fn long_spelling(&self, language: usize, key: &str) -> Vec<Word> {
        self.long_rows(language, key, &|shard, row| {
            shard.key(row) == key && shard.kind(row) == RowKind::OnlyWord
        })
    }

    /// Returns the long row of a stem. A long word whose stem has no row is the only one with it.
    fn long_stem(&self, language: usize, stem: &str) -> Vec<Word> {
        let key = fold(stem);
        let rows = self.long_rows(language, lookup_start(&key), &|shard, row| {
            shard.has_stem(row, stem) && shard.kind(row) != RowKind::Prefix
        });
        common_or_all(rows)
    }

    /// Returns the long row of a prefix. A long word whose prefix has no row is the only one with
    /// it.
    fn long_prefix(&self, language: usize, prefix: &str) -> Vec<Word> {
        let rows = self.long_rows(language, prefix, &|shard, row| {
            shard.kind(row) != RowKind::Stem
        });
        common_or_all(rows)
    }

    /// Returns all spellings of a fold key: words of a language that differ only in features that
    /// the key ignores.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`Error::Corrupt`].
    pub fn spellings(&self, language: usize, key: &str) -> Attempt<Vec<Word>> {
        if let Some(parts) = &self.parts {
            return parts.words(language, InParts::Spellings(key));
        }
        let only = self.long_spelling(language, key);
        if !only.is_empty() {
            return Ok(only);
        }
        let wanted = |shard: &TermShard, row| shard.key(row) == key && shard.kind(row).is_word();
        let mut words = self.long_rows(language, key, &wanted);
        words.extend(self.rows(language, key, key, &wanted)?);
        Ok(words)
    }

    /// Returns the words that begin with this key: the frequent ones, and those in its shard.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`Error::Corrupt`].
    pub fn completions(&self, language: usize, key: &str) -> Attempt<Vec<Word>> {
        if let Some(parts) = &self.parts {
            return parts.words(language, InParts::Completions(key));
        }
        let wanted = |shard: &TermShard, row| shard.kind(row).is_word();
        let mut words = self.long_rows(language, key, &wanted);
        words.extend(self.rows(language, key, key, &wanted)?);
        Ok(words)
    }

    /// Returns all words with this prefix ([`crate::text::prefix`]): their common row, or the words
    /// themselves.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`Error::Corrupt`].
    pub fn words_with_prefix(&self, language: usize, prefix: &str) -> Attempt<Vec<Word>> {
        if let Some(parts) = &self.parts {
            return parts.words(language, InParts::Prefix(prefix));
        }
        let long = self.long_prefix(language, prefix);
        if !long.is_empty() {
            return Ok(long);
        }
        // There are no rows of longer prefixes: all prefixes have the same length.
        let wanted = |shard: &TermShard, row| shard.kind(row) != RowKind::Stem;
        Ok(common_or_all(self.rows(language, prefix, prefix, &wanted)?))
    }

    /// Returns all words with this stem: their common row, or the words themselves.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`Error::Corrupt`].
    pub fn words_of_stem(&self, language: usize, stem: &str) -> Attempt<Vec<Word>> {
        if let Some(parts) = &self.parts {
            return parts.words(language, InParts::Stem(stem));
        }
        let long = self.long_stem(language, stem);
        if !long.is_empty() {
            return Ok(long);
        }
        let key = fold(stem);
        let rows = self.rows(language, &key, lookup_start(&key), &|shard, row| {
            shard.has_stem(row, stem) && shard.kind(row) != RowKind::Prefix
        })?;
        Ok(common_or_all(rows))
    }

    /// Returns the spellings of a stem's fold key; none if the words of the stem have a long row,
    /// which includes the word equal to the stem.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`Error::Corrupt`].
    pub fn spellings_beside_stem(&self, language: usize, stem: &str) -> Attempt<Vec<Word>> {
        if let Some(parts) = &self.parts {
            return parts.words(language, InParts::BesideStem(stem));
        }
        if self.has_long_stem(language, stem) {
            return Ok(Vec::new());
        }
        self.spellings(language, &fold(stem))
    }

    /// Returns whether the words of a stem have a long row, in the index of a bundle.
    pub fn has_long_stem(&self, language: usize, stem: &str) -> bool {
        let rows = self.long_stem(language, stem);
        rows.iter().any(|row| !row.is_word())
    }

    /// Returns all words whose stem has this fold key: for each such stem its common row, or its
    /// words.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`Error::Corrupt`].
    pub fn words_of_folded_stem(&self, language: usize, key: &str) -> Attempt<Vec<Word>> {
        if let Some(parts) = &self.parts {
            return parts.words(language, InParts::FoldedStem(key));
        }
        let start = lookup_start(key);
        let wanted = |shard: &TermShard, row| {
            shard.kind(row) != RowKind::Prefix && fold(&shard.stem(row)) == key
        };
        let mut rows = self.long_rows(language, start, &wanted);
        rows.extend(self.rows(language, key, start, &wanted)?);
        let common = rows.iter().filter(|row| !row.is_word());
        let united: Vec<String> = common.map(|row| row.text().to_owned()).collect();
        rows.retain(|row| !row.is_word() || !united.iter().any(|stem| row.has_stem(stem)));
        Ok(rows)
    }

    /// Returns all words of a language, ascending by fold key, for reports; reads the whole
    /// dictionary. A joined index has them part by part.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`Error::Corrupt`].
    pub fn words(&self, language: usize) -> Attempt<Vec<Word>> {
        if let Some(parts) = &self.parts {
            return parts.words(language, InParts::All);
        }
        let shards = 0..self.core.languages[language].shards.len();
        let names: Vec<String> = shards
            .clone()
            .map(|n| self.shard_name(language, n))
            .collect();
        let missing = names.iter().filter(|name| self.cache.get(name).is_none());
        require(&*self.source, missing.map(String::as_str))?;
        let is_word = |shard: &TermShard, row| shard.kind(row).is_word();
        let mut long = self
            .long_rows(language, "", &is_word)
            .into_iter()
            .peekable();
        let mut words = Vec::new();
        for number in shards {
            let shard = self.term_shard(language, number)?;
            for word in rows_of(language, &shard, "", &is_word) {
                let is_before = |long: &Word| long.place() < word.place();
                while let Some(before) = long.next_if(is_before) {
                    words.push(before);
                }
                words.push(word);
            }
        }
        words.extend(long);
        Ok(words)
    }

    /// Returns whether the dictionary of a language has the word in any spelling or another form of
    /// it. Also true if an unavailable file leaves this unknown.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`Error::Corrupt`].
    pub fn knows(&self, language: usize, key: &str, stem: &str) -> Attempt<bool> {
        if let Some(parts) = &self.parts {
            return parts.knows(language, key, stem);
        }
        if !self.spellings(language, key)?.is_empty() {
            return Ok(true);
        }
        let stem = fold(stem);
        for own in [stem.as_str(), key] {
            if self.is_unavailable(language, own)? {
                return Ok(true);
            }
            // A stem may also be the other word itself: stemmers strip endings from bare nouns too.
            if !self.words_of_folded_stem(language, own)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(!self.spellings(language, &stem)?.is_empty())
    }

    /// Returns whether the shard of a fold key is unavailable.
    fn is_unavailable(&self, language: usize, key: &str) -> Attempt<bool> {
        match self.core.languages[language].shard_of(key) {
            None => Ok(false),
            Some(number) => Ok(unless_missing(self.term_shard(language, number))?.is_none()),
        }
    }

    fn term_shard(&self, language: usize, number: usize) -> Attempt<Arc<TermShard>> {
        let name = self.shard_name(language, number);
        let read = |bytes: &[u8]| Ok(Decoded::Terms(Arc::new(TermShard::read(&name, bytes)?)));
        match self.decoded(&name, &read)? {
            Decoded::Terms(shard) => Ok(shard),
            _ => Err(mistaken(&name).into()),
        }
    }

    fn shard_name(&self, language: usize, number: usize) -> String {
        format!("terms/{}/{number}", self.core.languages[language].tag)
    }

    /// Returns the wanted long rows that begin with `start`.
    fn long_rows(&self, language: usize, start: &str, wanted: Wanted<'_>) -> Vec<Word> {
        let long = self.long.get(language);
        long.map_or_else(Vec::new, |shard| rows_of(language, shard, start, wanted))
    }

    /// Returns the wanted rows of the shard of `key` that begin with `start`; none if the shard is
    /// unavailable.
    fn rows(
        &self,
        language: usize,
        key: &str,
        start: &str,
        wanted: Wanted<'_>,
    ) -> Attempt<Vec<Word>> {
        let Some(number) = self.core.languages[language].shard_of(key) else {
            return Ok(Vec::new());
        };
        let shard = unless_missing(self.term_shard(language, number))?;
        Ok(shard.map_or_else(Vec::new, |shard| rows_of(language, &shard, start, wanted)))
    }
}

type Wanted<'w> = &'w dyn Fn(&TermShard, usize) -> bool;

fn rows_of(language: usize, shard: &Arc<TermShard>, start: &str, wanted: Wanted<'_>) -> Vec<Word> {
    let rows = shard.first_row(start)..shard.len();
    let rows = rows.take_while(|row| shard.key(*row).starts_with(start));
    let word = |row| Word {
        part: 0,
        language,
        shard: Arc::clone(shard),
        row,
    };
    rows.filter(|row| wanted(shard, *row)).map(word).collect()
}

/// Returns the common row of a family, if these rows include one; otherwise all of them.
fn common_or_all(rows: Vec<Word>) -> Vec<Word> {
    match rows.iter().find(|row| !row.is_word()) {
        Some(common) => vec![common.clone()],
        None => rows,
    }
}

impl LookUp {
    /// Returns the fold key whose shard contains the result.
    fn key(&self) -> Cow<'_, str> {
        match self {
            Self::Spellings(key) | Self::Prefix(key) => Cow::Borrowed(key),
            Self::Stem(stem) => Cow::Owned(fold(stem)),
        }
    }
}

fn mistaken(name: &str) -> Error {
    Error::corrupt(name, Damage::OtherKind)
}
