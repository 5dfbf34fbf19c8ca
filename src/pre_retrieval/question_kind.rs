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
    let rules = match language {
        Language::Turkish => TURKISH,
        _ => ENGLISH,
    };
    for (kind, phrases) in rules {
        if phrases.split(',').any(|phrase| stands_in(phrase, words)) {
            return *kind;
        }
    }
    if let Some(kind) = kind_of_yes_no(words, language) {
        return kind;
    }
    let nouns = if language == Language::Turkish {
        TURKISH_NOUNS
    } else {
        ENGLISH_NOUNS
    };
    let said = nouns
        .iter()
        .find(|(_, list)| list.split(',').any(|noun| stands_in(noun, words)));
    if let Some((kind, _)) = said {
        return *kind;
    }
    let asks_what = WHAT.split(',').any(|phrase| stands_in(phrase, words));
    if asks_what {
        QuestionKind::What
    } else {
        QuestionKind::Open
    }
}

/// Phrases of both languages that ask what something is.
const WHAT: &str = "what,whats,which,define,definition,tell me about,explain,explained,meaning,mean,\
    nedir,nelerdir,neler,ne,hangi,hangisi,hangileri,tanimi,hakkinda bilgi";

fn kind_of_yes_no(words: &[Keyed], language: Language) -> Option<QuestionKind> {
    let first = words.first().map_or("", |word| word.key.as_str());
    let asks = match language {
        Language::Turkish => words.iter().any(|word| asks_yes_or_no(&word.key)),
        _ => YES_NO_STARTS.contains(&first),
    };
    asks.then_some(QuestionKind::YesNo)
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

/// The question particle `mi` and its forms, which follow vowel harmony and person.
fn asks_yes_or_no(key: &str) -> bool {
    const PARTICLES: [&str; 12] = [
        "mi", "mu", "miyim", "muyum", "misin", "musun", "miyiz", "muyuz", "midir", "mudur",
        "misiniz", "musunuz",
    ];
    PARTICLES.contains(&key)
}

const YES_NO_STARTS: [&str; 18] = [
    "am", "is", "are", "was", "were", "can", "could", "may", "might", "must", "should", "do",
    "does", "did", "will", "would", "have", "has",
];

/// Rules in the order in which they are tried, phrases as fold keys.
type Rules = &'static [(QuestionKind, &'static str)];

const TURKISH: Rules = &[
    (
        QuestionKind::HowLong,
        "ne kadar surer,ne kadar sure,kac gun,kac ay,kac yil,kac hafta,kac saat,kac sene,suresi",
    ),
    (
        QuestionKind::When,
        "ne zaman,hangi tarihte,hangi tarihler,hangi gun,kacta,son gun,son tarih,hangi ay",
    ),
    (
        QuestionKind::HowMuch,
        "ne kadar,kac,kactir,kac para,kac tane",
    ),
    (QuestionKind::Who, "kim,kimdir,kime,kimler,kimin"),
    (
        QuestionKind::Where,
        "nerede,nereden,nereye,neresi,nerededir,hangi bina",
    ),
    (QuestionKind::Why, "neden,nicin,niye"),
    (QuestionKind::How, "nasil,nasildir"),
];

const ENGLISH: Rules = &[
    (
        QuestionKind::HowLong,
        "how long,how many days,how many months,how many years,how many weeks,how many hours",
    ),
    (
        QuestionKind::When,
        "when,what date,what dates,which date,what time,which day",
    ),
    (QuestionKind::HowMuch, "how many,how much"),
    (QuestionKind::Who, "who,whom,whose"),
    (QuestionKind::Where, "where"),
    (QuestionKind::Why, "why"),
    (
        QuestionKind::How,
        "how do,how can,how to,how should,how does,how is,how are,how will,how would",
    ),
];

/// Nouns that say the kind where no question word does: `registration dates`.
const TURKISH_NOUNS: Rules = &[
    (QuestionKind::When, "tarih,tarihi,tarihleri,takvim,takvimi"),
    (
        QuestionKind::HowMuch,
        "ucret,ucreti,ucretleri,fiyat,fiyati,harc,harci,bedel,bedeli",
    ),
    (QuestionKind::Where, "yer,yeri,adres,adresi,konum,konumu"),
    (QuestionKind::HowLong, "sure,sureler,sureleri"),
];

const ENGLISH_NOUNS: Rules = &[
    (QuestionKind::When, "date,dates,deadline,deadlines"),
    (
        QuestionKind::HowMuch,
        "fee,fees,price,prices,cost,costs,tuition",
    ),
    (QuestionKind::Where, "place,venue,address,location"),
    (
        QuestionKind::HowLong,
        "duration,length,timeline,wait times,waiting time,processing time",
    ),
    (
        QuestionKind::How,
        "process,procedure,procedures,steps,how to",
    ),
];

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
