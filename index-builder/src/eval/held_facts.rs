//! Turns questions into facts, to measure how often a table of facts answers wrongly (R14).
//!
//! The first question about every other page becomes a fact, whose answer is the beginning of the
//! page; all other questions are asked. A question about a page with a fact should get that fact;
//! one about another page should get none, however similar it is to a fact. Where two pages have
//! the same content, the labels cannot show it: wrong facts are few enough to be read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

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
    aliases: Vec<String>,
    lang: String,
}

/// Facts, and the remaining questions, each labelled with the facts that answer it. `phrasings` is
/// the number of questions about a page that form its fact; none: one, of every other page.
pub(super) fn hold_out(
    questions: &[Question],
    pages: &BTreeMap<String, PageText>,
    phrasings: Option<usize>,
) -> (Vec<FactLine>, Vec<Question>) {
    let mut facts: BTreeMap<String, FactLine> = BTreeMap::new();
    let mut seen: Vec<&String> = Vec::new();
    let mut wordings = BTreeSet::new();
    let mut asked = Vec::new();
    for (number, question) in questions.iter().enumerate() {
        let page = best_page(question);
        let is_new = page.is_some_and(|page| !seen.contains(&page));
        let order = seen.len();
        seen.extend(page.filter(|_| is_new));
        let known = page.and_then(|page| facts.get_mut(page));
        if let Some(fact) = known.filter(|fact| fact.aliases.len() + 1 < phrasings.unwrap_or(1)) {
            if wordings.insert(wording(question)) {
                fact.aliases.push(question.text.clone());
            }
            continue;
        }
        let is_chosen = is_new && (phrasings.is_some() || order.is_multiple_of(2));
        let fact = page
            .filter(|_| is_chosen && wordings.insert(wording(question)))
            .and_then(|page| {
                let text = pages.get(page)?;
                Some((page, fact(question, text, number, phrasings.is_some())?))
            });
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

/// The questions of another set, whose pages are absent, labelled as without a fact.
pub(super) fn strangers(set: &Path, questions: &[Question]) -> Vec<Question> {
    let name = set.display();
    let strangers = questions.iter().map(|question| Question {
        id: format!("{name}#{}", question.id),
        text: question.text.clone(),
        lang: question.lang.clone(),
        fact: FactLabel::NoFact,
        ..Question::default()
    });
    strangers.collect()
}

/// The most relevant page of a question.
fn best_page(question: &Question) -> Option<&String> {
    let pages = question.relevant.iter().filter(|_| question.is_ranked());
    // Takes the first of equals.
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

fn fact(question: &Question, page: &PageText, number: usize, whole: bool) -> Option<FactLine> {
    let answer = if whole {
        page.text.trim()
    } else {
        beginning(&page.text)
    };
    let source_url = match page.url.as_str() {
        "" => format!("pages/{number}.html"),
        url => url.to_owned(),
    };
    (!answer.is_empty()).then(|| FactLine {
        question: question.text.clone(),
        answer: answer.to_owned(),
        source_url,
        aliases: Vec::new(),
        lang: question.lang.clone(),
    })
}

/// The first sentences of a text, at least one.
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
        let (facts, asked) = hold_out(&questions, &pages(&["a", "b", "c"]), None);
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

    #[test]
    fn r14_the_first_questions_about_each_page_are_wordings_of_its_fact() {
        let questions = vec![
            question("a one?", &["a"]),
            question("b one?", &["b"]),
            question("a two?", &["a"]),
            question("A ONE", &["b"]),
            question("a three?", &["a"]),
        ];
        let (facts, asked) = hold_out(&questions, &pages(&["a", "b"]), Some(2));
        assert_eq!(facts[0].question, "a one?");
        assert_eq!(facts[0].aliases, ["a two?"]);
        assert_eq!(facts[0].answer, "This is a. More of it.");
        // Another fact has that wording already.
        assert!(facts[1].aliases.is_empty());
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0].fact, FactLabel::OneOf(vec!["a one?".to_owned()]));
        let others = strangers(Path::new("set"), &questions[..1]);
        assert_eq!(others[0].fact, FactLabel::NoFact);
        assert!(others[0].relevant.is_empty() && others[0].id.starts_with("set#"));
    }

    // The builder rejects two facts that answer the same question differently.
    #[test]
    fn r16_no_two_facts_have_the_same_wording() {
        let questions = vec![
            question("What is it?", &["a"]),
            question("b?", &["b"]),
            question("WHAT IS IT", &["c"]),
        ];
        let (facts, asked) = hold_out(&questions, &pages(&["a", "b", "c"]), None);
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
