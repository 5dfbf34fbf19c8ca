//! Vectors by a sentence encoder, and the table with which browsers encode questions.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use soru::indexing::{Embedder, Embedding, Passages, QueryTable};
use soru::{Error, Result};

use super::LatentSemanticAnalysis;
use crate::cache::Cache;
use crate::distillation::Table;
use crate::encoder::Encoder;
use crate::place::Problem;

/// The tables that come with the command.
const READY: [&[u8]; 1] = [include_bytes!(
    "../../tables/all-minilm-l6-v2-en.soru-table"
)];

/// The name of the file in the cache's folder.
const CACHE: &str = "vectors.soru-cache";

/// Told of passages that are embedded: how many more, of how many in all.
pub type Told = Arc<dyn Fn(usize, usize) + Send + Sync>;

/// An encoder with its table.
pub struct SiteEncoder {
    encoder: Encoder,
    table: Table,
    cache: Option<Cache>,
    told: Option<Told>,
}

impl SiteEncoder {
    /// Loads an encoder, and its table: the one in the file, or the one that comes with the command.
    ///
    /// # Errors
    /// If either cannot be read, or there is no table for the encoder.
    pub fn open(folder: &Path, table: Option<&Path>) -> anyhow::Result<Self> {
        let encoder = Encoder::open(folder)?;
        let table = match table {
            Some(file) => {
                let table = Table::read(file)?;
                ensure!(
                    table.fingerprint == encoder.fingerprint(),
                    "{}: is the table of another encoder than {}; make one with `soru distill \
                     --encoder {} --text FILE --out TABLE`",
                    file.display(),
                    folder.display(),
                    folder.display()
                );
                table
            }
            None => ready(&encoder)?,
        };
        ensure!(
            table.projection.from() == encoder.dimensions(),
            "the table is for vectors of {} dimensions, and {} gives {}",
            table.projection.from(),
            folder.display(),
            encoder.dimensions()
        );
        Ok(Self {
            encoder,
            table,
            cache: None,
            told: None,
        })
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

    fn embed(&self, passages: &Passages<'_>) -> anyhow::Result<Embedding> {
        let prompt = &self.encoder.prompts().passage;
        let texts = passages.titles.iter().zip(&passages.texts);
        let texts: Vec<String> = texts
            .map(|(titles, text)| format!("{prompt}{}\n{text}", titles.join(". ")))
            .collect();
        let texts: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
        let all = texts.len();
        let told = |count| self.told.iter().for_each(|told| told(count, all));
        let rows = self
            .encoder
            .embed_cached(&texts, self.cache.as_ref(), &told)?;
        let rows = self.table.projection.apply(&rows);
        Ok(Embedding {
            strengths: vec![1.0; self.table.dimensions()],
            rows: rows.iter().map(|x| f64::from(*x)).collect(),
            table: Some(QueryTable {
                pieces: self.table.pieces.clone(),
                rows: self.table.rows.iter().copied().collect(),
                bias: self.table.bias.clone(),
                tokenizer: self.table.rules.clone(),
                common: self.table.common.clone(),
            }),
        })
    }
}

fn ready(encoder: &Encoder) -> anyhow::Result<Table> {
    for bytes in READY {
        let table = Table::from_bytes(bytes).context("a table of this command is damaged")?;
        if table.fingerprint == encoder.fingerprint() {
            return Ok(table);
        }
    }
    let folder = encoder.folder().display();
    bail!(
        "{folder}: no table for this encoder comes with the command; make one with `soru distill \
         --encoder {folder} --text FILE --out TABLE`, and name it with `--table TABLE`"
    )
}

impl fmt::Debug for SiteEncoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SiteEncoder")
            .field("encoder", &self.encoder)
            .field("languages", &self.table.languages)
            .finish_non_exhaustive()
    }
}

/// An encoder for the languages of its table, latent semantic analysis for all others.
#[derive(Debug, Clone)]
pub struct Encoded {
    encoder: Arc<SiteEncoder>,
    others: LatentSemanticAnalysis,
}

impl Encoded {
    /// With this encoder.
    #[must_use]
    pub fn new(encoder: Arc<SiteEncoder>) -> Self {
        Self {
            encoder,
            others: LatentSemanticAnalysis,
        }
    }
}

impl Embedder for Encoded {
    fn name(&self) -> &'static str {
        "encoder"
    }

    fn encodes_questions(&self, tag: &str) -> bool {
        self.encoder.table.languages.iter().any(|own| own == tag)
    }

    fn embed(&self, passages: &Passages<'_>, dimensions: usize) -> Result<Embedding> {
        if !self.encodes_questions(passages.tag) {
            return self.others.embed(passages, dimensions);
        }
        self.encoder
            .embed(passages)
            .map_err(|error| Error::Operator {
                name: self.name().to_owned(),
                detail: format!("{error:#}"),
            })
    }
}
