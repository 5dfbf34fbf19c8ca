//! Look-ups in the sharded table of a language's word pieces.

use std::sync::Arc;

use super::format::{PieceShard, PieceTable};
use super::section_cache::Decoded;
use super::{Index, VectorSpace};
use crate::needs::{Attempt, Needs};
use crate::text::{Inventory, Place, Probabilities, cut, longest_start};

/// A piece of a question.
#[derive(Debug, Clone)]
pub struct Piece {
    shard: Arc<PieceShard>,
    row: usize,
}

impl Piece {
    /// Returns the value of a step, and the steps of its row.
    pub fn row(&self) -> (f32, &[i8]) {
        self.shard.row(self.row)
    }
}

impl Index {
    /// Returns the table that encodes questions for a language's vectors, and the number of the
    /// language whose section has it; none if there is no table.
    ///
    /// # Errors
    /// [`Needs`] or [`crate::Error::Corrupt`].
    pub fn piece_table(&self, language: usize) -> Attempt<Option<(usize, Arc<PieceTable>)>> {
        if self.has_pieces.get(language) == Some(&true) {
            return self.own_table(language);
        }
        // A shared table is in the bundle once.
        for (other, has_pieces) in self.has_pieces.iter().enumerate() {
            if *has_pieces
                && let Some(found) = self.own_table(other)?
                && found.1.is_shared
            {
                let has_rows = |space: &VectorSpace| space.rows() > 0;
                return Ok(self
                    .vectors(language)?
                    .is_some_and(has_rows)
                    .then_some(found));
            }
        }
        Ok(None)
    }

    fn own_table(&self, language: usize) -> Attempt<Option<(usize, Arc<PieceTable>)>> {
        let read = |name: &str, bytes: &[u8]| {
            let table = PieceTable::read(name, bytes)?;
            Ok(Decoded::PieceTable(Arc::new(table)))
        };
        Ok(match self.part("pieces", language, None, &read)? {
            Some(Decoded::PieceTable(table)) => Some((language, table)),
            _ => None,
        })
    }

    /// Splits a text into the pieces of this table, which is in the section of this language.
    ///
    /// # Errors
    /// [`Needs`] with the files that all words of the text need next, or
    /// [`crate::Error::Corrupt`].
    pub fn pieces(&self, language: usize, table: &PieceTable, text: &str) -> Attempt<Vec<Piece>> {
        let sharded = Sharded {
            index: self,
            language,
            table,
        };
        let mut pieces = Vec::new();
        let mut needs = Needs::default();
        for place in cut(text, &table.rules, &sharded)? {
            let piece = needs.note(sharded.piece(place))?;
            pieces.extend(piece.flatten());
        }
        needs.end()?;
        Ok(pieces)
    }
}

/// A table with only the shards that questions needed.
pub(super) struct Sharded<'i> {
    index: &'i Index,
    language: usize,
    table: &'i PieceTable,
}

/// The shard of the common pieces; others are numbered from 1 on.
const COMMON: usize = 0;

/// The shard number of a piece of which only the text is known.
const KNOWN: usize = usize::MAX;

impl Sharded<'_> {
    /// Returns a shard; none if its file is unavailable.
    fn shard(&self, number: usize) -> Attempt<Option<Arc<PieceShard>>> {
        if number == COMMON {
            return Ok(Some(Arc::clone(&self.table.common)));
        }
        let dimensions = self.table.bias.len();
        let read = |name: &str, bytes: &[u8]| {
            let shard = PieceShard::read(name, bytes, dimensions)?;
            Ok(Decoded::Pieces(Arc::new(shard)))
        };
        let shard = self
            .index
            .part("pieces", self.language, Some(number - 1), &read)?;
        Ok(match shard {
            Some(Decoded::Pieces(shard)) => Some(shard),
            _ => None,
        })
    }

    fn piece(&self, place: Place) -> Attempt<Option<Piece>> {
        let (number, row) = match place {
            (KNOWN, row) => {
                let text = self.table.known.get(row);
                match self.longest(text, false)? {
                    Some((place, length)) if length == text.len() => place,
                    _ => return Ok(None),
                }
            }
            place => place,
        };
        let shard = self.shard(number)?;
        Ok(shard.map(|shard| Piece { shard, row }))
    }
}

impl Inventory for Sharded<'_> {
    fn longest(&self, text: &str, goes_on: bool) -> Attempt<Option<(Place, usize)>> {
        let common = self.table.common.longest(text, goes_on);
        let common = common.map(|(row, length)| ((COMMON, row), length));
        let length = common.map_or(0, |(_, length)| length);
        if length == text.len() {
            return Ok(common);
        }
        let Some(number) = self.table.shard_of(text, goes_on) else {
            return Ok(common);
        };
        let shard = self.shard(number + 1)?;
        let found = shard.and_then(|shard| shard.longest(text, goes_on));
        Ok(match found {
            Some((row, own)) if own > length => Some(((number + 1, row), own)),
            _ => common,
        })
    }
}

impl Probabilities for Sharded<'_> {
    fn scored(&self, text: &str) -> Option<(Place, f64)> {
        let known = &self.table.known;
        let row = longest_start(known.len(), &|row| known.get(row), text)?;
        let score = *self.table.scores.get(row)?;
        (known.get(row) == text).then_some(((KNOWN, row), f64::from(score)))
    }

    fn bounds(&self) -> (usize, f64) {
        let known = &self.table.known;
        let longest = (0..known.len()).map(|row| known.get(row).len()).max();
        let least = self.table.scores.iter().copied().fold(0.0, f32::min);
        (longest.unwrap_or_default(), f64::from(least))
    }
}
