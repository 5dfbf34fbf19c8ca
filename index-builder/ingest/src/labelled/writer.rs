//! Writes the pieces of a page with its labelled questions as headings.

use std::collections::HashSet;

use soru::Block;

use super::{Line, Pair};
use crate::page::Piece;
use crate::tidy;

/// Writes the pieces of a page with its questions as headings.
pub(super) struct Writer<'p> {
    pieces: &'p [Piece],
    /// The level of the last heading.
    level: u8,
    out: Vec<Piece>,
    places: Vec<usize>,
}

impl<'p> Writer<'p> {
    pub(super) fn new(pieces: &'p [Piece]) -> Self {
        Self {
            pieces,
            level: 1,
            out: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Returns the new pieces, and the position of each former piece among them.
    pub(super) fn write(mut self, lines: &[Line<'_>], pairs: &[Pair]) -> (Vec<Piece>, Vec<usize>) {
        let divided: HashSet<usize> = { pairs.iter() }
            .flat_map(|pair| {
                [
                    pair.question.start,
                    pair.question.end - 1,
                    pair.answer.start,
                ]
            })
            .map(|line| lines[line].piece)
            .collect();
        let mut pairs = pairs.iter().peekable();
        let mut open: Option<&Pair> = None;
        for (at, line) in lines.iter().enumerate() {
            if open.is_some_and(|pair| pair.answer.end == at) {
                self.end(open.take(), lines);
            }
            open = open.or_else(|| pairs.next_if(|pair| pair.question.start == at));
            let is_first = self.places.len() == line.piece;
            if is_first {
                self.places.push(self.out.len());
            }
            match open {
                Some(pair) if pair.question.end == at + 1 => self.head(pair, lines),
                Some(pair) if pair.question.contains(&at) => {}
                Some(pair) if pair.answer.start == at => self.text(line.text),
                _ if divided.contains(&line.piece) => self.text(line.whole),
                _ if is_first => self.keep(&self.pieces[line.piece]),
                _ => {}
            }
        }
        self.end(open, lines);
        (self.out, self.places)
    }

    fn head(&mut self, pair: &Pair, lines: &[Line<'_>]) {
        let (level, anchor) = match &self.pieces[lines[pair.question.start].piece] {
            Piece::Content(Block::Heading { level, anchor, .. }) => (*level, anchor.clone()),
            _ => ((self.level + 1).min(6), None),
        };
        self.out.push(Piece::Content(Block::Heading {
            level,
            text: tidy::line(lines[pair.question.end - 1].text),
            anchor,
            is_question: true,
        }));
    }

    /// Ends an answer, unless the page has its question as a heading, and says itself where the
    /// section ends.
    fn end(&mut self, pair: Option<&Pair>, lines: &[Line<'_>]) {
        let Some(pair) = pair else {
            return;
        };
        let question = &self.pieces[lines[pair.question.start].piece];
        if let Piece::Content(Block::Heading { level, .. }) = question {
            self.level = *level;
        } else {
            let level = (self.level + 1).min(6);
            self.out.push(Piece::Content(Block::End(level)));
        }
    }

    fn text(&mut self, text: &str) {
        if tidy::has_words(text) {
            self.out.push(Piece::text(text.to_owned()));
        }
    }

    fn keep(&mut self, piece: &Piece) {
        match piece {
            Piece::Content(Block::Heading { level, .. }) => self.level = *level,
            Piece::Content(Block::End(level)) => self.level = level.saturating_sub(1).max(1),
            _ => {}
        }
        self.out.push(piece.clone());
    }
}
