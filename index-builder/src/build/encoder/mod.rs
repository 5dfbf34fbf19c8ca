//! Chooses the encoder that embeds the pages.

mod installed;

use std::fmt;
use std::path::PathBuf;

use soru_indexing::Summary;

pub(super) use self::installed::{SiteEncoders, embedder, finished, open, ready_for, used};
use super::BuildOptions;
use crate::embedding::OnProgress;
use crate::project::WantedEncoder;

/// The encoder for the chunks, and its progress observer.
#[derive(Clone, Default)]
pub struct EncoderOptions {
    /// The encoder that replaces the project's.
    pub wanted: Option<WantedEncoder>,
    /// The file of the encoder's table. By default, it is the encoder's own, or the one included in
    /// the command.
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

/// The encoder that the order requests.
pub(super) fn wanted(options: &BuildOptions) -> WantedEncoder {
    let named = options.encoder.wanted.clone();
    named.unwrap_or_else(|| options.project.wanted_encoder())
}

/// Tags of the pages' languages.
pub(super) fn languages(summary: &Summary) -> Vec<&str> {
    let spoken = summary.words.iter().filter(|(_, count)| **count > 0);
    spoken.map(|(tag, _)| tag.as_str()).collect()
}
