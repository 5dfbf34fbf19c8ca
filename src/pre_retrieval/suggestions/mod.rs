//! Completes what a visitor types with prepared questions: questions with an answer on the site.
//!
//! The builder files every prepared question under the first letters of its words
//! (`suggest/` of `soru-indexing`). [`complete`] reads the files to which the typed words lead, each
//! at most 16 KB, and returns the questions in which every typed word begins a word. Misspelt words
//! count only if nothing else fits: a visitor who has not finished a word has not misspelt it.
//!
//! The command completes with it. Pages do the same in JavaScript
//! (`www/element/engine/completing.ts`), because it would add 4 KB to the engine that a first question
//! waits for.
//!
//! | file | does |
//! |---|---|
//! | `typed.rs` | the typed text, and which questions continue it |
//! | `ranked.rs` | keeps the best, and chooses a few |

mod ranked;
mod typed;

use std::sync::Arc;

use serde::Serialize;

use self::ranked::Ranked;
pub use self::typed::Typed;
use crate::index::Index;
use crate::index::format::{SuggestShard, SuggestTable, SuggestedQuestion};
use crate::needs::Attempt;

/// A question that completes the typed text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Completion {
    /// The question.
    pub text: String,
    /// Language tag.
    pub lang: String,
}

/// The result of [`complete`], as pages receive it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Suggestions {
    /// The questions, best first.
    pub suggestions: Vec<Completion>,
}

/// Maximum number of shards that are read for one text: of the words with the most letters that
/// lead anywhere.
const MOST_SHARDS: usize = 3;

/// Returns the prepared questions that continue a text, those of important pages first. Questions
/// in another language than the page's, or with misspelt words, are returned only where no others
/// continue it. For an empty text these are questions of the most important pages in that language,
/// which take turns.
///
/// # Errors
/// [`Needs`](crate::Needs) if a part of the index must be fetched first,
/// [`crate::Error::Corrupt`] if it is damaged.
pub fn complete(index: &Index, typed: &mut Typed, limit: usize) -> Attempt<Suggestions> {
    let table = if typed.is_long() {
        None
    } else {
        index.suggest_table()?
    };
    let Some(table) = table else {
        return Ok(Suggestions::default());
    };
    // Fewer letters lead to the questions of which the last letters are misspelt.
    for fewer in 0..=1 {
        let shards = index.suggest_shards(led_to(table, typed, fewer).into_iter())?;
        let found = best(&shards, typed, limit);
        if !found.suggestions.is_empty() {
            return Ok(found);
        }
    }
    Ok(Suggestions::default())
}

/// Returns the shards to which typed words lead, those of most letters first; with `fewer`, those
/// to which that many steps less lead.
fn led_to(table: &SuggestTable, typed: &Typed, fewer: usize) -> Vec<u32> {
    let mut chosen: Vec<(usize, u32)> = Vec::with_capacity(MOST_SHARDS + 1);
    for word in typed.leading() {
        let steps: Vec<(usize, u32)> = table.led_to(&word).collect();
        let last = steps.len().saturating_sub(1 + fewer);
        let Some((letters, shard)) = steps.get(last).copied() else {
            continue;
        };
        if chosen.iter().all(|(_, own)| *own != shard) {
            let place = chosen.iter().position(|(own, _)| *own < letters);
            chosen.insert(place.unwrap_or(chosen.len()), (letters, shard));
            chosen.truncate(MOST_SHARDS);
        }
    }
    // No letters lead to questions of the whole site, which words with letters need not wait for.
    let has_letters = chosen.iter().any(|(letters, _)| *letters > 0);
    chosen.retain(|(letters, _)| *letters > 0 || !has_letters);
    chosen.into_iter().map(|(_, shard)| shard).collect()
}

fn best(shards: &[Arc<SuggestShard>], typed: &mut Typed, limit: usize) -> Suggestions {
    let mut ranked = Ranked::default();
    for shard in shards {
        for question in (0..shard.len()).map(|row| shard.get(row)) {
            if let Some(rank) = typed.rank(&question) {
                ranked.offer(rank, question);
            }
        }
    }
    let completion = |question: SuggestedQuestion<'_>| Completion {
        text: question.text.to_owned(),
        lang: question.lang.to_owned(),
    };
    let best = ranked.into_best(limit).into_iter();
    Suggestions {
        suggestions: best.map(completion).collect(),
    }
}
