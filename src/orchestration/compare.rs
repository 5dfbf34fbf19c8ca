//! Runs every method on one question, side by side (R38).

use std::rc::Rc;

use super::draft::{Draft, Found};
use super::passages::Excerpts;
use super::pipeline::confidence;
use super::progress::Progress;
use super::reading::for_facts;
use super::scope::Scope;
use super::{Options, Pipeline, Trace};
use crate::answer::Warning;
use crate::comparison::{Compared, Comparison, TierAnswer};
use crate::error::Error;
use crate::index::Index;
use crate::needs::{Attempt, Interruption, Needs};
use crate::post_retrieval::RERANKERS;
use crate::pre_retrieval::Routed;
use crate::query::Query;
use crate::retrieval::RETRIEVERS;

impl Pipeline {
    /// Runs every retriever, alone and with the rerankers that the options name (all of this
    /// crate's if they name none), and both tiers.
    ///
    /// A method that cannot run, for instance because the bundle lacks data that it reads, has the
    /// warning `method_failed` and no hits.
    ///
    /// # Errors
    /// As [`Orchestrator::ask`](super::Orchestrator::ask).
    pub fn compare(&self, index: &Index, question: &str, options: &Options) -> Attempt<Comparison> {
        self.compare_with(index, question, options, &mut Progress::default())
    }

    /// Like [`Self::compare`], with the results of earlier steps.
    pub(super) fn compare_with(
        &self,
        index: &Index,
        question: &str,
        options: &Options,
        progress: &mut Progress,
    ) -> Attempt<Comparison> {
        let mut trace = Trace::default();
        let scope = Scope::new(self.operators, index, options)?;
        let query = self.query(&scope, question, &mut trace, progress)?;
        let mut needs = Needs::default();
        let mut methods = Vec::new();
        for retriever in RETRIEVERS.names() {
            for rerankers in [Vec::new(), rerankers(options)] {
                let options = with(options, retriever, rerankers);
                let compared = needs.note(self.method(index, &query, &options))?;
                methods.extend(compared);
            }
        }
        let asked = for_facts(&query);
        let routed = self.route(&asked, options, &mut trace, &mut progress.routed);
        let draft = |found| Draft::new(question, &query, routed.route.clone(), found);
        let tier1 = self.tier1(routed, options, draft(Found::default()));
        // The same excerpts as for an answer: the previews of its sources come from them.
        let excerpts = options.configuration.answer.excerpt_characters;
        let excerpts = Excerpts::Generous(excerpts.get());
        let found = needs.note(self.find_anew(&scope, &query, excerpts))?;
        let tier2 = self.tier2(&query, options, draft(found.unwrap_or_default()))?;
        needs.end()?;
        Ok(Comparison {
            question: question.to_owned(),
            methods,
            tier1,
            tier2,
            route: routed.route.clone(),
        })
    }

    fn method(&self, index: &Index, query: &Query, options: &Options) -> Attempt<Compared> {
        let start = self.now();
        let excerpts = options.configuration.answer.search_excerpt_characters;
        let excerpts = Excerpts::Short(excerpts.get());
        let found = Scope::new(self.operators, index, options);
        let found = found
            .map_err(Interruption::from)
            .and_then(|scope| self.find_anew(&scope, query, excerpts));
        let mut needs = Needs::default();
        let found = match needs.note(found) {
            Ok(Some(found)) => found,
            Ok(None) => return Err(needs.into()),
            Err(error) => Found {
                warnings: vec![failed(&error)],
                ..Found::default()
            },
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
    fn find_anew(&self, scope: &Scope<'_>, query: &Query, excerpts: Excerpts) -> Attempt<Found> {
        let (mut trace, mut progress) = (Trace::default(), Progress::default());
        self.find(scope, query, &mut trace, &mut progress, excerpts)
    }

    /// Returns the answer of a fact, regardless of the route.
    fn tier1(&self, routed: &Routed, options: &Options, mut draft: Draft) -> Option<TierAnswer> {
        let fact = self.fact(routed, &mut Trace::default())?;
        let configuration = &options.configuration;
        draft.answer_with_fact(
            &fact,
            &configuration.site.url,
            &configuration.answer.sources,
        );
        TierAnswer::of(draft.finish(None))
    }

    /// Returns the answer of the pages, regardless of the facts.
    fn tier2(
        &self,
        query: &Query,
        options: &Options,
        mut draft: Draft,
    ) -> Attempt<Option<TierAnswer>> {
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
