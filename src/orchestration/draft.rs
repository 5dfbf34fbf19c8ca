//! An answer under construction: assembles the results of the stages for a page.

use std::rc::Rc;

use super::describe::Described;
use super::{AnswerSettings, Trace};
use crate::answer::{Answer, Level, Method, Route, SourceReference, TraceEvent, Warning};
use crate::authority::absolute;
use crate::fact::Fact;
use crate::generation::{
    Confidence, Extract, Features, Rivals, SourceSettings, Stated, cited, fact_preview,
    has_subject, quoted_url, sources,
};
use crate::hit::Hit;
use crate::pre_retrieval::FactMatch;
use crate::query::Query;

/// Results of retrieval and reranking.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The question, with the values of its words.
    pub(super) query: Rc<Query>,
    pub(super) hits: Vec<Hit>,
    /// Competitors of the first hit.
    pub(super) rivals: Rivals,
    pub(super) warnings: Vec<Warning>,
    pub(super) rerank_failed: bool,
}

impl Found {
    /// Adds a warning.
    pub(super) fn warn(&mut self, warning: Warning, trace: &mut Trace) {
        trace.warn(&Described::Text(&warning.message));
        self.warnings.push(warning);
    }
}

/// An answer under construction.
pub(super) struct Draft {
    answer: Answer,
    pub(super) found: Found,
}

impl Draft {
    pub(super) fn new(question: &str, query: &Query, route: Route, found: Found) -> Self {
        let answer = Answer {
            question: question.to_owned(),
            completed: query.completed.clone(),
            answer: None,
            answer_marks: Vec::new(),
            highlight: None,
            quote_url: None,
            sources: Vec::new(),
            confidence: 0.0,
            features: None,
            level: Level::Low,
            tier: 2,
            method: Method::None,
            route,
            intent: query.intent.clone(),
            lang: query.language.clone(),
            fact: None,
            choices: Vec::new(),
            offers: Vec::new(),
            hits: Vec::new(),
            corrections: query.errors(),
            warnings: Vec::new(),
            rerank_failed: false,
            trace: None,
        };
        Self { answer, found }
    }

    pub(super) fn answer_with_fact(
        &mut self,
        found: &FactMatch<'_>,
        site: &str,
        settings: &SourceSettings,
    ) {
        let fact = found.fact;
        let answer = &mut self.answer;
        answer.answer = Some(fact.answer.clone());
        answer.tier = 1;
        answer.method = found.method;
        answer.confidence = found.confidence;
        answer.level = Level::High;
        answer.sources = vec![SourceReference {
            title: [&fact.source_title, &fact.source_url]
                .into_iter()
                .find(|title| !title.is_empty())
                .cloned()
                .unwrap_or_default(),
            url: absolute(site, &fact.source_url),
            relevance: found.confidence,
            preview: fact_preview(&self.found.query, fact, settings),
            heading: Vec::new(),
            lang: fact.lang.clone(),
        }];
        answer.fact = Some(fact.clone());
    }

    pub(super) fn answer_with_pages(
        &mut self,
        extract: Option<Extract>,
        query: &Query,
        settings: &AnswerSettings,
        confidence: &Confidence,
        trace: &mut Trace,
    ) {
        // The quoted section is the first source.
        let mut hits = self.found.hits.clone();
        if let Some(extract) = &extract
            && extract.hit < hits.len()
        {
            let mut quoted = hits.remove(extract.hit);
            if let Some(section) = quoted.sections.get(extract.section) {
                quoted.heading.clone_from(&section.heading);
                quoted.url.clone_from(&section.url);
            }
            hits.insert(0, quoted);
        }
        let cited = cited(&hits, &settings.sources);
        let found = &self.found;
        let features = Features::of(query, &found.hits, found.rivals, extract.as_ref());
        let sure = confidence.of_answer(features.as_ref(), &cited);
        let sure = match &extract {
            Some(extract) if extract.stated == Stated::Asked => sure.max(confidence.of_stated()),
            _ => sure,
        };
        if let Some(features) = features.as_ref().filter(|_| extract.is_some()) {
            trace.begin("generation", "confidence", &Described::Features(features));
            trace.end(&Described::Share(sure));
        }
        let answer = &mut self.answer;
        answer.confidence = sure;
        answer.features = features;
        // A single word asks for pages, without saying what about them is wanted. A question word
        // alone names no subject.
        let is_question = query.word_count() > 1 && has_subject(query);
        let is_sure = is_question && sure >= settings.min_confidence;
        let Some(extract) = extract.filter(|own| is_sure && own.may_answer()) else {
            return;
        };
        if let Some(hit) = hits.first().filter(|hit| !hit.url.is_empty()) {
            let quoted = extract.start + extract.best.start..extract.start + extract.best.end;
            answer.quote_url = Some(quoted_url(&hit.url, &hit.text, quoted));
        }
        answer.confidence = confidence.of_asserted(sure);
        answer.level = Level::High;
        answer.method = Method::Extractive;
        answer.answer = Some(extract.text);
        answer.answer_marks = extract.marks;
        answer.highlight = Some(extract.highlight);
        answer.sources = sources(query, &hits, &settings.sources);
    }

    /// Offers near facts, if none answered with certainty.
    pub(super) fn offer(&mut self, facts: Vec<&Fact>) {
        for fact in facts {
            self.answer.choices.push(fact.question.clone());
            self.answer.offers.push(fact.clone());
        }
    }

    /// Returns the answer to small talk, without a search.
    pub(super) fn not_searched(mut self) -> Self {
        self.answer.method = Method::SmallTalk;
        self
    }

    pub(super) fn finish(self, trace: Option<Vec<TraceEvent>>) -> Answer {
        Answer {
            hits: self.found.hits,
            warnings: self.found.warnings,
            rerank_failed: self.found.rerank_failed,
            trace,
            ..self.answer
        }
    }
}
