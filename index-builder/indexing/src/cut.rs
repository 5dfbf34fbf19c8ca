//! Cuts a site to a small index, for bundles whose pages are in a cluster.
//!
//! The most important pages are kept whole while there is room for their texts and in the
//! dictionary. Of the others, title and headings are kept while there is room.

use std::collections::{BTreeMap, BTreeSet};

use soru::document::USUAL_WEIGHT;
use soru::error::Result;
use soru::index::format::Section;
use soru::text::Language;

use super::Chunk;
use super::collected::{Collected, collect};
use super::counting::{DocumentWords, NamedWords, Occurrence};
use super::dictionary::{Dictionary, Numbered};
use super::near_duplicates::Fingerprint;
use super::occurrences::Occurrences;
use super::outline::headings;
use super::postings::count;

/// The bytes of a small index before compression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SmallIndex {
    /// Of the texts of whole pages.
    pub whole_bytes: usize,
    /// Of the dictionary of whole pages, which may be as large as their texts: the bytes of each
    /// different word, and a byte for each chunk with it.
    pub dictionary_bytes: usize,
    /// Of the titles and headings of other pages.
    pub heading_bytes: usize,
}

/// The documents that are kept, in their order, and the dictionaries of their words.
pub(super) struct Cut {
    pub(super) documents: Vec<Collected>,
    pub(super) dictionaries: BTreeMap<String, Dictionary>,
}

/// Cuts documents, whose importance is set.
pub(super) fn cut(
    documents: Vec<Collected>,
    dictionaries: &BTreeMap<String, Dictionary>,
    limits: SmallIndex,
) -> Result<Cut> {
    let words = dictionaries.iter();
    let words: Words<'_> = words
        .map(|(tag, own)| (tag.as_str(), own.by_number()))
        .collect();
    let shares = shares(&documents, &words, limits)?;
    let mut cut = Cut {
        documents: Vec::new(),
        dictionaries: BTreeMap::new(),
    };
    for (document, share) in documents.into_iter().zip(shares) {
        let own = cut.dictionaries.entry(document.tag.clone()).or_default();
        match share {
            Share::Whole => {
                let from = &words[document.tag.as_str()];
                cut.documents.push(renumbered(document, from, own)?);
            }
            Share::Headings => cut.documents.push(outlined(document, own)?),
            Share::Nothing => {}
        }
    }
    cut.dictionaries
        .retain(|tag, _| cut.documents.iter().any(|own| own.tag == *tag));
    Ok(cut)
}

/// The words of each language, by their numbers.
type Words<'d> = BTreeMap<&'d str, Vec<Numbered<'d>>>;

/// The part of a page that is kept.
#[derive(Clone, Copy)]
enum Share {
    Whole,
    Headings,
    Nothing,
}

/// Decides by importance, ties by the order of the pages.
fn shares(documents: &[Collected], words: &Words<'_>, limits: SmallIndex) -> Result<Vec<Share>> {
    let mut shares = vec![Share::Nothing; documents.len()];
    let mut order: Vec<usize> = (0..documents.len()).collect();
    order.sort_by_key(|place| std::cmp::Reverse(documents[*place].page.importance));
    let mut room = Room {
        limits,
        words,
        kept: BTreeMap::new(),
    };
    let mut others = Vec::new();
    for place in order {
        if room.take(&documents[place])? {
            shares[place] = Share::Whole;
        } else {
            others.push(place);
        }
    }
    let mut room = limits.heading_bytes;
    for place in others {
        let size = heading_size(&documents[place]);
        if size <= room {
            room -= size;
            shares[place] = Share::Headings;
        }
    }
    Ok(shares)
}

/// The room for whole pages.
struct Room<'d> {
    /// The bytes that are left.
    limits: SmallIndex,
    words: &'d Words<'d>,
    /// The numbers of the words that are kept, by language.
    kept: BTreeMap<&'d str, BTreeSet<usize>>,
}

impl<'d> Room<'d> {
    /// Takes a page if there is room for it.
    fn take(&mut self, document: &'d Collected) -> Result<bool> {
        let size = whole_size(document);
        if size > self.limits.whole_bytes {
            return Ok(false);
        }
        let kept = self.kept.entry(&document.tag).or_default();
        let (mut new, mut postings) = (BTreeSet::new(), 0);
        document.occurrences.each(|_, word, _| {
            postings += 1;
            if !kept.contains(&word) {
                new.insert(word);
            }
        })?;
        let words = &self.words[document.tag.as_str()];
        let word_bytes: usize = new.iter().map(|word| words[*word].word.len()).sum();
        let entries = word_bytes + postings;
        if entries > self.limits.dictionary_bytes {
            return Ok(false);
        }
        self.limits.whole_bytes -= size;
        self.limits.dictionary_bytes -= entries;
        kept.append(&mut new);
        Ok(true)
    }
}

/// Bytes of a page besides its texts: its address, its metadata, its rows.
const PAGE: usize = 64;

fn whole_size(document: &Collected) -> usize {
    let texts = document.chunks.iter().map(|chunk| chunk.passage.text.len());
    heading_size(document) + texts.sum::<usize>()
}

fn heading_size(document: &Collected) -> usize {
    let page = &document.page;
    let meta = page.meta.iter().map(|(key, value)| key.len() + value.len());
    let headings = headings(document).map(|(heading, _)| heading.len() + 1);
    PAGE + page.title.len() + page.url.len() + meta.sum::<usize>() + headings.sum::<usize>()
}

/// Returns a page whose words have numbers in a new dictionary.
fn renumbered(
    mut document: Collected,
    words: &[Numbered<'_>],
    new: &mut Dictionary,
) -> Result<Collected> {
    let mut numbers: BTreeMap<usize, u32> = BTreeMap::new();
    let mut occurrences: Vec<Vec<Occurrence>> = vec![Vec::new(); document.chunks.len()];
    document.occurrences.each(|chunk, word, posting| {
        let next = count(numbers.len());
        let number = *numbers.entry(word).or_insert(next);
        let frequencies = posting.frequencies();
        occurrences[chunk as usize].push(Occurrence {
            word: number,
            frequencies: frequencies.map(|own| u16::try_from(own).unwrap_or(u16::MAX)),
        });
    })?;
    let mut in_new = vec![0; numbers.len()];
    for (word, number) in numbers {
        let Numbered { word, parts } = &words[word];
        let own = new.number((*word).to_owned())?;
        for part in parts {
            new.add_part(own, (*part).to_owned());
        }
        in_new[number as usize] = own;
    }
    document.occurrences = Occurrences::pack(&occurrences, &in_new);
    Ok(document)
}

/// Returns a page with one chunk of its headings.
fn outlined(document: Collected, dictionary: &mut Dictionary) -> Result<Collected> {
    let mut chunk = Chunk {
        weight: mean_weight(&document),
        ..Chunk::default()
    };
    for (heading, anchor) in headings(&document) {
        chunk.sections.push(Section {
            start: count(chunk.text.len()),
            heading: vec![heading.to_owned()],
            anchor: anchor.to_owned(),
            is_answer: false,
        });
        chunk.text.push_str(heading);
        chunk.text.push('\n');
    }
    chunk.text.truncate(chunk.text.trim_end().len());
    if chunk.sections.is_empty() {
        chunk.sections.push(Section::default());
    }
    // Headings answer nothing.
    chunk.unquoted.push(0..count(chunk.text.len()));
    let mut words = DocumentWords::new(Language::from_tag(&document.tag));
    let title = words.count(&document.page.title);
    let counted = words.of_chunk(&chunk, &title, None);
    let (chunk, occurrences) = collect(chunk, counted);
    let NamedWords { words, .. } = words.into_words();
    let numbers = words.into_iter().map(|word| dictionary.number(word));
    let numbers: Vec<u32> = numbers.collect::<Result<_>>()?;
    Ok(Collected {
        chunks: vec![chunk],
        occurrences: Occurrences::pack(&[occurrences], &numbers),
        fingerprints: vec![Fingerprint::None],
        ..document
    })
}

/// Returns the mean weight of a page's texts, in hundredths.
fn mean_weight(document: &Collected) -> u16 {
    let (mut sum, mut bytes) = (0, 0);
    for chunk in &document.chunks {
        let own = chunk.passage.text.len();
        sum += own * usize::from(chunk.norms.weight);
        bytes += own;
    }
    let mean = sum
        .checked_div(bytes)
        .and_then(|own| u16::try_from(own).ok());
    mean.unwrap_or(USUAL_WEIGHT)
}

#[cfg(test)]
mod tests {
    use soru::document::{Block, Document};
    use soru::index::format::{ChunkTable, Pack};
    use soru::settings::Value;

    use super::*;
    use crate::{ChunkingSettings, Indexer, InvertedIndexer, Layout};

    /// Returns the weights of the chunks that are kept.
    fn weights(documents: &[Document], limits: SmallIndex) -> Vec<String> {
        let indexer = InvertedIndexer::new(ChunkingSettings::default(), "en", Layout::SINGLE);
        let mut indexer = Box::new(indexer.with_cut(limits, "/search"));
        for document in documents {
            let prepared = indexer.prepare(document).unwrap();
            indexer.add(prepared).unwrap();
        }
        let built = indexer.finish(Vec::new(), &Value::default()).unwrap();
        let files = built.into_files(&|bytes| Ok(bytes.to_vec())).unwrap();
        let core = files.iter().find(|(name, _)| name.starts_with("core"));
        let mut sections = Pack::read("core", &core.unwrap().1)
            .unwrap()
            .into_sections();
        let (_, chunks) = sections.find(|(name, _)| name == "chunks").unwrap();
        let table = ChunkTable::read(&chunks, 1).unwrap();
        (0..table.borders().chunks())
            .map(|chunk| table.weight_of(chunk).to_string())
            .collect()
    }

    #[test]
    fn whole_pages_and_pages_of_headings_keep_their_weights() {
        let page = |id: &str, importance: f64, weights: [u16; 2]| {
            let part = |weight: u16| {
                let heading = Block::Heading {
                    level: 2,
                    text: format!("Rent {weight}"),
                    anchor: None,
                    is_question: false,
                };
                let text = "A room is let by the term. ".repeat(12);
                [Block::Weight(weight), heading, Block::Text(text)]
            };
            Document {
                id: id.into(),
                lang: "en".into(),
                importance: Some(importance),
                blocks: weights.map(part).into_iter().flatten().collect(),
                ..Document::default()
            }
        };
        let pages = [
            page("a", 1.0, [300, 300]),
            page("b", 0.5, [300, 100]),
            page("c", 0.4, [100, 100]),
        ];
        let limits = |whole_bytes| SmallIndex {
            whole_bytes,
            dictionary_bytes: 10_000,
            heading_bytes: 1000,
        };
        let whole = weights(&pages, limits(10_000));
        let cut = weights(&pages, limits(1000));
        assert!(whole.len() > cut.len(), "{whole:?} {cut:?}");
        assert!(whole.iter().all(|weight| weight == "3" || weight == "1"));
        // Of the page whose parts differ, the mean is kept.
        assert_eq!(cut[cut.len() - 2..], ["2", "1"], "{cut:?}");
        assert!(cut[..cut.len() - 2].iter().all(|weight| weight == "3"));
    }
}
