//! The indexer of full-text bundles.

use std::collections::{BTreeMap, HashMap};

use foldhash::fast::RandomState;
use soru::document::Document;
use soru::error::{Error, Result};
use soru::fact::Fact;
use soru::index::format::Page;
use soru::settings::Value;
use soru::text::{Language, primary};

use super::bundle::too_many;
use super::chunking::bare_headings;
use super::collected::{Collected, CollectedChunk, collect};
use super::counterparts::{set_translations, set_versions};
use super::counting::{DocumentWords, NamedWords, Occurrence};
use super::cut::{SmallIndex, cut};
use super::dictionary::Dictionary;
use super::editions::set_editions;
use super::importance::{Standing, depth, importance};
use super::near_duplicates::{Candidate, Fingerprint, groups};
use super::occurrences::Occurrences;
use super::outline::outline;
use super::path_words::{is_news, path_words};
use super::source_titles::set_source_titles;
use super::suggest::{leading, prepared, write_suggest};
use super::threads::{both, in_order};
use super::variants::Variants;
use super::vectors::Vectors;
use super::writer::{Site, Writer};
use super::{
    Built, ChunkingSettings, Embedder, ForEach, Indexer, Layout, RelatedSettings, VectorSettings,
    chunk,
};

/// A document, chunked and counted: the result of [`Indexer::prepare`], which may run in parallel.
#[derive(Debug)]
pub struct Prepared {
    page: Page,
    tag: String,
    title_words: u32,
    /// The distinct words of the document; its chunks refer to them by position.
    words: NamedWords,
    chunks: Vec<CollectedChunk>,
    /// Occurrences, per chunk.
    occurrences: Vec<Vec<Occurrence>>,
    fingerprints: Vec<Fingerprint>,
    links: Vec<String>,
    translations: Vec<String>,
    newer: Vec<String>,
    is_news: bool,
    importance: Option<f64>,
}

/// Collects documents and inverts them into postings.
#[derive(Debug)]
pub struct InvertedIndexer {
    chunking: ChunkingSettings,
    default_language: String,
    layout: Layout,
    dictionaries: BTreeMap<String, Dictionary>,
    pub(super) documents: Vec<Collected>,
    ids: Ids,
    vectors: Option<Vectors>,
    related: Option<RelatedSettings>,
    variants: Option<Variants>,
    cut: Option<SmallIndex>,
    gateway: String,
    for_each: ForEach,
}

/// Numbers for ids of documents, including those that only occur in links.
#[derive(Debug, Default)]
struct Ids {
    numbers: HashMap<Box<str>, u32, RandomState>,
    /// Whether there is a document with this id.
    exist: Vec<bool>,
}

impl Ids {
    fn number(&mut self, id: &str) -> Result<u32> {
        if let Some(number) = self.numbers.get(id) {
            return Ok(*number);
        }
        let number = u32::try_from(self.exist.len()).map_err(|_| too_many("pages"))?;
        self.numbers.insert(id.into(), number);
        self.exist.push(false);
        Ok(number)
    }

    /// Returns the number of a document's id, if it is the first document with it.
    fn enter(&mut self, id: &str) -> Result<u32> {
        let number = self.number(id)?;
        if std::mem::replace(&mut self.exist[number as usize], true) {
            let (what, detail) = (id.to_owned(), "another document has the same id".to_owned());
            return Err(Error::InvalidInput { what, detail });
        }
        Ok(number)
    }

    fn numbers(&mut self, ids: &[String]) -> Result<Vec<u32>> {
        ids.iter().map(|id| self.number(id)).collect()
    }

    fn links(&mut self, ids: &[String]) -> Result<Vec<u32>> {
        let mut links = self.numbers(ids)?;
        links.sort_unstable();
        links.dedup();
        links.shrink_to_fit();
        Ok(links)
    }
}

impl InvertedIndexer {
    /// Returns the language tags of the documents so far.
    pub fn languages(&self) -> Vec<String> {
        self.dictionaries.keys().cloned().collect()
    }

    /// Creates an empty indexer. Documents without a language are assumed to be in
    /// `default_language`.
    ///
    /// The bundle does not record it: `site.languages` in the configuration of [`Indexer::finish`]
    /// lists the languages of the site, the default first. Without it, the engine assumes that a
    /// question of unclear language is English.
    pub fn new(chunking: ChunkingSettings, default_language: &str, layout: Layout) -> Self {
        Self {
            chunking,
            default_language: default_language.to_owned(),
            layout,
            dictionaries: BTreeMap::new(),
            documents: Vec::new(),
            ids: Ids::default(),
            vectors: None,
            related: None,
            variants: None,
            cut: None,
            gateway: String::new(),
            for_each: in_order,
        }
    }

    /// Enables vectors in the languages that the embedder supports.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a setting out of its range.
    pub fn with_vectors(
        mut self,
        embedder: Box<dyn Embedder>,
        settings: &VectorSettings,
    ) -> Result<Self> {
        settings.check()?;
        self.vectors = Some(Vectors {
            embedder,
            settings: settings.clone(),
        });
        Ok(self)
    }

    /// Sets the function that distributes work over threads. The index is the same with any.
    #[must_use]
    pub fn with_threads(mut self, for_each: ForEach) -> Self {
        self.for_each = for_each;
        self
    }

    /// Lets visitors type characters of a language in another form than its pages do.
    #[must_use]
    pub fn with_variants(mut self, variants: Variants) -> Self {
        self.variants = Some(variants);
        self
    }

    /// Keeps the most important pages only, and titles and headings of others. All pages are in a
    /// cluster, whose gateway has this address, if it is not empty.
    #[must_use]
    pub fn with_cut(mut self, limits: SmallIndex, gateway: &str) -> Self {
        self.cut = Some(limits);
        gateway.clone_into(&mut self.gateway);
        self
    }

    /// Enables lists of related pages, unless the settings disable them.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a setting out of its range.
    pub fn with_related(mut self, settings: &RelatedSettings) -> Result<Self> {
        settings.check()?;
        self.related = settings.enabled.then(|| settings.clone());
        Ok(self)
    }
}

/// Returns the words that count as a heading of a page's first chunk: its description, its headings
/// without text, and the words of its address.
fn heading_of_page(document: &Document, language: Language) -> String {
    let mut lines = vec![document.description.clone()];
    lines.extend(bare_headings(document).map(str::to_owned));
    lines.push(path_words(document, language));
    lines.join("\n")
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
        let mut words = DocumentWords::new(rules);
        let title = words.count(&document.title);
        let above = words.count(&heading_of_page(document, rules));
        let chunks = chunk(document, &self.chunking);
        let fingerprints = chunks
            .iter()
            .map(|chunk| Fingerprint::new(chunk, document, &tag))
            .collect();
        let (chunks, occurrences) = chunks
            .into_iter()
            .enumerate()
            .map(|(i, chunk)| {
                let extra = if i == 0 { Some(&above) } else { None };
                let counted = words.of_chunk(&chunk, &title, extra);
                collect(chunk, counted)
            })
            .unzip();
        Ok(Prepared {
            page: Page {
                id: document.id.clone(),
                title: document.title.clone(),
                url: document.url.clone(),
                meta: document
                    .meta
                    .iter()
                    .map(|(k, v)| (k.clone(), v.clone()))
                    .collect(),
                importance: 0,
            },
            tag,
            title_words: title.count,
            words: words.into_words(),
            chunks,
            occurrences,
            fingerprints,
            links: document.links.clone(),
            translations: document.translations.clone(),
            newer: document.newer.clone(),
            is_news: is_news(&document.url),
            importance: document.importance,
        })
    }

    fn add(&mut self, prepared: Prepared) -> Result<()> {
        let number = self.ids.enter(&prepared.page.id)?;
        let dictionary = self.dictionaries.entry(prepared.tag.clone()).or_default();
        let NamedWords { words, parts } = prepared.words;
        let numbers: Vec<u32> = words
            .into_iter()
            .map(|word| dictionary.number(word))
            .collect::<Result<_>>()?;
        for (word, part) in parts {
            dictionary.add_part(numbers[word as usize], part);
        }
        self.documents.push(Collected {
            page: prepared.page,
            tag: prepared.tag,
            title_words: prepared.title_words,
            chunks: prepared.chunks,
            occurrences: Occurrences::pack(&prepared.occurrences, &numbers),
            fingerprints: prepared.fingerprints,
            number,
            links: self.ids.links(&prepared.links)?,
            named: self.ids.links(&prepared.translations)?,
            newer: self.ids.numbers(&prepared.newer)?,
            translation: 0,
            newest: 0,
            is_news: prepared.is_news,
            importance: prepared.importance,
        });
        Ok(())
    }

    fn finish(mut self: Box<Self>, mut facts: Vec<Fact>, configuration: &Value) -> Result<Built> {
        // Rows follow the ids, so that ties between equal scores are broken by document id (R2).
        self.documents
            .sort_unstable_by(|a, b| a.page.id.cmp(&b.page.id));
        self.set_importance();
        if let Some(limits) = self.cut {
            let documents = std::mem::take(&mut self.documents);
            let cut = cut(documents, &self.dictionaries, limits)?;
            (self.documents, self.dictionaries) = (cut.documents, cut.dictionaries);
        }
        set_translations(&mut self.documents);
        set_versions(&mut self.documents)?;
        set_editions(&mut self.documents)?;
        let dictionaries = std::mem::take(&mut self.dictionaries).into_iter();
        let (groups, words) = both(
            self.for_each,
            || self.groups(),
            || {
                let words = dictionaries.map(|(tag, dictionary)| {
                    let words = dictionary.into_words(&tag, self.for_each);
                    (tag, words)
                });
                words.collect()
            },
        );
        self.set_groups(groups);
        set_source_titles(&mut facts, &self.documents);
        let outline = outline(&self.documents);
        let tags = self.tags();
        let questions = prepared(&self.documents, &facts, &tags);
        let site = Site {
            documents: self.documents,
            words,
            layout: self.layout,
            vectors: self.vectors,
            related: self.related,
            variants: self.variants,
            suggest: write_suggest(&questions)?,
            gateway: self.gateway,
            for_each: self.for_each,
        };
        let built = Writer::new(site).finish(&facts, configuration)?;
        Ok(built.with_outline(outline, leading(questions)))
    }
}

impl InvertedIndexer {
    /// Returns the languages of the site: the default language first, then the languages of its
    /// pages.
    fn tags(&self) -> Vec<String> {
        let mut tags = vec![primary(&self.default_language)];
        for document in &self.documents {
            if !tags.contains(&document.tag) {
                tags.push(document.tag.clone());
            }
        }
        tags
    }

    fn set_importance(&mut self) {
        let mut inbound = vec![0_usize; std::mem::take(&mut self.ids).exist.len()];
        for document in &mut self.documents {
            let links = std::mem::take(&mut document.links);
            let others = links.iter().filter(|link| **link != document.number);
            others.for_each(|link| inbound[*link as usize] += 1);
        }
        // Links to missing pages are ignored.
        let documents = self.documents.iter();
        let inbound: Vec<usize> = documents
            .map(|document| inbound[document.number as usize])
            .collect();
        let most = inbound.iter().copied().max().unwrap_or_default();
        for (document, inbound) in self.documents.iter_mut().zip(inbound) {
            let standing = Standing {
                depth: depth(&document.page.url),
                inbound,
            };
            let value = document
                .importance
                .unwrap_or_else(|| importance(standing, most));
            document.page.importance = to_255ths(value);
        }
    }

    /// Returns the near-duplicate group of every chunk of all documents.
    fn groups(&self) -> Vec<u32> {
        let mut pages: BTreeMap<&str, usize> = BTreeMap::new();
        let candidates: Vec<Candidate<'_>> = self
            .documents
            .iter()
            .enumerate()
            .flat_map(|(number, document)| {
                // Documents with one address are parts of one page.
                let page = match document.page.url.split('#').next() {
                    Some(url) if !url.is_empty() => *pages.entry(url).or_insert(number),
                    _ => number,
                };
                let of = move |fingerprint| Candidate { page, fingerprint };
                document.fingerprints.iter().map(of)
            })
            .collect();
        groups(&candidates)
    }

    fn set_groups(&mut self, groups: Vec<u32>) {
        let chunks = self.documents.iter_mut().flat_map(|d| &mut d.chunks);
        for (chunk, group) in chunks.zip(groups) {
            chunk.norms.group = group;
        }
        for document in &mut self.documents {
            document.fingerprints = Vec::new();
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn to_255ths(value: f64) -> u8 {
    libm::round(value.clamp(0.0, 1.0) * 255.0) as u8
}
