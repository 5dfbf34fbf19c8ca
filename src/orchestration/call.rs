//! A call with its options, ready to run.

use std::rc::Rc;

use super::{Engine, Options};
use crate::answer::{Answer, Method, SearchResult};
use crate::comparison::Comparison;
use crate::error::Result;
use crate::post_retrieval::Reranker;

/// A question's options, parsed and checked, for one call or many. [`Engine::ask`] and similar methods are short for
/// `engine.call(options)?.ask(question)`.
#[derive(Debug, Clone)]
pub struct Call<'e> {
    engine: &'e Engine,
    options: Options,
    number: u32,
}

impl<'e> Call<'e> {
    pub(super) fn new(engine: &'e Engine, options: Options) -> Self {
        Self {
            engine,
            options,
            number: 0,
        }
    }

    /// Adds a reranker for this call only. The options name it like any other, and it takes precedence over others of
    /// its name.
    #[must_use]
    pub fn with_reranker(mut self, reranker: Rc<dyn Reranker>) -> Self {
        self.options.rerankers.push(reranker);
        self
    }

    /// Sets the number of the call, for one question. Repeated with the same number and options after a lack of files,
    /// the call continues where it stopped; calls with other numbers in between only lose this progress.
    #[must_use]
    pub fn numbered(mut self, number: u32) -> Self {
        // A trace covers all work, so nothing may be reused.
        self.number = if self.options.call.trace { 0 } else { number };
        self
    }

    /// Returns the options, applied to the site's configuration.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Answers a question.
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn ask(&self, question: &str) -> Result<Answer> {
        let state = &self.engine.state;
        state.begin(self.number);
        let asked = self.engine.with_pipeline(&self.options, |index, pipeline| {
            pipeline.ask_with(index, question, &self.options, state)
        });
        let mut answer = asked?;
        let is_searched = answer.method != Method::SmallTalk;
        let found = !is_searched || answer.answer.is_some() || !answer.hits.is_empty();
        self.engine.admit_missing(found, &mut answer.warnings)?;
        Ok(answer)
    }

    /// Finds pages without answering.
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn search(&self, query: &str) -> Result<SearchResult> {
        let state = &self.engine.state;
        state.begin(self.number);
        let searched = self.engine.with_pipeline(&self.options, |index, pipeline| {
            pipeline.search_with(index, query, &self.options, state)
        });
        let mut result = searched?;
        let found = !result.hits.is_empty();
        self.engine.admit_missing(found, &mut result.warnings)?;
        Ok(result)
    }

    /// Runs every method on one question, side by side.
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn compare(&self, question: &str) -> Result<Comparison> {
        let compared = self.engine.with_pipeline(&self.options, |index, pipeline| {
            pipeline.compare(index, question, &self.options)
        });
        let mut comparison = compared?;
        for method in &mut comparison.methods {
            self.engine.admit_missing(true, &mut method.warnings)?;
        }
        Ok(comparison)
    }
}
