//! Numbers what an indexer collected and writes its sections.

use std::collections::BTreeMap;

use super::bundle::too_many;
use super::dictionary::{Dictionary, Sections};
use super::inverted::{Collected, CollectedChunk, InvertedIndexer};
use super::seams::Seams;
use super::vectors::{LanguageChunks, Vectors};
use super::{Built, Layout, Summary, VectorSummary};
use crate::error::Result;
use crate::fact::Fact;
use crate::index::format::{
    ChunkTable, ChunkVectors, Core, LanguageStatistics, Pack, PageNorms, PassageShardBuilder,
    Posting, Title, Titles, write_facts, write_metadata,
};
use crate::settings::Value;

/// How many bytes of titles and addresses are written: a visitor who types downloads all of them.
const MOST_TITLES: usize = 128 << 10;

/// Writes the sections of what was collected.
pub(super) struct Writer {
    documents: Vec<Collected>,
    dictionaries: BTreeMap<String, Dictionary>,
    layout: Layout,
    /// Postings per language, then per word number.
    postings: Vec<Vec<Vec<Posting>>>,
    core: Core,
    /// The `chunks` section.
    chunks: Vec<u8>,
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
            .map(|words| vec![Vec::new(); words.len()])
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
            chunks: Vec::new(),
            summary: Summary::default(),
            vectors: indexer.vectors,
        }
    }

    /// Gives every chunk its number, and every word its postings.
    pub(super) fn number_chunks(&mut self) -> Result<()> {
        let mut totals = vec![[0_u64; 3]; self.core.languages.len()];
        let mut pages = Vec::with_capacity(self.documents.len());
        let mut chunk_number = 0_u32;
        for document in &mut self.documents {
            let language = self
                .core
                .languages
                .iter()
                .position(|language| language.tag == document.tag)
                .unwrap_or_default();
            pages.push(PageNorms {
                language: u8::try_from(language).map_err(|_| too_many("languages"))?,
                title_words: document.title_words,
                chunks: document.chunks.iter().map(|chunk| chunk.norms).collect(),
            });
            for chunk in &mut document.chunks {
                invert(chunk, chunk_number, &mut self.postings[language]);
                let own = [
                    chunk.norms.body_words,
                    chunk.heading_words,
                    document.title_words,
                ];
                for (total, words) in totals[language].iter_mut().zip(own) {
                    *total += u64::from(words);
                }
                self.core.languages[language].chunks += 1;
                chunk_number = chunk_number
                    .checked_add(1)
                    .ok_or_else(|| too_many("chunks"))?;
            }
        }
        self.chunks = ChunkTable::write(pages.iter())?;
        for (language, totals) in self.core.languages.iter_mut().zip(&totals) {
            let chunks = f64::from(language.chunks.max(1));
            language.mean_words = totals.map(|total| total as f64 / chunks);
            self.summary.words.insert(language.tag.clone(), totals[0]);
        }
        self.summary.chunks = u64::from(chunk_number);
        Ok(())
    }

    /// Bytes of text, and about how many of postings.
    fn sizes(&self) -> (usize, usize) {
        let chunks = self.documents.iter().flat_map(|document| &document.chunks);
        let texts = chunks.map(|chunk| chunk.passage.text.len()).sum();
        let postings: usize = self.postings.iter().flatten().map(Vec::len).sum();
        (texts, postings * 2)
    }

    pub(super) fn finish(mut self, facts: &[Fact], configuration: &Value) -> Result<Built> {
        let (texts, terms) = self.sizes();
        let chunks = u32::try_from(self.summary.chunks).unwrap_or(u32::MAX);
        self.layout = self.layout.fitted(texts, terms, chunks);
        let vectors = self.write_vectors()?;
        let vocabularies = self.write_vocabularies()?;
        let terms = self.write_terms()?;
        let texts = self.write_texts()?;
        self.summary.documents = self.documents.len() as u64;
        self.summary.facts = facts.len() as u64;
        let mut packs = Packs::new(self.layout.separate_files);
        packs.core.push("core", self.core.write()?);
        packs.core.push("facts", write_facts(facts)?);
        let metadata = self.documents.iter().map(|own| own.page.meta.as_slice());
        let metadata = write_metadata(metadata)?;
        packs.core.push("chunks", std::mem::take(&mut self.chunks));
        packs.extend_together("vocabulary", vocabularies);
        packs.extend("titles", vec![("titles".to_owned(), self.write_titles()?)]);
        packs.extend(
            "metadata",
            metadata.map(|bytes| ("metadata".to_owned(), bytes)),
        );
        packs.extend("vectors", vectors);
        for (name, bytes) in terms.into_iter().chain(texts) {
            if name.starts_with("long/") {
                packs.core.push(name, bytes);
                continue;
            }
            let kind = name.split('/').next().unwrap_or_default().to_owned();
            packs.extend(&kind, [(name, bytes)]);
        }
        Ok(Built::new(
            self.summary,
            packs.finish(),
            configuration.clone(),
        ))
    }

    fn write_terms(&mut self) -> Result<Sections> {
        let chunks = ChunkTable::read(&self.chunks, self.core.languages.len())?;
        let mut sections = Vec::new();
        let own = self.dictionaries.values().zip(&mut self.postings);
        for (statistics, (dictionary, postings)) in self.core.languages.iter_mut().zip(own) {
            let words = dictionary.len() as u64;
            self.summary.terms.insert(statistics.tag.clone(), words);
            sections.extend(dictionary.write(statistics, &chunks, postings, &self.layout)?);
            // They are many, and nobody needs them any more.
            *postings = Vec::new();
        }
        Ok(sections)
    }

    /// One section for all languages, since a question is read in all of them.
    fn write_vectors(&mut self) -> Result<Sections> {
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
            let language = self.language_of(document);
            let chunks = document.chunks.iter();
            chunks.map(move |chunk| (language, chunk.passage.text.as_str()))
        });
        for (number, (language, text)) in (0..).zip(chunks) {
            languages[language].chunks.push((number, text));
        }
        languages
    }

    fn language_of(&self, document: &Collected) -> usize {
        let mut languages = self.core.languages.iter();
        let own = languages.position(|language| language.tag == document.tag);
        own.unwrap_or_default()
    }

    /// Only where a look-up does not have the whole dictionary at hand.
    fn write_vocabularies(&self) -> Result<Sections> {
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

    fn write_texts(&mut self) -> Result<Sections> {
        let mut shards = TextShards::new(self.layout.text_shard_bytes);
        for document in &self.documents {
            for (number, chunk) in document.chunks.iter().enumerate() {
                shards.push(document, number == 0, chunk)?;
            }
        }
        let sections = shards.finish(&mut self.core.texts)?;
        Ok(sections)
    }

    /// The titles of the most important pages first, then those of the others, and their headings.
    fn write_titles(&self) -> Result<Vec<u8>> {
        let mut documents: Vec<&Collected> = self.documents.iter().collect();
        documents.sort_by_key(|document| std::cmp::Reverse(document.page.importance));
        let mut urls = Vec::new();
        for document in &documents {
            urls.push((
                *document,
                document.page.title.as_str(),
                document.page.url.clone(),
                false,
            ));
        }
        for document in &documents {
            let mut before: &[String] = &[];
            for section in document
                .chunks
                .iter()
                .flat_map(|chunk| &chunk.passage.sections)
            {
                let heading = section.heading.last().filter(|_| section.heading != before);
                before = &section.heading;
                if let Some(heading) = heading {
                    let url = match section.anchor.as_str() {
                        "" => document.page.url.clone(),
                        anchor => format!("{}#{anchor}", document.page.url),
                    };
                    urls.push((*document, heading, url, true));
                }
            }
        }
        let titles = urls.iter().map(|(document, text, url, is_heading)| Title {
            text,
            url,
            language: self.language_of(document),
            importance: document.page.importance,
            is_heading: *is_heading,
        });
        let most = if self.layout.separate_files {
            MOST_TITLES
        } else {
            usize::MAX
        };
        Titles::write(titles, most)
    }
}

/// Texts on their way into shards; a page stays together if it can.
struct TextShards {
    seams: Seams,
    open: PassageShardBuilder,
    firsts: Vec<u32>,
    chunks: u32,
    sections: Sections,
}

impl TextShards {
    fn new(bytes: usize) -> Self {
        Self {
            seams: Seams::new(bytes),
            open: PassageShardBuilder::default(),
            firsts: Vec::new(),
            chunks: 0,
            sections: Vec::new(),
        }
    }

    fn push(&mut self, document: &Collected, is_new: bool, chunk: &CollectedChunk) -> Result<()> {
        let cut = self.seams.is_here(&document.page.id, is_new);
        if cut {
            self.close()?;
            self.firsts.push(self.chunks);
        }
        let before = self.open.size();
        if cut || is_new {
            self.open.push_page(&document.page);
        }
        self.open.push(&chunk.passage);
        self.seams.add(self.open.size() - before);
        self.chunks = self.chunks.saturating_add(1);
        Ok(())
    }

    fn close(&mut self) -> Result<()> {
        let open = std::mem::take(&mut self.open);
        if !self.firsts.is_empty() {
            let name = format!("text/{}", self.sections.len());
            let bytes = open.finish(&name)?;
            self.sections.push((name, bytes));
        }
        Ok(())
    }

    fn finish(mut self, firsts: &mut Vec<u32>) -> Result<Sections> {
        self.close()?;
        *firsts = self.firsts;
        Ok(self.sections)
    }
}

/// Moves a chunk's occurrences into the postings of their words.
fn invert(chunk: &mut CollectedChunk, number: u32, postings: &mut [Vec<Posting>]) {
    for occurrence in std::mem::take(&mut chunk.occurrences) {
        postings[occurrence.word as usize].push(Posting::new(number, occurrence.frequencies));
    }
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

    fn extend(&mut self, stem: &str, sections: impl IntoIterator<Item = (String, Vec<u8>)>) {
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
    fn extend_together(&mut self, stem: &str, sections: Sections) {
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
