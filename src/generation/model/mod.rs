//! Answers from a language model, without network and clock.
//!
//! A model receives the best chunks and the question ([`Prompt`]); its text comes back piece by
//! piece ([`Stream`]), with its citations checked ([`Citations`]) and, at the end, its numbers,
//! dates, amounts and addresses ([`unsupported`]). The caller sends the request and passes the
//! bytes on, as with files of a bundle: nothing here waits.
//!
//! | file | does |
//! |---|---|
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
//! | `generation.rs` | runs all of it: from a question's hits to events |
//!
//! # Adding an interface
//! Give it a variant in [`Api`], and, if its stream is of another kind, in [`Protocol`]; the cases
//! in `stream/tests.rs` then run for it too.

mod citations;
mod generation;
mod lines;
mod links;
mod markdown;
mod prompt;
mod request;
mod response;
mod secrets;
mod settings;
mod stream;
mod thinking;
mod values;

pub use citations::{Citations, Shown};
pub use generation::{Event, Flag, Generation, Timing};
pub use links::LinkPolicy;
pub use markdown::{Block, Inline, Reading, blocks, settled};
pub use prompt::{Delimiter, Message, Prompt, Role};
pub use request::{Api, Request};
pub use response::{Response, Verdict};
pub use settings::{ContextSettings, GenerationSettings, ModelSettings};
pub use stream::{Finish, Protocol, ReadJson, Stream};
pub use values::{Unsupported, ValueKind, unsupported};
