//! Detects the parts of a sentence that answer a kind of question.

use crate::language::SharedList;
use crate::text::{Token, WordLists, fold, has_telephone, holds, is_capital, is_small};

/// A sentence with its tokens.
pub(in super::super) struct Sentence<'t> {
    pub(in super::super) text: &'t str,
    /// Byte offset of the sentence in the text of the tokens' offsets.
    pub(in super::super) start: usize,
    pub(in super::super) tokens: &'t [Token],
    pub(in super::super) words: &'t WordLists,
}

impl Sentence<'_> {
    fn words(&self) -> impl Iterator<Item = &Token> {
        self.tokens.iter().filter(|token| token.is_word())
    }

    fn has_word(&self, list: SharedList) -> bool {
        self.words().any(|token| self.is_in(token, list))
    }

    fn is_in(&self, token: &Token, list: SharedList) -> bool {
        is_listed(token, self.words.any(list))
    }

    pub(super) fn has_number(&self) -> bool {
        self.words().any(|token| is_number(&token.text))
    }

    /// Returns whether it has a number that is no sum of money.
    pub(super) fn has_other_number(&self) -> bool {
        let words: Vec<&Token> = self.words().collect();
        let numbers = (0..words.len()).filter(|at| is_number(&words[*at].text));
        { numbers }.any(|at| {
            let unit = words.get(at + 1);
            !self.has_sign(words[at])
                && !unit.is_some_and(|unit| self.is_in(unit, SharedList::Currencies))
        })
    }

    /// Returns whether a sign of a currency stands before or behind a number.
    fn has_sign(&self, number: &Token) -> bool {
        let part = |from: usize, to: usize| self.text.get(from..to).unwrap_or_default();
        let [start, end] = [number.start, number.end].map(|at| at.saturating_sub(self.start));
        let before = part(0, start).trim_end().ends_with(SIGNS);
        before || part(end, self.text.len()).trim_start().starts_with(SIGNS)
    }

    pub(super) fn has_date(&self) -> bool {
        let is_year = |token: &Token| {
            let year: Option<u32> = token.text.parse().ok().filter(|_| token.text.len() == 4);
            year.is_some_and(|year| (1000..=2100).contains(&year))
        };
        let is_date =
            |token: &Token| is_number(&token.text) && token.text.matches('.').count() == 2;
        self.has_word(SharedList::Dates)
            || self.words().any(|token| is_year(token) || is_date(token))
    }

    /// Returns whether it has a time: `9:30`, `09.30`, `5 pm`.
    pub(super) fn has_clock(&self) -> bool {
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
        self.has_word(SharedList::Clock) || self.words().any(is_hour) || { text }.any(is_colon)
    }

    pub(super) fn has_amount(&self) -> bool {
        self.has_number() || self.text.contains('%') || self.text.contains(SIGNS)
    }

    pub(super) fn has_number_word(&self) -> bool {
        self.has_word(SharedList::Numbers)
    }

    /// Returns whether it has a price: `$ 50`, `50 TL`, `four euros`, `free`.
    pub(super) fn has_price(&self) -> bool {
        self.text.contains(SIGNS)
            || (self.has_word(SharedList::Currencies)
                && (self.has_number() || self.has_number_word()))
            || self.has_word(SharedList::Free)
    }

    /// Returns whether it has a duration, `two years`, `15 iş günü`: a number followed, after at
    /// most one word, by a unit of time.
    pub(super) fn has_duration(&self) -> bool {
        let words: Vec<&Token> = self.words().collect();
        let is_count = |token: &Token| {
            is_number(&token.text)
                || self.is_in(token, SharedList::Numbers)
                || self.is_in(token, SharedList::One)
        };
        let near = |at: usize| words.iter().skip(at + 1).take(2);
        (0..words.len()).any(|at| {
            is_count(words[at]) && near(at).any(|own| self.is_in(own, SharedList::UnitsOfTime))
        })
    }

    pub(super) fn has_office(&self) -> bool {
        self.has_word(SharedList::Offices)
    }

    pub(super) fn has_place(&self) -> bool {
        self.has_word(SharedList::Places)
    }

    pub(super) fn has_deed(&self) -> bool {
        self.has_word(SharedList::Deeds)
    }

    /// Returns whether it says that something is the case: `yes`, `must`, `zorunlu`, `alabilir`.
    pub(super) fn has_assent(&self) -> bool {
        self.has_word(SharedList::Assents) || self.has_modal()
    }

    /// Returns whether it has an e-mail address.
    pub(super) fn has_address(&self) -> bool {
        self.text.contains('@')
    }

    /// Returns whether it has a telephone number: figures written as one, or as many as one has beside
    /// a word such as `telephone`.
    pub(super) fn has_telephone(&self) -> bool {
        let mut digits = 0;
        let is_last = |c: char| {
            digits = match c {
                '0'..='9' => digits + 1,
                ' ' | '-' | '(' | ')' | '/' | '+' => digits,
                _ => 0,
            };
            digits >= SHORTEST_NUMBER
        };
        has_telephone(self.text)
            || self.has_word(SharedList::Telephone) && self.text.chars().any(is_last)
    }

    /// Returns whether it has a modal verb, `alabilir`, `yapılamaz`: Turkish puts permission into
    /// the verb.
    fn has_modal(&self) -> bool {
        self.words()
            .any(|token| ends(token, self.words.any(SharedList::ModalEndings)))
    }

    /// Returns whether it defines something: `is a`, `means`; `…dır`, `denir`.
    pub(super) fn defines(&self) -> bool {
        const VERBS: [&str; 4] = [" is a ", " is an ", " is the ", " are "];
        let last = self.words().last();
        VERBS.iter().any(|verb| holds(self.text, verb))
            || self.has_word(SharedList::Meanings)
            || last.is_some_and(|last| ends(last, self.words.any(SharedList::DefiningEndings)))
    }

    fn original(&self, token: &Token) -> &str {
        &self.text[token.start - self.start..token.end - self.start]
    }

    /// Returns whether a token has a capital first and small letters after it, unlike an acronym.
    fn is_name(&self, token: &Token) -> bool {
        let mut chars = self.original(token).chars();
        chars.next().is_some_and(is_capital) && chars.next().is_some_and(is_small)
    }

    /// Returns whether it has two names in sequence, not counting the sentence's first word.
    pub(super) fn has_name(&self) -> bool {
        let names: Vec<bool> = self.words().map(|token| self.is_name(token)).collect();
        names.windows(2).skip(1).any(|pair| pair[0] && pair[1]) || names.starts_with(&[true; 3])
    }

    /// Returns whether it has a place: `Bursa'da`, `in Boston`.
    pub(super) fn has_location(&self) -> bool {
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

/// Returns whether a word is in a list; entries of five letters and more also match words with that
/// prefix.
pub(in super::super) fn is_listed(token: &Token, list: &str) -> bool {
    let key = fold(&token.text);
    list.split([' ', ','])
        .any(|word| key == word || (word.len() >= 5 && key.starts_with(word)))
}

/// Returns whether a word has one of these endings, by fold keys.
fn ends(word: &Token, endings: &str) -> bool {
    let key = fold(&word.text);
    endings.split_whitespace().any(|end| key.ends_with(end))
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Minimum digits of a telephone number.
const SHORTEST_NUMBER: usize = 7;

/// Signs of currencies.
const SIGNS: [char; 6] = ['₺', '$', '€', '£', '¥', '₽'];
