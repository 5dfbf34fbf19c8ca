//! Asking: every question of a set, in every way.
//!
//! Each question is asked twice. *Searching* deeply gives the order of pages: hits are chunks,
//! and a page stands where its best chunk does. *Asking* as a visitor does gives the answer,
//! its confidence and its tier. Latency is that of asking, measured apart from the rest, on one
//! thread and when everything was loaded.

use std::path::Path;
use std::time::Instant;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use soru::answer::Method;
use soru::settings::Value;
use soru::text::{Language, normalise, primary_tags};
use soru::{Answer, Error, SearchResult};

use super::measures::Judged;
use super::questions::{FactLabel, Question};
use super::rows::Row;
use super::scores::{DEPTH, Scores};
use super::set::LabelledSet;
use super::significance::quantile;
use crate::bundle::Bundle;

/// Chunks retrieved, so that ten pages come out of it even if each has several.
const CHUNKS: f64 = 100.0;

/// Questions timed.
const TIMED: usize = 100;

/// What a row said to a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// Ids of the first ten pages.
    pub ranking: Vec<String>,
    /// Their scores; none if no page is relevant.
    pub scores: Option<Scores>,
    /// What a visitor would have read.
    pub reply: Reply,
    /// Whether the answer is right; none without an answer, or if nothing is known about it.
    pub right: Option<bool>,
    /// Whether the first page is in the question's language, on a site of several languages.
    pub own_language_first: Option<bool>,
    /// Whether a relevant page in each language that has one was found.
    pub every_language_found: Option<bool>,
}

/// What a visitor would have read.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The answer, if one was given.
    pub answer: Option<String>,
    /// What gave it.
    pub method: Method,
    /// Where the router sent the question.
    pub routed_tier: u8,
    /// 0 to 1.
    pub confidence: f64,
    /// The question of the fact that answered.
    pub fact: Option<String>,
    /// The first page.
    pub top: Option<String>,
}

/// How long asking takes, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Latency {
    /// The median.
    pub p50: f64,
    /// Nineteen of twenty questions take no longer.
    pub p95: f64,
}

/// A row, and what it said.
#[derive(Debug)]
pub struct MeasuredRow {
    /// The way to ask.
    pub row: Row,
    /// What it said, question by question.
    pub asked: Vec<Asked>,
    /// How long it took.
    pub latency: Latency,
}

/// A set, asked in every way.
#[derive(Debug)]
pub struct Measured {
    /// The set.
    pub set: LabelledSet,
    /// The rows, in the order asked for.
    pub rows: Vec<MeasuredRow>,
    /// Rows that this bundle cannot serve, and why not.
    pub skipped: Vec<(String, String)>,
}

impl Asked {
    /// The answer's confidence against the truth.
    pub(super) fn judged(&self) -> Judged {
        match (self.right, &self.reply.answer) {
            (Some(right), Some(_)) => Judged::Answer {
                confidence: self.reply.confidence,
                right,
            },
            (_, None) => Judged::Refusal,
            (None, Some(_)) => Judged::Unknown,
        }
    }
}

/// Asks all questions of a set in every way; `watch` hears of each row before it starts.
///
/// # Errors
/// If a row of the user's own is refused, or the bundle is damaged. A row that the engine lists
/// but this bundle cannot serve is skipped.
pub fn measure(
    set: LabelledSet,
    rows: &[Row],
    mut watch: impl FnMut(&str),
) -> anyhow::Result<Measured> {
    let mut measured = Vec::new();
    let mut skipped = Vec::new();
    for row in rows {
        watch(&row.name);
        match ask_all(&set, row) {
            Ok(row) => measured.push(row),
            Err(error) if row.is_own || is_damage(&error) => {
                return Err(error.context(format!("row `{}` on {}", row.name, set.name)));
            }
            Err(error) => skipped.push((row.name.clone(), format!("{error:#}"))),
        }
    }
    Ok(Measured {
        set,
        rows: measured,
        skipped,
    })
}

/// Damage and unreadable files concern every row; what else the engine says is the row's affair.
fn is_damage(error: &anyhow::Error) -> bool {
    match error.downcast_ref::<Error>() {
        None | Some(Error::Corrupt { .. } | Error::NotAnIndex { .. }) => true,
        Some(other) => matches!(other, Error::UnsupportedVersion { .. }),
    }
}

fn ask_all(set: &LabelledSet, row: &Row) -> anyhow::Result<MeasuredRow> {
    let calls = Calls::new(set, row);
    let share = set.questions.len().div_ceil(rayon::current_num_threads());
    let asked: Vec<Vec<Asked>> = set
        .questions
        .par_chunks(share.max(1))
        .map(|questions| {
            let bundle = calls.open(&set.bundle)?;
            let asked = questions.iter();
            asked.map(|one| calls.ask(&bundle, set, one)).collect()
        })
        .collect::<anyhow::Result<_>>()?;
    Ok(MeasuredRow {
        row: row.clone(),
        asked: asked.concat(),
        latency: calls.time(set)?,
    })
}

/// What a row says to the engine.
struct Calls {
    compiled: Value,
    search: Value,
    ask: Value,
}

impl Calls {
    fn new(set: &LabelledSet, row: &Row) -> Self {
        let today = ("today", Value::Text(set.today.to_string()));
        let deep = ("topK", Value::Number(CHUNKS));
        Self {
            compiled: row.compiled(),
            search: row.per_call(&[today.clone(), deep]),
            ask: row.per_call(&[today]),
        }
    }

    fn open(&self, bundle: &Path) -> anyhow::Result<Bundle> {
        Bundle::open_with(bundle, &self.compiled)
    }

    fn ask(&self, bundle: &Bundle, set: &LabelledSet, one: &Question) -> anyhow::Result<Asked> {
        let found = nothing_if_empty(bundle.search(&one.text, &self.search))?;
        let answer = nothing_if_empty(bundle.ask(&one.text, &self.ask))?;
        let ranking = found.map(pages).unwrap_or_default();
        let reply = answer.map_or_else(Reply::none, Reply::of);
        Ok(Asked {
            scores: one.is_ranked().then(|| Scores::of(&ranking, &one.relevant)),
            right: reply.is_right(one),
            own_language_first: own_language_first(set, one, &ranking),
            every_language_found: every_language_found(set, one, &ranking),
            ranking,
            reply,
        })
    }

    fn time(&self, set: &LabelledSet) -> anyhow::Result<Latency> {
        let bundle = self.open(&set.bundle)?;
        let count = set.questions.len().min(TIMED);
        let sample = (0..count).map(|n| &set.questions[n * set.questions.len() / count]);
        // The first time is for loading files and filling caches.
        for question in sample.clone() {
            nothing_if_empty(bundle.ask(&question.text, &self.ask))?;
        }
        let mut times = Vec::with_capacity(count);
        for question in sample {
            let start = Instant::now();
            nothing_if_empty(bundle.ask(&question.text, &self.ask))?;
            times.push(start.elapsed().as_secs_f64() * 1000.0);
        }
        times.sort_by(f64::total_cmp);
        let at = |share| quantile(&times, share).unwrap_or_default();
        Ok(Latency {
            p50: at(0.5),
            p95: at(0.95),
        })
    }
}

/// A question without a word finds nothing, which is for the scores to say.
fn nothing_if_empty<T>(result: anyhow::Result<T>) -> anyhow::Result<Option<T>> {
    match result {
        Err(error) if matches!(error.downcast_ref(), Some(Error::EmptyQuestion)) => Ok(None),
        other => other.map(Some),
    }
}

/// The first ten pages, each where its best chunk stands.
fn pages(found: SearchResult) -> Vec<String> {
    let mut pages: Vec<String> = Vec::with_capacity(DEPTH);
    for hit in found.hits {
        if pages.len() == DEPTH {
            break;
        }
        if !pages.contains(&hit.id) {
            pages.push(hit.id);
        }
    }
    pages
}

fn own_language_first(set: &LabelledSet, one: &Question, ranking: &[String]) -> Option<bool> {
    if set.tags().len() < 2 || !one.is_ranked() {
        return None;
    }
    let own = primary_tags(std::slice::from_ref(&one.lang)).pop()?;
    let first = ranking.first().and_then(|page| set.languages.get(page));
    Some(first == Some(&own))
}

fn every_language_found(set: &LabelledSet, one: &Question, ranking: &[String]) -> Option<bool> {
    let tag = |page| set.languages.get(page);
    let mut wanted: Vec<&String> = one.relevant.keys().filter_map(tag).collect();
    wanted.sort_unstable();
    wanted.dedup();
    if wanted.len() < 2 || !one.is_ranked() {
        return None;
    }
    let relevant = ranking
        .iter()
        .filter(|page| one.relevant.contains_key(*page));
    let found: Vec<&String> = relevant.filter_map(tag).collect();
    Some(wanted.iter().all(|tag| found.contains(tag)))
}

impl Reply {
    fn none() -> Self {
        Self {
            answer: None,
            method: Method::None,
            routed_tier: 2,
            confidence: 0.0,
            fact: None,
            top: None,
        }
    }

    fn of(answer: Answer) -> Self {
        Self {
            answer: answer.answer,
            method: answer.method,
            routed_tier: answer.route.tier,
            confidence: answer.confidence,
            fact: answer.fact.map(|fact| fact.question),
            top: answer.hits.into_iter().next().map(|hit| hit.id),
        }
    }

    /// Whether a fact answered that is not the right one; none if nothing is known of facts.
    pub(super) fn is_wrong_fact(&self, question: &Question) -> Option<bool> {
        match (&question.fact, &self.fact) {
            (FactLabel::Unlabelled, _) => None,
            (_, None) => Some(false),
            (FactLabel::NoFact, Some(_)) => Some(true),
            (FactLabel::Is(right), Some(fact)) => Some(right != fact),
        }
    }

    /// Whether the answer is right: a fact by its label, a quotation by the answers that are
    /// known, or else by whether the first page is relevant.
    fn is_right(&self, question: &Question) -> Option<bool> {
        let answer = self.answer.as_ref()?;
        if question.unanswerable {
            return Some(false);
        }
        if self.fact.is_some()
            && let Some(wrong) = self.is_wrong_fact(question)
        {
            return Some(!wrong);
        }
        if !question.answers.is_empty() {
            return Some(holds(answer, question));
        }
        // A fact has a source of its own, which need not be the first page.
        let by_page = self.fact.is_none() && question.is_ranked();
        by_page.then(|| {
            let top = self.top.as_ref();
            top.is_some_and(|page| question.relevant.contains_key(page))
        })
    }
}

/// Whether a text has one of the question's answers, from the beginning of a word on: Turkish
/// adds its suffixes at the end.
fn holds(text: &str, question: &Question) -> bool {
    let language = Language::from_tag(&question.lang);
    let words = |text: &str| format!(" {}", normalise(text, language));
    let text = words(text);
    question
        .answers
        .iter()
        .map(|answer| words(answer))
        .any(|answer| answer.len() > 1 && text.contains(&answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(answer: &str, fact: Option<&str>, top: &str) -> Reply {
        Reply {
            answer: Some(answer.to_owned()),
            fact: fact.map(str::to_owned),
            top: Some(top.to_owned()),
            ..Reply::none()
        }
    }

    fn question() -> Question {
        Question {
            lang: "tr".into(),
            relevant: [("a".to_owned(), 1.0)].into(),
            ..Question::default()
        }
    }

    #[test]
    fn r36_without_known_answers_the_first_page_decides() {
        assert_eq!(reply("x", None, "a").is_right(&question()), Some(true));
        assert_eq!(reply("x", None, "b").is_right(&question()), Some(false));
        assert_eq!(Reply::none().is_right(&question()), None);
        let unanswerable = Question {
            unanswerable: true,
            ..question()
        };
        assert_eq!(reply("x", None, "a").is_right(&unanswerable), Some(false));
        assert_eq!(reply("x", None, "a").is_right(&Question::default()), None);
    }

    #[test]
    fn r36_known_answers_decide_before_the_page_does() {
        let known = Question {
            answers: vec!["1281".into(), "Söğüt’te".into()],
            ..question()
        };
        let right = |answer: &str| reply(answer, None, "a").is_right(&known);
        assert_eq!(right("Osman Bey SÖĞÜT'te doğdu."), Some(true));
        assert_eq!(right("1281'de evlendi"), Some(true));
        assert_eq!(right("Söğütlü"), Some(true));
        assert_eq!(right("11281 kişi"), Some(false));
        // An answer without a word would be in every text.
        let empty = Question {
            answers: vec!["?!".into()],
            ..question()
        };
        assert_eq!(reply("x", None, "a").is_right(&empty), Some(false));
    }

    #[test]
    fn r14_a_fact_is_right_or_wrong_by_its_label() {
        let labelled = |fact| Question { fact, ..question() };
        let said = reply("x", Some("fee?"), "b");
        let right = labelled(FactLabel::Is("fee?".into()));
        let other = labelled(FactLabel::Is("cap?".into()));
        let none = labelled(FactLabel::NoFact);
        assert_eq!(said.is_wrong_fact(&right), Some(false));
        assert_eq!(said.is_wrong_fact(&other), Some(true));
        assert_eq!(said.is_wrong_fact(&none), Some(true));
        assert_eq!(said.is_wrong_fact(&question()), None);
        assert_eq!(reply("x", None, "a").is_wrong_fact(&none), Some(false));
        assert_eq!(said.is_right(&right), Some(true));
        assert_eq!(said.is_right(&other), Some(false));
        assert_eq!(said.is_right(&question()), None);
    }

    #[test]
    fn r40_a_page_stands_where_its_best_chunk_does() {
        let hit = |id: &str| soru::hit::Hit {
            id: id.into(),
            ..Default::default()
        };
        let found = SearchResult {
            hits: ["b", "a", "b", "c"].map(hit).to_vec(),
            intent: String::new(),
            lang: String::new(),
            warnings: Vec::new(),
            rerank_failed: false,
            trace: None,
        };
        assert_eq!(pages(found), ["b", "a", "c"]);
    }
}
