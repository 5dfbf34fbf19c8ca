//! A table for one site: rows that explain how the encoder embeds the site's own sentences and the questions
//! that were written for it.
//!
//! What visitors ask of a site is said in its words, and rows are fetched from the site anyway. So the rows of
//! a table that was learnt from other text are moved by the same least squares ([`super::least_squares`]), with
//! the table as prior. Where there is none for the site's language, the prior is what the encoder makes of
//! every piece alone.

use anyhow::Result;
use ndarray::{Array1, Array2, Axis};
use soru::index::format::sha256;
use soru::text::{Pieces, sentences};

use super::projection::Projection;
use super::student::Student;
use super::table::Table;
use super::vocabulary::Vocabulary;
use super::{Lesson, teach};
use crate::cache::Cache;
use crate::encoder::{Done, Encoder};

/// A longer sentence is cut: questions are not that long.
const MOST_WORDS: usize = 40;

/// Sentences of more words lend a part of themselves, too: questions are short.
const SHORT: usize = 8;

/// Words of a part.
const PART: std::ops::Range<usize> = 3..9;

/// Fewer words say little.
const FEWEST_WORDS: usize = 3;

/// Pieces and dimensions of a table that is learnt from a site alone. More pieces would be embedded for
/// words that the site has not.
const PIECES: usize = 12_000;
const DIMENSIONS: usize = 128;

/// Sentences of texts, and parts of them, each once: at most so many, chosen by their hashes, so that a change
/// of one page changes few of them.
#[must_use]
pub fn site_samples<'t>(texts: impl Iterator<Item = &'t str>, most: usize) -> Vec<String> {
    let mut samples: Vec<([u8; 32], String)> = Vec::new();
    for text in texts {
        for range in sentences(text) {
            let words: Vec<&str> = text[range].split_whitespace().take(MOST_WORDS).collect();
            if words.len() < FEWEST_WORDS {
                continue;
            }
            let sentence = words.join(" ");
            let hash = sha256(sentence.as_bytes());
            if words.len() > SHORT {
                let part = part(&words, hash);
                samples.push((sha256(part.as_bytes()), part));
            }
            samples.push((hash, sentence));
        }
    }
    samples.sort_unstable();
    samples.dedup();
    samples.truncate(most);
    samples.into_iter().map(|(_, text)| text).collect()
}

/// Words in a row: how many, and where they begin, is as good as random.
fn part(words: &[&str], hash: [u8; 32]) -> String {
    let length = PART.start + usize::from(hash[0]) % PART.len();
    let start = usize::from(hash[1]) % (words.len() - length.min(words.len()) + 1);
    words[start..(start + length).min(words.len())].join(" ")
}

impl Table {
    /// With rows that are nearer to what the encoder makes of a site's texts: a row of `vectors` each.
    #[must_use]
    pub fn adapted(self, texts: &[&str], vectors: &Array2<f32>) -> Self {
        let cutter = Pieces::new(&self.pieces, &self.rules);
        let lessons = lessons(texts, &self.project(vectors), |text| cutter.cut(text));
        let width = self.dimensions();
        let mut rows: Vec<f32> = self.rows.iter().copied().collect();
        rows.extend(&self.bias);
        let student = Student { width, rows };
        self.with(&learnt(student, &lessons))
    }

    /// Learnt from a site's texts alone: a row of `vectors` each.
    ///
    /// # Errors
    /// If the encoder's tokenizer is of a kind that tables do not know.
    pub fn of_site(
        encoder: &Encoder,
        languages: &[String],
        texts: &[&str],
        vectors: &Array2<f32>,
        cache: Option<&Cache>,
        done: Done<'_>,
    ) -> Result<Self> {
        let owned: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        let vocabulary = Vocabulary::new(encoder, &owned, PIECES)?;
        let mean = vectors.mean_axis(Axis(0)).unwrap_or_default();
        let projection = Projection::of(&(vectors - &mean), DIMENSIONS.min(encoder.dimensions()))?;
        let prompt = &encoder.prompts().question;
        let alone = teach(encoder, prompt, &vocabulary.alone(), cache, done)?;
        let of_pieces = alone.mean_axis(Axis(0)).unwrap_or_default();
        let prior = projection.apply(&(&alone - &of_pieces));
        let projected = projection.apply(&(vectors - &mean));
        let lessons = lessons(texts, &projected, |text| vocabulary.cut(text));
        let mut student = Student::new(&vocabulary, &prior, &[]);
        let scale = scale(&student, &lessons);
        student.rows.iter_mut().for_each(|x| *x *= scale);
        let student = learnt(student, &lessons);
        let mut table = Self::new(encoder, &vocabulary, &student, &projection, languages);
        table.mean = mean.to_vec();
        Ok(table)
    }

    /// The encoder's vectors in the table's dimensions.
    #[must_use]
    pub fn project(&self, vectors: &Array2<f32>) -> Array2<f32> {
        if self.mean.is_empty() {
            return self.projection.apply(vectors);
        }
        let mean = Array1::from_vec(self.mean.clone());
        self.projection.apply(&(vectors - &mean))
    }

    fn with(mut self, student: &Student) -> Self {
        let pieces = self.pieces.len();
        let rows = student.rows[..pieces * student.width].to_vec();
        self.rows = Array2::from_shape_vec((pieces, student.width), rows).unwrap_or(self.rows);
        self.bias = student.row(student.bias()).to_vec();
        self
    }
}

fn learnt(mut student: Student, lessons: &[Lesson]) -> Student {
    if !lessons.is_empty() {
        student.fit(lessons);
    }
    student
}

/// What the rows have to be multiplied by to come nearest to the lessons.
fn scale(student: &Student, lessons: &[Lesson]) -> f32 {
    let (mut both, mut own) = (0.0, 0.0);
    for lesson in lessons {
        let found = student.encode(&lesson.pieces);
        both += found
            .iter()
            .zip(&lesson.vector)
            .map(|(a, b)| a * b)
            .sum::<f32>();
        own += found.iter().map(|x| x * x).sum::<f32>();
    }
    if own > 0.0 && both > 0.0 {
        both / own
    } else {
        1.0
    }
}

fn lessons(texts: &[&str], vectors: &Array2<f32>, cut: impl Fn(&str) -> Vec<u32>) -> Vec<Lesson> {
    let pairs = texts.iter().zip(vectors.rows());
    let lesson = |(text, vector): (&&str, ndarray::ArrayView1<'_, f32>)| {
        let pieces = cut(text);
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-12);
        let vector = vector.iter().map(|x| x / length).collect();
        (!pieces.is_empty()).then_some(Lesson { pieces, vector })
    };
    pairs.filter_map(lesson).collect()
}
