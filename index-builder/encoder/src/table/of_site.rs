//! A table for one site and all its languages, learnt from its own text.
//!
//! The initial rows are the encoder's vectors of each word piece alone, without their common part:
//!
//! ```text
//! row(p) = s · a / (a + frequency(p)) · v(p)      v less its mean and its main directions
//! ```
//!
//! The weight makes frequent pieces light (S. Arora et al., "A Simple but Tough-to-Beat Baseline
//! for Sentence Embeddings", 2017). The mean and the main directions separate languages rather than
//! meanings (J. Mu, P. Viswanath, "All-but-the-Top", 2018). Least squares then fit the rows to the
//! encoder's vectors of the site's sentences, each minus the mean of its language
//! (`least_squares.rs`). Such a table is useful only on its own site.

use anyhow::Result;
use ndarray::{Array2, ArrayView1, Axis};

use super::centre::centre;
use super::file::Table;
use super::least_squares::least_squares;
use super::projection::Projection;
use super::samples::Samples;
use super::student::{Lesson, Student};
use super::vocabulary::Vocabulary;
use crate::{Done, Encoder};
use soru_files::cache::Cache;

/// The `a` of the weights.
const SMOOTHING: f32 = 1e-4;

/// Number of common directions removed besides the mean.
const MAIN_DIRECTIONS: usize = 2;

/// The maximum number of training sentences and parts of sentences, over all languages.
const MOST_SAMPLES: usize = 12_000;

/// The maximum number of pieces: the site's pieces, then the tokenizer's most frequent.
const PIECES: usize = 12_000;

/// Seed for choosing parts of sentences.
const SEED: u64 = 1;

/// Inputs of a site's query table.
#[derive(Debug)]
pub struct SiteLessons {
    vocabulary: Vocabulary,
    /// The share of every piece in all text.
    shares: Vec<f32>,
    /// Samples by language.
    samples: Vec<Vec<String>>,
}

impl SiteLessons {
    /// Collects the samples from the texts of each language.
    ///
    /// # Errors
    /// If tables do not support the encoder's kind of tokenizer.
    pub fn new(encoder: &Encoder, languages: &[Vec<&str>]) -> Result<Self> {
        let all = languages.iter().flatten();
        let all: Vec<String> = all.map(|text| (*text).to_owned()).collect();
        let most = MOST_SAMPLES / languages.len().max(1);
        let (vocabulary, shares) = Vocabulary::new(encoder, &all, PIECES)?;
        Ok(Self {
            vocabulary,
            shares,
            samples: languages.iter().map(|texts| samples(texts, most)).collect(),
        })
    }

    /// The number of texts that the encoder will embed.
    pub fn count(&self) -> usize {
        self.vocabulary.pieces.len() + self.samples.iter().map(Vec::len).sum::<usize>()
    }

    /// Makes the table in the encoder's own dimensions. Calls `done` with the number of texts
    /// embedded.
    ///
    /// # Errors
    /// If the tokenizer cannot read a text.
    pub fn table(self, encoder: &Encoder, cache: Option<&Cache>, done: Done<'_>) -> Result<Table> {
        let prompt = &encoder.prompts().question;
        let embed = |texts: &Vec<String>| teach(encoder, prompt, texts, cache, done);
        let mut prior = embed(&self.vocabulary.alone())?;
        remove_common_component(&mut prior)?;
        let mut vectors: Vec<Array2<f32>> =
            self.samples.iter().map(embed).collect::<Result<_>>()?;
        centre(&mut vectors);
        let lessons = lessons(&self.vocabulary, &self.samples, &vectors);
        let mut student = student(&self.shares, &prior, &lessons);
        least_squares(&mut student, &lessons);
        Ok(finished(encoder, &self.vocabulary, &student))
    }
}

/// Returns the encoder's vectors of texts that are prefixed with a prompt.
fn teach(
    encoder: &Encoder,
    prompt: &str,
    texts: &[String],
    cache: Option<&Cache>,
    done: Done<'_>,
) -> Result<Array2<f32>> {
    let prompted: Vec<String> = texts.iter().map(|text| format!("{prompt}{text}")).collect();
    let texts: Vec<&str> = prompted.iter().map(String::as_str).collect();
    encoder.embed_cached(&texts, cache, done)
}

fn finished(encoder: &Encoder, vocabulary: &Vocabulary, student: &Student) -> Table {
    let pieces = vocabulary.pieces.len();
    let rows = student.rows[..pieces * student.width].to_vec();
    Table {
        fingerprint: encoder.fingerprint(),
        languages: encoder.languages().to_vec(),
        projection: Projection {
            matrix: Array2::eye(encoder.dimensions()),
        },
        pieces: vocabulary.pieces.clone(),
        rules: vocabulary.rules.clone(),
        rows: Array2::from_shape_vec((pieces, student.width), rows).unwrap_or_default(),
        bias: student.row(student.bias()).to_vec(),
        common: vocabulary.common(),
    }
}

/// Returns at most `most` sentences and parts of sentences, spread over the texts.
fn samples(texts: &[&str], most: usize) -> Vec<String> {
    let mut samples = Samples::default();
    for text in texts {
        samples.add(text);
    }
    let mut texts = samples.texts(SEED);
    texts.truncate(most);
    texts
}

fn lessons(
    vocabulary: &Vocabulary,
    samples: &[Vec<String>],
    vectors: &[Array2<f32>],
) -> Vec<Lesson> {
    let rows = vectors.iter().flat_map(|own| own.rows());
    let lesson = |(text, row): (&String, ArrayView1<'_, f32>)| Lesson {
        pieces: vocabulary.cut(text),
        vector: one_long(&row),
    };
    let all = samples.iter().flatten().zip(rows).map(lesson);
    all.filter(|lesson| !lesson.pieces.is_empty()).collect()
}

fn one_long(row: &ArrayView1<'_, f32>) -> Vec<f32> {
    let length = row.dot(row).sqrt().max(1e-12);
    row.iter().map(|x| x / length).collect()
}

/// Creates the weighted rows without bias, at the scale that explains the lessons best.
fn student(shares: &[f32], prior: &Array2<f32>, lessons: &[Lesson]) -> Student {
    let width = prior.ncols();
    let mut rows = Vec::with_capacity((prior.nrows() + 1) * width);
    for (row, share) in prior.rows().into_iter().zip(shares) {
        let weight = SMOOTHING / (SMOOTHING + share);
        rows.extend(row.iter().map(|x| x * weight));
    }
    rows.extend(std::iter::repeat_n(0.0, width));
    let mut student = Student { width, rows };
    let (mut both, mut own) = (0.0, 0.0);
    for lesson in lessons {
        let found = student.encode(&lesson.pieces);
        let pairs = found.iter().zip(&lesson.vector);
        both += pairs.map(|(a, b)| a * b).sum::<f32>();
        own += found.iter().map(|x| x * x).sum::<f32>();
    }
    if both > 0.0 && own > 0.0 {
        student.rows.iter_mut().for_each(|x| *x *= both / own);
    }
    student
}

fn remove_common_component(rows: &mut Array2<f32>) -> Result<()> {
    let Some(mean) = rows.mean_axis(Axis(0)) else {
        return Ok(());
    };
    *rows -= &mean;
    let directions = Projection::of(rows, MAIN_DIRECTIONS)?.matrix;
    let along = rows.dot(&directions).dot(&directions.t());
    *rows -= &along;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // Two main directions besides the mean, and a third that is a row's own.
    #[test]
    fn r19_the_common_component_of_all_rows_is_removed() {
        let own = |row: usize| [0.1, -0.1][row % 2];
        let mut rows = Array2::from_shape_fn((8, 4), |(row, column)| match column {
            0 => 5.0 + [3.0, -3.0][row / 4],
            1 => [2.0, -2.0][row / 2 % 2],
            2 => own(row),
            _ => 7.0,
        });
        remove_common_component(&mut rows).unwrap();
        for (number, row) in rows.rows().into_iter().enumerate() {
            let expected = [0.0, 0.0, own(number), 0.0];
            for (found, expected) in row.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-5, "{row}");
            }
        }
    }

    #[test]
    fn r19_rows_of_nothing_share_nothing() {
        let mut none = Array2::zeros((0, 3));
        remove_common_component(&mut none).unwrap();
        assert_eq!(none.dim(), (0, 3));
    }

    #[test]
    fn r19_samples_are_from_all_over_the_texts_and_no_more_than_asked_for() {
        let text = |number: u32| {
            format!("Room {number} is on the floor {number} of the house by the road.")
        };
        let texts: Vec<String> = (0..100).map(text).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let few = samples(&texts, 20);
        assert_eq!(few.len(), 20);
        let is_late = |sample: &&String| {
            texts[80..]
                .iter()
                .any(|text| text.contains(sample.as_str()))
        };
        assert!(few.iter().filter(is_late).count() > 0, "{few:?}");
        assert!(samples(&texts, 1000).len() > 150);
    }
}
