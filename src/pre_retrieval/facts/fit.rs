//! Tests whether a question is asked in a fact's own words, or nearly so.

use super::words::{FactWord, QuestionWords};
use super::{FactTable, Phrasing};
use crate::pre_retrieval::question_kind::QuestionKind;
use crate::pre_retrieval::sequence::similarity_above;

/// Weight of another word with the same meaning on this site.
const SYNONYM: f64 = 0.85;

/// Weight of a word that is nearly the same, and so a misspelling.
const MISSPELT: f64 = 0.9;

/// Minimum length in letters of a word that can be recognised as misspelt: in a short word, one
/// letter more often makes another word.
const LONG: usize = 6;

impl FactTable {
    /// Returns the share of words in common, if the wording answers this kind of question.
    pub(super) fn overlap(&self, asked: &QuestionWords, phrasing: &Phrasing) -> Option<f64> {
        let known = &phrasing.words.content;
        let is_asked = asked.is_specific && self.kinds_agree(asked.kind, phrasing);
        let same_length = asked.content.len() == known.len();
        if !is_asked || (self.settings.same_words && !same_length) {
            return None;
        }
        let mut matched = vec![false; known.len()];
        let mut common = 0.0;
        for (at, word) in asked.content.iter().enumerate() {
            let (worth, place) = self.place(word, at, known, &matched);
            if worth > 0.0 {
                matched[place] = true;
                common += worth;
            } else if self.settings.same_words || word.tells_apart {
                return None;
            }
        }
        let missing = known.iter().zip(matched).filter(|(_, matched)| !matched);
        let (mut all, mut tells_apart) = (asked.content.len(), false);
        for (word, _) in missing {
            all += 1;
            tells_apart |= word.tells_apart;
        }
        let overlap = common / all as f64;
        (!tells_apart && overlap > self.settings.overlap).then_some(overlap)
    }

    /// Returns whether the kinds agree. A question without a kind asks what the thing is, or
    /// matches a wording that has no kind either.
    fn kinds_agree(&self, asked: QuestionKind, phrasing: &Phrasing) -> bool {
        let known = phrasing.words.kind;
        if !self.settings.same_words {
            return asked.agrees_with(known);
        }
        let goes_without = phrasing.is_open || known == QuestionKind::What;
        asked == known || (asked == QuestionKind::Open && goes_without)
    }

    /// Returns the weight of the word in the wording, and its place there; the weight is 0 if the
    /// wording lacks it.
    fn place(
        &self,
        word: &FactWord,
        at: usize,
        known: &[FactWord],
        matched: &[bool],
    ) -> (f64, usize) {
        let places = if self.settings.same_words {
            at..at + 1
        } else {
            0..known.len()
        };
        let mut best = (0.0, 0);
        for place in places.filter(|place| !matched[*place]) {
            let worth = self.sameness(word, &known[place]);
            if worth > best.0 {
                best = (worth, place);
            }
        }
        best
    }

    /// Returns 1 for the same word, less for one with the same meaning, 0 for another.
    fn sameness(&self, word: &FactWord, known: &FactWord) -> f64 {
        if word.is(known, &self.lexicon) {
            1.0
        } else if word.means(known) {
            SYNONYM
        } else if self.is_misspelt(word, known) {
            MISSPELT
        } else {
            0.0
        }
    }

    /// Returns whether `word`, which no fact has, is `known` with one slip.
    fn is_misspelt(&self, word: &FactWord, known: &FactWord) -> bool {
        let (key, other) = (&word.word.key, &known.word.key);
        let least = self.settings.spelling;
        key.len() >= LONG
            && !word.tells_apart
            && !known.tells_apart
            && is_one_slip(key.as_bytes(), other.as_bytes())
            && !self.nearness.knows(word)
            && similarity_above(key, other, least) > least
    }
}

/// Returns whether one letter is wrong, missing or added, or two are exchanged, within the word:
/// `tourism` is not a misspelt `tourist`, nor `paternity` a misspelt `maternity`.
fn is_one_slip(a: &[u8], b: &[u8]) -> bool {
    let both = a.iter().zip(b);
    let start = both.take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[start..], &b[start..]);
    let both = a.iter().rev().zip(b.iter().rev());
    let end = both.take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    let is_swap = a.len() == 2 && b.len() == 2 && a[0] == b[1] && a[1] == b[0];
    start > 0 && end > 0 && ((a.len() <= 1 && b.len() <= 1) || is_swap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r14_one_slip_within_a_word_is_distinguished_from_another_word() {
        let is_slip = |a: &str, b: &str| is_one_slip(a.as_bytes(), b.as_bytes());
        for (typed, meant) in [
            ("registratoin", "registration"),
            ("studnet", "student"),
            ("residense", "residence"),
            ("tution", "tuition"),
            ("kontennjan", "kontenjan"),
        ] {
            assert!(is_slip(typed, meant) && is_slip(meant, typed), "{typed}");
        }
        for (one, other) in [
            ("tourism", "tourist"),
            ("paternity", "maternity"),
            ("emigration", "immigration"),
            ("employee", "employer"),
            ("restoration", "registration"),
            ("undergraduate", "graduate"),
        ] {
            assert!(!is_slip(one, other) && !is_slip(other, one), "{one}");
        }
    }
}
