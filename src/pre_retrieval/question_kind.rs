//! What kind of answer a question asks for: a date is no answer to "how much".

use super::phrase::{Keyed, stands_in};
use crate::text::Language;

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
    /// What something is, or which there are.
    What,
    /// Not said: `registration fees`.
    Open,
}

impl QuestionKind {
    /// Whether an answer to `other` can answer this. What does not say its kind goes with every
    /// kind; but a question of yes or no, of how or of why only with its own.
    #[must_use]
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

/// The kind of a question by its question words; the first rule that fits decides.
pub(super) fn kind_of(words: &[Keyed], language: Language) -> QuestionKind {
    let own = language.kinds();
    let has_any = |phrases: &str| phrases.split(',').any(|phrase| stands_in(phrase, words));
    let first = words.first().map_or("", |word| word.key.as_str());
    let is_first = |listed: &str| !first.is_empty() && listed == first;
    let nouns = &own.nouns;
    let rules = [
        (QuestionKind::HowLong, own.how_long),
        (QuestionKind::When, own.when),
        (QuestionKind::HowMuch, own.how_much),
        (QuestionKind::Who, own.who),
        (QuestionKind::Where, own.place),
        (QuestionKind::Why, own.why),
        (QuestionKind::How, own.how),
        (QuestionKind::YesNo, own.yes_no),
        (QuestionKind::When, nouns.when),
        (QuestionKind::HowMuch, nouns.how_much),
        (QuestionKind::Where, nouns.place),
        (QuestionKind::HowLong, nouns.how_long),
        (QuestionKind::How, nouns.how),
        (QuestionKind::What, joined!(kinds.what, ",")),
    ];
    let asks_at_once =
        |kind| kind == QuestionKind::YesNo && own.yes_no_first.split(',').any(is_first);
    rules
        .into_iter()
        .find(|(kind, phrases)| has_any(phrases) || asks_at_once(*kind))
        .map_or(QuestionKind::Open, |(kind, _)| kind)
}

/// The kind of a question.
///
/// ```
/// use soru::pre_retrieval::{QuestionKind, question_kind};
/// use soru::text::Language;
/// assert_eq!(question_kind("Harç ne kadar?", Language::Turkish), QuestionKind::HowMuch);
/// assert_eq!(question_kind("When is the exam?", Language::English), QuestionKind::When);
/// ```
#[must_use]
pub fn question_kind(question: &str, language: Language) -> QuestionKind {
    kind_of(&super::phrase::keyed_words(question, language), language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_question_words_in_both_languages() {
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
            assert_eq!(question_kind(question, language), kind, "{question}");
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
