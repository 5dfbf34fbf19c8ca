//! Similarity of the visitor's question to one written for a section.
//!
//! ```text
//! likeness = words · cos(words) + (1 - words) · cos(letters)
//! ```
//!
//! The vector of words has every content word of a question, as the [`Matcher`] recognises it,
//! weighted by its value; a word that only the written question has gets the mean weight of the
//! visitor's. The vector of letters has the 4-grams of all words, each once. The letters match
//! words with different stems.

use super::expected::is_listed;
use super::text_features::has_question;
use crate::query::Matcher;
use crate::text::{StopWords, fold, tokenise};

/// Weight of the words in the similarity.
const WORDS: f64 = 0.6;

/// Letters in an n-gram.
const GROUP: usize = 4;

/// A visitor's question, for comparison with written ones in one language.
pub(crate) struct Likeness<'m> {
    matcher: &'m Matcher,
    letters: Vec<u32>,
    /// Number of content words.
    words: usize,
    /// Sum of the squares of their values.
    length: f64,
}

impl<'m> Likeness<'m> {
    pub(crate) fn new(asked: &str, matcher: &'m Matcher) -> Self {
        let mut own = Self {
            matcher,
            letters: letters(asked, matcher),
            words: 0,
            length: 0.0,
        };
        let (found, _) = own.words(asked, "");
        own.words = found.len();
        own.length = squares(&found);
        own
    }

    /// Returns the similarity of a written question, 0 to 1.
    pub(crate) fn of(&self, written: &str) -> f64 {
        let (found, others) = self.words(written, "");
        let common = squares(&found);
        let other = self.length / (self.words.max(1) as f64);
        let length = common + others as f64 * other;
        let words = share(common, libm::sqrt(self.length * length));
        WORDS * words + (1.0 - WORDS) * self.of_letters(written)
    }

    /// Returns the match of a heading, 0 to 1: its similarity as a question, or [`OF_WORDS`] times the
    /// share of its content words that are the visitor's, whichever is larger.
    pub(crate) fn of_heading(&self, heading: &str) -> f64 {
        let (found, others) = self.words(heading, "");
        let all = found.len() + others;
        let words = OF_WORDS * share(found.len() as f64, all as f64);
        words.max(self.of(heading))
    }

    /// Returns the number of content words that a heading, or its part before or behind a bracket or a
    /// colon, has beside the visitor's: 0 if it names what the question asks about, more if it names
    /// something else (`FOIA library`, of a question about `FOIA`); none if it lacks one of these. Words
    /// of a list such as `mean` count for none.
    pub(crate) fn others(&self, heading: &str, meanings: &str) -> Option<usize> {
        let mut least: Option<usize> = None;
        for part in heading.split(['(', ':']) {
            let (found, others) = self.words(part, meanings);
            if found.len() == self.words && least.is_none_or(|least| others < least) {
                least = Some(others);
            }
        }
        least.filter(|_| self.words > 0)
    }

    fn of_letters(&self, written: &str) -> f64 {
        let written = letters(written, self.matcher);
        let both = written.iter().filter(|group| self.letters.contains(group));
        let size = libm::sqrt((self.letters.len() * written.len()) as f64);
        share(both.count() as f64, size)
    }

    /// Returns the visitor's words in a text, each once, with their values there, and the number of
    /// its other content words that are not in a list.
    fn words(&self, text: &str, list: &str) -> (Vec<(usize, f64)>, usize) {
        let language = self.matcher.language();
        let stop_words = StopWords::built_in();
        let mut found: Vec<(usize, f64)> = Vec::new();
        let mut others = 0;
        for token in tokenise(text, language)
            .iter()
            .filter(|token| token.is_word())
        {
            match self.matcher.find(token) {
                Some((term, value)) => super::units::add(&mut found, term, value),
                None if stop_words.contains(&token.text, language) => {}
                None => others += usize::from(!is_listed(token, list)),
            }
        }
        (found, others)
    }
}

/// Score of a heading that has only content words of the question, but not the question itself.
const OF_WORDS: f64 = 0.5;

/// Minimum similarity of the letters of two questions with the same content words.
const SAME: f64 = 0.7;

/// Returns whether a written question is the visitor's, word for word.
pub(super) fn is_equal(written: &str, asked: &str, matcher: &Matcher) -> bool {
    has_question(written, asked, matcher) && has_question(asked, written, matcher)
}

/// Returns whether a written question has the content words of the visitor's and no others, in any
/// form. It may ask for another kind of thing.
pub(super) fn has_same_words(written: &str, asked: &str, matcher: &Matcher) -> bool {
    let likeness = Likeness::new(asked, matcher);
    likeness.others(written, "") == Some(0) && likeness.of_letters(written) >= SAME
}

fn squares(found: &[(usize, f64)]) -> f64 {
    found.iter().map(|(_, value)| value * value).sum()
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 {
        (part / whole).min(1.0)
    } else {
        0.0
    }
}

/// Returns the n-grams of a text, by their hash, each once.
fn letters(text: &str, matcher: &Matcher) -> Vec<u32> {
    let mut groups = Vec::new();
    for token in tokenise(text, matcher.language()) {
        if token.is_word() {
            let ended = format!("^{}$", fold(&token.text));
            let bytes = ended.as_bytes();
            for group in bytes.windows(GROUP.min(bytes.len())).map(hash) {
                if !groups.contains(&group) {
                    groups.push(group);
                }
            }
        }
    }
    groups
}

/// Hashes by FNV-1a (Fowler, Noll, Vo), which is the same on every machine.
fn hash(bytes: &[u8]) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    for byte in bytes {
        hash = (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::query;
    use super::*;

    #[test]
    fn r36_questions_are_the_same_if_their_words_have_the_same_stems() {
        let asked = "How do I pay the tuition fee?";
        let matcher = query(asked, "en").matcher("en");
        assert!(is_equal("how do I pay the tuition FEE", asked, &matcher));
        let near = "How do I pay the tuition fees?";
        assert!(!is_equal(near, asked, &matcher));
        assert!(has_same_words(near, asked, &matcher));
        for other in [
            "How do I pay the exam fee?",
            "Who pays the tuition fee?",
            "How do I pay?",
            "",
        ] {
            assert!(!has_same_words(other, asked, &matcher), "{other}");
        }
    }

    #[test]
    fn r36_a_heading_that_names_the_subject_has_no_other_words() {
        let asked = "What is QTS?";
        let matcher = query("QTS", "en").matcher("en");
        for (heading, others) in [
            ("QTS", Some(0)),
            ("What is qualified teacher status (QTS)?", Some(0)),
            ("QTS: how it works", Some(0)),
            ("What does QTS mean?", Some(0)),
            ("What are the benefits of QTS?", Some(1)),
            ("QTS fees", Some(1)),
            ("Teaching", None),
            ("", None),
        ] {
            let likeness = Likeness::new(asked, &matcher);
            assert_eq!(likeness.others(heading, "mean"), others, "{heading}");
        }
        assert_eq!(Likeness::new("", &Matcher::default()).others("", ""), None);
    }

    #[test]
    fn r36_a_question_is_most_similar_to_itself() {
        let asked = "How do I pay the tuition fee?";
        let matcher = query(asked, "en").matcher("en");
        let likeness = Likeness::new(asked, &matcher);
        assert!((likeness.of(asked) - 1.0).abs() < 1e-9);
        let near = likeness.of("tuition fee payments");
        let far = likeness.of("Where is the library?");
        assert!((0.3..0.95).contains(&near) && far < 0.25, "{near} {far}");
        assert!(likeness.of("").abs() < 1e-9);
    }
}
