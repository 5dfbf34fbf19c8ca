//! Reads numbers in words: `twenty days`, `yirmi iş günü`, `yüzde elli`.
//!
//! In a model's text they count as values only before a countable noun or a unit, because `one` and
//! `on` are usually not numbers.

use super::claims::{Meaning, Reader, Value};
use super::scan::{Piece, PieceKind};
use super::words::{Unit, number_in_words};
use soru::text::{Language, fold};

/// A number in words, and its number of pieces.
pub(super) struct Spelled {
    pub(super) number: u32,
    pub(super) length: usize,
    /// The language of the words.
    pub(super) language: Language,
}

/// Reads the number in words at the beginning of the pieces; `twenty-five` is one number.
pub(super) fn spelled(text: &str, pieces: &[Piece]) -> Option<Spelled> {
    let is_hyphen = |at: usize| {
        let glued = |at: usize| pieces[at - 1].range.end == pieces[at].range.start;
        let after =
            at + 1 < pieces.len() && glued(at + 1) && pieces[at + 1].kind == PieceKind::Word;
        pieces[at].kind == PieceKind::Sign('-') && glued(at) && after
    };
    let (mut words, mut places) = (Vec::new(), Vec::new());
    // No supported number has more words.
    for (at, piece) in pieces.iter().enumerate().take(MOST) {
        match piece.kind {
            PieceKind::Word => {
                words.push(piece.text(text));
                places.push(at);
            }
            _ if at > 0 && is_hyphen(at) => {}
            _ => break,
        }
    }
    let (number, count, language) = number_in_words(&words)?;
    let length = places[count - 1] + 1;
    Some(Spelled {
        number,
        length,
        language,
    })
}

const MOST: usize = 16;

impl Reader<'_> {
    /// Reads `twenty working days`, `yirmi iş günü`, `fifty dollars`, `yüzde elli`.
    pub(super) fn spelled(&self) -> Option<(usize, Vec<Value>)> {
        let percent = Unit::of_word(self.word(self.at)) == Some(Unit::Percent);
        let from = usize::from(percent);
        let read = spelled(self.text, self.rest(from))?;
        let length = from + read.length;
        let number = read.number.to_string();
        if percent {
            let meaning = Meaning::Amount(number, Unit::Percent);
            return Some((length, vec![self.single(length, meaning)]));
        }
        let mut after = self.at + length;
        if may_be_between(self.word(after)) {
            after += 1;
        }
        // An article is not a number.
        if read.number < 2 || !is_counted(self.word(after), read.language) {
            return None;
        }
        if let Some(unit) = Unit::of_word(self.word(after)) {
            let length = after + 1 - self.at;
            return Some((
                length,
                vec![self.single(length, Meaning::Amount(number, unit))],
            ));
        }
        Some((length, vec![self.single(length, Meaning::Number(number))]))
    }
}

fn may_be_between(word: &str) -> bool {
    let key = fold(word);
    let mut languages = Language::KNOWN.iter();
    languages.any(|(_, own)| own.numbers().between.contains(&key.as_str()))
}

fn is_counted(word: &str, language: Language) -> bool {
    let list = language.numbers().counted;
    let key = fold(word);
    // These endings occur in `gündür` and `haftalık`.
    let is = |own: &str| match key.strip_prefix(own) {
        Some(rest) if language.numbers().has_endings => {
            rest.len() <= 5 && own.len() > 2 || rest.is_empty()
        }
        Some(rest) => matches!(rest, "" | "s"),
        None => false,
    };
    list.split_whitespace().any(is)
}
