//! Reads figures with their context: times, ranges of years, telephone numbers, amounts.

use super::claims::{Meaning, Reader, Value};
use super::scan::{Piece, PieceKind};
use super::words::{Unit, zeros};
use soru::text::fold;
use soru::text::numbers::{number, range_end};

impl Reader<'_> {
    /// Reads a time: `17:00`, `5 pm`, `5:30 p.m.`.
    pub(super) fn time(&self, run: &str) -> Option<(usize, Vec<Value>)> {
        let (hours, minutes) = run.split_once(':').unwrap_or((run, ""));
        let has_minutes = !minutes.is_empty();
        let half = self.half_of_day(self.at + 1);
        if !has_minutes && half.is_none() {
            return None;
        }
        let hours: u16 = hours.parse().ok()?;
        let minutes: u16 = if has_minutes {
            minutes.get(..2)?.parse().ok()?
        } else {
            0
        };
        let (afternoon, length) = half.unwrap_or((None, 0));
        let hours = match afternoon {
            Some(true) if hours < 12 => hours + 12,
            Some(false) if hours == 12 => 0,
            _ => hours,
        };
        let fits = hours <= 24 && minutes < 60;
        fits.then(|| {
            (
                1 + length,
                vec![self.single(1 + length, Meaning::Time(hours, minutes))],
            )
        })
    }

    /// Returns whether `am` or `pm` is here, and its number of pieces.
    fn half_of_day(&self, at: usize) -> Option<(Option<bool>, usize)> {
        let word = fold(self.word(at));
        match word.as_str() {
            "am" => Some((Some(false), 1)),
            "pm" => Some((Some(true), 1)),
            "a" | "p" if self.is_sign(at + 1, &['.']) && fold(self.word(at + 2)) == "m" => {
                Some((Some(word == "p"), 3))
            }
            _ => None,
        }
    }

    /// Reads a range of years such as `2026-27` or `2026/2027`, which yields both years.
    pub(super) fn years(&self, run: &str) -> Option<(usize, Vec<Value>)> {
        let (first, last, length) = match run.split_once('/') {
            Some((first, last)) => (first, last, 1),
            None if self.is_sign(self.at + 1, &['-', '–']) && self.is_glued(self.at + 2) => {
                (run, self.word(self.at + 2), 3)
            }
            None => return None,
        };
        let last = range_end(first, last)?;
        let meaning = |text: &str| Meaning::Number(text.to_owned());
        let both = [
            self.single(length, meaning(first)),
            self.single(length, meaning(&last.to_string())),
        ];
        Some((length, both.to_vec()))
    }

    /// Reads a telephone number: `+90 (312) 555 01 10`, `0312 555 01 10`.
    pub(super) fn telephone(&self) -> Option<(usize, Vec<Value>)> {
        const LEAST: usize = 7;
        // The maximum number of digits by E.164.
        const MOST: usize = 15;
        let at = self.at;
        let mut end = at + usize::from(self.is_sign(at, &['+']));
        let (mut figures, mut groups, mut after) = (String::new(), Vec::new(), at);
        while let Some(piece) = self.piece(end) {
            match piece.kind {
                PieceKind::Figures => {
                    let run = piece.text(self.text);
                    if run.contains([',', ':', '/', '.']) || figures.len() + run.len() > MOST {
                        break;
                    }
                    figures.extend(run.chars().filter(char::is_ascii_digit));
                    groups.push(run.len());
                    after = end + 1;
                }
                PieceKind::Sign('(' | ')' | '-') => {}
                _ => break,
            }
            let gap = self
                .piece(end + 1)
                .map_or(0, |next| next.range.start - piece.range.end);
            if gap > 1 {
                break;
            }
            end += 1;
        }
        let marked = figures.starts_with('0') || self.is_sign(at, &['+', '(']);
        let shaped = groups.len() >= 3 && groups[0] >= 3 && groups[1..].iter().any(|n| *n < 3);
        let is_number = figures.len() >= LEAST && (marked || shaped);
        (is_number && groups.len() + usize::from(marked) > 1).then(|| {
            let meaning = Meaning::Telephone(figures.trim_start_matches('0').to_owned());
            (after - at, vec![self.of(at, after - at, vec![meaning])])
        })
    }

    /// Reads a number with its unit, if it has one: `500 TL`, `1.5 million dollars`, `50%`, `385
    /// 000`.
    pub(super) fn amount(&self) -> (usize, Vec<Value>) {
        let at = self.at;
        let (length, number) = self.scaled(at);
        let after = self.skip_ending(at + length);
        let unit = match self.piece(after) {
            Some(Piece {
                kind: PieceKind::Sign(sign),
                ..
            }) => Unit::of_sign(*sign),
            Some(Piece {
                kind: PieceKind::Word,
                ..
            }) => self.unit_word(after),
            _ => None,
        };
        // In `5 $10`, the sign belongs to the number after it.
        let unit = unit.filter(|_| {
            self.is_glued(after) || !self.is_glued(after + 1) || self.is(after, PieceKind::Word)
        });
        if let Some(unit) = unit {
            let length = after + 1 - at;
            return (
                length,
                vec![self.single(length, Meaning::Amount(number, unit))],
            );
        }
        let time = time_with_dot(self.word(at)).filter(|_| length == 1);
        // `24.00` is not `24 hours`.
        let is_hour = matches!(time, Some(Meaning::Time(_, 0)));
        let number = Some(Meaning::Number(number)).filter(|_| !is_hour);
        let meanings = number.into_iter().chain(time).collect();
        (length, vec![self.of(at, length, meanings)])
    }

    /// Reads a unit: `per cent` is two words, and `US` alone is not a unit.
    fn unit_word(&self, at: usize) -> Option<Unit> {
        let word = fold(self.word(at));
        if word == "per" && fold(self.word(at + 1)) == "cent" {
            return Some(Unit::Percent);
        }
        Unit::of_word(self.word(at))
            .filter(|_| !matches!(word.as_str(), "us" | "try"))
            .or_else(|| (self.word(at) == "TRY").then_some(Unit::Lira))
    }

    /// Reads a number, with its groups joined and multiplied by the word after it, and its number
    /// of pieces.
    pub(super) fn scaled(&self, at: usize) -> (usize, String) {
        let mut run = self.word(at).to_owned();
        let mut length = 1;
        // This joins the groups of `385 000`.
        let is_short = run.len() <= 3 && run.bytes().all(|b| b.is_ascii_digit());
        while is_short && self.is_group(at + length) {
            run += self.word(at + length);
            length += 1;
        }
        let number = canonical(&run);
        let after = self.word(at + length);
        let is_k = matches!(after, "k" | "K") && self.is_glued(at + length);
        match zeros(after).or(is_k.then_some(3)) {
            Some(zeros) => (length + 1, multiplied(&number, zeros)),
            None => (length, number),
        }
    }

    /// Returns whether a piece is a group: three figures, one space after the previous figures.
    fn is_group(&self, at: usize) -> bool {
        let word = self.word(at);
        let before = at.checked_sub(1).and_then(|before| self.piece(before));
        let gap = before
            .zip(self.piece(at))
            .map(|(before, piece)| piece.range.start - before.range.end);
        let spaced = gap.is_some_and(|gap| (1..=3).contains(&gap));
        spaced && word.len() == 3 && word.bytes().all(|b| b.is_ascii_digit())
    }
}

/// Normalises a number.
pub(super) fn canonical(run: &str) -> String {
    let read = number(run);
    let text = read.plain.unwrap_or(read.text);
    let text = if text.contains('.') && text.matches('.').count() == 1 {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    };
    let bare = text.trim_start_matches('0');
    match bare.chars().next() {
        Some(c) if c.is_ascii_digit() => bare.to_owned(),
        Some(_) => format!("0{bare}"),
        None => "0".to_owned(),
    }
}

/// Moves the decimal mark to the right by this many places.
fn multiplied(number: &str, zeros: usize) -> String {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let mut places = decimals.to_owned();
    while places.len() < zeros {
        places.push('0');
    }
    let (more, rest) = places.split_at(zeros);
    canonical(&format!("{whole}{more}.{rest}0"))
}

/// Reads `17.00`, which may be a time.
fn time_with_dot(run: &str) -> Option<Meaning> {
    let (hours, minutes) = run.split_once('.')?;
    let (hours, minutes): (u16, u16) = (
        hours.parse().ok()?,
        minutes.parse().ok().filter(|_| minutes.len() == 2)?,
    );
    (hours <= 24 && minutes < 60).then_some(Meaning::Time(hours, minutes))
}
