//! The `vectors` section: for every language, a vector for each of its chunks.
//!
//! A row is a chunk's vector, divided by the scale of each dimension, in integer steps from −7 to 7,
//! two to a byte (the first in the low half, each plus 8). Its length has no meaning. The scales are
//! stored once per language. A table of word pieces encodes questions in the same space
//! (`pieces.rs`).
//!
//! If there are fewer rows than chunks, they are the centroids of *cells*: each cell is a separate
//! section, `cells/<lang>/<n>`, with the numbers of its chunks and their rows, and a question fetches
//! the cells with the nearest centroids.
//!
//! Fractional numbers are 32-bit floats, little-endian.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::node::Node;
use super::{encode, push_varint};
use crate::error::{Damage, Error, Result};

/// Maximum number of dimensions that a reader accepts.
pub const MOST_DIMENSIONS: usize = 256;

/// Largest absolute step of a component.
pub const GREATEST_STEP: i8 = 7;

const SECTION: &str = "vectors";

/// The offset that is added to a step to fit it into half a byte; 0 is unused.
const BIAS: u8 = 8;

/// The vectors of one language's chunks, ascending by chunk.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChunkVectors {
    /// Value of a step in each dimension; empty if the language has no vectors.
    pub scales: Vec<f32>,
    /// The rows, concatenated, in steps from −[`GREATEST_STEP`] to [`GREATEST_STEP`].
    pub steps: Vec<i8>,
}

#[derive(Serialize)]
struct Columns {
    scales: ByteBuf,
    steps: ByteBuf,
}

impl ChunkVectors {
    /// Returns the approximate size of the vectors of this many chunks, in bytes.
    pub fn size(chunks: usize, dimensions: usize) -> usize {
        dimensions * 4 + chunks * dimensions.div_ceil(2)
    }

    /// Encodes the section, for all languages in the order of their numbers.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn write(languages: &[Self]) -> Result<Vec<u8>> {
        let columns: Vec<Columns> = languages.iter().map(Columns::new).collect();
        encode(SECTION, &columns)
    }

    /// Decodes the section; `chunks` is the number of chunks of each language.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(bytes: &[u8], chunks: &[usize]) -> Result<Vec<Self>> {
        let mut rows = Node::decode_fields(SECTION, bytes)?;
        let columns = rows.all(|fields| [fields.bytes(), fields.bytes()]);
        rows.end()?;
        if columns.len() != chunks.len() {
            return Err(damaged(Damage::OtherLanguages));
        }
        let languages = columns.iter().zip(chunks);
        languages
            .map(|(columns, chunks)| Self::read_language(columns, *chunks))
            .collect()
    }

    fn read_language([scales, steps]: &[Vec<u8>; 2], chunks: usize) -> Result<Self> {
        let scales = floats(SECTION, scales)?;
        let dimensions = scales.len();
        if dimensions == 0 && steps.is_empty() {
            return Ok(Self::default());
        }
        let whole = (1..=MOST_DIMENSIONS).contains(&dimensions)
            && steps.len() <= chunks * dimensions.div_ceil(2);
        // NaN fails both comparisons.
        let sound = scales.iter().all(|s| *s > 0.0 && *s <= f32::MAX);
        if !whole || !sound {
            return Err(damaged(Damage::Columns));
        }
        let vectors = Self {
            steps: unpack(SECTION, steps, dimensions)?,
            scales,
        };
        if !vectors.steps.len().is_multiple_of(dimensions) {
            return Err(damaged(Damage::CutRow));
        }
        Ok(vectors)
    }

    /// Returns the number of dimensions of a vector; 0 if there are no vectors.
    pub fn dimensions(&self) -> usize {
        self.scales.len()
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.steps.len() / self.dimensions().max(1)
    }

    /// Returns the steps of a row.
    pub fn row(&self, row: usize) -> &[i8] {
        let dimensions = self.dimensions();
        self.steps
            .get(row * dimensions..(row + 1) * dimensions)
            .unwrap_or_default()
    }
}

impl Columns {
    fn new(vectors: &ChunkVectors) -> Self {
        Self {
            scales: bytes(&vectors.scales),
            steps: packed(&vectors.steps, vectors.dimensions()),
        }
    }
}

#[derive(Serialize)]
struct CellColumns {
    chunks: ByteBuf,
    steps: ByteBuf,
}

/// Encodes a cell: the numbers of its chunks, ascending, and their rows. A chunk with written
/// questions may have several rows.
///
/// # Errors
/// Only if memory cannot be allocated.
pub fn write_cell(
    section: &str,
    chunks: &[u32],
    steps: &[i8],
    dimensions: usize,
) -> Result<Vec<u8>> {
    let mut column = Vec::new();
    let mut before = 0;
    for chunk in chunks {
        push_varint(&mut column, u64::from(*chunk - before));
        before = *chunk;
    }
    let columns = CellColumns {
        chunks: ByteBuf::from(column),
        steps: packed(steps, dimensions),
    };
    encode(section, &columns)
}

/// Decodes the chunks of a cell, ascending and below `end`, and their vectors.
///
/// # Errors
/// [`Error::Corrupt`].
pub fn read_cell(
    section: &str,
    bytes: &[u8],
    scales: &[f32],
    end: u32,
) -> Result<(Vec<u32>, ChunkVectors)> {
    let mut fields = Node::decode_fields(section, bytes)?;
    let (mut chunks, steps) = (fields.varints(), fields.bytes());
    fields.end()?;
    let mut chunk = 0_u32;
    for difference in &mut chunks {
        chunk = chunk.saturating_add(*difference);
        if chunk >= end {
            return Err(Error::corrupt(section, Damage::UnknownChunk));
        }
        *difference = chunk;
    }
    let vectors = ChunkVectors {
        scales: scales.to_vec(),
        steps: unpack(section, &steps, scales.len().max(1))?,
    };
    if vectors.steps.len() != chunks.len() * scales.len() {
        return Err(Error::corrupt(section, Damage::Columns));
    }
    Ok((chunks, vectors))
}

/// Packs rows of steps, two to a byte.
pub(super) fn packed(steps: &[i8], dimensions: usize) -> ByteBuf {
    let mut blob = Vec::new();
    for row in steps.chunks(dimensions.max(1)) {
        blob.extend(row.chunks(2).map(|pair| {
            let second = pair.get(1).copied().unwrap_or_default();
            pack(pair[0]) | pack(second) << 4
        }));
    }
    ByteBuf::from(blob)
}

fn pack(step: i8) -> u8 {
    BIAS.wrapping_add_signed(step.clamp(-GREATEST_STEP, GREATEST_STEP))
}

/// Unpacks rows of steps. If the last row is truncated, only its available part is unpacked.
pub(super) fn unpack(section: &str, blob: &[u8], dimensions: usize) -> Result<Vec<i8>> {
    let mut steps = Vec::with_capacity(blob.len() * 2);
    for row in blob.chunks(dimensions.div_ceil(2)) {
        let end = steps.len() + dimensions;
        for byte in row {
            for half in [byte & 15, byte >> 4] {
                if half == 0 {
                    return Err(Error::corrupt(section, Damage::UnknownStep));
                }
                steps.push(half.wrapping_sub(BIAS).cast_signed());
            }
        }
        // An odd number of dimensions leaves half a byte unused.
        steps.truncate(end);
    }
    Ok(steps)
}

pub(super) fn bytes(numbers: &[f32]) -> ByteBuf {
    ByteBuf::from(
        numbers
            .iter()
            .flat_map(|n| n.to_le_bytes())
            .collect::<Vec<u8>>(),
    )
}

pub(super) fn floats(section: &str, blob: &[u8]) -> Result<Vec<f32>> {
    let (numbers, rest) = blob.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(Error::corrupt(section, Damage::CutNumber));
    }
    Ok(numbers
        .iter()
        .map(|bytes| f32::from_le_bytes(*bytes))
        .collect())
}

fn damaged(detail: Damage) -> Error {
    Error::corrupt(SECTION, detail)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn language() -> impl Strategy<Value = (ChunkVectors, usize)> {
        (0..6_usize, 0..5_usize).prop_flat_map(|(dimensions, chunks)| {
            let chunks = if dimensions == 0 { 0 } else { chunks };
            (
                prop::collection::vec(1e-6..1e6_f32, dimensions),
                prop::collection::vec(-GREATEST_STEP..=GREATEST_STEP, dimensions * chunks),
            )
                .prop_map(move |(scales, steps)| (ChunkVectors { scales, steps }, chunks))
        })
    }

    proptest! {
        #[test]
        fn vectors_read_back(languages in prop::collection::vec(language(), 0..4)) {
            let (vectors, chunks): (Vec<_>, Vec<_>) = languages.into_iter().unzip();
            let bytes = ChunkVectors::write(&vectors).unwrap();
            prop_assert_eq!(ChunkVectors::read(&bytes, &chunks).unwrap(), vectors);
        }
    }

    fn three() -> ChunkVectors {
        ChunkVectors {
            scales: vec![2.0, 1.0, 0.5],
            steps: vec![7, -7, 1, 0, 2, -3],
        }
    }

    #[test]
    fn a_row_of_odd_length_leaves_half_a_byte_unused() {
        let bytes = ChunkVectors::write(&[three()]).unwrap();
        let read = ChunkVectors::read(&bytes, &[2]).unwrap();
        assert_eq!(
            (read[0].row(0), read[0].row(1)),
            (&[7, -7, 1][..], &[0, 2, -3][..])
        );
        assert_eq!(read[0].row(2), [0_i8; 0]);
    }

    // NaN scores would have no order.
    #[test]
    fn values_that_are_not_numbers_are_damage() {
        for bad in [f32::NAN, f32::INFINITY, -1.0, 0.0] {
            let mut vectors = three();
            vectors.scales[1] = bad;
            let bytes = ChunkVectors::write(&[vectors]).unwrap();
            assert!(ChunkVectors::read(&bytes, &[2]).is_err(), "{bad}");
        }
    }

    #[test]
    fn vectors_of_fewer_chunks_or_other_languages_are_damage() {
        let bytes = ChunkVectors::write(&[three()]).unwrap();
        for chunks in [&[1][..], &[], &[2, 0]] {
            let error = ChunkVectors::read(&bytes, chunks).unwrap_err();
            assert_eq!(error.code(), "CORRUPT_INDEX", "{chunks:?}");
        }
    }

    #[test]
    fn a_step_out_of_range_is_damage() {
        let mut bytes = ChunkVectors::write(&[three()]).unwrap();
        *bytes.last_mut().unwrap() &= 0xf0;
        assert!(ChunkVectors::read(&bytes, &[2]).is_err());
    }

    #[test]
    fn too_many_dimensions_are_damage() {
        let vectors = ChunkVectors {
            scales: vec![1.0; MOST_DIMENSIONS + 1],
            ..ChunkVectors::default()
        };
        let bytes = ChunkVectors::write(&[vectors]).unwrap();
        assert!(ChunkVectors::read(&bytes, &[0]).is_err());
    }
}
