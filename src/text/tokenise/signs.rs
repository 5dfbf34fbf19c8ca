//! Reads signs as words, and unites words with several spellings: `%`, `₺`, `TL`.

use super::super::Language;

/// A sign that is read as a word: its byte offset and length, and the word.
pub(super) type Sign = (usize, usize, &'static str);

/// Returns the signs in `text[from..to]`, which is between two words.
pub(super) fn signs(
    text: &str,
    from: usize,
    to: usize,
    language: Language,
) -> impl Iterator<Item = Sign> {
    text[from..to].char_indices().filter_map(move |(at, c)| {
        let (at, length) = (from + at, c.len_utf8());
        let word = read_out(c, language)?;
        let before = text[..at].chars().next_back();
        let behind = text[at + length..].chars().next();
        let alone = matches!(c, '₺' | '€') && !is_letter(before) && !is_letter(behind);
        // In `%20`, `$HOME` and `a%b` the sign does not belong to an amount.
        let amount = (of_number(text[..at].chars().rev()) && !is_letter(behind))
            || (of_number(text[at + length..].chars()) && (c != '%' || !is_word_like(before)));
        (alone || amount).then_some((at, length, word))
    })
}

fn is_letter(c: Option<char>) -> bool {
    c.is_some_and(char::is_alphabetic)
}

fn is_word_like(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '=' | '_' | '%'))
}

/// Returns whether a digit comes first, after at most one space.
fn of_number(mut chars: impl Iterator<Item = char>) -> bool {
    let first = chars.next();
    let next = match first {
        Some(' ' | '\u{a0}' | '\u{202f}') => chars.next(),
        other => other,
    };
    next.is_some_and(|c| c.is_ascii_digit())
}

fn read_out(sign: char, language: Language) -> Option<&'static str> {
    let own = language.analysis();
    let word = match sign {
        '%' => own.percent,
        '$' => own.dollar,
        '£' => own.pound,
        '€' => "euro",
        '₺' => "lira",
        _ => return None,
    };
    Some(word)
}

/// Returns the single spelling of a word with several, such as units of money and shares, which
/// pages spell as in either language. Returns none for all other words.
pub(super) fn unit(word: &str, language: Language) -> Option<&'static str> {
    let mut languages = Language::KNOWN.iter();
    let sign = languages.find_map(|(_, own)| {
        let mut units = own.analysis().units.iter();
        units.find(|(name, _)| *name == word).map(|(_, sign)| *sign)
    })?;
    read_out(sign, language)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, language: Language) -> Vec<&'static str> {
        signs(text, 0, text.len(), language)
            .map(|(.., word)| word)
            .collect()
    }

    #[test]
    fn r4_the_sign_of_an_amount_is_read_on_either_side() {
        for text in ["%50", "50%", "% 50", "50 %", "(%50)", "%50'si"] {
            assert_eq!(found(text, Language::Turkish), ["yüzde"], "{text}");
        }
        assert_eq!(found("$780, US$5, 5 $", Language::English), ["dollar"; 3]);
        assert_eq!(found("kaç ₺?", Language::Turkish), ["lira"]);
    }

    #[test]
    fn signs_in_program_text_and_addresses_are_not_read() {
        for text in ["a%20b", "$HOME", "$(x)", "100%x", "%d", "$ ls", "?q=%50"] {
            assert!(found(text, Language::English).is_empty(), "{text}");
        }
    }

    #[test]
    fn r4_units_have_one_spelling_per_language() {
        assert_eq!(unit("tl", Language::English), Some("lira"));
        assert_eq!(unit("percent", Language::Turkish), Some("yüzde"));
        assert_eq!(unit("dolar", Language::English), Some("dollar"));
        assert_eq!(unit("lira", Language::Turkish), None);
    }
}
