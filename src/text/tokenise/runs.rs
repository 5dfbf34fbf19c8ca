//! Finds the bounds of words: runs of letters and digits, and the characters that join them.

use super::numbers::month;
use crate::text::scripts::is_mark;
use crate::text::{is_alphabetic, is_alphanumeric, is_unspaced};

/// Returns whether a word may begin with this character. Unicode counts some combining marks as
/// letters, but none is a word by itself.
pub(super) fn begins_word(c: char) -> bool {
    is_alphanumeric(c) && !is_mark(c) && !is_apostrophe(c)
}

/// Returns whether a run of a script with spaces continues with this character.
fn is_word_char(c: char) -> bool {
    (is_alphanumeric(c) && !is_apostrophe(c) && !is_unspaced(c)) || is_mark(c)
}

pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ' | '‘' | '`' | '´')
}

/// Returns whether a character splits a run into pieces. The en dash occurs between numbers and in
/// codes: `2026–27`, `H–1B`. The zero-width non-joiner occurs where some authors join Persian words
/// and others separate them.
pub(super) fn is_hyphen(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}' | '\u{2011}' | '\u{2013}' | '\u{200c}' | '_' | '/'
    )
}

/// A run of word characters and the joiners between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    /// Byte offset of its start.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it consists of letters only, as most runs do.
    pub(super) is_plain: bool,
    /// Whether its script has no spaces between words.
    pub(super) is_unspaced: bool,
}

/// Returns the next run.
pub(super) fn next_run(text: &str, from: usize) -> Option<Run> {
    let start = from + text[from..].find(begins_word)?;
    if text[start..].starts_with(is_unspaced) {
        let length = text[start..].find(|c| !is_unspaced(c) && !is_mark(c));
        return Some(Run {
            start,
            end: length.map_or(text.len(), |length| start + length),
            is_plain: false,
            is_unspaced: true,
        });
    }
    let letters = start + european_letters(&text.as_bytes()[start..]);
    let is_whole = letters > start + 1 && ends_run(text.as_bytes().get(letters).copied());
    let end = if is_whole {
        letters
    } else {
        run_end(text, start, letters)
    };
    Some(Run {
        start,
        end,
        is_plain: is_whole || is_plain(&text[start..end]),
        is_unspaced: false,
    })
}

/// Returns whether a run consists of letters only.
pub(super) fn is_plain(run: &str) -> bool {
    run.chars().all(|c| is_alphabetic(c) && !is_apostrophe(c))
}

/// Returns the number of bytes at the beginning of a text that are letters of European languages
/// (up to U+023F). Most words have no other letters, and bytes are faster to examine than
/// characters.
fn european_letters(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at += match bytes[at..] {
            [b'a'..=b'z' | b'A'..=b'Z', ..] => 1,
            // `×` and `÷` are not letters.
            [0xc3, 0x97 | 0xb7, ..] => return at,
            [0xc3..=0xc8, _, ..] => 2,
            _ => return at,
        };
    }
}

/// Returns whether a run of letters of two bytes or more certainly ends here: at the end of the
/// text, or at a character that neither belongs to words nor joins them, nor may be a sign of one.
fn ends_run(byte: Option<u8>) -> bool {
    byte.is_none_or(|byte| {
        let joins = matches!(
            byte,
            b'.' | b',' | b':' | b'\'' | b'`' | b'-' | b'_' | b'/' | b'+'
        );
        byte.is_ascii() && !byte.is_ascii_alphanumeric() && !joins
    })
}

/// Returns the end of the run from `start`, which is known to continue until `end`.
fn run_end(text: &str, start: usize, mut end: usize) -> usize {
    let known = end;
    let mut previous = text[start..known].chars().next_back().unwrap_or(' ');
    for (at, c) in text[known..].char_indices() {
        let at = known + at;
        let behind = at + c.len_utf8();
        if is_word_char(c) || joins(&text[start..at], previous, c, &text[behind..]) {
            previous = c;
            end = behind;
        } else {
            break;
        }
    }
    // A joiner only joins if a word character follows, so the run ends with one.
    let sign = sign_of(&text[start..end], &text[end..]);
    if sign == 0 {
        end
    } else {
        end + sign + suffix(&text[end + sign..])
    }
}

/// Returns the length in bytes of an apostrophe and its suffix: `'nın` of `B+'nın`.
fn suffix(rest: &str) -> usize {
    let Some(letters) = rest.strip_prefix(is_apostrophe) else {
        return 0;
    };
    if !letters.starts_with(|c| is_alphabetic(c) && is_word_char(c)) {
        return 0;
    }
    let behind = letters.trim_start_matches(is_word_char);
    rest.len() - behind.len()
}

/// Returns whether `c`, which is between `run` and `rest`, joins them.
fn joins(run: &str, previous: char, c: char, rest: &str) -> bool {
    let mut following = rest.chars();
    let begins = |next: &char| is_word_char(*next) && !is_mark(*next);
    let Some(next) = following.next().filter(begins) else {
        return false;
    };
    let digits = previous.is_ascii_digit() && next.is_ascii_digit();
    match c {
        '.' if digits => true,
        // Initials are short. Examining a long run again for each dot would take quadratic time.
        '.' => {
            let single = next.is_alphabetic() && !following.next().is_some_and(is_word_char);
            single && run.len() <= LONGEST_INITIALS && is_initial(run)
        }
        ',' => digits,
        '\u{2013}' => digits || (next.is_ascii_digit() && begins_code(run)),
        ':' => digits && is_minutes(rest),
        '/' => !is_signed(rest),
        _ => is_apostrophe(c) || is_hyphen(c),
    }
}

/// Returns whether a run may be the start of a code: `H` of `H–1B`, but not `Mayıs` of
/// `1 Mayıs–3 Haziran`.
fn begins_code(run: &str) -> bool {
    let longest = if run.bytes().all(|b| b.is_ascii_uppercase()) {
        5
    } else {
        3
    };
    run.len() <= longest && run.bytes().all(|b| b.is_ascii_alphabetic()) && month(run).is_none()
}

/// Returns whether exactly two digits follow: `30` of `10:30`.
fn is_minutes(rest: &str) -> bool {
    let digits = rest.bytes().take(3).take_while(u8::is_ascii_digit).count();
    digits == 2
}

/// Maximum length of initials such as `T.C.Ü.` in bytes.
const LONGEST_INITIALS: usize = 16;

/// Returns whether the run so far consists of single letters between dots: `U` of `U.S.`.
pub(super) fn is_initial(run: &str) -> bool {
    run.split('.').all(|part| {
        let mut chars = part.chars();
        chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none()
    })
}

/// Returns the length in bytes of the signs that belong to the letters before them: the signs of
/// `C++`, `F#`, and of grades.
fn sign_of(run: &str, rest: &str) -> usize {
    let is_letter = run.len() == 1 && run.as_bytes()[0].is_ascii_alphabetic();
    let sign = match rest.chars().next() {
        Some('+') if is_letter && rest.starts_with("++") => 2,
        Some('#') if is_letter => 1,
        Some(sign) if grade_sign(sign).is_some() && is_graded(run) => sign.len_utf8(),
        _ => return 0,
    };
    let goes_on =
        |c: char| is_word_char(c) || matches!(c, '+' | '#' | '>' | '=') || is_hyphen(c) && c != '/';
    if rest[sign..].starts_with(goes_on) {
        0
    } else {
        sign
    }
}

/// Returns the letters and the sign of a grade, perhaps with a suffix: `B+`, `A−`, `B+'nın`.
pub(super) fn graded(run: &str) -> Option<(&str, char)> {
    let end = run.find(|c: char| !c.is_ascii_alphabetic())?;
    let mut rest = run[end..].chars();
    let sign = grade_sign(rest.next()?)?;
    let is_end = rest.next().is_none_or(is_apostrophe);
    (is_end && is_graded(&run[..end])).then_some((&run[..end], sign))
}

/// Returns whether a word is a grade with its sign.
pub fn is_grade(word: &str) -> bool {
    graded(word).is_some()
}

/// Returns whether a text begins with a grade and its sign: `A-` of `A/A-`.
fn is_signed(rest: &str) -> bool {
    let letters = rest.len()
        - rest
            .trim_start_matches(|c: char| c.is_ascii_alphabetic())
            .len();
    sign_of(&rest[..letters], &rest[letters..]) > 0
}

/// Returns the usual form of a sign that tells grades.
fn grade_sign(sign: char) -> Option<char> {
    match sign {
        '+' => Some('+'),
        '-' | '\u{2011}' | '\u{2013}' | '\u{2212}' => Some('-'),
        _ => None,
    }
}

/// Returns whether letters may be a grade or another mark whose meaning a sign changes: `B`, `aa`,
/// `BBB`, the blood group `AB`.
fn is_graded(letters: &str) -> bool {
    let bytes = letters.as_bytes();
    let is_one = |byte: &u8| byte.eq_ignore_ascii_case(&bytes[0]);
    let is_mark = |byte: &u8| matches!(byte.to_ascii_lowercase(), b'a'..=b'f' | b'o');
    matches!(bytes.len(), 1..=3)
        && bytes.iter().all(is_mark)
        && (bytes.iter().all(is_one) || letters.eq_ignore_ascii_case("ab"))
}

#[cfg(test)]
mod tests {
    use super::{is_plain, next_run};

    fn runs(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(run) = next_run(text, at) {
            let written = &text[run.start..run.end];
            let is_plain = !run.is_unspaced && is_plain(written);
            assert_eq!(run.is_plain, is_plain, "{written} of {text}");
            found.push(written);
            at = run.end;
        }
        found
    }

    // Authors forget the space after a full stop, but file names, addresses and numbers contain
    // full stops too.
    #[test]
    fn a_full_stop_joins_initials_and_digits_and_nothing_else() {
        for (text, expected) in [
            ("yapılmıştır.Osman", vec!["yapılmıştır", "Osman"]),
            ("T.C.Ankara", vec!["T.C", "Ankara"]),
            ("e.g. U.S.A'nın", vec!["e.g", "U.S.A'nın"]),
            ("m.2 md.5", vec!["m", "2", "md", "5"]),
            ("www.example.org", vec!["www", "example", "org"]),
            (
                "file.txt 3.5 1.sınıf",
                vec!["file", "txt", "3.5", "1", "sınıf"],
            ),
        ] {
            assert_eq!(runs(text), expected, "{text}");
        }
    }

    #[test]
    fn scripts_without_spaces_are_runs_of_their_own() {
        assert_eq!(
            runs("COVID-19感染者2026年 iPhone用-東京"),
            ["COVID-19", "感染者", "2026", "年", "iPhone", "用", "東京"]
        );
        assert_eq!(
            runs("a\u{64b}b می\u{200c}شود"),
            ["a\u{64b}b", "می\u{200c}شود"]
        );
        assert_eq!(runs("हिन्दी বাংলা"), ["हिन्दी", "বাংলা"]);
    }

    #[test]
    fn times_and_ranges_are_one_run_and_other_colons_and_dashes_separate() {
        assert_eq!(runs("08:30–17:00"), ["08:30–17:00"]);
        assert_eq!(runs("saat:10 1:5 a–b"), ["saat", "10", "1", "5", "a", "b"]);
        assert_eq!(runs("H–1B DS–160 COVID–19"), ["H–1B", "DS–160", "COVID–19"]);
        assert_eq!(runs("May–3 Ankara–19"), ["May", "3", "Ankara", "19"]);
    }
}
