//! A language's dictionary with its postings, in sections.
//!
//! Decisions that need all words are made at once: where to cut the dictionary, which families of words get rows, which
//! lists are long. The shards themselves are made when they are stored ([`TermShard`]), on the thread that stores them.

mod cut;
mod family;
mod plan;
mod shard;

use std::sync::Arc;

use self::cut::cut;
use self::plan::Plan;
pub(super) use self::shard::TermShard;
use super::Layout;
use super::dictionary::{Entry, Words, count, leading};
use super::postings::Postings;
use super::section::Section;
use crate::error::Result;
use crate::index::format::{
    ChunkTable, Kind, LanguageStatistics, Posting, Strings, unite_postings,
};
use crate::text::Language;

/// The words of a language, with their postings.
#[derive(Debug, Clone)]
pub(super) struct Terms {
    pub(super) words: Arc<Words>,
    pub(super) postings: Arc<Postings>,
    pub(super) chunks: Arc<ChunkTable>,
    /// Lists with more postings than this are separate sections.
    pub(super) longest: usize,
}

impl Terms {
    fn entries(&self) -> &[Entry] {
        self.words.entries()
    }

    fn entry(&self, entry: u32) -> &Entry {
        &self.entries()[entry as usize]
    }

    fn of(&self, entry: u32) -> &[Posting] {
        self.postings.of(self.entry(entry).number as usize)
    }

    fn is_long(&self, entry: u32) -> bool {
        self.of(entry).len() > self.longest
    }

    fn united(&self, entries: &[u32]) -> Vec<Posting> {
        let lists = entries.iter();
        let lists = lists.map(|entry| Arc::new(self.of(*entry).to_vec()));
        Arc::unwrap_or_clone(unite_postings(lists.collect()))
    }

    /// Returns the kind of a word's row.
    fn kind(&self, entry: u32) -> Kind {
        let number = entry as usize;
        let beside = [number.wrapping_sub(1), number + 1];
        let mut beside = beside.into_iter().filter_map(|at| self.entries().get(at));
        if beside.any(|other| other.key == self.entries()[number].key) {
            Kind::Word
        } else {
            Kind::OnlyWord
        }
    }
}

/// A language's dictionary in sections.
pub(super) struct TermSections {
    /// Long rows, shards, heads, tails.
    pub(super) sections: Vec<Section>,
    /// Fold key of the first word of each shard.
    pub(super) shards: Strings,
}

/// Encodes a language's dictionary as sections.
pub(super) fn write_terms(
    terms: &Terms,
    statistics: &LanguageStatistics,
    layout: &Layout,
) -> Result<TermSections> {
    let rules = Language::from_tag(&statistics.tag);
    let shards = cut(terms, rules, layout);
    let mut plan = Plan::new(terms, statistics, &shards);
    plan.long_words()?;
    let families = plan.families(rules)?;
    let mut sections = vec![plan.long()?];
    let (heads, tails) = (plan.heads, plan.tails);
    let firsts = shards.firsts()?;
    sections.extend(shards.deal(terms, families, &statistics.tag));
    // Consecutive numbers are together, so that few directories list them.
    sections.extend(heads);
    sections.extend(tails);
    Ok(TermSections {
        sections,
        shards: firsts,
    })
}
