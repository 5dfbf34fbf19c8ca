//! Tidies texts for the index: normalises whitespace, invisible characters and the Unicode
//! normalisation form.

use std::borrow::Cow;

use soru::text::visible;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::octets;

fn is_control(c: char) -> bool {
    c.is_control() && c != '\n'
}

/// Converts a text to Unicode normalisation form C.
pub fn nfc(text: &str) -> Cow<'_, str> {
    // No character before U+0300 composes with another, and none of its bytes reaches 0xcc.
    if !octets::any(text.as_bytes(), |byte| byte >= 0xcc) {
        return Cow::Borrowed(text);
    }
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => Cow::Borrowed(text),
        _ => Cow::Owned(text.nfc().collect()),
    }
}

/// Puts a text on one line: every run of whitespace becomes one space, and none remains at the
/// ends.
pub fn line(text: &str) -> String {
    spaced(text, |_| ' ')
}

/// Tidies a text and keeps single line breaks: spaces next to a break are dropped.
pub fn lines(text: &str) -> String {
    spaced(text, |run| if run.contains('\n') { '\n' } else { ' ' })
}

fn spaced(text: &str, space: impl Fn(&str) -> char) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.trim();
    while !rest.is_empty() {
        let word_end = word_end(rest);
        push_word(&rest[..word_end], &mut out);
        rest = &rest[word_end..];
        let gap_end = rest
            .find(|c: char| !c.is_whitespace())
            .unwrap_or(rest.len());
        if gap_end > 0 {
            push_space(space(&rest[..gap_end]), &mut out);
        }
        rest = &rest[gap_end..];
    }
    tidied(out)
}

/// Returns the text in normal form C without white space at its ends; most texts are in this form
/// already.
fn tidied(text: String) -> String {
    match nfc(text.trim()) {
        Cow::Borrowed(same) if same.len() == text.len() => text,
        other => other.into_owned(),
    }
}

/// Returns the position of the first whitespace.
fn word_end(text: &str) -> usize {
    // Whitespace begins with one of these bytes, which are faster to find than characters.
    let may_begin = |byte: &u8| matches!(byte, b'\t'..=b'\r' | b' ' | 0xc2 | 0xe1..=0xe3);
    let start = text.bytes().position(|byte| may_begin(&byte));
    let start = start.unwrap_or(text.len());
    let end = text[start..].find(char::is_whitespace);
    end.map_or(text.len(), |length| start + length)
}

fn push_word(word: &str, out: &mut String) {
    // Up to U+017F, every invisible character begins with a byte outside these ranges.
    let is_plain = |byte: u8| byte.is_ascii_graphic() || matches!(byte, 0x80..=0xbf | 0xc3..=0xc5);
    if word.bytes().all(is_plain) {
        out.push_str(word);
    } else {
        out.extend(visible(word).chars().filter(|c| !is_control(*c)));
    }
}

/// Appends a space or a line break, unless no visible character separates it from the previous one.
fn push_space(space: char, out: &mut String) {
    if space == '\n' && out.ends_with(' ') {
        out.pop();
    }
    if !out.ends_with([' ', '\n']) {
        out.push(space);
    }
}

/// Tidies a listing: trims the ends of lines, drops the common indentation and the blank lines at
/// the ends, and keeps at most one of consecutive blank lines.
pub(crate) fn code(text: &str) -> String {
    let text = text.replace('\u{a0}', " ");
    let rows: Vec<&str> = text.lines().map(str::trim_end).collect();
    let filled = || rows.iter().filter(|row| !row.is_empty());
    let indent = filled()
        .map(|row| row.len() - row.trim_start_matches(' ').len())
        .min();
    let mut out = String::with_capacity(text.len());
    let mut blank = true;
    for row in &rows {
        if row.is_empty() && blank {
            continue;
        }
        blank = row.is_empty();
        let row = visible(row);
        let kept = row.chars().skip(indent.unwrap_or(0));
        out.extend(kept.filter(|c| *c == '\t' || !is_control(*c)));
        out.push('\n');
    }
    tidied(out)
}

/// Whether a text contains a letter or a digit.
pub(crate) fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_most_words_have_are_seen() {
        for c in ('\u{c0}'..='\u{17f}').map(String::from) {
            assert_eq!(visible(&c), c);
        }
        for c in (0..0x11000).filter_map(char::from_u32) {
            let end = if c.is_whitespace() {
                2
            } else {
                2 + c.len_utf8()
            };
            assert_eq!(word_end(&format!("ş{c}")), end, "{c:?}");
        }
    }

    #[test]
    fn whitespace_and_invisible_characters_are_tidied() {
        assert_eq!(
            line(" \u{feff}Bil\u{ad}gi\u{a0}\n  işlem\u{200b} "),
            "Bilgi işlem"
        );
        assert_eq!(line("ﬁnal sınavı"), "final sınavı", "as PDF files have it");
        assert_eq!(lines("Tel: 1 \n\n  Faks: 2"), "Tel: 1\nFaks: 2");
        assert_eq!(lines("a \u{200b} b \u{200b}\n c \n\u{200b} d"), "a b\nc\nd");
    }

    // A name that is displayed as `exe.pdf` may be `fdp.exe`.
    #[test]
    fn texts_run_in_the_direction_of_their_letters() {
        assert_eq!(
            line("\u{202e}fdp.exe\u{202c} \u{2067}a\u{2069}"),
            "fdp.exe a"
        );
        assert_eq!(code("x = \u{2066}1\u{2069}"), "x = 1");
        assert_eq!(line("می\u{200c}خواهم"), "می\u{200c}خواهم");
    }

    // Mac file systems and some editors write `ğ` as `g` and a combining breve.
    #[test]
    fn texts_are_composed() {
        assert_eq!(line("og\u{306}renci"), "oğrenci");
    }

    #[test]
    fn a_listing_keeps_its_shape_and_loses_its_margin() {
        assert_eq!(
            code("\n\n    if a {\n      b\n\n\n    }\n\n"),
            "if a {\n  b\n\n}"
        );
    }
}
