//! Embedding: a vector for every chunk, so that chunks on the same subject are close together.
//!
//! The engine defines the interface ([`Embedder`]) and uses the result; the linear algebra, or a
//! model, belongs to the builder, so none of it is in the download. A question is folded in through
//! the postings of its words (`retrieval/semantic.rs`), so any embedder's vectors can be searched;
//! an embedder with a better method supplies a [`QueryTable`] that encodes questions.

use std::fmt;

use super::QueryTable;
use super::pieces::scales;
use super::related::RelatedSettings;
use crate::error::{Error, Result};
use crate::index::format::{ChunkVectors, GREATEST_STEP, MOST_DIMENSIONS};

crate::settings! {
    /// Settings of the index. They take effect when building.
    pub struct IndexingSettings {
        /// Vectors for `semantic` and `hybrid`.
        pub vectors: VectorSettings = VectorSettings::default(),
        /// Lists of related pages (`related()`).
        pub related: RelatedSettings = RelatedSettings::default(),
    }
}

crate::settings! {
    /// Vectors for the retrievers `semantic` and `hybrid`.
    pub struct VectorSettings {
        /// Whether to make vectors without an encoder too, by latent semantic analysis. They are
        /// more than half of the index that a first question needs, and find no more. An encoder
        /// makes vectors in any case.
        pub enabled: bool = false,
        /// Maximum number of dimensions of a vector, 8 to 256. Each takes half a byte per chunk.
        /// `semantic` alone is better with more; for `hybrid` no difference was established.
        pub dimensions: usize = 64,
        /// Maximum size of the vectors in kilobytes. Larger ones are left out, since a visitor
        /// downloads all of them before the first answer. 96 are enough for about 2700 chunks.
        /// Vectors of an encoder above this are fetched only near the question.
        pub max_kilobytes: usize = 96,
    }
}

impl VectorSettings {
    /// Rejects an invalid number of dimensions.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] if it is not between 8 and 256.
    pub fn check(&self) -> Result<()> {
        if (8..=MOST_DIMENSIONS).contains(&self.dimensions) {
            return Ok(());
        }
        Err(Error::invalid(
            "indexing.vectors.dimensions",
            self.dimensions,
            format!("between 8 and {MOST_DIMENSIONS}"),
        ))
    }
}

/// Computes vectors of chunks.
///
/// # Contract
/// * a row for every row of the matrix, and no row or one for every written question; each row has
///   one component per singular value, at most `dimensions`; all numbers finite, singular values above 0;
/// * the same matrix gives the same embedding, regardless of the number of threads.
pub trait Embedder: fmt::Debug + Send + Sync {
    /// Returns its name, for messages.
    fn name(&self) -> &'static str;

    /// Returns for each of a site's languages whether its vectors have a table that encodes
    /// questions. Such a language has vectors from the first chunk on, since nothing is learnt from
    /// the site.
    fn encodes_questions(&self, tags: &[&str]) -> Vec<bool> {
        vec![false; tags.len()]
    }

    /// Embeds one language's chunks.
    ///
    /// # Errors
    /// [`Error::Operator`] if it cannot.
    fn embed(&self, passages: &Passages<'_>, dimensions: usize) -> Result<Embedding>;

    /// Embeds the chunks of a site, one embedding per language. Override this method for an
    /// embedder with one space for several languages.
    ///
    /// # Errors
    /// [`Error::Operator`] if it cannot.
    fn embed_site(&self, site: &[Passages<'_>], dimensions: usize) -> Result<Vec<Embedding>> {
        let each = site.iter();
        each.map(|passages| self.embed(passages, dimensions))
            .collect()
    }
}

/// The chunks of one language, as input of an embedder.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Passages<'p> {
    /// Language tag.
    pub tag: &'p str,
    /// Title and headings above each text: the page's title, then its headings, each once.
    pub titles: Vec<Vec<&'p str>>,
    /// The texts, one per row.
    pub texts: Vec<&'p str>,
    /// The questions written for each text.
    pub questions: Vec<Vec<&'p str>>,
    /// Their stems, one chunk per row.
    pub matrix: TermMatrix,
}

impl<'p> Passages<'p> {
    /// Creates the passages of one language.
    #[must_use]
    pub fn new(tag: &'p str, texts: Vec<&'p str>, matrix: TermMatrix) -> Self {
        Self {
            tag,
            titles: vec![Vec::new(); texts.len()],
            questions: vec![Vec::new(); texts.len()],
            texts,
            matrix,
        }
    }

    /// Sets the titles above the texts, one list per row.
    #[must_use]
    pub fn with_titles(mut self, titles: Vec<Vec<&'p str>>) -> Self {
        self.titles = titles;
        self
    }

    /// Sets the questions written for the texts, one list per row.
    #[must_use]
    pub fn with_questions(mut self, questions: Vec<Vec<&'p str>>) -> Self {
        self.questions = questions;
        self
    }
}

/// A sparse matrix, with a row per chunk and a column per stem. Rows have length 1, or are empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TermMatrix {
    rows: Vec<Vec<(u32, f64)>>,
    columns: usize,
}

impl TermMatrix {
    /// Creates it from its rows: column and value, ascending by column.
    #[must_use]
    pub fn new(rows: Vec<Vec<(u32, f64)>>, columns: usize) -> Self {
        Self { rows, columns }
    }

    /// Returns the rows: column and value, ascending by column.
    #[must_use]
    pub fn rows(&self) -> &[Vec<(u32, f64)>] {
        &self.rows
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }
}

/// Vectors of chunks, and the singular values of their dimensions.
///
/// These are the factors `U` and `S` of a singular value decomposition `A ≈ U S Vᵀ` of the matrix.
/// An embedder without singular values returns singular values of 1.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Embedding {
    /// Strength of each dimension, above 0.
    pub singular_values: Vec<f64>,
    /// The rows, concatenated.
    pub rows: Vec<f64>,
    /// A row for every written question, those of the first text first; empty if the embedder
    /// embeds none. Only with a table.
    pub questions: Vec<f64>,
    /// Encodes questions; without one they are folded in through the postings of their words.
    pub table: Option<QueryTable>,
}

impl Embedding {
    /// Quantises for the index: rows of the chunks, then those of this many written questions, if
    /// they were embedded. `lengths` are those of the matrix's rows before normalisation, 0 for
    /// empty ones.
    pub(super) fn quantised(
        &self,
        embedder: &str,
        lengths: &[f64],
        questions: usize,
    ) -> Result<ChunkVectors> {
        self.check(embedder, lengths.len(), questions)?;
        if self.table.is_some() {
            return Ok(self.directions());
        }
        let mut vectors = ChunkVectors {
            singular_values: self.singular_values.iter().map(|s| narrow(*s)).collect(),
            ..ChunkVectors::default()
        };
        if self.singular_values.is_empty() {
            return Ok(vectors);
        }
        for (row, length) in self.rows.chunks(self.singular_values.len()).zip(lengths) {
            let singular_values = &vectors.singular_values;
            let components = row.iter().zip(singular_values);
            let flat: Vec<f64> = components.map(|(u, s)| u * f64::from(*s).sqrt()).collect();
            let step = flat.iter().fold(0.0, |most: f64, x| most.max(x.abs())) / STEPS;
            let known = *length > 0.0 && step > 0.0;
            vectors
                .factors
                .push(if known { narrow(step / length) } else { 0.0 });
            vectors.steps.extend(
                flat.iter()
                    .map(|x| if known { nearest(x / step) } else { 0 }),
            );
        }
        Ok(vectors)
    }

    /// Quantises the chunks' own vectors, keeping only their direction: every row is divided by the
    /// singular values, and then scaled to its own steps.
    fn directions(&self) -> ChunkVectors {
        let dimensions = self.singular_values.len().max(1);
        let mut rows = Vec::with_capacity(self.rows.len() + self.questions.len());
        let questions = self.questions.chunks(dimensions);
        for row in self.rows.chunks(dimensions).chain(questions) {
            let own = row.iter().zip(&self.singular_values).map(|(x, s)| x * s);
            let length = own.clone().map(|x| x * x).sum::<f64>().sqrt();
            rows.extend(own.map(|x| {
                if length > 0.0 {
                    narrow(x / length)
                } else {
                    0.0
                }
            }));
        }
        let singular_values = scales(&rows, self.singular_values.len());
        let mut all = Vec::with_capacity(rows.len());
        for row in rows.chunks(dimensions) {
            let flat: Vec<f32> = row
                .iter()
                .zip(&singular_values)
                .map(|(x, s)| x / s)
                .collect();
            all.extend(steps(&flat));
        }
        ChunkVectors {
            singular_values,
            factors: Vec::new(),
            steps: all,
        }
    }

    fn check(&self, embedder: &str, chunks: usize, questions: usize) -> Result<()> {
        let dimensions = self.singular_values.len();
        let sound = dimensions <= MOST_DIMENSIONS
            && self.rows.len() == dimensions * chunks
            && (self.questions.is_empty()
                || self.table.is_some() && self.questions.len() == dimensions * questions)
            && { self.rows.iter().chain(&self.questions) }.all(|x| x.is_finite())
            && self
                .singular_values
                .iter()
                .all(|s| narrow(*s) > 0.0 && narrow(*s).is_finite());
        if sound {
            let table = self.table.as_ref();
            return table.map_or(Ok(()), |table| table.check(embedder, dimensions));
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

/// Converts a row to steps, scaled so that the greatest component has the maximum.
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
