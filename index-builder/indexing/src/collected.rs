//! Documents that wait for the others: chunked and counted, with numbers for their words.

use soru::index::format::{ChunkNorms, Page, Passage};

use super::Chunk;
use super::counting::{Occurrence, WordsOfChunk};
use super::near_duplicates::Fingerprint;
use super::occurrences::Occurrences;

/// A document.
#[derive(Debug, Default)]
pub(super) struct Collected {
    pub(super) page: Page,
    pub(super) tag: String,
    pub(super) title_words: u32,
    pub(super) chunks: Vec<CollectedChunk>,
    pub(super) occurrences: Occurrences,
    pub(super) fingerprints: Vec<Fingerprint>,
    /// Number of its id.
    pub(super) number: u32,
    /// Numbers of the ids to which it links, each once.
    pub(super) links: Vec<u32>,
    /// Numbers of the ids that it names as its translations.
    pub(super) named: Vec<u32>,
    /// Numbers of the ids of its newer versions, the newest first.
    pub(super) newer: Vec<u32>,
    /// Its set of translations.
    pub(super) translation: u32,
    /// The place of its newest version, plus 1; 0 if there is no newer one.
    pub(super) newest: u32,
    pub(super) is_news: bool,
    pub(super) importance: Option<f64>,
}

/// A chunk of the document.
#[derive(Debug)]
pub(super) struct CollectedChunk {
    pub(super) norms: ChunkNorms,
    pub(super) heading_words: u32,
    pub(super) passage: Passage,
}

/// Returns a counted chunk, and its occurrences.
pub(super) fn collect(chunk: Chunk, words: WordsOfChunk) -> (CollectedChunk, Vec<Occurrence>) {
    let [body_words, heading_words, _] = words.counts;
    let collected = CollectedChunk {
        norms: ChunkNorms {
            body_words,
            group: 0,
            weight: chunk.weight,
        },
        heading_words,
        passage: Passage {
            text: chunk.text,
            sections: chunk.sections,
            questions: chunk.questions,
            extents: chunk.extents,
            near_misses: chunk.near_misses,
            unquoted: chunk.unquoted,
        },
    };
    (collected, words.occurrences)
}
