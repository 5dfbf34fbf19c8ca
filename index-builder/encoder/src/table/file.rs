//! A table, and the reader of its file.
//!
//! The format is gzipped MessagePack: a magic number, a version, the encoder's fingerprint, the
//! rules of the tokenizer, the pieces, the quantised rows with a scale per row, the bias, the
//! projection from the encoder's dimensions to the table's, and the pieces by frequency.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use ndarray::Array2;
use serde::Deserialize;
use serde_bytes::ByteBuf;
use soru::text::PieceRules;

use super::projection::Projection;
use soru_files::bundle::inflate_at_most;

const MARK: &str = "soru query table";
const VERSION: u32 = 1;

/// A table that encodes questions for one encoder.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// SHA-256 of the weights of the encoder that the table approximates.
    pub fingerprint: [u8; 32],
    /// Tags of the table's languages.
    pub languages: Vec<String>,
    /// Projects the encoder's vectors to the table's dimensions.
    pub projection: Projection,
    /// The pieces.
    pub pieces: Vec<String>,
    /// The rules that cut texts into pieces.
    pub rules: PieceRules,
    /// Pieces × dimensions.
    pub rows: Array2<f32>,
    /// One number per dimension.
    pub bias: Vec<f32>,
    /// Numbers of the pieces, the most common in the samples first.
    pub common: Vec<u32>,
}

/// The file's content.
#[derive(Deserialize)]
struct Stored {
    mark: String,
    version: u32,
    fingerprint: ByteBuf,
    languages: Vec<String>,
    dimensions: [u32; 2],
    /// 32-bit floats, lowest byte first.
    projection: ByteBuf,
    pieces: Vec<String>,
    rules: StoredRules,
    /// A byte per dimension, row by row.
    steps: ByteBuf,
    /// The scale of a row's steps: a 32-bit float for each row.
    scales: ByteBuf,
    bias: ByteBuf,
    common: Vec<u32>,
}

#[derive(Deserialize)]
enum StoredRules {
    WordPiece(bool, bool, String, u64),
    Unigram(ByteBuf, bool, String),
}

/// The maximum size of a decompressed table.
const MOST_BYTES: u64 = 256 << 20;

impl Table {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a table.
    pub fn read(file: &Path) -> Result<Self> {
        let bytes =
            fs::read(file).with_context(|| format!("{}: cannot be read", file.display()))?;
        Self::from_bytes(&bytes)
            .with_context(|| format!("{}: not a table as `table.py` writes it", file.display()))
    }

    /// Decodes the file's bytes.
    ///
    /// # Errors
    /// If they are not a table.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let bytes = inflate_at_most(bytes, MOST_BYTES)?;
        let stored: Stored = rmp_serde::from_slice(&bytes)?;
        let known = stored.mark == MARK && stored.version == VERSION;
        ensure!(
            known,
            "its version is {}, but only version {VERSION} is supported",
            stored.version
        );
        let [from, to] = stored.dimensions.map(|number| number as usize);
        let (scales, bias) = (numbers(&stored.scales)?, numbers(&stored.bias)?);
        let pieces = stored.pieces.len();
        let fits = stored.steps.len() == pieces * to && scales.len() == pieces && bias.len() == to;
        ensure!(fits && to > 0, "its parts do not match each other");
        let known = |number: &u32| (*number as usize) < pieces;
        ensure!(
            stored.common.iter().all(known),
            "it refers to missing pieces"
        );
        let rows = stored.steps.chunks(to).zip(&scales);
        let rows = rows.flat_map(|(row, scale)| {
            row.iter()
                .map(move |step| f32::from(step.cast_signed()) * scale)
        });
        let rows: Vec<f32> = rows.collect();
        ensure!(
            rows.iter().all(|x| x.is_finite()),
            "its numbers are damaged"
        );
        let rules = stored.rules.rules()?;
        if let PieceRules::Unigram { scores, .. } = &rules {
            ensure!(scores.len() == pieces, "it has no score for each piece");
        }
        let fingerprint = stored.fingerprint.into_vec().try_into();
        Ok(Self {
            fingerprint: fingerprint.ok().context("its fingerprint is cut off")?,
            languages: stored.languages,
            projection: Projection {
                matrix: Array2::from_shape_vec((from, to), numbers(&stored.projection)?)?,
            },
            rows: Array2::from_shape_vec((pieces, to), rows)?,
            pieces: stored.pieces,
            rules,
            bias,
            common: stored.common,
        })
    }

    /// Dimensions of the table's vectors.
    pub fn dimensions(&self) -> usize {
        self.projection.dimensions()
    }
}

impl StoredRules {
    fn rules(self) -> Result<PieceRules> {
        Ok(match self {
            Self::WordPiece(lowercase, strip_accents, unknown, most) => PieceRules::WordPiece {
                lowercase,
                strip_accents,
                unknown,
                max_characters: usize::try_from(most)?,
            },
            Self::Unigram(scores, lowercase, unknown) => PieceRules::Unigram {
                scores: numbers(&scores)?,
                lowercase,
                unknown,
            },
        })
    }
}

fn numbers(bytes: &[u8]) -> Result<Vec<f32>> {
    let (numbers, rest) = bytes.as_chunks();
    let numbers: Vec<f32> = numbers.iter().map(|x| f32::from_le_bytes(*x)).collect();
    let finite = numbers.iter().all(|x| x.is_finite());
    ensure!(rest.is_empty() && finite, "its numbers are damaged");
    Ok(numbers)
}
