//! Vectors by sentence encoders, and the tables with which browsers encode questions.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use soru::indexing::{Embedder, Embedding, Passages};
use soru::{Error, Result};

use super::LatentSemanticAnalysis;
use super::site_encoder::{SiteEncoder, Told};
use crate::cache::Cache;
use crate::encoder::package::Installed;
use crate::place::Problem;

/// The name of the file in the cache's folder.
const CACHE: &str = "vectors.soru-cache";

/// The encoders of a site. One is opened when there are pages in a language of its; all share a cache.
#[derive(Default)]
pub struct SiteEncoders {
    all: Vec<Slot>,
    folder: Option<PathBuf>,
    cache: OnceLock<Arc<Cache>>,
    told: Option<Told>,
}

struct Slot {
    name: String,
    folder: PathBuf,
    languages: Vec<String>,
    encoder: OnceLock<SiteEncoder>,
}

impl SiteEncoders {
    /// None yet. Vectors are kept in this folder; `told` hears how far an encoder is.
    #[must_use]
    pub fn new(cache: Option<PathBuf>, told: Option<Told>) -> Self {
        Self {
            folder: cache,
            told,
            ..Self::default()
        }
    }

    /// With the encoder in a folder, and its table.
    ///
    /// # Errors
    /// As [`SiteEncoder::open`].
    pub fn with_folder(mut self, folder: &Path, table: Option<&Path>) -> anyhow::Result<Self> {
        let encoder = self.completed(SiteEncoder::open(folder, table)?);
        self.all.push(Slot {
            name: encoder.name(),
            folder: folder.to_owned(),
            languages: encoder.languages().to_vec(),
            encoder: OnceLock::from(encoder),
        });
        Ok(self)
    }

    /// With an installed encoder, for the languages of its table.
    ///
    /// # Errors
    /// If the table cannot be read.
    pub fn with_installed(mut self, installed: Installed) -> anyhow::Result<Self> {
        self.all.push(Slot {
            name: installed.manifest.to_string(),
            languages: SiteEncoder::languages_of(&installed)?,
            folder: installed.folder,
            encoder: OnceLock::new(),
        });
        Ok(self)
    }

    fn completed(&self, encoder: SiteEncoder) -> SiteEncoder {
        let open = |folder: &PathBuf| {
            let cache = || Arc::new(Cache::open(folder, CACHE));
            self.cache.get_or_init(cache).clone()
        };
        let cache = self.folder.as_ref().map(open);
        encoder.with_cache(cache).telling(self.told.clone())
    }

    fn open<'s>(&self, slot: &'s Slot) -> anyhow::Result<&'s SiteEncoder> {
        if let Some(encoder) = slot.encoder.get() {
            return Ok(encoder);
        }
        let encoder = self.completed(SiteEncoder::open(&slot.folder, None)?);
        Ok(slot.encoder.get_or_init(|| encoder))
    }

    /// The one for a language: of several the one that is for the fewest others.
    fn of(&self, tag: &str) -> Option<&Slot> {
        let known = |slot: &&Slot| slot.languages.iter().any(|own| own == tag);
        let all = self.all.iter().filter(known);
        all.min_by_key(|slot| slot.languages.len())
    }

    /// The name of the one for a language.
    #[must_use]
    pub fn name_for(&self, tag: &str) -> Option<&str> {
        self.of(tag).map(|slot| slot.name.as_str())
    }

    /// Writes the cache; gives warnings.
    #[must_use]
    pub fn finish(self) -> Vec<Problem> {
        drop(self.all);
        let cache = self.cache.into_inner().and_then(Arc::into_inner);
        cache.map(Cache::finish).unwrap_or_default()
    }
}

impl fmt::Debug for SiteEncoders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.all.iter().map(|slot| &slot.name);
        f.debug_list().entries(names).finish()
    }
}

/// Encoders for the languages that they know, latent semantic analysis for all others.
#[derive(Debug, Clone)]
pub struct Encoded {
    encoders: Arc<SiteEncoders>,
    others: LatentSemanticAnalysis,
}

impl Encoded {
    /// With these encoders.
    #[must_use]
    pub fn new(encoders: Arc<SiteEncoders>) -> Self {
        Self {
            encoders,
            others: LatentSemanticAnalysis,
        }
    }
}

impl Embedder for Encoded {
    fn name(&self) -> &'static str {
        "encoder"
    }

    fn encodes_questions(&self, tag: &str) -> bool {
        self.encoders.of(tag).is_some()
    }

    fn embed(&self, passages: &Passages<'_>, dimensions: usize) -> Result<Embedding> {
        let Some(slot) = self.encoders.of(passages.tag) else {
            return self.others.embed(passages, dimensions);
        };
        let encoder = self.encoders.open(slot);
        let embedding = encoder.and_then(|encoder| encoder.embed(passages, dimensions));
        embedding.map_err(|error| Error::Operator {
            name: self.name().to_owned(),
            detail: format!("{error:#}"),
        })
    }
}
