//! Finds the places in a text where words begin, to complete the typed text.
//!
//! Builder and engine share it: a question is filed under the letters that lead to it.

use super::scripts::{begins_character, is_mark, is_unspaced};
use super::{fold_char, is_alphanumeric, without_article};

/// The beginning of a word, or of a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beginning {
    /// The folded letters from here to the end of the word, without the signs between them.
    pub letters: Vec<char>,
    /// Whether the word itself begins here, rather than a part of it.
    pub is_whole: bool,
    /// Whether visitors begin to type here. In scripts without spaces any character may begin a
    /// word, but a syllable in the middle of kana or Hangul hardly ever does.
    pub leads: bool,
}

/// Maximum number of letters before an apostrophe that are an article or a preposition: `l'eau`.
const MOST_ELIDED: usize = 2;
/// Minimum number of letters after an apostrophe that are not an ending: `dell'acqua`.
const LEAST_ELIDING: usize = 5;

/// Returns the beginnings of all words and their parts, in the order of the text.
pub fn beginnings(text: &str) -> Vec<Beginning> {
    let letters: Vec<char> = text.chars().collect();
    let mut all = Vec::new();
    let mut rest = letters.as_slice();
    while let Some(start) = rest.iter().position(|c| is_alphanumeric(*c)) {
        rest = &rest[start..];
        let (word, behind) = rest.split_at(end_of_word(rest));
        add_word(word, &mut all);
        rest = behind;
    }
    all
}

/// Returns the length of the word at the beginning of a text.
fn end_of_word(text: &[char]) -> usize {
    let mut end = 0;
    while let Some(c) = text.get(end) {
        let is_inside = is_alphanumeric(*c) || is_mark(*c);
        let is_followed = || text.get(end + 1).is_some_and(|next| is_alphanumeric(*next));
        if !(is_inside || joins(*c) && is_followed()) {
            break;
        }
        end += 1;
    }
    end
}

fn add_word(word: &[char], all: &mut Vec<Beginning>) {
    let mut add = |letters: Vec<char>, is_whole, leads| {
        all.push(Beginning {
            letters,
            is_whole,
            leads,
        });
    };
    add(folded(word), true, true);
    let written: String = word.iter().collect();
    let bare = without_article(&written);
    if bare.len() < written.len() {
        add(folded(&bare.chars().collect::<Vec<char>>()), false, true);
    }
    for at in 1..word.len() {
        if let Some(leads) = begins_part(word, at) {
            add(folded(&word[at..]), false, leads);
        }
    }
}

/// Returns whether a part of a word begins here, and if so, whether visitors begin to type there.
fn begins_part(word: &[char], at: usize) -> Option<bool> {
    let (before, c) = (word[at - 1], word[at]);
    if begins_character(c) {
        return Some(match Kana::of(c) {
            Some(own) => own == Kana::Katakana && Kana::of(before) != Some(own),
            None => !matches!(c, '\u{ac00}'..='\u{d7a3}'),
        });
    }
    let begins = match before {
        _ if !is_alphanumeric(c) => false,
        '\'' | '’' | '‘' | 'ʼ' => {
            let own = word[at..].iter().take_while(|c| is_alphanumeric(**c));
            at - 1 <= MOST_ELIDED || own.count() >= LEAST_ELIDING
        }
        _ => joins(before) || is_unspaced(before),
    };
    begins.then_some(true)
}

/// The two scripts of Japanese syllables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kana {
    Hiragana,
    Katakana,
}

impl Kana {
    fn of(c: char) -> Option<Self> {
        match c {
            '\u{3041}'..='\u{309f}' => Some(Self::Hiragana),
            '\u{30a0}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}' => {
                Some(Self::Katakana)
            }
            _ => None,
        }
    }
}

/// Returns whether a sign between two letters joins them to one word.
fn joins(c: char) -> bool {
    matches!(
        c,
        '\'' | '’'
            | '‘'
            | 'ʼ'
            | '-'
            | '‐'
            | '‑'
            | '–'
            | '_'
            | '/'
            | '.'
            | ','
            | ':'
            | '&'
            | '\u{200c}'
    )
}

fn folded(word: &[char]) -> Vec<char> {
    let mut letters = Vec::with_capacity(word.len());
    for c in word {
        if is_alphanumeric(*c) || is_mark(*c) {
            fold_char(*c, &mut |folded| letters.push(folded));
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<String> {
        let own = beginnings(text).into_iter();
        own.map(|own| own.letters.into_iter().collect()).collect()
    }

    fn leading(text: &str) -> Vec<String> {
        let own = beginnings(text).into_iter().filter(|own| own.leads);
        own.map(|own| own.letters.into_iter().collect()).collect()
    }

    #[test]
    fn r11_words_begin_folded_and_codes_as_a_whole_and_in_parts() {
        assert_eq!(parts("İstanbul'da KAYIT?"), ["istanbulda", "kayit"]);
        assert_eq!(parts("H-1B cap"), ["h1b", "1b", "cap"]);
        assert_eq!(parts("add-drop"), ["adddrop", "drop"]);
        assert_eq!(parts("o\u{308}g\u{306}renci"), ["ogrenci"]);
        assert!(parts(" ?! ").is_empty());
    }

    #[test]
    fn r11_an_ending_after_an_apostrophe_begins_no_word_but_a_word_does() {
        assert_eq!(parts("What's"), ["whats"]);
        assert_eq!(parts("l'eau"), ["leau", "eau"]);
        assert_eq!(parts("dell'università"), ["delluniversita", "universita"]);
    }

    #[test]
    fn r11_any_character_may_begin_a_word_where_nothing_separates_them() {
        assert_eq!(parts("東京都"), ["東京都", "京都", "都"]);
        assert_eq!(
            leading("学生ビザの申請"),
            ["学生びさの申請", "生びさの申請", "びさの申請", "申請", "請"]
                .map(|own| own.replace('さ', "ざ"))
        );
        assert_eq!(leading("등록금"), ["등록금"]);
        assert_eq!(parts("الجامعة"), ["الجامعه", "جامعه"]);
    }
}
