//! A finished table, and its file.
//!
//! The format is gzipped MessagePack: a magic number, a version, the encoder's fingerprint, the
//! rules of the tokenizer, the pieces, the quantised rows with a scale per row, the bias, the
//! projection from the encoder's dimensions to the table's, and the pieces by frequency.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use ndarray::Array2;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use soru::text::PieceRules;

use super::projection::Projection;
use super::student::Student;
use super::vocabulary::Vocabulary;
use crate::bundle::{compress, inflate_at_most};
use crate::encoder::Encoder;

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

impl Table {
    pub(super) fn new(
        encoder: &Encoder,
        vocabulary: &Vocabulary,
        student: &Student,
        projection: &Projection,
        languages: &[String],
    ) -> Self {
        let pieces = vocabulary.pieces.len();
        let rows = student.rows[..pieces * student.width].to_vec();
        Self {
            fingerprint: encoder.fingerprint(),
            languages: languages.to_vec(),
            projection: projection.clone(),
            pieces: vocabulary.pieces.clone(),
            rules: vocabulary.rules.clone(),
            rows: Array2::from_shape_vec((pieces, student.width), rows).unwrap_or_default(),
            bias: student.row(student.bias()).to_vec(),
            common: vocabulary.common(),
        }
    }
}

/// The file's content.
#[derive(Serialize, Deserialize)]
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

#[derive(Serialize, Deserialize)]
enum StoredRules {
    WordPiece(bool, bool, String, u64),
    Unigram(ByteBuf, bool, String),
}

/// The maximum size of a decompressed table.
const MOST_BYTES: u64 = 256 << 20;

/// Steps in either direction. With 127 a file is a third larger, and no question is answered
/// better.
const STEPS: f32 = 31.0;

impl Table {
    /// Writes the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, file: &Path) -> Result<()> {
        let bytes = self.to_bytes()?;
        fs::write(file, bytes).with_context(|| format!("{}: cannot be written", file.display()))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a table.
    pub fn read(file: &Path) -> Result<Self> {
        let bytes =
            fs::read(file).with_context(|| format!("{}: cannot be read", file.display()))?;
        Self::from_bytes(&bytes)
            .with_context(|| format!("{}: not a table written by `soru distill`", file.display()))
    }

    /// Encodes the table as the file's bytes.
    ///
    /// # Errors
    /// If a number does not fit the file.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut steps = Vec::with_capacity(self.rows.len());
        let mut scales = Vec::with_capacity(self.rows.nrows());
        for row in self.rows.rows() {
            let most = row.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
            let scale = most / STEPS;
            scales.push(scale);
            #[allow(clippy::cast_possible_truncation)] // at most STEPS in either direction
            let step = |x: &f32| {
                if scale > 0.0 {
                    (x / scale).round() as i8
                } else {
                    0
                }
            };
            steps.extend(row.iter().map(|x| step(x).cast_unsigned()));
        }
        let matrix = &self.projection.matrix;
        let stored = Stored {
            mark: MARK.to_owned(),
            version: VERSION,
            fingerprint: ByteBuf::from(self.fingerprint),
            languages: self.languages.clone(),
            dimensions: [
                u32::try_from(matrix.nrows())?,
                u32::try_from(matrix.ncols())?,
            ],
            projection: floats(matrix.iter()),
            pieces: self.pieces.clone(),
            rules: StoredRules::of(&self.rules),
            steps: ByteBuf::from(steps),
            scales: floats(scales.iter()),
            bias: floats(self.bias.iter()),
            common: self.common.clone(),
        };
        Ok(compress(&rmp_serde::to_vec(&stored)?)?)
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
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.projection.dimensions()
    }
}

impl StoredRules {
    fn of(rules: &PieceRules) -> Self {
        match rules {
            PieceRules::WordPiece {
                lowercase,
                strip_accents,
                unknown,
                max_characters,
            } => Self::WordPiece(
                *lowercase,
                *strip_accents,
                unknown.clone(),
                *max_characters as u64,
            ),
            PieceRules::Unigram {
                scores,
                lowercase,
                unknown,
            } => Self::Unigram(floats(scores.iter()), *lowercase, unknown.clone()),
        }
    }

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

fn floats<'x>(numbers: impl Iterator<Item = &'x f32>) -> ByteBuf {
    ByteBuf::from(numbers.flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>())
}

fn numbers(bytes: &[u8]) -> Result<Vec<f32>> {
    let (numbers, rest) = bytes.as_chunks();
    let numbers: Vec<f32> = numbers.iter().map(|x| f32::from_le_bytes(*x)).collect();
    let finite = numbers.iter().all(|x| x.is_finite());
    ensure!(rest.is_empty() && finite, "its numbers are damaged");
    Ok(numbers)
}
