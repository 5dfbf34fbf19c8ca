//! The methods of the engine, one of which each call runs.

use std::fmt;

use super::call_state::{CallState, Stage};
use super::{FoundPages, Orchestrator, Quotable, RelatedPages, Stats, SuggestOptions};
use crate::answer::{self, Answer, SearchResult};
use crate::comparison::Comparison;
use crate::needs::Attempt;
use crate::pre_retrieval::Suggestions;

/// A method of the engine, by its result.
///
/// | method | text | options | gives |
/// |---|---|---|---|
/// | [`LOAD`](Method::LOAD) | none | none | nothing, once the files that every question needs are there |
/// | [`STATS`](Method::STATS) | none | none | [`Stats`], once these files are there |
/// | [`ASK`](Method::ASK) | a question | [`Options`](super::Options) | an [`Answer`] |
/// | [`SEARCH`](Method::SEARCH) | a query | [`Options`](super::Options) | pages without an answer |
/// | [`PAGES`](Method::PAGES) | a query | [`Options`](super::Options) | all pages found, by their metadata |
/// | [`COMPARE`](Method::COMPARE) | a question | [`Options`](super::Options) | every method, side by side |
/// | [`QUOTABLE`](Method::QUOTABLE) | a question | [`Options`](super::Options) | an answer, with the texts for a language model |
/// | [`SUGGEST`](Method::SUGGEST) | text that is being typed | [`SuggestOptions`] | prepared questions |
/// | [`RELATED`](Method::RELATED) | an address | [`RelatedOptions`](super::RelatedOptions) | similar pages |
pub struct Method<T>(pub(crate) fn(&mut CallState) -> Attempt<T>);

impl Method<()> {
    /// Loads the files that every question needs.
    pub const LOAD: Self = Self(CallState::load);
}

impl Method<Stats> {
    /// Loads these files, and returns statistics of the bundle.
    pub const STATS: Self = Self(CallState::stats);
}

impl Method<Answer> {
    /// Answers a question.
    pub const ASK: Self = Self(CallState::ask);
}

impl Method<SearchResult> {
    /// Finds pages without answering.
    pub const SEARCH: Self = Self(CallState::search);
}

impl Method<FoundPages> {
    /// Finds pages, and returns the metadata of all of them, for counts and dates. No text is read
    /// for it.
    pub const PAGES: Self = Self(CallState::pages);
}

impl Method<Comparison> {
    /// Runs every retriever, alone and with rerankers, and both tiers. The retriever of the options
    /// answers for tier 2.
    pub const COMPARE: Self = Self(CallState::compare);
}

impl Method<Suggestions> {
    /// Completes text that is being typed with prepared questions.
    pub const SUGGEST: Self = Self(CallState::suggest);
}

impl Method<RelatedPages> {
    /// Returns pages similar to the one at an address, which is absolute or relative to the site's
    /// root, with any query and fragment. Excludes the page itself and nearly identical ones. None
    /// for an address that is not in the index, and in a bundle without the lists.
    pub const RELATED: Self = Self(CallState::related);
}

impl Method<Quotable> {
    /// Answers a question, with the texts that a language model may read.
    pub const QUOTABLE: Self = Self(CallState::quotable);
}

impl<T> Clone for Method<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Method<T> {}

impl<T> fmt::Debug for Method<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a method")
    }
}

impl CallState {
    fn load(&mut self) -> Attempt<()> {
        self.engine.opened().map(|_| ())
    }

    pub(crate) fn stats(&mut self) -> Attempt<Stats> {
        self.load()?;
        Ok(self.engine.stats())
    }

    pub(crate) fn ask(&mut self) -> Attempt<Answer> {
        let Stage {
            index,
            pipeline,
            text,
            options,
            progress,
        } = self.stage()?;
        let mut answer = pipeline.ask_with(index, text, options, progress)?;
        index.end_question();
        let is_searched = answer.method != answer::Method::SmallTalk;
        let found = !is_searched || answer.answer.is_some() || !answer.hits.is_empty();
        self.admit_missing(found, &mut answer.warnings)?;
        Ok(answer)
    }

    pub(crate) fn search(&mut self) -> Attempt<SearchResult> {
        let Stage {
            index,
            pipeline,
            text,
            options,
            progress,
        } = self.stage()?;
        let mut result = pipeline.search_with(index, text, options, progress)?;
        index.end_question();
        let found = !result.hits.is_empty();
        self.admit_missing(found, &mut result.warnings)?;
        Ok(result)
    }

    pub(crate) fn compare(&mut self) -> Attempt<Comparison> {
        let Stage {
            index,
            pipeline,
            text,
            options,
            progress,
        } = self.stage()?;
        let mut comparison = pipeline.compare_with(index, text, options, progress)?;
        index.end_question();
        for method in &mut comparison.methods {
            self.admit_missing(true, &mut method.warnings)?;
        }
        Ok(comparison)
    }

    pub(crate) fn suggest(&mut self) -> Attempt<Suggestions> {
        let options = SuggestOptions::new(&self.given)?;
        let opened = self.engine.opened()?;
        if self.text.trim().is_empty() {
            let samples = self.engine.samples(&options);
            if !samples.is_empty() {
                return Ok(Suggestions {
                    suggestions: samples,
                });
            }
        }
        let index = &*opened.content.index;
        let found = opened.pipeline.suggest(index, &self.text, &options);
        index.end_question();
        found
    }
}
