//! Which encoder embeds the pages.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use soru::indexing::Summary;

use super::Order;
use crate::embedding::{SiteEncoder, SiteEncoders, Told};
use crate::encoder::package::Store;
use crate::place::{Place, Problem};
use crate::project::WantedEncoder;

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
/// the project names one that is not there.
pub(super) fn open(order: &Order) -> anyhow::Result<(Option<SiteEncoders>, Vec<Problem>)> {
    let named = &order.encoder;
    let project = &order.project;
    let cache = order.cache.clone().or_else(|| named.cache.clone());
    let told = named.told.clone();
    let prepare =
        move |encoder: SiteEncoder| encoder.with_cache(cache.as_ref()).telling(told.clone());
    let wanted = named
        .wanted
        .clone()
        .unwrap_or_else(|| project.wanted_encoder());
    if let WantedEncoder::Folder(folder) = wanted {
        let of_project = || project.encoder_table().filter(|_| named.wanted.is_none());
        let table = named.table.clone().or_else(of_project);
        let encoder = prepare(SiteEncoder::open(&folder, table.as_deref())?);
        let encoders = SiteEncoders::one(encoder, &project.languages());
        return Ok((Some(encoders), Vec::new()));
    }
    // A user without a home has none.
    let all = Store::of_user().and_then(|store| store.list());
    let all = match wanted {
        WantedEncoder::None => return Ok((None, Vec::new())),
        WantedEncoder::Fitting | WantedEncoder::Folder(_) => all.unwrap_or_default(),
        WantedEncoder::Named(name) => {
            let mut all = all?;
            all.retain(|own| own.manifest.name == name);
            if all.is_empty() {
                let place = Place::file(project.file.as_deref().unwrap_or(Path::new("--encoder")));
                let text = format!(
                    "the encoder `{name}` is not installed, so questions in other words than \
                     the pages' find less: `soru encoder add {name}`"
                );
                return Ok((None, vec![place.problem(text)]));
            }
            all
        }
    };
    let encoders = (!all.is_empty()).then(|| SiteEncoders::installed(all, prepare));
    Ok((encoders, Vec::new()))
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
