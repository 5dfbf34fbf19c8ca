//! The stages in order.

use std::cell::RefCell;
use std::rc::Rc;

use super::describe::Described;
use super::draft::{Draft, Found};
use super::hydrate::hit;
use super::passages::{Excerpts, PassageReader};
use super::progress::Progress;
use super::ranges::{check_answering, check_fact_matching};
use super::ranked::ranked;
use super::reading::{QuestionReader, for_facts, part_read};
use super::reranking::{chain, reorder, select};
use super::scope::Scope;
use super::{
    Clock, Configuration, Operators, Options, Orchestrator, SuggestOptions, Trace, notice,
};
use crate::answer::{Answer, SearchResult, Warning};
use crate::catalogue::required;
use crate::error::{Error, Result};
use crate::fact::Fact;
use crate::generation::{
    AnswerGenerator, Confidence, Expected, Extract, Extractive, FormulaSource,
};
use crate::hit::Hit;
use crate::index::Index;
use crate::needs::{Attempt, Interruption};
use crate::pre_retrieval::{
    FactMatch, FactTable, PatternRouter, Routed, Suggestions, Typed, complete,
};
use crate::query::Query;
use crate::text::{WordLists, primary_tags, visible};

const PRE_RETRIEVAL: &str = "pre-retrieval";
const GENERATION: &str = "generation";
const ORCHESTRATION: &str = "orchestration";

/// The stages with the operators that a configuration names. Expensive parts (rules, facts) are
/// built once; retrievers and rerankers are built for each call.
#[derive(Debug)]
pub struct Pipeline {
    pub(super) reader: QuestionReader,
    router: PatternRouter,
    facts: FactTable,
    clock: Option<Clock>,
    pub(super) operators: &'static Operators,
}

impl Pipeline {
    /// Compiles a configuration, with all operators. `clock` times traces.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a setting out of its range.
    pub fn new(
        configuration: &Configuration,
        words: &WordLists,
        facts: Vec<Fact>,
        clock: Option<Clock>,
    ) -> Result<Self> {
        Self::assemble(Operators::ALL, configuration, words, facts, clock)
    }

    /// Like [`Pipeline::new`], with a choice of operators.
    ///
    /// # Errors
    /// As [`Pipeline::new`]. An operator that the configuration names and the choice lacks is an
    /// error of the calls.
    pub fn assemble(
        operators: &'static Operators,
        configuration: &Configuration,
        words: &WordLists,
        facts: Vec<Fact>,
        clock: Option<Clock>,
    ) -> Result<Self> {
        let languages = &primary_tags(&configuration.site.languages);
        if languages.is_empty() {
            let expected = "a list of at least one language tag";
            return Err(Error::invalid("site.languages", "empty", expected));
        }
        check_fact_matching(&configuration.fact_matching)?;
        let reader = QuestionReader::new(configuration, languages, words, &facts)?;
        Ok(Self {
            reader,
            router: PatternRouter::new(&configuration.router, languages, words)?,
            facts: FactTable::with_synonyms(
                facts,
                languages,
                &configuration.text,
                words,
                &configuration.synonyms,
                &configuration.fact_matching,
            ),
            clock,
            operators,
        })
    }

    /// Returns the query of a question, that of an earlier step if there is one.
    pub(super) fn query(
        &self,
        scope: &Scope<'_>,
        question: &str,
        trace: &mut Trace,
        progress: &mut Progress,
    ) -> Attempt<Rc<Query>> {
        if let Some(query) = &progress.query {
            return Ok(Rc::clone(query));
        }
        let query = Rc::new(
            self.reader
                .read(scope, question, trace, &mut progress.question)?,
        );
        progress.query = Some(Rc::clone(&query));
        Ok(query)
    }

    pub(super) fn find(
        &self,
        scope: &Scope<'_>,
        query: &Query,
        trace: &mut Trace,
        progress: &mut Progress,
        excerpts: Excerpts,
    ) -> Attempt<Found> {
        let (index, options) = (scope.index, scope.options);
        let settings = &options.configuration;
        let operators = self.operators;
        let ranked = ranked(scope, query, trace, progress)?;
        let query = &ranked.query;
        let mut found = Found {
            query: Rc::clone(query),
            ..Found::default()
        };
        if ranked.left_unread {
            found.warn(notice::phrases_unread(), trace);
        }
        if ranked.scored.is_empty() {
            found.warn(notice::no_hits(query, ranked.any), trace);
        }
        let passages = PassageReader {
            index,
            query,
            expected: Expected::of(query),
            closeness: &ranked.features.closeness,
            site: &settings.site.url,
            words: RefCell::default(),
        };
        let pairs = ranked.scored.iter().zip(&ranked.features.hits);
        let retriever = scope.retriever.name();
        let hits = pairs.map(|(scored, features)| {
            let mut hit = hit(index, scored, *features, retriever);
            hit.is_foreign = hit.lang != query.language;
            hit
        });
        let mut hits: Vec<Hit> = hits.collect();
        if trace.is_on() {
            // A trace names all hits, so all of them are fetched.
            passages.show(&mut hits)?;
        }
        let failed = reorder(
            operators,
            &chain(operators, options, &self.facts)?,
            &passages,
            &mut hits,
            &settings.ranking,
            trace,
        )?;
        found.rerank_failed = !failed.is_empty();
        found.warnings.extend(failed);
        (found.hits, found.rivals) = select(hits, &passages, options, trace)?;
        passages.show_all(&mut found.hits)?;
        for hit in &mut found.hits {
            passages.show_excerpt(hit, excerpts);
        }
        Ok(found)
    }

    /// Compares a question with the facts and chooses the tier, unless an earlier step did.
    pub(super) fn route<'p>(
        &self,
        query: &Query,
        options: &Options,
        trace: &mut Trace,
        kept: &'p mut Option<Routed>,
    ) -> &'p Routed {
        kept.get_or_insert_with(|| {
            let input = Described::Text(&query.text);
            trace.begin(PRE_RETRIEVAL, PatternRouter::NAME, &input);
            let routed = self.router.route(query, &self.facts, today(options));
            trace.end(&Described::Route(&routed.route));
            routed
        })
    }

    /// Returns the fact that answers, if there is one.
    pub(super) fn fact(&self, routed: &Routed, trace: &mut Trace) -> Option<FactMatch<'_>> {
        trace.begin(PRE_RETRIEVAL, "facts", &Described::Facts(self.facts.len()));
        let found = self.facts.answering(&routed.matches);
        trace.end(&Described::Fact(found.as_ref()));
        if found.is_none() {
            trace.warn(&Described::NoFact);
        }
        found
    }

    /// Returns whether the query is small talk, with nothing to search for (R9).
    fn is_small_talk(&self, query: &Query, trace: &mut Trace) -> bool {
        let found = self.reader.small_talk.is_all_of(query);
        if found {
            trace.begin(PRE_RETRIEVAL, "small talk", &Described::Text(&query.text));
            trace.end(&Described::SmallTalk);
        }
        found
    }

    pub(super) fn now(&self) -> Option<f64> {
        self.clock.map(|clock| clock())
    }

    /// Returns the sentences that answer, if the hits are good enough to answer from (R31).
    pub(super) fn extract(
        query: &Query,
        hits: &[Hit],
        options: &Options,
        trace: &mut Trace,
    ) -> Attempt<Option<Extract>> {
        let settings = &options.configuration.answer;
        let best = hits.iter().map(|hit| hit.relevance).fold(0.0, f64::max);
        if hits.is_empty() || best < settings.min_relevance {
            trace.begin(ORCHESTRATION, "abstain", &Described::Relevance(best));
            trace.end(&Described::Irrelevant(settings.min_relevance));
            return Ok(None);
        }
        let generator = Extractive::new(&settings.extractive)?;
        trace.begin(GENERATION, generator.name(), &Described::Hits(hits));
        let extract = generator.answer(query, hits).map_err(Interruption::from);
        trace.end(&Described::outcome(&extract, |extract| {
            Described::Sentences(extract.as_ref().map(|extract| &*extract.text))
        }));
        extract
    }

    /// Returns the trace of a call, if the options request one.
    fn trace(&self, options: &Options) -> Result<Trace> {
        if !options.call.trace {
            return Ok(Trace::default());
        }
        let make = required(self.operators.recorder)?;
        Ok(Trace::new(make(self.clock)))
    }

    /// Warns if a question was cut at the maximum length, or is in a language that the site lacks.
    fn notices(&self, question: &str, options: &Options) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let read = part_read(question, options);
        if read.len() < question.trim_start().len() {
            warnings.push(notice::question_cut());
        }
        if let Some(asked) = self.reader.analysis.other_language(read) {
            warnings.push(notice::other_language(asked));
        }
        warnings
    }

    /// Answers a question, with the results of earlier steps.
    pub(super) fn ask_with(
        &self,
        index: &Index,
        question: &str,
        options: &Options,
        progress: &mut Progress,
    ) -> Attempt<Answer> {
        let mut trace = self.trace(options)?;
        let scope = Scope::new(self.operators, index, options)?;
        let query = self.query(&scope, question, &mut trace, progress)?;
        let settings = &options.configuration.answer;
        let confidence = confidence(self.operators, &options.configuration)?;
        let asked = for_facts(&query);
        let routed = self.route(&asked, options, &mut trace, &mut progress.routed);
        let route = routed.route.clone();
        let fact = match route.tier {
            1 => self.fact(routed, &mut trace),
            _ => None,
        };
        if fact.is_none() && self.is_small_talk(&query, &mut trace) {
            let draft = Draft::new(question, &query, route, Found::default());
            return Ok(draft.not_searched().finish(trace.into_events()));
        }
        let excerpts = Excerpts::Generous(settings.excerpt_characters.get());
        let mut found = self.find(&scope, &query, &mut trace, progress, excerpts)?;
        found.warnings.extend(self.notices(question, options));
        let mut draft = Draft::new(question, &query, route, found);
        if let Some(fact) = fact {
            let site = &options.configuration.site.url;
            draft.answer_with_fact(&fact, site, &settings.sources);
        } else {
            let valued = Rc::clone(&draft.found.query);
            let extract = Self::extract(&valued, &draft.found.hits, options, &mut trace)?;
            draft.answer_with_pages(extract, &valued, settings, &confidence, &mut trace);
            let routed = progress.routed.as_ref();
            let offers = routed.map(|routed| self.facts.offers(&routed.matches, &asked));
            draft.offer(offers.unwrap_or_default());
        }
        Ok(draft.finish(trace.into_events()))
    }

    /// Like [`Self::ask_with`], without answering.
    pub(super) fn search_with(
        &self,
        index: &Index,
        text: &str,
        options: &Options,
        progress: &mut Progress,
    ) -> Attempt<SearchResult> {
        let mut trace = self.trace(options)?;
        let scope = Scope::new(self.operators, index, options)?;
        let query = self.query(&scope, text, &mut trace, progress)?;
        let settings = &options.configuration.answer;
        let excerpts = Excerpts::Short(settings.search_excerpt_characters.get());
        let mut found = self.find(&scope, &query, &mut trace, progress, excerpts)?;
        found.warnings.extend(self.notices(text, options));
        Ok(SearchResult {
            hits: found.hits,
            intent: query.intent.clone(),
            lang: query.language.clone(),
            corrections: query.errors(),
            warnings: found.warnings,
            rerank_failed: found.rerank_failed,
            trace: trace.into_events(),
        })
    }
}

impl Orchestrator for Pipeline {
    fn ask(&self, index: &Index, question: &str, options: &Options) -> Attempt<Answer> {
        self.ask_with(index, question, options, &mut Progress::default())
    }

    fn search(&self, index: &Index, text: &str, options: &Options) -> Attempt<SearchResult> {
        self.search_with(index, text, options, &mut Progress::default())
    }

    fn suggest(&self, index: &Index, text: &str, options: &SuggestOptions) -> Attempt<Suggestions> {
        let text = self.reader.respelt(&visible(text), &options.lang);
        let mut typed = Typed::new(&text, &options.lang, &options.today);
        complete(index, &mut typed, options.limit.get())
    }
}

/// Returns the date for the expiry of facts, if known.
fn today(options: &Options) -> Option<&str> {
    Some(options.call.today.as_str()).filter(|today| !today.is_empty())
}

/// Creates the confidence.
pub(super) fn confidence(
    operators: &Operators,
    configuration: &Configuration,
) -> Result<Confidence> {
    check_answering(&configuration.answer)?;
    let source = FormulaSource {
        settings: &configuration.answer.confidence,
        authority: &configuration.ranking.authority,
        site: &configuration.site.url,
    };
    Confidence::new(&operators.formulas, &source)
}
