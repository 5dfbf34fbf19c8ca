//! Numbers the collected documents and writes their sections.

mod meaning;
mod names;

use std::collections::BTreeMap;
use std::sync::Arc;

use soru::error::{Error, Result};
use soru::fact::Fact;
use soru::index::format::{
    ChunkTable, Core, LanguageStatistics, PageNorms, write_facts, write_words,
};
use soru::language::OwnList;
use soru::settings::Value;
use soru::text::{Language, Lists};

use super::bundle::{SiteSize, too_many};
use super::collected::Collected;
use super::compounds::with_parts;
use super::dictionary::SortedWords;
use super::files::Files;
use super::language_words::{language_words, listed_languages};
use super::postings::{Postings, count};
use super::related::{LanguageWords, Pages, Related, RelatedSections, related};
use super::section::Section;
use super::terms::{TermSections, Terms, write_terms};
use super::texts::write_texts;
use super::threads::both;
use super::variants::{Respelling, Variants};
use super::vectors::{EmbeddedChunk, LanguageChunks, NumberedVectors, Vectors};
use super::{Built, ForEach, Layout, RelatedSettings, Summary};

/// Factor of the size of a shard of related pages to the smallest one of terms. No question waits
/// for one, so fewer files are more important.
const RELATED_SHARD: usize = 5;

/// All documents, and the options for writing them.
pub(super) struct Site {
    /// The documents, in the order of their ids.
    pub(super) documents: Vec<Collected>,
    /// The words of each language.
    pub(super) words: BTreeMap<String, SortedWords>,
    pub(super) layout: Layout,
    pub(super) vectors: Option<Vectors>,
    pub(super) related: Option<RelatedSettings>,
    pub(super) variants: Option<Variants>,
    /// Sections of prepared questions.
    pub(super) suggest: Vec<Section>,
    /// The address of the gateway of a cluster that has all pages; may be empty.
    pub(super) gateway: String,
    pub(super) for_each: ForEach,
}

/// Writes the sections of the collected documents.
pub(super) struct Writer {
    pub(super) documents: Vec<Collected>,
    /// The words, per language, like the postings.
    pub(super) words: Vec<Arc<SortedWords>>,
    layout: Layout,
    pub(super) postings: Vec<Arc<Postings>>,
    pub(super) core: Core,
    pub(super) summary: Summary,
    vectors: Option<Vectors>,
    related: Option<RelatedSettings>,
    variants: Option<Variants>,
    suggest: Vec<Section>,
    gateway: String,
    for_each: ForEach,
}

impl Writer {
    /// Creates a writer of a site.
    pub(super) fn new(site: Site) -> Self {
        let (tags, words): (Vec<String>, Vec<SortedWords>) = site.words.into_iter().unzip();
        let languages = tags.into_iter().map(|tag| LanguageStatistics {
            tag,
            ..LanguageStatistics::default()
        });
        Self {
            documents: site.documents,
            words: words.into_iter().map(Arc::new).collect(),
            layout: site.layout,
            postings: Vec::new(),
            core: Core {
                languages: languages.collect(),
                ..Core::default()
            },
            summary: Summary::default(),
            vectors: site.vectors,
            related: site.related,
            variants: site.variants,
            suggest: site.suggest,
            gateway: site.gateway,
            for_each: site.for_each,
        }
    }

    /// Counts words and chunks; returns the `chunks` section.
    pub(super) fn count_chunks(&mut self) -> Result<Vec<u8>> {
        let mut totals = vec![[0_u64; 3]; self.core.languages.len()];
        let mut pages = Vec::with_capacity(self.documents.len());
        let mut chunks = 0_u32;
        for document in &self.documents {
            let language = self.language_of(document);
            pages.push(PageNorms {
                language: u8::try_from(language).map_err(|_| too_many("languages"))?,
                title_words: document.title_words,
                chunks: document.chunks.iter().map(|chunk| chunk.norms).collect(),
                translation: document.translation,
                newest: document.newest,
                is_news: document.is_news,
            });
            for chunk in &document.chunks {
                let own = [
                    chunk.norms.body_words,
                    chunk.heading_words,
                    document.title_words,
                ];
                for (total, words) in totals[language].iter_mut().zip(own) {
                    *total += u64::from(words);
                }
                self.core.languages[language].chunks += 1;
                chunks = chunks.checked_add(1).ok_or_else(|| too_many("chunks"))?;
            }
        }
        for (language, totals) in self.core.languages.iter_mut().zip(&totals) {
            let chunks = f64::from(language.chunks.max(1));
            language.mean_words = totals.map(|total| total as f64 / chunks);
            self.summary.words.insert(language.tag.clone(), totals[0]);
        }
        self.summary.chunks = u64::from(chunks);
        ChunkTable::write(pages.iter())
    }

    /// Collects the postings of every word. Chunks are numbered in the order of documents.
    pub(super) fn invert(&mut self) -> Result<()> {
        let words = self.words.iter();
        let mut lengths: Vec<Vec<u32>> = words.map(|words| vec![0; words.len()]).collect();
        for document in &self.documents {
            let of_language = &mut lengths[self.language_of(document)];
            let occurrences = &document.occurrences;
            occurrences.each(|_, word, _| of_language[word] += 1)?;
        }
        let lengths = lengths.iter();
        let mut postings: Vec<Postings> = lengths
            .map(|lengths| Postings::with_room(lengths))
            .collect();
        let mut first = 0_u32;
        for number in 0..self.documents.len() {
            let language = self.language_of(&self.documents[number]);
            let document = &mut self.documents[number];
            let postings = &mut postings[language];
            std::mem::take(&mut document.occurrences).each(|chunk, word, mut posting| {
                posting.chunk = first + chunk;
                postings.push(word, posting);
            })?;
            // `count_chunks` has checked that they can be numbered.
            first = first.saturating_add(count(document.chunks.len()));
        }
        self.postings = postings.into_iter().map(Arc::new).collect();
        Ok(())
    }

    /// Returns the size of the content to lay out, with this many files of an encoder.
    fn size(&self, files: usize) -> SiteSize {
        let chunks = self.documents.iter().flat_map(|document| &document.chunks);
        let texts = chunks.clone().map(|chunk| chunk.passage.text.len());
        let postings: usize = self.postings.iter().map(|postings| postings.len()).sum();
        SiteSize {
            texts: texts.sum(),
            postings: postings * 2,
            pages: self.documents.len(),
            chunks: chunks.count(),
            files,
        }
    }

    pub(super) fn finish(mut self, facts: &[Fact], configuration: &Value) -> Result<Built> {
        let mut configuration = table_of(configuration)?;
        let chunks = self.count_chunks()?;
        self.invert()?;
        let words = self.language_words(&mut configuration, facts)?;
        self.summary.documents = self.documents.len() as u64;
        self.summary.facts = facts.len() as u64;
        let vectors = self.write_vectors()?;
        // The number of shards of related pages depends only on this value: a page that shows them
        // fetches one shard.
        let related_bytes = self.layout.term_shard_bytes.saturating_mul(RELATED_SHARD);
        self.fit_layout(vectors.apart.len());
        let (related, (terms, named)) = both(
            self.for_each,
            || self.write_related(&vectors.encoded, related_bytes),
            || {
                let terms = || self.write_terms(&chunks);
                both(self.for_each, terms, || self.write_names())
            },
        );
        let related = self.take_related(related?);
        let terms = self.take_terms(terms?);
        let named = named?;
        let documents = std::mem::take(&mut self.documents);
        let (texts, firsts) = write_texts(documents, self.layout.text_shard_bytes);
        self.core.texts = firsts;
        let mut files = Files::new(self.layout.separate_files);
        files.core.extend([
            Section::bytes("core", self.core.write()?),
            Section::bytes("facts", write_facts(facts)?),
            Section::bytes("words", write_words(&words)?),
            Section::bytes("chunks", chunks),
        ]);
        if !self.gateway.is_empty() {
            let gateway = Section::bytes("gateway", self.gateway.into_bytes());
            files.core.push(gateway);
        }
        files.extend_together("vocabulary", named.vocabularies);
        let metadata = named
            .metadata
            .map(|bytes| Section::bytes("metadata", bytes));
        files.extend(metadata);
        files.extend_as_one("vectors", vectors.together);
        files.extend_apart(vectors.apart);
        files.extend_related(related);
        files.extend_suggest(self.suggest);
        // Every question checks whether its words are among the long ones.
        let (long, terms): (Vec<Section>, Vec<Section>) = terms
            .into_iter()
            .partition(|section| section.kind() == "long");
        files.core.extend(long);
        files.extend(terms);
        files.extend(texts);
        Ok(Built::new(self.summary, files.finish(), configuration))
    }

    /// Returns the words of the languages of pages, facts and the settings.
    fn language_words(&self, configuration: &mut Value, facts: &[Fact]) -> Result<Lists> {
        let listed = listed_languages(configuration);
        let pages = self.core.languages.iter();
        let tags = pages.map(|language| language.tag.as_str());
        let tags = tags.chain(facts.iter().map(|fact| fact.lang.as_str()));
        let tags = tags.chain(listed.iter().map(String::as_str));
        let mut lists = language_words(configuration, tags, self.respelling(facts))?;
        for (_, language) in Language::KNOWN {
            let is_own = |tag: &&str| Language::from_tag(tag) == language;
            let dictionaries = self.core.languages.iter().zip(&self.words);
            let own = dictionaries.filter(|(own, _)| is_own(&own.tag.as_str()));
            let own: Vec<&SortedWords> = own.map(|(_, words)| &**words).collect();
            // The speller knows the words of the dictionary anyway.
            let is_lacking = |word: &str| own.is_empty() || own.iter().any(|own| !own.has(word));
            lists.retain(language, OwnList::Ordinary, &is_lacking);
        }
        Ok(lists)
    }

    /// Returns how questions are written with the characters of the pages, and of the facts in their
    /// language.
    fn respelling(&self, facts: &[Fact]) -> Option<Respelling<'_>> {
        let variants = self.variants.as_ref()?;
        let mut tags = self.core.languages.iter().map(|language| &*language.tag);
        let language = tags.position(|tag| tag == variants.tag())?;
        let (words, postings) = (&self.words[language], &self.postings[language]);
        Some(Respelling::of(variants, words, postings, facts))
    }

    fn fit_layout(&mut self, files: usize) {
        self.layout = self.layout.fitted(self.size(files));
        for statistics in &mut self.core.languages {
            statistics.long_postings = self.layout.long_postings;
        }
    }

    /// Writes the dictionaries of all languages.
    fn write_terms(&self, chunks: &[u8]) -> Result<Vec<TermSections>> {
        let chunks = Arc::new(ChunkTable::read(chunks, self.core.languages.len())?);
        let words = self.words.iter().zip(&self.postings);
        let languages = self.core.languages.iter().zip(words);
        let write = |(statistics, (words, postings)): (&LanguageStatistics, (_, _))| {
            let terms = Terms {
                words: Arc::clone(words),
                postings: Arc::clone(postings),
                chunks: Arc::clone(&chunks),
                longest: self.layout.long_postings as usize,
            };
            let terms = with_parts(terms, &statistics.tag, self.for_each);
            write_terms(&terms, statistics, &self.layout)
        };
        languages.map(write).collect()
    }

    /// Records the first words of shards and the number of words; returns the sections of all
    /// languages.
    fn take_terms(&mut self, written: Vec<TermSections>) -> Vec<Section> {
        let mut sections = Vec::new();
        // From here on, only the shards contain the words.
        let words = std::mem::take(&mut self.words).into_iter();
        self.postings.clear();
        let languages = self.core.languages.iter_mut().zip(words.zip(written));
        for (statistics, (words, terms_of_language)) in languages {
            let terms = self.summary.terms.entry(statistics.tag.clone());
            terms.or_insert(words.len() as u64);
            statistics.shards = terms_of_language.shards;
            sections.extend(terms_of_language.sections);
        }
        sections
    }

    /// Computes which pages resemble each other.
    fn write_related(
        &self,
        encoded: &[NumberedVectors],
        shard_bytes: usize,
    ) -> Result<Option<Related>> {
        let Some(settings) = &self.related else {
            return Ok(None);
        };
        let pages = Pages::new(&self.documents, |document| self.language_of(document));
        let words = self.words.iter().zip(&self.postings);
        let languages = self.core.languages.iter().zip(words);
        let languages: Vec<LanguageWords<'_>> = languages
            .map(|(statistics, (words, postings))| LanguageWords {
                tag: &statistics.tag,
                words,
                postings,
            })
            .collect();
        related(
            &pages,
            &languages,
            encoded,
            settings,
            shard_bytes,
            self.for_each,
        )
        .map(Some)
    }

    /// Records in the summary which pages are nearly identical; returns the sections.
    fn take_related(&mut self, related: Option<Related>) -> Option<RelatedSections> {
        let related = related?;
        let id = |document: usize| self.documents[document].page.id.clone();
        let groups = related.alike.into_iter();
        self.summary.alike = groups
            .map(|group| group.into_iter().map(id).collect())
            .collect();
        related.sections
    }

    /// Returns the chunks of each language.
    fn languages(&self) -> Vec<LanguageChunks<'_>> {
        let statistics = self.core.languages.iter();
        let mut languages: Vec<LanguageChunks<'_>> = statistics
            .map(|statistics| LanguageChunks {
                tag: &statistics.tag,
                chunks: Vec::new(),
            })
            .collect();
        let chunks = self.documents.iter().flat_map(|document| {
            let language = self.language_of(document);
            let chunks = document.chunks.iter();
            let title = document.page.title.as_str();
            chunks.map(move |chunk| (language, title, &chunk.passage))
        });
        for (number, (language, title, passage)) in (0..).zip(chunks) {
            languages[language].chunks.push(EmbeddedChunk {
                number,
                title,
                passage,
            });
        }
        languages
    }

    fn language_of(&self, document: &Collected) -> usize {
        let mut languages = self.core.languages.iter();
        let number = languages.position(|language| language.tag == document.tag);
        number.unwrap_or_default()
    }
}

/// Returns a site's configuration; nothing counts as an empty table.
fn table_of(configuration: &Value) -> Result<Value> {
    match configuration {
        Value::Null => Ok(Value::default()),
        Value::Map(_) => Ok(configuration.clone()),
        other => Err(Error::invalid(
            "configuration",
            other,
            "a table of settings",
        )),
    }
}
