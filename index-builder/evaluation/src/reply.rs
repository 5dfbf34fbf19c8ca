//! Replies: the text that a visitor would read, and whether it is right.

use soru::Answer;
use soru::answer::Method;
use soru::text::{Language, normalise};

use super::questions::{FactLabel, Question};

/// The reply to a visitor.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The answer, if one was given.
    pub answer: Option<String>,
    /// The method that gave it.
    pub method: Method,
    /// The tier chosen by the router.
    pub routed_tier: u8,
    /// Confidence, 0 to 1.
    pub confidence: f64,
    /// The question of the fact that answered.
    pub fact: Option<String>,
    /// The first page.
    pub top: Option<String>,
}

impl Reply {
    /// The reply to a question that the engine rejects.
    pub(super) fn none() -> Self {
        Self {
            answer: None,
            method: Method::None,
            routed_tier: 2,
            confidence: 0.0,
            fact: None,
            top: None,
        }
    }

    pub(super) fn of(answer: Answer) -> Self {
        Self {
            answer: answer.answer,
            method: answer.method,
            routed_tier: answer.route.tier,
            confidence: answer.confidence,
            fact: answer.fact.map(|fact| fact.question),
            top: answer.hits.into_iter().next().map(|hit| hit.id),
        }
    }

    /// Whether a wrong fact answered; none without a label about facts.
    pub(super) fn is_wrong_fact(&self, question: &Question) -> Option<bool> {
        match (&question.fact, &self.fact) {
            (FactLabel::Unlabelled, _) => None,
            (_, None) => Some(false),
            (FactLabel::NoFact, Some(_)) => Some(true),
            (FactLabel::OneOf(right), Some(fact)) => Some(!right.contains(fact)),
        }
    }

    /// Whether the answer is right. A fact is judged by its label, a quotation by the known
    /// answers, or else by whether the first page is relevant.
    pub(super) fn is_right(&self, question: &Question) -> Option<bool> {
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
        // A fact has a separate source, which may differ from the first page.
        let by_page = self.fact.is_none() && question.is_ranked();
        by_page.then(|| {
            let top = self.top.as_ref();
            top.is_some_and(|page| question.relevant.contains_key(page))
        })
    }
}

/// Whether a text contains one of the question's answers, beginning at the start of a word. Words
/// may continue after it, because Turkish adds suffixes.
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
        // Every text would contain an empty answer.
        let empty = Question {
            answers: vec!["?!".into()],
            ..question()
        };
        assert_eq!(reply("x", None, "a").is_right(&empty), Some(false));
    }

    #[test]
    fn r14_a_fact_is_right_or_wrong_by_its_label() {
        let labelled = |fact| Question { fact, ..question() };
        let reply_of = reply("x", Some("fee?"), "b");
        let right = labelled(FactLabel::OneOf(vec!["fee?".into()]));
        let other = labelled(FactLabel::OneOf(vec!["cap?".into()]));
        let none = labelled(FactLabel::NoFact);
        assert_eq!(reply_of.is_wrong_fact(&right), Some(false));
        assert_eq!(reply_of.is_wrong_fact(&other), Some(true));
        assert_eq!(reply_of.is_wrong_fact(&none), Some(true));
        assert_eq!(reply_of.is_wrong_fact(&question()), None);
        assert_eq!(reply("x", None, "a").is_wrong_fact(&none), Some(false));
        assert_eq!(reply_of.is_right(&right), Some(true));
        assert_eq!(reply_of.is_right(&other), Some(false));
        assert_eq!(reply_of.is_right(&question()), None);
    }
}
