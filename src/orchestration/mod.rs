//! Orchestration: from a question to an answer, stage by stage.
//!
//! An [`Orchestrator`] calls the stages in order, passes each the results of the previous one,
//! decides between facts, pages and "no answer found", and keeps the trace. The stages do not
//! depend on each other; [`Engine`] combines the orchestrator with a bundle, and is what the
//! browser and the command line use.
//!
//! | file | does |
//! |---|---|
//! | `engine.rs` | [`Engine`]: an opened bundle; files are supplied on request |
//! | `files.rs` | the files of an engine, as its calls see them |
//! | `joined.rs` | [`Bundle`]: several bundles in one engine |
//! | `calls.rs` | begins calls, or makes them at once |
//! | `call.rs` | [`Call`]: one question on its way to the answer |
//! | `call_state.rs` | the state of a call between its steps |
//! | `method.rs` | [`Method`]: the methods that a call can run |
//! | `progress.rs` | the results of a call so far |
//! | `scope.rs` | the inputs of all stages of a step |
//! | `pipeline.rs` | [`Pipeline`]: the stages in order |
//! | `found_pages.rs` | all pages that a question finds, by their metadata |
//! | `quotable.rs` | an answer with the texts for a language model |
//! | `compare.rs` | runs every method on one question |
//! | `reading.rs` | from typed text to a query: analysis, correction, expansion |
//! | `operators.rs` | [`Operators`]: the operators and parts of an engine |
//! | `configuration.rs` | the engine's part of `soru.toml` |
//! | `check.rs` | finds invalid settings |
//! | `ranges.rs` | the ranges of settings that are thresholds |
//! | `options.rs` | the options of one call |
//! | `ranked.rs` | the best chunks, before any text is read |
//! | `candidates.rs` | selects enough distinct passages for reranking |
//! | `draft.rs` | an answer under construction |
//! | `hydrate.rs` | converts chunks with scores to hits |
//! | `passages.rs` | the displayed fields of hits: texts, titles, addresses |
//! | `related.rs` | pages that resemble a page |
//! | `reranking.rs` | reranks hits and selects those to show |
//! | `describe.rs` | descriptions in traces |
//! | `notice.rs` | warnings about the results |
//! | `stats.rs` | [`Stats`]: statistics of a bundle |
//! | `trace.rs` | input, output and duration of every stage |

mod call;
mod call_state;
mod calls;
mod candidates;
mod check;
mod compare;
mod configuration;
mod describe;
mod draft;
mod engine;
mod files;
mod found_pages;
mod hydrate;
mod joined;
mod method;
mod notice;
mod operators;
mod options;
mod passages;
mod pipeline;
mod progress;
mod quotable;
mod ranges;
mod ranked;
mod reading;
mod related;
mod reranking;
mod scope;
mod stats;
mod trace;

use std::fmt;

pub use call::{Call, Step};
pub use configuration::{AnswerSettings, Configuration, SiteSettings, Suggestion};
pub use describe::Described;
pub use engine::Engine;
pub use found_pages::{FoundPage, FoundPages};
pub use joined::Bundle;
pub use method::Method;
pub use notice::RerankerFailed;
pub use operators::Operators;
pub use options::{CallOptions, Options, ReadOption, SuggestOptions, Turn};
pub use pipeline::Pipeline;
pub use quotable::Quotable;
pub use related::{RelatedOptions, RelatedPage, RelatedPages};
pub use stats::{Stats, StatsSuggestion, suggested};
pub use trace::{Clock, MakeRecorder, Recorder, Trace};

use crate::answer::{Answer, SearchResult};
use crate::index::Index;
use crate::needs::Attempt;
use crate::pre_retrieval::Suggestions;

/// Answers questions from an index.
///
/// # Contract
/// `tests/contracts` holds every implementation to this:
/// * the same index, question and options give the same answer (R2), except for timings in traces;
/// * no hits is an answer that says so, not an error;
/// * an asserted answer has at least one source, an answer `none` has no source.
pub trait Orchestrator: fmt::Debug {
    /// Answers a question.
    ///
    /// # Errors
    /// [`crate::Error::EmptyQuestion`], [`Needs`](crate::Needs) or [`crate::Error::Corrupt`].
    fn ask(&self, index: &Index, question: &str, options: &Options) -> Attempt<Answer>;

    /// Finds pages without answering.
    ///
    /// # Errors
    /// As [`Orchestrator::ask`].
    fn search(&self, index: &Index, query: &str, options: &Options) -> Attempt<SearchResult>;

    /// Completes text that is being typed. Text without a word is not an error.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`crate::Error::Corrupt`].
    fn suggest(&self, index: &Index, text: &str, options: &SuggestOptions) -> Attempt<Suggestions>;
}
