//! The result of a question.

use serde::Serialize;

use crate::fact::Fact;
use crate::generation::Features;
use crate::hit::Hit;
use crate::query::Correction;

/// The complete answer to a question: one object with everything that a page shows.
///
/// Offsets count UTF-16 code units, as JavaScript strings do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The question as asked.
    pub question: String,
    /// The full question, if the one asked makes sense only after earlier ones and was completed
    /// from them. The answer is to this question.
    pub completed: Option<String>,
    /// The answer text: a fact's answer, or a passage of a page. None if no answer is certain
    /// enough; the hits are then the sections that fit best.
    pub answer: Option<String>,
    /// Positions of the question's words in the answer: start and end.
    pub answer_marks: Vec<[u32; 2]>,
    /// If the answer is quoted: the position of its best sentence.
    pub highlight: Option<[u32; 2]>,
    /// If the answer is quoted: the address of that sentence, with a text fragment.
    pub quote_url: Option<String>,
    /// Sources of the answer, best first.
    pub sources: Vec<SourceReference>,
    /// Confidence, 0 to 1.
    pub confidence: f64,
    /// Inputs of the confidence, if pages were searched: for calibration.
    #[serde(skip)]
    pub features: Option<Features>,
    /// The confidence as a word.
    pub level: Level,
    /// 1 if a fact answered, 2 if pages did.
    pub tier: u8,
    /// The method that gave the answer.
    pub method: Method,
    /// The router's decision, and its reason.
    pub route: Route,
    /// Name of the detected intent, or `unknown`.
    pub intent: String,
    /// Tag of the question's language.
    pub lang: String,
    /// The fact that answered.
    pub fact: Option<Fact>,
    /// If no fact answered: the questions of the most similar facts, nearest first. Each can be
    /// asked as it is written.
    pub choices: Vec<String>,
    /// The same facts in full, in the same order, for a page that shows one without asking again.
    pub offers: Vec<Fact>,
    /// The pages found, best first.
    pub hits: Vec<Hit>,
    /// Misspelt words that were repaired. The result is for the repaired question.
    pub corrections: Vec<Correction>,
    /// Warnings for the visitor or the site owner.
    pub warnings: Vec<Warning>,
    /// Whether a reranker failed and left the order unchanged.
    pub rerank_failed: bool,
    /// One event per operator, if a trace was requested.
    pub trace: Option<Vec<TraceEvent>>,
}

/// The hits of a search, without an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchResult {
    /// The pages found, best first.
    pub hits: Vec<Hit>,
    /// Name of the detected intent, or `unknown`.
    pub intent: String,
    /// Tag of the question's language.
    pub lang: String,
    /// Misspelt words that were repaired. The result is for the repaired question.
    pub corrections: Vec<Correction>,
    /// Warnings for the visitor or the site owner.
    pub warnings: Vec<Warning>,
    /// Whether a reranker failed and left the order unchanged.
    pub rerank_failed: bool,
    /// One event per operator, if a trace was requested.
    pub trace: Option<Vec<TraceEvent>>,
}

/// A page that supports an answer.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceReference {
    /// Title of the page.
    pub title: String,
    /// Address, with anchor.
    pub url: String,
    /// 0 to 1.
    pub relevance: f64,
    /// A short preview of its text; of a fact's source, if the fact quotes no words of it, the answer.
    pub preview: String,
    /// Headings above it.
    pub heading: Vec<String>,
    /// Language tag.
    pub lang: String,
}

/// Confidence as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// There is an answer that is right at least 92 times in 100.
    High,
    /// There is none: the hits are the sections that fit best.
    Low,
}

/// The method that gave an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// A fact whose question equals the visitor's, word for word.
    FactExact,
    /// A fact whose question has the same meaning as the visitor's.
    FactFuzzy,
    /// Sentences of a page.
    Extractive,
    /// None: there is no answer.
    None,
    /// None: the question is a greeting or thanks, which is not searched for (R9).
    SmallTalk,
}

/// The router's decision (R12).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Route {
    /// 1: facts table, 2: retrieval.
    pub tier: u8,
    /// 0 to 1.
    pub confidence: f64,
    /// The reason, in English, for site owners.
    pub reasoning: String,
}

/// A message that is not an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// Stable code.
    pub code: &'static str,
    /// The message.
    pub message: String,
}

/// The work of one operator of a stage.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TraceEvent {
    /// The stage: `pre-retrieval`, `retrieval`, ...
    pub stage: &'static str,
    /// The operator's name.
    pub operator: String,
    /// Its input.
    pub input: String,
    /// Its output.
    pub output: String,
    /// Duration in milliseconds; 0 without a clock.
    pub millis: f64,
    /// Its warnings.
    pub warnings: Vec<String>,
    /// The words that it searched for, if it is a retriever.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<TraceTerm>,
}

/// A word that a retriever searched for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TraceTerm {
    /// The word.
    pub word: String,
    /// Tag of the language of the searched pages.
    pub lang: String,
    /// Weight; 1 for a content word of the visitor's in the question's own language.
    pub weight: f64,
    /// Origin: `typed`, `stop`, `extra`, `synonym`, `booster`.
    pub origin: &'static str,
}
