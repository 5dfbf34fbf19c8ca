//! Runs every method on one question, side by side (R38).

use std::rc::Rc;

use super::call_state::CallState;
use super::draft::{Draft, Found};
use super::passages::Excerpts;
use super::pipeline::confidence;
use super::reading::for_facts;
use super::{Options, Pipeline, Trace};
use crate::answer::Warning;
use crate::comparison::{Compared, Comparison, TierAnswer};
use crate::error::{Error, Result};
use crate::index::Index;
use crate::post_retrieval::RERANKERS;
use crate::query::Query;
use crate::retrieval::RETRIEVERS;

impl Pipeline {
    /// Runs every retriever, alone and with the rerankers that the options name (all of this
    /// crate's if they name none), and both tiers.
    ///
    /// A method that cannot run, for instance because the bundle lacks data that it reads, has the warning
    /// `method_failed` and no hits.
    ///
    /// # Errors
    /// As [`Orchestrator::ask`](super::Orchestrator::ask).
    pub fn compare(&self, index: &Index, question: &str, options: &Options) -> Result<Comparison> {
        let query = self
            .reader
            .read(index, question, options, &mut Trace::default())?;
        let mut missing = Missing::default();
        let mut methods = Vec::new();
        for retriever in RETRIEVERS.names() {
            for rerankers in [Vec::new(), rerankers(options)] {
                let options = with(options, retriever, rerankers);
                methods.push(missing.or_empty(self.method(index, &query, &options))?);
            }
        }
        let asked = for_facts(&query);
        let route = self.route(&asked, &mut Trace::default());
        let draft = |found| Draft::new(question, &query, route.clone(), found);
        let tier1 = self.tier1(&asked, options, draft(Found::default()))?;
        // The same excerpts as for an answer, whose sources show previews from them.
        let excerpts = options.configuration.answer.excerpt_characters;
        let excerpts = Excerpts::Generous(excerpts.get());
        let found = self.find_anew(index, &query, options, excerpts);
        let tier2 = self.tier2(&query, options, draft(missing.or_empty(found)?))?;
        missing.end()?;
        Ok(Comparison {
            question: question.to_owned(),
            methods,
            tier1,
            tier2,
            route,
        })
    }

    fn method(&self, index: &Index, query: &Query, options: &Options) -> Result<Compared> {
        let start = self.now();
        let excerpts = options.configuration.answer.search_excerpt_characters;
        let excerpts = Excerpts::Short(excerpts.get());
        let found = match self.find_anew(index, query, options, excerpts) {
            Err(error) if !error.asks_for_more() => Found {
                warnings: vec![failed(&error)],
                ..Found::default()
            },
            other => other?,
        };
        let ms = self.now().zip(start).map(|(end, start)| end - start);
        let retriever = options.configuration.retrieval.retriever.clone();
        let rerankers = options.configuration.ranking.rerankers.clone();
        let steps: Vec<&str> = [&retriever]
            .into_iter()
            .chain(&rerankers)
            .map(String::as_str)
            .collect();
        Ok(Compared {
            method: steps.join(" + "),
            retriever,
            rerankers,
            hits: found.hits,
            warnings: found.warnings,
            ms,
        })
    }

    /// Retrieves without results of other methods.
    fn find_anew(
        &self,
        index: &Index,
        query: &Query,
        options: &Options,
        excerpts: Excerpts,
    ) -> Result<Found> {
        let (mut trace, state) = (Trace::default(), CallState::default());
        self.find(index, query, options, &mut trace, &state, excerpts)
    }

    /// Returns the answer of a fact, regardless of the route.
    fn tier1(
        &self,
        query: &Query,
        options: &Options,
        mut draft: Draft,
    ) -> Result<Option<TierAnswer>> {
        let configuration = &options.configuration;
        let Some(fact) = self.fact(query, options, &mut Trace::default()) else {
            return Ok(None);
        };
        draft.answer_with_fact(
            &fact,
            &configuration.site.url,
            &confidence(self.operators, configuration)?,
        );
        Ok(TierAnswer::of(draft.finish(None)))
    }

    /// Returns the answer of the pages, regardless of the facts.
    fn tier2(
        &self,
        query: &Query,
        options: &Options,
        mut draft: Draft,
    ) -> Result<Option<TierAnswer>> {
        let configuration = &options.configuration;
        let valued = Rc::clone(&draft.found.query);
        let extract = Self::extract(&valued, &draft.found.hits, options, &mut Trace::default())?;
        let confidence = confidence(self.operators, configuration)?;
        let mut trace = Trace::default();
        draft.answer_with_pages(
            extract,
            query,
            &configuration.answer,
            &confidence,
            &mut trace,
        );
        Ok(TierAnswer::of(draft.finish(None)))
    }
}

/// Returns the rerankers of "with rerankers".
fn rerankers(options: &Options) -> Vec<String> {
    let named = &options.configuration.ranking.rerankers;
    if named.is_empty() {
        return RERANKERS.names().map(str::to_owned).collect();
    }
    named.clone()
}

fn with(options: &Options, retriever: &str, rerankers: Vec<String>) -> Options {
    let mut options = options.clone();
    retriever.clone_into(&mut options.configuration.retrieval.retriever);
    options.configuration.ranking.rerankers = rerankers;
    options
}

fn failed(error: &Error) -> Warning {
    Warning {
        code: "method_failed",
        message: error.to_string(),
    }
}

/// The files missing for all methods, to be fetched at once.
#[derive(Default)]
struct Missing {
    files: Vec<String>,
    scores: Option<Error>,
}

impl Missing {
    /// Returns the result of a method; empty if it needs files first, which are noted.
    fn or_empty<T: Default>(&mut self, outcome: Result<T>) -> Result<T> {
        match outcome {
            Err(Error::NotLoaded { files }) => {
                for file in files {
                    if !self.files.contains(&file) {
                        self.files.push(file);
                    }
                }
            }
            Err(error) if error.asks_for_more() => self.scores = Some(error),
            other => return other,
        }
        Ok(T::default())
    }

    fn end(self) -> Result<()> {
        if !self.files.is_empty() {
            return Err(Error::NotLoaded { files: self.files });
        }
        self.scores.map_or(Ok(()), Err)
    }
}
