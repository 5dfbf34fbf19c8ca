//! The two builds of the engine that a page can load.
//!
//! A page waits for the engine's download, and most first questions need only a part of it. So the *essential* engine,
//! built without the feature `full`, omits the rest. Where it would need an omitted part, it returns
//! [`Error::NeedsFullEngine`], and the owner of the call loads the *full* engine and begins it there. Its own answers are
//! identical to the last bit; `tests/parity.rs` checks both builds against one file of answers, and `cargo xtask bench`
//! checks the packaged one in a browser.
//!
//! Both builds compile the same code. `full_only()?` marks the start of an omitted part; the code after it is
//! unreachable in the essential build, and the linker drops it.
//!
//! A part is omitted if its size outweighs how often a first question needs it. Spelling correction, for example, is 5
//! KB of the download, and a fifth of the questions of ten open sets have a word that the site does not know: so the
//! essential engine includes it.
//!
//! | omitted | refused in |
//! |---|---|
//! | completions, comparison, related pages | `orchestration/engine.rs`, `call.rs`, `related.rs` beside it |
//! | traces, filters, options but `lang`, `today`, `topK`, `partial` | `orchestration/options.rs` |
//! | phrases and exclusions | `orchestration/reading.rs` |
//! | the reason for no hits, questions above the maximum length | `orchestration/pipeline.rs`, `draft.rs` beside it |
//! | `tf`, `semantic`, the fusion `rrf` | `retrieval/mod.rs`, `retrieval/fusion.rs` |
//! | `basic`, `quality`, `position`, `recency`, failing rerankers | `post_retrieval/chain.rs` |
//! | the confidence `weighted` | `generation/confidence.rs` |
//! | descriptions of errors | `error.rs` |

use crate::error::{Error, Result};

/// Whether this is the full engine.
pub const IS_FULL: bool = cfg!(feature = "full");

/// Marks the start of a part that the essential engine omits.
///
/// # Errors
/// [`Error::NeedsFullEngine`] in the essential build, always.
#[inline(always)]
#[allow(clippy::inline_always)] // The code after it is dropped only if it is inlined.
pub(crate) fn full_only() -> Result<()> {
    if IS_FULL {
        Ok(())
    } else {
        Err(Error::NeedsFullEngine)
    }
}
