//! A language's dictionary with its postings, in sections.
//!
//! What has to be known of all words is worked out at once: where the dictionary is cut, which families of
//! words get rows of their own, which lists are long. The shards themselves are made when they are stored
//! ([`TermShard`]), on whichever thread stores them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::Layout;
use super::dictionary::{Words, count};
use super::impact::split;
use super::postings::Postings;
use super::seams::Seams;
use super::section::{Content, Section};
use crate::error::Result;
use crate::index::format::{
    ChunkTable, Kind, LanguageStatistics, Listed, LongList, Posting, PostingList, Strings,
    StringsBuilder, TermRow, TermShardBuilder, unite_postings, write_postings,
};
use crate::text::{Language, fold, prefix, stem};

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

/// A row for several words whose postings stand in its shard.
#[derive(Debug)]
struct Family {
    kind: Kind,
    key: String,
    text: String,
    /// Entries.
    members: Vec<u32>,
}

/// A row whose postings stand in sections of their own.
#[derive(Debug)]
struct LongRow {
    kind: Kind,
    key: String,
    text: String,
    stem: String,
    postings: u32,
    list: LongList,
}

/// A shard of the dictionary, not made yet.
#[derive(Debug)]
pub(super) struct TermShard {
    terms: Arc<Terms>,
    /// Its entries.
    entries: Range<u32>,
    families: Vec<Family>,
}

impl TermShard {
    /// The section's bytes.
    pub(super) fn make(&self) -> Result<Vec<u8>> {
        let entries = self.entries.clone();
        let short = entries.filter(|entry| !self.terms.is_long(*entry));
        let mut rows: Vec<Row<'_>> = short
            .map(|entry| Row::of_entry(&self.terms, entry))
            .collect();
        rows.extend(self.families.iter().map(Row::of_family));
        rows.sort_unstable_by_key(|row| (row.key, row.kind, row.text));
        let mut builder = TermShardBuilder::default();
        for row in &rows {
            self.push(&mut builder, row);
        }
        builder.finish()
    }

    fn push(&self, builder: &mut TermShardBuilder, row: &Row<'_>) {
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

/// A row on its way into a shard.
struct Row<'r> {
    kind: Kind,
    key: &'r str,
    text: &'r str,
    stem: &'r str,
    members: Members<'r>,
}

/// The entries whose postings a row has.
enum Members<'r> {
    One(u32),
    Many(&'r [u32]),
}

impl<'r> Row<'r> {
    fn of_entry(terms: &'r Terms, number: u32) -> Self {
        let entry = &terms.entries[number as usize];
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

/// Gives a language's dictionary in sections, and says in `statistics` where its shards begin.
pub(super) fn write_terms(
    words: Words,
    postings: Postings,
    statistics: &mut LanguageStatistics,
    chunks: &Arc<ChunkTable>,
    layout: &Layout,
) -> Result<Vec<Section>> {
    let rules = Language::from_tag(&statistics.tag);
    let entry = |(key, word, number): (Box<str>, Box<str>, u32)| Entry {
        stem: stem(&word, rules).into_boxed_str(),
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
    let mut plan = Plan {
        terms: &terms,
        statistics,
        shards: &shards,
        lists: HashMap::new(),
        heads: Vec::new(),
        tails: Vec::new(),
        long: Vec::new(),
    };
    plan.long_words()?;
    let mut families = plan.families(Kind::Stem, |entry| Some((fold(&entry.stem), &entry.stem)))?;
    families.extend(plan.families(Kind::Beginning, |entry| {
        let beginning = prefix(&entry.key, rules)?;
        Some((beginning.to_owned(), beginning))
    })?);
    let mut sections = vec![plan.long()?];
    let (heads, tails) = (plan.heads, plan.tails);
    sections.extend(shards.deal(terms, families, &statistics.tag));
    // Neighbours in number stand together, so that few directories list them.
    sections.extend(heads);
    sections.extend(tails);
    Ok(sections)
}

/// Where the dictionary is cut.
struct Shards {
    /// Fold keys of the first words.
    firsts: Vec<String>,
}

/// Words with one beginning stay together if they can, and words with one key do.
fn cut(terms: &Terms, rules: Language, layout: &Layout) -> Shards {
    let mut firsts: Vec<String> = Vec::new();
    let mut seams = Seams::new(layout.term_shard_bytes);
    let (mut family, mut key) = ("", "");
    for (entry, number) in terms.entries.iter().zip(0..) {
        let own = prefix(&entry.key, rules).unwrap_or(&entry.key);
        if &*entry.key != key && seams.is_here(own, own != family) {
            firsts.push(entry.key.to_string());
        }
        (family, key) = (own, &entry.key);
        // What a row takes besides its postings, and about what a posting takes.
        let postings = terms.of(number).len();
        let is_long = terms.is_long(number);
        let listed = if is_long { 0 } else { postings * 2 };
        seams.add(entry.word.len() + 6 + listed);
    }
    Shards { firsts }
}

impl Shards {
    /// As look-ups find it (`LanguageStatistics::shard_of`).
    fn of(&self, key: &str) -> usize {
        self.firsts
            .partition_point(|first| first.as_str() <= key)
            .saturating_sub(1)
    }

    fn firsts(&self) -> Result<Strings> {
        let mut builder = StringsBuilder::default();
        self.firsts.iter().for_each(|first| builder.push(first));
        Strings::read("core", &builder.lengths, builder.text)
    }

    /// Deals words and families out to the shards.
    fn deal(&self, terms: Terms, mut families: Vec<Family>, tag: &str) -> Vec<Section> {
        families.sort_by_key(|family| self.of(&family.key));
        let terms = Arc::new(terms);
        let mut families = families.into_iter().peekable();
        let mut sections = Vec::with_capacity(self.firsts.len());
        let mut start = 0;
        for number in 0..self.firsts.len() {
            let own = terms.entries[start as usize..].iter();
            let own = own.take_while(|entry| self.of(&entry.key) <= number);
            let end = start + count(own.count());
            let next = || families.next_if(|family| self.of(&family.key) <= number);
            let shard = TermShard {
                terms: Arc::clone(&terms),
                entries: start..end,
                families: std::iter::from_fn(next).collect(),
            };
            start = end;
            let name = format!("terms/{tag}/{number}");
            sections.push(Section::new(name, Content::Terms(shard)));
        }
        sections
    }
}

/// What has to be worked out of all words before any shard is made.
struct Plan<'p> {
    terms: &'p Terms,
    statistics: &'p LanguageStatistics,
    shards: &'p Shards,
    /// Long lists that are written already, by the entries that they unite.
    lists: HashMap<Vec<u32>, LongList>,
    heads: Vec<Section>,
    tails: Vec<Section>,
    long: Vec<LongRow>,
}

impl Plan<'_> {
    /// Writes the lists of words that are too long for a shard.
    fn long_words(&mut self) -> Result<()> {
        let terms = self.terms;
        let all = 0..count(terms.entries.len());
        for word in all.filter(|word| terms.is_long(*word)) {
            let entry = &terms.entries[word as usize];
            let named = [&entry.key, &entry.word, &entry.stem].map(ToString::to_string);
            self.push_long(terms.kind(word), named, vec![word], terms.of(word))?;
        }
        Ok(())
    }

    /// A row for each family of words that do not stand in the one shard in which they are looked for,
    /// or are so many that uniting them would take long. `name` says key and text of a word's family.
    fn families(
        &mut self,
        kind: Kind,
        name: impl Fn(&Entry) -> Option<(String, &str)>,
    ) -> Result<Vec<Family>> {
        let entries = self.terms.entries.iter().zip(0..);
        let mut named: Vec<(String, &str, u32)> = entries
            .filter_map(|(entry, word)| name(entry).map(|(key, text)| (key, text, word)))
            .collect();
        named.sort_unstable();
        let mut families = Vec::new();
        for family in named.chunk_by(|one, other| (&one.0, one.1) == (&other.0, other.1)) {
            let (key, text, _) = &family[0];
            let family = Family {
                kind,
                key: key.clone(),
                text: (*text).to_owned(),
                members: family.iter().map(|(.., word)| *word).collect(),
            };
            families.extend(self.placed(family)?);
        }
        Ok(families)
    }

    /// A family that gets a row in a shard; not one whose words are all found there, and not one with so
    /// many postings that they are sections of their own, which are written.
    fn placed(&mut self, family: Family) -> Result<Option<Family>> {
        let terms = self.terms;
        let home = self.shards.of(&family.key);
        let mut own = family.members.iter();
        let at_home = own.all(|word| self.shards.of(&terms.entries[*word as usize].key) == home);
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
        // Who looks for a stem finds the word itself in the same shard.
        Ok((!at_home).then_some(family))
    }

    /// The word that is a stem, but has another one itself: a stemmer takes an ending off some bare nouns
    /// too. It belongs with the stem's words.
    fn bare(&self, family: &Family) -> Option<u32> {
        let wanted = (family.key.as_str(), family.text.as_str());
        let entries = &self.terms.entries;
        let found = entries.binary_search_by(|entry| (&*entry.key, &*entry.word).cmp(&wanted));
        let found = found.ok().map(count);
        found.filter(|bare| family.kind == Kind::Stem && !family.members.contains(bare))
    }

    /// Adds a row for a long list, and writes the list into sections of its own unless it is there.
    /// `named`: key, text and stem of the row; `members`: the entries whose postings these are.
    fn push_long(
        &mut self,
        kind: Kind,
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

    /// The section of all long rows.
    fn long(&mut self) -> Result<Section> {
        let order = |row: &LongRow| (row.key.clone(), row.kind, row.text.clone());
        self.long.sort_by_cached_key(order);
        let mut builder = TermShardBuilder::default();
        for row in &self.long {
            builder.push(&TermRow {
                kind: row.kind,
                text: &row.text,
                stem: &row.stem,
                postings: row.postings,
                listed: Listed::Apart(&row.list),
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
