//! Lower case and composition by the text's language, never by the machine's locale.

use super::Language;
use super::scripts::{usual, voiced};

/// Returns the text in lower case, by the rules of the language: in Turkish `I` is the capital of
/// `ı` and `İ` of `i`. Decomposed Turkish letters are composed, and the stray dot that other
/// languages' lower-casing of `İ` leaves is dropped.
///
/// ```
/// use soru::text::{Language, lower};
/// assert_eq!(lower("ISPARTA İLİ", Language::Turkish), "ısparta ili");
/// assert_eq!(lower("IDAHO", Language::English), "idaho");
/// ```
pub fn lower(text: &str, language: Language) -> String {
    let has_dotless = language.analysis().has_dotless && text.bytes().any(|byte| byte == b'I');
    if text.is_ascii() && !has_dotless {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        push_lower(c, language, &mut out);
    }
    out
}

fn push_lower(c: char, language: Language, out: &mut String) {
    match c {
        'I' if language.analysis().has_dotless => out.push('ı'),
        '\u{300}'..='\u{36f}' => push_mark(c, out),
        '\u{3099}'..='\u{309a}' | '\u{ff9e}'..='\u{ff9f}' => push_mark(usual(c), out),
        _ => out.push(usual(c)),
    }
}

/// Composes the letters of Turkish and its neighbours; other marks are kept.
fn push_mark(mark: char, out: &mut String) {
    let Some(base) = out.chars().next_back() else {
        return;
    };
    let composed = match (base, mark) {
        ('ı' | 'i', '\u{307}') => 'i',
        ('o', '\u{308}') => 'ö',
        ('u', '\u{308}') => 'ü',
        ('a', '\u{308}') => 'ä',
        ('c', '\u{327}') => 'ç',
        ('s', '\u{327}') => 'ş',
        ('g', '\u{306}') => 'ğ',
        ('a', '\u{302}') => 'â',
        ('i' | 'ı', '\u{302}') => 'î',
        ('u', '\u{302}') => 'û',
        ('e', '\u{301}') => 'é',
        _ => match voiced(base, mark) {
            Some(kana) => kana,
            None => return out.push(mark),
        },
    };
    out.pop();
    out.push(composed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r4_turkish_letters_are_kept_in_every_case() {
        assert_eq!(
            lower("ÖĞRENCİ IŞIK ÇÜŞ", Language::Turkish),
            "öğrenci ışık çüş"
        );
        assert_eq!(lower("ÖĞRENCİ", Language::English), "öğrenci");
    }

    // JavaScript's toLowerCase turns `İ` into `i` and U+0307; macOS file names are decomposed.
    #[test]
    fn r4_decomposed_letters_are_composed_again() {
        assert_eq!(lower("i\u{307}stanbul", Language::English), "istanbul");
        assert_eq!(lower("o\u{308}g\u{306}renci", Language::Turkish), "öğrenci");
    }
}
