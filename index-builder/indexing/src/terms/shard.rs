//! A shard of the dictionary, to be written.

use std::borrow::Cow;
use std::ops::Range;

use soru::error::Result;
use soru::index::format::{Listed, Posting, PostingList, RowKind, TermRow, TermShardBuilder};

use super::entries::Terms;
use crate::postings::count;
use crate::section::Content;

/// A row for several words whose postings are in its shard.
#[derive(Debug)]
pub(super) struct Family {
    pub(super) kind: RowKind,
    pub(super) key: String,
    pub(super) text: String,
    /// Entries, ascending.
    pub(super) members: Vec<u32>,
    /// The shard in which it is looked up.
    pub(super) shard: u32,
}

/// A shard of the dictionary, not encoded yet.
#[derive(Debug)]
pub(super) struct TermShard {
    terms: Terms,
    /// Its entries.
    entries: Range<u32>,
    families: Vec<Family>,
}

impl Content for TermShard {
    fn encode(self: Box<Self>, _: &str) -> Result<Vec<u8>> {
        self.encoded()
    }
}

impl TermShard {
    /// Creates the shard of these entries, and of families whose words are not all among them.
    pub(super) fn new(terms: Terms, entries: Range<u32>, families: Vec<Family>) -> Self {
        Self {
            terms,
            entries,
            families,
        }
    }

    fn encoded(&self) -> Result<Vec<u8>> {
        let entries = self.entries.clone();
        let short = entries.filter(|entry| !self.terms.is_long(*entry));
        let mut rows: Vec<NewRow<'_>> = short
            .map(|entry| NewRow::of_entry(&self.terms, entry))
            .collect();
        rows.extend(self.families.iter().map(NewRow::of_family));
        rows.sort_unstable_by_key(|row| (row.key, row.kind, row.text));
        let mut builder = TermShardBuilder::default();
        for row in &rows {
            self.push(&mut builder, row);
        }
        builder.finish()
    }

    fn push(&self, builder: &mut TermShardBuilder, row: &NewRow<'_>) {
        let postings: Cow<'_, [Posting]> = match row.members {
            Members::One(entry) => self.terms.of(entry).into(),
            Members::Many(entries) => self.terms.united(entries).into(),
        };
        let list = PostingList::of(&postings, self.terms.chunks.borders());
        builder.push(&TermRow {
            kind: row.kind,
            text: row.text,
            stem: row.stem,
            postings: count(postings.len()),
            listed: Listed::Here(&list),
        });
    }
}

/// A row of a shard, to be written.
struct NewRow<'r> {
    kind: RowKind,
    key: &'r str,
    text: &'r str,
    stem: &'r str,
    members: Members<'r>,
}

/// The entries of a row's postings.
enum Members<'r> {
    One(u32),
    Many(&'r [u32]),
}

impl<'r> NewRow<'r> {
    fn of_entry(terms: &'r Terms, number: u32) -> Self {
        let entry = terms.entry(number);
        Self {
            kind: terms.kind(number),
            key: &entry.key,
            text: &entry.word,
            stem: &entry.stem,
            members: Members::One(number),
        }
    }

    fn of_family(family: &'r Family) -> Self {
        Self {
            kind: family.kind,
            key: &family.key,
            text: &family.text,
            stem: &family.text,
            members: Members::Many(&family.members),
        }
    }
}
