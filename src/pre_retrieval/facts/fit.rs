//! How well one way of asking for a fact fits a question.

use super::words::{FactWord, Words};
use super::{FactTable, Phrasing};
use crate::pre_retrieval::question_kind::QuestionKind;
use crate::pre_retrieval::sequence::similarity_above;
use crate::text::holds;

/// What a word is worth that means the same and is another.
const SYNONYM: f64 = 0.85;

/// What a word is worth that is nearly the same, and so misspelt.
const MISSPELT: f64 = 0.9;

/// What a word of the question is worth that another way of asking for the fact has.
const ELSEWHERE: f64 = 0.8;

/// What a word of the question is worth that only the fact's answer has.
const IN_ANSWER: f64 = 0.5;

/// How well a way of asking for a fact fits a question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fit {
    pub(super) fact: usize,
    /// Share of the words in common, weighted by rarity, 0 to 1.
    pub(super) overlap: f64,
    /// Whether the fact may answer; if not, it is worth proposing all the same.
    pub(super) answers: bool,
}

/// What each word of a question is worth that a fact has otherwise than in a wording, and its rarity.
pub(super) type Elsewhere = Vec<(f64, f64)>;

/// The words of question and wording, counted.
#[derive(Debug, Default)]
struct Counted {
    /// Rarity of the words in common, and of all words.
    common: f64,
    all: f64,
    /// Whether the question has a word or a figure that the fact has not: what holds of the thing
    /// may not hold of the thing in that respect.
    is_foreign: bool,
    /// Words that both have.
    shared: usize,
    /// Words of the question that the wording has not, but the fact has otherwise.
    own: usize,
    /// How many of these only its answer has.
    in_answer: usize,
    /// Whether other facts are asked by one of those.
    is_other: bool,
    /// Rarity of the wording's words that the question has not.
    missing: f64,
}

impl FactTable {
    /// None if something rules the fact out.
    pub(super) fn fit(
        &self,
        asked: &Words,
        phrasing: &Phrasing,
        elsewhere: &mut Option<Elsewhere>,
    ) -> Option<Fit> {
        let known = &phrasing.words;
        if asked.content.is_empty() || asked.contradicts(known) {
            return None;
        }
        let counted = self.count(asked, phrasing, elsewhere);
        // The answer has to speak of what is asked beyond the thing itself.
        let by_the_way = known.kind == QuestionKind::What
            && asked.kind.may_be_told_by_the_way()
            && counted.missing <= 0.0
            && counted.in_answer > 0;
        if !asked.kind.agrees_with(known.kind) && !by_the_way {
            return None;
        }
        // One word in common says what a question is about, and not what it asks; unless that is
        // all there is to the fact.
        let is_enough = counted.shared > 1 || (counted.shared == 1 && counted.missing <= 0.0);
        // "Exam dates" asks for more than "dates of the final exams" answers.
        let is_narrower = counted.missing > 0.0 && counted.own == 0;
        // What the answer tells by the way, where the fact itself is about something else: "permit
        // documents" does not ask how long a permit takes.
        let is_beside = (counted.missing > 0.0 && counted.is_other)
            || (counted.in_answer > 0
                && asked.kind == QuestionKind::Open
                && known.kind.may_be_told_by_the_way());
        let overlap = if counted.all > 0.0 {
            counted.common / counted.all
        } else {
            0.0
        };
        Some(Fit {
            fact: phrasing.fact,
            overlap,
            answers: is_enough
                && !is_narrower
                && !is_beside
                && !counted.is_foreign
                && overlap > self.settings.overlap,
        })
    }

    fn count(
        &self,
        asked: &Words,
        phrasing: &Phrasing,
        elsewhere: &mut Option<Elsewhere>,
    ) -> Counted {
        let wording = &phrasing.words.content;
        let mut counted = Counted::default();
        let mut matched = vec![false; wording.len()];
        for (number, word) in asked.content.iter().enumerate() {
            let (mut worth, mut rarity) = (0.0, 0.0);
            for (known, matched) in wording.iter().zip(&mut matched) {
                let same = self.sameness(word, known);
                if same > 0.0 {
                    *matched = true;
                    if same > worth {
                        (worth, rarity) = (same, self.rarity(known));
                    }
                }
            }
            if worth > 0.0 {
                counted.shared += 1;
            } else {
                let own = elsewhere.get_or_insert_with(|| self.elsewhere(asked, phrasing.fact));
                (worth, rarity) = own.get(number).copied().unwrap_or_default();
                if worth > 0.0 {
                    counted.own += 1;
                    if worth <= IN_ANSWER {
                        counted.in_answer += 1;
                        counted.is_other |= self.frequencies.contains_key(&word.word.stem);
                    }
                } else if self.is_light(word) || is_said_by_when(word, asked.kind) {
                    continue;
                } else {
                    counted.is_foreign = true;
                    rarity = self.rarity(word);
                }
            }
            counted.common += worth * rarity;
            counted.all += rarity;
        }
        for (known, _) in wording.iter().zip(matched).filter(|(_, matched)| !matched) {
            if !self.is_light(known) {
                counted.missing += self.rarity(known);
            }
        }
        counted.all += counted.missing;
        counted
    }

    /// What each word is worth if it stands not in the wording but otherwise in the fact.
    fn elsewhere(&self, asked: &Words, fact: usize) -> Elsewhere {
        let vocabulary = &self.vocabularies[fact];
        let worth = |word: &FactWord| {
            let in_wordings = vocabulary.asked.iter();
            if let Some(known) = { in_wordings }.find(|known| self.sameness(word, known) > 0.0) {
                return (ELSEWHERE, self.rarity(known));
            }
            // A figure or a code in an answer may be there for anything, a year is not.
            let key = word.word.key.as_bytes();
            let figures = key.iter().filter(|byte| byte.is_ascii_digit()).count();
            if figures > 0 && (figures != 4 || key.len() != 4) {
                return (0.0, 0.0);
            }
            let mut in_answer = vocabulary.answered.iter();
            let known = in_answer.find(|known| word.is(known) || word.means(known));
            known.map_or((0.0, 0.0), |known| (IN_ANSWER, self.rarity(known)))
        };
        asked.content.iter().map(worth).collect()
    }

    /// 1 for the same word, less for one that means the same, 0 for another.
    fn sameness(&self, word: &FactWord, known: &FactWord) -> f64 {
        if word.is(known) {
            1.0
        } else if word.means(known) {
            SYNONYM
        } else if self.is_near(word, known) {
            MISSPELT
        } else {
            0.0
        }
    }

    /// Whether `word`, which the facts do not know, is nearly `other`, which they do.
    fn is_near(&self, word: &FactWord, other: &FactWord) -> bool {
        let (word, other) = (&word.word, &other.word);
        word.key.len() >= 4
            && !word.key.bytes().any(|b| b.is_ascii_digit())
            && !self.frequencies.contains_key(&word.stem)
            && similarity_above(&word.key, &other.key, self.settings.spelling)
                > self.settings.spelling
    }

    /// Whether a word tells no facts apart.
    fn is_light(&self, word: &FactWord) -> bool {
        self.light_words.contains(&word.word.key)
    }

    /// How much a word tells facts apart. A word that no fact is asked by tells most.
    fn rarity(&self, word: &FactWord) -> f64 {
        let containing = f64::from(
            self.frequencies
                .get(&word.word.stem)
                .copied()
                .unwrap_or_default(),
        );
        libm::log(1.0 + (self.facts.len() as f64 + 1.0) / (containing + 0.5))
    }
}

/// "When does it start?" asks for what "when is it" does. The fact is another matter: one of when a
/// thing starts is not one of when it ends.
fn is_said_by_when(word: &FactWord, kind: QuestionKind) -> bool {
    const VERBS: &str = " start starts begin begins take takes place happen happens held baslar \
        basliyor baslayacak olur oluyor ";
    kind == QuestionKind::When && holds(VERBS, &format!(" {} ", word.word.key))
}
