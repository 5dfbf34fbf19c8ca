//! Fits the rows that best explain how an encoder embeds samples, as a sum over pieces.
//!
//! ```text
//! minimise  Σ_samples |A W − T|² + λ |W − W₀|²      A[s, p] = 1 / √pieces(s), bias 1
//! ```
//!
//! It uses conjugate gradients on the normal equations, with the diagonal as preconditioner (M.
//! Hestenes, E. Stiefel, "Methods of Conjugate Gradients for Solving Linear Systems", 1952), for
//! all dimensions at once. `W₀` is the prior: the row of a piece that is rare in the samples stays
//! near it.

use rayon::prelude::*;

use super::student::{Lesson, Student, add, share};

/// The weight of the prior: about the weight of eight samples that contain the piece among seven
/// others.
const RIDGE: f32 = 1.0;

/// The number of iterations, enough for the third digit of the validation cosine.
const ITERATIONS: usize = 25;

pub(super) fn least_squares(student: &mut Student, lessons: &[Lesson]) {
    let system = System::new(student, lessons);
    // With W = W₀ + X the right-hand side is the residual of the prior.
    let missing: Vec<Vec<f32>> = lessons
        .par_iter()
        .map(|lesson| {
            let own = student.encode(&lesson.pieces);
            lesson.vector.iter().zip(own).map(|(a, b)| a - b).collect()
        })
        .collect();
    let x = system.solve(system.transposed(&missing));
    add(&mut student.rows, &x, 1.0);
}

struct System<'l> {
    lessons: &'l [Lesson],
    /// The samples of each row of the table, once per occurrence.
    samples: Vec<Vec<u32>>,
    diagonal: Vec<f32>,
    width: usize,
    bias: usize,
}

impl<'l> System<'l> {
    fn new(student: &Student, lessons: &'l [Lesson]) -> Self {
        let bias = student.bias();
        let mut samples = vec![Vec::new(); bias + 1];
        let mut diagonal = vec![RIDGE; bias + 1];
        for (number, lesson) in (0..).zip(lessons) {
            for piece in &lesson.pieces {
                samples[*piece as usize].push(number);
                diagonal[*piece as usize] += share(&lesson.pieces).powi(2);
            }
            samples[bias].push(number);
            diagonal[bias] += 1.0;
        }
        Self {
            lessons,
            samples,
            diagonal,
            width: student.width,
            bias,
        }
    }

    /// `Aᵀ Y`.
    fn transposed(&self, y: &[Vec<f32>]) -> Vec<f32> {
        let mut product = vec![0.0; self.samples.len() * self.width];
        let rows = product
            .par_chunks_mut(self.width)
            .zip(&self.samples)
            .enumerate();
        rows.for_each(|(row, (out, samples))| {
            for sample in samples {
                let sample = *sample as usize;
                let factor = if row == self.bias {
                    1.0
                } else {
                    share(&self.lessons[sample].pieces)
                };
                add(out, &y[sample], factor);
            }
        });
        product
    }

    /// `(Aᵀ A + λ) X`.
    fn times(&self, x: &[f32]) -> Vec<f32> {
        let row = |number: usize| &x[number * self.width..(number + 1) * self.width];
        let forward = |lesson: &Lesson| {
            let mut sum = row(self.bias).to_vec();
            for piece in &lesson.pieces {
                add(&mut sum, row(*piece as usize), share(&lesson.pieces));
            }
            sum
        };
        let y: Vec<Vec<f32>> = self.lessons.par_iter().map(forward).collect();
        let mut product = self.transposed(&y);
        add(&mut product, x, RIDGE);
        product
    }

    fn preconditioned(&self, residual: &[f32]) -> Vec<f32> {
        let rows = residual.chunks(self.width).zip(&self.diagonal);
        rows.flat_map(|(row, d)| row.iter().map(move |x| x / d))
            .collect()
    }

    /// Runs the same steps for every column, each with its own factors.
    fn solve(&self, right: Vec<f32>) -> Vec<f32> {
        let mut x = vec![0.0; right.len()];
        let mut residual = right;
        let mut z = self.preconditioned(&residual);
        let mut direction = z.clone();
        let mut along = self.dots(&residual, &z);
        for _ in 0..ITERATIONS {
            let image = self.times(&direction);
            let steps = ratios(&along, &self.dots(&direction, &image));
            self.add_scaled(&mut x, &direction, &steps);
            let back: Vec<f64> = steps.iter().map(|step| -step).collect();
            self.add_scaled(&mut residual, &image, &back);
            z = self.preconditioned(&residual);
            let next = self.dots(&residual, &z);
            let keep = ratios(&next, &along);
            self.turn(&mut direction, &z, &keep);
            along = next;
        }
        x
    }

    /// Returns the dot products, column by column.
    fn dots(&self, a: &[f32], b: &[f32]) -> Vec<f64> {
        let mut dots = vec![0.0; self.width];
        for (a, b) in a.chunks(self.width).zip(b.chunks(self.width)) {
            for ((dot, a), b) in dots.iter_mut().zip(a).zip(b) {
                *dot += f64::from(a * b);
            }
        }
        dots
    }

    #[allow(clippy::cast_possible_truncation)] // all rows are 32-bit floats
    fn add_scaled(&self, x: &mut [f32], direction: &[f32], factors: &[f64]) {
        for (x, direction) in x.chunks_mut(self.width).zip(direction.chunks(self.width)) {
            for ((x, d), factor) in x.iter_mut().zip(direction).zip(factors) {
                *x += d * *factor as f32;
            }
        }
    }

    #[allow(clippy::cast_possible_truncation)] // all rows are 32-bit floats
    fn turn(&self, direction: &mut [f32], z: &[f32], keep: &[f64]) {
        for (direction, z) in direction.chunks_mut(self.width).zip(z.chunks(self.width)) {
            for ((d, z), keep) in direction.iter_mut().zip(z).zip(keep) {
                *d = z + *d * *keep as f32;
            }
        }
    }
}

/// Returns the quotients, or 0 where the divisor is 0, because such a column is solved.
fn ratios(above: &[f64], below: &[f64]) -> Vec<f64> {
    let pairs = above.iter().zip(below);
    pairs
        .map(|(a, b)| if *b > 0.0 { a / b } else { 0.0 })
        .collect()
}
