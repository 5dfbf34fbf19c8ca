//! Sentence boundaries, for cutting chunks and quoting answers.

use super::{Language, is_capital, is_small, is_unspaced};

/// Returns the byte ranges of the sentences of a text, in order, without the white space around
/// them.
///
/// A line break ends a sentence. `.`, `!`, `?`, `…` end one when white space and a possible start
/// of a sentence follow, unless the dot belongs to an abbreviation, an initial or an ordinal
/// (`Prof. Dr.`, `e.g.`, `5. madde`, `vb. gibi`). If the author forgot the white space, a mark
/// between a small word and a capitalised one ends a sentence (`bitti.Sonra`), but not in
/// addresses, file names and program text (`www.example.org`, `Node.js`). `。`, `！` and `？` need no
/// white space, and in long Thai texts a space ends a sentence.
///
/// ```
/// let text = "Prof. Dr. Ada geldi. Saat 5. madde okundu!";
/// let found: Vec<&str> = soru::text::sentences(text).into_iter().map(|r| &text[r]).collect();
/// assert_eq!(found, ["Prof. Dr. Ada geldi.", "Saat 5. madde okundu!"]);
/// ```
pub fn sentences(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut ahead = Ahead::default();
    for (at, c) in text.char_indices() {
        if at < start {
            continue;
        }
        let end = match c {
            '\n' => end_of(text, at + 1, |c| is_closer(c) && !opens_quotation(c)),
            // These marks need no white space after them.
            '。' | '！' | '？' | '｡' | '។' | '။' => end_of(text, at, is_closer),
            ' ' if at - start > LONGEST_UNMARKED && between_letters(text, at) => at,
            '.' | '!' | '?' | '…' | '؟' | '۔' | '।' | '॥' => {
                if ahead.closed <= at {
                    ahead = Ahead::of(text, at + c.len_utf8());
                }
                if !ahead.ends_sentence(&text[start..at], c) {
                    continue;
                }
                ahead.closed
            }
            _ => continue,
        };
        push_trimmed(text, start, end, &mut out);
        start = end;
    }
    push_trimmed(text, start, text.len(), &mut out);
    out
}

/// Thai and Lao have no marks at the end of a sentence: after this many bytes, 100 characters, a
/// space ends it.
const LONGEST_UNMARKED: usize = 300;

/// Returns whether a space is between letters of a script without spaces between words.
fn between_letters(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let is_thai_or_alike = |c| ('\u{e00}'..'\u{1800}').contains(&c) && is_unspaced(c);
    before.is_some_and(is_thai_or_alike) && text[at + 1..].starts_with(is_unspaced)
}

/// The text after a row of marks: the same for all of them, so it is examined once.
#[derive(Default)]
struct Ahead {
    /// The end of the row, including quotation marks and brackets.
    closed: usize,
    /// The character after the row.
    gap: Option<char>,
    /// The first character after white space.
    next: Option<char>,
    /// Whether a capitalised word follows at once.
    glued: bool,
}

impl Ahead {
    fn of(text: &str, end: usize) -> Self {
        let closed = end_of(text, end, is_closer);
        let rest = &text[closed..];
        let gap = rest.chars().next();
        let spaced = gap.is_some_and(char::is_whitespace);
        Self {
            closed,
            gap,
            next: rest.trim_start().chars().next().filter(|_| spaced),
            glued: begins_with_capitalised_word(rest),
        }
    }

    fn ends_sentence(&self, before: &str, mark: char) -> bool {
        match (self.gap, self.next) {
            (None, _) => true,
            _ if self.glued => ends_in_plain_word(before, mark),
            (Some(gap), None) => gap.is_whitespace(),
            // A lower-case letter after a dot continues the sentence, whatever the dot was for.
            (_, Some(next)) => !is_small(next) && (mark != '.' || !is_abbreviation(before)),
        }
    }
}

/// Returns whether the text begins with a capitalised word: `Sonra` in `bitti.Sonra geldi`, but not
/// in `Console.Write(x)`, `a.Name_1`, `A.B.C`.
fn begins_with_capitalised_word(rest: &str) -> bool {
    let mut chars = rest.chars();
    if !chars.next().is_some_and(is_capital) {
        return false;
    }
    match chars.find(|c| !is_small(*c)) {
        None | Some('\'' | '’') => true,
        Some('.' | ',' | ';' | ':' | '!' | '?' | '…') => {
            !chars.next().is_some_and(char::is_alphanumeric)
        }
        Some(c) => c.is_whitespace(),
    }
}

/// Returns whether a sentence may end here although no white space follows: after a word in small
/// letters that is not an abbreviation, after a capitalised word if the mark is not a full stop, or
/// after a year.
fn ends_in_plain_word(before: &str, mark: char) -> bool {
    let word = last_word(before);
    let letters = word.chars().count();
    if letters > LONGEST_WORD || is_listed(word) {
        return false;
    }
    let mut chars = word.chars();
    let first = chars
        .next()
        .is_some_and(|c| is_small(c) || (mark != '.' && c.is_alphabetic()));
    let year = letters == 4 && word.bytes().all(|b| b.is_ascii_digit());
    year || (letters > 2 && first && chars.all(|c| is_small(c) || matches!(c, '\'' | '’')))
}

/// The maximum length of a word; longer ones are data. It limits the text that is examined for each
/// mark.
const LONGEST_WORD: usize = 64;

/// Returns whether this mark opens a quotation at the beginning of a line.
fn opens_quotation(c: char) -> bool {
    matches!(c, '"' | '\'')
}

/// Returns whether a character may end a sentence: its mark, or a quotation mark or bracket after it.
pub(crate) fn is_closer(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | '”'
            | '’'
            | '»'
            | ')'
            | ']'
            | '.'
            | '!'
            | '?'
            | '…'
            | '。'
            | '！'
            | '？'
            | '｡'
            | '។'
            | '။'
            | '؟'
            | '۔'
            | '।'
            | '॥'
            | '」'
            | '』'
            | '）'
            | '】'
            | '》'
            | '〉'
    )
}

fn end_of(text: &str, start: usize, belongs: impl Fn(char) -> bool) -> usize {
    text[start..]
        .find(|c| !belongs(c))
        .map_or(text.len(), |length| start + length)
}

fn push_trimmed(text: &str, start: usize, end: usize, out: &mut Vec<std::ops::Range<usize>>) {
    if start >= end {
        return;
    }
    let piece = &text[start..end];
    let from = start + (piece.len() - piece.trim_start().len());
    let to = start + piece.trim_end().len();
    if from < to {
        out.push(from..to);
    }
}

/// Returns the word that ends here, or the end of a longer one.
fn last_word(before: &str) -> &str {
    let longest = before.char_indices().rev().nth(LONGEST_WORD);
    before[longest.map_or(0, |(at, _)| at)..]
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '“' | '«'))
        .next()
        .unwrap_or_default()
}

fn is_abbreviation(before: &str) -> bool {
    let word = last_word(before);
    let initial = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    // `5. madde` is an ordinal; `in 2026. Then` is not.
    let ordinal = !word.is_empty() && word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
    let dotted = word.contains('.') && word.split('.').all(|part| part.chars().count() == 1);
    initial || ordinal || dotted || is_listed(word)
}

fn is_listed(word: &str) -> bool {
    let mut languages = Language::KNOWN.iter();
    DOTTED.contains(&word) || languages.any(|(_, own)| own.analysis().abbreviations.contains(&word))
}

/// Abbreviations that contain dots.
const DOTTED: [&str; 6] = ["e.g", "i.e", "U.S.C", "Ph.D", "M.Sc", "B.Sc"];

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        sentences(text)
            .into_iter()
            .map(|range| &text[range])
            .collect()
    }

    #[test]
    fn a_full_stop_question_mark_or_line_break_ends_a_sentence() {
        assert_eq!(
            split("One. Two? Three!\nFour"),
            ["One.", "Two?", "Three!", "Four"]
        );
    }

    #[test]
    fn abbreviations_ordinals_and_decimals_do_not_end_a_sentence() {
        assert_eq!(
            split("Öğr. Gör. Can Ak, 12. maddeye göre 3.5 ister."),
            ["Öğr. Gör. Can Ak, 12. maddeye göre 3.5 ister."]
        );
        assert_eq!(
            split("See e.g. Smith in the U.S. today."),
            ["See e.g. Smith in the U.S. today."]
        );
    }

    #[test]
    fn closing_quotes_stay_with_their_sentence() {
        assert_eq!(
            split("\"Gel.\" Dedi ki: (olur.) Tamam"),
            ["\"Gel.\"", "Dedi ki: (olur.)", "Tamam"]
        );
    }

    #[test]
    fn a_forgotten_space_does_not_hide_the_end_of_a_sentence() {
        assert_eq!(
            split("Cami 1326'da yapılmıştır.Osman'ın oğlu geldi.O gün bitti.Son."),
            [
                "Cami 1326'da yapılmıştır.",
                "Osman'ın oğlu geldi.",
                "O gün bitti.",
                "Son."
            ]
        );
        assert_eq!(
            split("Staj nedir?Bu sayfa anlatır."),
            ["Staj nedir?", "Bu sayfa anlatır."]
        );
        assert_eq!(
            split("It began in 1923.Later it grew."),
            ["It began in 1923.", "Later it grew."]
        );
    }

    #[test]
    fn addresses_file_names_and_program_text_are_not_cut() {
        for text in [
            "See www.example.org or file.txt, e.g. Node.js and ASP.NET here",
            "Call fmt.Println(x), System.Out and items.First_1 now",
            "bkz.Madde, m.2 ve 3.5 ile T.C.Ankara",
            "at https://a.example/page?Id=5 and a.Name.Other",
        ] {
            assert_eq!(split(text), [text]);
        }
    }

    // A run of marks is consumed at its first mark, so the others begin no sentence.
    #[test]
    fn a_run_of_marks_ends_one_sentence() {
        assert_eq!(
            split("Gel!! Git?! Dur... Bak"),
            ["Gel!!", "Git?!", "Dur...", "Bak"]
        );
        assert_eq!(split("a\n?"), ["a\n?"]);
    }

    #[test]
    fn a_quotation_at_the_beginning_of_a_line_keeps_its_opening_mark() {
        assert_eq!(split("Bir\n\"İki\" üç"), ["Bir", "\"İki\" üç"]);
    }

    // This takes milliseconds if the row is examined once, and minutes if it is examined at each of
    // its marks.
    #[test]
    fn a_long_row_of_marks_takes_linear_time() {
        let row = "!?".repeat(200_000);
        assert_eq!(split(&format!("{row}x")).len(), 1);
        assert_eq!(split(&format!("{row}{}x", " ".repeat(200_000))).len(), 1);
    }

    #[test]
    fn marks_of_other_scripts_end_sentences_too() {
        assert_eq!(
            split("学費はいくら？年10万円です。「はい。」と言う。終"),
            [
                "学費はいくら？",
                "年10万円です。",
                "「はい。」",
                "と言う。",
                "終"
            ]
        );
        assert_eq!(
            split("ما هذا؟ هذا كتاب. یہ ہے۔ اور"),
            ["ما هذا؟", "هذا كتاب.", "یہ ہے۔", "اور"]
        );
        assert_eq!(split("यह है। वह है"), ["यह है।", "वह है"]);
        let clause = "นักศึกษา".repeat(14);
        assert_eq!(split(&format!("{clause} {clause}")), [&*clause, &*clause]);
        assert_eq!(split("สวัสดี ครับ"), ["สวัสดี ครับ"]);
    }

    #[test]
    fn an_empty_text_has_no_sentences() {
        assert!(split("").is_empty());
        assert!(split(" \n \n").is_empty());
    }
}
