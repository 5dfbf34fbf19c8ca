//! Numbers what an indexer collected and writes its sections.

use std::borrow::Cow;
use std::sync::Arc;

use super::bundle::{SiteSize, too_many};
use super::cells::write_cells;
use super::dictionary::{Words, count};
use super::files::Files;
use super::inverted::{Collected, InvertedIndexer};
use super::outline::{by_importance, headings};
use super::pieces::{most_shards, write_pieces};
use super::postings::Postings;
use super::related::{EncodedChunks, LanguageWords, Pages, RelatedSections, related};
use super::section::Section;
use super::terms::write_terms;
use super::texts::write_texts;
use super::vectors::{EmbeddedChunk, LanguageChunks, Vectors};
use super::{Built, ForEach, Layout, RelatedSettings, Summary, VectorSummary};
use crate::error::Result;
use crate::fact::Fact;
use crate::index::format::{
    ChunkTable, ChunkVectors, Core, LanguageStatistics, PageNorms, Title, Titles, write_facts,
    write_metadata,
};
use crate::settings::Value;
use crate::text::Language;

/// How many bytes of titles and addresses are written: a visitor who types downloads all of them.
const MOST_TITLES: usize = 128 << 10;

/// Writes the sections of what was collected.
pub(super) struct Writer {
    documents: Vec<Collected>,
    /// Per language, as are postings.
    words: Vec<Words>,
    /// Of every word.
    stems: Vec<Vec<Box<str>>>,
    layout: Layout,
    postings: Vec<Postings>,
    core: Core,
    summary: Summary,
    vectors: Option<Vectors>,
    related: Option<RelatedSettings>,
    for_each: ForEach,
}

impl Writer {
    pub(super) fn new(indexer: InvertedIndexer) -> Self {
        let (tags, words): (Vec<String>, Vec<Words>) = indexer
            .dictionaries
            .into_iter()
            .map(|(tag, dictionary)| (tag, dictionary.into_words()))
            .unzip();
        let languages = tags.into_iter().map(|tag| LanguageStatistics {
            tag,
            ..LanguageStatistics::default()
        });
        Self {
            documents: indexer.documents,
            words,
            stems: Vec::new(),
            layout: indexer.layout,
            postings: Vec::new(),
            core: Core {
                languages: languages.collect(),
                ..Core::default()
            },
            summary: Summary::default(),
            vectors: indexer.vectors,
            related: indexer.related,
            for_each: indexer.for_each,
        }
    }

    /// Counts words and chunks; gives the `chunks` section.
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

    /// Gives every word its postings. Chunks are numbered in the order of documents.
    fn invert(&mut self) -> Result<()> {
        let own = self.words.iter();
        let mut lengths: Vec<Vec<u32>> = own.map(|words| vec![0; words.len()]).collect();
        for document in &self.documents {
            let of_language = &mut lengths[self.language_of(document)];
            let occurrences = &document.occurrences;
            occurrences.each(|_, word, _| of_language[word] += 1)?;
        }
        let lengths = lengths.iter();
        self.postings = lengths.map(|own| Postings::with_room(own)).collect();
        let mut first = 0_u32;
        for number in 0..self.documents.len() {
            let language = self.language_of(&self.documents[number]);
            let document = &mut self.documents[number];
            let postings = &mut self.postings[language];
            std::mem::take(&mut document.occurrences).each(|chunk, word, mut posting| {
                posting.chunk = first + chunk;
                postings.push(word, posting);
            })?;
            // `count_chunks` has seen that they can be numbered.
            first = first.saturating_add(count(document.chunks.len()));
        }
        Ok(())
    }

    fn stem(&mut self) {
        let own = self.core.languages.iter().zip(&self.words);
        let stems = own.map(|(statistics, words)| {
            words.stems(Language::from_tag(&statistics.tag), self.for_each)
        });
        self.stems = stems.collect();
    }

    /// How much there is to lay out, beside so many files of an encoder.
    fn size(&self, files: usize) -> SiteSize {
        let chunks = self.documents.iter().flat_map(|document| &document.chunks);
        let texts = chunks.clone().map(|chunk| chunk.passage.text.len());
        let postings: usize = self.postings.iter().map(Postings::len).sum();
        SiteSize {
            texts: texts.sum(),
            postings: postings * 2,
            pages: self.documents.len(),
            chunks: chunks.count(),
            files,
        }
    }

    pub(super) fn finish(mut self, facts: &[Fact], configuration: &Value) -> Result<Built> {
        let chunks = self.count_chunks()?;
        self.invert()?;
        self.stem();
        // Related pages have as many shards as they need by themselves.
        let related_bytes = self.layout.term_shard_bytes;
        self.summary.documents = self.documents.len() as u64;
        self.summary.facts = facts.len() as u64;
        let vectors = self.write_vectors()?;
        self.layout = self.layout.fitted(self.size(vectors.apart.len()));
        let related = self.write_related(&vectors.encoded, related_bytes)?;
        let vocabularies = self.write_vocabularies()?;
        let titles = self.write_titles()?;
        let metadata = self.documents.iter().map(|own| own.page.meta.as_slice());
        let metadata = write_metadata(metadata)?;
        let terms = self.write_terms(&chunks)?;
        let documents = std::mem::take(&mut self.documents);
        let (texts, firsts) = write_texts(documents, self.layout.text_shard_bytes);
        self.core.texts = firsts;
        let mut files = Files::new(self.layout.separate_files);
        files.core.extend([
            Section::bytes("core", self.core.write()?),
            Section::bytes("facts", write_facts(facts)?),
            Section::bytes("chunks", chunks),
        ]);
        files.extend_together("vocabulary", vocabularies);
        files.extend([Section::bytes("titles", titles)]);
        files.extend(metadata.map(|bytes| Section::bytes("metadata", bytes)));
        files.extend_as_one("vectors", vectors.together);
        files.extend_apart(vectors.apart);
        files.extend_related(related);
        // Every question asks whether its words are among the long ones.
        let (long, terms): (Vec<Section>, Vec<Section>) = terms
            .into_iter()
            .partition(|section| section.kind() == "long");
        files.core.extend(long);
        files.extend(terms);
        files.extend(texts);
        Ok(Built::new(
            self.summary,
            files.finish(),
            configuration.clone(),
        ))
    }

    fn write_terms(&mut self, chunks: &[u8]) -> Result<Vec<Section>> {
        let chunks = Arc::new(ChunkTable::read(chunks, self.core.languages.len())?);
        let mut sections = Vec::new();
        let postings = std::mem::take(&mut self.postings);
        let words = std::mem::take(&mut self.words).into_iter();
        let own = words.zip(std::mem::take(&mut self.stems)).zip(postings);
        for (statistics, ((words, stems), postings)) in self.core.languages.iter_mut().zip(own) {
            let terms = self.summary.terms.entry(statistics.tag.clone());
            terms.or_insert(words.len() as u64);
            let own = write_terms(words, stems, postings, statistics, &chunks, &self.layout)?;
            sections.extend(own);
        }
        Ok(sections)
    }

    /// One section for all languages, since a question is read in all of them; and what encodes
    /// questions.
    fn write_vectors(&mut self) -> Result<VectorSections> {
        let mut sections = VectorSections::default();
        let Some(vectors) = &self.vectors else {
            return Ok(sections);
        };
        let languages = self.languages();
        let size = vectors.size(&languages);
        let most = vectors.settings.max_kilobytes.saturating_mul(1000);
        let too_large = size > most;
        let is_left_out =
            |language: &LanguageChunks<'_>| too_large && !vectors.encodes_questions(language.tag());
        if too_large && languages.iter().all(is_left_out) {
            self.summary.vectors = VectorSummary::TooLarge(size as u64);
            return Ok(sections);
        }
        let has_table = |language: &&LanguageChunks<'_>| vectors.encodes_questions(language.tag());
        let sharing = languages.iter().filter(has_table).count();
        let mut all = Vec::with_capacity(languages.len());
        let mut tables = Vec::new();
        let mut rows = 0;
        for language in &languages {
            if is_left_out(language) {
                all.push(ChunkVectors::default());
                continue;
            }
            let (mut own, table) = vectors.of(language)?;
            rows += own.rows() as u64;
            if table.is_some() && self.related.is_some() {
                let numbers = language.chunks.iter().map(|chunk| chunk.number);
                sections.encoded.push(EncodedChunks {
                    vectors: own.clone(),
                    numbers: numbers.collect(),
                });
            }
            let size = ChunkVectors::size(own.rows(), own.dimensions());
            if table.is_some() && size > most {
                let numbers = language.chunks.iter().map(|chunk| chunk.number);
                let numbers: Vec<u32> = numbers.collect();
                let (middles, cells) = write_cells(language.tag(), &own, &numbers, sharing)?;
                own = middles;
                sections.apart.extend(cells);
            }
            all.push(own);
            tables.extend(table.map(|table| (language.tag(), table)));
        }
        let bytes = ChunkVectors::write(&all)?;
        sections.together.push(Section::bytes("vectors", bytes));
        let most = most_shards(self.summary.chunks) / tables.len().max(1);
        for (tag, table) in &tables {
            let (first, shards) = write_pieces(tag, table, most)?;
            sections.together.push(first);
            sections.apart.extend(shards);
        }
        drop(languages);
        self.summary.vectors = VectorSummary::Built(rows);
        Ok(sections)
    }

    /// Which pages resemble each other; the summary says which are alike.
    fn write_related(
        &mut self,
        encoded: &[EncodedChunks],
        shard_bytes: usize,
    ) -> Result<Option<RelatedSections>> {
        let Some(settings) = &self.related else {
            return Ok(None);
        };
        let pages = Pages::new(&self.documents, |document| self.language_of(document));
        let own = self.words.iter().zip(&self.stems).zip(&self.postings);
        let languages = self.core.languages.iter().zip(own);
        let languages: Vec<LanguageWords<'_>> = languages
            .map(|(statistics, ((words, stems), postings))| LanguageWords {
                tag: &statistics.tag,
                words,
                stems,
                postings,
            })
            .collect();
        let related = related(
            &pages,
            &languages,
            encoded,
            settings,
            shard_bytes,
            self.for_each,
        )?;
        let id = |document: usize| self.documents[document].page.id.clone();
        let groups = related.alike.into_iter();
        self.summary.alike = groups
            .map(|group| group.into_iter().map(id).collect())
            .collect();
        Ok(related.sections)
    }

    /// What there is of each language.
    fn languages(&self) -> Vec<LanguageChunks<'_>> {
        let statistics = self.core.languages.iter();
        let words = self.words.iter().zip(&self.postings);
        let mut languages: Vec<LanguageChunks<'_>> = statistics
            .zip(words)
            .map(|(statistics, (words, postings))| LanguageChunks {
                statistics,
                words,
                postings,
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
        let own = languages.position(|language| language.tag == document.tag);
        own.unwrap_or_default()
    }

    /// Only where a look-up does not have the whole dictionary at hand.
    fn write_vocabularies(&self) -> Result<Vec<Section>> {
        let mut sections = Vec::new();
        if !self.layout.separate_files {
            return Ok(sections);
        }
        let own = self.words.iter().zip(&self.postings);
        for (statistics, (words, postings)) in self.core.languages.iter().zip(own) {
            let name = format!("vocabulary/{}", statistics.tag);
            let bytes = words.vocabulary(postings).write(&name)?;
            sections.push(Section::bytes(name, bytes));
        }
        Ok(sections)
    }

    /// The titles of the most important pages first, then those of the others, and their headings.
    fn write_titles(&self) -> Result<Vec<u8>> {
        let most = if self.layout.separate_files {
            MOST_TITLES
        } else {
            usize::MAX
        };
        let documents = by_importance(&self.documents);
        let titles = documents
            .iter()
            .map(|document| (*document, title(document)));
        let headings = documents.iter().flat_map(|document| {
            let headings = named_headings(document);
            headings.map(move |heading| (*document, heading))
        });
        let mut room = Some(most);
        let named: Vec<(&Collected, Named<'_>)> = titles
            .chain(headings)
            // The first that does not fit is the last to be looked at.
            .take_while(|(_, (text, url, _))| {
                let is_room = room.is_some();
                room = room.and_then(|room| room.checked_sub(text.len() + url.len()));
                is_room
            })
            .collect();
        let titles = named
            .iter()
            .map(|(document, (text, url, is_heading))| Title {
                text,
                url,
                language: self.language_of(document),
                importance: document.page.importance,
                is_heading: *is_heading,
            });
        Titles::write(titles, most)
    }
}

/// A title or heading, its address, and whether it is a heading.
type Named<'d> = (&'d str, Cow<'d, str>, bool);

fn title(document: &Collected) -> Named<'_> {
    let page = &document.page;
    (&page.title, Cow::Borrowed(&page.url), false)
}

fn named_headings(document: &Collected) -> impl Iterator<Item = Named<'_>> {
    let page = &document.page;
    headings(document).map(move |(heading, anchor)| {
        let url = match anchor {
            "" => Cow::Borrowed(page.url.as_str()),
            anchor => Cow::Owned(format!("{}#{anchor}", page.url)),
        };
        (heading, url, true)
    })
}

/// Vectors, and what encodes questions.
#[derive(Default)]
struct VectorSections {
    /// What every question needs that is compared by meaning.
    together: Vec<Section>,
    /// What some of them need: files of their own in any bundle.
    apart: Vec<Section>,
    /// What an encoder made of chunks, for related pages.
    encoded: Vec<EncodedChunks>,
}
