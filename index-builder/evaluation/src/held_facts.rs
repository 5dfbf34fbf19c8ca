//! Turns questions into facts, to measure how often a table of facts answers wrongly (R14).
//!
//! The first question about every other page becomes a fact, whose answer is the beginning of the
//! page. All other questions are asked. A question about a page with a fact should get that fact; a
//! question about another page should get none, however similar it is to a fact. If two pages have
//! the same content, the labels cannot show it, but wrong facts are few enough to be read.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use soru::text::{Language, fold, normalise, sentences};

use super::questions::{FactLabel, Question};

/// The maximum length of an answer in characters, up to the end of a sentence.
const ANSWER: usize = 300;

/// The data of a page that a fact needs.
#[derive(Debug, Clone, Default)]
pub(super) struct PageText {
    pub(super) text: String,
    pub(super) url: String,
}

/// A fact in the format of its file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct FactLine {
    question: String,
    answer: String,
    source_url: String,
    lang: String,
}

/// Facts, and the remaining questions, each labelled with the facts that answer it.
pub(super) fn hold_out(
    questions: &[Question],
    pages: &BTreeMap<String, PageText>,
) -> (Vec<FactLine>, Vec<Question>) {
    let mut facts: BTreeMap<String, FactLine> = BTreeMap::new();
    let mut seen: Vec<&String> = Vec::new();
    let mut wordings = BTreeSet::new();
    let mut asked = Vec::new();
    for (number, question) in questions.iter().enumerate() {
        let page = best_page(question).filter(|page| !seen.contains(page));
        let is_chosen = page.is_some() && seen.len().is_multiple_of(2);
        seen.extend(page);
        let fact = page
            .filter(|_| is_chosen && wordings.insert(wording(question)))
            .and_then(|page| Some((page, fact(question, pages.get(page)?, number)?)));
        if let Some((page, fact)) = fact {
            facts.insert(page.clone(), fact);
        } else {
            asked.push(question.clone());
        }
    }
    for question in &mut asked {
        question.fact = label(question, &facts);
        question.tier = None;
    }
    (facts.into_values().collect(), asked)
}

/// The most relevant page of a question.
fn best_page(question: &Question) -> Option<&String> {
    let pages = question.relevant.iter().filter(|_| question.is_ranked());
    // This takes the first of equal pages.
    let best = pages.rev().max_by(|a, b| a.1.total_cmp(b.1));
    best.map(|(page, _)| page)
}

/// The wording that two facts must not share.
fn wording(question: &Question) -> String {
    fold(&normalise(
        &question.text,
        Language::from_tag(&question.lang),
    ))
}

fn fact(question: &Question, page: &PageText, number: usize) -> Option<FactLine> {
    let answer = beginning(&page.text);
    let source_url = match page.url.as_str() {
        "" => format!("pages/{number}.html"),
        url => url.to_owned(),
    };
    (!answer.is_empty()).then(|| FactLine {
        question: question.text.clone(),
        answer: answer.to_owned(),
        source_url,
        lang: question.lang.clone(),
    })
}

/// Returns the first sentences of a text, at least one.
fn beginning(text: &str) -> &str {
    let ends = sentences(text).into_iter().map(|sentence| sentence.end);
    let fits = |end: &usize| text[..*end].chars().count() <= ANSWER;
    let ends: Vec<usize> = ends.collect();
    let end = ends.iter().copied().rfind(fits);
    let end = end.or(ends.first().copied()).unwrap_or(text.len());
    text[..end].trim()
}

fn label(question: &Question, facts: &BTreeMap<String, FactLine>) -> FactLabel {
    let right = question.relevant.keys().filter_map(|page| facts.get(page));
    let right: Vec<String> = right.map(|fact| fact.question.clone()).collect();
    if right.is_empty() {
        FactLabel::NoFact
    } else {
        FactLabel::OneOf(right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(text: &str, pages: &[&str]) -> Question {
        Question {
            text: text.into(),
            lang: "en".into(),
            relevant: pages.iter().map(|page| ((*page).to_owned(), 1.0)).collect(),
            ..Question::default()
        }
    }

    fn pages(names: &[&str]) -> BTreeMap<String, PageText> {
        let page = |name: &&str| {
            let page = PageText {
                text: format!("This is {name}. More of it."),
                ..PageText::default()
            };
            ((*name).to_owned(), page)
        };
        names.iter().map(page).collect()
    }

    #[test]
    fn r14_every_other_page_becomes_a_fact_and_the_rest_are_questions() {
        let questions = vec![
            question("a one?", &["a"]),
            question("b one?", &["b"]),
            question("a two?", &["a"]),
            question("c one?", &["c"]),
            question("b and c?", &["b", "c"]),
            question("neither?", &[]),
        ];
        let (facts, asked) = hold_out(&questions, &pages(&["a", "b", "c"]));
        let made: Vec<&str> = facts.iter().map(|fact| fact.question.as_str()).collect();
        assert_eq!(made, ["a one?", "c one?"]);
        assert_eq!(facts[0].answer, "This is a. More of it.");
        let labels: Vec<(&str, &FactLabel)> = asked
            .iter()
            .map(|question| (question.text.as_str(), &question.fact))
            .collect();
        let one_of = |fact: &str| FactLabel::OneOf(vec![fact.to_owned()]);
        assert_eq!(
            labels,
            [
                ("b one?", &FactLabel::NoFact),
                ("a two?", &one_of("a one?")),
                ("b and c?", &one_of("c one?")),
                ("neither?", &FactLabel::NoFact),
            ]
        );
    }

    // The builder rejects two facts that answer the same question differently.
    #[test]
    fn r16_no_two_facts_have_the_same_wording() {
        let questions = vec![
            question("What is it?", &["a"]),
            question("b?", &["b"]),
            question("WHAT IS IT", &["c"]),
        ];
        let (facts, asked) = hold_out(&questions, &pages(&["a", "b", "c"]));
        assert_eq!(facts.len(), 1);
        assert_eq!(asked.len(), 2);
    }

    #[test]
    fn an_answer_is_as_many_sentences_as_fit_but_one_at_least() {
        let long = "Word".to_owned() + &" word".repeat(100) + ". Next.";
        assert_eq!(beginning(&long), long.strip_suffix(" Next.").unwrap());
        let short = "One. Two. ".to_owned() + &long;
        assert_eq!(beginning(&short), "One. Two.");
        assert_eq!(beginning(""), "");
    }
}
