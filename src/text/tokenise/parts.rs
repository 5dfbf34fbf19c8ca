//! Cuts runs at hyphens, slashes and figures, and recognises codes among them.

use super::super::{Language, is_alphabetic, is_capital};
use super::apostrophe::without_suffix;
use super::numbers::is_digits;
use super::runs::is_hyphen;
use super::split_compounds::is_article;

/// Maximum length of a code in characters, without hyphens: `SARS-CoV-2` is a code.
const LONGEST_CODE: usize = 10;

/// A piece of a run with its byte offsets.
pub(super) type Piece<'t> = (&'t str, usize, usize);

/// Returns the codes that slashes join, `H-1B` and `H-4` for `H-1B/H-4`. Returns the whole run for
/// `12/A`, which is one word, and for `add/drop`, which has no figure.
pub(super) fn sides(run: &str, start: usize, language: Language) -> Vec<Piece<'_>> {
    let is_row = run.contains('/')
        && run.contains(|c: char| c.is_ascii_digit())
        && run
            .split('/')
            .all(|side| without_suffix(side, language).contains(is_alphabetic));
    if !is_row {
        return vec![(run, start, start + run.len())];
    }
    let mut from = start;
    let side = |side| {
        let piece: Piece<'_> = (side, from, from + str::len(side));
        from = piece.2 + 1;
        piece
    };
    run.split('/').map(side).collect()
}

pub(super) fn split(run: &str, start: usize) -> Vec<Piece<'_>> {
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

pub(super) fn joined(pieces: &[Piece<'_>]) -> String {
    pieces.iter().map(|(piece, ..)| *piece).collect()
}

/// Returns whether the pieces are a code, such as `H-1B` or `COVID-19`. But `12-month` is a number
/// and a word, and `staj-takvimi-2026` is a name.
pub(super) fn is_code(pieces: &[Piece<'_>]) -> bool {
    let small = |piece: &str| is_name(piece) && !piece.contains(is_capital);
    let measure = is_digits(pieces[0].0) && pieces[1..].iter().any(|(piece, ..)| small(piece));
    let length: usize = pieces.iter().map(|(piece, ..)| piece.chars().count()).sum();
    !measure && length <= LONGEST_CODE
}

/// Returns whether a piece has more letters than an abbreviation of one or two letters.
pub(super) fn is_name(piece: &str) -> bool {
    piece.chars().count() > 2 && piece.chars().all(is_alphabetic)
}

/// Returns whether the pieces are one word with a short first part: `e-mail`, `e-Devlet`, `x-ray`.
pub(super) fn is_short_form(pieces: &[Piece<'_>]) -> bool {
    let letters = |piece: &str| piece.chars().all(is_alphabetic);
    match pieces {
        [(first, ..), (second, ..)] => {
            first.chars().count() == 1
                && second.chars().count() > 2
                && letters(first)
                && letters(second)
        }
        _ => false,
    }
}

/// Returns the parts of a code: `DS` and `160` for `DS160`, `50` and `kg` for `50kg`; none for
/// other runs.
pub(super) fn code_parts(run: &str) -> Option<(&str, &str)> {
    let is_figure = |c: char| c.is_ascii_digit();
    let figures_first = run.starts_with(is_figure);
    let at = run.find(|c: char| is_figure(c) != figures_first)?;
    let (first, rest) = run.split_at(at);
    let unit = || rest.chars().all(is_alphabetic);
    let name = || first.chars().all(is_alphabetic);
    (if figures_first { unit() } else { name() }).then_some((first, rest))
}

/// Returns whether two neighbours may be one word that other texts join: `H 1B`, `DS 160`,
/// `e mail`, `per cent`.
pub(super) fn belongs(previous: &str, run: &str) -> bool {
    if run.starts_with(|c: char| c.is_ascii_digit()) {
        let letters = previous.bytes().all(|b| b.is_ascii_alphabetic());
        let capitals = previous.bytes().all(|b| b.is_ascii_uppercase());
        let short = match previous.len() {
            1 => !is_article(previous),
            2..=5 => capitals,
            _ => false,
        };
        return letters && short && run.len() <= 6 && !run.contains(['.', ',', ':', '/']);
    }
    let electronic = previous.eq_ignore_ascii_case("e") && run.chars().count() > 2;
    let share = previous.eq_ignore_ascii_case("per") && run.eq_ignore_ascii_case("cent");
    (electronic || share) && run.chars().all(is_alphabetic)
}
