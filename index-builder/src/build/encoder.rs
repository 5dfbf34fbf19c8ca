//! Which encoder embeds the pages.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use soru::indexing::Summary;

use super::Order;
use crate::embedding::{SiteEncoder, SiteEncoders, Told};
use crate::encoder::package::Store;
use crate::place::{Place, Problem};
use crate::project::{FILE_NAME, WantedEncoder};

/// Which encoder embeds chunks, and who is told how far it is.
#[derive(Clone, Default)]
pub struct EncoderOrder {
    /// Which, instead of the project's.
    pub wanted: Option<WantedEncoder>,
    /// The file of its table; none: its own, or the one that comes with the command.
    pub table: Option<PathBuf>,
    /// The folder that keeps vectors, if not the build's own cache.
    pub cache: Option<PathBuf>,
    /// Told of chunks that are embedded, from any thread.
    pub told: Option<Told>,
}

impl fmt::Debug for EncoderOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncoderOrder")
            .field("wanted", &self.wanted)
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}

/// The encoder that the command line names, or else the project, or else what is installed. With a warning if
/// the project names one that is not there: elsewhere it may be, and the site is built all the same.
pub(super) fn open(order: &Order) -> anyhow::Result<(Option<SiteEncoders>, Vec<Problem>)> {
    let (named, project) = (&order.encoder, &order.project);
    let is_of_project = named.wanted.is_none();
    let wanted = named.wanted.clone();
    match wanted.unwrap_or_else(|| project.wanted_encoder()) {
        WantedEncoder::None => Ok((None, Vec::new())),
        WantedEncoder::Folder(folder) => Ok((Some(one(order, &folder)?), Vec::new())),
        WantedEncoder::Named(name) => match Store::of_user()?.find(&name)? {
            Some(installed) => Ok((Some(one(order, &installed.folder)?), Vec::new())),
            None if is_of_project => Ok((None, vec![missing(order, &name)])),
            None => bail!(
                "--encoder {name}: neither a folder nor an installed encoder; `soru encoder list` names \
                 those, `soru encoder add` installs one"
            ),
        },
        WantedEncoder::Fitting => {
            // A user without a home has none.
            let all = Store::of_user().and_then(|store| store.list());
            let all = all.unwrap_or_default();
            if all.is_empty() {
                return Ok((None, Vec::new()));
            }
            let encoders = SiteEncoders::installed(all, prepare(order))?;
            Ok((Some(encoders), Vec::new()))
        }
    }
}

/// The encoder in a folder.
fn one(order: &Order, folder: &Path) -> anyhow::Result<SiteEncoders> {
    let named = &order.encoder;
    let of_project = || {
        order
            .project
            .encoder_table()
            .filter(|_| named.wanted.is_none())
    };
    let table = named.table.clone().or_else(of_project);
    let encoder = SiteEncoder::open(folder, table.as_deref())?;
    Ok(SiteEncoders::one(prepare(order)(encoder)))
}

/// With the build's cache, and whoever is told how far it is.
fn prepare(order: &Order) -> impl Fn(SiteEncoder) -> SiteEncoder + Send + Sync + use<> {
    let cache = order.cache.clone().or_else(|| order.encoder.cache.clone());
    let told = order.encoder.told.clone();
    move |encoder| encoder.with_cache(cache.as_ref()).telling(told.clone())
}

fn missing(order: &Order, name: &str) -> Problem {
    let file = order.project.file.as_deref();
    Place::file(file.unwrap_or(Path::new(FILE_NAME))).problem(format!(
        "the encoder `{name}` is not installed, so questions in other words than the pages' find less: \
         `soru encoder add {name}`"
    ))
}

/// Which encoder embedded each language of the site.
pub(super) fn used(encoders: Option<&SiteEncoders>, summary: &Summary) -> BTreeMap<String, String> {
    let Some(encoders) = encoders else {
        return BTreeMap::new();
    };
    let name = |tag: &String| Some((tag.clone(), encoders.name_for(tag)?.to_owned()));
    summary.words.keys().filter_map(name).collect()
}

/// Nobody else has the encoders any more.
pub(super) fn finished(encoders: Option<Arc<SiteEncoders>>) -> Vec<Problem> {
    let encoders = encoders.and_then(Arc::into_inner);
    encoders.map(SiteEncoders::finish).unwrap_or_default()
}
