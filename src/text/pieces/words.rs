//! Splits a text into words as BERT's basic tokenizer does: punctuation and ideographs are separate
//! words.
//!
//! Source: `BasicTokenizer` in BERT's `tokenization.py`. Latin letters lose their diacritics.
//! Letters of other scripts (`й`, `ά`) lose them in BERT as well, but not here.

use crate::text::{fold_char, lower_case};

/// Returns the words, and the punctuation and ideographs between them.
pub(super) fn words(text: &str, lowercase: bool, strip_accents: bool) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut goes_on = false;
    for c in text.chars() {
        if c.is_whitespace() {
            goes_on = false;
            continue;
        }
        let is_mark = matches!(c, '\u{300}'..='\u{36f}');
        if is_unseen(c) || is_mark && strip_accents {
            continue;
        }
        let letter = if strip_accents { plain(c) } else { c };
        let letter = if lowercase {
            lower_case(letter)
        } else {
            letter
        };
        let alone = is_punctuation(c) || is_ideograph(c);
        match words.last_mut().filter(|_| goes_on && !alone) {
            Some(word) => word.push(letter),
            None => words.push(letter.into()),
        }
        goes_on = !alone;
    }
    words
}

/// Returns a Latin letter without its diacritics, as far as Unicode separates them in normalisation
/// form D: the stroke of `ø` is not a diacritic, and neither is the missing dot of `ı`.
fn plain(c: char) -> char {
    let is_letter_of_its_own = matches!(
        c,
        'Ð' | 'ð'
            | 'Đ'
            | 'đ'
            | 'Ħ'
            | 'ħ'
            | 'ı'
            | 'ĸ'
            | 'Ŀ'
            | 'ŀ'
            | 'Ł'
            | 'ł'
            | 'ŉ'
            | 'Ø'
            | 'ø'
            | 'Ŧ'
            | 'ŧ'
    );
    if c.is_ascii() || is_letter_of_its_own {
        return c;
    }
    let (mut letters, mut last) = (0, c);
    fold_char(c, &mut |letter| (letters, last) = (letters + 1, letter));
    match (letters, last.is_ascii()) {
        (1, true) if lower_case(c) == c => last,
        (1, true) => last.to_ascii_uppercase(),
        _ => c,
    }
}

/// Returns whether a character cannot be read: control and format characters, and the replacement
/// character.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{feff}' | '\u{fffd}'
        )
}

/// Returns whether a character is punctuation: all of ASCII except letters, digits and spaces, and
/// the punctuation of other blocks that is in use.
fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(
            c,
            '¡' | '§' | '«' | '¶' | '·' | '»' | '¿' | '،' | '؛' | '؟'
                | '\u{2010}'..='\u{205e}' | '\u{3001}'..='\u{301f}' | '\u{ff01}'..='\u{ff0f}' | '？'
        )
}

/// Returns whether a character is a Chinese ideograph; Chinese has no spaces.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}
