//! The kind of thing that a question asks for, and whether a sentence has it.
//!
//! Small tables instead of a model: they decide which of two sentences about the same subject is
//! the likelier answer, and have no greater weight than that.

mod sentence;

use std::borrow::Cow;

pub(super) use self::sentence::{Sentence, is_listed};
use crate::language::SharedList;
use crate::query::{Keyed, Query, keyed_words};
use crate::text::{Language, StopWords, WordLists, holds, place_in};

/// The kind of thing that answers a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A date, a year, a day.
    Time,
    /// Times of the day.
    Hours,
    /// A number, a share.
    Amount,
    /// A sum of money, or that something is free.
    Price,
    /// A length of time.
    Duration,
    /// A name, an office.
    Person,
    /// A room, a town, a street.
    Place,
    /// A telephone number.
    Telephone,
    /// An e-mail address, a telephone number.
    Contact,
    /// Instructions: steps, or a sentence with one.
    Procedure,
    /// Several things: documents, conditions.
    List,
    /// Whether something is the case.
    Assent,
    /// A definition.
    Definition,
}

/// The lists of phrases that ask for a kind. The first matching kind counts: `kaç yılında` asks for a
/// time, `kaç` alone for an amount.
const QUESTIONS: [(Expected, SharedList); 12] = [
    (Expected::Time, SharedList::Time),
    (Expected::Hours, SharedList::Hours),
    (Expected::Duration, SharedList::Duration),
    (Expected::Amount, SharedList::Amount),
    (Expected::Person, SharedList::Person),
    (Expected::Telephone, SharedList::Telephone),
    (Expected::Contact, SharedList::Contact),
    (Expected::Place, SharedList::Place),
    (Expected::List, SharedList::List),
    (Expected::Procedure, SharedList::Procedure),
    (Expected::Assent, SharedList::Assent),
    (Expected::Definition, SharedList::Definition),
];

/// Returns the words of a question by their fold keys, surrounded by spaces. Its beginning `^` and
/// end `$` may be part of a phrase.
fn padded(words: &[Keyed]) -> String {
    let mut padded = String::from(" ^ ");
    for word in words {
        padded.push_str(&word.key);
        padded.push(' ');
    }
    padded.push_str("$ ");
    padded
}

/// Returns the words of a question, and its language.
fn read(query: &Query) -> (Cow<'_, [Keyed]>, Language) {
    if let Some(own) = query.own() {
        return (Cow::Borrowed(&own.words), own.language);
    }
    let language = Language::Other;
    let words = keyed_words(&query.text, language);
    (Cow::Owned(words), language)
}

/// Returns the phrases that occur among the words.
fn has<'p>(words: &str, phrases: &'p str) -> impl Iterator<Item = &'p str> {
    let phrases = phrases.split(',').map(str::trim);
    phrases.filter(|phrase| holds(words, &format!(" {phrase} ")))
}

/// Returns the place of the first of the phrases among the words.
fn first(words: &str, phrases: &str) -> Option<usize> {
    let phrases = phrases.split(',').map(str::trim);
    let places = phrases.filter_map(|phrase| place_in(words, &format!(" {phrase} ")));
    places.min()
}

/// Returns whether a question names its subject: `how long`, `ne zaman` and `when is it` do not.
pub(crate) fn has_subject(query: &Query) -> bool {
    let (words, language) = read(query);
    let padded = padded(&words);
    let mut asking = vec!["^", "$"];
    for (_, name) in QUESTIONS {
        let phrases = has(&padded, query.words.any(name));
        asking.extend(phrases.flat_map(str::split_whitespace));
    }
    let stop_words = StopWords::built_in();
    let mut words = padded.split_whitespace();
    words.any(|word| !asking.contains(&word) && !stop_words.contains(word, language))
}

impl Expected {
    /// Detects the kind from the question words, `when` or `ne zaman`; none if they determine no
    /// kind.
    pub fn of(query: &Query) -> Option<Self> {
        Self::of_words(&read(query).0, &query.words)
    }

    /// Like [`Expected::of`], of a text in a language.
    pub(super) fn of_text(text: &str, language: Language, lists: &WordLists) -> Option<Self> {
        Self::of_words(&keyed_words(text, language), lists)
    }

    fn of_words(words: &[Keyed], lists: &WordLists) -> Option<Self> {
        let words = padded(words);
        let place = |name| first(&words, lists.any(name));
        // `How do I pay when …` asks how: the first phrase counts. `What is` comes first, but says
        // less than `the deadline` or `the telephone number` after it.
        let mut best: Option<(usize, Self)> = None;
        for (kind, name) in QUESTIONS {
            if let Some(place) = place(name)
                && best.is_none_or(|(first, _)| place < first && kind != Self::Definition)
            {
                best = Some((place, kind));
            }
        }
        let kind = best.map(|(_, kind)| kind);
        // `How much` and `ne kadar` ask for money if the question mentions a fee, and so does `what is`.
        let kind = match kind {
            None | Some(Self::Amount | Self::Definition) if place(SharedList::Prices).is_some() => {
                Some(Self::Price)
            }
            kind => kind,
        };
        // `What is the reason why …` asks for something else.
        let is_short = words.bytes().filter(|byte| *byte == b' ').count() <= LONGEST_DEFINED + 3;
        kind.filter(|kind| *kind != Self::Definition || is_short)
    }

    /// Returns whether a sentence without it cannot answer the question, since answers have a
    /// figure, a name or an address. `Who pays …` needs no name, and any noun
    /// can be a place.
    pub(super) fn is_needed(self, query: &Query) -> bool {
        let named = query.words.any(SharedList::Named);
        let asks_a_name = || first(&padded(&read(query).0), named).is_some();
        self == Self::Person && asks_a_name()
            || matches!(
                self,
                Self::Time
                    | Self::Hours
                    | Self::Amount
                    | Self::Price
                    | Self::Duration
                    | Self::Telephone
                    | Self::Contact
            )
    }

    /// Returns whether a number and its unit or name answer it: that may be the question's own, as in
    /// `how many days`.
    pub(super) fn is_measured(self) -> bool {
        matches!(
            self,
            Self::Price | Self::Duration | Self::Telephone | Self::Contact
        )
    }

    /// Returns how likely the sentence has such a thing: 0, a half or 1.
    pub(super) fn shown_by(self, sentence: &Sentence<'_>) -> f64 {
        let (surely, maybe) = match self {
            Self::Time => (
                sentence.has_date(),
                sentence.has_other_number() || sentence.has_number_word(),
            ),
            Self::Hours => (sentence.has_clock(), sentence.has_number_word()),
            Self::Amount => (sentence.has_amount(), sentence.has_number_word()),
            Self::Price => (sentence.has_price(), false),
            Self::Duration => (sentence.has_duration(), false),
            Self::Person => (sentence.has_name(), sentence.has_office()),
            Self::Place => (sentence.has_location(), sentence.has_place()),
            Self::Telephone => (sentence.has_telephone(), false),
            Self::Contact => (sentence.has_address() || sentence.has_telephone(), false),
            Self::Procedure => (false, sentence.has_deed()),
            Self::List => (
                false,
                sentence.text.bytes().filter(|byte| *byte == b',').count() > 1,
            ),
            Self::Assent => (false, sentence.has_assent()),
            Self::Definition => (false, sentence.defines()),
        };
        if surely {
            1.0
        } else if maybe {
            0.5
        } else {
            0.0
        }
    }
}

/// Maximum words of a question that asks for a definition.
const LONGEST_DEFINED: usize = 5;

#[cfg(test)]
mod tests {
    use super::super::marks::tests::query;
    use super::*;
    use crate::text::tokenise;

    fn kind(question: &str, tag: &str) -> Option<Expected> {
        Expected::of(&query(question, tag))
    }

    #[test]
    fn r32_question_words_determine_the_kind_in_both_languages() {
        for (question, tag, expected) in [
            ("When is the deadline?", "en", Expected::Time),
            ("Son başvuru NE ZAMAN?", "tr", Expected::Time),
            ("Kaç yılında kuruldu?", "tr", Expected::Time),
            ("How many students are there?", "en", Expected::Amount),
            ("How much does it cost?", "en", Expected::Price),
            ("How much do teachers earn?", "en", Expected::Price),
            ("How much is the stipend?", "en", Expected::Price),
            ("How much funding can I get?", "en", Expected::Price),
            ("How much does a bag weigh?", "en", Expected::Amount),
            ("Asistanların maaşı ne kadar?", "tr", Expected::Price),
            ("Burs ne kadar?", "tr", Expected::Price),
            ("harc ucreti ne kadar", "tr", Expected::Price),
            ("visa fee", "en", Expected::Price),
            ("Who pays the fee?", "en", Expected::Person),
            ("How long may I stay?", "en", Expected::Duration),
            ("Kaç gün sürer?", "tr", Expected::Duration),
            ("Who is my advisor?", "en", Expected::Person),
            ("Danışmanım kim?", "tr", Expected::Person),
            ("Library phone or e-mail", "en", Expected::Telephone),
            ("Kütüphanenin e-postası", "tr", Expected::Contact),
            ("Where is the library?", "en", Expected::Place),
            ("Öğrenci işleri nerede", "tr", Expected::Place),
        ] {
            assert_eq!(kind(question, tag), Some(expected), "{question}");
        }
    }

    #[test]
    fn r32_procedures_lists_assent_and_definitions_are_distinguished() {
        for (question, tag, expected) in [
            ("How do I apply?", "en", Expected::Procedure),
            ("staj başvurusu nasıl yapılır", "tr", Expected::Procedure),
            ("Which documents do I need?", "en", Expected::List),
            ("Yatay geçiş şartları nelerdir?", "tr", Expected::List),
            ("Can I work with an F-1 visa?", "en", Expected::Assent),
            ("Devam zorunlu mu?", "tr", Expected::Assent),
            ("What is OPT?", "en", Expected::Definition),
            ("What is the deadline?", "en", Expected::Time),
            (
                "What is the phone number of the office?",
                "en",
                Expected::Telephone,
            ),
            ("What is the application fee?", "en", Expected::Price),
            ("Harç ücreti nedir?", "tr", Expected::Price),
            ("AKTS nedir?", "tr", Expected::Definition),
            ("How much can I earn?", "en", Expected::Price),
            ("Kayıt ne zaman yapılır?", "tr", Expected::Time),
        ] {
            assert_eq!(kind(question, tag), Some(expected), "{question}");
        }
    }

    #[test]
    fn r36_a_question_of_question_words_alone_has_no_subject() {
        for (text, tag, expected) in [
            ("how long", "en", false),
            ("when is it?", "en", false),
            ("what are the opening hours", "en", false),
            ("how long is OPT", "en", true),
            ("kaç gün", "tr", false),
            ("ne zaman", "tr", false),
            ("danışmanım kim", "tr", true),
            ("", "tr", false),
        ] {
            assert_eq!(has_subject(&query(text, tag)), expected, "{text}");
        }
    }

    #[test]
    fn r32_other_questions_have_no_kind() {
        for question in [
            "why so",
            "müdür odası",
            "",
            "whoever whenever",
            "as soon as can be",
        ] {
            assert_eq!(kind(question, "en"), None, "{question}");
        }
    }

    #[test]
    fn r32_the_words_of_a_sentence_show_the_kind() {
        for (kind, text, expected) in [
            (Expected::Time, "Başvurular Eylül’de başlar.", 1.0),
            (Expected::Time, "Founded in 1923.", 1.0),
            (Expected::Time, "En geç 01.05.2026 günü.", 1.0),
            (Expected::Time, "It may take 5 weeks.", 0.5),
            (Expected::Time, "It may take weeks.", 0.0),
            (Expected::Time, "It costs $5, or 9 TL.", 0.0),
            (Expected::Time, "It costs $5 from day 9.", 0.5),
            (Expected::Telephone, "Ring 0312 444 30 20.", 1.0),
            (Expected::Telephone, "Telefon: 444 1 234", 1.0),
            (Expected::Telephone, "Form 444 1 234", 0.0),
            (Expected::Telephone, "From 2026-05-12 on.", 0.0),
            (Expected::Telephone, "Write to desk@example.org.", 0.0),
            (Expected::Contact, "Write to desk@example.org.", 1.0),
            (Expected::Contact, "Ring 0312 444 30 20.", 1.0),
            (Expected::Amount, "The fee is $780.", 1.0),
            (Expected::Amount, "Yarısı ödenir.", 0.5),
            (Expected::Amount, "The H-1B visa.", 0.0),
            (Expected::Price, "The fee is $780.", 1.0),
            (Expected::Price, "Aylık 4.500 TL ödenir.", 1.0),
            (Expected::Price, "A place costs ninety euros.", 1.0),
            (Expected::Price, "Aylık iki yüz lira ödenir.", 1.0),
            (Expected::Price, "Admission is free.", 1.0),
            (Expected::Price, "There are 920 beds.", 0.0),
            (Expected::Duration, "Two semesters and at most four.", 1.0),
            (
                Expected::Duration,
                "Sonuç 15 iş günü içinde açıklanır.",
                1.0,
            ),
            (Expected::Duration, "Room 15 is open by day.", 0.0),
            (Expected::Person, "Müdür Ada Lale Can oldu.", 1.0),
            (Expected::Person, "Ask your advisor.", 0.5),
            (Expected::Person, "The office helps.", 0.0),
            (Expected::Place, "Osman Bey Bursa’da öldü.", 1.0),
            (Expected::Place, "He lived in Boston.", 1.0),
            (Expected::Place, "Second floor.", 0.5),
            (Expected::Procedure, "Formu doldurun.", 0.5),
            (Expected::Procedure, "Form S-1.", 0.0),
            (Expected::List, "Pasaport, fotoğraf, form gerekir.", 0.5),
            (Expected::List, "Pasaport.", 0.0),
            (Expected::Assent, "Öğrenci ders alabilir.", 0.5),
            (Expected::Assent, "Attendance is mandatory.", 0.5),
            (Expected::Assent, "Two courses.", 0.0),
            (Expected::Definition, "AKTS bir kredi birimidir.", 0.5),
            (Expected::Definition, "OPT is a work permit.", 0.5),
            (Expected::Definition, "Apply early.", 0.0),
            (Expected::Place, "Nothing.", 0.0),
        ] {
            let language = Language::Turkish;
            let words = WordLists::of_languages(&["tr", "en"]);
            let sentence = Sentence {
                text,
                start: 0,
                tokens: &tokenise(text, language),
                words: &words,
            };
            let shown = kind.shown_by(&sentence);
            assert!((shown - expected).abs() < 1e-12, "{text}: {shown}");
        }
    }
}
