//! Writes the table that encodes questions, in shards.

use std::collections::HashSet;
use std::sync::Arc;

use soru::error::Result;
use soru::index::format::{GREATEST_STEP, PieceShard, PieceTable, Strings, rounded_up};
use soru::text::{PieceRules, spelling};

use super::QueryTable;
use super::section::Section;

/// Approximate size of the common pieces, which every first question fetches, in bytes. On ten
/// thousand chunks an encoder adds 57 KB to a first question at p95 with this value and
/// `SHARD_BYTES`, and 27 KB to the next one; with 48,000 and 5,000 it added 88 and 28 KB (`cargo
/// xtask bench --encoder`).
const COMMON_BYTES: usize = 16_000;

/// Approximate size of a shard in bytes. A question has a few uncommon words, and fetches a shard
/// for each. Smaller shards would result in too many files for a host.
const SHARD_BYTES: usize = 3_000;

/// Bytes of a row beside its steps: size and spelling.
const BESIDE: usize = 6;

/// Returns the maximum number of shards for all languages together: hosts limit the number of
/// files, and a site with many chunks has thousands of others.
pub(super) fn most_shards(chunks: u64) -> usize {
    if chunks > 20_000 { 120 } else { 480 }
}

/// A piece: its spelling without a mark, and the number of its row.
type Spelt<'t> = (&'t str, usize);

/// Writes the section `pieces/<tag>` and its shards, at most `most` of them.
pub(super) fn write_pieces(
    tag: &str,
    table: &QueryTable,
    most: usize,
) -> Result<(Section, Vec<Section>)> {
    let dimensions = table.bias.len();
    let scales = scales(&table.rows, dimensions);
    let quantised = Quantised {
        table,
        scales: &scales,
    };
    let row_bytes = dimensions.div_ceil(2) + BESIDE;
    let named = table.common.iter().take(COMMON_BYTES / row_bytes);
    let common: HashSet<usize> = named.map(|number| *number as usize).collect();
    let (often, seldom) = split(table, &common);
    let all = table.pieces.len() * row_bytes;
    // Shards end when they are full, and there are two kinds.
    let rows = SHARD_BYTES.max(all / most.saturating_sub(2).max(1) + row_bytes) / row_bytes;
    let mut firsts: [Strings; 2] = Default::default();
    let mut shards = Vec::new();
    for (kind, pieces) in seldom.iter().enumerate() {
        for (place, own) in pieces.chunks(rows.max(1)).enumerate() {
            let first = own[0].0;
            firsts[kind].push(tag, first)?;
            let before = pieces[..place * rows.max(1)].iter();
            let starts = before.filter(|(piece, _)| first.starts_with(piece));
            let own: Vec<Spelt<'_>> = starts.chain(own).copied().collect();
            let own = if kind == 0 {
                [own, Vec::new()]
            } else {
                [Vec::new(), own]
            };
            let name = format!("pieces/{tag}/{}", shards.len());
            let bytes = quantised.shard(&own)?.write(&name)?;
            shards.push(Section::bytes(name, bytes));
        }
    }
    let (known, scores) = known(table)?;
    let name = format!("pieces/{tag}");
    let first = PieceTable {
        rules: table.tokenizer.clone(),
        is_shared: table.is_shared,
        bias: table.bias.clone(),
        common: Arc::new(quantised.shard(&often)?),
        scales,
        firsts,
        known,
        scores,
    };
    let bytes = first.write(&name)?;
    Ok((Section::bytes(name, bytes), shards))
}

/// Splits the pieces into the common ones and the others, each as initial and continuation pieces,
/// ascending.
fn split<'t>(
    table: &'t QueryTable,
    common: &HashSet<usize>,
) -> ([Vec<Spelt<'t>>; 2], [Vec<Spelt<'t>>; 2]) {
    let (mut often, mut seldom): ([Vec<_>; 2], [Vec<_>; 2]) = Default::default();
    for (number, piece) in table.pieces.iter().enumerate() {
        let (text, goes_on) = spelling(piece, &table.tokenizer);
        let side = if common.contains(&number) {
            &mut often
        } else {
            &mut seldom
        };
        side[usize::from(goes_on)].push((text, number));
    }
    for pieces in often.iter_mut().chain(&mut seldom) {
        pieces.sort_unstable();
    }
    (often, seldom)
}

/// Returns all pieces and their scores, ascending, for a tokenizer that needs them.
fn known(table: &QueryTable) -> Result<(Strings, Vec<f32>)> {
    let (mut known, mut sorted_scores) = (Strings::default(), Vec::new());
    if let PieceRules::Unigram { scores, .. } = &table.tokenizer {
        let mut sorted: Vec<(&str, f32)> = table
            .pieces
            .iter()
            .map(String::as_str)
            .zip(scores.iter().copied())
            .collect();
        sorted.sort_unstable_by_key(|(piece, _)| *piece);
        for (piece, score) in sorted {
            known.push("pieces", piece)?;
            sorted_scores.push(score);
        }
    }
    Ok((known, sorted_scores))
}

/// Returns the root mean square of every column, so that all columns use the same steps; 1 for a
/// column of zeros.
pub(super) fn scales(rows: &[f32], dimensions: usize) -> Vec<f32> {
    let mut squares = vec![0.0_f64; dimensions];
    for row in rows.chunks(dimensions.max(1)) {
        for (sum, x) in squares.iter_mut().zip(row) {
            *sum += f64::from(*x) * f64::from(*x);
        }
    }
    let count = (rows.len() / dimensions.max(1)).max(1) as f64;
    let root = |sum: f64| narrow((sum / count).sqrt());
    squares
        .into_iter()
        .map(root)
        .map(|scale| if scale > 0.0 { scale } else { 1.0 })
        .collect()
}

struct Quantised<'t> {
    table: &'t QueryTable,
    scales: &'t [f32],
}

impl Quantised<'_> {
    fn shard(&self, pieces: &[Vec<Spelt<'_>>; 2]) -> Result<PieceShard> {
        let mut texts: [Strings; 2] = Default::default();
        let (mut sizes, mut steps) = (Vec::new(), Vec::new());
        for (texts, pieces) in texts.iter_mut().zip(pieces) {
            for (text, number) in pieces {
                texts.push("pieces", text)?;
                sizes.push(self.row(*number, &mut steps));
            }
        }
        let dimensions = self.scales.len();
        Ok(PieceShard::new(texts, sizes, steps, dimensions))
    }

    /// Appends the steps of a row and returns the value of a step.
    fn row(&self, number: usize, steps: &mut Vec<i8>) -> f32 {
        let dimensions = self.scales.len();
        let row = &self.table.rows[number * dimensions..(number + 1) * dimensions];
        let flat = row.iter().zip(self.scales);
        let flat: Vec<f64> = flat.map(|(x, s)| f64::from(*x) / f64::from(*s)).collect();
        let most = flat.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let size = rounded_up(narrow(most / f64::from(GREATEST_STEP)));
        let step = |x: &f64| {
            if size > 0.0 {
                nearest(x / f64::from(size))
            } else {
                0
            }
        };
        steps.extend(flat.iter().map(step));
        size
    }
}

#[allow(clippy::cast_possible_truncation)] // half the digits suffice
fn narrow(number: f64) -> f32 {
    number as f32
}

#[allow(clippy::cast_possible_truncation)] // at most GREATEST_STEP in size
fn nearest(steps: f64) -> i8 {
    libm::round(steps) as i8
}
