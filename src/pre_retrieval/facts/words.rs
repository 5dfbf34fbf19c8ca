//! A question as fact matching reads it: its distinguishing words, and its kind.

use super::super::question_kind::{QuestionKind, kind_of};
use super::inflection::share_a_noun;
use super::lexicon::{Lexicon, Meaning};
use crate::language::OwnList;
use crate::query::Query;
use crate::query::{Keyed, contradicts, keyed_words, normalised};
use crate::text::{Language, tells_apart};

/// The words of a question for matching.
#[derive(Debug)]
pub(super) struct QuestionWords {
    pub(super) content: Vec<FactWord>,
    pub(super) kind: QuestionKind,
    /// Whether the question states what it asks. A keyword only names a subject.
    pub(super) is_specific: bool,
}

/// A word and its meaning.
#[derive(Debug, Clone)]
pub(super) struct FactWord {
    pub(super) word: Keyed,
    pub(super) meaning: Meaning,
    pub(super) language: Language,
    /// Whether it is a function word, which does not contribute to the subject.
    pub(super) is_function: bool,
    /// Whether a question with this word differs from one without it, however many words they
    /// share: a figure, a code, a negation, a modal verb, a tense.
    pub(super) tells_apart: bool,
}

impl FactWord {
    /// Returns whether the words differ but mean the same.
    pub(super) fn means(&self, known: &Self) -> bool {
        self.meaning != 0 && self.meaning == known.meaning
    }

    /// Returns whether it is a name of letters and figures, such as `h1b`.
    pub(super) fn is_code(&self) -> bool {
        let key = self.word.key.as_bytes();
        key.iter().any(u8::is_ascii_digit) && key.iter().any(u8::is_ascii_alphabetic)
    }

    /// Returns whether the words are the same, inflected or not.
    pub(super) fn is(&self, known: &Self, lexicon: &Lexicon) -> bool {
        let endings = lexicon.words.of(self.language, OwnList::NounEndings);
        self.word.matches(&known.word)
            || (self.language == known.language
                && !endings.is_empty()
                && !contradicts(&self.word.surface, &known.word.surface)
                && share_a_noun(&self.word.key, &known.word.key, endings))
    }
}

/// The question in each language of its readings.
#[derive(Debug, Default)]
pub(super) struct Asked {
    readings: Vec<(Language, String, QuestionWords)>,
}

impl Asked {
    pub(super) fn new(query: &Query, lexicon: &Lexicon) -> Self {
        let languages = Language::EVERY;
        let readings = languages
            .into_iter()
            .map(|language| {
                let read = query.readings.iter().find(|own| own.language == language);
                let words = match read {
                    Some(reading) => reading.words.clone(),
                    None => keyed_words(&query.text, language),
                };
                let words = QuestionWords::new(words, language, lexicon);
                (language, normalised(&query.text, language), words)
            })
            .collect();
        Self { readings }
    }

    pub(super) fn in_language(&self, language: Language) -> (&str, &QuestionWords) {
        let found = self.readings.iter().find(|(own, ..)| *own == language);
        let (_, normalised, words) = found.unwrap_or(&self.readings[0]);
        (normalised, words)
    }
}

impl QuestionWords {
    pub(super) fn new(all: Vec<Keyed>, language: Language, lexicon: &Lexicon) -> Self {
        let kind = kind_of(&all, language, &lexicon.words);
        let meanings = lexicon.meanings(&all, language);
        let is_long = all.len() > 2;
        let mut content: Vec<FactWord> = Vec::new();
        for (word, meaning) in all.into_iter().zip(meanings) {
            let is_function = lexicon.stop_words.contains(&word.surface, language);
            let tells_apart = tells_apart(&word.key, language, &lexicon.words);
            // `Optional Practical Training` counts as one word if it means the same as `OPT`.
            let is_known = { content.iter() }.any(|other| {
                other.word.key == word.key || (meaning != 0 && other.meaning == meaning)
            });
            let says_nothing = (is_function && !tells_apart) || lexicon.is_light(&word);
            if !is_known && !says_nothing {
                content.push(FactWord {
                    word,
                    meaning,
                    language,
                    is_function,
                    tells_apart,
                });
            }
        }
        let subjects = content.iter().filter(|word| !word.is_function).count();
        let asks = is_long && kind != QuestionKind::Open;
        Self {
            content,
            kind,
            is_specific: subjects > 1 || (subjects == 1 && asks),
        }
    }

    /// Returns the words of the question's subject.
    pub(super) fn subjects(&self) -> impl Iterator<Item = &FactWord> {
        self.content.iter().filter(|word| !word.is_function)
    }

    /// Returns whether all of these are among the words.
    pub(super) fn hold_all(&self, other: &Self, lexicon: &Lexicon) -> bool {
        let mut words = other.content.iter();
        words.all(|word| self.content.iter().any(|own| word.is(own, lexicon)))
    }
}
