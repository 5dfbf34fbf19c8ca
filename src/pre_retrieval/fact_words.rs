//! A question as the matching of facts sees it: content words, numbers, negation, kind.

use super::phrase::{Keyed, keyed_words, normalised};
use super::question_kind::{QuestionKind, kind_of};
use crate::query::Query;
use crate::text::{Language, StopWords};

/// The words of a question as matching sees them.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) content: Vec<Keyed>,
    pub(super) numbers: Vec<String>,
    pub(super) negated: bool,
    pub(super) kind: QuestionKind,
}

/// The question as it reads in each language of its readings.
pub(super) struct Asked {
    readings: Vec<(Language, String, Words)>,
}

impl Asked {
    pub(super) fn new(query: &Query, stop_words: &StopWords) -> Self {
        let languages = [Language::Turkish, Language::English, Language::Other];
        let readings = languages
            .into_iter()
            .map(|language| {
                let words = Words::new(&query.text, language, stop_words);
                (language, normalised(&query.text, language), words)
            })
            .collect();
        Self { readings }
    }

    pub(super) fn in_language(&self, language: Language) -> (&str, &Words) {
        let found = self.readings.iter().find(|(own, ..)| *own == language);
        let (_, normalised, words) = found.unwrap_or(&self.readings[0]);
        (normalised, words)
    }
}

impl Words {
    pub(super) fn new(text: &str, language: Language, stop_words: &StopWords) -> Self {
        let all = keyed_words(text, language);
        let kind = kind_of(&all, language);
        // Codes as well: what holds of form I-129 does not hold of form I-130.
        let is_number = |word: &Keyed| word.key.bytes().any(|b| b.is_ascii_digit());
        let numbers = all
            .iter()
            .filter(|word| is_number(word))
            .map(|w| w.stem.clone())
            .collect();
        let negated = all
            .iter()
            .any(|word| NEGATIONS.contains(&word.key.as_str()));
        let mut content: Vec<Keyed> = Vec::new();
        for word in all {
            let known = content.iter().any(|other| other.key == word.key);
            let light = stop_words.contains(&word.surface, language) && !tells_apart(&word);
            if !known && !light {
                content.push(word);
            }
        }
        Self {
            content,
            numbers,
            negated,
            kind,
        }
    }

    pub(super) fn holds(&self, word: &Keyed) -> bool {
        self.content.iter().any(|own| word.matches(own))
    }

    /// Numbers the fact does not share, a negation on one side, another kind of question.
    pub(super) fn rules_out(&self, known: &Self) -> bool {
        let foreign_number = self
            .numbers
            .iter()
            .any(|number| !known.numbers.contains(number));
        self.content.is_empty()
            || foreign_number
            || self.negated != known.negated
            || !self.kind.agrees_with(known.kind)
    }
}

/// Fold keys of words that turn a question round.
const NEGATIONS: [&str; 30] = [
    "not",
    "no",
    "never",
    "without",
    "dont",
    "cant",
    "cannot",
    "isnt",
    "arent",
    "doesnt",
    "wont",
    "wasnt",
    "werent",
    "didnt",
    "hasnt",
    "havent",
    "shouldnt",
    "couldnt",
    "wouldnt",
    "except",
    "excluding",
    "degil",
    "yok",
    "olmadan",
    "olmayan",
    "haric",
    "disinda",
    "hic",
    "hicbir",
    "olmaksizin",
];

/// Stop words that make another question of the same content words all the same.
fn tells_apart(word: &Keyed) -> bool {
    const CONTRASTS: [&str; 12] = [
        "off", "before", "after", "during", "under", "over", "until", "once", "sonra", "ic", "dis",
        "karsi",
    ];
    CONTRASTS.contains(&word.key.as_str())
}
