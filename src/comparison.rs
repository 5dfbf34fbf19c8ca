//! All methods' answers to a question, side by side (R38).

use serde::Serialize;

use crate::answer::{Answer, Level, Method, Route, SourceReference, Warning};
use crate::fact::Fact;
use crate::hit::Hit;

/// The results of every method for one question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The question as asked.
    pub question: String,
    /// Every retriever, alone and followed by rerankers.
    pub methods: Vec<Compared>,
    /// The answer of the facts table, regardless of the route; none if no fact fits.
    pub tier1: Option<TierAnswer>,
    /// The answer of the pages, regardless of the facts table; none if they give none.
    pub tier2: Option<TierAnswer>,
    /// The router's decision, and its reason.
    pub route: Route,
}

/// The result of one method.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Compared {
    /// Retriever and rerankers: `bm25`, `bm25 + matching`.
    pub method: String,
    /// The retriever.
    pub retriever: String,
    /// The rerankers after it, in order.
    pub rerankers: Vec<String>,
    /// The pages found, best first.
    pub hits: Vec<Hit>,
    /// Warnings, and the error if the method failed. A failing method does not affect the others.
    pub warnings: Vec<Warning>,
    /// Duration of retrieval and reranking in milliseconds; omitted without a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
}

/// An answer of one tier.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TierAnswer {
    /// The answer's text.
    pub answer: String,
    /// Positions of the question's words in it: start and end, in UTF-16 units.
    pub answer_marks: Vec<[u32; 2]>,
    /// Its sources, best first.
    pub sources: Vec<SourceReference>,
    /// Confidence, 0 to 1.
    pub confidence: f64,
    /// The confidence as a word.
    pub level: Level,
    /// The method that gave it.
    pub method: Method,
    /// The fact that gave it.
    pub fact: Option<Fact>,
}

impl TierAnswer {
    /// Extracts the tier's part of an answer; none if it gave none.
    pub(crate) fn of(answer: Answer) -> Option<Self> {
        Some(Self {
            answer: answer.answer?,
            answer_marks: answer.answer_marks,
            sources: answer.sources,
            confidence: answer.confidence,
            level: answer.level,
            method: answer.method,
            fact: answer.fact,
        })
    }
}
