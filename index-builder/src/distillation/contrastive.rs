//! Contrastive epochs: they move a sample near its own vector, and as far from others' as the
//! encoder has it.
//!
//! With `s` the table's vector of a sample and `t` the encoder's vector, both of unit length, the
//! loss of a batch is
//!
//! ```text
//! Σ_i  α (1 − s_i · t_i)  +  (1 − α) H(softmax_j(t_i · t_j / τ), softmax_j(s_i · t_j / τ))
//! ```
//!
//! where `H` is the cross entropy: the other samples of the batch are the negatives, weighted by
//! the encoder's own similarities (A. van den Oord et al., "Representation Learning with
//! Contrastive Predictive Coding", 2018; G. Hinton et al., "Distilling the Knowledge in a Neural
//! Network", 2015). The optimiser is Adam (D. Kingma, J. Ba, 2014), applied to the rows that occur
//! in a batch.

use ndarray::Array2;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::samples::shuffle;
use super::student::{Student, add, share};
use super::{Lesson, Recipe};

const BATCH: usize = 256;
/// `τ`.
const TEMPERATURE: f32 = 0.05;
/// `α`.
const COSINE: f32 = 0.5;
const RATE: f32 = 0.004;
/// Adam's decays.
const DECAYS: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

/// The optimiser's state between batches.
pub(super) struct Contrastive {
    random: Xoshiro256PlusPlus,
    moments: [Vec<f32>; 2],
    /// The number of updates of each row.
    steps: Vec<u32>,
    epochs: usize,
    done: usize,
}

impl Contrastive {
    pub(super) fn new(student: &Student, recipe: &Recipe) -> Self {
        let zeros = vec![0.0; student.rows.len()];
        Self {
            random: Xoshiro256PlusPlus::seed_from_u64(recipe.seed),
            moments: [zeros.clone(), zeros],
            steps: vec![0; student.bias() + 1],
            epochs: recipe.epochs,
            done: 0,
        }
    }

    /// Visits all lessons once, in a new order each time. The learning rate falls from epoch to
    /// epoch.
    pub(super) fn epoch(&mut self, student: &mut Student, lessons: &[Lesson]) {
        let rate = RATE * (self.epochs - self.done) as f32 / self.epochs as f32;
        let mut order: Vec<&Lesson> = lessons.iter().collect();
        shuffle(&mut order, &mut self.random);
        for batch in order.chunks(BATCH) {
            let gradient = gradient(student, batch);
            self.step(student, batch, &gradient, rate);
        }
        self.done += 1;
    }

    fn step(
        &mut self,
        student: &mut Student,
        batch: &[&Lesson],
        gradient: &Array2<f32>,
        rate: f32,
    ) {
        let width = student.width;
        let mut touched: Vec<(usize, usize, f32)> = Vec::new();
        for (number, lesson) in batch.iter().enumerate() {
            let share = share(&lesson.pieces);
            touched.extend(
                lesson
                    .pieces
                    .iter()
                    .map(|piece| (*piece as usize, number, share)),
            );
            touched.push((student.bias(), number, 1.0));
        }
        touched.sort_unstable_by_key(|(row, number, _)| (*row, *number));
        let mut sum = vec![0.0; width];
        for group in touched.chunk_by(|a, b| a.0 == b.0) {
            sum.fill(0.0);
            for (_, number, share) in group {
                if let Some(row) = gradient.row(*number).as_slice() {
                    add(&mut sum, row, *share);
                }
            }
            self.change(student, group[0].0, &sum, rate);
        }
    }

    fn change(&mut self, student: &mut Student, row: usize, gradient: &[f32], rate: f32) {
        self.steps[row] += 1;
        let place = row * student.width..(row + 1) * student.width;
        let [first, second] = &mut self.moments;
        let steps = i32::try_from(self.steps[row]).unwrap_or(i32::MAX);
        let [a, b] = DECAYS.map(|decay| 1.0 - decay.powi(steps));
        let moments = first[place.clone()]
            .iter_mut()
            .zip(&mut second[place.clone()]);
        for ((x, g), (m, v)) in student.rows[place].iter_mut().zip(gradient).zip(moments) {
            *m = DECAYS[0] * *m + (1.0 - DECAYS[0]) * g;
            *v = DECAYS[1] * *v + (1.0 - DECAYS[1]) * g * g;
            *x -= rate * (*m / a) / ((*v / b).sqrt() + EPSILON);
        }
    }
}

/// The mean loss of a batch. `own` holds the table's vectors of its samples.
#[cfg(test)]
pub(super) fn loss(mut own: Array2<f32>, batch: &[&Lesson]) -> f32 {
    let targets = Array2::from_shape_fn(own.raw_dim(), |(row, column)| batch[row].vector[column]);
    for mut row in own.rows_mut() {
        let length = row.dot(&row).sqrt();
        row *= 1.0 / length;
    }
    let (found, wanted) = (
        probabilities(&own, &targets),
        probabilities(&targets, &targets),
    );
    let entropy = -(&wanted * &found.mapv(f32::ln)).sum();
    let cosines = (&own * &targets).sum();
    let count = batch.len() as f32;
    (COSINE * (count - cosines) + (1.0 - COSINE) * entropy) / count
}

/// The gradient of the loss by the table's vector of each sample, before normalisation to unit
/// length.
pub(super) fn gradient(student: &Student, batch: &[&Lesson]) -> Array2<f32> {
    let shape = (batch.len(), student.width);
    let mut own = Array2::zeros(shape);
    let mut targets = Array2::zeros(shape);
    for (number, lesson) in batch.iter().enumerate() {
        own.row_mut(number)
            .assign(&ndarray::ArrayView1::from(&student.encode(&lesson.pieces)));
        targets
            .row_mut(number)
            .assign(&ndarray::ArrayView1::from(&lesson.vector));
    }
    let lengths: Vec<f32> = own
        .rows()
        .into_iter()
        .map(|row| row.dot(&row).sqrt().max(1e-12))
        .collect();
    for (mut row, length) in own.rows_mut().into_iter().zip(&lengths) {
        row *= 1.0 / length;
    }
    let mut differences = probabilities(&own, &targets) - probabilities(&targets, &targets);
    differences *= (1.0 - COSINE) / TEMPERATURE;
    let mut gradient = differences.dot(&targets);
    gradient.scaled_add(-COSINE, &targets);
    for ((mut row, own), length) in gradient
        .rows_mut()
        .into_iter()
        .zip(own.rows())
        .zip(&lengths)
    {
        // Only the component that changes the direction counts.
        let along = row.dot(&own);
        row.scaled_add(-along, &own);
        row *= 1.0 / (length * batch.len() as f32);
    }
    gradient
}

/// `softmax_j(a_i · b_j / τ)`.
fn probabilities(a: &Array2<f32>, b: &Array2<f32>) -> Array2<f32> {
    let mut all = a.dot(&b.t()) / TEMPERATURE;
    for mut row in all.rows_mut() {
        let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        row.mapv_inplace(|x| (x - most).exp());
        let sum = row.sum();
        row *= 1.0 / sum;
    }
    all
}
