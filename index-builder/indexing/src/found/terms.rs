//! The dictionary of a language, with the counts of the question's words.
//!
//! All words are in one shard, so their stems and prefixes need no rows. The words of the question,
//! their stems and their prefixes have long rows.

use std::collections::BTreeMap;

use soru::error::Result;
use soru::index::format::{
    LanguageStatistics, Listed, LongList, Posting, PostingList, RowKind, Strings, StringsBuilder,
    TermRow, TermShardBuilder, write_postings,
};
use soru::text::{Language, fold, prefix, stem_of_page};

use super::given::WordCounts;
use crate::dictionary::Entry;
use crate::postings::count;
use crate::section::Section;
use crate::terms::{TermSections, Terms};

/// Encodes the dictionary of a language.
pub(super) fn write_counted(
    terms: &Terms,
    statistics: &LanguageStatistics,
    words: &[WordCounts],
) -> Result<TermSections> {
    let tag = &statistics.tag;
    let own = words.iter().filter(|own| own.language == *tag);
    let mut rows = LongRows {
        terms,
        rows: BTreeMap::new(),
    };
    own.for_each(|word| rows.add(word, tag));
    let (long, heads) = rows.write(statistics)?;
    let mut sections = vec![Section::bytes(format!("long/{tag}"), long)];
    let mut shards = StringsBuilder::default();
    if let Some(first) = terms.entries().first() {
        let name = format!("terms/{tag}/0");
        sections.push(Section::bytes(name, shard(terms, &rows)?));
        shards.push(&first.key);
    }
    sections.extend(heads);
    Ok(TermSections {
        sections,
        shards: Strings::read("core", &shards.lengths, shards.text)?,
    })
}

/// The rows of the question's words by key, kind and text: the stem of each and its number of
/// chunks.
struct LongRows<'t> {
    terms: &'t Terms,
    rows: BTreeMap<(String, RowKind, String), (String, u32)>,
}

impl LongRows<'_> {
    /// Adds the rows of a word: itself, its stem, its prefix.
    fn add(&mut self, own: &WordCounts, tag: &str) {
        let key = fold(&own.word);
        let stem = stem_of_page(&own.word, tag);
        let [word, of_stem, of_prefix] = own.chunks;
        if let Some(entry) = self.entry(&key, &own.word) {
            let kind = self.terms.kind(entry);
            self.put([&key, &own.word, &stem], kind, word);
        }
        self.put([&fold(&stem), &stem, &stem], RowKind::Stem, of_stem);
        if let Some(prefix) = prefix(&key, Language::from_tag(tag)) {
            self.put([prefix, prefix, prefix], RowKind::Prefix, of_prefix);
        }
    }

    fn entry(&self, key: &str, word: &str) -> Option<u32> {
        let mut entries = self.terms.entries().iter();
        let at = entries.position(|entry| &*entry.key == key && &*entry.word == word);
        at.map(count)
    }

    fn put(&mut self, [key, text, stem]: [&str; 3], kind: RowKind, chunks: u32) {
        let place = (key.to_owned(), kind, text.to_owned());
        let row = self.rows.entry(place).or_insert((stem.to_owned(), 0));
        row.1 = row.1.max(chunks);
    }

    fn has(&self, entry: &Entry, kind: RowKind) -> bool {
        let place = (entry.key.to_string(), kind, entry.word.to_string());
        self.rows.contains_key(&place)
    }

    /// Encodes the section of the rows, and their lists.
    fn write(&self, statistics: &LanguageStatistics) -> Result<(Vec<u8>, Vec<Section>)> {
        let mut builder = TermShardBuilder::default();
        let mut heads = Vec::new();
        for ((_, kind, text), (stem, chunks)) in &self.rows {
            let postings = self.postings(*kind, text);
            let chunks = (*chunks).min(statistics.chunks).max(count(postings.len()));
            if chunks == 0 {
                continue;
            }
            let name = format!("heads/{}/{}", statistics.tag, heads.len());
            let list = LongList {
                head: count(heads.len()),
                ..LongList::default()
            };
            let postings = PostingList::of(&postings, self.terms.chunks.borders());
            heads.push(Section::bytes(
                name.clone(),
                write_postings(&name, postings)?,
            ));
            builder.push(&TermRow {
                kind: *kind,
                text,
                stem,
                postings: chunks,
                listed: Listed::Long(&list),
            });
        }
        Ok((builder.finish()?, heads))
    }

    /// Returns the postings of a word, of all words of a stem or of all words with a prefix.
    fn postings(&self, kind: RowKind, text: &str) -> Vec<Posting> {
        let is_member = |entry: &Entry| match kind {
            RowKind::Prefix => entry.key.starts_with(text),
            RowKind::Stem => *entry.stem == *text || *entry.word == *text,
            RowKind::Word | RowKind::OnlyWord => *entry.word == *text,
        };
        let entries = (0..).zip(self.terms.entries());
        let members = entries.filter(|(_, entry)| is_member(entry));
        let members: Vec<u32> = members.map(|(number, _)| number).collect();
        self.terms.united(&members)
    }
}

/// Encodes the other words.
fn shard(terms: &Terms, rows: &LongRows<'_>) -> Result<Vec<u8>> {
    let mut builder = TermShardBuilder::default();
    for (number, entry) in (0..).zip(terms.entries()) {
        let kind = terms.kind(number);
        if rows.has(entry, kind) {
            continue;
        }
        let postings = terms.of(number);
        let list = PostingList::of(postings, terms.chunks.borders());
        builder.push(&TermRow {
            kind,
            text: &entry.word,
            stem: &entry.stem,
            postings: count(postings.len()),
            listed: Listed::Here(&list),
        });
    }
    builder.finish()
}
