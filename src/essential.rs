//! The two builds of the engine that a page can load.
//!
//! Most first questions need a part of the engine only, and a page waits for its download. So the
//! *essential* engine, built without the feature `full`, leaves the rest to the *full* one: where
//! it would have to do what it leaves out, it says [`Error::NeedsFullEngine`], and whoever owns it
//! loads the full engine and makes the same call there. What it does answer is the same to the
//! last bit; `tests/parity.rs` holds both builds to one file of answers, and
//! `cargo xtask bench` asks the packaged one in a browser.
//!
//! Both builds compile the same code. `full_only()?` stands where something begins that is left
//! out; nothing behind it can be reached in the essential build, and the linker drops it.
//!
//! What is left out is decided by its size against how often a first question needs it. Repairing
//! misspelt words, for example, is 5 KB of the download, and a fifth of the questions of ten open
//! sets have a word that the site does not know: so it is in the essential engine.
//!
//! | left out | where it is refused |
//! |---|---|
//! | completions, comparison, related pages | `orchestration/engine.rs`, `call.rs`, `related.rs` beside it |
//! | traces, filters, options but `lang`, `today`, `topK`, `partial` | `orchestration/options.rs` |
//! | phrases and exclusions | `orchestration/reading.rs` |
//! | no hits and why, questions too long to read | `orchestration/pipeline.rs`, `draft.rs` beside it |
//! | `tf`, `semantic`, the fusion `rrf` | `retrieval/mod.rs`, `retrieval/fusion.rs` |
//! | `basic`, `quality`, `position`, `recency`, failing rerankers | `post_retrieval/chain.rs` |
//! | the confidence `weighted` | `generation/confidence.rs` |
//! | what is wrong, and where | `error.rs` |

use crate::error::{Error, Result};

/// Whether this is the full engine.
pub const IS_FULL: bool = cfg!(feature = "full");

/// Where something begins that the essential engine leaves out.
///
/// # Errors
/// [`Error::NeedsFullEngine`] in the essential build, always.
#[inline(always)]
#[allow(clippy::inline_always)] // What follows is dropped only if the compiler sees through it.
pub(crate) fn full_only() -> Result<()> {
    if IS_FULL {
        Ok(())
    } else {
        Err(Error::NeedsFullEngine)
    }
}
