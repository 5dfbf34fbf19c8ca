//! A question as the stages see it: its words, their forms and weights, per language.

mod matcher;
mod phrase;

use serde::{Serialize, Serializer};

use self::matcher::holds;
pub use self::matcher::{Matcher, Missing};
pub use self::phrase::Keyed;
pub(crate) use self::phrase::{Phrase, contradicts, keyed_words, normalised, stands_in};
use crate::index::LookUp;
use crate::language::SharedList;
use crate::restrictions::Restrictions;
use crate::text::{Language, WordLists, fold, prefix, stem};

/// The result of pre-retrieval for a question. Later stages only read it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    /// The question to answer: as asked, without its exclusions, with misspelt words repaired.
    pub text: String,
    /// The question before repairs, if any words were repaired.
    pub asked: Option<String>,
    /// The full question, if it was completed from earlier ones.
    pub completed: Option<String>,
    /// The repaired words, in order.
    pub corrections: Vec<Correction>,
    /// Whether it is still being typed: a last word without a following space may be incomplete.
    pub partial: bool,
    /// Tag of its language.
    pub language: String,
    /// One reading per language of the site, the question's own first.
    pub readings: Vec<Reading>,
    /// Question words, months, units and similar words of the site's languages, by purpose.
    pub words: WordLists,
    /// Name of the detected intent; `unknown` if no rule matched.
    pub intent: String,
    /// Phrases, exclusions and filters.
    pub restrictions: Restrictions,
}

/// A question analysed by the rules of one language.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Language tag.
    pub tag: String,
    /// Analysis rules of that language.
    pub language: Language,
    /// Weight of hits in this language; 1 for the question's own.
    pub weight: f64,
    /// The words of the question, in order.
    pub words: Vec<Keyed>,
    /// The words to search for.
    pub terms: Vec<Term>,
}

impl Reading {
    /// Reads a question in the language of a tag; `terms` are the words to search for.
    pub fn new(tag: &str, weight: f64, text: &str, terms: Vec<Term>) -> Self {
        let language = Language::from_tag(tag);
        Self {
            tag: tag.to_owned(),
            language,
            weight,
            words: keyed_words(text, language),
            terms,
        }
    }
}

/// A word to search for.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// The word as typed, lower-cased.
    pub surface: String,
    /// Stem of the surface.
    pub stem: String,
    /// Fold key of the surface.
    pub key: String,
    /// Weight of the word; 1 for a content word of the visitor's.
    pub weight: f64,
    /// Value of the word: its weight times its rarity (idf) among the site's chunks. Equals the
    /// weight until the index is searched.
    pub value: f64,
    /// Whether a page of the site has it; true until the index is searched.
    pub is_known: bool,
    /// Its origin.
    pub origin: Origin,
    /// Number of the word in the question, from 0, or of the first one that it stands for.
    pub position: u32,
    /// Whether only this spelling matches: it was typed with letters that its fold key lacks, and
    /// without the capital `I`, which may be `ı` or `i`. Otherwise all spellings match.
    pub careful: bool,
    /// Whether it is still being typed, so that its completions match too.
    pub partial: bool,
}

/// What the index says of a word.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TermValue {
    /// [`Term::value`].
    pub value: f64,
    /// [`Term::is_known`].
    pub is_known: bool,
}

/// A misspelt word and its correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Correction {
    /// The word as typed in the question.
    pub from: String,
    /// The corrected word, lower-cased.
    pub to: String,
    /// Byte offset of the word in the question.
    #[serde(skip)]
    pub start: usize,
    /// Certainty of the correction. Pages receive only whether it is doubtful.
    #[serde(rename = "doubtful", serialize_with = "is_doubtful")]
    pub certainty: Certainty,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands fields over by reference"
)]
fn is_doubtful<S: Serializer>(
    certainty: &Certainty,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_bool(*certainty == Certainty::Doubtful)
}

/// The certainty of a correction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Another word, or the typed one, may be correct.
    Doubtful,
    /// More likely correct than any other word.
    Probable,
    /// Certain enough to match facts.
    Certain,
    /// Another form of a word of the site: nothing was misspelt.
    Form,
}

/// The origin of a query's term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// A content word that the visitor typed.
    Typed,
    /// A stop word that the visitor typed.
    Stop,
    /// Another form of a typed word: a part of a code, the parts of a compound joined.
    Extra,
    /// A word with the same meaning as a typed one.
    Synonym,
    /// A word that the detected intent adds.
    Booster,
}

impl Origin {
    /// Returns its name in traces.
    pub fn name(self) -> &'static str {
        match self {
            Self::Typed => "typed",
            Self::Stop => "stop",
            Self::Extra => "extra",
            Self::Synonym => "synonym",
            Self::Booster => "booster",
        }
    }
}

impl Term {
    /// Creates a term from its surface form.
    pub fn new(surface: &str, language: Language, weight: f64, origin: Origin) -> Self {
        let key = fold(surface);
        Self {
            surface: surface.to_owned(),
            stem: stem(surface, language),
            weight,
            value: weight,
            is_known: true,
            origin,
            position: 0,
            // Hiragana are their own fold keys, but no hurried way to write katakana.
            careful: surface != key || key.contains(|c| matches!(c, 'ぁ'..='ゟ')),
            key,
            partial: false,
        }
    }
}

impl Term {
    /// Returns the look-ups in the index: the word, its stem, its prefix.
    pub fn look_ups(&self, language: Language) -> Vec<LookUp> {
        let mut look_ups = vec![
            LookUp::Spellings(self.key.clone()),
            LookUp::Stem(self.stem.clone()),
        ];
        let own = prefix(&self.key, language);
        look_ups.extend(own.map(|own| LookUp::Prefix(own.to_owned())));
        look_ups
    }
}

impl Query {
    /// Returns the question as asked.
    pub fn as_asked(&self) -> &str {
        self.asked.as_deref().unwrap_or(&self.text)
    }

    /// Replaces misspelt words by their corrections, which must refer to the present text and be in
    /// its order. The query must then be analysed again.
    pub fn repair(&mut self, corrections: Vec<Correction>) {
        let mut repaired = String::with_capacity(self.text.len() + 8);
        let mut done = 0;
        for correction in &corrections {
            repaired.push_str(self.text.get(done..correction.start).unwrap_or_default());
            repaired.push_str(&correction.to);
            done = correction.start + correction.from.len();
        }
        repaired.push_str(self.text.get(done..).unwrap_or_default());
        self.asked = Some(std::mem::replace(&mut self.text, repaired));
        self.corrections = corrections;
    }

    /// Returns the corrections of errors, which pages show.
    pub fn errors(&self) -> Vec<Correction> {
        let mut errors = self.corrections.clone();
        errors.retain(|correction| correction.certainty != Certainty::Form);
        errors
    }

    /// Returns the reading in the question's own language.
    pub fn own(&self) -> Option<&Reading> {
        self.readings.first()
    }

    /// Returns the number of words that the visitor typed.
    pub fn word_count(&self) -> usize {
        let typed = |term: &&Term| matches!(term.origin, Origin::Typed | Origin::Stop);
        self.own()
            .map_or(0, |reading| reading.terms.iter().filter(typed).count())
    }

    /// Returns the weight of a hit in the given language; 1 in the question's own.
    pub fn weight_of(&self, tag: &str) -> f64 {
        let mut readings = self.readings.iter();
        readings
            .find(|reading| reading.tag == tag)
            .map_or(1.0, |reading| reading.weight)
    }

    /// Returns a copy with new values of the terms. `values` returns the values of a reading's
    /// terms by the tag of its language; readings without values do not change.
    #[must_use]
    pub fn with_values<'v>(&self, values: &dyn Fn(&str) -> Option<&'v [TermValue]>) -> Self {
        let mut query = self.clone();
        for reading in &mut query.readings {
            let known = values(&reading.tag).unwrap_or_default();
            for (term, value) in reading.terms.iter_mut().zip(known) {
                (term.value, term.is_known) = (value.value, value.is_known);
            }
        }
        query
    }

    /// Returns a matcher for the question's words in texts of the given language.
    pub fn matcher(&self, tag: &str) -> Matcher {
        let reading = self
            .readings
            .iter()
            .find(|reading| reading.tag == tag)
            .or(self.own());
        let mut matcher = reading.map_or_else(Matcher::default, Matcher::new);
        if self.writes_compounds(tag) {
            matcher.recognise_parts(self.words.any(SharedList::Suffixes));
        }
        matcher
    }

    /// Returns whether a language writes compounds as one word.
    pub(crate) fn writes_compounds(&self, tag: &str) -> bool {
        holds(self.words.any(SharedList::Compounds), tag)
    }
}

#[cfg(test)]
impl Reading {
    /// Returns the reading of typed English words.
    pub(crate) fn of_typed(words: &[&str]) -> Self {
        let language = Language::from_tag("en");
        let term = |word: &&str| Term::new(word, language, 1.0, Origin::Typed);
        let terms = words.iter().map(term).collect();
        Self::new("en", 1.0, &words.join(" "), terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r4_a_word_typed_without_diacritics_matches_every_spelling() {
        let careful = |word| Term::new(word, Language::Other, 1.0, Origin::Typed).careful;
        assert!(careful("ölçü") && careful("ёлка"));
        assert!(!careful("olcu") && !careful("елка") && !careful("研究"));
        // Typed on a Persian and on an Arabic keyboard, with and without hamza and vowel marks.
        assert!(careful("علمی") && !careful("علمي"));
        assert!(careful("أُف") && !careful("اف"));
    }

    #[test]
    fn r11_corrections_replace_the_misspelt_words_of_a_question() {
        let correction = |from: &str, start: usize, to: &str| Correction {
            from: from.into(),
            to: to.into(),
            start,
            certainty: Certainty::Certain,
        };
        let mut query = Query {
            text: "Kütphane kaçta açlıyor?".into(),
            ..Query::default()
        };
        let at = query.text.find("açlıyor").unwrap();
        query.repair(vec![
            correction("Kütphane", 0, "kütüphane"),
            correction("açlıyor", at, "açılıyor"),
        ]);
        assert_eq!(query.text, "kütüphane kaçta açılıyor?");
        assert_eq!(query.as_asked(), "Kütphane kaçta açlıyor?");
    }
}
