//! Cuts a dictionary into shards.

use soru::error::Result;
use soru::index::format::{Strings, StringsBuilder};
use soru::text::{Language, prefix};

use super::entries::Terms;
use super::shard::{Family, TermShard};
use crate::Layout;
use crate::boundaries::Boundaries;
use crate::postings::count;
use crate::section::Section;

/// The boundaries of the dictionary's shards.
#[derive(Debug)]
pub(super) struct Shards {
    /// Fold keys of the first words.
    firsts: Vec<String>,
    /// The shard of each entry.
    of_entries: Vec<u32>,
}

/// Cuts the dictionary. Words with a common prefix stay together if possible, and words with the
/// same key always.
pub(super) fn cut(terms: &Terms, rules: Language, layout: &Layout) -> Shards {
    let mut firsts: Vec<String> = Vec::new();
    let mut of_entries = Vec::with_capacity(terms.entries().len());
    let mut boundaries = Boundaries::new(layout.term_shard_bytes, 4).up_to(layout.term_shard_bytes);
    let (mut family, mut key) = ("", "");
    for (entry, number) in terms.entries().iter().zip(0..) {
        let own = prefix(&entry.key, rules).unwrap_or(&entry.key);
        if &*entry.key != key && boundaries.is_here(own, own != family) {
            firsts.push(entry.key.to_string());
        }
        (family, key) = (own, &entry.key);
        of_entries.push(count(firsts.len().saturating_sub(1)));
        let is_long = terms.is_long(number);
        let listed = if is_long { 0 } else { terms.of(number).len() };
        // This is the approximate size of a row without its postings, plus the size of its
        // postings.
        boundaries.add(entry.word.len() + 6 + listed * 2);
    }
    Shards { firsts, of_entries }
}

impl Shards {
    /// Finds the shard as a look-up does (`LanguageStatistics::shard_of`).
    pub(super) fn of(&self, key: &str) -> u32 {
        let behind = self.firsts.partition_point(|first| first.as_str() <= key);
        count(behind.saturating_sub(1))
    }

    /// Returns whether words are all in this shard.
    pub(super) fn is_home_of_all(&self, shard: u32, words: &[u32]) -> bool {
        let mut words = words.iter();
        words.all(|word| self.of_entries[*word as usize] == shard)
    }

    pub(super) fn firsts(&self) -> Result<Strings> {
        let mut builder = StringsBuilder::default();
        self.firsts.iter().for_each(|first| builder.push(first));
        Strings::read("core", &builder.lengths, builder.text)
    }

    /// Distributes words and families over the shards.
    pub(super) fn deal(&self, terms: &Terms, mut families: Vec<Family>, tag: &str) -> Vec<Section> {
        families.sort_by_key(|family| family.shard);
        let mut families = families.into_iter().peekable();
        let mut sections = Vec::with_capacity(self.firsts.len());
        let mut start = 0;
        for number in 0..count(self.firsts.len()) {
            let end = count(self.of_entries.partition_point(|shard| *shard <= number));
            let next = || families.next_if(|family| family.shard <= number);
            let own = std::iter::from_fn(next).collect();
            let shard = TermShard::new(terms.clone(), start..end, own);
            start = end;
            let name = format!("terms/{tag}/{number}");
            sections.push(Section::new(name, shard));
        }
        sections
    }
}
