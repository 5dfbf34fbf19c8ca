//! An answer under construction: assembles the results of the stages for a page.

use std::rc::Rc;

use super::describe::{describe_features, describe_filter, describe_restrictions};
use super::{AnswerSettings, Configuration, Trace};
use crate::answer::{Answer, Level, Method, Route, SourceReference, TraceEvent, Warning};
use crate::authority::absolute;
use crate::error::Result;
use crate::essential::full_only;
use crate::fact::Fact;
use crate::generation::{
    Confidence, Extract, Features, Rivals, cited, has_subject, quoted_url, sources,
};
use crate::hit::Hit;
use crate::number::Rounded;
use crate::pre_retrieval::FactMatch;
use crate::query::Query;
use crate::text::{Language, tokenise};

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
            corrections: query.corrections.clone(),
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
        confidence: &Confidence,
    ) {
        let fact = found.fact;
        let answer = &mut self.answer;
        answer.answer = Some(fact.answer.clone());
        answer.tier = 1;
        answer.method = found.method;
        answer.confidence = found.confidence;
        answer.level = confidence.level(found.confidence);
        answer.sources = vec![SourceReference {
            title: [&fact.source_title, &fact.source_url]
                .into_iter()
                .find(|title| !title.is_empty())
                .cloned()
                .unwrap_or_default(),
            url: absolute(site, &fact.source_url),
            relevance: found.confidence,
            preview: fact.source_quote.clone(),
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
        if let Some(features) = features.as_ref().filter(|_| extract.is_some()) {
            trace.observe(
                "generation",
                "confidence",
                || describe_features(features),
                || sure,
                |sure| Rounded(*sure, 3).to_string(),
            );
        }
        let answer = &mut self.answer;
        answer.confidence = sure;
        answer.features = features;
        // A single word asks for pages, without saying what about them is wanted. A question word alone names no
        // subject.
        let is_question = query.word_count() > 1 && has_subject(query);
        let is_sure = is_question && sure >= settings.min_confidence;
        let Some(extract) = extract.filter(|_| is_sure) else {
            return;
        };
        if let Some(hit) = hits.first().filter(|hit| !hit.url.is_empty()) {
            let quoted = extract.start + extract.best.start..extract.start + extract.best.end;
            answer.quote_url = Some(quoted_url(&hit.url, &hit.text, quoted));
        }
        answer.level = confidence.level(sure);
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

/// Returns the reason for no hits: no page has the words, or has the phrase, or matches the filter, or all hits were
/// too weak.
pub(super) fn no_hits(query: &Query, dropped: bool) -> Warning {
    let restrictions = &query.restrictions;
    let (code, mut message) = match restrictions.phrases.as_slice() {
        [] => {
            let reason = if dropped {
                "every page scored below `min_score_weight` for"
            } else {
                "no page has any of"
            };
            ("no_hits", format!("{reason}: {}", words(query).join(", ")))
        }
        phrases => ("phrase_not_found", not_found(phrases)),
    };
    if !restrictions.excluded.is_empty() {
        let excluded = restrictions.excluded.join(", ");
        message = format!("{message}; excluded: {excluded}");
    }
    if !restrictions.filter.is_empty() {
        let filter = describe_filter(&restrictions.filter);
        message = format!("{message}; among pages with {filter}");
    }
    Warning { code, message }
}

/// Returns words as typed: lower-casing by another language's rules would confuse the visitor.
fn words(query: &Query) -> Vec<&str> {
    let asked = query.as_asked();
    tokenise(asked, Language::Other)
        .iter()
        .filter(|token| token.is_word())
        .map(|token| &asked[token.start..token.end])
        .collect()
}

fn not_found(phrases: &[String]) -> String {
    let quoted: Vec<String> = phrases.iter().map(|text| format!("\"{text}\"")).collect();
    let all = if phrases.len() > 1 { "all of " } else { "" };
    let quoted = quoted.join(", ");
    format!(
        "no page has {all}{quoted} word for word; remove the quotation marks to find the words \
         separately"
    )
}

/// Warns that a phrase of frequent words is not searched in all pages.
pub(super) fn phrases_unread(query: &Query, settings: &Configuration) -> Warning {
    let most = settings.retrieval.phrase_candidates;
    let what = describe_restrictions(&query.restrictions);
    Warning {
        code: "phrase_search_cut",
        message: format!("only the {most} most relevant passages were read for {what}"),
    }
}

/// Warns that a question was cut at the maximum length.
pub(super) fn question_cut(question: &str, read: &str) -> Result<Option<Warning>> {
    if read.len() == question.trim_start().len() {
        return Ok(None);
    }
    full_only()?;
    Ok(Some(Warning {
        code: "question_cut",
        message: format!(
            "only the first {} characters were read",
            read.chars().count()
        ),
    }))
}
