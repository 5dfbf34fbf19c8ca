//! The stages in order.

use std::cell::RefCell;
use std::rc::Rc;

use super::describe::describe_hits;
use super::draft::{Draft, Found, no_hits, phrases_unread, question_cut};
use super::hydrate::hit;
use super::passages::{Excerpts, Passages};
use super::progress::Progress;
use super::ranges::{check_answering, check_fact_matching};
use super::ranked::ranked;
use super::reading::{QuestionReader, for_facts, part_read};
use super::reranking::{chain, reorder, select};
use super::scope::Scope;
use super::{Clock, Configuration, Options, Orchestrator, SuggestOptions, Suggestion, Trace};
use crate::answer::{Answer, SearchResult};
use crate::authority::host;
use crate::error::{Error, Result};
use crate::essential::{IS_FULL, full_only};
use crate::fact::Fact;
use crate::generation::{AnswerGenerator, Confidence, Expected, Extract, Extractive};
use crate::hit::Hit;
use crate::index::Index;
use crate::number::Rounded;
use crate::pre_retrieval::{
    FactMatch, FactTable, PatternRouter, Questions, Routed, Router, SampleQuestion, Suggester,
    Suggestions, Titles, Typed, Words, complete,
};
use crate::query::Query;
use crate::text::{primary_tags, visible};

const PRE_RETRIEVAL: &str = "pre-retrieval";
const GENERATION: &str = "generation";
const ORCHESTRATION: &str = "orchestration";

/// The stages with the operators that a configuration names. Expensive parts (rules, facts) are built once; retrievers
/// and rerankers are built for each call.
#[derive(Debug)]
pub struct Pipeline {
    pub(super) reader: QuestionReader,
    router: Box<dyn Router>,
    facts: FactTable,
    suggesters: Vec<Box<dyn Suggester>>,
    clock: Option<Clock>,
}

impl Pipeline {
    /// Compiles a configuration. `clock` times traces.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a setting out of its range.
    pub fn new(
        configuration: &Configuration,
        facts: Vec<Fact>,
        clock: Option<Clock>,
    ) -> Result<Self> {
        let languages = &primary_tags(&configuration.site.languages);
        if languages.is_empty() {
            let expected = "a list of at least one language tag";
            return Err(Error::invalid("site.languages", "empty", expected));
        }
        check_fact_matching(&configuration.fact_matching)?;
        if IS_FULL {
            configuration.generation.check()?;
        }
        let reader = QuestionReader::new(configuration, languages, &facts)?;
        let suggesters = suggesters(configuration, languages, &facts);
        Ok(Self {
            reader,
            router: Box::new(PatternRouter::new(&configuration.router, languages)?),
            facts: FactTable::with_synonyms(
                facts,
                languages,
                &configuration.text,
                &configuration.synonyms,
                &configuration.fact_matching,
            ),
            suggesters,
            clock,
        })
    }

    /// Returns the query of a question, that of an earlier step if there is one.
    pub(super) fn query(
        &self,
        scope: &Scope<'_>,
        question: &str,
        trace: &mut Trace,
        progress: &mut Progress,
    ) -> Result<Rc<Query>> {
        if let Some(query) = &progress.query {
            return Ok(Rc::clone(query));
        }
        let query = Rc::new(
            self.reader
                .read(scope, question, trace, &mut progress.draft)?,
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
    ) -> Result<Found> {
        let (index, options) = (scope.index, scope.options);
        let settings = &options.configuration;
        let ranked = ranked(scope, query, trace, progress)?;
        let query = &ranked.query;
        let mut found = Found {
            query: Rc::clone(query),
            ..Found::default()
        };
        if IS_FULL && ranked.left_unread {
            found.warnings.push(phrases_unread(query, settings));
            trace.warn(|| found.warnings[0].message.clone());
        }
        if ranked.scored.is_empty() {
            full_only()?;
            let warning = no_hits(query, ranked.any);
            trace.warn(|| warning.message.clone());
            found.warnings.push(warning);
        }
        let passages = Passages {
            index,
            query,
            expected: Expected::of(query),
            closeness: &ranked.features.closeness,
            site: &settings.site.url,
            words: RefCell::default(),
        };
        let evidence = ranked.scored.iter().zip(&ranked.features.hits);
        let retriever = scope.retriever.name();
        let hits = evidence.map(|(scored, evidence)| hit(index, scored, *evidence, retriever));
        let mut hits: Vec<Hit> = hits.collect();
        if trace.is_on() {
            // A trace names all hits, so all of them are fetched.
            passages.show(&mut hits)?;
        }
        let failed = reorder(
            &chain(options, &self.facts)?,
            &passages,
            &mut hits,
            &settings.ranking,
            trace,
        )?;
        found.rerank_failed = !failed.is_empty();
        found.warnings.extend(failed);
        (found.hits, found.rivals) = select(hits, options, trace)?;
        passages.show_all(&mut found.hits)?;
        for hit in &mut found.hits {
            (hit.excerpt, hit.marks) = passages.excerpt(hit, excerpts);
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
            trace.observe(
                PRE_RETRIEVAL,
                self.router.name(),
                || query.text.clone(),
                || self.router.route(query, &self.facts, today(options)),
                |Routed { route, .. }| {
                    format!(
                        "tier {} ({}): {}",
                        route.tier,
                        Rounded(route.confidence, 2),
                        route.reasoning
                    )
                },
            )
        })
    }

    /// Returns the fact that answers, if there is one.
    pub(super) fn fact(&self, routed: &Routed, trace: &mut Trace) -> Option<FactMatch<'_>> {
        let found = trace.observe(
            PRE_RETRIEVAL,
            "facts",
            || format!("{} facts", self.facts.len()),
            || self.facts.answering(&routed.matches),
            |found| {
                found.as_ref().map_or_else(
                    || "no fact".to_owned(),
                    |found| {
                        let overlap = Rounded(found.overlap, 2);
                        format!("\"{}\" ({overlap})", found.fact.question)
                    },
                )
            },
        );
        if found.is_none() {
            trace.warn(|| "routed to the facts, but none matched: falling back to pages".into());
        }
        found
    }

    /// Returns whether the query is small talk, with nothing to search for (R9).
    fn is_small_talk(&self, query: &Query, trace: &mut Trace) -> bool {
        let found = self.reader.small_talk.is_all_of(query);
        if found {
            trace.observe(
                PRE_RETRIEVAL,
                "small talk",
                || query.text.clone(),
                || (),
                |()| "not a question: nothing is searched".to_owned(),
            );
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
    ) -> Result<Option<Extract>> {
        let settings = &options.configuration.answer;
        let best = hits.iter().map(|hit| hit.relevance).fold(0.0, f64::max);
        if hits.is_empty() || best < settings.min_relevance {
            trace.observe(
                ORCHESTRATION,
                "abstain",
                || format!("best relevance {}", Rounded(best, 2)),
                || (),
                |()| format!("no answer: below {}", Rounded(settings.min_relevance, 2)),
            );
            return Ok(None);
        }
        let generator = Extractive::new(&settings.extractive)?;
        trace.observe(
            GENERATION,
            generator.name(),
            || describe_hits(hits),
            || generator.answer(query, hits),
            |extract| match extract {
                Ok(Some(extract)) => extract.text.clone(),
                Ok(None) => "no sentence contains a word of the question".to_owned(),
                Err(error) => error.to_string(),
            },
        )
    }

    /// Answers a question, with the results of earlier steps.
    pub(super) fn ask_with(
        &self,
        index: &Index,
        question: &str,
        options: &Options,
        progress: &mut Progress,
    ) -> Result<Answer> {
        let mut trace = Trace::new(options.call.trace, self.clock);
        let scope = Scope::new(index, options)?;
        let query = self.query(&scope, question, &mut trace, progress)?;
        let settings = &options.configuration.answer;
        let confidence = confidence(&options.configuration)?;
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
        found
            .warnings
            .extend(question_cut(question, part_read(question, options))?);
        let mut draft = Draft::new(question, &query, route, found);
        if let Some(fact) = fact {
            draft.answer_with_fact(&fact, &options.configuration.site.url, &confidence);
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
    ) -> Result<SearchResult> {
        let mut trace = Trace::new(options.call.trace, self.clock);
        let scope = Scope::new(index, options)?;
        let query = self.query(&scope, text, &mut trace, progress)?;
        let settings = &options.configuration.answer;
        let excerpts = Excerpts::Short(settings.search_excerpt_characters.get());
        let mut found = self.find(&scope, &query, &mut trace, progress, excerpts)?;
        found
            .warnings
            .extend(question_cut(text, part_read(text, options))?);
        Ok(SearchResult {
            hits: found.hits,
            intent: query.intent.clone(),
            lang: query.language.clone(),
            corrections: query.corrections.clone(),
            warnings: found.warnings,
            rerank_failed: found.rerank_failed,
            trace: trace.into_events(),
        })
    }
}

impl Orchestrator for Pipeline {
    fn ask(&self, index: &Index, question: &str, options: &Options) -> Result<Answer> {
        self.ask_with(index, question, options, &mut Progress::default())
    }

    fn search(&self, index: &Index, text: &str, options: &Options) -> Result<SearchResult> {
        self.search_with(index, text, options, &mut Progress::default())
    }

    fn suggest(&self, index: &Index, text: &str, options: &SuggestOptions) -> Result<Suggestions> {
        let typed = Typed::new(&visible(text), &options.lang, &options.today);
        complete(&self.suggesters, index, &typed, options.limit.get())
    }
}

/// Returns the date for the expiry of facts, if known.
fn today(options: &Options) -> Option<&str> {
    Some(options.call.today.as_str()).filter(|today| !today.is_empty())
}

fn suggesters(
    configuration: &Configuration,
    languages: &[String],
    facts: &[Fact],
) -> Vec<Box<dyn Suggester>> {
    let sample = |suggestion: &Suggestion| SampleQuestion {
        lang: suggestion.lang.clone(),
        text: suggestion.question.clone(),
    };
    let samples: Vec<SampleQuestion> = configuration.suggestions.iter().map(sample).collect();
    if !IS_FULL {
        return Vec::new();
    }
    vec![
        Box::new(Questions::new(&samples, facts, &languages[0])),
        Box::new(Titles::new(&configuration.site.url)),
        Box::new(Words),
    ]
}

/// Creates the confidence. The site's own pages are official, whether their addresses are relative or, if the site sets
/// its address, absolute.
pub(super) fn confidence(configuration: &Configuration) -> Result<Confidence> {
    check_answering(&configuration.answer)?;
    let mut settings = configuration.answer.confidence.clone();
    if IS_FULL
        && let Some(own) = host(&configuration.site.url).filter(|_| settings.own_pages_official)
    {
        settings.official_hosts.push(own);
    }
    Confidence::new(&settings, &configuration.ranking.authority)
}
