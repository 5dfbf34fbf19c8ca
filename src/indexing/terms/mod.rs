//! A language's dictionary with its postings, in sections.
//!
//! What has to be known of all words is worked out at once: where the dictionary is cut, which families of
//! words get rows of their own, which lists are long. The shards themselves are made when they are stored
//! ([`TermShard`]), on whichever thread stores them.

mod cut;
mod family;
mod plan;
mod shard;

use std::sync::Arc;

use self::cut::cut;
use self::plan::Plan;
pub(super) use self::shard::TermShard;
use super::Layout;
use super::dictionary::{Words, count};
use super::postings::Postings;
use super::section::Section;
use crate::error::Result;
use crate::index::format::{ChunkTable, Kind, LanguageStatistics, Posting, unite_postings};
use crate::text::Language;

/// A word of the dictionary, in the order of fold keys.
#[derive(Debug)]
struct Entry {
    key: Box<str>,
    word: Box<str>,
    stem: Box<str>,
    /// Of the word's list of postings.
    number: u32,
}

/// The words of a language, and where they stand.
#[derive(Debug)]
struct Terms {
    entries: Vec<Entry>,
    postings: Postings,
    chunks: Arc<ChunkTable>,
    /// Lists of more postings than this are sections of their own.
    longest: usize,
}

impl Terms {
    fn of(&self, entry: u32) -> &[Posting] {
        self.postings
            .of(self.entries[entry as usize].number as usize)
    }

    fn is_long(&self, entry: u32) -> bool {
        self.of(entry).len() > self.longest
    }

    fn united(&self, entries: &[u32]) -> Vec<Posting> {
        let lists = entries.iter();
        let lists = lists.map(|entry| Arc::new(self.of(*entry).to_vec()));
        Arc::unwrap_or_clone(unite_postings(lists.collect()))
    }

    /// What the row of a word says it is.
    fn kind(&self, entry: u32) -> Kind {
        let number = entry as usize;
        let beside = [number.wrapping_sub(1), number + 1];
        let mut beside = beside.into_iter().filter_map(|at| self.entries.get(at));
        if beside.any(|other| other.key == self.entries[number].key) {
            Kind::Word
        } else {
            Kind::OnlyWord
        }
    }
}

/// Gives a language's dictionary in sections, and says in `statistics` where its shards begin.
pub(super) fn write_terms(
    words: Words,
    mut stems: Vec<Box<str>>,
    postings: Postings,
    statistics: &mut LanguageStatistics,
    chunks: &Arc<ChunkTable>,
    layout: &Layout,
) -> Result<Vec<Section>> {
    let rules = Language::from_tag(&statistics.tag);
    let entry = |(key, word, number): (Box<str>, Box<str>, u32)| Entry {
        stem: std::mem::take(&mut stems[number as usize]),
        key,
        word,
        number,
    };
    let terms = Terms {
        entries: words.into_ordered().into_iter().map(entry).collect(),
        postings,
        chunks: Arc::clone(chunks),
        longest: layout.long_postings as usize,
    };
    statistics.long_postings = layout.long_postings;
    let shards = cut(&terms, rules, layout);
    statistics.shards = shards.firsts()?;
    let mut plan = Plan::new(&terms, statistics, &shards);
    plan.long_words()?;
    let families = plan.families(rules)?;
    let mut sections = vec![plan.long()?];
    let (heads, tails) = (plan.heads, plan.tails);
    sections.extend(shards.deal(terms, families, &statistics.tag));
    // Neighbours in number stand together, so that few directories list them.
    sections.extend(heads);
    sections.extend(tails);
    Ok(sections)
}
