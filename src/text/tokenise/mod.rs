//! From a text to tokens with offsets.
//!
//! Words are runs of letters and digits. The characters on both sides decide whether a run stays together: `1.500,50` is
//! one number, `H-1B` one code, `add-drop` two words, `Ankara'nın` one word and a suffix. Spellings of the same thing
//! become one token (`08:30` and `8.30`, `2026-27` and `2026/2027`, `%50` and `yüzde 50`). Compounds become tokens twice,
//! whole and in parts, so that every spelling finds every other: `e-mail` finds `email`, `COVID-19` finds `covid`.
//!
//! | file | does |
//! |---|---|
//! | `runs.rs` | finds the start and the end of a run |
//! | `emit.rs` | makes the tokens of a run |
//! | `parts.rs` | cuts runs into parts, and recognises codes |
//! | `split_compounds.rs` | finds and joins compounds written as separate words: `h 1b`, `385 000` |
//! | `apostrophe.rs` | removes suffixes behind an apostrophe |
//! | `numbers.rs` | reads numbers, times, dates, ranges of years, ordinals |
//! | `signs.rs` | reads out signs, and unites spellings of units |

mod apostrophe;
mod emit;
pub(crate) mod numbers;
mod parts;
mod runs;
mod signs;
mod split_compounds;

pub(crate) use self::apostrophe::without_article;
use self::emit::Emitter;
use self::runs::{Run, is_apostrophe, is_hyphen, next_run};
use self::signs::signs;
pub(crate) use self::split_compounds::{SplitCompound, join_split_compounds, split_compounds};
use super::Language;
use super::scripts::characters;

/// What a token is in its compound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Counts as a word of the text.
    Word,
    /// A second reading of words that stand there already: the parts of a code, the joined form
    /// of a hyphenated compound, a date in figures. It does not count towards a text's length.
    Extra,
}

/// One token of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The surface form: lower-cased by language, numbers, dates and units in one spelling.
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
    let mut out = Emitter::new(text, language);
    let mut rest = 0;
    while let Some(run) = next_run(text, rest) {
        out.signs(rest, run.start);
        out.run(run);
        rest = run.end;
    }
    out.signs(rest, text.len());
    out.into_tokens()
}

/// How many words a text has, without making tokens: what words are depends on their run alone, and a
/// run of letters is one. Scripts without spaces have about a word for three characters (nDCG@10 of
/// jaquad-ja .934, with two .926), though each of them begins a token.
pub(crate) fn count_words(text: &str, language: Language) -> usize {
    count_words_up_to(usize::MAX, text, language)
}

/// The same, or some number above `most` if there are more than that.
pub(crate) fn count_words_up_to(most: usize, text: &str, language: Language) -> usize {
    let (mut count, mut rest) = (0, 0);
    while let Some(run) = next_run(text, rest) {
        count += signs(text, rest, run.start, language).count();
        let written = &text[run.start..run.end];
        // A number and a code without a hyphen are one word as well, whatever else they are read as.
        count += if run.is_unspaced {
            words_in_pairs(written)
        } else if run.is_plain || !written.contains(may_part) {
            1
        } else {
            words_of_run(written, language)
        };
        if count > most {
            return count;
        }
        rest = run.end;
    }
    count + signs(text, rest, text.len(), language).count()
}

fn words_in_pairs(run: &str) -> usize {
    (characters(run).len() + 1) / 3
}

/// Whether a run may be several words, or lose some of itself, for this character.
fn may_part(c: char) -> bool {
    is_hyphen(c) || is_apostrophe(c)
}

fn words_of_run(text: &str, language: Language) -> usize {
    let mut out = Emitter::new(text, language);
    out.run(Run {
        start: 0,
        end: text.len(),
        is_plain: false,
        is_unspaced: false,
    });
    out.into_tokens()
        .iter()
        .filter(|token| token.is_word())
        .count()
}

#[cfg(test)]
mod tests;
