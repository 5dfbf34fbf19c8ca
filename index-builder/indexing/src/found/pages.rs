//! Found chunks as the documents of an index.

use std::collections::BTreeMap;

use soru::error::Result;
use soru::text::Language;

use super::given::{FoundChunk, SiteCounts};
use super::sets::{newest, numbered};
use crate::collected::{Collected, CollectedChunk, collect};
use crate::counting::{DocumentWords, NamedWords, Occurrence};
use crate::dictionary::{Dictionary, SortedWords};
use crate::occurrences::Occurrences;
use crate::threads::in_order;

/// Documents in the order of their ids, and the words of every language.
pub(super) struct Pages {
    pub(super) documents: Vec<Collected>,
    pub(super) words: BTreeMap<String, SortedWords>,
}

impl Pages {
    pub(super) fn new(mut chunks: Vec<FoundChunk>, counts: &SiteCounts) -> Result<Self> {
        chunks.sort_by(|one, other| place(one).cmp(&place(other)));
        chunks.dedup_by(|one, other| place(one) == place(other));
        let mut dictionaries = dictionaries(counts)?;
        let pages = chunks.chunk_by(|one, other| one.page.id == other.page.id);
        let documents = pages.map(|own| {
            let dictionary = dictionaries.entry(own[0].language.clone()).or_default();
            document(own, dictionary)
        });
        let mut documents: Vec<Collected> = documents.collect::<Result<_>>()?;
        set_groups(&mut documents, &chunks);
        let words = dictionaries.into_iter().map(|(tag, dictionary)| {
            let words = dictionary.into_words(&tag, in_order);
            (tag, words)
        });
        Ok(Self {
            documents,
            words: words.collect(),
        })
    }
}

fn place(chunk: &FoundChunk) -> (&str, u32) {
    (&chunk.page.id, chunk.position)
}

/// Returns the dictionaries of all languages of the site, with the words of the question that a
/// page of the site has.
fn dictionaries(counts: &SiteCounts) -> Result<BTreeMap<String, Dictionary>> {
    let languages = counts.languages.iter();
    let languages = languages.map(|own| (own.language.clone(), Dictionary::default()));
    let mut dictionaries: BTreeMap<String, Dictionary> = languages.collect();
    for own in counts.words.iter().filter(|own| own.chunks[0] > 0) {
        if let Some(dictionary) = dictionaries.get_mut(&own.language) {
            dictionary.number(own.word.clone())?;
        }
    }
    Ok(dictionaries)
}

/// Returns the page of these chunks.
fn document(own: &[FoundChunk], dictionary: &mut Dictionary) -> Result<Collected> {
    let first = &own[0];
    let mut words = DocumentWords::new(Language::from_tag(&first.language));
    let title = words.count(&first.page.title);
    let counted = own.iter().map(|found| {
        let further = words.count(&found.further_headings);
        let counted = words.of_chunk(&found.chunk, &title, Some(&further));
        collect(found.chunk.clone(), counted)
    });
    let (chunks, occurrences): (Vec<CollectedChunk>, Vec<Vec<Occurrence>>) = counted.unzip();
    let NamedWords { words, parts } = words.into_words();
    let numbers = words.into_iter().map(|word| dictionary.number(word));
    let numbers: Vec<u32> = numbers.collect::<Result<_>>()?;
    for (word, part) in parts {
        dictionary.add_part(numbers[word as usize], part);
    }
    Ok(Collected {
        page: first.page.clone(),
        tag: first.language.clone(),
        title_words: title.count,
        occurrences: Occurrences::pack(&occurrences, &numbers),
        chunks,
        is_news: first.is_news,
        ..Collected::default()
    })
}

/// Sets the groups of near-duplicates, the translations and the newest versions.
fn set_groups(documents: &mut [Collected], chunks: &[FoundChunk]) {
    let all: Vec<&FoundChunk> = chunks.iter().collect();
    let own = documents
        .iter_mut()
        .flat_map(|document| &mut document.chunks);
    for (chunk, group) in own.zip(numbered(&all, |chunk| &chunk.group)) {
        chunk.norms.group = group;
    }
    let pages = chunks.chunk_by(|one, other| one.page.id == other.page.id);
    let pages: Vec<&FoundChunk> = pages.map(|own| &own[0]).collect();
    let translations = numbered(&pages, |page| &page.translation);
    let sets = translations.into_iter().zip(newest(&pages));
    for (document, (translation, newest)) in documents.iter_mut().zip(sets) {
        (document.translation, document.newest) = (translation, newest);
    }
}
