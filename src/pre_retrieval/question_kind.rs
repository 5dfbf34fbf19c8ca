//! Determines what kind of answer a question asks for: a date does not answer "how much".

use crate::language::{OwnList, SharedList};
use crate::query::{Keyed, keyed_words, stands_in};
use crate::text::{Language, WordLists};

/// The kind of answer that a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionKind {
    /// A date or time.
    When,
    /// A number or an amount.
    HowMuch,
    /// A length of time.
    HowLong,
    /// A person.
    Who,
    /// A place.
    Where,
    /// A procedure.
    How,
    /// A reason.
    Why,
    /// Yes or no.
    YesNo,
    /// A definition, or a list of things.
    What,
    /// Not stated: `registration fees`.
    Open,
}

impl QuestionKind {
    /// Returns whether an answer to `other` can answer this. A kind that is not stated agrees with
    /// every kind, but a question of yes or no, of how or of why agrees only with its own kind.
    pub fn agrees_with(self, other: Self) -> bool {
        let judged = matches!(self, Self::YesNo | Self::How | Self::Why);
        self == other
            || self == Self::Open
            || (other == Self::Open && !judged)
            || (self.is_a_figure() && other.is_a_figure())
            || (self == Self::What && other.is_a_figure())
    }

    fn is_a_figure(self) -> bool {
        matches!(self, Self::HowMuch | Self::HowLong)
    }
}

/// Rules in the order in which they are tried: a kind, the list of phrases for it in a language, and
/// the list of all languages that counts in a language without such lists.
const RULES: [(QuestionKind, Option<OwnList>, Option<SharedList>); 14] = [
    (
        QuestionKind::HowLong,
        Some(OwnList::HowLong),
        Some(SharedList::Duration),
    ),
    (
        QuestionKind::When,
        Some(OwnList::When),
        Some(SharedList::Time),
    ),
    (
        QuestionKind::HowMuch,
        Some(OwnList::HowMuch),
        Some(SharedList::Amount),
    ),
    (
        QuestionKind::Who,
        Some(OwnList::Who),
        Some(SharedList::Person),
    ),
    (
        QuestionKind::Where,
        Some(OwnList::Where),
        Some(SharedList::Place),
    ),
    (QuestionKind::Why, Some(OwnList::Why), None),
    (
        QuestionKind::How,
        Some(OwnList::How),
        Some(SharedList::Procedure),
    ),
    (
        QuestionKind::YesNo,
        Some(OwnList::YesNo),
        Some(SharedList::Assent),
    ),
    (QuestionKind::When, Some(OwnList::WhenNouns), None),
    (
        QuestionKind::HowMuch,
        Some(OwnList::HowMuchNouns),
        Some(SharedList::Prices),
    ),
    (QuestionKind::Where, Some(OwnList::WhereNouns), None),
    (QuestionKind::HowLong, Some(OwnList::HowLongNouns), None),
    (QuestionKind::How, Some(OwnList::HowNouns), None),
    (QuestionKind::What, None, Some(SharedList::Definition)),
];

/// Returns the kind of a question by its question words; the first matching rule decides.
pub(super) fn kind_of(words: &[Keyed], language: Language, lists: &WordLists) -> QuestionKind {
    let own = |list| lists.of(language, list);
    let has_own = !own(OwnList::When).is_empty();
    let is_here = |phrase: &str| stands_in(phrase.trim_start_matches("^ "), words);
    let has_any = |phrases: &str| phrases.split(',').any(is_here);
    let first = words.first().map_or("", |word| word.key.as_str());
    let is_first = |listed: &str| !first.is_empty() && listed == first;
    let asks = |(kind, list, shared): &(QuestionKind, Option<OwnList>, Option<SharedList>)| {
        list.is_some_and(|list| has_any(own(list)))
            || (!has_own && shared.is_some_and(|list| has_any(lists.any(list))))
            || (*kind == QuestionKind::YesNo && own(OwnList::YesNoFirst).split(',').any(is_first))
            || (*kind == QuestionKind::What && has_any(lists.any(SharedList::What)))
    };
    let rule = RULES.iter().find(|rule| asks(rule));
    rule.map_or(QuestionKind::Open, |(kind, ..)| *kind)
}

/// Returns the kind of a question.
///
/// ```
/// use soru::pre_retrieval::{QuestionKind, question_kind};
/// use soru::text::{Language, WordLists};
/// let words = WordLists::of_languages(&["tr", "en"]);
/// let kind = |question, language| question_kind(question, language, &words);
/// assert_eq!(kind("Harç ne kadar?", Language::Turkish), QuestionKind::HowMuch);
/// assert_eq!(kind("When is the exam?", Language::English), QuestionKind::When);
/// ```
pub fn question_kind(question: &str, language: Language, lists: &WordLists) -> QuestionKind {
    kind_of(&keyed_words(question, language), language, lists)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_determined_by_question_words_in_both_languages() {
        for (question, language, kind) in [
            (
                "son basvuru ne zaman",
                Language::Turkish,
                QuestionKind::When,
            ),
            ("Kontenjan kaç?", Language::Turkish, QuestionKind::HowMuch),
            ("kaç gün sürer", Language::Turkish, QuestionKind::HowLong),
            (
                "Staj yapabilir miyim?",
                Language::Turkish,
                QuestionKind::YesNo,
            ),
            ("nasıl başvurulur", Language::Turkish, QuestionKind::How),
            ("Can I work?", Language::English, QuestionKind::YesNo),
            ("How many visas?", Language::English, QuestionKind::HowMuch),
            ("h1b cap", Language::English, QuestionKind::Open),
        ] {
            let words = WordLists::of_languages(&["tr", "en"]);
            assert_eq!(
                question_kind(question, language, &words),
                kind,
                "{question}"
            );
        }
    }

    #[test]
    fn r14_when_and_how_much_do_not_agree() {
        assert!(!QuestionKind::When.agrees_with(QuestionKind::HowMuch));
        assert!(!QuestionKind::YesNo.agrees_with(QuestionKind::Open));
        assert!(!QuestionKind::When.agrees_with(QuestionKind::What));
        assert!(!QuestionKind::What.agrees_with(QuestionKind::When));
        assert!(QuestionKind::What.agrees_with(QuestionKind::HowMuch));
        assert!(QuestionKind::Open.agrees_with(QuestionKind::When));
    }
}
