//! Reads postings of words: from the word's shard, or, if there are many, from separate lists.

use std::sync::Arc;

use super::{Word, mistaken};
use crate::index::format::{LongList, Posting, read_long_list, unite_postings};
use crate::index::section_cache::Decoded;
use crate::index::{Index, require, unless_missing};
use crate::needs::Attempt;

impl Index {
    /// Requires the long lists of these words, optionally with their tails.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) with all missing files.
    pub fn require_lists(&self, words: &[&Word], tails: bool) -> Attempt<()> {
        if let Some(parts) = &self.parts {
            return parts.require_lists(words, tails);
        }
        let mut sections = Vec::new();
        for word in words {
            if let Some(list) = word.long() {
                let whole = self.whole_name(word.language, list);
                if self.cache.get(&whole).is_some() {
                    continue;
                }
                sections.push(self.list_name("heads", word.language, list.head));
                if tails && list.in_tail > 0 {
                    sections.push(self.list_name("tails", word.language, list.tail));
                }
            }
        }
        sections.retain(|section| self.cache.get(section).is_none());
        require(&*self.source, sections.iter().map(String::as_str))
    }

    /// Returns whether the long lists of these words are cached with their tails. A joined index does
    /// not look into its parts.
    pub fn has_whole_lists(&self, words: &[&Word]) -> bool {
        let is_here = |word: &&Word| {
            let whole = word.tail().map(|list| self.whole_name(word.language, list));
            whole.is_none_or(|name| self.cache.get(&name).is_some())
        };
        self.parts.is_none() && words.iter().all(is_here)
    }

    /// Returns the postings of a word, ascending by chunk. Without its tail, a long list is reduced
    /// to its best postings, unless the complete list is cached.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`crate::Error::Corrupt`].
    pub fn postings(&self, word: &Word, tail: bool) -> Attempt<Arc<Vec<Posting>>> {
        if let Some(parts) = &self.parts {
            return parts.postings(word, tail);
        }
        let Some(list) = word.long() else {
            let own = word.shard.postings(word.row, self.chunks.borders())?;
            return Ok(Arc::new(own));
        };
        let whole = self.whole_name(word.language, list);
        if let Some(Decoded::Postings(known)) = self.cache.get(&whole) {
            return Ok(known);
        }
        let head_name = self.list_name("heads", word.language, list.head);
        let head = self.long_list(&head_name)?;
        if list.in_tail == 0 || !tail {
            return Ok(head);
        }
        let tail_name = self.list_name("tails", word.language, list.tail);
        let united = unite_postings(vec![head, self.long_list(&tail_name)?]);
        // The list is incomplete if a part is unavailable; a later call may fetch it, so it is not
        // cached.
        if united.len() == word.document_frequency() as usize {
            let section = Decoded::Postings(Arc::clone(&united));
            self.cache.put(&whole, &section);
            self.cache.remove(&head_name);
            self.cache.remove(&tail_name);
        }
        Ok(united)
    }

    /// Counts the chunks that contain any of these words, all of one family.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`crate::Error::Corrupt`].
    pub fn count(&self, family: &[Word]) -> Attempt<usize> {
        // The words of a family without a row have short lists. In a joined index, each part has
        // one or the other.
        let (mut long, mut lists) = (0, Vec::new());
        for word in family {
            if word.is_long() {
                long += word.document_frequency() as usize;
            } else {
                lists.push(self.postings(word, false)?);
            }
        }
        Ok(long + unite_postings(lists).len())
    }

    fn long_list(&self, name: &str) -> Attempt<Arc<Vec<Posting>>> {
        let read = |bytes: &[u8]| {
            let postings = read_long_list(name, bytes, self.chunks.borders())?;
            Ok(Decoded::Postings(Arc::new(postings)))
        };
        match unless_missing(self.decoded(name, &read))? {
            Some(Decoded::Postings(postings)) => Ok(postings),
            Some(_) => Err(mistaken(name).into()),
            None => Ok(Arc::default()),
        }
    }

    /// Returns the cache key of the complete list, head and tail. No section has such a name.
    fn whole_name(&self, language: usize, list: &LongList) -> String {
        self.list_name("lists", language, list.head)
    }

    fn list_name(&self, part: &str, language: usize, number: u32) -> String {
        format!("{part}/{}/{number}", self.core.languages[language].tag)
    }
}
