//! A matrix in its stored form: 32-bit floats, or steps of 8 or 4 bits.
//!
//! | stored as | tensor | `NAME.scale` | a number is |
//! |---|---|---|---|
//! | floats | F32, rows × columns | | itself |
//! | 8 bits | I8, rows × columns | F32, a row each | step · scale |
//! | 4 bits | U8, rows × columns / 2 | F16, rows × columns / 32 | (step − 8) · scale |
//!
//! With 4 bits a block of 32 numbers takes 16 bytes: byte `j` has number `j` in its low half and
//! number `j + 16` in the high half.

use half::f16;
use ndarray::{Array2, ArrayViewMut1};

/// The number of 4-bit numbers that share a scale.
pub(super) const BLOCK: usize = 32;

/// The rows of a matrix.
pub(super) enum Rows {
    Floats(Array2<f32>),
    Bytes {
        steps: Vec<i8>,
        scales: Vec<f32>,
    },
    Nibbles {
        steps: Vec<u8>,
        scales: Vec<f16>,
        columns: usize,
    },
}

impl Rows {
    pub(super) fn columns(&self) -> usize {
        match self {
            Self::Floats(rows) => rows.ncols(),
            Self::Bytes { steps, scales } => steps.len() / scales.len().max(1),
            Self::Nibbles { columns, .. } => *columns,
        }
    }

    /// Adds a row to another.
    pub(super) fn add_to(&self, row: usize, sum: &mut ArrayViewMut1<'_, f32>) {
        match self {
            Self::Floats(rows) => *sum += &rows.row(row),
            Self::Bytes { steps, scales } => {
                let columns = self.columns();
                let steps = &steps[row * columns..(row + 1) * columns];
                for (sum, step) in sum.iter_mut().zip(steps) {
                    *sum += f32::from(*step) * scales[row];
                }
            }
            Self::Nibbles {
                steps,
                scales,
                columns,
            } => {
                let blocks = row * columns / BLOCK..(row + 1) * columns / BLOCK;
                for (number, block) in blocks.enumerate() {
                    let scale = scales[block].to_f32();
                    let bytes = &steps[block * BLOCK / 2..(block + 1) * BLOCK / 2];
                    for (place, byte) in bytes.iter().enumerate() {
                        let at = number * BLOCK + place;
                        sum[at] += (f32::from(byte & 15) - 8.0) * scale;
                        sum[at + BLOCK / 2] += (f32::from(byte >> 4) - 8.0) * scale;
                    }
                }
            }
        }
    }

    /// Converts the matrix to floats.
    pub(super) fn into_floats(self, rows: usize) -> Array2<f32> {
        if let Self::Floats(rows) = self {
            return rows;
        }
        let mut all = Array2::zeros((rows, self.columns()));
        for (number, mut row) in all.rows_mut().into_iter().enumerate() {
            self.add_to(number, &mut row);
        }
        all
    }
}

/// Quantises a row to 8 bits: its steps, and the size of a step.
pub(super) fn in_bytes(row: &[f32]) -> (Vec<i8>, f32) {
    let most = row.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    let scale = most / f32::from(i8::MAX);
    #[allow(clippy::cast_possible_truncation)] // at most 127 in either direction
    let step = |x: &f32| {
        if scale > 0.0 {
            (x / scale).round() as i8
        } else {
            0
        }
    };
    (row.iter().map(step).collect(), scale)
}

#[cfg(test)]
mod tests {
    use ndarray::{Array1, array};

    use super::*;

    fn row(rows: &Rows, number: usize) -> Array1<f32> {
        let mut sum = Array1::zeros(rows.columns());
        rows.add_to(number, &mut sum.view_mut());
        sum
    }

    #[test]
    fn r19_rows_of_8_bits_are_within_half_a_step() {
        let (first, second) = ([0.5_f32, -1.27, 0.013], [0.0_f32; 3]);
        let kept = [in_bytes(&first), in_bytes(&second)];
        let scales = kept.iter().map(|(_, scale)| *scale).collect();
        let steps = kept.into_iter().flat_map(|(steps, _)| steps).collect();
        let rows = Rows::Bytes { steps, scales };
        for (x, y) in row(&rows, 0).iter().zip(first) {
            assert!((x - y).abs() <= 0.005_001, "{x} {y}");
        }
        assert_eq!(row(&rows, 1), array![0.0, 0.0, 0.0]);
        assert_eq!(rows.into_floats(2).dim(), (2, 3));
    }

    #[test]
    fn r19_rows_of_4_bits_unpack_in_blocks_of_sixteen() {
        let steps = (0..32_u8).map(|byte| byte | 0x80).collect();
        let scales = vec![f16::from_f32(0.5), f16::from_f32(2.0)];
        let rows = Rows::Nibbles {
            steps,
            scales,
            columns: 32,
        };
        let (first, second) = (row(&rows, 0), row(&rows, 1));
        assert_eq!((first[0], first[15], first[16]), (-4.0, 3.5, 0.0));
        assert_eq!((second[1], second[17]), (-14.0, 2.0));
    }
}
