//! Computes vectors with sentence encoders, and the tables by which browsers encode questions.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use soru::{Error, Result};
use soru_encoder::package::Installed;
use soru_files::cache::Cache;
use soru_files::place::Problem;
use soru_indexing::{Embedder, Embedding, Passages};

use super::OnProgress;
use super::site_encoder::SiteEncoder;

/// File name of the cache.
const CACHE: &str = "vectors.soru-cache";

/// The encoders of a site. An encoder is opened when a page has one of its languages; all encoders
/// share a cache.
#[derive(Default)]
pub struct SiteEncoders {
    all: Vec<Slot>,
    folder: Option<PathBuf>,
    cache: OnceLock<Arc<Cache>>,
    on_progress: Option<OnProgress>,
}

struct Slot {
    name: String,
    folder: PathBuf,
    /// Languages of the encoder's table; none if it has no table.
    of_table: Option<Vec<String>>,
    /// Languages that the encoder declares; empty if it declares none.
    known: Vec<String>,
    /// Whether the site's owner chose it.
    is_named: bool,
    encoder: OnceLock<SiteEncoder>,
}

impl Slot {
    fn knows(&self, tag: &str) -> bool {
        let own = self.of_table.as_ref().unwrap_or(&self.known);
        own.iter().any(|own| own == tag) || self.of_table.is_none() && own.is_empty()
    }
}

impl SiteEncoders {
    /// Creates a set without encoders. Vectors are cached in this folder; `on_progress` receives an
    /// encoder's progress.
    pub fn new(cache: Option<PathBuf>, on_progress: Option<OnProgress>) -> Self {
        Self {
            folder: cache,
            on_progress,
            ..Self::default()
        }
    }

    /// Adds the encoder in a folder, and its table.
    ///
    /// # Errors
    /// The same as for [`SiteEncoder::open`].
    pub fn with_folder(mut self, folder: &Path, table: Option<&Path>) -> anyhow::Result<Self> {
        let encoder = self.completed(SiteEncoder::open(folder, table)?);
        self.all.push(Slot {
            name: encoder.name(),
            folder: folder.to_owned(),
            of_table: encoder.languages().map(<[String]>::to_vec),
            known: encoder.encoder().languages().to_vec(),
            is_named: true,
            encoder: OnceLock::from(encoder),
        });
        Ok(self)
    }

    /// Adds an installed encoder, for the languages of its table.
    ///
    /// # Errors
    /// If the table cannot be read.
    pub fn with_installed(mut self, installed: Installed) -> anyhow::Result<Self> {
        self.all.push(Slot {
            name: installed.manifest.to_string(),
            of_table: SiteEncoder::languages_of(&installed)?,
            known: installed.manifest.languages,
            is_named: false,
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
        encoder
            .with_cache(cache)
            .with_progress(self.on_progress.clone())
    }

    fn open<'s>(&self, slot: &'s Slot) -> anyhow::Result<&'s SiteEncoder> {
        if let Some(encoder) = slot.encoder.get() {
            return Ok(encoder);
        }
        let encoder = self.completed(SiteEncoder::open(&slot.folder, None)?);
        Ok(slot.encoder.get_or_init(|| encoder))
    }

    /// Returns the number of the encoder for each of a site's languages. Languages in which
    /// visitors find each other's pages share one encoder. Each other language gets an encoder that
    /// has a table: if there are several, the one with the fewest languages.
    fn of(&self, tags: &[&str]) -> Vec<Option<usize>> {
        let numbered = || self.all.iter().enumerate();
        let makes_a_table = |slot: &Slot| {
            let known = tags.iter().filter(|tag| slot.knows(tag)).count();
            slot.of_table.is_none() && (known > 1 || slot.is_named)
        };
        let shared = numbered().find(|(_, slot)| makes_a_table(slot));
        let of = |tag: &&str| {
            let shared = shared.filter(|(_, slot)| slot.knows(tag));
            let with_table = numbered().filter_map(|(number, slot)| {
                let languages = slot.of_table.as_ref()?;
                slot.knows(tag).then_some((number, languages.len()))
            });
            let own = with_table.min_by_key(|(_, languages)| *languages);
            shared
                .map(|(number, _)| number)
                .or(own.map(|(number, _)| number))
        };
        tags.iter().map(of).collect()
    }

    /// Returns the names of the encoders for a site's languages.
    pub fn names(&self, tags: &[&str]) -> Vec<Option<&str>> {
        let numbers = self.of(tags).into_iter();
        let name = |number: usize| self.all[number].name.as_str();
        numbers.map(|number| number.map(name)).collect()
    }

    /// Writes the cache and returns warnings.
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

/// Embeds a site's languages with the encoders that support them.
#[derive(Debug, Clone)]
pub struct Encoded(Arc<SiteEncoders>);

impl Encoded {
    /// Uses these encoders.
    pub fn new(encoders: Arc<SiteEncoders>) -> Self {
        Self(encoders)
    }
}

impl Embedder for Encoded {
    fn name(&self) -> &'static str {
        "encoder"
    }

    fn encodes(&self, tags: &[&str]) -> Vec<bool> {
        let encoders = self.0.of(tags).into_iter();
        encoders.map(|own| own.is_some()).collect()
    }

    fn embed(&self, site: &[Passages<'_>], dimensions: usize) -> Result<Vec<Embedding>> {
        let tags: Vec<&str> = site.iter().map(|own| own.tag).collect();
        let numbers = self.0.of(&tags);
        let mut all = vec![None; site.len()];
        for (number, slot) in self.0.all.iter().enumerate() {
            let mine = || (0..site.len()).filter(|own| numbers[*own] == Some(number));
            let passages: Vec<&Passages<'_>> = mine().map(|own| &site[own]).collect();
            if passages.is_empty() {
                continue;
            }
            let encoder = self.0.open(slot);
            let embedded = encoder.and_then(|encoder| encoder.embed(&passages, dimensions));
            let embedded = embedded.map_err(|error| Error::Operator {
                name: self.name().to_owned(),
                detail: format!("{error:#}").into(),
            })?;
            for (own, embedding) in mine().zip(embedded) {
                all[own] = Some(embedding);
            }
        }
        Ok(all.into_iter().flatten().collect())
    }
}
