//! Finds questions that need no suggestion, because a fact answers them or the same answer is
//! already suggested.

use std::collections::HashMap;

use soru::Fact;
use soru::text::StopWords;

use crate::log::QuestionSignature;
use crate::questions::essence;

/// Facts and suggestions by language.
#[derive(Debug)]
pub struct KnownFacts {
    stop_words: StopWords,
    default_lang: String,
    asked: HashMap<String, Vec<AskedSection>>,
}

/// One wording of a question.
#[derive(Debug)]
struct AskedSection {
    gist: QuestionSignature,
    essence: String,
    /// The answer of a suggestion; none for a fact, because somebody has checked its answer.
    answer: Option<String>,
}

impl KnownFacts {
    /// Facts without a language have this one.
    pub fn new(default_lang: &str) -> Self {
        Self {
            stop_words: StopWords::default_lists(),
            default_lang: default_lang.to_owned(),
            asked: HashMap::new(),
        }
    }

    /// Adds a fact of the site.
    pub fn add_fact(&mut self, fact: &Fact) {
        self.add(fact, None);
    }

    /// Adds a suggestion. The same question with another answer can still be suggested, since a
    /// page may have changed or two pages may contradict each other.
    pub fn add_suggestion(&mut self, fact: &Fact) {
        self.add(fact, Some(&essence(&fact.answer)));
    }

    fn add(&mut self, fact: &Fact, answer: Option<&String>) {
        let lang = self.lang(&fact.lang).to_owned();
        for question in std::iter::once(&fact.question).chain(&fact.aliases) {
            let asked = AskedSection {
                gist: QuestionSignature::of(question, &lang, &self.stop_words),
                essence: essence(question),
                answer: answer.cloned(),
            };
            self.asked.entry(lang.clone()).or_default().push(asked);
        }
    }

    /// Whether a question is known: it has the letters of a known one, or its words in any
    /// inflection and order, its figures and its kind.
    pub fn has(&self, question: &str, lang: &str, answer: &str) -> bool {
        let lang = self.lang(lang);
        let Some(known) = self.asked.get(lang) else {
            return false;
        };
        let gist = QuestionSignature::of(question, lang, &self.stop_words);
        let (essence, answer) = (essence(question), essence(answer));
        known.iter().any(|known| {
            let is_answered = known.answer.as_ref().is_none_or(|own| *own == answer);
            is_answered && (known.essence == essence || known.gist.is_same(&gist))
        })
    }

    fn lang<'l>(&'l self, lang: &'l str) -> &'l str {
        if lang.is_empty() {
            &self.default_lang
        } else {
            lang
        }
    }
}
