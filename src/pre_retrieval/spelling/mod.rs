//! Misspelt words and what they mean (R11).
//!
//! A [`Speller`] looks for words of a question that the site does not know, and for the words of
//! the site that may be meant. It does not touch the query: whoever calls it lets the query be
//! read again with the words repaired ([`Query::repair`]), so that synonyms, intents and facts see
//! the same question as if it had been typed right.
//!
//! | file | does |
//! |---|---|
//! | `nearest.rs` | the words of a vocabulary nearest to what was typed |
//! | `keyboard.rs` | which letters stand side by side |
//! | `endings.rs` | forms of a word that the site has not, which are no errors |
//! | `plausible.rs` | words that may be meant as they are typed, though the site has them not |
//! | `ordinary_words.rs` | words that anybody may use and a small site may not have |
//! | `site_words.rs` | words of synonyms, intents and facts |
//!
//! # Adding a speller
//! Implement the trait, list it in `tests/contracts/spelling.rs`, build it in
//! `orchestration/reading.rs`.

mod endings;
mod keyboard;
mod nearest;
mod ordinary_words;
mod plausible;
mod site_words;

use std::fmt;

use self::endings::is_other_form;
use self::nearest::{Candidate, EDIT, Nearest, SLIP};
use self::ordinary_words::is_ordinary;
use self::plausible::may_be_meant;
use self::site_words::SiteWords;
use crate::error::{Error, Expected, Result};
use crate::index::Index;
use crate::index::format::LONGEST_WORD;
use crate::query::{Certainty, Correction, Origin, Query, Reading, Term};
use crate::settings::join;
use crate::text::{Language, StopWords, Token, fold, is_unspaced, stem, tokenise};

/// Finds misspelt words.
///
/// # Contract
/// `tests/contracts` holds every implementation to this:
/// * a word that the index or the site knows in any form is never corrected, nor is a stop word,
///   nor anything with a digit in it, nor a word of a phrase that is demanded word for word;
/// * a correction names a word of the question as it stands there, ascending and none twice, and
///   gives a word that the index or the site knows;
/// * the same index and query give the same corrections.
pub trait Speller {
    /// The name for the trace.
    fn name(&self) -> &'static str;

    /// The misspelt words of an analysed query.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] if a part of the index has to be fetched first, [`Error::Corrupt`] if
    /// it is damaged.
    fn corrections(&self, index: &Index, query: &Query) -> Result<Vec<Correction>>;
}

// By name: were `Debug` asked of every implementation, printing all its parts would be in the
// download.
impl fmt::Debug for dyn Speller + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

crate::settings! {
    /// How misspelt words are repaired. Weights are shares of a content word's.
    pub struct SpellingSettings {
        /// Whether they are. A call may say `spelling: false` for short.
        pub enabled: bool = true,
        /// What a repaired word is worth.
        pub repaired_weight: f64 = 0.9,
        /// What the word as it was typed is worth beside its repair.
        pub typed_weight: f64 = 0.1,
        /// What a repaired word is worth if another may well be meant, or the typed one, which then
        /// keeps its full weight.
        pub doubtful_weight: f64 = 0.5,
        /// Words of fewer letters are taken as they are.
        pub min_letters: usize = 4,
        /// A word has one error; from this many letters on it may also have two, if they are such as
        /// fingers make by themselves: the key beside, letters exchanged, a letter twice or once.
        pub two_errors_from: usize = 8,
    }
}

/// Who has more unknown words than this in one question writes another language.
const MOST_UNKNOWN: usize = 8;

/// What speaks for a likely repair, in bits: a slip, or else a word of at least eight chunks.
const LIKELY: i32 = 3 - EDIT as i32;

/// Words of so few letters are near to so many others that only likely repairs are made.
const SHORT: usize = 4;

/// A word of the other language has to be this many bits likelier.
const FOREIGN: i32 = 2;

/// Words of so many letters are near to so few others that one error is rarely a right word.
const LONG: usize = 7;

/// So many bits likelier than any other word.
const CLEAR_LEAD: i32 = 6;

/// Repairs by the vocabularies of the index and the words of the site's own rules and facts.
#[derive(Debug)]
pub struct VocabularySpeller {
    settings: SpellingSettings,
    stop_words: StopWords,
    site: Vec<(String, SiteWords)>,
}

impl VocabularySpeller {
    /// `known` are texts of the site whose words are known though no page has them, by language
    /// tag: those of synonyms, intents and facts.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a weight outside 0..=1.
    pub fn new(
        settings: &SpellingSettings,
        stop_words: StopWords,
        languages: &[String],
        known: &[(String, String)],
    ) -> Result<Self> {
        for (name, weight) in [
            ("repaired_weight", settings.repaired_weight),
            ("typed_weight", settings.typed_weight),
            ("doubtful_weight", settings.doubtful_weight),
        ] {
            if !(0.0..=1.0).contains(&weight) {
                let expected = Expected::Between(0.0, 1.0);
                return Err(Error::invalid(join("spelling", name), weight, expected));
            }
        }
        let words_of = |tag: &String| {
            let own = known.iter().filter(|(other, _)| other == tag);
            let texts = own.map(|(_, text)| text.as_str());
            SiteWords::new(Language::from_tag(tag), texts)
        };
        Ok(Self {
            settings: settings.clone(),
            stop_words,
            site: languages
                .iter()
                .map(|tag| (tag.clone(), words_of(tag)))
                .collect(),
        })
    }

    /// Whether a word could be misspelt at all.
    fn is_repairable(&self, word: &str) -> bool {
        let letters = word.chars().count();
        (self.settings.min_letters..=LONGEST_WORD).contains(&letters)
            && word.chars().all(char::is_alphabetic)
            && !word.starts_with(is_unspaced)
    }

    /// Whether the words of one reading that stand between two places are all known.
    fn knows(&self, index: &Index, reading: &ReadAs<'_>, from: usize, to: usize) -> Result<bool> {
        let mut any = false;
        for token in &reading.tokens {
            if token.is_word() && token.start < to && from < token.end {
                if !self.knows_word(index, reading, token)? {
                    return Ok(false);
                }
                any = true;
            }
        }
        Ok(any)
    }

    fn knows_word(&self, index: &Index, reading: &ReadAs<'_>, token: &Token) -> Result<bool> {
        let (word, language, key) = (&token.text, reading.language, fold(&token.text));
        if self.stop_words.contains(word, language)
            || is_ordinary(word, language)
            || reading.site.knows(&key, word)
        {
            return Ok(true);
        }
        let Some(number) = index.language(reading.tag) else {
            return Ok(false);
        };
        let goes_on =
            reading.goes_on_from == Some(token.end) && !index.completions(number, &key)?.is_empty();
        Ok(goes_on || index.knows(number, &key, &stem(word, language))?)
    }

    /// The words that may be meant, best first.
    fn candidates(&self, index: &Index, own: &str, key: &str) -> Result<Vec<Candidate>> {
        let is_long = key.chars().count() >= self.settings.two_errors_from;
        let mut nearest = Nearest::new(key, if is_long { 2 * SLIP } else { EDIT });
        let handicap = |tag: &str| if tag == own { 0 } else { FOREIGN };
        for (number, statistics) in index.languages().iter().enumerate() {
            if let Some(vocabulary) = index.vocabulary(number)? {
                nearest.turn_to(&statistics.tag, handicap(&statistics.tag));
                vocabulary.walk(&mut nearest);
            }
        }
        for (tag, words) in &self.site {
            nearest.turn_to(tag, handicap(tag));
            words.vocabulary().walk(&mut nearest);
        }
        Ok(nearest.into_candidates())
    }
}

/// How sure it is that the first of these words is meant.
fn certainty(key: &str, candidates: &[Candidate]) -> Certainty {
    let Some((best, others)) = candidates.split_first() else {
        return Certainty::Doubtful;
    };
    let form =
        |candidate: &Candidate| fold(&stem(&candidate.word, Language::from_tag(&candidate.tag)));
    let is_clear = others
        .iter()
        .all(|other| best.score - other.score >= CLEAR_LEAD || form(other) == form(best));
    let letters = key.chars().count();
    if is_clear && letters > SHORT && best.score >= LIKELY {
        Certainty::Certain
    } else if is_clear && letters >= LONG && best.cost <= EDIT {
        Certainty::Probable
    } else {
        Certainty::Doubtful
    }
}

/// The question as one language reads it.
struct ReadAs<'s> {
    tag: &'s str,
    language: Language,
    site: &'s SiteWords,
    tokens: Vec<Token>,
    /// The end of the text, if it is still being typed.
    goes_on_from: Option<usize>,
}

impl Speller for VocabularySpeller {
    fn name(&self) -> &'static str {
        "spelling"
    }

    fn corrections(&self, index: &Index, query: &Query) -> Result<Vec<Correction>> {
        let Some(own) = query.own() else {
            return Ok(Vec::new());
        };
        let unknown = self.unknown(index, query, own)?;
        if unknown.is_empty() || unknown.len() > MOST_UNKNOWN {
            return Ok(Vec::new());
        }
        index.require_vocabularies()?;
        let mut corrections = Vec::new();
        for token in unknown {
            corrections.extend(self.correction(index, &query.text, &own.tag, &token)?);
        }
        Ok(corrections)
    }
}

impl VocabularySpeller {
    /// The words of a question that no language of the site knows, in their order.
    fn unknown(&self, index: &Index, query: &Query, own: &Reading) -> Result<Vec<Token>> {
        let text = &query.text;
        let mut readings = Vec::with_capacity(self.site.len());
        for (tag, site) in &self.site {
            let language = Language::from_tag(tag);
            readings.push(ReadAs {
                tag,
                language,
                site,
                tokens: tokenise(text, language),
                goes_on_from: query.partial.then_some(text.len()),
            });
        }
        // Most words are known in the question's own language, which spares the others.
        if let Some(at) = readings.iter().position(|reading| *reading.tag == own.tag) {
            readings.swap(0, at);
        }
        let phrases = query.restrictions.phrases.iter();
        let demanded: Vec<Token> = phrases
            .flat_map(|phrase| tokenise(phrase, own.language))
            .collect();
        let mut unknown = Vec::new();
        for token in tokenise(text, own.language) {
            let written = &text[token.start..token.end];
            if !token.is_word() || !self.is_repairable(&token.text) || !stands(&token, written) {
                continue;
            }
            let mut is_known = demanded.iter().any(|word| word.text == token.text);
            for reading in &readings {
                is_known = is_known || self.knows(index, reading, token.start, token.end)?;
            }
            if !is_known {
                unknown.push(token);
            }
        }
        Ok(unknown)
    }

    fn correction(
        &self,
        index: &Index,
        text: &str,
        tag: &str,
        token: &Token,
    ) -> Result<Option<Correction>> {
        let key = fold(&token.text);
        let candidates = self.candidates(index, tag, &key)?;
        let Some(best) = candidates.first() else {
            return Ok(None);
        };
        let is_short = key.chars().count() <= SHORT;
        let is_foreign = best.tag != tag;
        // No visitor means `çok` by `cook`.
        let is_function_word = self
            .stop_words
            .contains(&best.word, Language::from_tag(&best.tag));
        if (is_short && best.score < LIKELY)
            || (is_foreign && (is_short || is_function_word))
            || is_other_form(index, &key, best)?
        {
            return Ok(None);
        }
        let mut certainty = certainty(&key, &candidates);
        // Another word takes the place of none that may be meant.
        if certainty != Certainty::Doubtful && may_be_meant(index, &key, best)? {
            certainty = Certainty::Doubtful;
        }
        Ok(Some(Correction {
            from: text[token.start..token.end].to_owned(),
            to: best.word.clone(),
            start: token.start,
            certainty,
        }))
    }
}

/// Whether a word stands in the question as it is read: not so a sign that is read out.
fn stands(token: &Token, written: &str) -> bool {
    let letters: String = written.chars().filter(|c| c.is_alphabetic()).collect();
    fold(&letters).starts_with(&fold(&token.text))
}

impl SpellingSettings {
    /// Weighs the words of a query that was read again with its corrections: the repaired ones,
    /// and those they stand for, which are put beside them.
    pub fn weigh(&self, query: &mut Query) {
        for reading in &mut query.readings {
            for correction in &query.corrections {
                self.weigh_in(reading, correction);
            }
        }
    }

    fn weigh_in(&self, reading: &mut Reading, correction: &Correction) {
        let is_doubtful = correction.certainty == Certainty::Doubtful;
        let (repaired_weight, typed_weight, typed_origin) = if is_doubtful {
            (self.doubtful_weight, 1.0, Origin::Typed)
        } else {
            (self.repaired_weight, self.typed_weight, Origin::Extra)
        };
        let key = fold(&correction.to);
        let mut position = 0;
        for term in reading.terms.iter_mut().filter(|term| term.key == key) {
            term.weight *= repaired_weight;
            // Which spelling of it is meant, the visitor has not said.
            term.careful = false;
            position = term.position;
            if is_doubtful && term.origin == Origin::Typed {
                term.origin = Origin::Extra;
            }
        }
        for token in tokenise(&correction.from, reading.language) {
            let known = reading.terms.iter().any(|term| term.surface == token.text);
            if token.is_word() && !known {
                let mut term = Term::new(&token.text, reading.language, typed_weight, typed_origin);
                term.position = position;
                reading.terms.push(term);
            }
        }
    }
}
