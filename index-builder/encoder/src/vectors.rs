//! Embeds many texts at once: questions as the reference implementation does, and passages of any
//! length.
//!
//! A text that is longer than the encoder's window is truncated, as in the reference
//! implementation. A longer *passage* is read in windows of about equal length, and its vector is
//! the mean of the windows' vectors, so that its end counts as much as its beginning.

use std::collections::HashMap;

use anyhow::Result;
use ndarray::Array2;
use rayon::prelude::*;

use super::Encoder;
use soru_files::cache::Cache;

/// The number of word pieces per batch: enough for large matrix products, few enough for a
/// processor's cache.
const BATCH: usize = 512;

/// Called from any thread with the number of texts that are done.
pub type Done<'d> = &'d (dyn Fn(usize) + Sync);

impl Encoder {
    /// A row for each text, of its first window only.
    ///
    /// # Errors
    /// If the tokenizer cannot read a text.
    pub fn embed(&self, texts: &[&str], done: Done<'_>) -> Result<Array2<f32>> {
        let room = self.window() - self.pieces.ends();
        let cut = |text: &&str| {
            let mut pieces = self.pieces(text)?;
            pieces.truncate(room);
            Ok(self.pieces.with_ends(&pieces))
        };
        let sequences: Vec<Vec<u32>> = texts.par_iter().map(cut).collect::<Result<_>>()?;
        Ok(self.rows(&sequences, done))
    }

    /// A row of unit length for each passage.
    ///
    /// # Errors
    /// If the tokenizer cannot read a text.
    pub fn embed_passages(&self, texts: &[&str], done: Done<'_>) -> Result<Array2<f32>> {
        let windows = texts.par_iter().map(|text| self.windows(text));
        let windows: Vec<Vec<Vec<u32>>> = windows.collect::<Result<_>>()?;
        let counts: Vec<usize> = windows.iter().map(Vec::len).collect();
        let rows = self.rows(&windows.concat(), done);
        Ok(means(&rows, &counts))
    }

    /// Like [`Self::embed_passages`], but takes vectors of the previous build from a cache.
    ///
    /// # Errors
    /// If the tokenizer cannot read a text.
    pub fn embed_cached(
        &self,
        texts: &[&str],
        cache: Option<&Cache>,
        done: Done<'_>,
    ) -> Result<Array2<f32>> {
        let Some(cache) = cache else {
            return self.embed_passages(texts, done);
        };
        let keys: Vec<[u8; 32]> = texts.iter().map(|text| self.key(text)).collect();
        let kept = keys.iter().map(|key| self.vector_of(&cache.get(key)?));
        let mut kept: Vec<Option<Vec<f32>>> = kept.collect();
        let missing: Vec<usize> = (0..texts.len())
            .filter(|row| kept[*row].is_none())
            .collect();
        done(texts.len() - missing.len());
        let anew: Vec<&str> = missing.iter().map(|row| texts[*row]).collect();
        let rows = self.embed_passages(&anew, done)?;
        for (row, vector) in missing.into_iter().zip(rows.rows()) {
            kept[row] = Some(vector.to_vec());
        }
        let mut all = Vec::with_capacity(texts.len() * self.dimensions());
        for (key, vector) in keys.iter().zip(kept.into_iter().flatten()) {
            let bytes: Vec<u8> = vector.iter().flat_map(|x| x.to_le_bytes()).collect();
            cache.keep(key, &bytes);
            all.extend(vector);
        }
        Ok(Array2::from_shape_vec(
            (texts.len(), self.dimensions()),
            all,
        )?)
    }

    /// The cache key of a passage's vector.
    pub(super) fn key(&self, text: &str) -> [u8; 32] {
        let text = soru::index::format::sha256(text.as_bytes());
        let context = [&b"passage 1"[..], &self.own, &text].concat();
        soru::index::format::sha256(&context)
    }

    fn vector_of(&self, bytes: &[u8]) -> Option<Vec<f32>> {
        let (numbers, rest) = bytes.as_chunks();
        let numbers: Vec<f32> = numbers.iter().map(|x| f32::from_le_bytes(*x)).collect();
        let sound = rest.is_empty()
            && numbers.len() == self.dimensions()
            && numbers.iter().all(|x| x.is_finite());
        sound.then_some(numbers)
    }

    fn windows(&self, text: &str) -> Result<Vec<Vec<u32>>> {
        let pieces = self.pieces(text)?;
        let room = self.window() - self.pieces.ends();
        let count = pieces.len().div_ceil(room).max(1);
        let length = pieces.len().div_ceil(count).max(1);
        if pieces.is_empty() {
            return Ok(vec![self.pieces.with_ends(&[])]);
        }
        let windows = pieces.chunks(length);
        Ok(windows
            .map(|window| self.pieces.with_ends(window))
            .collect())
    }

    /// A row for each sequence of word pieces. Sequences of similar length are embedded together,
    /// and duplicates once.
    fn rows(&self, sequences: &[Vec<u32>], done: Done<'_>) -> Array2<f32> {
        let mut order: Vec<&Vec<u32>> = sequences.iter().collect();
        order.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        order.dedup();
        let rows: Vec<Array2<f32>> = batches(&order)
            .into_par_iter()
            .map(|batch| {
                let texts: Vec<&[u32]> = batch.iter().map(|pieces| pieces.as_slice()).collect();
                let rows = self.bert.embed(&texts);
                done(batch.len());
                rows
            })
            .collect();
        let rows = rows.iter().flat_map(|batch| batch.outer_iter());
        let rows: HashMap<&[u32], _> = order
            .iter()
            .map(|pieces| pieces.as_slice())
            .zip(rows)
            .collect();
        done(sequences.len() - order.len());
        let mut all = Array2::zeros((sequences.len(), self.dimensions()));
        for (mut row, sequence) in all.outer_iter_mut().zip(sequences) {
            row.assign(&rows[sequence.as_slice()]);
        }
        all
    }
}

/// Batches of sequences, longest first.
fn batches<'s>(sequences: &'s [&'s Vec<u32>]) -> Vec<&'s [&'s Vec<u32>]> {
    let mut batches = Vec::new();
    let mut rest = sequences;
    while let Some(longest) = rest.first() {
        let count = (BATCH / longest.len().max(1)).clamp(1, rest.len());
        let (batch, others) = rest.split_at(count);
        batches.push(batch);
        rest = others;
    }
    batches
}

/// Returns the mean direction of each group of rows; `counts` contains the sizes of the groups.
fn means(rows: &Array2<f32>, counts: &[usize]) -> Array2<f32> {
    let mut means = Array2::zeros((counts.len(), rows.ncols()));
    let mut windows = rows.outer_iter();
    for (mut mean, count) in means.outer_iter_mut().zip(counts) {
        for window in windows.by_ref().take(*count) {
            mean.scaled_add(1.0 / length(window.iter()), &window);
        }
        let length = length(mean.iter());
        mean *= 1.0 / length;
    }
    means
}

fn length<'x>(numbers: impl Iterator<Item = &'x f32>) -> f32 {
    numbers.map(|x| x * x).sum::<f32>().sqrt().max(1e-12)
}
