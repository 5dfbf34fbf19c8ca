//! Vectors by sentence encoders, and the tables with which browsers encode questions.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use soru::indexing::{Embedder, Embedding, Passages};
use soru::{Error, Result};

use super::LatentSemanticAnalysis;
use super::site_encoder::SiteEncoder;
use crate::encoder::package::Installed;
use crate::place::Problem;

/// The encoders of a site. One is opened when there are pages in a language of its.
pub struct SiteEncoders {
    all: Vec<Slot>,
    prepare: Prepare,
}

/// What is done with an encoder that was opened.
type Prepare = Box<dyn Fn(SiteEncoder) -> SiteEncoder + Send + Sync>;

struct Slot {
    name: String,
    folder: PathBuf,
    languages: Vec<String>,
    encoder: OnceLock<SiteEncoder>,
}

impl SiteEncoders {
    /// One that was named.
    #[must_use]
    pub fn one(encoder: SiteEncoder) -> Self {
        let slot = Slot {
            name: encoder.name(),
            folder: encoder.folder().to_owned(),
            languages: encoder.languages().to_vec(),
            encoder: OnceLock::from(encoder),
        };
        Self {
            all: vec![slot],
            prepare: Box::new(|encoder| encoder),
        }
    }

    /// Those that are installed, each for the languages of its table.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub fn installed(
        all: Vec<Installed>,
        prepare: impl Fn(SiteEncoder) -> SiteEncoder + Send + Sync + 'static,
    ) -> anyhow::Result<Self> {
        let slot = |installed: Installed| {
            Ok(Slot {
                name: installed.manifest.to_string(),
                languages: SiteEncoder::languages_of(&installed)?,
                folder: installed.folder,
                encoder: OnceLock::new(),
            })
        };
        Ok(Self {
            all: all.into_iter().map(slot).collect::<anyhow::Result<_>>()?,
            prepare: Box::new(prepare),
        })
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

    /// Writes the caches; gives warnings.
    #[must_use]
    pub fn finish(self) -> Vec<Problem> {
        let opened = self
            .all
            .into_iter()
            .filter_map(|slot| slot.encoder.into_inner());
        opened.flat_map(SiteEncoder::finish).collect()
    }
}

impl Slot {
    fn open(&self, prepare: &Prepare) -> anyhow::Result<&SiteEncoder> {
        if let Some(encoder) = self.encoder.get() {
            return Ok(encoder);
        }
        let encoder = prepare(SiteEncoder::open(&self.folder, None)?);
        Ok(self.encoder.get_or_init(|| encoder))
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
        let encoder = slot.open(&self.encoders.prepare);
        let embedding = encoder.and_then(|encoder| encoder.embed(passages, dimensions));
        embedding.map_err(|error| Error::Operator {
            name: self.name().to_owned(),
            detail: format!("{error:#}"),
        })
    }
}
