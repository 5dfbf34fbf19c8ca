//! A call: one question on its way to the answer, as a value.

use std::rc::Rc;

use super::Options;
use super::call_state::CallState;
use super::engine::Engine;
use super::method::Method;
use crate::error::{Error, Result};
use crate::needs::Needs;
use crate::post_retrieval::Reranker;
use crate::settings::Value;

/// One question on its way to the answer, from [`Engine::begin`].
///
/// A step computes until the answer, or until something is needed. Its owner provides that and
/// takes the next step, which continues with the results so far. Calls are independent of each
/// other: several may take steps in turns. A call that is dropped leaves nothing behind.
#[derive(Debug)]
pub struct Call<T> {
    method: Method<T>,
    state: CallState,
}

/// The outcome of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum Step<T> {
    /// The call continues once these are there.
    Needs(Needs),
    /// The result.
    Done(T),
}

impl<T> Call<T> {
    pub(crate) fn new(engine: &Engine, method: Method<T>, text: String, options: Value) -> Self {
        Self {
            method,
            state: CallState::new(engine, text, options),
        }
    }

    /// Adds a reranker for this call only. The options name it like any other, and it takes
    /// precedence over others of its name.
    #[must_use]
    pub fn with_reranker(mut self, reranker: Rc<dyn Reranker>) -> Self {
        self.state.rerankers.push(reranker);
        self
    }

    /// Computes until the result, or until something is needed: all files of this step, at once.
    ///
    /// # Errors
    /// An error of the options or the question, [`Error::Corrupt`] for damage, or
    /// [`Error::PartMissing`] if nothing is found without the [skipped](Self::skip) files.
    pub fn step(&mut self) -> Result<Step<T>> {
        self.state.begin_step();
        let outcome = (self.method.0)(&mut self.state);
        self.state.end_step();
        match outcome {
            Ok(done) => Ok(Step::Done(done)),
            Err(interruption) => self.state.needs(interruption).map(Step::Needs),
        }
    }

    /// Continues without a file, for this call: words, texts and vectors in it count as missing,
    /// and the answer has the warning `part_missing` with the reason. Returns false if nothing
    /// works without the file. Without [`REMOTE`](crate::retrieval::REMOTE), the pages of the bundle
    /// itself answer.
    pub fn skip(&mut self, file: &str, reason: &str) -> bool {
        self.state.skip(file, reason)
    }

    /// Takes all steps; `provide` provides what each of them needs, or skips it.
    ///
    /// # Errors
    /// As [`Call::step`] and `provide`.
    pub fn finish<E: From<Error>>(
        mut self,
        mut provide: impl FnMut(&mut Self, Needs) -> Result<(), E>,
    ) -> Result<T, E> {
        loop {
            match self.step()? {
                Step::Done(done) => return Ok(done),
                Step::Needs(needs) => provide(&mut self, needs)?,
            }
        }
    }

    /// Returns the options, once the first step has read them.
    pub fn options(&self) -> Option<&Options> {
        self.state.prepared.as_ref().map(|own| &own.options)
    }
}

// The write side, with which they make a bundle, has an engine with an allocator of its own.
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
