//! Characters that a reader does not see, or sees as letters.

use std::borrow::Cow;

/// Returns the text as it looks: without characters that only control line breaking or direction
/// or mark the start of a file, and with the letters of ligatures (`ﬁnal`, as in PDF files). Inside a
/// word such characters would prevent a match. Pages and questions are treated alike.
///
/// ```
/// assert_eq!(soru::text::visible("\u{feff}ﬁnal s\u{ad}ınavı"), "final sınavı");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| letters(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match letters(c) {
            Some(letters) => out.push_str(letters),
            None => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Returns a text with the characters of a site's pages. `variants` contains pairs of a character
/// that visitors may type and the pages' character for it: simplified for traditional Chinese, or
/// the reverse.
pub(crate) fn as_written(text: &str, variants: &str) -> String {
    let written = |typed: char| {
        let mut pairs = variants.chars();
        while let (Some(variant), Some(own)) = (pairs.next(), pairs.next()) {
            if variant == typed {
                return own;
            }
        }
        typed
    };
    text.chars().map(written).collect()
}

/// Returns whether a character is invisible to readers although a language model may read it:
/// controls other than line breaks and tabs, and the characters that Unicode tells programs not to
/// display (`Default_Ignorable_Code_Point`): marks of direction, joiners, fillers, variation
/// selectors, and the tag characters. Text can be hidden between them, and in them.
///
/// ```
/// use soru::text::is_hidden;
/// assert!(is_hidden('\u{e0041}') && is_hidden('\u{202e}'));
/// assert!(!is_hidden('ş') && !is_hidden('\n'));
/// ```
pub fn is_hidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}')
        || matches!(c, '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
        || matches!(c, '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}')
        || matches!(c, '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns whether a character controls the direction of the text after it (`Bidi_Control`): with
/// these, a text can look like another one. Joiners, which some scripts need, are not among them.
pub fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// [`char::is_alphanumeric`], faster for the letters of European languages. It is called for every
/// character of every page to find the bounds of words.
pub fn is_alphanumeric(c: char) -> bool {
    match c {
        '\0'..='\u{7f}' => c.is_ascii_alphanumeric(),
        '\u{c0}'..='\u{24f}' => is_latin_letter(c),
        // These are dashes, quotation marks and spaces.
        '\u{2000}'..='\u{206f}' => false,
        _ => c.is_alphanumeric(),
    }
}

/// [`char::is_alphabetic`], faster for the letters of European languages.
pub fn is_alphabetic(c: char) -> bool {
    match c {
        '\0'..='\u{7f}' => c.is_ascii_alphabetic(),
        '\u{c0}'..='\u{24f}' => is_latin_letter(c),
        _ => c.is_alphabetic(),
    }
}

/// [`char::is_numeric`], faster for the letters of European languages.
pub fn is_numeric(c: char) -> bool {
    match c {
        '\0'..='\u{7f}' => c.is_ascii_digit(),
        '\u{c0}'..='\u{24f}' => false,
        _ => c.is_numeric(),
    }
}

/// Returns whether a character is a letter, in the blocks from the accented capitals to Latin
/// Extended-B. Two of their characters are not letters.
fn is_latin_letter(c: char) -> bool {
    !matches!(c, '×' | '÷')
}

/// Returns whether a text contains another. The standard library's search includes code for long
/// texts, which would add 4 KB to the download.
pub fn holds(text: &str, part: &str) -> bool {
    part.is_empty() || place_in(text, part).is_some()
}

/// Returns the byte offset at which a text first contains another, which is not empty.
pub fn place_in(text: &str, part: &str) -> Option<usize> {
    let mut places = text.as_bytes().windows(part.len().max(1));
    places.position(|place| place == part.as_bytes())
}

/// Returns the text for which a character stands, if not for itself; empty for a character to
/// remove.
fn letters(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' => "",
        _ if is_bidi_control(c) => "",
        'ﬀ' => "ff",
        'ﬁ' => "fi",
        'ﬂ' => "fl",
        'ﬃ' => "ffi",
        'ﬄ' => "ffl",
        'ﬅ' | 'ﬆ' => "st",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_agree_with_the_standard_library() {
        for c in (0..0x3000).filter_map(char::from_u32) {
            assert_eq!(is_alphanumeric(c), c.is_alphanumeric(), "{c:?}");
            assert_eq!(is_alphabetic(c), c.is_alphabetic(), "{c:?}");
            assert_eq!(is_numeric(c), c.is_numeric(), "{c:?}");
        }
    }

    #[test]
    fn a_text_looks_as_it_is_written_and_keeps_the_joiners_of_scripts() {
        let hostile = "\u{202e}fdp.\u{202c}exe \u{2066}a\u{2069}\u{200e}\u{200f}\u{61c}";
        assert_eq!(visible(hostile), "fdp.exe a");
        for joined in ["می\u{200c}خواهم", "क्\u{200d}ष"] {
            assert_eq!(visible(joined), joined);
        }
    }

    #[test]
    fn containment_agrees_with_the_standard_library() {
        for text in ["", "a", "staj", "İstanbul'da staj", "ııı"] {
            for part in ["", "a", "staj", "ı", "da s", "İstanbul'da staj!"] {
                assert_eq!(holds(text, part), text.contains(part), "{text} {part}");
            }
        }
    }
}
