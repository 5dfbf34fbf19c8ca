//! The operators and parts of an engine.
//!
//! An engine is assembled from a value, [`Operators`]. [`Operators::ALL`] is everything, which
//! [`Engine::open`](crate::Engine::open) uses.
//! [`Operators::ESSENTIAL`] has the parts that most first questions need: a page waits for the
//! download of its engine, so `src/web/` builds a small module with this value, and one with all.
//!
//! Stages do not depend on the choice. They look operators up by name, or call the part of the
//! value. For a missing operator or part, `catalogue.rs` makes an error, and the call's step needs
//! the [full engine](crate::Needs::full_engine). Its owner then opens the bundle with all operators
//! and begins the call there. The linker drops the code of operators that a program's values do not
//! name.
//!
//! | part | in the essential engine |
//! |---|---|
//! | retrievers | `bm25`, which `hybrid` is in a bundle without vectors; `remote` |
//! | rerankers | `matching`, `passage` |
//! | confidence | `calibrated` |
//! | options | those that a box sets: `lang`, `today`, `topK`, `partial`, `history`, `filter`, `spelling` on or off |
//! | traces | none |
//!
//! # Adding to the essential engine
//! Name the operator in [`Operators::ESSENTIAL`]. `cargo xtask bundle --check-size` shows how much
//! every visitor then downloads. Spelling correction, for example, is 5 KB of the download, and a
//! fifth of the questions of ten open sets have a word that the site does not know: so it is not
//! optional.

use super::notice::{RerankerFailed, reranker_failed};
use super::options::{ReadOption, read_option, read_usual_option};
use super::trace::{MakeRecorder, event_recorder};
use crate::catalogue::Catalogue;
use crate::generation::{DEFAULT_FORMULAS, FORMULAS, MakeFormula};
use crate::post_retrieval::{DEFAULT_RERANKERS, MakeReranker, RERANKERS};
use crate::retrieval::{CONFIGURABLE_RETRIEVERS, DEFAULT_RETRIEVERS, MakeRetriever};

/// The operators and parts that an engine has.
#[derive(Debug, Clone, Copy)]
pub struct Operators {
    /// Reads the options of a call.
    pub options: ReadOption,
    /// Retrievers.
    pub retrievers: Catalogue<MakeRetriever>,
    /// Rerankers.
    pub rerankers: Catalogue<MakeReranker>,
    /// Formulas of confidence.
    pub formulas: Catalogue<MakeFormula>,
    /// Records what the stages do.
    pub recorder: Option<MakeRecorder>,
    /// Warns that a reranker failed.
    pub reranker_failed: Option<RerankerFailed>,
}

impl Operators {
    /// All operators and parts.
    pub const ALL: &'static Self = &Self {
        options: read_option,
        retrievers: CONFIGURABLE_RETRIEVERS,
        rerankers: RERANKERS,
        formulas: FORMULAS,
        recorder: Some(event_recorder),
        reranker_failed: Some(reranker_failed),
    };

    /// The parts that most first questions need. Answers equal those of [`Operators::ALL`] bit for
    /// bit, unless the call needs the [full engine](crate::Needs::full_engine).
    pub const ESSENTIAL: &'static Self = &Self {
        options: read_usual_option,
        retrievers: DEFAULT_RETRIEVERS,
        rerankers: DEFAULT_RERANKERS,
        formulas: DEFAULT_FORMULAS,
        recorder: None,
        reranker_failed: None,
    };
}
