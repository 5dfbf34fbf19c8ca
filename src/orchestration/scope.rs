//! What all stages of one step work with.

use super::Options;
use crate::error::Result;
use crate::index::Index;
use crate::retrieval::{Retriever, retriever};

/// The index, the options and the retriever of a step.
#[derive(Debug)]
pub(super) struct Scope<'s> {
    pub(super) index: &'s Index,
    pub(super) options: &'s Options,
    pub(super) retriever: Box<dyn Retriever>,
}

impl<'s> Scope<'s> {
    /// # Errors
    /// [`crate::Error::InvalidValue`] for an unknown retriever, or a constant out of its range.
    pub(super) fn new(index: &'s Index, options: &'s Options) -> Result<Self> {
        let settings = &options.configuration.retrieval;
        Ok(Self {
            index,
            options,
            retriever: retriever(settings, index.has_vectors())?,
        })
    }
}
