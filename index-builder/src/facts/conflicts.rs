//! Conflicts between facts.
//!
//! Two facts that answer the same question differently are an error, since it would be undecided
//! which one is shown. Two identical answers are a warning. An expired fact is never answered as
//! current, so last year's fee may remain beside this year's.

use std::collections::{BTreeSet, HashMap};

use soru::Fact;
use soru::text::{Language, fold, normalise};
use soru_files::place::{Place, Problem};

use super::Frame;
use super::validate::day;

/// Relations of facts to each other and to the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Concern {
    /// Two facts answer the same question differently.
    Contradiction,
    /// Two facts answer the same question identically.
    Duplicate,
    /// The expiry date has passed.
    Expired,
    /// The expiry date is before the date of the last check.
    OutOfOrder,
}

/// All concerns, with their places.
pub(super) fn concerns(facts: &[(Fact, Place)], frame: &Frame) -> Vec<(Concern, Problem)> {
    let expired = expired(facts, frame).into_iter();
    let mut concerns: Vec<(Concern, Problem)> =
        expired.map(|problem| (Concern::Expired, problem)).collect();
    let mixed_up = out_of_order(facts).into_iter();
    concerns.extend(mixed_up.map(|problem| (Concern::OutOfOrder, problem)));
    for (first, second, question) in same_questions(facts, frame) {
        let ((one, place), (other, later)) = (&facts[first], &facts[second]);
        if is_expired(one, frame) || is_expired(other, frame) {
            continue;
        }
        if key(&one.answer, &one.lang, frame) == key(&other.answer, &other.lang, frame) {
            let message = format!("`{question}` already has the same answer at {place}");
            concerns.push((Concern::Duplicate, later.problem(message)));
        } else {
            let message = format!(
                "`{question}` has a different answer at {place}: \"{}\" here, \"{}\" there",
                shortened(&other.answer),
                shortened(&one.answer)
            );
            concerns.push((Concern::Contradiction, later.problem(message)));
        }
    }
    concerns
}

fn expired(facts: &[(Fact, Place)], frame: &Frame) -> Vec<Problem> {
    let expired = facts.iter().filter(|(fact, _)| is_expired(fact, frame));
    expired
        .map(|(fact, place)| {
            place.problem(format!(
                "expired on {}: `{}` is no longer shown as current. Check the source and update \
                 the dates, or remove the fact",
                fact.valid_until, fact.question
            ))
        })
        .collect()
}

/// A fact may have been checked after its expiry, but more often two dates were mixed up.
fn out_of_order(facts: &[(Fact, Place)]) -> Vec<Problem> {
    let dated = facts.iter().filter_map(|(fact, place)| {
        let (checked, until) = day(&fact.checked_on).zip(day(&fact.valid_until))?;
        (until < checked).then(|| {
            place.problem(format!(
                "`valid_until` ({until}) is before `checked_on` ({checked}): check whether the \
                 two are swapped"
            ))
        })
    });
    dated.collect()
}

fn is_expired(fact: &Fact, frame: &Frame) -> bool {
    day(&fact.valid_until).is_some_and(|until| until < frame.today)
}

/// Limits the report and the work: a thousand facts with one question are half a million pairs.
const MOST_PAIRS: usize = 10_000;

/// Pairs of facts that share a question or alias, each pair once, with the shared question.
fn same_questions(facts: &[(Fact, Place)], frame: &Frame) -> Vec<(usize, usize, String)> {
    let mut asked: HashMap<String, Vec<usize>> = HashMap::new();
    let mut pairs = BTreeSet::new();
    let mut found = Vec::new();
    for (second, (fact, _)) in facts.iter().enumerate() {
        for question in std::iter::once(&fact.question).chain(&fact.aliases) {
            let askers = asked.entry(key(question, &fact.lang, frame)).or_default();
            for first in askers.iter().copied().filter(|first| *first != second) {
                if pairs.insert((first, second)) {
                    found.push((first, second, question.clone()));
                }
                if found.len() >= MOST_PAIRS {
                    return found;
                }
            }
            askers.push(second);
        }
    }
    found
}

/// A key that ignores case, accents and punctuation, per language.
fn key(text: &str, lang: &str, frame: &Frame) -> String {
    let default = frame.languages.first().map_or("en", String::as_str);
    let lang = if lang.is_empty() { default } else { lang };
    format!(
        "{lang} {}",
        fold(&normalise(text, Language::from_tag(lang)))
    )
}

fn shortened(text: &str) -> String {
    let line = text.replace('\n', " ");
    if line.chars().count() <= 60 {
        return line;
    }
    line.chars().take(59).chain(['…']).collect()
}
