//! A question as the stages see it: its words, their forms and weights, per language.

mod matcher;

use std::sync::Arc;

use serde::{Serialize, Serializer};

pub use self::matcher::Matcher;
use crate::index::LookUp;
use crate::ordered::Map;
use crate::restrictions::Restrictions;
use crate::text::{Language, fold, prefix, stem};

/// What pre-retrieval makes of a question. Later stages only read it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    /// The question as it is read: as asked, without its exclusions, misspelt words repaired.
    pub text: String,
    /// The same as asked, if words of it were repaired.
    pub asked: Option<String>,
    /// The question in full, if it was completed from those before it.
    pub completed: Option<String>,
    /// The words that were repaired, in their order.
    pub corrections: Vec<Correction>,
    /// Whether it is still being typed: a last word that no space follows may go on.
    pub partial: bool,
    /// Tag of the language it is in.
    pub language: String,
    /// One reading per language of the site, the question's own first.
    pub readings: Vec<Reading>,
    /// What the site's further languages have of question words, months, units and the like, by what they tell
    /// (`text.words`).
    pub words: Arc<Map<String>>,
    /// Name of the detected intent; `unknown` if no rule matched.
    pub intent: String,
    /// What is demanded beyond the words.
    pub restrictions: Restrictions,
}

/// A question analysed by the rules of one language.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Language tag.
    pub tag: String,
    /// Analysis rules of that language.
    pub language: Language,
    /// What hits in this language are worth, 1 for the question's own.
    pub weight: f64,
    /// The words to look for.
    pub terms: Vec<Term>,
}

/// A word to look for.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// Lower-cased as typed.
    pub surface: String,
    /// Stem of the surface.
    pub stem: String,
    /// Fold key of the surface.
    pub key: String,
    /// What the word is worth, 1 for a content word of the visitor's.
    pub weight: f64,
    /// How much the word tells about what is asked: its weight times its rarity (idf) among the site's
    /// chunks. Until the index was searched it is the weight.
    pub value: f64,
    /// Where it comes from.
    pub origin: Origin,
    /// Which word of the question it is, from 0; 0 for what the visitor did not type.
    pub position: u32,
    /// Whether only this spelling is meant: it was typed with letters that its fold key lacks, and without the capital
    /// `I`, which stands for `ı` as well as for `i`. If not, all spellings are meant.
    pub careful: bool,
    /// Whether it is still being typed, so that words that go on from it are meant too.
    pub partial: bool,
}

/// A misspelt word, and what it is taken to mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Correction {
    /// The word as it stands in the question.
    pub from: String,
    /// The word that is meant, lower-cased.
    pub to: String,
    /// Where it stands in the question: byte offset.
    #[serde(skip)]
    pub start: usize,
    /// How sure it is that this is meant. Pages get to know whether it is in doubt.
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

/// How sure a correction is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Another word may be meant, or the one that was typed.
    Doubtful,
    /// The word is meant rather than any other.
    Probable,
    /// Even a fact may be told by it.
    Certain,
}

/// Where a term of a query comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// A content word that the visitor typed.
    Typed,
    /// A stop word that the visitor typed.
    Stop,
    /// A second reading of what was typed: part of a code, join of a compound.
    Extra,
    /// Means the same as something typed.
    Synonym,
    /// Goes with the detected intent.
    Booster,
}

impl Origin {
    /// What traces call it.
    #[must_use]
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
    /// A term by its surface form.
    #[must_use]
    pub fn new(surface: &str, language: Language, weight: f64, origin: Origin) -> Self {
        let key = fold(surface);
        Self {
            surface: surface.to_owned(),
            stem: stem(surface, language),
            weight,
            value: weight,
            origin,
            position: 0,
            careful: surface != key,
            key,
            partial: false,
        }
    }
}

impl Term {
    /// What the index is asked for: the word, its stem, its beginning.
    #[must_use]
    pub fn look_ups(&self, language: Language) -> Vec<LookUp> {
        let mut look_ups = vec![
            LookUp::Spellings(self.key.clone()),
            LookUp::Stem(self.stem.clone()),
        ];
        let beginning = prefix(&self.key, language);
        look_ups.extend(beginning.map(|own| LookUp::Beginning(own.to_owned())));
        look_ups
    }
}

impl Query {
    /// The question as asked.
    #[must_use]
    pub fn as_asked(&self) -> &str {
        self.asked.as_deref().unwrap_or(&self.text)
    }

    /// Puts right words in the place of misspelt ones, which stand in the text as it is and
    /// ascend. The query has to be read anew then.
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

    /// The reading in the question's own language.
    #[must_use]
    pub fn own(&self) -> Option<&Reading> {
        self.readings.first()
    }

    /// How many words the visitor typed.
    #[must_use]
    pub fn word_count(&self) -> usize {
        let typed = |term: &&Term| matches!(term.origin, Origin::Typed | Origin::Stop);
        self.own()
            .map_or(0, |reading| reading.terms.iter().filter(typed).count())
    }

    /// What a hit in the given language is worth, 1 in the question's own.
    #[must_use]
    pub fn weight_of(&self, tag: &str) -> f64 {
        let mut readings = self.readings.iter();
        readings
            .find(|reading| reading.tag == tag)
            .map_or(1.0, |reading| reading.weight)
    }

    /// The same with what each word tells, by the tag of a reading's language: a value for each of its terms.
    /// Other readings stay as they are.
    #[must_use]
    pub fn with_values<'v>(&self, values: &dyn Fn(&str) -> Option<&'v [f64]>) -> Self {
        let mut query = self.clone();
        for reading in &mut query.readings {
            let known = values(&reading.tag).unwrap_or_default();
            for (term, value) in reading.terms.iter_mut().zip(known) {
                term.value = *value;
            }
        }
        query
    }

    /// Recognises the question's words in a text of the given language.
    #[must_use]
    pub fn matcher(&self, tag: &str) -> Matcher {
        let reading = self
            .readings
            .iter()
            .find(|reading| reading.tag == tag)
            .or(self.own());
        reading.map_or_else(Matcher::default, Matcher::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r4_a_word_typed_without_diacritics_means_every_spelling() {
        let careful = |word| Term::new(word, Language::Other, 1.0, Origin::Typed).careful;
        assert!(careful("ölçü") && careful("ёлка"));
        assert!(!careful("olcu") && !careful("елка") && !careful("研究"));
        // Typed on a Persian and on an Arabic keyboard, with and without hamza and vowel marks.
        assert!(careful("علمی") && !careful("علمي"));
        assert!(careful("أُف") && !careful("اف"));
    }

    #[test]
    fn r11_a_repaired_question_has_the_right_words_in_the_place_of_the_misspelt_ones() {
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
