//! Groups the vectors of a large site's chunks into cells of nearby ones.
//!
//! A question is near few cells: it is compared with the centroids of all cells and fetches the
//! nearest. Lloyd's algorithm on directions ("spherical k-means": I. Dhillon, D. Modha, "Concept
//! Decompositions for Large Sparse Text Data", 2001), from initial centroids spread evenly over the
//! chunks in their order, so that the same site gives the same cells.

use soru::error::Result;
use soru::index::format::{ChunkVectors, write_cell};

use super::section::Section;

/// Approximate number of chunks per cell, within the limit on cells: some 5 KB.
const CHUNKS_OF_CELL: usize = 80;

/// More rounds change almost nothing.
const ROUNDS: usize = 8;

/// Maximum number of chunks from which centroids are computed.
const SAMPLE: usize = 20_000;

/// Maximum number of cells in all languages together: hosts limit the number of files, and a site
/// with many chunks has thousands of other files. A site with 50,000 pages has this many cells, of
/// some 14 KB each.
const MOST_CELLS: usize = 240;

/// Returns the centroids of cells, as vectors, and the sections `cells/<tag>/<n>`. `numbers` are
/// the numbers of the chunks, ascending; the languages share the maximum number of cells.
pub(super) fn write_cells(
    tag: &str,
    vectors: &ChunkVectors,
    numbers: &[u32],
    languages: usize,
) -> Result<(ChunkVectors, Vec<Section>)> {
    let chunks = vectors.rows();
    let most = (MOST_CELLS / languages.max(1)).max(1);
    let count = (chunks / CHUNKS_OF_CELL).clamp(1, most);
    let directions = Directions::new(vectors);
    let step = chunks.div_ceil(SAMPLE);
    let sample: Vec<usize> = (0..chunks).step_by(step).collect();
    let mut centroids: Vec<Vec<f32>> = (0..count)
        .map(|cell| directions.row(sample[cell * sample.len() / count]).to_vec())
        .collect();
    for _ in 0..ROUNDS {
        let mut sums = vec![vec![0.0; vectors.dimensions()]; count];
        for chunk in &sample {
            let row = directions.row(*chunk);
            for (sum, x) in sums[nearest(&centroids, row)].iter_mut().zip(row) {
                *sum += x;
            }
        }
        for (centroid, mut sum) in centroids.iter_mut().zip(sums) {
            // A centroid without members does not move.
            if make_one_long(&mut sum) {
                *centroid = sum;
            }
        }
    }
    let mut cells: Vec<Vec<usize>> = vec![Vec::new(); count];
    for chunk in 0..chunks {
        cells[nearest(&centroids, directions.row(chunk))].push(chunk);
    }
    let mut sections = Vec::new();
    for (number, own) in cells.iter().enumerate() {
        let name = format!("cells/{tag}/{number}");
        let steps: Vec<i8> = own
            .iter()
            .flat_map(|chunk| vectors.row(*chunk))
            .copied()
            .collect();
        let chunks: Vec<u32> = own.iter().map(|chunk| numbers[*chunk]).collect();
        let bytes = write_cell(&name, &chunks, &steps, vectors.dimensions())?;
        sections.push(Section::bytes(name, bytes));
    }
    Ok((directions.quantised(&centroids), sections))
}

/// Chunks as unit vectors.
pub(super) struct Directions<'v> {
    scales: &'v [f32],
    rows: Vec<f32>,
}

impl<'v> Directions<'v> {
    pub(super) fn new(vectors: &'v ChunkVectors) -> Self {
        let mut rows = Vec::with_capacity(vectors.steps.len());
        for chunk in 0..vectors.rows() {
            let parts = vectors.row(chunk).iter().zip(&vectors.scales);
            let mut row: Vec<f32> = parts
                .map(|(step, scale)| f32::from(*step) * scale)
                .collect();
            make_one_long(&mut row);
            rows.extend(row);
        }
        Self {
            scales: &vectors.scales,
            rows,
        }
    }

    pub(super) fn row(&self, chunk: usize) -> &[f32] {
        let dimensions = self.scales.len();
        &self.rows[chunk * dimensions..(chunk + 1) * dimensions]
    }

    fn quantised(&self, centroids: &[Vec<f32>]) -> ChunkVectors {
        let flat = |centroid: &Vec<f32>| -> Vec<f32> {
            centroid
                .iter()
                .zip(self.scales)
                .map(|(x, scale)| x / scale)
                .collect()
        };
        ChunkVectors {
            scales: self.scales.to_vec(),
            steps: centroids
                .iter()
                .flat_map(|centroid| super::embedding::steps(&flat(centroid)))
                .collect(),
        }
    }
}

/// Returns the number of the centroid in the most similar direction, the first of equals.
fn nearest(centroids: &[Vec<f32>], row: &[f32]) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (number, centroid) in centroids.iter().enumerate() {
        let product = product(centroid, row);
        if product > best.1 {
            best = (number, product);
        }
    }
    best.0
}

/// Computes eight sums at once, always the same eight.
pub(super) fn product(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    for (one, other) in one.chunks(8).zip(other.chunks(8)) {
        for ((sum, a), b) in sums.iter_mut().zip(one).zip(other) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}

/// Normalises to length 1; returns false if the length is 0.
pub(super) fn make_one_long(row: &mut [f32]) -> bool {
    let length = product(row, row).sqrt();
    if length > 0.0 {
        for x in row {
            *x /= length;
        }
    }
    length > 0.0
}
