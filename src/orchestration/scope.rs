//! The inputs of all stages of a step.

use super::{Operators, Options};
use crate::error::Result;
use crate::index::Index;
use crate::retrieval::{REMOTE, Retriever, retriever_of};

/// The operators, the index, the options and the retriever of a step.
#[derive(Debug)]
pub(super) struct Scope<'s> {
    pub(super) index: &'s Index,
    pub(super) options: &'s Options,
    pub(super) retriever: Box<dyn Retriever>,
}

impl<'s> Scope<'s> {
    /// # Errors
    /// [`crate::Error::InvalidValue`] for an unknown retriever, or a constant out of its range, and
    /// [`Needs::full_engine`](crate::Needs::full_engine) for one that the engine lacks.
    pub(super) fn new(
        operators: &Operators,
        index: &'s Index,
        options: &'s Options,
    ) -> Result<Self> {
        let settings = &options.configuration.retrieval;
        Ok(Self {
            index,
            options,
            retriever: retriever_of(&operators.retrievers, settings, index.has_vectors())?,
        })
    }

    /// Returns whether a cluster must be asked for the pages. While a question is being typed, none
    /// is.
    pub(super) fn is_remote(&self) -> bool {
        self.options.configuration.retrieval.retriever == REMOTE
    }
}
