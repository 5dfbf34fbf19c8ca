//! Embeds a site with one encoder: chunks, written questions and table have the same dimensions.
//!
//! An encoder without a table gets one that is made for the site (`one_space.rs`).

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, ensure};
use ndarray::{Array2, ArrayView2, Axis};
use soru_encoder::Encoder;
use soru_encoder::package::{Installed, Manifest, TABLE};
use soru_encoder::table::{Projection, Table};
use soru_files::cache::Cache;
use soru_indexing::{Embedding, Passages, QueryTable};

use super::{OnProgress, one_space};

/// The tables included in the command.
const READY: [&[u8]; 1] = [include_bytes!(
    "../../tables/all-minilm-l6-v2-en.soru-table"
)];

/// An encoder with its table, if it has one.
pub struct SiteEncoder {
    encoder: Encoder,
    table: Option<Table>,
    cache: Option<Arc<Cache>>,
    on_progress: Option<OnProgress>,
}

impl SiteEncoder {
    /// Loads an encoder and its table, which comes from the given file, from the encoder's folder,
    /// or from the tables included in the command.
    ///
    /// # Errors
    /// If either cannot be read, or the table belongs to another encoder.
    pub fn open(folder: &Path, table: Option<&Path>) -> anyhow::Result<Self> {
        let encoder = Encoder::open(folder)?;
        let table = match table {
            Some(file) => Some(Table::read(file)?),
            None => own_table(folder, encoder.fingerprint())?,
        };
        if let Some(table) = &table {
            check(table, &encoder)?;
        }
        Ok(Self {
            encoder,
            table,
            cache: None,
            on_progress: None,
        })
    }

    /// Returns the tags of the languages of an installed encoder's table; none without a table.
    ///
    /// # Errors
    /// If the table cannot be read.
    pub fn languages_of(installed: &Installed) -> anyhow::Result<Option<Vec<String>>> {
        let table = own_table(&installed.folder, installed.manifest.fingerprint()?)?;
        Ok(table.map(|table| table.languages))
    }

    /// The name of the package or the folder.
    pub fn name(&self) -> String {
        let manifest = Manifest::read(self.folder()).ok().flatten();
        manifest.map_or_else(
            || {
                let name = self.folder().file_name().unwrap_or_default();
                name.to_string_lossy().into_owned()
            },
            |manifest| manifest.to_string(),
        )
    }

    /// The encoder's folder.
    pub fn folder(&self) -> &Path {
        self.encoder.folder()
    }

    /// Tags of the languages of its table; none without a table.
    pub fn languages(&self) -> Option<&[String]> {
        self.table.as_ref().map(|table| table.languages.as_slice())
    }

    pub(super) fn encoder(&self) -> &Encoder {
        &self.encoder
    }

    pub(super) fn cache(&self) -> Option<&Cache> {
        self.cache.as_deref()
    }

    /// Reports that `count` more passages are done, of `all`.
    pub(super) fn report_progress(&self, count: usize, all: usize) {
        self.on_progress
            .iter()
            .for_each(|on_progress| on_progress(count, all));
    }

    /// Uses a cache that keeps vectors for the next build.
    #[must_use]
    pub fn with_cache(mut self, cache: Option<Arc<Cache>>) -> Self {
        self.cache = cache;
        self
    }

    /// Reports progress to `on_progress`.
    #[must_use]
    pub fn with_progress(mut self, on_progress: Option<OnProgress>) -> Self {
        self.on_progress = on_progress;
        self
    }

    /// Embeds the chunks and written questions of languages, one embedding each. An encoder with a
    /// table embeds language by language; without one, it embeds all languages in one space.
    ///
    /// # Errors
    /// If the tokenizer cannot read a text, or tables do not support its kind.
    pub fn embed(
        &self,
        site: &[&Passages<'_>],
        dimensions: usize,
    ) -> anyhow::Result<Vec<Embedding>> {
        let Some(table) = &self.table else {
            return one_space::embed(self, site, dimensions);
        };
        let embed = |passages: &&Passages<'_>| {
            let texts = self.texts(passages);
            let rows = self.rows(&texts, texts.len())?;
            let rows = table.projection.apply(&rows);
            fitted(table, &rows, passages.texts.len(), dimensions)
        };
        site.iter().map(embed).collect()
    }

    /// Returns the texts of a language that the encoder embeds: its chunks with their titles, then
    /// its written questions.
    pub(super) fn texts(&self, passages: &Passages<'_>) -> Vec<String> {
        let prompts = self.encoder.prompts();
        let titled = passages.titles.iter().zip(&passages.texts);
        let texts = titled
            .map(|(titles, text)| format!("{}{}\n{text}", prompts.passage, titles.join(". ")));
        let questions = passages.questions.iter().flatten();
        let questions = questions.map(|own| format!("{}{own}", prompts.question));
        texts.chain(questions).collect()
    }

    /// Returns a row for each text. `all` is the number of texts of the whole run.
    pub(super) fn rows(&self, texts: &[String], all: usize) -> anyhow::Result<Array2<f32>> {
        let texts: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
        let on_progress = |count| self.report_progress(count, all);
        self.encoder
            .embed_cached(&texts, self.cache.as_deref(), &on_progress)
    }
}

impl fmt::Debug for SiteEncoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SiteEncoder")
            .field("encoder", &self.encoder)
            .field("languages", &self.languages())
            .finish_non_exhaustive()
    }
}

/// The weight of the table's rows in the choice of dimensions, relative to the site's chunks. With
/// this weight, dimensions also separate subjects that a small site does not mention.
const SHARE_OF_TABLE: f32 = 0.01;

/// Reduces chunks, written questions and table to the dimensions in which texts of this site differ
/// most. `site` contains the rows of chunks, followed by the rows of questions.
pub(super) fn fitted(
    table: &Table,
    site: &Array2<f32>,
    chunks: usize,
    dimensions: usize,
) -> anyhow::Result<Embedding> {
    let bias = Array2::from_shape_vec((1, table.bias.len()), table.bias.clone())?;
    let sides = [site, &table.rows, &bias];
    let [site, rows, bias] = if dimensions < table.dimensions() {
        let sets = [site, &table.rows];
        let projection = Projection::of_both(sets, SHARE_OF_TABLE, dimensions)?;
        sides.map(|side| projection.apply(side))
    } else {
        sides.map(Clone::clone)
    };
    let flat = |rows: ArrayView2<'_, f32>| rows.iter().map(|x| f64::from(*x)).collect();
    let (chunks, questions) = site.view().split_at(Axis(0), chunks);
    Ok(Embedding {
        dimensions: rows.ncols(),
        rows: flat(chunks),
        questions: flat(questions),
        table: QueryTable {
            pieces: table.pieces.clone(),
            rows: rows.iter().copied().collect(),
            bias: bias.iter().copied().collect(),
            tokenizer: table.rules.clone(),
            common: table.common.clone(),
            is_shared: false,
        },
    })
}

fn check(table: &Table, encoder: &Encoder) -> anyhow::Result<()> {
    let shown = encoder.folder().display();
    ensure!(
        table.fingerprint == encoder.fingerprint(),
        "the table belongs to another encoder than {shown}; without a table, the build learns one \
         from the site's own text"
    );
    ensure!(
        table.projection.from() == encoder.dimensions(),
        "the table is for vectors of {} dimensions, but {shown} has {}",
        table.projection.from(),
        encoder.dimensions()
    );
    Ok(())
}

/// The table in an encoder's folder, or the one included in the command.
fn own_table(folder: &Path, fingerprint: [u8; 32]) -> anyhow::Result<Option<Table>> {
    let file = folder.join(TABLE);
    if file.is_file() {
        return Table::read(&file).map(Some);
    }
    for bytes in READY {
        let table =
            Table::from_bytes(bytes).context("a table included in the command is damaged")?;
        if table.fingerprint == fingerprint {
            return Ok(Some(table));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use soru::text::PieceRules;

    use super::*;

    /// Returns chunks and pieces in eight dimensions, of which the chunks use two.
    fn table() -> (Table, Array2<f32>) {
        let number = |seed: usize| (seed * 7919 % 101) as f32 / 50.0 - 1.0;
        let rows = Array2::from_shape_fn((12, 8), |(row, column)| number(row * 8 + column + 1));
        let chunks = Array2::from_shape_fn((5, 8), |(row, column)| match column {
            2 => 1.0 + number(row),
            5 => number(row + 7),
            _ => 0.0,
        });
        let table = Table {
            fingerprint: [0; 32],
            languages: vec!["en".to_owned()],
            projection: Projection::of(&rows, 8).unwrap(),
            pieces: (0..12).map(|number| format!("p{number}")).collect(),
            rules: PieceRules::WordPiece {
                lowercase: true,
                strip_accents: true,
                unknown: "[UNK]".to_owned(),
                max_characters: 100,
            },
            rows,
            bias: (0..8).map(number).collect(),
            common: Vec::new(),
        };
        (table, chunks)
    }

    /// Returns the inner products of every chunk with every piece and the bias.
    fn products(embedding: &Embedding) -> Vec<f64> {
        let dimensions = embedding.dimensions;
        let table = &embedding.table;
        let questions: Vec<&[f32]> = table
            .rows
            .chunks(dimensions)
            .chain([&table.bias[..]])
            .collect();
        let mut products = Vec::new();
        for chunk in embedding.rows.chunks(dimensions) {
            for question in &questions {
                let pairs = chunk.iter().zip(*question);
                products.push(pairs.map(|(a, b)| a * f64::from(*b)).sum());
            }
        }
        products
    }

    // Dimensions in which every chunk is zero can be dropped without loss.
    #[test]
    fn r19_dimensions_are_chosen_by_the_chunks_of_the_site() {
        let (table, chunks) = table();
        let whole = fitted(&table, &chunks, 5, 128).unwrap();
        assert_eq!((whole.dimensions, whole.rows.len()), (8, 40));
        let narrow = fitted(&table, &chunks, 5, 3).unwrap();
        assert_eq!((narrow.dimensions, narrow.rows.len()), (3, 15));
        for (before, after) in products(&whole).iter().zip(products(&narrow)) {
            assert!((before - after).abs() < 0.05, "{before} {after}");
        }
    }

    #[test]
    fn r19_a_site_without_passages_keeps_the_dimensions_of_the_table() {
        let (table, _) = table();
        let embedding = fitted(&table, &Array2::zeros((0, 8)), 0, 3).unwrap();
        assert_eq!((embedding.dimensions, embedding.rows.len()), (3, 0));
        let rows = embedding.table.rows;
        assert!(rows.iter().all(|x| x.is_finite()) && rows.iter().any(|x| x.abs() > 0.1));
    }
}
