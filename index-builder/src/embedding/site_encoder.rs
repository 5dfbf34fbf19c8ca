//! One encoder for a site: its chunks, written questions and table in the same dimensions.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use ndarray::{Array2, ArrayView2, Axis};
use soru::indexing::{Embedding, Passages, QueryTable};

use crate::cache::Cache;
use crate::distillation::{Projection, Table, site_samples};
use crate::encoder::Encoder;
use crate::encoder::package::TABLE;
use crate::place::Problem;

/// The tables that come with the command.
const READY: [&[u8]; 1] = [include_bytes!(
    "../../tables/all-minilm-l6-v2-en.soru-table"
)];

/// The name of the file in the cache's folder.
const CACHE: &str = "vectors.soru-cache";

/// Told of passages that are embedded: how many more, of how many in all.
pub type Told = Arc<dyn Fn(usize, usize) + Send + Sync>;

/// An encoder, and its table if there is one.
pub struct SiteEncoder {
    encoder: Encoder,
    table: Option<Table>,
    cache: Option<Cache>,
    told: Option<Told>,
}

impl SiteEncoder {
    /// Loads an encoder, and its table: the one in the file, in the encoder's folder, or the one that comes with
    /// the command. Without any it is learnt from the site.
    ///
    /// # Errors
    /// If either cannot be read, or the table is of another encoder.
    pub fn open(folder: &Path, table: Option<&Path>) -> anyhow::Result<Self> {
        let encoder = Encoder::open(folder)?;
        let own = folder.join(TABLE);
        let table = match table.or_else(|| own.is_file().then_some(own.as_path())) {
            Some(file) => Some(read_table(file, &encoder)?),
            None => ready(&encoder)?,
        };
        Ok(Self {
            encoder,
            table,
            cache: None,
            told: None,
        })
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.folder().file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.encoder.folder()
    }

    /// Tags of the languages that it is for; none if neither it nor a table says.
    #[must_use]
    pub fn languages(&self) -> Option<&[String]> {
        let own = Some(self.encoder.languages()).filter(|tags| !tags.is_empty());
        own.or_else(|| self.table.as_ref().map(|table| table.languages.as_slice()))
    }

    /// Keeps vectors for the next build.
    #[must_use]
    pub fn with_cache(mut self, folder: Option<&PathBuf>) -> Self {
        self.cache = folder.map(|folder| Cache::open(folder, CACHE));
        self
    }

    /// Tells how far it is.
    #[must_use]
    pub fn telling(mut self, told: Option<Told>) -> Self {
        self.told = told;
        self
    }

    /// Writes the cache; gives warnings.
    #[must_use]
    pub fn finish(self) -> Vec<Problem> {
        self.cache.map(Cache::finish).unwrap_or_default()
    }

    /// Embeds one language's chunks and written questions.
    ///
    /// # Errors
    /// If the tokenizer cannot read a text.
    pub fn embed(&self, passages: &Passages<'_>, dimensions: usize) -> anyhow::Result<Embedding> {
        let chunks = passages.texts.len();
        let written: Vec<&str> = passages.questions.iter().flatten().copied().collect();
        let samples = samples(passages);
        let prompts = self.encoder.prompts();
        let titled = passages.titles.iter().zip(&passages.texts);
        let texts = titled
            .map(|(titles, text)| format!("{}{}\n{text}", prompts.passage, titles.join(". ")));
        let asked = written
            .iter()
            .copied()
            .chain(samples.iter().map(String::as_str));
        let questions = asked
            .clone()
            .map(|text| format!("{}{text}", prompts.question));
        let texts: Vec<String> = texts.chain(questions).collect();
        let texts: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
        let all = texts.len();
        let told = |count| self.told.iter().for_each(|told| told(count, all));
        let rows = self
            .encoder
            .embed_cached(&texts, self.cache.as_ref(), &told)?;
        let (site, _) = rows.view().split_at(Axis(0), chunks + written.len());
        let (_, learnt) = rows.view().split_at(Axis(0), chunks);
        let asked: Vec<&str> = asked.collect();
        let table = self.table_for(passages.tag, &asked, &learnt.to_owned())?;
        fitted(&table, &table.project(&site.to_owned()), chunks, dimensions)
    }

    /// The table for a language, brought nearer to the site's words; or one that is learnt from them alone.
    fn table_for(&self, tag: &str, texts: &[&str], vectors: &Array2<f32>) -> anyhow::Result<Table> {
        let known = |table: &&Table| table.languages.iter().any(|own| own == tag);
        if let Some(table) = self.table.as_ref().filter(known) {
            return Ok(table.clone().adapted(texts, vectors));
        }
        let languages = [tag.to_owned()];
        let cache = self.cache.as_ref();
        Table::of_site(&self.encoder, &languages, texts, vectors, cache, &|_| {})
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

/// The most sentences of a site that its table is learnt from: they take about as long to embed as a
/// quarter as many passages.
const MOST_SAMPLES: usize = 8000;

/// What the site's pages say, in sentences.
fn samples(passages: &Passages<'_>) -> Vec<String> {
    let titles = passages.titles.iter().flatten();
    let texts = titles.chain(&passages.texts).copied();
    site_samples(texts, MOST_SAMPLES)
}

/// How much the table's own rows count, beside the site's chunks, for which dimensions are kept: what is said
/// nowhere on a small site is told apart from what is said there by some dimension, too.
const SHARE_OF_TABLE: f32 = 0.01;

/// Chunks, written questions and table in so many dimensions: those in which texts of this site differ most.
/// `site` has so many rows of chunks and then those of questions.
fn fitted(
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
        strengths: vec![1.0; rows.ncols()],
        rows: flat(chunks),
        questions: flat(questions),
        table: Some(QueryTable {
            pieces: table.pieces.clone(),
            rows: rows.iter().copied().collect(),
            bias: bias.iter().copied().collect(),
            tokenizer: table.rules.clone(),
            common: table.common.clone(),
        }),
    })
}

/// The table in a file.
fn read_table(file: &Path, encoder: &Encoder) -> anyhow::Result<Table> {
    let table = Table::read(file)?;
    let folder = encoder.folder().display();
    ensure!(
        table.fingerprint == encoder.fingerprint(),
        "{}: is the table of another encoder than {folder}; make one with `soru distill --encoder {folder} \
         --text FILE --out TABLE`",
        file.display(),
    );
    ensure!(
        table.projection.from() == encoder.dimensions(),
        "the table is for vectors of {} dimensions, and {folder} gives {}",
        table.projection.from(),
        encoder.dimensions()
    );
    Ok(table)
}

/// The table that comes with the command, if there is one for the encoder.
fn ready(encoder: &Encoder) -> anyhow::Result<Option<Table>> {
    for bytes in READY {
        let table = Table::from_bytes(bytes).context("a table of this command is damaged")?;
        if table.fingerprint == encoder.fingerprint() {
            return Ok(Some(table));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use soru::text::PieceRules;

    use super::*;

    /// Chunks and pieces in eight dimensions, of which the chunks take two.
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
            mean: Vec::new(),
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

    /// The inner products of every chunk with every piece and the bias.
    fn products(embedding: &Embedding) -> Vec<f64> {
        let dimensions = embedding.strengths.len();
        let table = embedding.table.as_ref().unwrap();
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

    // What no chunk has anything of can be left out, and nothing else was lost.
    #[test]
    fn r19_dimensions_are_those_that_the_site_s_chunks_take() {
        let (table, chunks) = table();
        let whole = fitted(&table, &chunks, 5, 128).unwrap();
        assert_eq!((whole.strengths.len(), whole.rows.len()), (8, 40));
        let narrow = fitted(&table, &chunks, 5, 3).unwrap();
        assert_eq!((narrow.strengths.len(), narrow.rows.len()), (3, 15));
        for (before, after) in products(&whole).iter().zip(products(&narrow)) {
            assert!((before - after).abs() < 0.05, "{before} {after}");
        }
    }

    #[test]
    fn r19_a_site_without_passages_keeps_the_dimensions_of_the_table() {
        let (table, _) = table();
        let embedding = fitted(&table, &Array2::zeros((0, 8)), 0, 3).unwrap();
        assert_eq!((embedding.strengths.len(), embedding.rows.len()), (3, 0));
        let rows = embedding.table.unwrap().rows;
        assert!(rows.iter().all(|x| x.is_finite()) && rows.iter().any(|x| x.abs() > 0.1));
    }
}
