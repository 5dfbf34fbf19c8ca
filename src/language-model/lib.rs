//! Answers from a language model, without access to network and clock.
//!
//! The engine (`soru`) finds passages and decides what the site answers; this crate contains
//! everything between the engine and a model. In the browser it is a WebAssembly module of its own,
//! which only pages with a model load. A model receives the best passages and the question
//! ([`Prompt`]); its text comes back piece by piece ([`Stream`]), with its citations checked
//! ([`Citations`]) and, at the end, its numbers, dates, amounts and addresses ([`unsupported`]).
//! The caller sends the request and passes the bytes on, as with files of a bundle, so this crate
//! never waits.
//!
//! | file | does |
//! |---|---|
//! | `asking.rs` | a question with its settings and options; whether the model is asked |
//! | `passage.rs` | the engine's answer as this crate reads it |
//! | `settings.rs` | settings |
//! | `prompt.rs` | instruction, conversation, sources and question as messages |
//! | `request.rs` | address and body for either interface |
//! | `response.rs` | decides by the status: read, retry, or fail |
//! | `stream.rs`, `lines.rs` | decodes bytes to text: server-sent events, JSON lines, plain text |
//! | `thinking.rs` | removes a model's thinking |
//! | `secrets.rs` | masks the keys of a request in its reply |
//! | `citations.rs` | finds `[1]` in a streamed text |
//! | `markdown.rs`, `links.rs` | allowed formatting and links |
//! | `values/` | values that no cited source has |
//! | `generation.rs` | runs all of it: from a question's passages to events |
//! | `error.rs`, `problem.rs` | errors: invalid settings, and problems of models with their remedies |
//! | `web.rs` | bindings to JavaScript |
//!
//! # Adding an interface
//! Give it a variant in [`Api`], and, if its stream is of another kind, in [`Protocol`]; the cases
//! in `stream/tests.rs` then run for it too.

mod asking;
mod citations;
mod error;
mod generation;
mod lines;
mod links;
mod markdown;
mod passage;
mod problem;
mod prompt;
mod request;
mod response;
mod secrets;
mod settings;
mod stream;
mod thinking;
mod values;
#[cfg(all(target_arch = "wasm32", feature = "functions"))]
pub mod web;

pub use asking::{Asking, Skipped};
pub use citations::{Citations, Shown};
pub use error::{Error, Result};
pub use generation::{Event, Flag, Generation, Timing};
pub use links::LinkPolicy;
pub use markdown::{Block, Inline, Reading, blocks, settled};
pub use passage::{Found, Passage};
pub use problem::ModelProblem;
pub use prompt::{Delimiter, Message, Prompt, Role};
pub use request::{Api, Request};
pub use response::{Response, Verdict};
pub use settings::{ContextSettings, GenerationSettings, ModelSettings};
pub use stream::{Finish, Protocol, ReadJson, Stream};
pub use values::{Unsupported, ValueKind, unsupported};
