//! A hit: a chunk with its score, and everything a page shows of it.

use std::cmp::Ordering;

use serde::Serialize;

use crate::index::ChunkId;
use crate::ordered::Map;

/// A chunk and its score, as retrieval gives it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    /// The chunk.
    pub chunk: ChunkId,
    /// The retriever's score, finite; larger is better. Its scale is the retriever's own.
    pub score: f64,
    /// How much of what the question could earn at best the chunk earned, 0 to 1. Comparable
    /// between questions, unlike the score.
    pub relevance: f64,
    /// Names and scores of the two retrievers from whose scores this one was made, if it was.
    pub parts: Option<[(&'static str, f64); 2]>,
}

impl Scored {
    /// Best first; equal scores by document id, then by chunk (chunks are numbered so).
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        other
            .score
            .total_cmp(&self.score)
            .then(self.chunk.cmp(&other.chunk))
    }
}

/// How well a chunk matches a question as a whole, where its score is a sum over words. Each part
/// is between 0 and 1. Those of the text are 0 until it is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Evidence {
    /// Share of the question's words that the chunk has, weighted by their rarity.
    pub coverage: f64,
    /// Of the text: share of neighbouring content words of the question that stand as close in it, in
    /// the same order, weighted by their rarity.
    pub closeness: f64,
    /// Of the text: how far the heading above its best section has the question: 1 word for word, otherwise half
    /// of the share of its content words that are the question's.
    pub heading: f64,
    /// Of the text: whether it has the kind of thing that is asked for, a date for `when`.
    pub expected: f64,
    /// Share of the title's words that are content words of the question.
    pub title: f64,
    /// Of the questions written for the chunk: how like the visitor's the nearest is. None if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<f64>,
}

/// Another place of the same passage.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Duplicate {
    /// Title of the page.
    pub title: String,
    /// Address, with anchor.
    pub url: String,
    /// Number of the chunk in the index.
    #[serde(skip)]
    pub chunk_id: ChunkId,
}

/// A part of a hit's text that stands under a heading of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HitSection {
    /// Byte offset in the text at which its headings begin, as far as they stand there.
    pub headed: usize,
    /// Byte offset in the text at which it begins itself, behind its headings.
    pub start: usize,
    /// Headings above it, outermost first.
    pub heading: Vec<String>,
    /// Its address, with its anchor.
    pub url: String,
}

/// A chunk with its score and its content.
///
/// What is only shown (id, title, headings, address, texts, importance, metadata) is empty until a
/// reranker asks for it ([`Reranker::reads`](crate::post_retrieval::Reranker::reads)) or the hit is to
/// be shown.
///
/// Offsets in `marks` count UTF-16 code units, as JavaScript strings do.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// The document's id.
    pub id: String,
    /// Number of the chunk within its document.
    pub chunk: u32,
    /// Title of the page.
    pub title: String,
    /// Headings above the chunk, outermost first.
    pub heading: Vec<String>,
    /// Address of the chunk, with its anchor.
    pub url: String,
    /// The chunk's text.
    pub text: String,
    /// A part of the text around the question's words.
    pub excerpt: String,
    /// Where the question's words stand in the excerpt: start and end.
    pub marks: Vec<[u32; 2]>,
    /// The final score.
    pub score: f64,
    /// Scores by the operator that gave them.
    pub scores: Map<f64>,
    /// How well it matches the question as a whole.
    pub evidence: Evidence,
    /// Language tag.
    pub lang: String,
    /// Static importance of the document, 0 to 1.
    pub importance: f64,
    /// What else the page says of itself.
    pub meta: Map<String>,
    /// The question written for it that is most like the visitor's; empty without any.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// Other pages that hold the same passage and were found as well, best first.
    pub duplicates: Vec<Duplicate>,
    /// The sections that the text consists of, if there are several.
    #[serde(skip)]
    pub sections: Vec<HitSection>,
    /// Number of the chunk in the index.
    #[serde(skip)]
    pub chunk_id: ChunkId,
    /// Number of the document in the index.
    #[serde(skip)]
    pub document: usize,
    /// Which passage it is, of those that stand on several pages; 0 if no other page has it.
    #[serde(skip)]
    pub group: u32,
    /// How much of what the question could earn at best the chunk earned, 0 to 1.
    pub relevance: f64,
}
