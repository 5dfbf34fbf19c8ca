//! Every way to answer a question, side by side (R38).

use serde::Serialize;

use crate::answer::{Answer, Level, Method, Route, SourceReference, Warning};
use crate::fact::Fact;
use crate::hit::Hit;

/// What every method makes of one question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The question as asked.
    pub question: String,
    /// Every retriever, alone and with rerankers behind it.
    pub methods: Vec<Compared>,
    /// What the table of facts answers, wherever the question is routed; none if no fact fits.
    pub tier1: Option<TierAnswer>,
    /// What the pages answer, whatever the table of facts says; none if they do not.
    pub tier2: Option<TierAnswer>,
    /// Where the router sends the question, and why.
    pub route: Route,
}

/// What one method found.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Compared {
    /// Retriever and rerankers: `bm25`, `bm25 + matching`.
    pub method: String,
    /// The retriever.
    pub retriever: String,
    /// The rerankers behind it, in order.
    pub rerankers: Vec<String>,
    /// The pages found, best first.
    pub hits: Vec<Hit>,
    /// What went wrong, if anything did: a method that fails leaves the others alone.
    pub warnings: Vec<Warning>,
    /// How long finding and reranking took, in milliseconds; left out without a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
}

/// An answer of one tier.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TierAnswer {
    /// The answer's text.
    pub answer: String,
    /// Where the question's words stand in it: start and end, in UTF-16 units.
    pub answer_marks: Vec<[u32; 2]>,
    /// What it rests on, best first.
    pub sources: Vec<SourceReference>,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
    /// The same in a word.
    pub level: Level,
    /// What gave it.
    pub method: Method,
    /// The fact that answers.
    pub fact: Option<Fact>,
}

impl TierAnswer {
    /// The part of an answer that its tier gave; none if it gave none.
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
