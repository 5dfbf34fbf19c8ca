//! The fold key: a word as typed without a Turkish keyboard.

use super::Language;
use super::scripts::{hiragana, is_left_out, usual};

/// Returns the word in plain ASCII as far as possible: without accents, with `i` for `ı` and `İ`,
/// in lower case. Words that differ only in their accents, dots and capitals have equal fold keys.
///
/// ```
/// assert_eq!(soru::text::fold("öğrencı"), "ogrenci");
/// assert_eq!(soru::text::fold("Straße"), "strasse");
/// ```
pub fn fold(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        fold_char(c, &mut |folded| out.push(folded));
    }
    out
}

/// Calls `push` with the folded characters of one character; never for a combining mark.
#[inline]
pub fn fold_char(c: char, push: &mut impl FnMut(char)) {
    if c.is_ascii() {
        push(c.to_ascii_lowercase());
    } else {
        fold_other(c, push);
    }
}

fn fold_other(c: char, push: &mut dyn FnMut(char)) {
    let folded = match c {
        _ if is_left_out(c) => return,
        'à'..='å' | 'À'..='Å' | 'Ā'..='ą' | 'ǎ' | 'Ạ'..='ặ' => 'a',
        'ç' | 'Ç' | 'Ć'..='č' => 'c',
        'Ď'..='đ' | 'ð' | 'Ð' => 'd',
        'è'..='ë' | 'È'..='Ë' | 'Ē'..='ě' | 'Ẹ'..='ệ' => 'e',
        'Ĝ'..='ģ' | 'ǧ' | 'Ǧ' => 'g',
        'Ĥ'..='ħ' => 'h',
        'ì'..='ï' | 'Ì'..='Ï' | 'Ĩ'..='ı' | 'Ỉ'..='ị' => 'i',
        'Ĵ' | 'ĵ' => 'j',
        'Ķ'..='ĸ' => 'k',
        'Ĺ'..='ł' => 'l',
        'ñ' | 'Ñ' | 'Ń'..='ŉ' => 'n',
        'ò'..='ö' | 'ø' | 'Ò'..='Ö' | 'Ø' | 'Ō'..='ő' | 'Ọ'..='ợ' | 'ơ' | 'Ơ' => 'o',
        'Ŕ'..='ř' => 'r',
        'Ś'..='š' | 'ș' | 'Ș' => 's',
        'Ţ'..='ŧ' | 'ț' | 'Ț' => 't',
        'ù'..='ü' | 'Ù'..='Ü' | 'Ũ'..='ų' | 'Ụ'..='ự' | 'ư' | 'Ư' => 'u',
        'Ŵ' | 'ŵ' => 'w',
        'ý' | 'ÿ' | 'Ý' | 'Ŷ'..='Ÿ' | 'Ỳ'..='ỹ' => 'y',
        'Ź'..='ž' => 'z',
        // Capital letters do not distinguish a final sigma.
        'ς' => 'σ',
        'ß' | 'ẞ' => return push_both(push, 's', 's'),
        'æ' | 'Æ' => return push_both(push, 'a', 'e'),
        'œ' | 'Œ' => return push_both(push, 'o', 'e'),
        'þ' | 'Þ' => return push_both(push, 't', 'h'),
        'ё' | 'Ё' => 'е',
        'й' | 'Й' => 'и',
        'ї' | 'Ї' => 'і',
        'ґ' | 'Ґ' => 'г',
        'ў' | 'Ў' => 'у',
        'ά' | 'Ά' => 'α',
        'έ' | 'Έ' => 'ε',
        'ή' | 'Ή' => 'η',
        'ί' | 'Ί' | 'ϊ' | 'Ϊ' | 'ΐ' => 'ι',
        'ό' | 'Ό' => 'ο',
        'ύ' | 'Ύ' | 'ϋ' | 'Ϋ' | 'ΰ' => 'υ',
        'ώ' | 'Ώ' => 'ω',
        'آ'..='أ' | 'إ' | 'ٱ' => 'ا',
        'ؤ' => 'و',
        'ئ' | 'ى' | 'ی' => 'ي',
        'ة' | 'ۀ' => 'ه',
        'ک' => 'ك',
        _ => hiragana(usual(c)),
    };
    push(folded);
}

fn push_both(push: &mut dyn FnMut(char), first: char, second: char) {
    push(first);
    push(second);
}

/// Returns the prefix by which inflections of a word match if their stems differ: the first six
/// letters of the fold key in English, five elsewhere. Returns none for shorter words, and for
/// codes and numbers, which match only exactly.
///
/// ```
/// use soru::text::{Language, prefix};
/// assert_eq!(prefix("belgesini", Language::Turkish), Some("belge"));
/// assert_eq!(prefix("staj", Language::Turkish), None);
/// assert_eq!(prefix("covid19", Language::English), None);
/// ```
pub fn prefix(key: &str, language: Language) -> Option<&str> {
    let letters = language.analysis().prefix_letters;
    let last = key.char_indices().nth(letters - 1)?;
    let code = key.bytes().any(|b| b.is_ascii_digit());
    if code {
        None
    } else {
        key.get(..last.0 + last.1.len_utf8())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r4_every_turkish_letter_folds_to_its_ascii_letter() {
        assert_eq!(fold("çğıöşüÇĞİÖŞÜâîû"), "cgiosucgiosuaiu");
    }

    #[test]
    fn r4_decomposed_letters_fold_like_composed_ones() {
        assert_eq!(fold("o\u{308}g\u{306}renci\u{307}"), "ogrenci");
    }

    #[test]
    fn other_scripts_are_only_lower_cased() {
        assert_eq!(fold("Москва"), "москва");
        assert_eq!(fold("λόγος"), fold("ΛΌΓΟΣ"));
    }

    #[test]
    fn every_script_has_a_key_without_optional_marks() {
        for (written, typed) in [
            ("ёлка їжак", "елка іжак"),
            ("Λόγος ΐ", "λογοσ ι"),
            ("Việt Nam trường", "viet nam truong"),
            ("أحمد إلى آخِر مدرسةٌ", "احمد الي اخر مدرسه"),
            ("کـــتاب می\u{200c}شود", "كتاب ميشود"),
            ("۱۴۰۳ ٢٠٢٦", "1403 2026"),
            ("שָׁלוֹם", "שלום"),
            ("Ｔｏｋｙｏ ｱ カード ヶ ヾ", "tokyo あ かーど ゖ ゞ"),
        ] {
            assert_eq!(fold(written), fold(typed), "{written}");
            assert_eq!(fold(written), typed.replace('ی', "ي"), "{written}");
        }
        assert_ne!(
            fold("हिन्दी"),
            fold("हिनदी"),
            "a virama is a part of the word"
        );
    }
}
