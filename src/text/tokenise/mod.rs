//! Splits a text into tokens with offsets.
//!
//! Words are runs of letters and digits. The characters on both sides decide whether a run stays
//! together: `1.500,50` is one number, `H-1B` one code, `add-drop` two words, `Ankara'nın` one word
//! and a suffix. Spellings of the same thing become one token (`08:30` and `8.30`, `2026-27` and
//! `2026/2027`, `%50` and `yüzde 50`). Compounds become tokens twice, whole and in parts, so that
//! every spelling finds every other: `e-mail` finds `email`, `COVID-19` finds `covid`.
//!
//! | file | does |
//! |---|---|
//! | `token.rs` | [`Token`] |
//! | `runs.rs` | finds the start and the end of a run |
//! | `emit.rs` | makes the tokens of a run |
//! | `parts.rs` | cuts runs into parts, and recognises codes |
//! | `split_compounds.rs` | finds and joins compounds written as separate words: `h 1b`, `385 000` |
//! | `apostrophe.rs` | removes suffixes after an apostrophe |
//! | `numbers.rs` | reads numbers, times, dates, ranges of years, ordinals |
//! | `dotted.rs` | recognises names with dots: `Ph.D.`, `Node.js` |
//! | `telephone.rs` | finds telephone numbers in any grouping |
//! | `signs.rs` | reads signs as words, and unites spellings of units |

mod apostrophe;
mod dotted;
mod emit;
pub mod numbers;
mod parts;
mod runs;
mod signs;
mod split_compounds;
mod telephone;
mod token;

pub(crate) use self::apostrophe::without_article;
use self::emit::Emitter;
pub use self::runs::is_grade;
use self::runs::{Run, is_apostrophe, is_hyphen, next_run};
use self::signs::signs;
pub(crate) use self::split_compounds::{SplitCompound, join_split_compounds, split_compounds};
pub(crate) use self::telephone::has_telephone;
pub use self::token::{Token, TokenKind};
use super::Language;
use super::scripts::characters;

/// Splits a text into tokens, in order of appearance.
///
/// ```
/// use soru::text::{Language, tokenise};
/// let words: Vec<String> = tokenise("Ankara'nın 1.500 H-1B'si", Language::Turkish)
///     .into_iter().filter(|t| t.is_word()).map(|t| t.text).collect();
/// assert_eq!(words, ["ankara", "1500", "h1b"]);
/// ```
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

/// Counts the words of a text without making tokens: the words of a run depend on the run alone,
/// and a run of letters is one word. In scripts without spaces, three characters count as one word
/// (nDCG@10 of jaquad-ja .934, with two .926), although each of them begins a token.
pub fn count_words(text: &str, language: Language) -> usize {
    count_words_up_to(usize::MAX, text, language)
}

/// Counts like [`count_words`], or returns some number above `most` if there are more words than
/// that.
pub fn count_words_up_to(most: usize, text: &str, language: Language) -> usize {
    let (mut count, mut rest) = (0, 0);
    while let Some(run) = next_run(text, rest) {
        count += signs(text, rest, run.start, language).count();
        let written = &text[run.start..run.end];
        // A number or a code without a hyphen is one word as well, whatever its second readings.
        count += if run.is_unspaced {
            words_in_pairs(written)
        } else if run.is_plain || !written.contains(may_split) {
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

/// Returns whether this character may split a run into several words, or remove a part of it.
fn may_split(c: char) -> bool {
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
