//! Letters: maps the character codes of a file, and repairs wrong maps.
//!
//! | fault | repair |
//! |---|---|
//! | ligatures, Arabic presentation forms | folded to plain letters |
//! | Type 3 fonts of TeX without names | read in the Cork encoding, which TeX uses for them |
//! | `ğ` as `˘` and `g` (OT1) | composed, see [`compose`] |
//! | Turkish files whose map says `Ġ` for `İ`, `ý` for `ı` | mapped back, see [`mend_turkish`] |

use unicode_normalization::UnicodeNormalization;

/// The upper half of the Cork (T1) encoding, which TeX's `EC` fonts use.
const CORK: &str = "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß";

/// The first codes of the Cork encoding: accents, quotes, dashes, dotless letters, ligatures.
const CORK_LOW: [&str; 32] = [
    "`", "´", "ˆ", "˜", "¨", "˝", "˚", "ˇ", "˘", "¯", "˙", "¸", "˛", "‚", "‹", "›", "“", "”", "„",
    "«", "»", "–", "—", "", "0", "ı", "ȷ", "ff", "fi", "fl", "ffi", "ffl",
];

/// Returns the letter of a code in the Cork encoding; a ligature is returned as its Unicode
/// character.
pub(super) fn cork(code: u32) -> Option<char> {
    match code {
        0..=26 => CORK_LOW[code as usize].chars().next(),
        27..=31 => char::from_u32(0xfb00 + code - 27),
        32..=126 => char::from_u32(code),
        127 => Some('-'),
        128..=255 => CORK.chars().nth(code as usize - 128),
        _ => None,
    }
}

/// Returns the combining character of a stand-alone accent.
pub(super) fn combining(accent: char) -> Option<char> {
    Some(match accent {
        '`' | 'ˋ' => '\u{300}',
        '´' | 'ˊ' => '\u{301}',
        'ˆ' => '\u{302}',
        '˜' => '\u{303}',
        '¯' | 'ˉ' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30a}',
        '˝' => '\u{30b}',
        'ˇ' => '\u{30c}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        _ => return None,
    })
}

/// Returns a base letter with an accent, if there is such a letter.
pub(super) fn compose(base: &str, accent: char) -> Option<String> {
    let mark = combining(accent)?;
    let base = match base {
        "ı" if mark != '\u{307}' => "i",
        "ȷ" => "j",
        other => other,
    };
    let composed: String = base.chars().chain([mark]).nfc().collect();
    (composed.chars().count() == 1).then_some(composed)
}

/// Replaces ligatures, Arabic presentation forms and other typographic forms with plain letters.
pub(super) fn fold(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{fb00}'..='\u{fb06}'
            | '\u{fb13}'..='\u{fb17}'
            | '\u{fb50}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}'
            | '\u{1f100}'..='\u{1f10a}'
            | '\u{2f00}'..='\u{2fdf}'
            | '\u{ff01}'..='\u{ff5e}'
                if !('\u{ff01}'..='\u{ff0f}').contains(&letter) =>
            {
                plain.extend(letter.nfkc());
            }
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' | '\t' => plain.push(' '),
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}' => {}
            letter if is_bullet(letter) => plain.push('•'),
            letter if letter.is_control() => {}
            letter => plain.push(letter),
        }
    }
    plain.nfc().collect()
}

/// Whether a character is a bullet of symbol fonts.
pub(super) fn is_bullet(letter: char) -> bool {
    matches!(
        letter,
        '\u{f0b7}' | '\u{f0a7}' | '\u{f0d8}' | '\u{f076}' | '\u{f0fc}' | '\u{f02d}'
    )
}

/// Characters that wrong maps produce for Turkish letters, each with its letter. The first comes
/// from fonts whose codes start at U+0120, the others from reading ISO 8859-9 as ISO 8859-1.
const WRONG: [(char, char); 9] = [
    ('Ġ', 'İ'),
    ('ġ', 'Ş'),
    ('Ģ', 'ş'),
    ('Ý', 'İ'),
    ('ý', 'ı'),
    ('Þ', 'Ş'),
    ('þ', 'ş'),
    ('Ð', 'Ğ'),
    ('ð', 'ğ'),
];

/// Words that every longer Turkish text contains; wrong maps affect none of their letters.
const TURKISH: [&str; 10] = [
    "ve", "bir", "ile", "olarak", "veya", "bu", "olan", "en", "de", "kadar",
];

/// Whether a wrong map replaced Turkish letters in a text.
pub(super) fn has_wrong_turkish(text: &str) -> bool {
    let wrong = text
        .chars()
        .filter(|letter| WRONG.iter().any(|(from, _)| from == letter))
        .count();
    if wrong == 0 {
        return false;
    }
    let words = text
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let (mut all, mut turkish) = (0_usize, 0_usize);
    for word in words.filter(|word| !word.is_empty()) {
        all += 1;
        turkish += usize::from(TURKISH.contains(&word.to_lowercase().as_str()));
    }
    let own = text
        .chars()
        .filter(|letter| "ğışöüçĞİŞÖÜÇ".contains(*letter))
        .count();
    // Icelandic and Maltese use some of these letters, but not these words.
    turkish * 40 >= all && own * 100 >= all
}

/// Restores the Turkish letters that a wrong map replaced.
pub(super) fn mend_turkish(text: &str) -> String {
    let mend = |letter| {
        WRONG
            .iter()
            .find(|(from, _)| *from == letter)
            .map_or(letter, |(_, to)| *to)
    };
    text.chars().map(mend).collect()
}
