//! Encoders that are installed, or named by folder.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use soru_encoder::package::{CatalogueEntry, Store};
use soru_files::place::{Place, Problem};
use soru_indexing::{Embedder, Summary};

use super::super::BuildOptions;
use super::{languages, wanted};
use crate::embedding::Encoded;
pub(in crate::build) use crate::embedding::SiteEncoders;
use crate::project::{FILE_NAME, WantedEncoder};

/// Opens the encoder of the command line, or else of the project, or else the installed ones. If
/// the project's encoder is missing, or an installed one is unreadable, it returns a warning, and
/// the site is built without it.
pub(in crate::build) fn open(
    options: &BuildOptions,
) -> anyhow::Result<(Option<SiteEncoders>, Vec<Problem>)> {
    let is_of_project = options.encoder.wanted.is_none();
    match wanted(options) {
        WantedEncoder::None => Ok((None, Vec::new())),
        WantedEncoder::Folder(folder) => Ok((Some(one(options, &folder)?), Vec::new())),
        WantedEncoder::Named(name) => match Store::of_user()?.find(&name)? {
            Some(installed) => Ok((Some(one(options, &installed.folder)?), Vec::new())),
            None if is_of_project => Ok((None, vec![missing(options, &name)])),
            None => bail!(
                "--encoder {name}: not a folder or an installed encoder; list those with `soru \
                 encoder list`, or install one with `soru encoder add`"
            ),
        },
        // A user without a home folder has no encoders.
        WantedEncoder::Fitting => Ok(Store::of_user().map_or((None, Vec::new()), |store| {
            let found = installed(options, &store);
            found.map_or_else(
                |error| (None, vec![unreadable(&store, &error)]),
                |encoders| (encoders, Vec::new()),
            )
        })),
    }
}

/// Opens the encoder in a folder.
fn one(options: &BuildOptions, folder: &Path) -> anyhow::Result<SiteEncoders> {
    let named = &options.encoder;
    let is_of_project = named.wanted.is_none();
    let of_project = || options.project.encoder_table().filter(|_| is_of_project);
    let table = named.table.clone().or_else(of_project);
    none_yet(options).with_folder(folder, table.as_deref())
}

/// Opens all installed encoders, if there are any.
fn installed(options: &BuildOptions, store: &Store) -> anyhow::Result<Option<SiteEncoders>> {
    let all = store.list()?;
    if all.is_empty() {
        return Ok(None);
    }
    let mut all = all.into_iter();
    let encoders = all.try_fold(none_yet(options), SiteEncoders::with_installed)?;
    Ok(Some(encoders))
}

fn none_yet(options: &BuildOptions) -> SiteEncoders {
    let cache = options
        .cache
        .clone()
        .or_else(|| options.encoder.cache.clone());
    SiteEncoders::new(cache, options.encoder.on_progress.clone())
}

fn unreadable(store: &Store, error: &anyhow::Error) -> Problem {
    Place::file(store.folder()).problem(format!(
        "the encoder is unusable: {error:#}; add it again, or remove it with `soru encoder remove`"
    ))
}

fn missing(options: &BuildOptions, name: &str) -> Problem {
    let file = options.project.file.as_deref();
    Place::file(file.unwrap_or(Path::new(FILE_NAME))).problem(format!(
        "the encoder `{name}` is not installed, so questions worded differently from the pages \
         find less; install it: `soru encoder add {name}`"
    ))
}

/// Returns the encoder that embedded each language of the site.
pub(in crate::build) fn used(
    encoders: Option<&SiteEncoders>,
    summary: &Summary,
) -> BTreeMap<String, String> {
    let Some(encoders) = encoders else {
        return BTreeMap::new();
    };
    let tags = languages(summary);
    let pairs = tags.iter().zip(encoders.names(&tags));
    pairs
        .filter_map(|(tag, name)| Some(((*tag).to_owned(), name?.to_owned())))
        .collect()
}

/// Embeds the pages with these encoders.
pub(in crate::build) fn embedder(encoders: &Arc<SiteEncoders>) -> Box<dyn Embedder> {
    Box::new(Encoded::new(encoders.clone()))
}

/// Finishes the encoders, which must have no other owner.
pub(in crate::build) fn finished(encoders: Option<Arc<SiteEncoders>>) -> Vec<Problem> {
    let encoders = encoders.and_then(Arc::into_inner);
    encoders.map(SiteEncoders::finish).unwrap_or_default()
}

/// Returns the name of an encoder that supports the languages without one.
pub(in crate::build) fn ready_for(languages: &[&str]) -> Option<&'static str> {
    let ready = || languages.iter().find_map(|tag| CatalogueEntry::ready(tag));
    Some(CatalogueEntry::of_several(languages).or_else(ready)?.name)
}
