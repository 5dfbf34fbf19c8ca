//! Whole questions: those that facts answer, and the site's sample questions.

use super::ranked::Ranked;
use super::typed::Fit;
use super::{Completion, CompletionKind, Suggester, Typed};
use crate::fact::Fact;
use crate::index::Index;
use crate::needs::Attempt;
use crate::text::primary;

/// A sample question of the site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SampleQuestion {
    /// The language in which it is shown; empty for all languages.
    pub lang: String,
    /// The question.
    pub text: String,
}

/// Proposes the site's sample questions, then the questions of its facts.
#[derive(Debug)]
pub struct Questions {
    questions: Vec<Question>,
    samples: usize,
}

#[derive(Debug)]
struct Question {
    /// Its wordings; the first one that continues the typed text is proposed.
    texts: Vec<String>,
    lang: String,
    valid_until: String,
}

impl Questions {
    /// Creates it for the facts of a site; those without a language are in `default_lang`.
    #[must_use]
    pub fn new(samples: &[SampleQuestion], facts: &[Fact], default_lang: &str) -> Self {
        let mut questions: Vec<Question> = Vec::with_capacity(samples.len() + facts.len());
        for sample in samples {
            questions.push(Question {
                texts: vec![sample.text.clone()],
                lang: primary(&sample.lang),
                valid_until: String::new(),
            });
        }
        for fact in facts {
            let lang = if fact.lang.is_empty() {
                default_lang
            } else {
                &fact.lang
            };
            let mut texts = vec![fact.question.clone()];
            texts.extend_from_slice(&fact.aliases);
            questions.push(Question {
                texts,
                lang: primary(lang),
                valid_until: fact.valid_until.clone(),
            });
        }
        Self {
            questions,
            samples: samples.len(),
        }
    }
}

impl Question {
    fn fit(&self, typed: &Typed) -> Option<(Fit, &str)> {
        if typed.is_empty() {
            return Some((Fit::Begins, self.texts.first()?));
        }
        let mut fits = self
            .texts
            .iter()
            .filter_map(|text| Some((typed.fit(text)?, text.as_str())));
        fits.next()
    }

    /// ISO days compare as texts.
    fn is_current(&self, today: Option<&str>) -> bool {
        let until = self.valid_until.as_str();
        until.is_empty() || today.is_none_or(|today| until >= today)
    }
}

impl Suggester for Questions {
    fn name(&self) -> &'static str {
        "questions"
    }

    fn suggest(&self, _: &Index, typed: &Typed, limit: usize) -> Attempt<Vec<Completion>> {
        let mut ranked = Ranked::new(limit);
        // For an empty text, the site's own sample questions.
        let asked = if typed.is_empty() {
            self.samples
        } else {
            self.questions.len()
        };
        for (number, question) in self.questions.iter().take(asked).enumerate() {
            if let Some((fit, text)) = question.fit(typed)
                && question.is_current(typed.today())
            {
                let rank = u32::from(typed.is_foreign(&question.lang)) << 1 | fit as u32;
                ranked.offer(rank, text, number);
            }
        }
        let completion = |(text, number): (&str, usize)| {
            let lang = &self.questions[number].lang;
            let lang = if lang.is_empty() { typed.lang() } else { lang };
            Completion {
                text: text.to_owned(),
                kind: CompletionKind::Question,
                url: None,
                lang: lang.to_owned(),
            }
        };
        Ok(ranked.into_places().map(completion).collect())
    }
}
