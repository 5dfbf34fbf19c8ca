//! The results of a call so far.
//!
//! A step that needs files is repeated from its start. Results that further files cannot change are
//! computed once.

use std::rc::Rc;

use super::ranked::Ranked;
use super::reading::ReadQuestion;
use crate::pre_retrieval::Routed;
use crate::query::Query;

/// The results of a call's stages, kept while it waits.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// The analysed question, until all its words are looked up.
    pub(super) question: Option<ReadQuestion>,
    /// The question as all further stages see it.
    pub(super) query: Option<Rc<Query>>,
    /// The question compared with the facts.
    pub(super) routed: Option<Routed>,
    /// The best chunks, before any text is read.
    pub(super) ranked: Option<Rc<Ranked>>,
}
