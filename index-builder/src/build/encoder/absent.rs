//! A build without sentence encoders: pages are embedded with latent semantic analysis.

use std::collections::BTreeMap;
use std::sync::Arc;

use soru::indexing::{Embedder, Summary};

use super::super::BuildOptions;
use super::wanted;
use crate::embedding::LatentSemanticAnalysis;
use crate::missing;
use crate::place::{Place, Problem};
use crate::project::{FILE_NAME, WantedEncoder};

/// The encoders of a site: there are none.
#[derive(Debug)]
pub(in crate::build) enum SiteEncoders {}

/// Opens no encoder. One that the command line names is an error, one that the project names a
/// warning.
pub(in crate::build) fn open(
    options: &BuildOptions,
) -> anyhow::Result<(Option<SiteEncoders>, Vec<Problem>)> {
    let name = match wanted(options) {
        WantedEncoder::None | WantedEncoder::Fitting => return Ok((None, Vec::new())),
        WantedEncoder::Named(name) => name,
        WantedEncoder::Folder(folder) => folder.display().to_string(),
    };
    let part = format!("the encoder `{name}`");
    if options.encoder.wanted.is_some() {
        return Err(missing::error(&part, "encoder"));
    }
    let file = options.project.file.as_deref();
    let place = Place::file(file.unwrap_or(FILE_NAME.as_ref()));
    Ok((None, vec![place.problem(missing::advice(&part, "encoder"))]))
}

/// No language has an encoder.
pub(in crate::build) fn used(_: Option<&SiteEncoders>, _: &Summary) -> BTreeMap<String, String> {
    BTreeMap::new()
}

/// Latent semantic analysis.
pub(in crate::build) fn embedder(_: Option<&Arc<SiteEncoders>>) -> Box<dyn Embedder> {
    Box::new(LatentSemanticAnalysis)
}

/// Nothing is to be finished.
pub(in crate::build) fn finished(_: Option<Arc<SiteEncoders>>) -> Vec<Problem> {
    Vec::new()
}

/// This build can install none.
pub(in crate::build) fn ready_for(_: &[&str]) -> Option<&'static str> {
    None
}
