//! BERT (J. Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers", 2018), the
//! encoder alone, with the steps in the reference implementation's order.
//!
//! A batch is one matrix with a row per word piece, the texts concatenated: dense layers ignore the
//! ends of texts, and attention is computed per text.

use std::ops::Range;

use anyhow::Result;
use ndarray::{Array1, Array2, ArrayView2, Axis, Slice};

use super::folder::{Description, Pooling};
use super::layers::{Dense, LayerNorm, gelu, softmax};
use super::rows::Rows;
use super::weights::Weights;

/// The weights of an encoder and their sizes.
pub(super) struct Bert {
    words: Rows,
    positions: Array2<f32>,
    /// The vector of the first segment, the only one that sentence encoders use.
    segment: Array1<f32>,
    norm: LayerNorm,
    layers: Vec<Layer>,
    pooling: Pooling,
    normalize: bool,
    first_position: usize,
}

struct Layer {
    query: Dense,
    key: Dense,
    value: Dense,
    output: Dense,
    attention_norm: LayerNorm,
    widened: Dense,
    narrowed: Dense,
    norm: LayerNorm,
    heads: usize,
}

impl Bert {
    pub(super) fn new(weights: &Weights, description: &Description) -> Result<Self> {
        let sizes = &description.sizes;
        let embeddings = |name: &str, rows: usize| {
            weights.matrix(
                &format!("embeddings.{name}_embeddings.weight"),
                rows,
                sizes.hidden,
            )
        };
        let segments = embeddings("token_type", sizes.types)?;
        Ok(Self {
            words: weights.rows(
                "embeddings.word_embeddings.weight",
                sizes.vocabulary,
                sizes.hidden,
            )?,
            positions: embeddings("position", sizes.positions)?,
            segment: segments.row(0).to_owned(),
            norm: LayerNorm::read(weights, "embeddings.LayerNorm", sizes.hidden, sizes.epsilon)?,
            layers: (0..sizes.layers)
                .map(|number| Layer::read(weights, number, description))
                .collect::<Result<_>>()?,
            pooling: description.pooling,
            normalize: description.normalize,
            first_position: description.family.first_position(),
        })
    }

    /// A row for each text. A text is a list of word-piece numbers: at least one, each below the
    /// vocabulary's size, and at most as many as there are positions.
    pub(super) fn embed(&self, texts: &[&[u32]]) -> Array2<f32> {
        let places = places(texts);
        let mut x = self.embedded(texts);
        self.norm.apply(&mut x);
        for layer in &self.layers {
            x = layer.apply(&x, &places);
        }
        self.pooled(&x, &places)
    }

    fn embedded(&self, texts: &[&[u32]]) -> Array2<f32> {
        let height = texts.iter().map(|text| text.len()).sum();
        let mut x = Array2::zeros((height, self.words.columns()));
        let pieces = texts.iter().flat_map(|text| text.iter().enumerate());
        for (mut row, (position, piece)) in x.axis_iter_mut(Axis(0)).zip(pieces) {
            self.words.add_to(*piece as usize, &mut row);
            row += &self.segment;
            row += &self.positions.row(self.first_position + position);
        }
        x
    }

    fn pooled(&self, x: &Array2<f32>, places: &[Range<usize>]) -> Array2<f32> {
        let mut pooled = Array2::zeros((places.len(), x.ncols()));
        for (mut row, place) in pooled.axis_iter_mut(Axis(0)).zip(places) {
            match self.pooling {
                Pooling::First => row += &x.row(place.start),
                Pooling::Mean => {
                    let rows = x.slice_axis(Axis(0), Slice::from(place.clone()));
                    row += &rows.sum_axis(Axis(0));
                    row *= 1.0 / place.len() as f32;
                }
            }
            if self.normalize {
                let length = row.iter().map(|x| x * x).sum::<f32>().sqrt();
                row *= 1.0 / length.max(1e-12);
            }
        }
        pooled
    }
}

/// Returns the range of rows of each text.
fn places(texts: &[&[u32]]) -> Vec<Range<usize>> {
    let mut end = 0;
    let place = |text: &&[u32]| {
        let start = end;
        end += text.len();
        start..end
    };
    texts.iter().map(place).collect()
}

impl Layer {
    fn read(weights: &Weights, number: usize, description: &Description) -> Result<Self> {
        let sizes = &description.sizes;
        let dense = |name: &str, from: usize, to: usize| {
            Dense::read(weights, &format!("encoder.layer.{number}.{name}"), from, to)
        };
        let norm = |name: &str| {
            let name = format!("encoder.layer.{number}.{name}.LayerNorm");
            LayerNorm::read(weights, &name, sizes.hidden, sizes.epsilon)
        };
        let (hidden, wide) = (sizes.hidden, sizes.intermediate);
        Ok(Self {
            query: dense("attention.self.query", hidden, hidden)?,
            key: dense("attention.self.key", hidden, hidden)?,
            value: dense("attention.self.value", hidden, hidden)?,
            output: dense("attention.output.dense", hidden, hidden)?,
            attention_norm: norm("attention.output")?,
            widened: dense("intermediate.dense", hidden, wide)?,
            narrowed: dense("output.dense", wide, hidden)?,
            norm: norm("output")?,
            heads: sizes.heads,
        })
    }

    fn apply(&self, x: &Array2<f32>, places: &[Range<usize>]) -> Array2<f32> {
        let mut y = self.output.apply(&self.attended(x, places));
        y += x;
        self.attention_norm.apply(&mut y);
        let mut wide = self.widened.apply(&y);
        gelu(&mut wide);
        let mut z = self.narrowed.apply(&wide);
        z += &y;
        self.norm.apply(&mut z);
        z
    }

    /// `softmax(Q Kᵀ / √width) V`, for each text and head.
    fn attended(&self, x: &Array2<f32>, places: &[Range<usize>]) -> Array2<f32> {
        let mut query = self.query.apply(x);
        let key = self.key.apply(x);
        let value = self.value.apply(x);
        let width = x.ncols() / self.heads;
        query *= 1.0 / (width as f32).sqrt();
        let mut attended = Array2::zeros(x.raw_dim());
        for rows in places {
            for head in 0..self.heads {
                let columns = Slice::from(head * width..(head + 1) * width);
                let rows = Slice::from(rows.clone());
                let [query, key, value] =
                    [&query, &key, &value].map(|all| all.slice_axis(Axis(0), rows));
                let parts = [&query, &key, &value].map(|all| all.slice_axis(Axis(1), columns));
                let mut place = attended.slice_axis_mut(Axis(0), rows);
                place
                    .slice_axis_mut(Axis(1), columns)
                    .assign(&of_one_head(parts));
            }
        }
        attended
    }
}

fn of_one_head([query, key, value]: [ArrayView2<'_, f32>; 3]) -> Array2<f32> {
    let mut weights = query.dot(&key.t());
    weights.axis_iter_mut(Axis(0)).for_each(softmax);
    weights.dot(&value)
}
