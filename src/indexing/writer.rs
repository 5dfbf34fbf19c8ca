//! Numbers what an indexer collected and writes its sections.

use std::collections::BTreeMap;

use super::bundle::too_many;
use super::dictionary::{Dictionary, WordPostings};
use super::inverted::{BODY, Collected, CollectedChunk, InvertedIndexer};
use super::vectors::{LanguageChunks, Vectors};
use super::{Built, Layout, Summary, VectorSummary};
use crate::error::Result;
use crate::fact::Fact;
use crate::index::format::{
    ChunkRow, ChunkTable, ChunkVectors, Core, DocumentRow, DocumentTable, LanguageStatistics, Pack,
    Posting, TextShardEntry, write_facts, write_texts,
};
use crate::settings::Value;

/// Writes the sections of what was collected.
pub(super) struct Writer {
    documents: Vec<Collected>,
    dictionaries: BTreeMap<String, Dictionary>,
    layout: Layout,
    /// Postings per language, then per word number.
    postings: Vec<Vec<WordPostings>>,
    core: Core,
    summary: Summary,
    vectors: Option<Vectors>,
}

impl Writer {
    pub(super) fn new(indexer: InvertedIndexer) -> Self {
        let languages = indexer
            .dictionaries
            .keys()
            .map(|tag| LanguageStatistics {
                tag: tag.clone(),
                ..LanguageStatistics::default()
            })
            .collect();
        let postings = indexer
            .dictionaries
            .values()
            .map(|words| vec![WordPostings::default(); words.len()])
            .collect();
        Self {
            documents: indexer.documents,
            dictionaries: indexer.dictionaries,
            layout: indexer.layout,
            postings,
            core: Core {
                languages,
                ..Core::default()
            },
            summary: Summary::default(),
            vectors: indexer.vectors,
        }
    }

    /// Gives every chunk its number, and every word its postings.
    pub(super) fn number_chunks(&mut self) -> Result<()> {
        let mut totals = vec![[0_u64; 3]; self.core.languages.len()];
        let mut chunk_number = 0_u32;
        for (number, document) in self.documents.iter_mut().enumerate() {
            let language = self
                .core
                .languages
                .iter()
                .position(|language| language.tag == document.tag)
                .unwrap_or_default();
            document.row.language = u8::try_from(language).map_err(|_| too_many("languages"))?;
            for chunk in &mut document.chunks {
                chunk.row.document = u32::try_from(number).map_err(|_| too_many("pages"))?;
                invert(chunk, chunk_number, &mut self.postings[language]);
                for (total, words) in totals[language].iter_mut().zip(chunk.row.words) {
                    *total += u64::from(words);
                }
                self.core.languages[language].chunks += 1;
                chunk_number = chunk_number
                    .checked_add(1)
                    .ok_or_else(|| too_many("chunks"))?;
            }
        }
        for (language, totals) in self.core.languages.iter_mut().zip(&totals) {
            let chunks = f64::from(language.chunks.max(1));
            language.mean_words = totals.map(|total| total as f64 / chunks);
            self.summary
                .words
                .insert(language.tag.clone(), totals[BODY]);
        }
        self.summary.chunks = u64::from(chunk_number);
        Ok(())
    }

    pub(super) fn finish(mut self, facts: &[Fact], configuration: &Value) -> Result<Built> {
        let terms = self.write_terms()?;
        let vocabularies = self.write_vocabularies()?;
        let texts = self.write_texts()?;
        let vectors = self.write_vectors()?;
        self.summary.documents = self.documents.len() as u64;
        self.summary.facts = facts.len() as u64;

        let documents: Vec<DocumentRow> = self.documents.iter().map(|d| d.row.clone()).collect();
        let chunks: Vec<ChunkRow> = self
            .documents
            .into_iter()
            .flat_map(|document| document.chunks)
            .map(|chunk| chunk.row)
            .collect();
        let mut packs = Packs::new(self.layout.separate_files);
        packs.core.push("core", self.core.write()?);
        packs
            .core
            .push("documents", DocumentTable::write(&documents)?);
        packs.core.push("chunks", ChunkTable::write(&chunks)?);
        packs.core.push("facts", write_facts(facts)?);
        packs.extend_together("vocabulary", vocabularies);
        packs.extend("terms", terms);
        packs.extend("text", texts);
        packs.extend("vectors", vectors);
        Ok(Built::new(
            self.summary,
            packs.finish(),
            configuration.clone(),
        ))
    }

    fn write_terms(&mut self) -> Result<Vec<(String, Vec<u8>)>> {
        let mut sections = Vec::new();
        for (language, (tag, dictionary)) in self.dictionaries.iter().enumerate() {
            let number = u32::try_from(language).map_err(|_| too_many("languages"))?;
            self.summary
                .terms
                .insert(tag.clone(), dictionary.len() as u64);
            let postings = &self.postings[language];
            let shards = dictionary.write(number, tag, postings, self.layout.term_shard_bytes)?;
            for (entry, bytes) in shards {
                sections.push((entry.section.clone(), bytes));
                self.core.terms.push(entry);
            }
        }
        Ok(sections)
    }

    /// One section for all languages, since a question is read in all of them.
    fn write_vectors(&mut self) -> Result<Vec<(String, Vec<u8>)>> {
        let Some(vectors) = &self.vectors else {
            return Ok(Vec::new());
        };
        let languages = self.languages();
        let size = vectors.size(languages.iter().map(|language| language.chunks.len()));
        if size > vectors.settings.max_kilobytes.saturating_mul(1000) {
            self.summary.vectors = VectorSummary::TooLarge(size as u64);
            return Ok(Vec::new());
        }
        let mut all = Vec::with_capacity(languages.len());
        for language in &languages {
            all.push(vectors.of(language)?);
        }
        let rows = all.iter().map(|vectors| vectors.factors.len() as u64);
        self.summary.vectors = VectorSummary::Built(rows.sum());
        Ok(vec![("vectors".to_owned(), ChunkVectors::write(&all)?)])
    }

    /// What there is of each language.
    fn languages(&self) -> Vec<LanguageChunks<'_>> {
        let statistics = self.core.languages.iter();
        let words = self.dictionaries.values().zip(&self.postings);
        let mut languages: Vec<LanguageChunks<'_>> = statistics
            .zip(words)
            .map(|(statistics, (dictionary, postings))| LanguageChunks {
                statistics,
                dictionary,
                postings,
                chunks: Vec::new(),
            })
            .collect();
        let chunks = self.documents.iter().flat_map(|document| {
            let language = usize::from(document.row.language);
            document
                .chunks
                .iter()
                .map(move |chunk| (language, chunk.text.as_str()))
        });
        for (number, (language, text)) in (0..).zip(chunks) {
            languages[language].chunks.push((number, text));
        }
        languages
    }

    /// Only where a look-up does not have the whole dictionary at hand.
    fn write_vocabularies(&self) -> Result<Vec<(String, Vec<u8>)>> {
        let mut sections = Vec::new();
        if !self.layout.separate_files {
            return Ok(sections);
        }
        for ((tag, dictionary), postings) in self.dictionaries.iter().zip(&self.postings) {
            let section = format!("vocabulary/{tag}");
            let bytes = dictionary.vocabulary(postings).write(&section)?;
            sections.push((section, bytes));
        }
        Ok(sections)
    }

    fn write_texts(&mut self) -> Result<Vec<(String, Vec<u8>)>> {
        let texts: Vec<&str> = self
            .documents
            .iter()
            .flat_map(|document| &document.chunks)
            .map(|chunk| chunk.text.as_str())
            .collect();
        let mut sections = Vec::new();
        let mut first = 0;
        while first < texts.len() {
            let end = shard_end(&texts, first, self.layout.text_shard_bytes);
            let section = format!("text/{}", sections.len());
            let bytes = write_texts(&section, texts[first..end].iter().copied())?;
            let number = u32::try_from(first).map_err(|_| too_many("chunks"))?;
            self.core.texts.push(TextShardEntry {
                first: number,
                section: section.clone(),
            });
            sections.push((section, bytes));
            first = end;
        }
        Ok(sections)
    }
}

/// Moves a chunk's occurrences into the postings of their words.
fn invert(chunk: &mut CollectedChunk, number: u32, postings: &mut [WordPostings]) {
    let places = std::mem::take(&mut chunk.places);
    let mut places = places.as_slice();
    for occurrence in std::mem::take(&mut chunk.occurrences) {
        let (own, rest) = places.split_at(usize::from(occurrence.place_bytes).min(places.len()));
        places = rest;
        let word = &mut postings[occurrence.word as usize];
        word.places.extend_from_slice(own);
        word.postings.push(Posting {
            chunk: number,
            frequencies: occurrence.frequencies.map(u32::from),
        });
    }
}

/// Behind the last text of a shard that begins with `first`; at least one text.
fn shard_end(texts: &[&str], first: usize, shard_bytes: usize) -> usize {
    let mut size = 0_usize;
    let mut end = first;
    while end < texts.len() && (end == first || size < shard_bytes) {
        size = size.saturating_add(texts[end].len());
        end += 1;
    }
    end
}

/// Sections on their way into files.
struct Packs {
    core: Pack,
    separate: Option<Vec<(String, Pack)>>,
}

impl Packs {
    fn new(separate_files: bool) -> Self {
        Self {
            core: Pack::default(),
            separate: separate_files.then(Vec::new),
        }
    }

    fn extend(&mut self, stem: &str, sections: Vec<(String, Vec<u8>)>) {
        for (name, bytes) in sections {
            match &mut self.separate {
                None => self.core.push(name, bytes),
                Some(files) => {
                    let mut pack = Pack::default();
                    pack.push(name, bytes);
                    files.push((stem.to_owned(), pack));
                }
            }
        }
    }

    /// Sections that are needed together or not at all.
    fn extend_together(&mut self, stem: &str, sections: Vec<(String, Vec<u8>)>) {
        let mut together = Pack::default();
        let is_empty = sections.is_empty();
        for (name, bytes) in sections {
            together.push(name, bytes);
        }
        if let Some(files) = self.separate.as_mut().filter(|_| !is_empty) {
            files.push((stem.to_owned(), together));
        }
    }

    fn finish(self) -> Vec<(String, Pack)> {
        let mut files = vec![("core".to_owned(), self.core)];
        files.extend(self.separate.unwrap_or_default());
        files
    }
}
