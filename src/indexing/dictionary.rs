//! Words and postings of one language, collected and written.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::Layout;
use super::impact::split;
use super::seams::Seams;
use crate::error::{Error, Result};
use crate::index::format::{
    Borders, ChunkTable, Kind, LanguageStatistics, Listed, LongList, Posting, PostingList, Strings,
    StringsBuilder, TermRow, TermShardBuilder, Vocabulary, VocabularyBuilder, unite_postings,
    write_postings,
};
use crate::text::{Language, fold, prefix, stem};

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
}

/// Sections, by name.
pub(super) type Sections = Vec<(String, Vec<u8>)>;

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
    pub(super) fn vocabulary(&self, postings: &[Vec<Posting>]) -> Vocabulary {
        let mut builder = VocabularyBuilder::default();
        for (key, word, number) in self.ordered() {
            builder.push(key, word, count(&postings[number]));
        }
        builder.finish()
    }

    /// Writes the dictionary in sections, and says in `statistics` where its shards begin. `postings`
    /// holds a list per word number.
    pub(super) fn write(
        &self,
        statistics: &mut LanguageStatistics,
        chunks: &ChunkTable,
        postings: &[Vec<Posting>],
        layout: &Layout,
    ) -> Result<Sections> {
        let rules = Language::from_tag(&statistics.tag);
        let entries: Vec<Entry<'_>> = self
            .ordered()
            .into_iter()
            .map(|(key, word, number)| Entry {
                stem: stem(word, rules),
                postings: &postings[number],
                key,
                word,
            })
            .collect();
        statistics.long_postings = layout.long_postings;
        let shards = cut(&entries, rules, layout);
        statistics.shards = shards.firsts()?;
        let mut writer = Writer {
            entries: &entries,
            statistics,
            chunks,
            shards: &shards,
            lists: HashMap::new(),
            tails: 0,
            sections: Vec::new(),
        };
        let mut rows = writer.words();
        rows.extend(writer.families(Kind::Stem, |entry| {
            Some((fold(&entry.stem), entry.stem.clone()))
        }));
        rows.extend(writer.families(Kind::Beginning, |entry| {
            let beginning = prefix(&entry.key, rules)?;
            Some((beginning.to_owned(), beginning.to_owned()))
        }));
        rows.sort_unstable_by(|a, b| a.order().cmp(&b.order()));
        writer.write(&rows)?;
        // Neighbours in number stand together, so that few directories list them.
        let mut sections = writer.sections;
        sections.sort_by_key(|(name, _)| name.starts_with("heads/"));
        sections.sort_by_key(|(name, _)| name.starts_with("tails/"));
        Ok(sections)
    }
}

fn count(postings: &[Posting]) -> u32 {
    // There are no more chunks than 32 bits can number.
    u32::try_from(postings.len()).unwrap_or(u32::MAX)
}

/// A word of the dictionary, in the order of fold keys.
struct Entry<'e> {
    key: String,
    word: &'e str,
    stem: String,
    postings: &'e [Posting],
}

/// Where the dictionary is cut.
struct Shards {
    /// Fold keys of the first words.
    firsts: Vec<String>,
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
}

/// Words with one beginning stay together if they can, and words with one key do.
fn cut(entries: &[Entry<'_>], rules: Language, layout: &Layout) -> Shards {
    let mut firsts: Vec<String> = Vec::new();
    let mut seams = Seams::new(layout.term_shard_bytes);
    let (mut family, mut key) = ("", "");
    for entry in entries {
        let own = prefix(&entry.key, rules).unwrap_or(&entry.key);
        if entry.key != key && seams.is_here(own, own != family) {
            firsts.push(entry.key.clone());
        }
        (family, key) = (own, &entry.key);
        // What a row takes besides its postings, and about what a posting takes.
        let listed = if entry.postings.len() > layout.long_postings as usize {
            0
        } else {
            entry.postings.len() * 2
        };
        seams.add(entry.word.len() + 6 + listed);
    }
    Shards { firsts }
}

/// A row on its way into a shard.
struct Row<'e> {
    kind: Kind,
    key: String,
    text: String,
    stem: String,
    postings: Listing<'e>,
}

enum Listing<'e> {
    Here(std::borrow::Cow<'e, [Posting]>),
    Apart(u32, LongList),
}

impl Row<'_> {
    fn order(&self) -> (&str, Kind, &str) {
        (&self.key, self.kind, &self.text)
    }
}

struct Writer<'w> {
    entries: &'w [Entry<'w>],
    statistics: &'w LanguageStatistics,
    chunks: &'w ChunkTable,
    shards: &'w Shards,
    /// Long lists that are written already, by the words that they unite.
    lists: HashMap<Vec<usize>, (u32, LongList)>,
    /// How many tails are written.
    tails: u32,
    sections: Sections,
}

impl<'w> Writer<'w> {
    fn borders(&self) -> &'w Borders {
        self.chunks.borders()
    }

    /// A row for each word.
    fn words(&mut self) -> Vec<Row<'w>> {
        let entries = self.entries;
        let mut rows = Vec::with_capacity(entries.len());
        for (number, entry) in entries.iter().enumerate() {
            let postings = std::borrow::Cow::Borrowed(entry.postings);
            let beside = [number.wrapping_sub(1), number + 1];
            let mut beside = beside.into_iter().filter_map(|other| entries.get(other));
            let only = !beside.any(|other| other.key == entry.key);
            rows.push(Row {
                kind: if only { Kind::OnlyWord } else { Kind::Word },
                key: entry.key.clone(),
                text: entry.word.to_owned(),
                stem: entry.stem.clone(),
                postings: self.listing(vec![number], postings),
            });
        }
        rows
    }

    /// A row for each family of words that do not stand in the one shard in which they are looked for,
    /// or are so many that uniting them would take long. `name` says key and text of a word's family.
    fn families(
        &mut self,
        kind: Kind,
        name: impl Fn(&Entry<'_>) -> Option<(String, String)>,
    ) -> Vec<Row<'w>> {
        let mut families: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
        for (number, entry) in self.entries.iter().enumerate() {
            if let Some(name) = name(entry) {
                families.entry(name).or_default().push(number);
            }
        }
        let mut rows = Vec::new();
        for ((key, text), mut members) in families {
            let home = self.shards.of(&key);
            let at_home = |word: &usize| self.shards.of(&self.entries[*word].key) == home;
            let at_home = members.iter().all(at_home);
            let bare = self.bare(kind, &key, &text, &members);
            let all = members.iter().chain(&bare);
            let most: usize = all.map(|word| self.entries[*word].postings.len()).sum();
            let long = self.statistics.long_postings as usize;
            if at_home && (members.len() + usize::from(bare.is_some()) == 1 || most <= long) {
                continue;
            }
            let with_bare: Vec<usize> = members.iter().copied().chain(bare).collect();
            let mut united = self.united(&with_bare);
            if united.len() > long {
                members = with_bare;
            } else if at_home {
                continue;
            } else if bare.is_some() {
                // Who looks for the stem finds the word itself in the same shard.
                united = self.united(&members);
            }
            rows.push(Row {
                kind,
                stem: text.clone(),
                postings: self.listing(members, std::borrow::Cow::Owned(united)),
                key,
                text,
            });
        }
        rows
    }

    /// The word that is a stem, but has another one itself: a stemmer takes an ending off some bare nouns
    /// too. It belongs with the stem's words.
    fn bare(&self, kind: Kind, key: &str, text: &str, members: &[usize]) -> Option<usize> {
        let order = |entry: &Entry<'_>| (entry.key.as_str(), entry.word).cmp(&(key, text));
        let found = self.entries.binary_search_by(order).ok();
        found.filter(|bare| kind == Kind::Stem && !members.contains(bare))
    }

    fn united(&self, words: &[usize]) -> Vec<Posting> {
        let lists = words.iter();
        let lists = lists.map(|word| Arc::new(self.entries[*word].postings.to_vec()));
        Arc::unwrap_or_clone(unite_postings(lists.collect()))
    }

    fn listing(
        &mut self,
        members: Vec<usize>,
        postings: std::borrow::Cow<'w, [Posting]>,
    ) -> Listing<'w> {
        if postings.len() <= self.statistics.long_postings as usize {
            return Listing::Here(postings);
        }
        if let Some((count, list)) = self.lists.get(&members) {
            return Listing::Apart(*count, list.clone());
        }
        let (head, tail, mut list) = split(&postings, self.statistics, self.chunks);
        list.head = u32::try_from(self.lists.len()).unwrap_or(u32::MAX);
        self.push_list("heads", list.head, &head);
        if !tail.is_empty() {
            list.tail = self.tails;
            self.push_list("tails", list.tail, &tail);
            self.tails += 1;
        }
        let count = count(&postings);
        self.lists.insert(members, (count, list.clone()));
        Listing::Apart(count, list)
    }

    fn push_list(&mut self, part: &str, number: u32, postings: &[Posting]) {
        let name = format!("{part}/{}/{number}", self.statistics.tag);
        let list = PostingList::of(postings, self.borders());
        let bytes = write_postings(&name, list);
        // Encoding into memory does not fail.
        self.sections.extend(bytes.map(|bytes| (name, bytes)));
    }

    /// Writes rows, ascending by fold key, into their shards, and the long ones together.
    fn write(&mut self, rows: &[Row<'_>]) -> Result<()> {
        let is_long = |row: &Row<'_>| matches!(row.postings, Listing::Apart(..));
        let mut long = TermShardBuilder::default();
        for row in rows.iter().filter(|row| is_long(row)) {
            self.push(&mut long, row);
        }
        self.sections
            .push((format!("long/{}", self.statistics.tag), long.finish()?));
        let mut rest = rows;
        let mut shards = Vec::with_capacity(self.shards.firsts.len());
        for number in 0..self.shards.firsts.len() {
            let end = rest.partition_point(|row| self.shards.of(&row.key) <= number);
            let (own, later) = rest.split_at(end);
            rest = later;
            let mut builder = TermShardBuilder::default();
            for row in own.iter().filter(|row| !is_long(row)) {
                self.push(&mut builder, row);
            }
            let name = format!("terms/{}/{number}", self.statistics.tag);
            shards.push((name, builder.finish()?));
        }
        self.sections.extend(shards);
        Ok(())
    }

    fn push(&self, builder: &mut TermShardBuilder, row: &Row<'_>) {
        let mut push = |postings, listed| {
            builder.push(&TermRow {
                kind: row.kind,
                text: &row.text,
                stem: &row.stem,
                postings,
                listed,
            });
        };
        match &row.postings {
            Listing::Here(postings) => {
                let list = PostingList::of(postings, self.borders());
                push(count(postings), Listed::Here(&list));
            }
            Listing::Apart(count, list) => push(*count, Listed::Apart(list)),
        }
    }
}
