//! The indexer of full-text bundles.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::bundle::too_many;
use super::dictionary::{Dictionary, Occurrence};
use super::importance::{Standing, depth, importance};
use super::{Built, ChunkingSettings, Indexer, Layout, Summary, chunk};
use crate::document::Document;
use crate::error::{Error, Result};
use crate::fact::Fact;
use crate::index::format::{
    ChunkRow, ChunkTable, Core, DocumentRow, DocumentTable, LanguageStatistics, Pack, Posting,
    TextShardEntry, write_facts, write_texts,
};
use crate::settings::Value;
use crate::text::{Language, tokenise};

/// A document, chunked and counted: what [`Indexer::prepare`] makes in parallel.
#[derive(Debug)]
pub struct Prepared {
    row: DocumentRow,
    tag: String,
    chunks: Vec<PreparedChunk>,
    links: Vec<String>,
    importance: Option<f64>,
}

#[derive(Debug)]
struct PreparedChunk {
    row: ChunkRow,
    text: String,
    /// Word to frequencies in body, headings, title.
    frequencies: BTreeMap<String, [u16; 3]>,
}

impl Prepared {
    /// How many chunks the document became.
    #[must_use]
    pub fn chunk_count(&self) -> usize {
        self.chunks.len()
    }
}

/// Collects documents and inverts them into postings.
#[derive(Debug)]
pub struct InvertedIndexer {
    chunking: ChunkingSettings,
    default_language: String,
    layout: Layout,
    dictionaries: BTreeMap<String, Dictionary>,
    documents: Vec<Collected>,
    ids: HashMap<String, usize>,
}

#[derive(Debug)]
struct Collected {
    row: DocumentRow,
    tag: String,
    chunks: Vec<(ChunkRow, String, Vec<Occurrence>)>,
    links: Vec<String>,
    importance: Option<f64>,
}

const BODY: usize = 0;
const HEADINGS: usize = 1;
const TITLE: usize = 2;

impl InvertedIndexer {
    /// An empty indexer. Documents without a language are taken to be in `default_language`.
    #[must_use]
    pub fn new(chunking: ChunkingSettings, default_language: &str, layout: Layout) -> Self {
        Self {
            chunking,
            default_language: default_language.to_owned(),
            layout,
            dictionaries: BTreeMap::new(),
            documents: Vec::new(),
            ids: HashMap::new(),
        }
    }
}

impl Indexer for InvertedIndexer {
    fn prepare(&self, document: &Document) -> Result<Prepared> {
        if document.id.is_empty() {
            let what = if document.title.is_empty() {
                "a document"
            } else {
                &document.title
            };
            let detail = "it has no id".to_owned();
            return Err(Error::InvalidInput {
                what: what.to_owned(),
                detail,
            });
        }
        let tag = if document.lang.is_empty() {
            &self.default_language
        } else {
            &document.lang
        };
        let rules = Language::from_tag(tag);
        let title = count(&document.title, rules);
        let description = count(&document.description, rules);
        let chunks = chunk(document, &self.chunking)
            .into_iter()
            .enumerate()
            .map(|(i, chunk)| {
                // What a page says of itself counts as a heading of its first chunk.
                let extra = if i == 0 { Some(&description) } else { None };
                PreparedChunk::new(chunk, &title, extra, rules)
            })
            .collect();
        Ok(Prepared {
            row: DocumentRow {
                id: document.id.clone(),
                title: document.title.clone(),
                url: document.url.clone(),
                meta: document
                    .meta
                    .iter()
                    .map(|(k, v)| (k.clone(), v.clone()))
                    .collect(),
                ..DocumentRow::default()
            },
            tag: tag.clone(),
            chunks,
            links: document.links.clone(),
            importance: document.importance,
        })
    }

    fn add(&mut self, prepared: Prepared) -> Result<()> {
        let number = self.documents.len();
        if self.ids.insert(prepared.row.id.clone(), number).is_some() {
            let detail = "another document has the same id".to_owned();
            return Err(Error::InvalidInput {
                what: prepared.row.id,
                detail,
            });
        }
        let dictionary = self.dictionaries.entry(prepared.tag.clone()).or_default();
        let mut chunks = Vec::with_capacity(prepared.chunks.len());
        for chunk in prepared.chunks {
            let mut occurrences = Vec::with_capacity(chunk.frequencies.len());
            for (word, frequencies) in chunk.frequencies {
                occurrences.push(Occurrence {
                    word: dictionary.number(word)?,
                    frequencies,
                });
            }
            chunks.push((chunk.row, chunk.text, occurrences));
        }
        self.documents.push(Collected {
            row: prepared.row,
            tag: prepared.tag,
            chunks,
            links: prepared.links,
            importance: prepared.importance,
        });
        Ok(())
    }

    fn finish(mut self: Box<Self>, facts: Vec<Fact>, configuration: &Value) -> Result<Built> {
        // Rows follow the ids, so that ties between equal scores fall by document id (R2).
        self.documents
            .sort_unstable_by(|a, b| a.row.id.cmp(&b.row.id));
        self.set_importance();
        let mut writer = Writer::new(*self);
        writer.number_chunks()?;
        writer.finish(&facts, configuration)
    }
}

impl InvertedIndexer {
    fn set_importance(&mut self) {
        let known: BTreeMap<&str, usize> = self
            .documents
            .iter()
            .enumerate()
            .map(|(i, d)| (d.row.id.as_str(), i))
            .collect();
        let mut inbound = vec![0_usize; self.documents.len()];
        for (i, document) in self.documents.iter().enumerate() {
            let targets: BTreeSet<usize> = document
                .links
                .iter()
                .filter_map(|id| known.get(id.as_str()).copied())
                .collect();
            targets
                .into_iter()
                .filter(|target| *target != i)
                .for_each(|target| inbound[target] += 1);
        }
        let most = inbound.iter().copied().max().unwrap_or_default();
        for (document, inbound) in self.documents.iter_mut().zip(inbound) {
            let standing = Standing {
                depth: depth(&document.row.url),
                inbound,
            };
            let value = document
                .importance
                .unwrap_or_else(|| importance(standing, most));
            document.row.importance = to_255ths(value);
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn to_255ths(value: f64) -> u8 {
    libm::round(value.clamp(0.0, 1.0) * 255.0) as u8
}

/// Words of a text with their frequencies, and how many words it has.
struct Counted {
    words: u32,
    frequencies: BTreeMap<String, u16>,
}

fn count(text: &str, rules: Language) -> Counted {
    let mut counted = Counted {
        words: 0,
        frequencies: BTreeMap::new(),
    };
    for token in tokenise(text, rules) {
        counted.words += u32::from(token.is_word());
        let frequency = counted.frequencies.entry(token.text).or_default();
        *frequency = frequency.saturating_add(1);
    }
    counted
}

impl PreparedChunk {
    fn new(
        chunk: super::Chunk,
        title: &Counted,
        description: Option<&Counted>,
        rules: Language,
    ) -> Self {
        let body = count(&chunk.text, rules);
        let headings = count(&chunk.heading.join("\n"), rules);
        let mut frequencies: BTreeMap<String, [u16; 3]> = BTreeMap::new();
        let fields = [
            (BODY, Some(&body)),
            (HEADINGS, Some(&headings)),
            (TITLE, Some(title)),
        ];
        for (field, counted) in fields.into_iter().chain([(HEADINGS, description)]) {
            for (word, frequency) in counted.iter().flat_map(|counted| &counted.frequencies) {
                let slot = &mut frequencies.entry(word.clone()).or_default()[field];
                *slot = slot.saturating_add(*frequency);
            }
        }
        let heading_words = headings.words + description.map_or(0, |counted| counted.words);
        Self {
            row: ChunkRow {
                document: 0,
                heading: chunk.heading,
                anchor: chunk.anchor,
                words: [body.words, heading_words, title.words],
                start: chunk.start,
            },
            text: chunk.text,
            frequencies,
        }
    }
}

/// Writes the sections of what was collected.
struct Writer {
    documents: Vec<Collected>,
    dictionaries: BTreeMap<String, Dictionary>,
    layout: Layout,
    /// Postings per language, then per word number.
    postings: Vec<Vec<Vec<Posting>>>,
    core: Core,
    summary: Summary,
}

impl Writer {
    fn new(indexer: InvertedIndexer) -> Self {
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
            summary: Summary::default(),
        }
    }

    /// Gives every chunk its number, and every word its postings.
    fn number_chunks(&mut self) -> Result<()> {
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
            for (row, _, occurrences) in &mut document.chunks {
                row.document = u32::try_from(number).map_err(|_| too_many("pages"))?;
                for occurrence in occurrences.drain(..) {
                    self.postings[language][occurrence.word as usize].push(Posting {
                        chunk: chunk_number,
                        frequencies: occurrence.frequencies.map(u32::from),
                    });
                }
                for (total, words) in totals[language].iter_mut().zip(row.words) {
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

    fn finish(mut self, facts: &[Fact], configuration: &Value) -> Result<Built> {
        let terms = self.write_terms()?;
        let texts = self.write_texts()?;
        self.summary.documents = self.documents.len() as u64;
        self.summary.facts = facts.len() as u64;

        let documents: Vec<DocumentRow> = self.documents.iter().map(|d| d.row.clone()).collect();
        let chunks: Vec<ChunkRow> = self
            .documents
            .into_iter()
            .flat_map(|document| document.chunks)
            .map(|(row, ..)| row)
            .collect();
        let mut packs = Packs::new(self.layout.separate_files);
        packs.core.push("core", self.core.write()?);
        packs
            .core
            .push("documents", DocumentTable::write(&documents)?);
        packs.core.push("chunks", ChunkTable::write(&chunks)?);
        packs.core.push("facts", write_facts(facts)?);
        packs.extend("terms", terms);
        packs.extend("text", texts);
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

    fn write_texts(&mut self) -> Result<Vec<(String, Vec<u8>)>> {
        let texts: Vec<&str> = self
            .documents
            .iter()
            .flat_map(|document| &document.chunks)
            .map(|(_, text, _)| text.as_str())
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

    fn finish(self) -> Vec<(String, Pack)> {
        let mut files = vec![("core".to_owned(), self.core)];
        files.extend(self.separate.unwrap_or_default());
        files
    }
}
