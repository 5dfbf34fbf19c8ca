//! Scripts beyond Latin: scripts without spaces between words, marks that belong to the preceding
//! letter, and characters that stand for another one (width, figures, half-width kana).
//!
//! Scripts without spaces are not split into words, because that would need a dictionary for each
//! language. Instead, every two neighbouring characters are a word (character bigrams), which ranks
//! as well and gives the same result on every machine.

use super::{is_alphabetic, lower_case};

/// Returns whether a letter is Chinese, Japanese, Korean, Thai, Lao, Khmer or Burmese. Korean has
/// spaces, but its words end in particles, which pairs of syllables handle without a stemmer.
pub fn is_unspaced(c: char) -> bool {
    c >= '\u{e00}'
        && matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
            | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}'
            | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
            | '\u{ff66}'..='\u{ff9f}' | '\u{1b000}'..='\u{1b16f}' | '\u{20000}'..='\u{3ffff}')
        && is_alphabetic(c)
}

/// Returns whether a text of a script without spaces may be cut before this character.
pub(crate) fn begins_character(c: char) -> bool {
    is_unspaced(c) && !is_mark(c)
}

/// Returns whether fold keys lack this character: marks and joiners that hurried visitors do not
/// type, and the Arabic letter that only stretches a line.
pub(super) fn is_left_out(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{487}' | '\u{591}'..='\u{5bd}'
        | '\u{5bf}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{640}' | '\u{64b}'..='\u{65f}'
        | '\u{670}' | '\u{6d6}'..='\u{6ed}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{200c}'..='\u{200d}' | '\u{20d0}'..='\u{20f0}' | '\u{fe00}'..='\u{fe2f}'
        | '\u{e0100}'..='\u{e01ef}')
        && !matches!(c, '\u{5c0}' | '\u{5c3}' | '\u{5c6}' | '\u{6dd}'..='\u{6de}' | '\u{6e5}'..='\u{6e6}'
            | '\u{6e9}' | '\u{fe10}'..='\u{fe1f}')
}

/// Returns whether a character belongs to the preceding letter and begins no word.
#[must_use]
pub fn is_mark(c: char) -> bool {
    c >= '\u{300}' && c != '\u{200c}' && (is_left_out(c) || is_vowel_sign(c))
}

/// Returns whether a mark distinguishes words of an Indian or south-east Asian language, or of
/// Japanese.
fn is_vowel_sign(c: char) -> bool {
    match c {
        // Nukta and virama have the same position in all blocks of Indian scripts.
        '\u{900}'..='\u{d7f}' => matches!(u32::from(c) & 0x7f, 0x3c | 0x4d),
        _ => matches!(c, '\u{dca}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
            | '\u{eb1}' | '\u{eb4}'..='\u{ebc}' | '\u{ec8}'..='\u{ece}' | '\u{f82}'..='\u{f84}'
            | '\u{102b}'..='\u{103e}' | '\u{17b4}'..='\u{17d3}' | '\u{17dd}'
            | '\u{3099}'..='\u{309a}' | '\u{ff9e}'..='\u{ff9f}'),
    }
}

/// Splits a text in a script without spaces into characters, each with its marks. Returns the byte
/// offsets at which they begin, and the end of the text.
pub(super) fn characters(text: &str) -> Vec<usize> {
    let mut starts = Vec::with_capacity(text.len() / 3 + 1);
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        // A consonant after these signs is written below the one before them.
        if at == 0 || !(is_mark(c) || matches!(previous, '\u{17d2}' | '\u{1039}')) {
            starts.push(at);
        }
        previous = c;
    }
    starts.push(text.len());
    starts
}

/// Returns the usual character for one of another width or script with the same meaning, in lower
/// case: `a` for a full-width `Ａ`, `7` for an Arabic or Thai seven, `カ` for a half-width one.
pub(super) fn usual(c: char) -> char {
    let code = u32::from(c);
    let usual = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(code - 0xfee0),
        '\u{ff66}'..='\u{ff9f}' => KANA.chars().nth((code - 0xff66) as usize),
        _ => figure(code),
    };
    lower_case(usual.unwrap_or(c))
}

/// The katakana from U+FF66 on, and the two voicing marks.
const KANA: &str = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309a}";

/// Returns the hiragana for a katakana, which is the same syllable; any other character stays, and so
/// does the sign of a long vowel, which both write.
pub(super) fn hiragana(c: char) -> char {
    match c {
        'ァ'..='ヶ' | 'ヽ'..='ヾ' => char::from_u32(u32::from(c) - 0x60).unwrap_or(c),
        _ => c,
    }
}

/// Returns the figure for a digit of another script.
fn figure(code: u32) -> Option<char> {
    let zero = match code {
        0x660..=0x669 => 0x660,
        0x6f0..=0x6f9 => 0x6f0,
        0x900..=0xdff => code & !0x7f | 0x66,
        0xe00..=0xeff => code & !0x7f | 0x50,
        0x1040..=0x1049 => 0x1040,
        0x17e0..=0x17e9 => 0x17e0,
        _ => return None,
    };
    char::from_digit(code.wrapping_sub(zero), 10)
}

/// Returns the single character for a kana and the voicing mark after it: `ガ` for `カ` and its mark.
pub(super) fn voiced(kana: char, mark: char) -> Option<char> {
    let code = u32::from(kana);
    let place = code.checked_sub(0x3041)? % 0x60;
    let step = u32::from(mark).checked_sub(0x3098)?;
    let takes = match place {
        0xa..=0x20 => place % 2 == 0 && step == 1,
        0x23 | 0x25 | 0x27 => step == 1,
        0x2e | 0x31 | 0x34 | 0x37 | 0x3a => true,
        _ => false,
    };
    let is_kana = matches!(kana, '\u{3041}'..='\u{30ff}');
    char::from_u32(code + step).filter(|_| is_kana && takes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_scripts_without_spaces_are_distinguished_from_others() {
        for c in "中々〇ひカｶ한ไລខမ𠮷".chars() {
            assert!(is_unspaced(c), "{c}");
        }
        for c in "aşжαاहক7７๗၇。・\u{e3f}".chars() {
            assert!(!is_unspaced(c), "{c}");
        }
    }

    #[test]
    fn a_character_keeps_its_marks() {
        let cut = |text: &'static str| -> Vec<&str> {
            let starts = characters(text);
            starts
                .windows(2)
                .map(|pair| &text[pair[0]..pair[1]])
                .collect()
        };
        assert_eq!(cut("ที่อยู่"), ["ที่", "อ", "ยู่"]);
        assert_eq!(cut("ｶﾞｲﾄﾞ"), ["ｶﾞ", "ｲ", "ﾄﾞ"]);
        assert_eq!(cut("ខ្មែរ"), ["ខ្មែ", "រ"]);
    }

    #[test]
    fn other_widths_and_figures_become_the_usual_ones() {
        let usual = |text: &str| -> String { text.chars().map(usual).collect() };
        assert_eq!(usual("ＡＢｃ７！"), "abc7!");
        assert_eq!(usual("٢٠۲۶२৬๗໗၇៧"), "2026267777");
        assert_eq!(usual("ｦｱｰﾝ"), "ヲアーン");
    }

    // The pairs come from the transform Katakana-Hiragana in Unicode's CLDR.
    #[test]
    fn katakana_become_the_hiragana_of_their_syllables() {
        let hiragana = |text: &str| -> String { text.chars().map(hiragana).collect() };
        assert_eq!(
            hiragana("ァアヴヵヶヽヾンー・ヷひ漢a"),
            "ぁあゔゕゖゝゞんー・ヷひ漢a"
        );
    }

    // The marks and the results come from Unicode's canonical composition.
    #[test]
    fn voicing_marks_join_their_kana() {
        for (kana, mark, whole) in [
            ('カ', '\u{3099}', Some('ガ')),
            ('つ', '\u{3099}', Some('づ')),
            ('ト', '\u{3099}', Some('ド')),
            ('は', '\u{309a}', Some('ぱ')),
            ('ホ', '\u{3099}', Some('ボ')),
            ('カ', '\u{309a}', None),
            ('ガ', '\u{3099}', None),
            ('ア', '\u{3099}', None),
            ('a', '\u{3099}', None),
        ] {
            assert_eq!(voiced(kana, mark), whole, "{kana}");
        }
    }
}
