//! Determines what kind of answer a question asks for: a date does not answer "how much".

use crate::language::{ALL, Kinds};
use crate::ordered::Map;
use crate::query::{Keyed, keyed_words, stands_in};
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
    /// A definition, or a list of things.
    What,
    /// Not stated: `registration fees`.
    Open,
}

impl QuestionKind {
    /// Returns whether an answer to `other` can answer this. A kind that is not stated agrees with
    /// every kind, but a question of yes or no, of how or of why agrees only with its own kind.
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

/// Returns the kind of a question by its question words; the first matching rule decides.
///
/// `further` has the phrases of the site's further languages (`text.words`).
pub(super) fn kind_of(words: &[Keyed], language: Language, further: &Map<String>) -> QuestionKind {
    let own = language.kinds();
    let is_further = language == Language::Other;
    let of_site = |name: &str| further.get(name).filter(|_| is_further);
    let is_here = |phrase: &str| stands_in(phrase.trim_start_matches("^ "), words);
    let has_any = |phrases: &str| phrases.split(',').any(is_here);
    let has_any =
        |(name, phrases)| has_any(phrases) || of_site(name).is_some_and(|own| has_any(own));
    let first = words.first().map_or("", |word| word.key.as_str());
    let is_first = |listed: &str| !first.is_empty() && listed == first;
    let asks_at_once =
        |kind| kind == QuestionKind::YesNo && own.yes_no_first.split(',').any(is_first);
    RULES[language as usize]
        .iter()
        .find(|(kind, phrases)| has_any(*phrases) || asks_at_once(*kind))
        .map_or(QuestionKind::Open, |(kind, _)| *kind)
}

/// Rules of a language in the order in which they are tried: a kind, the key of a site's phrases
/// for it, and the built-in phrases.
type Rules = [(QuestionKind, (&'static str, &'static str)); 14];

static RULES: [Rules; ALL.len()] = {
    let mut all = [rules(&ALL[0].kinds); ALL.len()];
    let mut at = 1;
    while at < all.len() {
        all[at] = rules(&ALL[at].kinds);
        at += 1;
    }
    all
};

const fn rules(own: &Kinds) -> Rules {
    let nouns = &own.nouns;
    [
        (QuestionKind::HowLong, ("duration", own.how_long)),
        (QuestionKind::When, ("time", own.when)),
        (QuestionKind::HowMuch, ("amount", own.how_much)),
        (QuestionKind::Who, ("person", own.who)),
        (QuestionKind::Where, ("place", own.place)),
        (QuestionKind::Why, ("", own.why)),
        (QuestionKind::How, ("procedure", own.how)),
        (QuestionKind::YesNo, ("assent", own.yes_no)),
        (QuestionKind::When, ("", nouns.when)),
        (QuestionKind::HowMuch, ("prices", nouns.how_much)),
        (QuestionKind::Where, ("", nouns.place)),
        (QuestionKind::HowLong, ("", nouns.how_long)),
        (QuestionKind::How, ("", nouns.how)),
        (QuestionKind::What, ("definition", joined!(kinds.what, ","))),
    ]
}

/// Returns the kind of a question.
///
/// ```
/// use soru::pre_retrieval::{QuestionKind, question_kind};
/// use soru::text::Language;
/// assert_eq!(question_kind("Harç ne kadar?", Language::Turkish), QuestionKind::HowMuch);
/// assert_eq!(question_kind("When is the exam?", Language::English), QuestionKind::When);
/// ```
#[must_use]
pub fn question_kind(question: &str, language: Language) -> QuestionKind {
    let words = keyed_words(question, language);
    kind_of(&words, language, &Map::new())
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
