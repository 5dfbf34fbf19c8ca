//! # Soru
//!
//! A search-and-answer engine for static sites that runs wholly in the visitor's browser.
//!
//! A native builder (`soru build`, the package `soru-index-builder`) turns a site's pages and a
//! table of checked facts into a bundle of static files, whose index the crate `soru-indexing`
//! writes. This crate is the engine that reads it and answers questions ([`Engine`]), natively or
//! compiled to WebAssembly (`web`).
//!
//! An engine has all operators, or a choice of them ([`Operators`]): pages first load an engine
//! with few operators.
//!
//! It is not a server and has no I/O, no clock and no randomness: the caller passes bytes and the
//! current day as arguments, so the same question gives the same answer everywhere.
//!
//! | stage | trait | operators |
//! |---|---|---|
//! | [`pre_retrieval`] | [`QueryOperator`](pre_retrieval::QueryOperator) | analysis, synonyms, intents |
//! | [`retrieval`] | [`Retriever`](retrieval::Retriever) | `hybrid`, `bm25`, `semantic`, `tf` |
//! | [`post_retrieval`] | [`Reranker`](post_retrieval::Reranker) | `matching`, `passage`, `basic`, `quality`, `position`, `recency` |
//! | [`generation`] | [`AnswerGenerator`](generation::AnswerGenerator) | extractive |
//! | [`orchestration`] | [`Orchestrator`](orchestration::Orchestrator) | [`Pipeline`](orchestration::Pipeline) |
//!
//! ```
//! use soru_indexing::{Indexer, InvertedIndexer, Layout};
//! use soru::settings::Value;
//! use soru::{Block, Document, Engine, Error};
//!
//! let mut indexer = Box::new(InvertedIndexer::new(Default::default(), "en", Layout::SINGLE));
//! let page = Document {
//!     id: "internship.html".into(),
//!     title: "Internship".into(),
//!     url: "internship.html".into(),
//!     lang: "en".into(),
//!     blocks: vec![Block::Text("Apply for the internship with form S1.".into())],
//!     ..Document::default()
//! };
//! let prepared = indexer.prepare(&page)?;
//! indexer.add(prepared)?;
//! let mut files = indexer.finish(Vec::new(), &Value::Null)?.into_files(&|b| Ok(b.to_vec()))?;
//!
//! let (_, manifest) = files.pop().expect("the manifest comes last");
//! let engine = Engine::open(&manifest)?;
//! for (name, bytes) in &files {
//!     engine.supply(name, bytes, |stored| Ok(stored.to_vec()))?;
//! }
//! let options = Value::table([("topK", 3.0.into()), ("lang", "en".into())]);
//! let answer = engine.ask("How do I apply for an internship?", &options)?;
//! assert_eq!(answer.answer.as_deref(), Some("Apply for the internship with form S1."));
//! # Ok::<(), Error>(())
//! ```

// Hidden modules are for the index builder, tests and benchmarks of this project, and change
// without notice.
#[doc(hidden)]
#[macro_use]
pub mod language;
#[doc(hidden)]
pub mod address;
pub mod answer;
#[doc(hidden)]
pub mod authority;
pub mod catalogue;
pub mod comparison;
pub mod document;
pub mod error;
pub mod fact;
pub mod generation;
pub mod hit;
pub mod index;
pub mod needs;
mod number;
#[doc(hidden)]
pub mod occurrences;
pub mod orchestration;
#[doc(hidden)]
pub mod ordered;
pub mod post_retrieval;
pub mod pre_retrieval;
pub mod query;
pub mod restrictions;
pub mod retrieval;
pub mod settings;
#[doc(hidden)]
pub mod text;
#[cfg(target_arch = "wasm32")]
pub mod web;

pub use answer::{Answer, SearchResult};
pub use comparison::Comparison;
pub use document::{Block, Document, WrittenQuestion};
pub use error::{Error, Result};
pub use fact::Fact;
pub use needs::{Attempt, Interruption, Needs, Reason};
pub use orchestration::{Configuration, Engine, Operators, Options};
