//! Lists the retrievers, fusions and restrictions of an engine.

use super::fusion::COVERAGE;
use super::{
    Bm25, FUSIONS, Hybrid, MakeFusion, Restricted, RetrievalSettings, Retriever, Semantic,
    TermFrequency,
};
use crate::catalogue::Catalogue;
use crate::error::Result;
use crate::hit::Scored;
use crate::needs::Attempt;
use crate::settings::usual;

/// The operators of retrieval in an engine.
#[derive(Debug, Clone, Copy)]
pub struct RetrievalOperators {
    /// The retrievers.
    pub retrievers: Catalogue<MakeRetriever>,
    /// The fusions of `hybrid`.
    pub fusions: Catalogue<MakeFusion>,
    /// Retrieval under restrictions, if the engine has it.
    pub restrict: Option<Restrict>,
}

/// Inputs of a retriever.
#[derive(Debug, Clone, Copy)]
pub struct RetrieverSource<'s> {
    /// Its settings.
    pub settings: &'s RetrievalSettings,
    /// The fusions that it may use.
    pub fusions: &'s Catalogue<MakeFusion>,
    /// Whether the index has vectors.
    pub has_vectors: bool,
}

/// Makes a retriever.
pub type MakeRetriever = fn(&RetrieverSource<'_>) -> Result<Box<dyn Retriever>>;

/// Calls `find` with a retriever under the restrictions of the query, which reads at most
/// `most_read` chunks. Returns the result, and whether some chunks were left unread.
pub type Restrict = fn(
    inner: &dyn Retriever,
    most_read: usize,
    find: &mut dyn FnMut(&dyn Retriever) -> Attempt<Vec<Scored>>,
) -> Attempt<(Vec<Scored>, bool)>;

/// All retrievers.
pub const RETRIEVERS: Catalogue<MakeRetriever> = Catalogue::whole(&[
    HYBRID,
    BM25,
    ("semantic", |source| {
        Ok(Box::new(Semantic::new(&source.settings.semantic)))
    }),
    ("tf", |source| {
        Ok(Box::new(TermFrequency::new(&source.settings.tf)))
    }),
]);

const HYBRID: (&str, MakeRetriever) = ("hybrid", hybrid);
const BM25: (&str, MakeRetriever) = ("bm25", bm25);

/// If an index has no vectors ([`Index::has_vectors`](crate::index::Index::has_vectors)), there is
/// nothing to fuse, so `hybrid` is the same as `bm25`. Its constants are checked nevertheless.
fn hybrid(source: &RetrieverSource<'_>) -> Result<Box<dyn Retriever>> {
    let hybrid = Hybrid::with_fusions(source.settings, source.fusions)?;
    if source.has_vectors {
        return Ok(Box::new(hybrid));
    }
    bm25(source)
}

fn bm25(source: &RetrieverSource<'_>) -> Result<Box<dyn Retriever>> {
    Ok(Box::new(Bm25::with_pruning(source.settings)?))
}

fn restrict(
    inner: &dyn Retriever,
    most_read: usize,
    find: &mut dyn FnMut(&dyn Retriever) -> Attempt<Vec<Scored>>,
) -> Attempt<(Vec<Scored>, bool)> {
    let restricted = Restricted::new(inner, most_read);
    let found = find(&restricted)?;
    Ok((found, restricted.left_unread()))
}

impl RetrievalOperators {
    /// All operators.
    pub const ALL: Self = Self {
        retrievers: RETRIEVERS,
        fusions: FUSIONS,
        restrict: Some(restrict),
    };

    /// The operators of the default settings.
    pub const DEFAULT: Self = Self {
        retrievers: Catalogue::part(&[HYBRID, BM25]),
        fusions: Catalogue::part(&[COVERAGE]),
        restrict: None,
    };

    /// Returns the retriever that the settings name, for an index with or without vectors.
    ///
    /// # Errors
    /// [`Error::InvalidValue`](crate::Error::InvalidValue) for an unknown name or a constant out of
    /// range, and [`Needs::full_engine`](crate::Needs::full_engine) for an operator that is not
    /// among these.
    pub fn retriever(
        &self,
        settings: &RetrievalSettings,
        has_vectors: bool,
    ) -> Result<Box<dyn Retriever>> {
        usual(
            "retrieval",
            &[("min_score_weight", settings.min_score_weight)],
        )?;
        let make = self
            .retrievers
            .get("retrieval.retriever", &settings.retriever)?;
        make(&RetrieverSource {
            settings,
            fusions: &self.fusions,
            has_vectors,
        })
    }
}

/// Returns the retriever that the settings name, from the complete catalogue.
///
/// # Errors
/// The same as for [`RetrievalOperators::retriever`].
pub fn retriever(settings: &RetrievalSettings, has_vectors: bool) -> Result<Box<dyn Retriever>> {
    RetrievalOperators::ALL.retriever(settings, has_vectors)
}
