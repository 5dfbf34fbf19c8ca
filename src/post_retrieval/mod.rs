//! Post-retrieval: from a list of hits to a better order of the same hits.
//!
//! A [`Reranker`] gives every hit a new score; it cannot change the content of a hit. The settings
//! ([`RankingSettings`]) say which rerankers run, in which order and with which constants; a
//! [`RerankChain`] runs them. A [`Filter`] then decides which hits come first, and [`top_k`] keeps
//! the best. This stage does not find hits (retrieval) and does not decide whether they answer
//! (orchestration).
//!
//! | operator | name | scores by | use it when |
//! |---|---|---|---|
//! | [`Matching`] | `matching` | old score scaled, words of the question there, and in the title | almost always |
//! | [`Passage`] | `passage` | old score, words of the question together, in a sentence, in the heading | almost always, after `matching` |
//! | [`Basic`] | `basic` | old score, short chunks, important pages | scores are counts, as those of `tf` |
//! | [`Quality`] | `quality` | old score scaled, trusted host, completeness, signs of an answer | pages of many hosts compete |
//! | [`Recency`] | `recency` | old score scaled, day of the page | newer pages replace older ones |
//! | [`Position`] | `position` | old rank and words in common | old scores are not comparable |
//!
//! | filter | setting | does |
//! |---|---|---|
//! | [`NearDuplicates`] | `near_duplicates` | shows a passage once, with all its addresses |
//! | [`Translations`] | `max_per_document` | moves the translations of a page behind the other pages |
//! | [`PerDocument`] | `max_per_document` | leaves room for other pages |
//!
//! Before the filters, [`weigh`] applies the weights of parts of the site, [`newest_first`] puts the
//! newest version or edition of a page before older ones, and [`lasting_first`] puts lasting pages
//! before news.
//!
//! # Adding one
//! Copy `passage.rs`, which reads the texts of a few hits. Override [`Reranker::reads`], or the
//! engine fetches the texts of all `ranking.depth` hits. Then
//! * add it to the table above and to [`RERANKERS`], and give it a field in [`RankingSettings`];
//! * list it in `tests/contracts/post_retrieval.rs`;
//! * document its constants in `index-builder/src/project/soru.toml`, as `[ranking.<name>]`;
//! * add its name to `src/lib.rs`, `ARCHITECTURE.md`, `www/docs/apis.md`,
//!   `www/element/api.ts` and `www/element/engine/rerankers.ts`: a test in `chain.rs` compares
//!   these lists with [`RERANKERS`].
//!
//! A reranker outside this crate needs none of these steps: pass it to
//! [`Engine::with_reranker`](crate::Engine::with_reranker) and name it in the options of a call, or
//! of the engine, like any other. A `soru.toml` may not name it, since browsers do not have it.
//!
//! To add a filter, copy `per_document.rs`, add it to the table and to [`filters`], and list it in
//! the same contract.

mod basic;
mod chain;
mod constants;
mod filter;
mod lasting_first;
mod matching;
mod near_duplicates;
mod newest_first;
mod operators;
mod passage;
mod per_document;
mod position;
mod quality;
mod recency;
mod settings;
mod top_k;
mod translations;
mod weights;

use std::fmt;

pub use basic::{Basic, BasicSettings};
pub use chain::{RerankChain, Reranked, rerank};
pub use constants::PATH;
pub use filter::{Filter, Verdict, apply, filters};
pub use lasting_first::lasting_first;
pub use matching::{Matching, MatchingSettings};
pub use near_duplicates::NearDuplicates;
pub use newest_first::newest_first;
pub use operators::{DEFAULT_RERANKERS, MakeReranker, RERANKERS, RerankerSource};
pub use passage::{Passage, PassageSettings};
pub use per_document::PerDocument;
pub use position::{Position, PositionSettings};
pub use quality::{Quality, QualitySettings};
pub use recency::{Recency, RecencySettings};
pub use settings::RankingSettings;
pub use top_k::top_k;
pub use translations::Translations;
pub use weights::weigh;

use crate::hit::Hit;
use crate::needs::Attempt;
use crate::query::Query;

/// Computes new scores for hits.
///
/// # Contract
/// `tests/contracts/post_retrieval.rs` holds every implementation to this:
/// * one finite score per hit, in the order of the hits; larger is better;
/// * the same input gives the same scores;
/// * no hits is not an error.
pub trait Reranker {
    /// Returns the name used in the configuration, and as the key of its scores in a hit.
    fn name(&self) -> &str;

    /// Returns the number of hits, from the best on, whose displayed fields it reads: texts,
    /// titles, addresses, importance, metadata. In the other hits these are empty, and nothing is
    /// fetched for them. By default, it reads all hits.
    fn reads(&self) -> usize {
        usize::MAX
    }

    /// Returns new scores, one per hit. The hits come in their present order, so a hit's place in
    /// the list is its rank.
    ///
    /// The engine does not wait. A reranker that must wait (a remote model, a page's script) keeps
    /// the hits, returns [`Needs::scores_of`](crate::Needs::scores_of), and is called again with
    /// the same hits once its owner has the scores. It must then return those scores.
    ///
    /// # Errors
    /// Any reason that prevents scoring; the chain then leaves the order unchanged.
    /// [`Needs`](crate::Needs) end the step instead.
    fn scores(&self, query: &Query, hits: &[Hit]) -> Attempt<Vec<f64>>;

    /// Returns the time that its owner took for the latest scores, in milliseconds; a trace adds it
    /// to the time within the engine.
    fn waited(&self) -> f64 {
        0.0
    }
}

// Prints the name only: requiring `Debug` of every implementation would add the code to print all
// its parts to the download.
impl fmt::Debug for dyn Reranker + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
