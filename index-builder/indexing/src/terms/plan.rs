//! Decisions that need all words and precede the shards: which lists are long, and which families
//! get rows.

use std::collections::HashMap;

use soru::error::Result;
use soru::index::format::{
    LanguageStatistics, Listed, LongList, Posting, PostingList, RowKind, TermRow, TermShardBuilder,
    write_postings,
};
use soru::text::Language;

use super::cut::Shards;
use super::entries::Terms;
use super::family::families;
use super::shard::Family;
use crate::dictionary::Entry;
use crate::impact::split;
use crate::postings::count;
use crate::section::Section;

/// A row whose postings are in separate sections.
#[derive(Debug)]
struct LongRow {
    kind: RowKind,
    key: String,
    text: String,
    stem: String,
    postings: u32,
    list: LongList,
}

/// Decisions that need all words, made before any shard.
pub(super) struct Plan<'p> {
    terms: &'p Terms,
    statistics: &'p LanguageStatistics,
    shards: &'p Shards,
    /// Long lists already written, by the entries that they merge.
    lists: HashMap<Vec<u32>, LongList>,
    pub(super) heads: Vec<Section>,
    pub(super) tails: Vec<Section>,
    long: Vec<LongRow>,
    /// The first entry after the last stem that was examined.
    behind_stem: usize,
}

impl<'p> Plan<'p> {
    pub(super) fn new(
        terms: &'p Terms,
        statistics: &'p LanguageStatistics,
        shards: &'p Shards,
    ) -> Self {
        Self {
            terms,
            statistics,
            shards,
            lists: HashMap::new(),
            heads: Vec::new(),
            tails: Vec::new(),
            long: Vec::new(),
            behind_stem: 0,
        }
    }

    /// Writes the lists of words that are too long for a shard.
    pub(super) fn long_words(&mut self) -> Result<()> {
        let terms = self.terms;
        let all = 0..count(terms.entries().len());
        for word in all.filter(|word| terms.is_long(*word)) {
            let entry = terms.entry(word);
            let named = [&entry.key, &entry.word, &entry.stem].map(ToString::to_string);
            self.push_long(terms.kind(word), named, vec![word], terms.of(word))?;
        }
        Ok(())
    }

    /// Returns a row for each family of words that are not all in the one shard in which they are
    /// looked up, or are so many that merging them would take long.
    pub(super) fn families(&mut self, rules: Language) -> Result<Vec<Family>> {
        let mut found = Vec::new();
        families(self.terms, self.shards, rules, |family| {
            found.extend(self.placed(family)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// Returns a family that gets a row in a shard. A family gets none if its shard contains all
    /// its words; one with so many postings that they are separate sections is written here.
    fn placed(&mut self, family: Family) -> Result<Option<Family>> {
        let terms = self.terms;
        let at_home = self.shards.is_home_of_all(family.shard, &family.members);
        let bare = self.bare(&family);
        let with_bare: Vec<u32> = family.members.iter().copied().chain(bare).collect();
        let most: usize = with_bare.iter().map(|word| terms.of(*word).len()).sum();
        if most > terms.longest && !(at_home && with_bare.len() == 1) {
            let united = terms.united(&with_bare);
            if united.len() > terms.longest {
                let named = [family.key, family.text.clone(), family.text];
                self.push_long(family.kind, named, with_bare, &united)?;
                return Ok(None);
            }
        }
        // A look-up of a stem finds the word itself in the same shard.
        Ok((!at_home).then_some(family))
    }

    /// Returns the word that equals a stem but has another stem itself, since a stemmer strips
    /// endings from some bare nouns too. The word belongs to the stem's words.
    fn bare(&mut self, family: &Family) -> Option<u32> {
        if family.kind != RowKind::Stem {
            return None;
        }
        let wanted = (family.key.as_str(), family.text.as_str());
        let entries = self.terms.entries();
        let mut before = entries[self.behind_stem..].iter();
        // Stems are sorted by key and text, as the entries are.
        let is_before = |entry: &Entry| (&*entry.key, &*entry.word) < wanted;
        self.behind_stem += before.by_ref().take_while(|entry| is_before(entry)).count();
        let found = entries.get(self.behind_stem)?;
        let is_bare = (&*found.key, &*found.word) == wanted;
        let bare = count(self.behind_stem);
        (is_bare && !family.members.contains(&bare)).then_some(bare)
    }

    /// Adds a row for a long list, and writes the list into separate sections if it is not written
    /// yet. `named` contains the key, text and stem of the row; `members` are the entries whose
    /// postings these are.
    fn push_long(
        &mut self,
        kind: RowKind,
        named: [String; 3],
        members: Vec<u32>,
        postings: &[Posting],
    ) -> Result<()> {
        let list = match self.lists.get(&members) {
            Some(list) => list.clone(),
            None => self.write_list(postings)?,
        };
        self.lists.insert(members, list.clone());
        let [key, text, stem] = named;
        self.long.push(LongRow {
            kind,
            key,
            text,
            stem,
            postings: count(postings.len()),
            list,
        });
        Ok(())
    }

    fn write_list(&mut self, postings: &[Posting]) -> Result<LongList> {
        let (head, tail, mut list) = split(postings, self.statistics, &self.terms.chunks);
        list.head = count(self.heads.len());
        self.heads.push(self.section("heads", list.head, &head)?);
        if !tail.is_empty() {
            list.tail = count(self.tails.len());
            self.tails.push(self.section("tails", list.tail, &tail)?);
        }
        Ok(list)
    }

    /// Encodes the section of all long rows.
    pub(super) fn long(&mut self) -> Result<Section> {
        let order = |row: &LongRow| (row.key.clone(), row.kind, row.text.clone());
        self.long.sort_by_cached_key(order);
        let mut builder = TermShardBuilder::default();
        for row in &self.long {
            builder.push(&TermRow {
                kind: row.kind,
                text: &row.text,
                stem: &row.stem,
                postings: row.postings,
                listed: Listed::Long(&row.list),
            });
        }
        let name = format!("long/{}", self.statistics.tag);
        Ok(Section::bytes(name, builder.finish()?))
    }

    fn section(&self, part: &str, number: u32, postings: &[Posting]) -> Result<Section> {
        let name = format!("{part}/{}/{number}", self.statistics.tag);
        let list = PostingList::of(postings, self.terms.chunks.borders());
        let bytes = write_postings(&name, list)?;
        Ok(Section::bytes(name, bytes))
    }
}
