//! Whether a question is asked in a fact's own words, or nearly so.

use super::words::{FactWord, Words};
use super::{FactTable, Phrasing};
use crate::pre_retrieval::question_kind::QuestionKind;
use crate::pre_retrieval::sequence::similarity_above;

/// What a word is worth that means the same on this site and is another.
const SYNONYM: f64 = 0.85;

/// What a word is worth that is nearly the same, and so misspelt.
const MISSPELT: f64 = 0.9;

/// Letters of a word that can be told to be misspelt: one letter makes too many short words others.
const LONG: usize = 6;

impl FactTable {
    /// The share of words in common, if the question is one that the wording answers.
    pub(super) fn overlap(&self, asked: &Words, phrasing: &Phrasing) -> Option<f64> {
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

    /// What does not say its kind asks for what the thing is, or for what a wording does that does
    /// not say it either.
    fn kinds_agree(&self, asked: QuestionKind, phrasing: &Phrasing) -> bool {
        let known = phrasing.words.kind;
        if !self.settings.same_words {
            return asked.agrees_with(known);
        }
        let goes_without = phrasing.is_open || known == QuestionKind::What;
        asked == known || (asked == QuestionKind::Open && goes_without)
    }

    /// Where the wording has the word, and what that is worth; 0 if nowhere.
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

    /// 1 for the same word, less for one that means the same, 0 for another.
    fn sameness(&self, word: &FactWord, known: &FactWord) -> f64 {
        if word.is(known) {
            1.0
        } else if word.means(known) {
            SYNONYM
        } else if self.is_misspelt(word, known) {
            MISSPELT
        } else {
            0.0
        }
    }

    /// Whether `word`, which no fact has, is `known` with one slip.
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

/// Whether one letter is wrong, missing or too many, or two are the wrong way round, neither the
/// first nor the last: `tourism` is no `tourist`, `paternity` no `maternity`.
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
    fn r14_one_slip_within_a_word_is_told_from_another_word() {
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
