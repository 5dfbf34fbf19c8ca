//! The table during training.

/// A sample: its pieces, and the encoder's vector of unit length.
#[derive(Debug, Clone)]
pub(super) struct Lesson {
    pub(super) pieces: Vec<u32>,
    pub(super) vector: Vec<f32>,
}

/// Rows of pieces, followed by a bias.
#[derive(Debug, Clone)]
pub(super) struct Student {
    pub(super) width: usize,
    /// Pieces × width, and the bias as the last row.
    pub(super) rows: Vec<f32>,
}

impl Student {
    pub(super) fn bias(&self) -> usize {
        self.rows.len() / self.width - 1
    }

    pub(super) fn row(&self, row: usize) -> &[f32] {
        &self.rows[row * self.width..(row + 1) * self.width]
    }

    /// Returns the table's vector of a text.
    pub(super) fn encode(&self, pieces: &[u32]) -> Vec<f32> {
        let share = share(pieces);
        let mut sum = vec![0.0; self.width];
        for piece in pieces {
            add(&mut sum, self.row(*piece as usize), share);
        }
        add(&mut sum, self.row(self.bias()), 1.0);
        sum
    }
}

/// Returns the weight of each piece of a text.
pub(super) fn share(pieces: &[u32]) -> f32 {
    1.0 / (pieces.len() as f32).sqrt()
}

pub(super) fn add(sum: &mut [f32], row: &[f32], factor: f32) {
    for (sum, x) in sum.iter_mut().zip(row) {
        *sum += factor * x;
    }
}
