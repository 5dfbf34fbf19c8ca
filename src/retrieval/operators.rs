//! Lists the retrievers.

use super::remote::{BM25, REMOTE};
use super::{Bm25, Hybrid, RetrievalSettings, Retriever, Semantic, TermFrequency};
use crate::catalogue::{Catalogue, lacking};
use crate::error::Result;
use crate::settings::usual;

/// Inputs of a retriever.
#[derive(Debug, Clone, Copy)]
pub struct RetrieverSource<'s> {
    /// Its settings.
    pub settings: &'s RetrievalSettings,
    /// Whether the index has vectors.
    pub has_vectors: bool,
}

/// Makes a retriever.
pub type MakeRetriever = fn(&RetrieverSource<'_>) -> Result<Box<dyn Retriever>>;

/// The retrievers that rank.
pub const RETRIEVERS: Catalogue<MakeRetriever> = Catalogue::whole(&[HYBRID, WORDS, SEMANTIC, TF]);

/// The values of the setting `retrieval.retriever`. The pages of `remote` are in a cluster; `bm25`
/// ranks those that it found.
pub const CONFIGURABLE_RETRIEVERS: Catalogue<MakeRetriever> =
    Catalogue::whole(&[HYBRID, WORDS, SEMANTIC, TF, OF_CLUSTER]);

type Entry = (&'static str, MakeRetriever);

const HYBRID: Entry = ("hybrid", hybrid);
const WORDS: Entry = (BM25, bm25);
const SEMANTIC: Entry = ("semantic", |source| {
    Ok(Box::new(Semantic::new(&source.settings.semantic)))
});
const TF: Entry = ("tf", |source| {
    Ok(Box::new(TermFrequency::new(&source.settings.tf)))
});
const OF_CLUSTER: Entry = (REMOTE, bm25);

/// If an index has no vectors ([`Index::has_vectors`](crate::index::Index::has_vectors)), there is
/// nothing to fuse, so `hybrid` is the same as `bm25`. Its constants are checked nevertheless.
fn hybrid(source: &RetrieverSource<'_>) -> Result<Box<dyn Retriever>> {
    let hybrid = Hybrid::new(source.settings)?;
    if source.has_vectors {
        return Ok(Box::new(hybrid));
    }
    bm25(source)
}

/// `hybrid` without the code for vectors.
fn hybrid_of_words(source: &RetrieverSource<'_>) -> Result<Box<dyn Retriever>> {
    if source.has_vectors {
        return Err(lacking());
    }
    bm25(source)
}

fn bm25(source: &RetrieverSource<'_>) -> Result<Box<dyn Retriever>> {
    Ok(Box::new(Bm25::with_pruning(source.settings)?))
}

/// The retrievers of the default settings for an index without vectors.
pub const DEFAULT_RETRIEVERS: Catalogue<MakeRetriever> =
    Catalogue::part(&[("hybrid", hybrid_of_words), WORDS, OF_CLUSTER]);

/// Returns the one of these retrievers that the settings name, for an index with or without
/// vectors.
///
/// # Errors
/// [`Error::InvalidValue`](crate::Error::InvalidValue) for an unknown name or a constant out of
/// range, and [`Needs::full_engine`](crate::Needs::full_engine) for an operator that is not among
/// these.
pub fn retriever_of(
    retrievers: &Catalogue<MakeRetriever>,
    settings: &RetrievalSettings,
    has_vectors: bool,
) -> Result<Box<dyn Retriever>> {
    usual(
        "retrieval",
        &[("min_score_weight", settings.min_score_weight)],
    )?;
    let make = retrievers.get("retrieval.retriever", &settings.retriever)?;
    make(&RetrieverSource {
        settings,
        has_vectors,
    })
}

/// Returns the retriever that the settings name, from the complete catalogue.
///
/// # Errors
/// The same as for [`retriever_of`].
pub fn retriever(settings: &RetrievalSettings, has_vectors: bool) -> Result<Box<dyn Retriever>> {
    retriever_of(&CONFIGURABLE_RETRIEVERS, settings, has_vectors)
}
