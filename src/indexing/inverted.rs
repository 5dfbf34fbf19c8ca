//! The indexer of full-text bundles.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::dictionary::{Dictionary, Occurrence};
use super::importance::{Standing, depth, importance};
use super::near_duplicates::{Candidate, Fingerprint, groups};
use super::vectors::Vectors;
use super::writer::Writer;
use super::{Built, ChunkingSettings, Embedder, Indexer, Layout, VectorSettings, chunk};
use crate::document::Document;
use crate::error::{Error, Result};
use crate::fact::Fact;
use crate::index::format::{ChunkRow, DocumentRow, POSITIONS, push_positions};
use crate::settings::Value;
use crate::text::{Language, StopWords, primary, tokenise};

/// A document, chunked and counted: what [`Indexer::prepare`] makes in parallel.
#[derive(Debug)]
pub struct Prepared {
    row: DocumentRow,
    tag: String,
    chunks: Vec<PreparedChunk>,
    fingerprints: Vec<Fingerprint>,
    links: Vec<String>,
    importance: Option<f64>,
}

#[derive(Debug)]
struct PreparedChunk {
    row: ChunkRow,
    text: String,
    words: BTreeMap<String, WordInChunk>,
}

/// What a chunk has of a word.
#[derive(Debug, Clone, Default)]
struct WordInChunk {
    /// In body, headings, title.
    frequencies: [u16; 3],
    /// Where it stands in the body: its first occurrences, none of a stop word.
    places: Vec<u32>,
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
    stop_words: StopWords,
    pub(super) layout: Layout,
    pub(super) dictionaries: BTreeMap<String, Dictionary>,
    pub(super) documents: Vec<Collected>,
    ids: HashMap<String, usize>,
    pub(super) vectors: Option<Vectors>,
}

#[derive(Debug)]
pub(super) struct Collected {
    pub(super) row: DocumentRow,
    pub(super) tag: String,
    pub(super) chunks: Vec<CollectedChunk>,
    fingerprints: Vec<Fingerprint>,
    pub(super) links: Vec<String>,
    pub(super) importance: Option<f64>,
}

#[derive(Debug)]
pub(super) struct CollectedChunk {
    pub(super) row: ChunkRow,
    pub(super) text: String,
    pub(super) occurrences: Vec<Occurrence>,
    /// Places of all occurrences, as the index holds them, one behind the other.
    pub(super) places: Vec<u8>,
}

pub(super) const BODY: usize = 0;
const HEADINGS: usize = 1;
const TITLE: usize = 2;

impl InvertedIndexer {
    /// An empty indexer. Documents without a language are taken to be in `default_language`.
    #[must_use]
    pub fn new(chunking: ChunkingSettings, default_language: &str, layout: Layout) -> Self {
        Self {
            chunking,
            default_language: default_language.to_owned(),
            stop_words: StopWords::default_lists(),
            layout,
            dictionaries: BTreeMap::new(),
            documents: Vec::new(),
            ids: HashMap::new(),
            vectors: None,
        }
    }

    /// Writes vectors too, unless the settings say not to.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a setting out of its range.
    pub fn with_vectors(
        mut self,
        embedder: Box<dyn Embedder>,
        settings: &VectorSettings,
    ) -> Result<Self> {
        settings.check()?;
        self.vectors = settings.enabled.then(|| Vectors {
            embedder,
            settings: settings.clone(),
        });
        Ok(self)
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
            primary(&self.default_language)
        } else {
            primary(&document.lang)
        };
        let rules = Language::from_tag(&tag);
        let title = count(&document.title, rules);
        let description = count(&document.description, rules);
        let chunks = chunk(document, &self.chunking);
        let fingerprints = chunks
            .iter()
            .map(|chunk| Fingerprint::new(chunk, document, &tag))
            .collect();
        let chunks = chunks
            .into_iter()
            .enumerate()
            .map(|(i, chunk)| {
                // What a page says of itself counts as a heading of its first chunk.
                let extra = if i == 0 { Some(&description) } else { None };
                PreparedChunk::new(chunk, &title, extra, rules, &self.stop_words)
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
            tag,
            chunks,
            fingerprints,
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
            chunks.push(chunk.collect(dictionary)?);
        }
        self.documents.push(Collected {
            row: prepared.row,
            tag: prepared.tag,
            chunks,
            fingerprints: prepared.fingerprints,
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
        self.set_groups();
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

    fn set_groups(&mut self) {
        let mut pages: BTreeMap<&str, usize> = BTreeMap::new();
        let candidates: Vec<Candidate<'_>> = self
            .documents
            .iter()
            .enumerate()
            .flat_map(|(number, document)| {
                // Documents of one address are pieces of one page.
                let page = match document.row.url.split('#').next() {
                    Some(url) if !url.is_empty() => *pages.entry(url).or_insert(number),
                    _ => number,
                };
                let of = move |fingerprint| Candidate { page, fingerprint };
                document.fingerprints.iter().map(of)
            })
            .collect();
        let groups = groups(&candidates);
        let chunks = self.documents.iter_mut().flat_map(|d| &mut d.chunks);
        for (chunk, group) in chunks.zip(groups) {
            chunk.row.group = group;
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn to_255ths(value: f64) -> u8 {
    libm::round(value.clamp(0.0, 1.0) * 255.0) as u8
}

/// Words of a text with their places, and how many words it has.
struct Counted {
    words: u32,
    places: BTreeMap<String, Vec<u32>>,
}

fn count(text: &str, rules: Language) -> Counted {
    let mut counted = Counted {
        words: 0,
        places: BTreeMap::new(),
    };
    for token in tokenise(text, rules) {
        counted.words += u32::from(token.is_word());
        counted
            .places
            .entry(token.text)
            .or_default()
            .push(token.position);
    }
    counted
}

impl PreparedChunk {
    fn new(
        chunk: super::Chunk,
        title: &Counted,
        description: Option<&Counted>,
        rules: Language,
        stop_words: &StopWords,
    ) -> Self {
        let body = count(&chunk.text, rules);
        let headings = count(&chunk.heading.join("\n"), rules);
        let mut words: BTreeMap<String, WordInChunk> = BTreeMap::new();
        let fields = [
            (BODY, Some(&body)),
            (HEADINGS, Some(&headings)),
            (TITLE, Some(title)),
        ];
        for (field, counted) in fields.into_iter().chain([(HEADINGS, description)]) {
            for (word, places) in counted.iter().flat_map(|counted| &counted.places) {
                let frequency = u16::try_from(places.len()).unwrap_or(u16::MAX);
                let slot = &mut words.entry(word.clone()).or_default().frequencies[field];
                *slot = slot.saturating_add(frequency);
            }
        }
        for (word, mut places) in body.places {
            if let Some(own) = words
                .get_mut(&word)
                .filter(|_| !stop_words.contains(&word, rules))
            {
                places.truncate(POSITIONS as usize);
                own.places = places;
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
                group: 0,
            },
            text: chunk.text,
            words,
        }
    }

    /// With numbers in place of words.
    fn collect(self, dictionary: &mut Dictionary) -> Result<CollectedChunk> {
        let mut occurrences = Vec::with_capacity(self.words.len());
        let mut places = Vec::new();
        for (word, own) in self.words {
            let before = places.len();
            push_positions(&mut places, &own.places);
            occurrences.push(Occurrence {
                word: dictionary.number(word)?,
                frequencies: own.frequencies,
                // A handful of varints of five bytes at most.
                place_bytes: u8::try_from(places.len() - before).unwrap_or(u8::MAX),
            });
        }
        Ok(CollectedChunk {
            row: self.row,
            text: self.text,
            occurrences,
            places,
        })
    }
}
