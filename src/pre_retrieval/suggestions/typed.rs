//! The typed text, and which questions continue it.

use std::fmt;

use super::super::spelling::{EDIT, Nearest};
use crate::index::format::{SuggestedQuestion, UNWORDED};
use crate::text::{Beginning, Language, StopWords, beginnings, is_unspaced, primary};

/// An unfinished text.
#[derive(Debug, Default)]
pub struct Typed {
    words: Vec<TypedWord>,
    /// The letters of all words.
    joined: Vec<char>,
    lang: String,
    today: String,
}

/// A word of it.
struct TypedWord {
    letters: Vec<char>,
    /// Whether the word leads to files of questions; stop words hardly choose among questions.
    leads: bool,
    /// Finds it in words in spite of errors; none for short words and codes.
    nearest: Option<Nearest>,
}

/// Maximum number of words to complete: a visitor who types more needs no proposals.
const MOST_WORDS: usize = 16;

/// Letters from which on a word may have an error, and two.
const ONE_ERROR: usize = 4;
const TWO_ERRORS: usize = 8;

/// Maximum number of letters that are compared with errors.
const MOST_LETTERS: usize = 24;

/// How well a question continues the text; less is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rank {
    /// Questions of the least tier alone are proposed.
    pub(super) tier: u16,
    /// Within the tier.
    pub(super) place: u8,
}

/// The tier of a question with a misspelt word.
const MISSPELT: u16 = 1 << 15;
/// Added for a question in another language than the page's.
const FOREIGN: u16 = 1 << 14;
/// The place of a question that does not begin with the typed text.
const ELSEWHERE: u8 = 1;
/// Added to the place of words that are no question.
const NO_QUESTION: u8 = 2;

impl Typed {
    /// Creates it for a page in this language. `today` is the visitor's day (ISO 8601), if known.
    pub fn new(text: &str, lang: &str, today: &str) -> Self {
        let all = beginnings(text).into_iter();
        let whole: Vec<Beginning> = all.filter(|own| own.is_whole).collect();
        let lang = primary(lang);
        let is_ended = text.ends_with(char::is_whitespace);
        let last = whole.len().saturating_sub(usize::from(!is_ended));
        let is_stop = |own: &Beginning| is_stop_word(&own.letters, &lang);
        let is_stop: Vec<bool> = whole.iter().map(is_stop).collect();
        // The first word of a question leads to it, but any other word says more about it.
        let is_chosen = is_stop.iter().skip(1).any(|own| !own);
        let words = whole.iter().zip(is_stop).enumerate();
        let words = words.map(|(place, (own, is_stop))| {
            let is_first = place == 0 && !is_chosen;
            TypedWord::new(&own.letters, is_first || place >= last || !is_stop)
        });
        Self {
            words: words.collect(),
            joined: whole.iter().flat_map(|own| &own.letters).copied().collect(),
            lang: lang.clone(),
            today: today.to_owned(),
        }
    }

    /// Returns whether it contains no word.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the language of the page; may be empty.
    pub fn lang(&self) -> &str {
        &self.lang
    }

    /// Returns whether it has too many words to be completed.
    pub(super) fn is_long(&self) -> bool {
        self.words.len() > MOST_WORDS
    }

    /// Returns the folded words that lead to files of questions; an empty one for an empty text.
    pub(super) fn leading(&self) -> Vec<String> {
        if self.is_empty() {
            return vec![String::new()];
        }
        let words = self.words.iter().filter(|word| word.leads);
        words.map(|word| word.letters.iter().collect()).collect()
    }

    /// Returns the rank of a question, if it continues the text.
    pub(super) fn rank(&mut self, question: &SuggestedQuestion<'_>) -> Option<Rank> {
        // ISO days compare as texts.
        let is_over = !self.today.is_empty()
            && !question.valid_until.is_empty()
            && *question.valid_until < *self.today;
        if is_over {
            return None;
        }
        let is_foreign = !self.lang.is_empty() && self.lang != question.lang;
        if self.is_empty() {
            let place = question.turn;
            return (!is_foreign).then_some(Rank { tier: 0, place });
        }
        let own = beginnings(question.text);
        let mut errors: u16 = 0;
        for word in &mut self.words {
            errors += u16::from(word.errors(&own)?);
        }
        let misspelt = if errors > 0 { MISSPELT } else { 0 };
        let foreign = if is_foreign { FOREIGN } else { 0 };
        let elsewhere = if self.is_begun_by(&own) { 0 } else { ELSEWHERE };
        let unworded = if question.turn < UNWORDED {
            0
        } else {
            NO_QUESTION
        };
        Some(Rank {
            tier: misspelt + foreign + errors,
            place: elsewhere + unworded,
        })
    }

    /// Returns whether the words of a question begin with the typed ones.
    fn is_begun_by(&self, own: &[Beginning]) -> bool {
        let whole = own.iter().filter(|own| own.is_whole);
        let mut letters = whole.flat_map(|own| &own.letters);
        self.joined
            .iter()
            .all(|typed| letters.next() == Some(typed))
    }
}

impl TypedWord {
    fn new(letters: &[char], leads: bool) -> Self {
        let may_err = (ONE_ERROR..=MOST_LETTERS).contains(&letters.len())
            && !letters.iter().any(|c| c.is_numeric() || is_unspaced(*c));
        let errors = if letters.len() < TWO_ERRORS { 1 } else { 2 };
        let nearest = may_err.then(|| Nearest::new(&String::from_iter(letters), errors * EDIT));
        Self {
            letters: letters.to_vec(),
            leads,
            nearest,
        }
    }

    /// Returns the cost of the errors with which a word of a question continues this one, if any
    /// does.
    fn errors(&mut self, own: &[Beginning]) -> Option<u8> {
        if own.iter().any(|own| own.letters.starts_with(&self.letters)) {
            return Some(0);
        }
        let nearest = self.nearest.as_mut()?;
        { own.iter() }
            .filter_map(|own| nearest.of_beginning(&own.letters))
            .min()
    }
}

// Prints the letters only, as of operators.
impl fmt::Debug for TypedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters.iter().try_for_each(|c| write!(f, "{c}"))
    }
}

fn is_stop_word(letters: &[char], lang: &str) -> bool {
    StopWords::built_in().contains(&String::from_iter(letters), Language::from_tag(lang))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(typed: &str, text: &str) -> Option<(u16, u8)> {
        let question = SuggestedQuestion {
            text,
            lang: "tr",
            ..SuggestedQuestion::default()
        };
        let rank = Typed::new(typed, "tr", "").rank(&question)?;
        Some((rank.tier, rank.place))
    }

    #[test]
    fn r11_every_typed_word_begins_a_word_of_the_question_in_any_order_and_spelling() {
        let question = "Öğrenci İşleri nerede?";
        for typed in ["öğr", "ogr", "ÖĞRENCI", "Ögrenci iş", "oğrenci isl"] {
            assert_eq!(rank(typed, question), Some((0, 0)), "{typed}");
        }
        for typed in ["işl", "ISL", "nere ogr", "ıslerı"] {
            assert_eq!(rank(typed, question), Some((0, ELSEWHERE)), "{typed}");
        }
        for typed in ["renci", "öğrenci x", "ler", "ogrencilik"] {
            assert_eq!(rank(typed, question), None, "{typed}");
        }
    }

    #[test]
    fn r11_a_word_of_four_letters_may_have_an_error_and_one_of_eight_two() {
        let question = "When is registration open?";
        for typed in ["regsi", "rehistr", "wehn regis", "reigstartion"] {
            assert!(rank(typed, question).unwrap().0 > MISSPELT, "{typed}");
        }
        for typed in ["rge", "pengu", "rejistarsyon", "2026"] {
            assert_eq!(rank(typed, question), None, "{typed}");
        }
    }

    #[test]
    fn r11_stop_words_do_not_lead_to_files_unless_they_are_alone_or_unfinished() {
        let leading = |text| Typed::new(text, "en", "").leading();
        assert_eq!(leading("how do i apply"), ["apply"]);
        assert_eq!(leading("how do "), ["how"]);
        assert_eq!(leading("how do i"), ["how", "i"]);
        assert_eq!(leading("visa do"), ["visa", "do"]);
        assert_eq!(leading(""), [""]);
        assert!(Typed::new(&"a ".repeat(17), "en", "").is_long());
    }

    #[test]
    fn r11_questions_of_other_days_and_languages_are_left_out_or_behind() {
        let question = SuggestedQuestion {
            text: "Who pays?",
            lang: "en",
            valid_until: "2026-05-01",
            turn: 2,
            section: 0,
        };
        let rank = |text, lang, today| {
            let rank = Typed::new(text, lang, today).rank(&question)?;
            Some((rank.tier, rank.place))
        };
        assert_eq!(rank("pay", "en", "2026-05-02"), None);
        assert_eq!(rank("pay", "en", "2026-05-01"), Some((0, ELSEWHERE)));
        assert_eq!(rank("pay", "tr", ""), Some((FOREIGN, ELSEWHERE)));
        assert_eq!(rank("", "en", ""), Some((0, 2)));
        assert_eq!(rank("", "tr", ""), None);
    }

    #[test]
    fn r11_words_that_are_no_question_are_behind_questions() {
        let mut question = SuggestedQuestion {
            text: "Key of my room, where?",
            ..SuggestedQuestion::default()
        };
        let place = |typed: &str, question: &_| {
            let rank = Typed::new(typed, "", "").rank(question);
            rank.unwrap().place
        };
        assert_eq!([place("key", &question), place("room", &question)], [0, 1]);
        question.turn = UNWORDED;
        assert_eq!([place("key", &question), place("room", &question)], [2, 3]);
    }

    #[test]
    fn r11_of_several_words_that_may_be_meant_the_likeliest_continues_the_text() {
        let exchanged = rank("yutr", "Yurt nerede?").unwrap();
        let added = rank("yutr", "Yurunge nerede?").unwrap();
        assert!(exchanged.0 < added.0, "{exchanged:?} {added:?}");
    }
}
