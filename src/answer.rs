//! What a question gets back.

use serde::Serialize;

use crate::fact::Fact;
use crate::generation::Features;
use crate::hit::Hit;
use crate::query::Correction;

/// The answer to a question, complete: one object with everything a page shows.
///
/// Offsets count UTF-16 code units, as JavaScript strings do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The question as asked.
    pub question: String,
    /// The whole question, if the one asked only makes sense after those before it and was
    /// completed from them: it is to this one that the answer is.
    pub completed: Option<String>,
    /// What is asserted: a fact's answer, or a passage of a page. None says that nothing is certain enough;
    /// the hits are then the sections that fit best.
    pub answer: Option<String>,
    /// Where the question's words stand in the answer: start and end.
    pub answer_marks: Vec<[u32; 2]>,
    /// If the answer is quoted: where the sentence stands in it that answers best.
    pub highlight: Option<[u32; 2]>,
    /// If the answer is quoted: the address of that sentence, a text fragment on that of its page.
    pub quote_url: Option<String>,
    /// What the answer rests on, best first.
    pub sources: Vec<SourceReference>,
    /// How sure the engine is, 0 to 1.
    pub confidence: f64,
    /// What it was worked out from, if pages were asked: for whoever calibrates it.
    #[serde(skip)]
    pub features: Option<Features>,
    /// The same in a word.
    pub level: Level,
    /// 1 if a fact answered, 2 if pages did.
    pub tier: u8,
    /// What gave the answer.
    pub method: Method,
    /// Where the router sent the question, and why.
    pub route: Route,
    /// Name of the detected intent, or `unknown`.
    pub intent: String,
    /// Tag of the question's language.
    pub lang: String,
    /// The fact that answered.
    pub fact: Option<Fact>,
    /// If no fact answered: the questions of facts that may be meant, nearest first, to be asked as
    /// they stand.
    pub choices: Vec<String>,
    /// The same facts whole, in the same order, for a page that shows one without asking again.
    pub offers: Vec<Fact>,
    /// The pages found, best first.
    pub hits: Vec<Hit>,
    /// The misspelt words that were repaired: it is for the repaired question that this was found.
    pub corrections: Vec<Correction>,
    /// What the visitor or the site owner should know.
    pub warnings: Vec<Warning>,
    /// Whether a reranker failed and left the order as it was.
    pub rerank_failed: bool,
    /// What every stage did, if asked for.
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
    /// The misspelt words that were repaired: it is for the repaired question that this was found.
    pub corrections: Vec<Correction>,
    /// What the visitor or the site owner should know.
    pub warnings: Vec<Warning>,
    /// Whether a reranker failed and left the order as it was.
    pub rerank_failed: bool,
    /// What every stage did, if asked for.
    pub trace: Option<Vec<TraceEvent>>,
}

/// A page that an answer rests on.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceReference {
    /// Title of the page.
    pub title: String,
    /// Address, with anchor.
    pub url: String,
    /// 0 to 1.
    pub relevance: f64,
    /// A few words of it.
    pub preview: String,
    /// Headings above it.
    pub heading: Vec<String>,
    /// Language tag.
    pub lang: String,
}

/// Confidence in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Act on it.
    High,
    /// Check the source.
    Medium,
    /// A hint.
    Low,
}

/// What gave an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// A fact whose question is the visitor's, word for word.
    FactExact,
    /// A fact whose question means the visitor's.
    FactFuzzy,
    /// Sentences of a page.
    Extractive,
    /// Nothing did.
    None,
    /// Nothing was asked: a greeting or thanks, which is not searched for (R9).
    SmallTalk,
}

/// The router's decision (R12).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Route {
    /// 1: facts table, 2: retrieval.
    pub tier: u8,
    /// 0 to 1.
    pub confidence: f64,
    /// Why, in English, for site owners.
    pub reasoning: String,
}

/// Something worth saying that is not an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// A name that never changes.
    pub code: &'static str,
    /// What it is about.
    pub message: String,
}

/// What one operator of a stage did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TraceEvent {
    /// The stage: `pre-retrieval`, `retrieval`, ...
    pub stage: &'static str,
    /// The operator's name.
    pub operator: String,
    /// What it got.
    pub input: String,
    /// What it gave.
    pub output: String,
    /// How long it took, in milliseconds; 0 without a clock.
    pub millis: f64,
    /// What it warned of.
    pub warnings: Vec<String>,
    /// The words that it looked for, if it is a retriever.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<TraceTerm>,
}

/// A word that a retriever looked for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TraceTerm {
    /// The word.
    pub word: String,
    /// Tag of the language whose pages it was looked for in.
    pub lang: String,
    /// What it counts, 1 for a content word of the visitor's in the question's own language.
    pub weight: f64,
    /// Where it comes from: `typed`, `stop`, `extra`, `synonym`, `booster`.
    pub origin: &'static str,
}
