//! Corrects misspelt words (R11).
//!
//! [`VocabularySpeller`] finds words of a question that the site does not know, and the site's words that
//! the visitor may mean. It does not change the query: the caller analyses the query again with the
//! corrected words ([`Query::repair`]), so that synonyms, intents and facts read the question as if
//! it had been typed correctly.
//!
//! | file | does |
//! |---|---|
//! | `nearest.rs` | the words of a vocabulary nearest to the typed word |
//! | `keyboard.rs` | adjacent letters of keyboards |
//! | `candidates.rs` | the words that a visitor may mean, and how certainly |
//! | `endings.rs` | forms of a word that the site does not have, which are not errors |
//! | `other_forms.rs` | words of the site in another form: names with endings, last parts of compounds |
//! | `plausible.rs` | words that may be correct although the site does not have them |
//! | `ordinary_words.rs` | common words that a small site may not have |
//! | `run_together.rs` | two words without the space between them |
//! | `site_words.rs` | words of synonyms, intents and facts |
//! | `weights.rs` | weights of corrected and of typed words |

mod candidates;
mod endings;
mod keyboard;
mod nearest;
mod ordinary_words;
mod other_forms;
mod plausible;
mod run_together;
mod site_words;
mod weights;

use self::candidates::certainty;
use self::endings::is_other_form;
use self::nearest::{Candidate, SLIP};
pub(super) use self::nearest::{EDIT, Nearest};
use self::ordinary_words::is_ordinary;
use self::other_forms::other_form;
use self::plausible::{is_strange, may_be_meant};
use self::site_words::SiteWords;
pub use self::site_words::{KnownText, TextKind};
use crate::error::{Error, Expected, Result};
use crate::index::Index;
use crate::index::format::LONGEST_WORD;
use crate::needs::Attempt;
use crate::query::{Certainty, Correction, Query, Reading};
use crate::settings::join;
use crate::text::{Language, StopWords, Token, WordLists, fold, is_unspaced, stem, tokenise};

crate::settings! {
    /// Settings for correcting misspelt words. Weights are shares of a content word's weight.
    pub struct SpellingSettings {
        /// Whether misspelt words are corrected. A call may pass `spelling: false` instead of a
        /// table.
        pub enabled: bool = true,
        /// Weight of a corrected word.
        pub repaired_weight: f64 = 0.9,
        /// Weight of the typed word beside its correction.
        pub typed_weight: f64 = 0.1,
        /// Weight of a corrected word if the visitor may well mean another word, or the typed one.
        /// The typed word then keeps its full weight.
        pub doubtful_weight: f64 = 0.5,
        /// Minimum length in letters of a corrected word.
        pub min_letters: usize = 4,
        /// Length in letters from which a word may have two errors, if both are slips of the
        /// fingers: an adjacent key, exchanged letters, a letter doubled or missing its double. A
        /// shorter word may have one error of any kind.
        pub two_errors_from: usize = 8,
    }
}

/// Maximum number of unknown words in a question; with more, the question is in another language.
const MOST_UNKNOWN: usize = 8;

/// Minimum score of a likely correction, in bits: a slip, or any error in a word of at least eight
/// chunks.
const LIKELY: i32 = 3 - EDIT as i32;

/// Words of at most this many letters are near so many others that only likely corrections are
/// made.
const SHORT: usize = 4;

/// Words of at least this many letters are near so few others that one error rarely gives another
/// correct word.
const LONG: usize = 7;

/// Corrects words with the vocabularies of the index and the words of the site's own rules and
/// facts.
#[derive(Debug)]
pub struct VocabularySpeller {
    settings: SpellingSettings,
    stop_words: StopWords,
    words: WordLists,
    site: Vec<(String, SiteWords)>,
    /// Everyday words by language.
    everyday: Vec<SiteWords>,
}

impl VocabularySpeller {
    /// Creates a speller. `known` are texts of the site whose words are correct even if no page has
    /// them: those of synonyms, intents and facts ([`TextKind`]).
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a weight outside 0..=1.
    pub fn new(
        settings: &SpellingSettings,
        stop_words: StopWords,
        words: &WordLists,
        languages: &[String],
        known: &[KnownText],
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
        let words_of = |tag: &String, is_everyday: bool| {
            let is_own = |known: &&KnownText| {
                known.tag == *tag && (known.kind == TextKind::Everyday) == is_everyday
            };
            SiteWords::new(Language::from_tag(tag), known.iter().filter(is_own))
        };
        Ok(Self {
            settings: settings.clone(),
            stop_words,
            words: words.clone(),
            site: languages
                .iter()
                .map(|tag| (tag.clone(), words_of(tag, false)))
                .collect(),
            everyday: languages.iter().map(|tag| words_of(tag, true)).collect(),
        })
    }

    /// Returns whether an unknown word could be misspelt.
    fn may_repair(&self, word: &str) -> bool {
        let letters = word.chars().count();
        (self.settings.min_letters..=LONGEST_WORD).contains(&letters)
            && !self.is_function_word(word, Language::Other)
    }

    fn is_everyday(&self, word: &str) -> bool {
        let key = fold(word);
        self.everyday.iter().any(|words| words.knows(&key, word))
    }

    /// Returns whether a word forms sentences in a language, or in one of those that the engine
    /// knows: a site in German is asked in English too.
    fn is_function_word(&self, word: &str, language: Language) -> bool {
        let known = Language::KNOWN.map(|(_, known)| known);
        let mut all = known.into_iter().chain([language]);
        all.any(|own| self.stop_words.contains(word, own))
    }

    /// Returns whether all words of one reading between two offsets are known.
    fn knows(&self, index: &Index, reading: &ReadAs<'_>, from: usize, to: usize) -> Attempt<bool> {
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

    fn knows_word(&self, index: &Index, reading: &ReadAs<'_>, token: &Token) -> Attempt<bool> {
        let (word, language, key) = (&token.text, reading.language, fold(&token.text));
        if self.stop_words.contains(word, language)
            || is_ordinary(word, language, &self.words)
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
}

/// The question as read in one language.
struct ReadAs<'s> {
    tag: &'s str,
    language: Language,
    site: &'s SiteWords,
    tokens: Vec<Token>,
    /// The end of the text, if it is unfinished.
    goes_on_from: Option<usize>,
}

impl VocabularySpeller {
    /// The name for the trace.
    pub const NAME: &str = "spelling";

    /// Returns the misspelt words of an analysed query. `tests/contracts` holds it to this:
    /// * a word that the index or the site has in any form is never corrected, nor is a stop word,
    ///   a word with a digit, or a word of a quoted phrase;
    /// * a correction names a word of the question as typed; corrections ascend, none occurs twice,
    ///   and each gives words that the index or the site has;
    /// * the same index and query give the same corrections.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) if a part of the index must be fetched first, [`Error::Corrupt`] if
    /// it is damaged.
    pub fn corrections(&self, index: &Index, query: &Query) -> Attempt<Vec<Correction>> {
        let Some(own) = query.own() else {
            return Ok(Vec::new());
        };
        let (unknown, words) = self.unknown(index, query, own)?;
        let mut strangers = unknown.len();
        let misspelt = unknown.iter().filter(|token| self.may_repair(&token.text));
        let misspelt: Vec<&Token> = misspelt.collect();
        if misspelt.is_empty() || misspelt.len() > MOST_UNKNOWN {
            return Ok(Vec::new());
        }
        index.require_vocabularies()?;
        let mut corrections = Vec::new();
        for token in misspelt {
            let correction = match other_form(index, query, &token.text)? {
                Some(to) => Some(replaced(&query.text, token, to, Certainty::Form)),
                None if self.is_everyday(&token.text) => None,
                None => self.correction(index, &query.text, &own.tag, token)?,
            };
            let is_clear = |own: &Correction| own.certainty != Certainty::Doubtful;
            strangers -= usize::from(correction.as_ref().is_some_and(is_clear));
            corrections.extend(correction);
        }
        // Most words are strange: they are names, or the question is in another language.
        if strangers > 1 && strangers * 2 > words {
            corrections.retain(|correction| correction.certainty != Certainty::Doubtful);
        }
        Ok(corrections)
    }
}

impl VocabularySpeller {
    /// Returns the words of a question that no language of the site knows, in their order, and the
    /// number of all words.
    fn unknown(&self, index: &Index, query: &Query, own: &Reading) -> Attempt<(Vec<Token>, usize)> {
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
        // The question's own language knows most words, so the others are seldom read.
        if let Some(at) = readings.iter().position(|reading| *reading.tag == own.tag) {
            readings.swap(0, at);
        }
        let phrases = query.restrictions.phrases.iter();
        let demanded: Vec<Token> = phrases
            .flat_map(|phrase| tokenise(phrase, own.language))
            .collect();
        let (mut unknown, mut words) = (Vec::new(), 0);
        for token in tokenise(text, own.language) {
            let written = &text[token.start..token.end];
            if !token.is_word() || !is_word(&token.text) || !is_written(&token, written) {
                continue;
            }
            words += 1;
            let mut is_known = demanded.iter().any(|word| word.text == token.text);
            for reading in &readings {
                is_known = is_known || self.knows(index, reading, token.start, token.end)?;
            }
            if !is_known {
                unknown.push(token);
            }
        }
        Ok((unknown, words))
    }

    fn correction(
        &self,
        index: &Index,
        text: &str,
        tag: &str,
        token: &Token,
    ) -> Attempt<Option<Correction>> {
        let key = fold(&token.text);
        let candidates = self.candidates(index, tag, &token.text)?;
        let is_slip = candidates.first().is_some_and(|best| best.cost <= SLIP);
        if !is_slip && let Some(words) = self.two_words(index, tag, &key)? {
            return Ok(Some(replaced(text, token, words, Certainty::Probable)));
        }
        let Some(best) = candidates.first() else {
            return Ok(None);
        };
        let is_short = key.chars().count() <= SHORT;
        // No visitor who types `cook` means `çok`.
        if (is_short && (best.score < LIKELY || best.tag != tag))
            || self.is_function_word(&best.word, Language::from_tag(&best.tag))
            || is_other_form(index, &key, best)?
        {
            return Ok(None);
        }
        let mut certainty = certainty(&key, &candidates);
        // A plausible word is not replaced by another one.
        if certainty != Certainty::Doubtful && may_be_meant(index, &key, best)? {
            certainty = Certainty::Doubtful;
        }
        let is_doubtful = certainty == Certainty::Doubtful;
        let may_be_name = is_name(text, token) && (best.cost > SLIP || key.len() < LONG);
        if is_doubtful && (may_be_name || !is_much_likelier(index, &key, best)?) {
            return Ok(None);
        }
        Ok(Some(replaced(text, token, best.word.clone(), certainty)))
    }
}

/// Returns whether a candidate is much likelier than the typed word, which may be correct: the error
/// is a slip of the fingers or behind the first letter, and the candidate is not rare, or the typed
/// word is strange.
fn is_much_likelier(index: &Index, key: &str, best: &Candidate) -> Attempt<bool> {
    let meant = fold(&best.word);
    let is_beginning = key.chars().next() == meant.chars().next();
    // What begins with a word of the site matches that word anyway.
    if key.starts_with(&meant) || !(best.cost <= SLIP || is_beginning) {
        return Ok(false);
    }
    Ok(best.score >= LIKELY || is_strange(index, key, best)?)
}

/// Returns whether a word is written like a name: with a capital behind the first word, or before
/// another capital.
fn is_name(text: &str, token: &Token) -> bool {
    let is_upper = |part: &str| part.chars().next().is_some_and(char::is_uppercase);
    let next = text[token.end..].split_whitespace().next();
    let is_first = text[..token.start].trim().is_empty();
    is_upper(&text[token.start..])
        && (!is_first || next.is_some_and(is_upper))
        && text.chars().any(char::is_lowercase)
}

fn replaced(text: &str, token: &Token, to: String, certainty: Certainty) -> Correction {
    Correction {
        from: text[token.start..token.end].to_owned(),
        to,
        start: token.start,
        certainty,
    }
}

/// Returns whether a word consists of letters, in a script with spaces.
fn is_word(word: &str) -> bool {
    word.chars().all(char::is_alphabetic) && !word.starts_with(is_unspaced)
}

/// Returns whether a word occurs in the question as written; a sign that is read as a word does
/// not.
fn is_written(token: &Token, written: &str) -> bool {
    let letters: String = written.chars().filter(|c| c.is_alphabetic()).collect();
    fold(&letters).starts_with(&fold(&token.text))
}
