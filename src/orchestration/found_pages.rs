//! All pages that a question finds, by their metadata: for counts and dates beside a list, which
//! shows the best of them. Reads no text, unless the question has phrases.

use serde::Serialize;

use super::call_state::{CallState, Stage};
use super::ranked::ranked;
use super::scope::Scope;
use super::trace::Trace;
use crate::answer::Warning;
use crate::hit::Scored;
use crate::index::Index;
use crate::needs::Attempt;
use crate::ordered::Map;

/// A page that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundPage {
    /// Language tag.
    pub lang: String,
    /// Its metadata.
    pub meta: Map<String>,
    /// The score of its best passage as a share of the maximum, 0 to 1, before reranking.
    pub relevance: f64,
}

/// The result of [`Method::PAGES`](super::Method::PAGES).
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct FoundPages {
    /// The pages, best first. Those of as many passages as are reranked, or of `topK` if that is
    /// more.
    pub pages: Vec<FoundPage>,
    /// Whether pages are missing because a file could not be loaded.
    pub warnings: Vec<Warning>,
}

impl CallState {
    pub(crate) fn pages(&mut self) -> Attempt<FoundPages> {
        let Stage {
            index,
            pipeline,
            text,
            options,
            progress,
        } = self.stage()?;
        let mut trace = Trace::default();
        let scope = Scope::new(pipeline.operators, index, options)?;
        let query = pipeline.query(&scope, text, &mut trace, progress)?;
        let found = ranked(&scope, &query, &mut trace, progress)?;
        let pages = pages(index, &found.scored)?;
        index.end_question();
        let mut warnings = Vec::new();
        self.admit_missing(!pages.is_empty(), &mut warnings)?;
        Ok(FoundPages { pages, warnings })
    }
}

/// Returns the page of each chunk once. Of near-duplicates it has the first, as the list does.
fn pages(index: &Index, found: &[Scored]) -> Attempt<Vec<FoundPage>> {
    let (metadata, table) = (index.metadata()?, index.chunks());
    let mut is_listed = vec![false; table.documents()];
    let mut groups = Vec::new();
    let mut pages = Vec::new();
    for scored in found {
        let document = table.borders().place(scored.chunk).0 as usize;
        let group = table.group_of(scored.chunk);
        if is_listed[document] || groups.contains(&group) {
            continue;
        }
        is_listed[document] = true;
        if group > 0 {
            groups.push(group);
        }
        pages.push(FoundPage {
            lang: index.languages()[table.language(document)].tag.clone(),
            meta: metadata.get(document).cloned().unwrap_or_default(),
            relevance: scored.relevance,
        });
    }
    Ok(pages)
}
