//! Finds the values in a text: numbers, dates, times, amounts, codes and addresses, each with its
//! possible meanings, independent of spelling.

use std::ops::Range;

use super::figures::canonical;
use super::scan::{Piece, PieceKind, pieces};
use super::words::{Unit, month};
use soru::text::numbers::{ordinal, year};
use soru::text::{Language, fold, is_capital, lower};

/// A day or a month; the year may be omitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Date {
    pub(super) day: Option<u16>,
    pub(super) month: u16,
    pub(super) year: Option<u16>,
}

impl Date {
    fn new(day: Option<u16>, month: u16, year: Option<u16>) -> Option<Self> {
        let known = (1..=12).contains(&month) && day.is_none_or(|day| (1..=31).contains(&day));
        known.then_some(Self { day, month, year })
    }
}

/// A meaning of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A number in a normalised spelling: no grouping, `.` before decimals, no redundant zeros.
    Number(String),
    /// A number with a unit.
    Amount(String, Unit),
    Date(Date),
    /// Hour and minute.
    Time(u16, u16),
    /// Letters and figures, folded: `h1b`, `i20`.
    Code(String),
    /// A telephone number, without leading zeros.
    Telephone(String),
    /// An address without scheme, `www.` and trailing punctuation.
    Address(String),
}

/// A value with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) range: Range<usize>,
    /// Its possible meanings.
    pub(super) meanings: Vec<Meaning>,
}

/// Returns all values of a text, in order, without overlaps.
pub(super) fn values(text: &str) -> Vec<Value> {
    let mut reader = Reader {
        text,
        pieces: pieces(text),
        at: 0,
    };
    let mut found = Vec::new();
    while reader.at < reader.pieces.len() {
        found.extend(reader.value());
    }
    found
}

/// Reads values piece by piece; `figures.rs` reads values that begin with figures.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pieces: Vec<Piece>,
    pub(super) at: usize,
}

impl Reader<'_> {
    /// Reads the values that begin at the present piece, and moves past them.
    fn value(&mut self) -> Vec<Value> {
        let at = self.at;
        let (length, values) = match self.pieces[at].kind {
            PieceKind::Address => (
                1,
                vec![self.single(1, Meaning::Address(plain_address(self.word(at))))],
            ),
            PieceKind::Word => self.worded(),
            PieceKind::Figures => self.figured(),
            PieceKind::Sign(sign) => self.signed(sign),
        };
        self.at = at + length.max(1);
        values
    }

    pub(super) fn piece(&self, at: usize) -> Option<&Piece> {
        self.pieces.get(at)
    }

    /// Returns the pieces from the present one on, without the first `but` pieces.
    pub(super) fn rest(&self, but: usize) -> &[Piece] {
        self.pieces.get(self.at + but..).unwrap_or_default()
    }

    pub(super) fn word(&self, at: usize) -> &str {
        self.piece(at).map_or("", |piece| piece.text(self.text))
    }

    pub(super) fn is(&self, at: usize, kind: PieceKind) -> bool {
        self.piece(at).is_some_and(|piece| piece.kind == kind)
    }

    pub(super) fn is_sign(&self, at: usize, signs: &[char]) -> bool {
        matches!(self.piece(at), Some(Piece { kind: PieceKind::Sign(sign), .. }) if signs.contains(sign))
    }

    /// Returns whether a piece directly follows the previous one.
    pub(super) fn is_glued(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.piece(before));
        let both = before.zip(self.piece(at));
        both.is_some_and(|(before, piece)| before.range.end == piece.range.start)
    }

    pub(super) fn single(&self, length: usize, meaning: Meaning) -> Value {
        self.of(self.at, length, vec![meaning])
    }

    pub(super) fn of(&self, at: usize, length: usize, meanings: Vec<Meaning>) -> Value {
        let last = at + length - 1;
        let range = self.pieces[at].range.start..self.pieces[last].range.end;
        Value { range, meanings }
    }

    /// Reads a value that begins with a word: `May 5, 2026`, `May 5-7`, `Mayıs 2026`, `H-1B`,
    /// `CS101`, `yüzde 50`.
    fn worded(&self) -> (usize, Vec<Value>) {
        let at = self.at;
        if let Some(month) = month(self.word(at)) {
            let read = self.month_first(month);
            if read.0 > 0 {
                return read;
            }
        }
        if let Some(read) = self.code().or_else(|| self.spelled()) {
            return read;
        }
        let after = at + 1;
        if self.is(after, PieceKind::Figures) && Unit::of_word(self.word(at)) == Some(Unit::Percent)
        {
            let value = self.single(
                2,
                Meaning::Amount(canonical(self.word(after)), Unit::Percent),
            );
            return (2, vec![value]);
        }
        // This reads `USD 500` and `TL 500`.
        if self.is(after, PieceKind::Figures)
            && !self.is_glued(after)
            && let Some(unit) = Unit::of_word(self.word(at)).filter(|_| self.word(at).len() <= 3)
        {
            let (length, number) = self.scaled(after);
            return (
                1 + length,
                vec![self.single(1 + length, Meaning::Amount(number, unit))],
            );
        }
        (1, Vec::new())
    }

    fn month_first(&self, month: u16) -> (usize, Vec<Value>) {
        let mut at = self.skip_ending(self.at + 1);
        // This reads `Mayıs 2026` and `May, 2026`.
        let comma = usize::from(self.is_sign(at, &[',']));
        if let Some(of) = self.year_at(at + comma) {
            let date = Date::new(None, month, Some(of)).map(Meaning::Date);
            let length = at + comma + 1 - self.at;
            return (
                length,
                date.map(|date| self.single(length, date))
                    .into_iter()
                    .collect(),
            );
        }
        let Some(first) = self.day_at(at) else {
            return (0, Vec::new());
        };
        at = self.skip_ordinal(at + 1);
        let mut days = vec![first];
        let joined = self.is_sign(at, &['-', '–', '—']);
        if let Some(last) = self.day_at(at + 1).filter(|_| joined) {
            days.push(last);
            at = self.skip_ordinal(at + 2);
        }
        let comma = usize::from(self.is_sign(at, &[',']));
        let of = self.year_at(at + comma);
        if of.is_some() {
            at += comma + 1;
        }
        (at - self.at, self.dates(&days, month, of, at - self.at))
    }

    /// Makes a value for each of the days.
    fn dates(&self, days: &[u16], month: u16, year: Option<u16>, length: usize) -> Vec<Value> {
        let dates = days
            .iter()
            .filter_map(|day| Date::new(Some(*day), month, year));
        dates
            .map(|date| self.single(length, Meaning::Date(date)))
            .collect()
    }

    /// Skips an ending with its apostrophe: `Mayıs'ta`.
    pub(super) fn skip_ending(&self, at: usize) -> usize {
        let ends = self.is_sign(at, &['\'', '’']) && self.is(at + 1, PieceKind::Word);
        if ends && self.is_glued(at + 1) {
            at + 2
        } else {
            at
        }
    }

    /// Skips the ending of `5th`, or `5.` before a word.
    fn skip_ordinal(&self, at: usize) -> usize {
        let ends = self.is_glued(at) && self.is(at, PieceKind::Word);
        let figures = || format!("{}{}", self.word(at - 1), self.word(at));
        if ends && ordinal(&figures()).is_some() {
            at + 1
        } else {
            at
        }
    }

    fn day_at(&self, at: usize) -> Option<u16> {
        let word = self.word(at);
        let is_short = self.is(at, PieceKind::Figures) && word.len() <= 2;
        word.parse()
            .ok()
            .filter(|day| is_short && (1..=31).contains(day))
    }

    fn year_at(&self, at: usize) -> Option<u16> {
        year(self.word(at)).filter(|_| self.is(at, PieceKind::Figures))
    }

    /// Reads a code: letters, an optional hyphen, and figures with or without letters: `H-1B`,
    /// `I-20`, `CS101`.
    fn code(&self) -> Option<(usize, Vec<Value>)> {
        let at = self.at;
        let word = self.word(at);
        let hyphen = usize::from(self.is_glued(at + 1) && self.is_sign(at + 1, &['-']));
        let figures = at + 1 + hyphen;
        let is_code = self.is_glued(figures) && self.is(figures, PieceKind::Figures);
        let is_capital = word.chars().next().is_some_and(is_capital);
        if !is_code || !is_capital || word.chars().count() > 8 || Unit::of_word(word).is_some() {
            return None;
        }
        let run = self.word(figures);
        // `CSE101/102` is two codes with the same letters.
        if run.contains('/') && run.bytes().all(|b| b == b'/' || b.is_ascii_digit()) {
            let length = figures + 1 - at;
            let both = run
                .split('/')
                .map(|figures| Meaning::Code(fold(word) + figures));
            return Some((length, both.map(|code| self.single(length, code)).collect()));
        }
        let mut code = fold(word) + run;
        let mut length = figures + 1 - at;
        let after = self.word(figures + 1);
        let is_tail = self.is_glued(figures + 1) && self.is(figures + 1, PieceKind::Word);
        if is_tail && after.len() <= 2 {
            code += &fold(after);
            length += 1;
        }
        let value = self.single(length, Meaning::Code(code));
        Some((length, vec![value]))
    }

    /// Reads a value that begins with a sign: `$500`, `₺ 1.5 milyon`, `%50`, `+90 …`.
    fn signed(&self, sign: char) -> (usize, Vec<Value>) {
        let after = self.at + 1;
        if let Some(unit) = Unit::of_sign(sign).filter(|_| self.is(after, PieceKind::Figures)) {
            let (length, number) = self.scaled(after);
            return (
                1 + length,
                vec![self.single(1 + length, Meaning::Amount(number, unit))],
            );
        }
        let telephone = self.telephone().filter(|_| matches!(sign, '+' | '('));
        telephone.unwrap_or((1, Vec::new()))
    }

    /// Reads figures and the words after them.
    fn figured(&self) -> (usize, Vec<Value>) {
        let at = self.at;
        let run = self.word(at);
        if let Some(read) = self.iso_date().or_else(|| self.figured_date(run)) {
            return read;
        }
        if let Some(read) = self.day_first().or_else(|| self.telephone()) {
            return read;
        }
        if let Some(read) = self.time(run).or_else(|| self.years(run)) {
            return read;
        }
        if let Some((first, second)) = run.split_once('/') {
            // `1/5` is two numbers.
            let meaning = |part: &str| Meaning::Number(canonical(part));
            return (
                1,
                vec![
                    self.single(1, meaning(first)),
                    self.single(1, meaning(second)),
                ],
            );
        }
        self.amount()
    }

    /// Reads `2026-05-01`.
    fn iso_date(&self) -> Option<(usize, Vec<Value>)> {
        let at = self.at;
        let of = self.year_at(at)?;
        let glued = (at + 1..at + 5).all(|at| self.is_glued(at));
        let dashed = self.is_sign(at + 1, &['-']) && self.is_sign(at + 3, &['-']);
        let month = self.word(at + 2).parse().ok().filter(|_| glued && dashed)?;
        let date = Date::new(Some(self.day_at(at + 4)?), month, Some(of))?;
        Some((5, vec![self.single(5, Meaning::Date(date))]))
    }

    /// Reads `01.05.2026`, and `5/1/2026`, which may be either of two days.
    fn figured_date(&self, run: &str) -> Option<(usize, Vec<Value>)> {
        let mark = run.chars().find(|c| matches!(c, '.' | '/'))?;
        let parts: Vec<&str> = run.split(mark).collect();
        let &[first, second, third] = parts.as_slice() else {
            return None;
        };
        let (first, second): (u16, u16) = (first.parse().ok()?, second.parse().ok()?);
        let of = year(third)?;
        let either = [
            Date::new(Some(first), second, Some(of)),
            Date::new(Some(second), first, Some(of)),
        ];
        let count = if mark == '/' { 2 } else { 1 };
        let meanings: Vec<Meaning> = either
            .into_iter()
            .take(count)
            .flatten()
            .map(Meaning::Date)
            .collect();
        (!meanings.is_empty()).then(|| (1, vec![self.of(self.at, 1, meanings)]))
    }

    /// Reads `1 Mayıs 2026`, `1-5 May`, `1st of May`, `1 ve 5 Mayıs`.
    fn day_first(&self) -> Option<(usize, Vec<Value>)> {
        let mut at = self.at;
        let mut days = vec![self.day_at(at)?];
        at = self.skip_ordinal(at + 1);
        while days.len() < 4 {
            let joined = self.is_sign(at, &['-', '–', '—', ',', '&'])
                || matches!(
                    fold(self.word(at)).as_str(),
                    "ve" | "and" | "ile" | "to" | "or" | "veya"
                );
            let Some(day) = self.day_at(at + 1).filter(|_| joined) else {
                break;
            };
            days.push(day);
            at = self.skip_ordinal(at + 2);
        }
        if self.word(at) == "of" {
            at += 1;
        }
        let month = month(self.word(at)).filter(|_| self.is(at, PieceKind::Word))?;
        at = self.skip_ending(at + 1);
        let comma = usize::from(self.is_sign(at, &[',']));
        let of = self.year_at(at + comma);
        if of.is_some() {
            at += comma + 1;
        }
        Some((at - self.at, self.dates(&days, month, of, at - self.at)))
    }
}

/// Normalises an address, removing parts that do not distinguish it.
pub(super) fn plain_address(address: &str) -> String {
    let lower = lower(address, Language::Other);
    let bare = lower
        .strip_prefix("https://")
        .or(lower.strip_prefix("http://"))
        .unwrap_or(&lower);
    let bare = bare.strip_prefix("www.").unwrap_or(bare);
    bare.trim_end_matches(['/', '.', ',', ';', ':', '!', '?'])
        .to_owned()
}

#[cfg(test)]
mod tests;
