//! Chooses the encoder that embeds the pages.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use soru::indexing::Summary;

use super::BuildOptions;
use crate::embedding::{OnProgress, SiteEncoders};
use crate::encoder::package::Store;
use crate::place::{Place, Problem};
use crate::project::{FILE_NAME, WantedEncoder};

/// The encoder for the chunks, and its progress observer.
#[derive(Clone, Default)]
pub struct EncoderOptions {
    /// The encoder that replaces the project's.
    pub wanted: Option<WantedEncoder>,
    /// The file of its table; none: its own, or the one included in the command.
    pub table: Option<PathBuf>,
    /// The folder that caches vectors, if it differs from the build's cache.
    pub cache: Option<PathBuf>,
    /// Receives the number of embedded chunks, from any thread.
    pub on_progress: Option<OnProgress>,
}

impl fmt::Debug for EncoderOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncoderOptions")
            .field("wanted", &self.wanted)
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}

/// Opens the encoder of the command line, or else of the project, or else the installed ones. If
/// the project's encoder is missing, or an installed one unreadable, it returns a warning, and the
/// site is built without it.
pub(super) fn open(options: &BuildOptions) -> anyhow::Result<(Option<SiteEncoders>, Vec<Problem>)> {
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

/// The encoder that the order requests.
pub(super) fn wanted(options: &BuildOptions) -> WantedEncoder {
    let named = options.encoder.wanted.clone();
    named.unwrap_or_else(|| options.project.wanted_encoder())
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

/// The encoder that embedded each language of the site.
pub(super) fn used(encoders: Option<&SiteEncoders>, summary: &Summary) -> BTreeMap<String, String> {
    let Some(encoders) = encoders else {
        return BTreeMap::new();
    };
    let tags = languages(summary);
    let pairs = tags.iter().zip(encoders.names(&tags));
    pairs
        .filter_map(|(tag, name)| Some(((*tag).to_owned(), name?.to_owned())))
        .collect()
}

/// Tags of the pages' languages.
pub(super) fn languages(summary: &Summary) -> Vec<&str> {
    let spoken = summary.words.iter().filter(|(_, count)| **count > 0);
    spoken.map(|(tag, _)| tag.as_str()).collect()
}

/// Finishes the encoders, which must have no other owner.
pub(super) fn finished(encoders: Option<Arc<SiteEncoders>>) -> Vec<Problem> {
    let encoders = encoders.and_then(Arc::into_inner);
    encoders.map(SiteEncoders::finish).unwrap_or_default()
}
