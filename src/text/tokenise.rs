//! From a text to tokens with offsets.
//!
//! Words are runs of letters and digits. What holds a run together depends on what stands on
//! both sides: `1.500,50` is one number, `H-1B` one code, `add-drop` two words, `Ankara'nın` one
//! word and a suffix. Compounds are emitted twice, whole and in parts, so that every spelling
//! finds every other: `e-mail` finds `email`, `COVID-19` finds `covid`.

use super::{Language, lower};

/// What a token is in its compound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Counts as a word of the text.
    Word,
    /// A second reading of words that stand there already: the parts of a code, the
    /// joined form of a hyphenated compound. It does not count towards a text's length.
    Extra,
}

/// One token of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The surface form: lower-cased by language, numbers without grouping.
    pub text: String,
    /// Byte offset of the first byte in the original text.
    pub start: usize,
    /// Byte offset behind the last byte in the original text, apostrophe suffix included.
    pub end: usize,
    /// Number of the word in the text, from 0; extras share their word's position.
    pub position: u32,
    /// Word or extra.
    pub kind: TokenKind,
}

impl Token {
    /// Whether this counts as a word of the text.
    #[must_use]
    pub fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }
}

/// Longer runs of letters are data, not words; they are cut so that no token is unbounded.
const LONGEST_TOKEN: usize = 64;

/// Splits a text into tokens, in order of appearance.
///
/// ```
/// use soru::text::{Language, tokenise};
/// let words: Vec<String> = tokenise("Ankara'nın 1.500 H-1B'si", Language::Turkish)
///     .into_iter().filter(|t| t.is_word()).map(|t| t.text).collect();
/// assert_eq!(words, ["ankara", "1500", "h1b"]);
/// ```
#[must_use]
pub fn tokenise(text: &str, language: Language) -> Vec<Token> {
    let mut out = Emitter {
        tokens: Vec::with_capacity(text.len() / 6),
        position: 0,
        language,
    };
    let mut rest = 0;
    while let Some((start, end)) = next_run(text, rest) {
        out.run(text, start, end);
        rest = end;
    }
    out.tokens
}

/// Some combining marks count as letters in Unicode, but none is a word by itself.
fn begins_word(c: char) -> bool {
    c.is_alphanumeric() && !is_mark(c) && !is_apostrophe(c)
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

fn is_word_char(c: char) -> bool {
    (c.is_alphanumeric() && !is_apostrophe(c)) || is_mark(c)
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ' | '‘' | '`' | '´')
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}' | '_' | '/')
}

/// The next run of word characters and the joiners between them: byte offsets.
fn next_run(text: &str, from: usize) -> Option<(usize, usize)> {
    let start = from + text[from..].find(begins_word)?;
    let mut end = start;
    let mut chars = text[start..].char_indices().peekable();
    let mut previous = ' ';
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map_or(' ', |(_, c)| *c);
        if is_word_char(c)
            || (is_word_char(next) && joins(&text[start..start + at], previous, c, next))
        {
            previous = c;
            end = start + at + c.len_utf8();
        } else {
            break;
        }
    }
    Some((start, end + language_sign(&text[start..end], &text[end..])))
}

/// Whether `c` between two word characters holds them together.
fn joins(run: &str, previous: char, c: char, next: char) -> bool {
    let digits = previous.is_ascii_digit() && next.is_ascii_digit();
    match c {
        // Initials are few; looking at a long run again and again would be quadratic.
        '.' => digits || (run.len() <= LONGEST_INITIALS && is_initial(run)),
        ',' | '/' => digits,
        _ => is_apostrophe(c) || is_hyphen(c),
    }
}

/// `T.C.Ü.` and the like, in bytes.
const LONGEST_INITIALS: usize = 16;

/// `U` of `U.S.`: the run so far is single letters between dots.
fn is_initial(run: &str) -> bool {
    run.split('.').all(|part| {
        let mut chars = part.chars();
        chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none()
    })
}

/// `C++`, `F#`: signs that belong to a single letter. Returns their length in bytes.
fn language_sign(run: &str, rest: &str) -> usize {
    if run.len() != 1 || !run.as_bytes()[0].is_ascii_alphabetic() {
        return 0;
    }
    let sign = if rest.starts_with("++") {
        2
    } else if rest.starts_with('#') {
        1
    } else {
        return 0;
    };
    if rest[sign..].chars().next().is_some_and(is_word_char) {
        0
    } else {
        sign
    }
}

struct Emitter {
    tokens: Vec<Token>,
    position: u32,
    language: Language,
}

/// A piece of a run with its byte offsets.
type Piece<'t> = (&'t str, usize, usize);

impl Emitter {
    fn run(&mut self, text: &str, start: usize, end: usize) {
        let run = &text[start..end];
        let kept = without_suffix(run, self.language);
        let pieces = split(kept, start);
        let mixed =
            kept.contains(|c: char| c.is_ascii_digit()) && kept.contains(char::is_alphabetic);
        match pieces.as_slice() {
            [] => {}
            [_] => self.word(&join_apostrophes(kept), start, end),
            _ if mixed => self.code(&pieces, start, end),
            _ => self.compound(&pieces, start, end),
        }
    }

    /// `H-1B`: one word, its parts as extras.
    fn code(&mut self, pieces: &[Piece<'_>], start: usize, end: usize) {
        self.word(&joined(pieces), start, end);
        for (piece, from, to) in pieces
            .iter()
            .filter(|(piece, ..)| piece.chars().count() > 1)
        {
            self.extra(piece, *from, *to);
        }
    }

    /// `add-drop`, `2026/27`: words, joined as an extra.
    fn compound(&mut self, pieces: &[Piece<'_>], start: usize, end: usize) {
        let last = pieces.len() - 1;
        for (i, (piece, from, to)) in pieces.iter().enumerate() {
            self.word(piece, *from, if i == last { end } else { *to });
        }
        self.extra(&joined(pieces), start, end);
    }

    fn word(&mut self, text: &str, start: usize, end: usize) {
        self.push(text, start, end, self.position, TokenKind::Word);
        self.position += 1;
    }

    fn extra(&mut self, text: &str, start: usize, end: usize) {
        self.push(
            text,
            start,
            end,
            self.position.saturating_sub(1),
            TokenKind::Extra,
        );
    }

    fn push(&mut self, text: &str, start: usize, end: usize, position: u32, kind: TokenKind) {
        // A piece of marks alone has no letter to be found by.
        if !text.contains(begins_word) {
            return;
        }
        let mut text = lower(text, self.language);
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            text = number(&text);
        } else if is_initial(&text) {
            text.retain(|c| c != '.');
        }
        if let Some((cut, _)) = text.char_indices().nth(LONGEST_TOKEN) {
            text.truncate(cut);
        }
        self.tokens.push(Token {
            text,
            start,
            end,
            position,
            kind,
        });
    }
}

/// The run without its apostrophe suffix, where the language has one.
fn without_suffix(run: &str, language: Language) -> &str {
    let Some((at, mark)) = run.char_indices().find(|(_, c)| is_apostrophe(*c)) else {
        return run;
    };
    let (stem, suffix) = (&run[..at], &run[at + mark.len_utf8()..]);
    // O'Brien, d'Alembert: the apostrophe belongs to the name.
    if stem.chars().count() < 2 && !stem.starts_with(|c: char| c.is_ascii_digit()) {
        return run;
    }
    let contraction = matches!(
        suffix,
        "t" | "T" | "re" | "RE" | "ve" | "VE" | "ll" | "LL" | "d" | "D" | "m" | "M"
    );
    if language != Language::Turkish && contraction {
        run
    } else {
        stem
    }
}

fn split(run: &str, start: usize) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for (at, c) in run.char_indices().filter(|(_, c)| is_hyphen(*c)) {
        pieces.push((&run[from..at], start + from, start + at));
        from = at + c.len_utf8();
    }
    pieces.push((&run[from..], start + from, start + run.len()));
    pieces.retain(|(piece, ..)| !piece.is_empty());
    pieces
}

fn joined(pieces: &[Piece<'_>]) -> String {
    pieces.iter().map(|(piece, ..)| *piece).collect()
}

fn join_apostrophes(run: &str) -> String {
    run.chars().filter(|c| !is_apostrophe(*c)).collect()
}

/// One spelling for a number: no grouping, `.` before decimals. `85,000`, `85.000` → `85000`;
/// `1.500,50` → `1500.50`; versions (`2.4.1`) stay as they are.
fn number(text: &str) -> String {
    let groups: Vec<&str> = text.split(['.', ',']).collect();
    let separators: Vec<char> = text.chars().filter(|c| matches!(c, '.' | ',')).collect();
    let grouped = |groups: &[&str]| groups.iter().skip(1).all(|group| group.len() == 3);
    let digits = groups
        .iter()
        .all(|group| group.bytes().all(|b| b.is_ascii_digit()));
    let Some(last) = separators.last() else {
        return text.to_owned();
    };
    if !digits || groups[0].len() > 3 {
        return text.replace(',', ".");
    }
    let uniform = separators.iter().all(|c| c == last);
    if uniform && grouped(&groups) {
        return groups.concat();
    }
    let (whole, decimals) = groups.split_at(groups.len() - 1);
    if grouped(whole) && (separators.len() == 1 || !uniform) {
        return format!("{}.{}", whole.concat(), decimals[0]);
    }
    text.replace(',', ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, language: Language) -> Vec<String> {
        tokenise(text, language)
            .into_iter()
            .filter(Token::is_word)
            .map(|t| t.text)
            .collect()
    }

    fn all(text: &str, language: Language) -> Vec<String> {
        tokenise(text, language)
            .into_iter()
            .map(|t| t.text)
            .collect()
    }

    #[test]
    fn r4_turkish_suffixes_fall_away_after_an_apostrophe() {
        assert_eq!(
            words("Ankara'nın, TBMM’ye 2026'da", Language::Turkish),
            ["ankara", "tbmm", "2026"]
        );
    }

    #[test]
    fn english_possessives_go_and_contractions_stay_one_word() {
        assert_eq!(
            words("The university's rule: don't, O'Brien", Language::English),
            ["the", "university", "rule", "dont", "obrien"]
        );
    }

    #[test]
    fn a_code_is_one_word_however_it_is_written() {
        for spelling in ["H-1B", "h1b", "H‑1B", "H1B"] {
            assert_eq!(words(spelling, Language::English), ["h1b"], "{spelling}");
        }
        assert_eq!(
            all("COVID-19", Language::English),
            ["covid19", "covid", "19"]
        );
    }

    #[test]
    fn a_hyphenated_compound_is_its_words_and_their_join() {
        assert_eq!(all("e-mail", Language::English), ["e", "mail", "email"]);
        assert_eq!(
            all("mod_rewrite", Language::English),
            ["mod", "rewrite", "modrewrite"]
        );
    }

    #[test]
    fn numbers_have_one_spelling() {
        for (written, read) in [
            ("85,000", "85000"),
            ("85.000", "85000"),
            ("1.500,50", "1500.50"),
            ("1,500.50", "1500.50"),
            ("3,5", "3.5"),
            ("2.4.1", "2.4.1"),
            ("2026", "2026"),
        ] {
            assert_eq!(words(written, Language::Turkish), [read], "{written}");
        }
    }

    #[test]
    fn dots_belong_to_initials_and_not_to_sentences() {
        assert_eq!(
            words("U.S. law. Next", Language::English),
            ["us", "law", "next"]
        );
        assert_eq!(
            words("T.C. Ankara.Sonra", Language::Turkish),
            ["tc", "ankara", "sonra"]
        );
    }

    #[test]
    fn signs_belong_to_programming_languages() {
        assert_eq!(
            words("C++ and C# or A+", Language::English),
            ["c++", "and", "c#", "or", "a"]
        );
    }

    // Unicode counts some marks as letters (U+0345); a word of nothing else would have an empty
    // key, which is the beginning of every word of the index.
    #[test]
    fn a_mark_alone_is_no_word() {
        assert!(all("\u{345} \u{363}\u{345}", Language::Turkish).is_empty());
        assert_eq!(all("\u{345}a", Language::English), ["a"]);
    }

    // Milliseconds if every character is looked at a few times, minutes if at every dot all
    // those before it are.
    #[test]
    fn a_long_row_of_initials_takes_no_time() {
        let found = all(&"a.".repeat(200_000), Language::English);
        assert!(found.len() > 10_000 && found.iter().all(|word| word.starts_with('a')));
    }

    // Lower-casing can change a word's length; marks are cut from the original text.
    // U+02BC is an apostrophe and, to Unicode, a letter; alone it made an empty word.
    #[test]
    fn an_apostrophe_alone_is_no_word() {
        for text in ["ʼ[", "ʼ", "''", "'ʼ'", "\u{300}"] {
            assert!(all(text, Language::Turkish).is_empty(), "{text}");
        }
        assert_eq!(words("Ankaraʼnın", Language::Turkish), ["ankara"]);
        assert!(
            all("a_\u{300}¡", Language::Turkish)
                .iter()
                .all(|word| word.starts_with('a'))
        );
    }

    #[test]
    fn offsets_point_into_the_original_text() {
        let text = "«İSTANBUL'DA ÖĞRENCİ»";
        let tokens = tokenise(text, Language::Turkish);
        assert_eq!(&text[tokens[0].start..tokens[0].end], "İSTANBUL'DA");
        assert_eq!(&text[tokens[1].start..tokens[1].end], "ÖĞRENCİ");
    }
}
