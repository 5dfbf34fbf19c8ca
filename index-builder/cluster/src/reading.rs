//! Reads a bundle into documents, one for each chunk, in the order of the index.

use std::collections::VecDeque;
use std::ops::Range;

use soru::Attempt;
use soru::index::{ChunkId, Index};
use soru::text::Language;
use soru_files::bundle::Bundle;

use crate::details::{Details, SetNumbers, Sets};
use crate::document::{Chunk, Document, Terms, filters, id};
use crate::terms::{ChunkTerms, terms_of};
use crate::weights::{HEADINGS, SURFACE};

/// Chunks whose terms are in memory together: some 200 MB.
const RANGE: u32 = 1 << 16;

/// Chunks whose texts are read together.
const TEXTS: u32 = 256;

/// The documents of a bundle.
pub(crate) struct Documents<'b> {
    bundle: &'b Bundle,
    chunks: u32,
    next: ChunkId,
    /// The position of the next chunk in its page, and the number of the page.
    place: (usize, u32),
    sets: Sets,
    terms: VecDeque<ChunkTerms>,
    ready: VecDeque<Document>,
}

impl<'b> Documents<'b> {
    pub(crate) fn of(bundle: &'b Bundle) -> anyhow::Result<Self> {
        Ok(Self {
            bundle,
            chunks: bundle.look_up(|index| Ok(index.chunks().borders().chunks()))?,
            next: 0,
            place: (usize::MAX, 0),
            sets: Sets::default(),
            terms: VecDeque::new(),
            ready: VecDeque::new(),
        })
    }

    /// Returns the number of all documents.
    pub(crate) fn total(&self) -> u64 {
        self.chunks.into()
    }

    /// Reads the next texts.
    fn read(&mut self) -> anyhow::Result<()> {
        if self.terms.is_empty() {
            let end = self.chunks.min(self.next.saturating_add(RANGE));
            self.terms = terms_of(self.bundle, self.next..end)?.into();
        }
        let length = TEXTS.min(u32::try_from(self.terms.len()).unwrap_or(TEXTS));
        let range = self.next..self.next + length;
        let chunks = self.bundle.look_up(|index| chunks(index, range.clone()))?;
        for read in chunks {
            let document = self.complete(read)?;
            self.ready.push_back(document);
        }
        self.next = range.end;
        Ok(())
    }

    /// Adds what depends on the chunks before, and the terms.
    fn complete(&mut self, read: Read) -> anyhow::Result<Document> {
        let Read {
            mut chunk,
            page,
            sets,
        } = read;
        self.place = match self.place {
            (same, position) if same == page => (page, position + 1),
            _ => (page, 0),
        };
        chunk.position = self.place.1;
        chunk.id = id(&chunk.page, chunk.position);
        let place = (chunk.page.as_str(), chunk.position);
        chunk.details.name_sets(&mut self.sets, sets, place);
        let terms = self.terms.pop_front().unwrap_or_default();
        let rules = Language::from_tag(&chunk.lang);
        let headings = &terms.fields[HEADINGS][SURFACE];
        chunk.details.keep_further_words(headings, rules);
        chunk.terms = Terms(terms);
        Document::new(&chunk)
    }
}

impl Iterator for Documents<'_> {
    type Item = anyhow::Result<Document>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty()
            && self.next < self.chunks
            && let Err(error) = self.read()
        {
            // A damaged bundle ends the reading.
            self.next = self.chunks;
            return Some(Err(error));
        }
        self.ready.pop_front().map(Ok)
    }
}

/// A chunk as it is read, with the numbers of its page and its sets.
struct Read {
    chunk: Chunk,
    page: usize,
    sets: SetNumbers,
}

fn chunks(index: &Index, range: Range<ChunkId>) -> Attempt<Vec<Read>> {
    index.require_passages(range.clone())?;
    let own = range.map(|chunk| {
        Ok(Read {
            chunk: properties(index, chunk)?,
            page: index.chunks().document(chunk),
            sets: SetNumbers::of(index, chunk),
        })
    });
    let own = own.collect();
    index.end_question();
    own
}

fn properties(index: &Index, chunk: ChunkId) -> Attempt<Chunk> {
    let passage = index.passage(chunk)?;
    let owned = |texts: &mut dyn Iterator<Item = &str>| texts.map(str::to_owned).collect();
    let lang = index.languages()[index.language_of(chunk)].tag.clone();
    let mut details = Details::of_passage(&passage);
    details.relate(index, chunk)?;
    Ok(Chunk {
        page: passage.id().to_owned(),
        title: passage.title().to_owned(),
        headings: owned(&mut passage.headings()),
        text: passage.text().to_owned(),
        url: passage.url().to_owned(),
        lang,
        meta: passage
            .meta()
            .map(|(key, value)| format!("{key}={value}"))
            .collect(),
        filters: passage
            .meta()
            .flat_map(|(key, value)| filters(key, value).collect::<Vec<_>>())
            .collect(),
        importance: passage.importance(),
        questions: owned(&mut passage.questions()),
        details,
        ..Chunk::default()
    })
}
