//! A hit: a chunk with its score, and everything that a page shows of it.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use serde::Serialize;

use crate::index::ChunkId;
use crate::ordered::Map;
use crate::text::without;

/// A chunk and its score, as a retriever returns it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    /// The chunk.
    pub chunk: ChunkId,
    /// The retriever's score, finite; larger is better. Each retriever has its own scale.
    pub score: f64,
    /// Share of the maximum score of the question that the chunk reached, 0 to 1. Comparable
    /// between questions, unlike the score.
    pub relevance: f64,
    /// If the score is fused: names and scores of the two retrievers.
    pub parts: Option<[(&'static str, f64); 2]>,
}

impl Scored {
    /// Compares best first; ties by document id, then chunk (the numbers of chunks have this
    /// order).
    pub fn order(&self, other: &Self) -> Ordering {
        other
            .score
            .total_cmp(&self.score)
            .then(self.chunk.cmp(&other.chunk))
    }
}

/// How well a chunk matches a question as a whole, where its score is a sum over words. Each part
/// is between 0 and 1. The parts computed from the text are 0 until it is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct MatchFeatures {
    /// Share of the question's words that the chunk has, weighted by their rarity.
    pub coverage: f64,
    /// From the text: share of neighbouring content words of the question that are as close in it,
    /// in the same order, weighted by their rarity.
    pub closeness: f64,
    /// From the text: how well the heading above its best section matches the question: 1 word for
    /// word, otherwise half of the share of its content words that are the question's.
    pub heading: f64,
    /// From the text: whether it contains the kind of thing asked for, a date for `when`.
    pub expected: f64,
    /// Share of the title's words that are content words of the question.
    pub title: f64,
    /// Similarity of the nearest question written for the chunk to the visitor's. None if there are
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<f64>,
}

/// Another page with the same passage.
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

/// A part of a hit's text under its own heading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HitSection {
    /// Byte offset in the text at which its headings begin, if the text contains them.
    pub headed: usize,
    /// Byte offset in the text at which its body begins, after its headings.
    pub start: usize,
    /// Headings above it, outermost first.
    pub heading: Vec<String>,
    /// Its address, with its anchor.
    pub url: String,
    /// Whether the site states its last heading as a question that it answers.
    pub is_answer: bool,
}

/// A chunk with its score and its content.
///
/// The displayed fields (id, title, headings, address, texts, importance, metadata) are empty until
/// a reranker needs them ([`Reranker::reads`](crate::post_retrieval::Reranker::reads)) or the hit
/// is displayed.
///
/// Offsets in `marks` and `highlight` count UTF-16 code units, as JavaScript strings do.
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
    /// Positions of the question's words in the excerpt: start and end.
    pub marks: Vec<[u32; 2]>,
    /// Position of the sentence in the excerpt that fits best. None in a search, or if no sentence
    /// has anything of the question.
    pub highlight: Option<[u32; 2]>,
    /// The final score.
    pub score: f64,
    /// Scores by operator.
    pub scores: Map<f64>,
    /// How well it matches the question as a whole.
    pub features: MatchFeatures,
    /// Language tag.
    pub lang: String,
    /// Static importance of the document, 0 to 1.
    pub importance: f64,
    /// Further metadata of the page.
    pub meta: Map<String>,
    /// The question written for it that is most similar to the visitor's; empty without any.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// Byte range of the text with the words that answer that question; empty if it is not known.
    #[serde(skip)]
    pub extent: Range<usize>,
    /// Similarity of the visitor's question to the nearest one that it seems to answer and does not.
    #[serde(skip)]
    pub near_miss: f64,
    /// Other pages found with the same passage, best first.
    pub duplicates: Vec<Duplicate>,
    /// The sections that the text consists of, if there are several or one is an answer.
    #[serde(skip)]
    pub sections: Vec<HitSection>,
    /// Byte ranges of the text that are never quoted.
    #[serde(skip)]
    pub unquoted: Vec<Range<usize>>,
    /// Number of the chunk in the index.
    #[serde(skip)]
    pub chunk_id: ChunkId,
    /// Number of the document in the index.
    #[serde(skip)]
    pub document: usize,
    /// Number of its group of near-duplicates on several pages; 0 if no other page has the passage.
    #[serde(skip)]
    pub group: u32,
    /// Number of the set of pages that are translations of each other; 0 if its page has none.
    #[serde(skip)]
    pub translation: u32,
    /// Number of the document that is the newest version of its page; none if there is no newer
    /// one.
    #[serde(skip)]
    pub newest: Option<usize>,
    /// Whether its page is news or an announcement.
    #[serde(skip)]
    pub is_news: bool,
    /// Whether it is in another language than the question.
    #[serde(skip)]
    pub is_foreign: bool,
    /// Share of the maximum score of the question that the chunk reached, 0 to 1.
    pub relevance: f64,
}

impl Hit {
    /// Returns its text without the parts that are never quoted.
    pub fn quotable(&self) -> Cow<'_, str> {
        without(&self.text, &self.unquoted)
    }
}
