//! Embedding: a vector for every chunk, so that chunks on the same subject are close together.
//!
//! This module defines the interface ([`Embedder`]), and the index has the result; the model belongs
//! to the builder. A [`QueryTable`] encodes questions in the same space.

use std::fmt;

use soru::error::{Error, Result};
use soru::index::format::{ChunkVectors, GREATEST_STEP, MOST_DIMENSIONS};

use super::QueryTable;
use super::pieces::scales;

/// Computes vectors of chunks.
///
/// # Contract
/// * one embedding for each language, in their order;
/// * a row for every text, and no row or one for every written question; each row has the same
///   number of components, at most `dimensions`; all numbers finite;
/// * the same texts give the same embedding, regardless of the number of threads.
pub trait Embedder: fmt::Debug + Send + Sync {
    /// Returns its name, for messages.
    fn name(&self) -> &'static str;

    /// Returns for each of a site's languages whether it is embedded.
    fn encodes(&self, tags: &[&str]) -> Vec<bool>;

    /// Embeds the chunks of these languages.
    ///
    /// # Errors
    /// [`Error::Operator`] if it cannot.
    fn embed(&self, site: &[Passages<'_>], dimensions: usize) -> Result<Vec<Embedding>>;
}

/// The chunks of one language, as input of an embedder.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Passages<'p> {
    /// Language tag.
    pub tag: &'p str,
    /// Title and headings above each text: the page's title, then its headings, each once.
    pub titles: Vec<Vec<&'p str>>,
    /// The texts of the chunks.
    pub texts: Vec<&'p str>,
    /// The questions written for each text.
    pub questions: Vec<Vec<&'p str>>,
}

impl<'p> Passages<'p> {
    /// Creates the passages of one language.
    pub fn new(tag: &'p str, texts: Vec<&'p str>) -> Self {
        Self {
            tag,
            titles: vec![Vec::new(); texts.len()],
            questions: vec![Vec::new(); texts.len()],
            texts,
        }
    }

    /// Sets the titles above the texts, one list for each.
    #[must_use]
    pub fn with_titles(mut self, titles: Vec<Vec<&'p str>>) -> Self {
        self.titles = titles;
        self
    }

    /// Sets the questions written for the texts, one list for each.
    #[must_use]
    pub fn with_questions(mut self, questions: Vec<Vec<&'p str>>) -> Self {
        self.questions = questions;
        self
    }
}

/// Vectors of chunks, and the table that encodes questions.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedding {
    /// Number of components of a row.
    pub dimensions: usize,
    /// The rows, concatenated.
    pub rows: Vec<f64>,
    /// A row for every written question, in the order of the texts; empty if the embedder embeds
    /// none.
    pub questions: Vec<f64>,
    /// Encodes questions.
    pub table: QueryTable,
}

impl Embedding {
    /// Quantises the vectors for the index, keeping only their direction. The rows of the chunks
    /// come first, then the rows of this many written questions, if they were embedded.
    pub(super) fn quantised(
        &self,
        embedder: &str,
        chunks: usize,
        questions: usize,
    ) -> Result<ChunkVectors> {
        self.check(embedder, chunks, questions)?;
        let dimensions = self.dimensions.max(1);
        let mut rows = Vec::with_capacity(self.rows.len() + self.questions.len());
        let questions = self.questions.chunks(dimensions);
        for row in self.rows.chunks(dimensions).chain(questions) {
            let length = row.iter().map(|x| x * x).sum::<f64>().sqrt();
            let direction = |x: &f64| {
                if length > 0.0 {
                    narrow(x / length)
                } else {
                    0.0
                }
            };
            rows.extend(row.iter().map(direction));
        }
        let scales = scales(&rows, self.dimensions);
        let mut all = Vec::with_capacity(rows.len());
        for row in rows.chunks(dimensions) {
            let parts = row.iter().zip(&scales);
            let flat: Vec<f32> = parts.map(|(x, scale)| x / scale).collect();
            all.extend(steps(&flat));
        }
        Ok(ChunkVectors { scales, steps: all })
    }

    fn check(&self, embedder: &str, chunks: usize, questions: usize) -> Result<()> {
        let dimensions = self.dimensions;
        let sound = dimensions <= MOST_DIMENSIONS
            && self.rows.len() == dimensions * chunks
            && (self.questions.is_empty() || self.questions.len() == dimensions * questions)
            && { self.rows.iter().chain(&self.questions) }.all(|x| x.is_finite());
        if sound {
            return self.table.check(embedder, dimensions);
        }
        Err(Error::Operator {
            name: embedder.to_owned(),
            detail: format!(
                "it did not return a vector of {dimensions} numbers for each of {chunks} chunks \
                 and {questions} written questions"
            )
            .into(),
        })
    }
}

/// Converts a row to steps, scaled so that the greatest component has the maximum step.
pub(super) fn steps(flat: &[f32]) -> Vec<i8> {
    let most = flat.iter().fold(0.0, |most: f32, x| most.max(x.abs()));
    let unit = f64::from(most) / STEPS;
    let step = move |x: &f32| {
        if unit > 0.0 {
            nearest(f64::from(*x) / unit)
        } else {
            0
        }
    };
    flat.iter().map(step).collect()
}

const STEPS: f64 = GREATEST_STEP as f64;

#[allow(clippy::cast_possible_truncation)] // half the digits suffice, in half the bytes
fn narrow(number: f64) -> f32 {
    number as f32
}

#[allow(clippy::cast_possible_truncation)] // at most GREATEST_STEP in size
fn nearest(steps: f64) -> i8 {
    libm::round(steps) as i8
}
