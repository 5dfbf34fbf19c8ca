//! A question as the matching of facts sees it: content words, numbers, negation, kind.

use super::super::phrase::{Keyed, contradicts, keyed_words, normalised};
use super::super::question_kind::{QuestionKind, asks_how_it_works, kind_of};
use super::inflection::share_a_noun;
use super::lexicon::{Lexicon, Meaning};
use crate::query::Query;
use crate::text::{Language, holds};

/// The words of a question as matching sees them.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) content: Vec<FactWord>,
    pub(super) kind: QuestionKind,
    negated: bool,
    modality: Modality,
}

/// A word and what it means.
#[derive(Debug, Clone)]
pub(super) struct FactWord {
    pub(super) word: Keyed,
    pub(super) meaning: Meaning,
    pub(super) language: Language,
}

impl FactWord {
    /// Whether the words mean the same and are others.
    pub(super) fn means(&self, known: &Self) -> bool {
        self.meaning != 0 && self.meaning == known.meaning
    }

    /// Whether the words are the same, inflected or not.
    pub(super) fn is(&self, known: &Self) -> bool {
        self.word.matches(&known.word)
            || (self.language == Language::Turkish
                && known.language == Language::Turkish
                && !contradicts(&self.word.surface, &known.word.surface)
                && share_a_noun(&self.word.key, &known.word.key))
    }
}

/// Whether a question asks what is allowed or what is demanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Modality {
    Neither,
    Allowed,
    Demanded,
}

/// The question as it reads in each language of its readings.
#[derive(Debug)]
pub(super) struct Asked {
    readings: Vec<(Language, String, Words)>,
}

impl Asked {
    pub(super) fn new(query: &Query, lexicon: &Lexicon) -> Self {
        let languages = [Language::Turkish, Language::English, Language::Other];
        let readings = languages
            .into_iter()
            .map(|language| {
                let words = Words::new(&query.text, language, lexicon);
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
    pub(super) fn new(text: &str, language: Language, lexicon: &Lexicon) -> Self {
        let mut all = keyed_words(text, language);
        let kind = kind_of(&all, language);
        let negated = all.iter().any(|word| negates(&word.key));
        let modality = Modality::of(&all);
        // "How does it work?" asks what it is, and not about work.
        if asks_how_it_works(&all) {
            all.pop();
        }
        let meanings = lexicon.meanings(&all, language);
        let mut content: Vec<FactWord> = Vec::new();
        for (word, meaning) in all.into_iter().zip(meanings) {
            let known = content.iter().any(|other| other.word.key == word.key);
            let stops = lexicon.stop_words.contains(&word.surface, language);
            if !known && (!stops || tells_apart(&word)) {
                content.push(FactWord {
                    word,
                    meaning,
                    language,
                });
            }
        }
        Self {
            content,
            kind,
            negated,
            modality,
        }
    }

    pub(super) fn holds(&self, word: &FactWord) -> bool {
        self.content.iter().any(|own| word.is(own))
    }

    /// A negation on one side, or one asks what is allowed and the other what is demanded.
    pub(super) fn contradicts(&self, known: &Self) -> bool {
        let differ = self.modality != known.modality
            && self.modality != Modality::Neither
            && known.modality != Modality::Neither;
        self.negated != known.negated || differ
    }
}

impl Modality {
    fn of(words: &[Keyed]) -> Self {
        const ALLOWED: &str = " can could may might allowed permitted ";
        const DEMANDED: &str = " must should required mandatory compulsory zorunda zorunlu sart ";
        let among = |list: &str| {
            words
                .iter()
                .any(|word| holds(list, &format!(" {} ", word.key)))
        };
        // `do I have to`
        let pairs = words.windows(2);
        let has_to = pairs.into_iter().any(|pair| {
            matches!(pair[0].key.as_str(), "have" | "has" | "need") && pair[1].key == "to"
        });
        if has_to || among(DEMANDED) {
            Self::Demanded
        } else if among(ALLOWED) {
            Self::Allowed
        } else {
            Self::Neither
        }
    }
}

/// Whether a word, by its fold key, turns a question round. Turkish negates in the verb:
/// `ödemeyen`, `yapılmaz`, `girmezsem`.
fn negates(key: &str) -> bool {
    const ENDINGS: &str = "mayan mayanlar meyen meyenler maz mez mazsa mezse mazsam mezsem \
        madan meden mamis memis";
    let longer = |end: &str| key.len() > end.len() + 2 && key.ends_with(end);
    NEGATIONS.contains(&key) || ENDINGS.split_whitespace().any(longer)
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
    const CONTRASTS: [&str; 15] = [
        "off", "before", "after", "under", "over", "until", "once", "other", "id", "sonra", "once",
        "ic", "dis", "karsi", "diger",
    ];
    CONTRASTS.contains(&word.key.as_str())
}
