//! The indexes of several sites as one.
//!
//! A joined [`Index`] has no sections. Its table of chunks and the statistics of its languages are
//! those of all parts together; a look-up goes to every part (`parts.rs`), and finds the words of
//! all of them. So ranking, facts and answers know nothing of parts, and pages that are divided
//! into several indexes rank as in a single one. Chunks of a part follow those of the parts before.
//!
//! Files of a part have its number in front: `2/core-….bin`. The first part, number 0, has none, and
//! neither has the index of a single bundle.
//!
//! Parts have no vectors here: those of different encoders cannot be compared.

use std::sync::{Arc, OnceLock};

use super::format::{
    ChunkTable, Core, LanguageStatistics, Posting, Strings, Vocabulary, VocabularyBuilder, Walker,
};
use super::parts::{InParts, LookIn, Parts, Place, SITE};
use super::section_cache::SectionCache;
use super::{ChunkId, Index, LookUp, Passage, Source, Word, load};
use crate::address::key;
use crate::authority::absolute;
use crate::error::{Damage, Error, Result};
use crate::needs::{Attempt, Interruption, Needs};
use crate::ordered::{Map, first};
use crate::text::fold;

impl InParts<'_> {
    fn of(self, index: &Index, language: usize) -> Attempt<Vec<Word>> {
        match self {
            Self::Long(look_up) => Ok(index.long_words(language, look_up)),
            Self::Spellings(key) => index.spellings(language, key),
            Self::Completions(key) => index.completions(language, key),
            Self::Prefix(prefix) => index.words_with_prefix(language, prefix),
            Self::Stem(stem) => index.words_of_stem(language, stem),
            Self::FoldedStem(key) => index.words_of_folded_stem(language, key),
            Self::BesideStem(stem) => index.spellings_beside_stem(language, stem),
            Self::All => index.words(language),
        }
    }
}

/// The parts, in their order.
struct Joined {
    parts: Vec<Part>,
    vocabularies: Vec<OnceLock<Vocabulary>>,
    metadata: OnceLock<Vec<Map<String>>>,
}

struct Part {
    index: Arc<Index>,
    place: Place,
    /// The number of its first chunk among those of all parts.
    first: ChunkId,
    /// The number of each of its languages among those of all parts.
    languages: Vec<usize>,
}

impl Index {
    /// Joins the indexes of several sites.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if they have more chunks or languages than can be numbered.
    pub fn joined(indexes: Vec<(Arc<Self>, Place)>) -> Result<Self> {
        let mut chunks = ChunkTable::default();
        let mut languages: Vec<LanguageStatistics> = Vec::new();
        let mut parts = Vec::new();
        for (index, place) in indexes {
            let own = index.languages().iter();
            let numbers: Vec<usize> = own.map(|own| united(&mut languages, own)).collect();
            let narrow = numbers.iter().map(|number| u8::try_from(*number).ok());
            let narrow: Option<Vec<u8>> = narrow.collect();
            let narrow = narrow.ok_or_else(|| Error::corrupt("chunks", Damage::Columns))?;
            let first = chunks.borders().chunks();
            chunks.append(index.chunks(), &narrow)?;
            parts.push(Part {
                index,
                place,
                first,
                languages: numbers,
            });
        }
        let joined = Joined {
            parts,
            vocabularies: languages.iter().map(|_| OnceLock::new()).collect(),
            metadata: OnceLock::new(),
        };
        Ok(Self {
            source: Arc::new(NoSections),
            chunks,
            long: Vec::new(),
            cache: SectionCache::default(),
            cache_bytes: usize::MAX,
            vectors: None,
            has_pieces: vec![false; languages.len()],
            vocabularies: Vec::new(),
            metadata: None,
            related: None,
            suggest: None,
            core: Core {
                languages,
                texts: Vec::new(),
            },
            parts: Some(Arc::new(joined)),
        })
    }
}

/// Adds the statistics of a part's language, and returns its number.
fn united(languages: &mut Vec<LanguageStatistics>, own: &LanguageStatistics) -> usize {
    let known = languages.iter().position(|other| other.tag == own.tag);
    let Some(number) = known else {
        languages.push(LanguageStatistics {
            shards: Strings::default(),
            ..own.clone()
        });
        return languages.len() - 1;
    };
    let all = &mut languages[number];
    let [before, further] = [all.chunks, own.chunks].map(f64::from);
    for (mean, own) in all.mean_words.iter_mut().zip(own.mean_words) {
        *mean = (*mean * before + own * further) / (before + further).max(1.0);
    }
    all.chunks = all.chunks.saturating_add(own.chunks);
    all.long_postings = all.long_postings.max(own.long_postings);
    number
}

impl Joined {
    /// Returns the part of a chunk.
    fn part_of(&self, chunk: ChunkId) -> Option<&Part> {
        self.parts.iter().rev().find(|part| part.first <= chunk)
    }

    /// Calls a function with each part, and returns all their needs together.
    fn for_each(&self, act: &mut dyn FnMut(usize, &Part) -> Attempt<()>) -> Attempt<()> {
        let mut needs = Needs::default();
        for (number, part) in self.parts.iter().enumerate() {
            needs.note(part.place.within(act(number, part)))?;
        }
        needs.end()
    }

    /// Calls a function with each part that has a language, and the part's number of it.
    fn in_language(
        &self,
        language: usize,
        act: &mut dyn FnMut(usize, &Index, usize) -> Attempt<()>,
    ) -> Attempt<()> {
        self.for_each(&mut |number, part| match part.own(language) {
            Some(own) => act(number, &part.index, own),
            None => Ok(()),
        })
    }

    fn all_metadata(&self) -> Attempt<Vec<Map<String>>> {
        let mut all = Vec::new();
        self.for_each(&mut |_, part| {
            let own = part.index.metadata()?;
            for document in 0..part.index.chunks().documents() {
                let mut meta = own.get(document).cloned().unwrap_or_default();
                meta.insert(SITE, part.place.name.clone());
                all.push(meta);
            }
            Ok(())
        })?;
        Ok(all)
    }

    fn all_words(&self, language: usize) -> Attempt<Vocabulary> {
        let mut words = Words::default();
        self.in_language(language, &mut |_, index, own| {
            if let Some(vocabulary) = index.vocabulary(own)? {
                vocabulary.walk(&mut words);
            }
            Ok(())
        })?;
        Ok(words.vocabulary())
    }
}

impl Part {
    /// Returns its own number of a language of all parts.
    fn own(&self, language: usize) -> Option<usize> {
        self.languages.iter().position(|number| *number == language)
    }
}

impl Parts for Joined {
    fn words(&self, language: usize, wanted: InParts<'_>) -> Attempt<Vec<Word>> {
        let mut all = Vec::new();
        self.in_language(language, &mut |part, index, own| {
            let found = wanted.of(index, own)?.into_iter();
            all.extend(found.map(|word| word.of_part(part)));
            Ok(())
        })?;
        Ok(all)
    }

    fn knows(&self, language: usize, key: &str, stem: &str) -> Attempt<bool> {
        let mut is_known = false;
        self.in_language(language, &mut |_, index, own| {
            is_known = is_known || index.knows(own, key, stem)?;
            Ok(())
        })?;
        Ok(is_known)
    }

    fn require_vocabularies(&self) -> Attempt<()> {
        self.for_each(&mut |_, part| part.index.require_vocabularies())
    }

    fn require_terms(&self, look_ups: &[(usize, LookUp)]) -> Attempt<()> {
        self.for_each(&mut |_, part| {
            let own = look_ups.iter();
            let own = own.filter_map(|(language, own)| Some((part.own(*language)?, own.clone())));
            part.index.require_terms(&own.collect::<Vec<_>>(), false)
        })
    }

    fn require_lists(&self, words: &[&Word], tails: bool) -> Attempt<()> {
        self.for_each(&mut |number, part| {
            let own = words.iter().filter(|word| word.part == number);
            part.index
                .require_lists(&own.copied().collect::<Vec<_>>(), tails)
        })
    }

    fn postings(&self, word: &Word, tail: bool) -> Attempt<Arc<Vec<Posting>>> {
        let Some(part) = self.parts.get(word.part) else {
            return Ok(Arc::default());
        };
        let own = part.place.within(part.index.postings(word, tail))?;
        if part.first == 0 {
            return Ok(own);
        }
        let moved = own.iter().map(|posting| Posting {
            chunk: posting.chunk + part.first,
            ..*posting
        });
        Ok(Arc::new(moved.collect()))
    }

    fn require_passages(&self, chunks: &[ChunkId]) -> Attempt<()> {
        self.for_each(&mut |_, part| {
            let end = part.first + part.index.chunks().borders().chunks();
            let own = chunks
                .iter()
                .filter(|chunk| (part.first..end).contains(chunk));
            part.index
                .require_passages(own.map(|chunk| chunk - part.first))
        })
    }

    fn passage(&self, chunk: ChunkId) -> Attempt<Passage> {
        let Some(part) = self.part_of(chunk) else {
            return Err(Error::corrupt("core", Damage::NoText).into());
        };
        part.place.within(part.index.passage(chunk - part.first))
    }

    fn place_of(&self, chunk: ChunkId) -> Option<&Place> {
        self.part_of(chunk).map(|part| &part.place)
    }

    /// Looks in the sites below which the address is, the deepest first; in the first site, if there
    /// is none.
    fn with_page(&self, address: &str, look: &mut LookIn<'_>) -> Attempt<()> {
        let base = self.parts.first().map_or("", |part| &part.place.url);
        let page = key(&absolute(base, address));
        let site = |part: &Part| key(&part.place.url);
        let mut around: Vec<&Part> = self.parts.iter().collect();
        around.retain(|part| page.starts_with(&site(part)));
        if around.is_empty() {
            around.extend(self.parts.first());
        }
        let depth = |place: usize| site(around[place]).len();
        let before = |one, other| (depth(other), one) < (depth(one), other);
        for place in first(around.len(), around.len(), &before) {
            let Part { index, place, .. } = around[place];
            if place.within(look(index, &place.url))? {
                break;
            }
        }
        Ok(())
    }

    fn metadata(&self) -> Attempt<&[Map<String>]> {
        load(&self.metadata, || self.all_metadata()).map(Vec::as_slice)
    }

    fn vocabulary(&self, language: usize) -> Attempt<Option<&Vocabulary>> {
        let Some(cell) = self.vocabularies.get(language) else {
            return Ok(None);
        };
        load(cell, || self.all_words(language)).map(Some)
    }

    fn end_question(&self) {
        self.parts.iter().for_each(|part| part.index.end_question());
    }
}

/// Collects the words of several vocabularies.
#[derive(Default)]
struct Words {
    /// Fold key, spelling and commonness of each.
    all: Vec<(String, String, u8)>,
}

impl Walker for Words {
    fn letter(&mut self, _: usize, _: char) -> bool {
        true
    }

    fn word(&mut self, spelling: &[char], commonness: u8) {
        let word: String = spelling.iter().collect();
        self.all.push((fold(&word), word, commonness));
    }
}

impl Words {
    fn vocabulary(self) -> Vocabulary {
        let all = &self.all;
        let before = |one: usize, other: usize| (&all[one], one) < (&all[other], other);
        let mut builder = VocabularyBuilder::default();
        for place in first(all.len(), all.len(), &before) {
            let (key, word, commonness) = &all[place];
            builder.push(key.clone(), word, 1 << (*commonness).min(31));
        }
        builder.finish()
    }
}

/// The source of a joined index.
struct NoSections;

impl Source for NoSections {
    fn section(&self, name: &str) -> Attempt<Vec<u8>> {
        Err(Interruption::from(Error::corrupt(name, Damage::NoSection)))
    }

    fn unsupplied_file(&self, _: &str) -> Option<String> {
        None
    }
}
