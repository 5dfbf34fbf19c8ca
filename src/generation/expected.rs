//! What kind of thing a question asks for, and whether a sentence has it.
//!
//! Small tables instead of a model: they settle which of two sentences about the same subject is
//! the likelier answer, and are worth no more than that.

use crate::query::Query;
use crate::text::{Language, Token, fold, holds, is_capital, is_small, tokenise};

/// The kind of thing that answers a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A date, a year, a day.
    Time,
    /// Times of the day.
    Hours,
    /// A number, a price, a share.
    Amount,
    /// A name, an office.
    Person,
    /// A room, a town, a street.
    Place,
    /// A telephone number, an e-mail address.
    Contact,
    /// What to do: steps, or a sentence that tells one.
    Procedure,
    /// Several things: documents, conditions.
    List,
    /// Whether something is so.
    Assent,
    /// What something is.
    Definition,
}

/// A sentence with its tokens.
pub(super) struct Sentence<'t> {
    pub(super) text: &'t str,
    /// Byte offset of the sentence in the text that the tokens' offsets count in.
    pub(super) start: usize,
    pub(super) tokens: &'t [Token],
}

impl Expected {
    /// From the question words, `when` or `ne zaman`; none if they promise no kind.
    #[must_use]
    pub fn of(query: &Query) -> Option<Self> {
        let language = query.own().map_or(Language::Other, |own| own.language);
        let mut words = String::from(" ^ ");
        for token in tokenise(&query.text, language)
            .iter()
            .filter(|t| t.is_word())
        {
            words.push_str(&fold(&token.text));
            words.push(' ');
        }
        // Beginning and end of a question may be part of a phrase.
        words.push_str("$ ");
        let asks = |phrase: &str| holds(&words, &format!(" {phrase} "));
        let kind = |(_, phrases): &&(Self, &str)| phrases.split(',').map(str::trim).any(asks);
        let kind = QUESTIONS.iter().find(kind).map(|(kind, _)| *kind);
        // `What is the reason why …` asks for something else.
        let is_short = words.bytes().filter(|byte| *byte == b' ').count() <= LONGEST_DEFINED + 3;
        kind.filter(|kind| *kind != Self::Definition || is_short)
    }

    /// Whether a list answers it as a whole.
    pub(super) fn is_list(self) -> bool {
        matches!(self, Self::Procedure | Self::List)
    }

    /// Whether a sentence without it can be no answer: it would have a figure, a name, an address.
    pub(super) fn is_needed(self) -> bool {
        matches!(
            self,
            Self::Time | Self::Hours | Self::Amount | Self::Person | Self::Place | Self::Contact
        )
    }

    /// How much the sentence looks as if it had such a thing: 0, a half or 1.
    pub(super) fn shown_by(self, sentence: &Sentence<'_>) -> f64 {
        let (surely, maybe) = match self {
            Self::Time => (sentence.has_date(), sentence.has_number()),
            Self::Hours => (sentence.has_clock(), false),
            Self::Amount => (sentence.has_amount(), sentence.has_word(NUMBERS)),
            Self::Person => (sentence.has_name(), sentence.has_word(OFFICES)),
            Self::Place => (sentence.has_location(), sentence.has_word(PLACES)),
            Self::Contact => (sentence.has_contact(), false),
            Self::Procedure => (false, sentence.has_word(DEEDS)),
            Self::List => (
                false,
                sentence.text.bytes().filter(|byte| *byte == b',').count() > 1,
            ),
            Self::Assent => (false, sentence.has_word(ASSENTS) || sentence.has_modal()),
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

impl Sentence<'_> {
    fn words(&self) -> impl Iterator<Item = &Token> {
        self.tokens.iter().filter(|token| token.is_word())
    }

    /// A word of the list; entries of five letters and more stand for words they begin.
    fn has_word(&self, list: &str) -> bool {
        self.words().any(|token| {
            let key = fold(&token.text);
            list.split_whitespace()
                .any(|word| key == word || (word.len() >= 5 && key.starts_with(word)))
        })
    }

    fn has_number(&self) -> bool {
        self.words().any(|token| is_number(&token.text))
    }

    fn has_date(&self) -> bool {
        let is_year = |token: &Token| {
            let year: Option<u32> = token.text.parse().ok().filter(|_| token.text.len() == 4);
            year.is_some_and(|year| (1000..=2100).contains(&year))
        };
        let is_date =
            |token: &Token| is_number(&token.text) && token.text.matches('.').count() == 2;
        self.has_word(DATES) || self.words().any(|token| is_year(token) || is_date(token))
    }

    /// `9:30`, `09.30`, `5 pm`.
    fn has_clock(&self) -> bool {
        let is_hour = |token: &Token| {
            let parts = token.text.split_once([':', '.']);
            let is_two = |text: &str| text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit());
            parts.is_some_and(|(hour, minute)| is_two(minute) && hour.len() <= 2)
        };
        let text = self.text.as_bytes().windows(4);
        let is_colon = |own: &[u8]| {
            own[0].is_ascii_digit()
                && own[1] == b':'
                && own[2].is_ascii_digit()
                && own[3].is_ascii_digit()
        };
        self.has_word(CLOCK) || self.words().any(is_hour) || { text }.any(is_colon)
    }

    fn has_amount(&self) -> bool {
        self.has_number() || self.text.contains(['%', '₺', '$', '€', '£'])
    }

    /// An `@`, or as many digits as a telephone number has.
    fn has_contact(&self) -> bool {
        let mut digits = 0;
        for c in self.text.chars() {
            digits = match c {
                '@' => return true,
                '0'..='9' => digits + 1,
                ' ' | '-' | '(' | ')' | '/' | '+' => digits,
                _ => 0,
            };
            if digits >= SHORTEST_NUMBER {
                return true;
            }
        }
        false
    }

    /// `alabilir`, `yapılamaz`: Turkish says in the verb whether something may be.
    fn has_modal(&self) -> bool {
        self.words()
            .any(|token| ends(token, "abilir ebilir amaz emez"))
    }

    /// `is a`, `means`; `…dır`, `denir`.
    fn defines(&self) -> bool {
        const VERBS: [&str; 4] = [" is a ", " is an ", " is the ", " are "];
        let last = self.words().last();
        VERBS.iter().any(|verb| holds(self.text, verb))
            || self.has_word(MEANINGS)
            || last.is_some_and(|last| ends(last, "dir dur tir tur"))
    }

    fn original(&self, token: &Token) -> &str {
        &self.text[token.start - self.start..token.end - self.start]
    }

    /// Capital first and small letters behind it: no acronym.
    fn is_name(&self, token: &Token) -> bool {
        let mut chars = self.original(token).chars();
        chars.next().is_some_and(is_capital) && chars.next().is_some_and(is_small)
    }

    /// Two names in a row, the sentence's first word aside.
    fn has_name(&self) -> bool {
        let names: Vec<bool> = self.words().map(|token| self.is_name(token)).collect();
        names.windows(2).skip(1).any(|pair| pair[0] && pair[1]) || names.starts_with(&[true; 3])
    }

    /// `Bursa'da`, `in Boston`.
    fn has_location(&self) -> bool {
        let words: Vec<&Token> = self.words().collect();
        words
            .iter()
            .any(|token| self.is_name(token) && self.is_locative(token))
            || words.windows(2).any(|pair| {
                matches!(pair[0].text.as_str(), "in" | "at" | "near" | "from")
                    && self.is_name(pair[1])
            })
    }

    fn is_locative(&self, token: &Token) -> bool {
        let original = self.original(token);
        let suffix = original.rsplit(['\'', '’']).next().unwrap_or_default();
        suffix.len() < original.len()
            && ["da", "de", "ta", "te", "nda", "nde"]
                .iter()
                .any(|end| suffix.starts_with(end))
    }
}

/// Whether a word has one of these endings, by fold keys.
fn ends(word: &Token, endings: &str) -> bool {
    let key = fold(&word.text);
    endings.split_whitespace().any(|end| key.ends_with(end))
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Fold keys of the phrases that ask for a kind. The first kind that fits counts: `kaç yılında`
/// asks for a time, `kaç` alone for an amount.
const QUESTIONS: &[(Expected, &str)] = &[
    (
        Expected::Time,
        "when, what year, which year, what date, which date, what day, which day, what month, \
         which month, deadline, deadlines, ne zaman, ne zamana, ne zamandan, \
         ne zamandir, hangi tarih, hangi tarihte, hangi tarihler, hangi tarihlerde, hangi yil, \
         hangi yilda, hangi yillar, hangi yillarda, hangi ay, hangi ayda, hangi aylarda, \
         hangi gun, hangi gunde, hangi gunler, hangi gunlerde, hangi yuzyilda, kac yilinda, \
         kac yilindan, son gun, son gunu, son tarih, son tarihi, tarihi nedir",
    ),
    (
        Expected::Hours,
        "what time, opening hours, office hours, working hours, business hours, opening times, hours of, kacta, \
         calisma saatleri, acilis saatleri, gorusme saatleri, mesai saatleri, saat kacta, saatleri",
    ),
    (
        Expected::Amount,
        "how much, how many, how long, how old, how far, how often, how fast, how soon, how quickly, how big, \
         how large, what number, which number, id number, cost, costs, price, fee, \
         fees, amount, percentage, limit, cap, minimum, maximum, kac, kaci, kactir, kacinci, \
         kacini, kacar, ne kadar, ne kadari, ne kadardir, ne kadarlik, ucret, ucreti, ucretleri, \
         fiyat, fiyati, tutari, kontenjan, kontenjani, en fazla, en az, azami, asgari, yuzde",
    ),
    (
        Expected::Person,
        "who, whom, whose, name of, names of, what name, which person, adi nedir, adi ne, ismi, kim, kimdir, kimin, kime, kimi, kimler, kimlerdir, kimlere, kimden, \
         kimle, kiminle, kimlerden",
    ),
    (
        Expected::Contact,
        "phone, telephone, phone number, number to call, email, e mail, email address, telefon, telefonu, \
         telefon numarasi, eposta, e posta, epostasi, e postasi, mail adresi, maili, iletisim",
    ),
    (
        Expected::Place,
        "where, what city, which city, what country, which country, which building, what room, \
         which room, nerede, nerededir, nereden, nereye, neresi, neresidir, neresinde, \
         neredeydi, nerelerde, hangi sehir, hangi sehirde, hangi ulke, hangi ulkede, hangi bina, \
         hangi binada, hangi ilde, hangi bolgede",
    ),
    (
        Expected::List,
        "which documents, what documents, requirements, what do i need, what is needed, hangi belge, \
         hangi belgeler, hangi belgeleri, hangi belgelerle, hangi evrak, hangi evraklar, \
         gerekli belgeler, neler, nelerdir, neleri, sartlar, sartlari, kosullar, kosullari, \
         hangileri, hangileridir",
    ),
    (
        Expected::Procedure,
        "how do i, how do we, how do you, how can i, how can we, how can you, how should i, how to, \
         which steps, what steps, steps, nasil, adimlar, adimlari, ne yapmaliyim, ne yapmam",
    ),
    (
        Expected::Assent,
        "^ can, ^ may i, ^ may we, ^ do i, ^ do we, ^ does, ^ is it, ^ is there, ^ are there, ^ must i, ^ should i, \
         ^ am i, ^ will i, mi, mu, miyim, miyiz, muyum, muyuz, midir",
    ),
    (
        Expected::Definition,
        "^ what is, ^ what are, ^ what does, nedir $, ne demek $, ne demektir $, ne $",
    ),
];

/// Digits of a telephone number.
const SHORTEST_NUMBER: usize = 7;

/// Words of a question that asks what something is.
const LONGEST_DEFINED: usize = 5;

// English `may` is left out: it is a verb far more often than a month, and a date has a number.
const DEEDS: &str = "apply submit fill click select choose send upload visit contact sign pay \
    basvurun doldurun teslim secin gonderin odeyin edilir verilir gerekir";

const ASSENTS: &str = "yes no not cannot can may must allowed required possible mandatory eligible \
    evet hayir zorunlu degil mumkun gerekmez yoktur vardir";

const MEANINGS: &str = "means refers defined denir demektir";

const DATES: &str = "january february march april june july august september october november \
    december monday tuesday wednesday thursday friday saturday sunday ocak subat mart nisan mayis \
    haziran temmuz agustos eylul ekim kasim aralik pazartesi sali carsamba persembe cuma \
    cumartesi pazar ocakta subatta martta nisanda ekimde kasimda";

const CLOCK: &str = "am pm noon midnight saat saatleri oglen";

const NUMBERS: &str = "two three four five six seven eight nine ten eleven twelve twenty thirty \
    hundred thousand million half twice free iki dort bes alti yedi sekiz dokuz yirmi otuz kirk \
    elli altmis yuz milyon yarisi ucretsiz";

const OFFICES: &str = "dr prof professor dean director rector president chair advisor coordinator \
    officer secretary minister king queen emperor rektor dekan mudur muduru baskan baskani \
    danisman koordinator sorumlu profesor ogretim bakan padisah sultan";

const PLACES: &str = "room building floor street avenue campus office hall library city town \
    district center centre desk website oda odasi bina binasi kat katta katinda kampus kampusu \
    kampuste sokak cadde caddesi blok ofis ofisi salon salonu kutuphane sehir sehri mudurluk \
    baskanligi merkezi sayfasi";

#[cfg(test)]
mod tests {
    use super::super::marks::tests::query;
    use super::*;

    fn kind(question: &str, tag: &str) -> Option<Expected> {
        Expected::of(&query(question, tag))
    }

    #[test]
    fn r32_question_words_tell_the_kind_in_both_languages() {
        for (question, tag, expected) in [
            ("When is the deadline?", "en", Expected::Time),
            ("Son başvuru NE ZAMAN?", "tr", Expected::Time),
            ("Kaç yılında kuruldu?", "tr", Expected::Time),
            ("How much does it cost?", "en", Expected::Amount),
            ("harc ucreti ne kadar", "tr", Expected::Amount),
            ("Kaç gün sürer?", "tr", Expected::Amount),
            ("Who is my advisor?", "en", Expected::Person),
            ("Danışmanım kim?", "tr", Expected::Person),
            ("Where is the library?", "en", Expected::Place),
            ("Öğrenci işleri nerede", "tr", Expected::Place),
        ] {
            assert_eq!(kind(question, tag), Some(expected), "{question}");
        }
    }

    #[test]
    fn r32_procedures_lists_assent_and_definitions_are_told_apart() {
        for (question, tag, expected) in [
            ("How do I apply?", "en", Expected::Procedure),
            ("staj başvurusu nasıl yapılır", "tr", Expected::Procedure),
            ("Which documents do I need?", "en", Expected::List),
            ("Yatay geçiş şartları nelerdir?", "tr", Expected::List),
            ("Can I work with an F-1 visa?", "en", Expected::Assent),
            ("Devam zorunlu mu?", "tr", Expected::Assent),
            ("What is OPT?", "en", Expected::Definition),
            ("AKTS nedir?", "tr", Expected::Definition),
            ("How much can I earn?", "en", Expected::Amount),
            ("Kayıt ne zaman yapılır?", "tr", Expected::Time),
        ] {
            assert_eq!(kind(question, tag), Some(expected), "{question}");
        }
    }

    #[test]
    fn r32_other_questions_promise_no_kind() {
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
    fn r32_a_sentence_shows_the_kind_by_what_stands_in_it() {
        for (kind, text, expected) in [
            (Expected::Time, "Başvurular Eylül’de başlar.", 1.0),
            (Expected::Time, "Founded in 1923.", 1.0),
            (Expected::Time, "En geç 01.05.2026 günü.", 1.0),
            (Expected::Time, "It may take 5 weeks.", 0.5),
            (Expected::Time, "It may take weeks.", 0.0),
            (Expected::Amount, "The fee is $780.", 1.0),
            (Expected::Amount, "Yarısı ödenir.", 0.5),
            (Expected::Amount, "The H-1B visa.", 0.0),
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
            let sentence = Sentence {
                text,
                start: 0,
                tokens: &tokenise(text, language),
            };
            let shown = kind.shown_by(&sentence);
            assert!((shown - expected).abs() < 1e-12, "{text}: {shown}");
        }
    }
}
