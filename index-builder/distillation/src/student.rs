//! The table during training.

use ndarray::Array2;

use super::Lesson;
use super::least_squares::least_squares;
use super::vocabulary::Vocabulary;

/// Rows of pieces, followed by a bias.
#[derive(Debug, Clone)]
pub(super) struct Student {
    pub(super) width: usize,
    /// Pieces × width, and the bias as the last row.
    pub(super) rows: Vec<f32>,
}

/// The `a` of the prior's weights, in shares of all pieces.
const SMOOTHING: f64 = 1e-3;

impl Student {
    /// Starts with the prior's rows.
    pub(super) fn new(vocabulary: &Vocabulary, prior: &Array2<f32>, lessons: &[Lesson]) -> Self {
        let width = prior.ncols();
        let all = vocabulary.counts.iter().sum::<u64>().max(1) as f64;
        let mut rows = Vec::with_capacity((prior.nrows() + 1) * width);
        for (row, count) in prior.rows().into_iter().zip(&vocabulary.counts) {
            let weight = SMOOTHING / (SMOOTHING + *count as f64 / all);
            #[allow(clippy::cast_possible_truncation)] // a share of 1
            let weight = weight as f32;
            rows.extend(row.iter().map(|x| x * weight));
        }
        rows.extend(mean(lessons, width));
        Self { width, rows }
    }

    /// Fits the rows to the lessons.
    pub(super) fn fit(&mut self, lessons: &[Lesson]) {
        least_squares(self, lessons);
    }

    pub(super) fn bias(&self) -> usize {
        self.rows.len() / self.width - 1
    }

    pub(super) fn row(&self, row: usize) -> &[f32] {
        &self.rows[row * self.width..(row + 1) * self.width]
    }

    /// The table's vector of a text.
    pub(super) fn encode(&self, pieces: &[u32]) -> Vec<f32> {
        let share = share(pieces);
        let mut sum = vec![0.0; self.width];
        for piece in pieces {
            add(&mut sum, self.row(*piece as usize), share);
        }
        add(&mut sum, self.row(self.bias()), 1.0);
        sum
    }

    /// The mean cosine with the encoder's vectors; 1 without lessons.
    pub(super) fn cosine(&self, lessons: &[Lesson]) -> f64 {
        let cosine = |lesson: &Lesson| {
            let own = self.encode(&lesson.pieces);
            let length = own.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-12);
            let dot: f32 = own.iter().zip(&lesson.vector).map(|(a, b)| a * b).sum();
            f64::from(dot / length)
        };
        match lessons.len() {
            0 => 1.0,
            count => lessons.iter().map(cosine).sum::<f64>() / count as f64,
        }
    }
}

/// The weight of each piece of a text.
pub(super) fn share(pieces: &[u32]) -> f32 {
    1.0 / (pieces.len() as f32).sqrt()
}

pub(super) fn add(sum: &mut [f32], row: &[f32], factor: f32) {
    for (sum, x) in sum.iter_mut().zip(row) {
        *sum += factor * x;
    }
}

fn mean(lessons: &[Lesson], width: usize) -> Vec<f32> {
    let mut mean = vec![0.0; width];
    for lesson in lessons {
        add(&mut mean, &lesson.vector, 1.0 / lessons.len() as f32);
    }
    mean
}
