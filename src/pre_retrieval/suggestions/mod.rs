//! Completions of an unfinished question, whole questions first.
//!
//! A [`Suggester`] proposes texts that continue the typed text, in any spelling: `öğr`, `ogr` and
//! `OGR` are the same prefix. [`complete`] calls the suggesters and merges their proposals.
//!
//! | suggester | proposes |
//! |---|---|
//! | [`Questions`] | questions of facts, and the site's sample questions |
//! | [`Titles`] | titles and headings of pages, with their addresses |
//! | [`Words`] | the last word completed, the most common first |
//!
//! # Adding a suggester
//! Copy `questions.rs`, add it to the table and to `Operators::ALL`, list it in
//! `tests/contracts/suggestions.rs`.

mod questions;
mod ranked;
mod titles;
mod typed;
mod words;

use std::fmt;

use serde::Serialize;

pub use self::questions::{Questions, SampleQuestion};
pub use self::titles::Titles;
pub use self::typed::Typed;
pub use self::words::Words;
use crate::index::Index;
use crate::needs::Attempt;
use crate::text::fold;

/// A proposed completion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Completion {
    /// The text that the search box then contains.
    pub text: String,
    /// Its kind.
    pub kind: CompletionKind,
    /// The page, if it is a title or heading of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Language tag.
    pub lang: String,
}

/// The kind of a completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CompletionKind {
    /// A whole question.
    Question,
    /// The title of a page, or a heading on it.
    Title,
    /// The text with its last word completed.
    Word,
}

/// The result of [`complete`], as pages receive it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Suggestions {
    /// The completions, best first.
    pub suggestions: Vec<Completion>,
}

/// Proposes completions.
///
/// # Contract
/// `tests/contracts` holds every implementation to this:
/// * at most `limit`, best first, those in the language of the page before others;
/// * every typed word is the prefix of a word of every proposal, in any spelling;
/// * no two proposals have the same fold key; the same text gives the same proposals;
/// * an empty text gives no proposals except the site's sample questions.
pub trait Suggester {
    /// Returns its name.
    fn name(&self) -> &'static str;

    /// Returns the best completions.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) if a part of the index must be fetched first,
    /// [`crate::Error::Corrupt`] if it is damaged.
    fn suggest(&self, index: &Index, typed: &Typed, limit: usize) -> Attempt<Vec<Completion>>;
}

// Prints the name only: requiring `Debug` of every implementation would add the code to print all
// its parts to the download.
impl fmt::Debug for dyn Suggester + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Calls all suggesters, in order. Proposals of an earlier one are not repeated by a later one. Up
/// to a quarter of the places are reserved for the last one, so that titles do not crowd out words.
///
/// # Errors
/// As [`Suggester::suggest`].
pub fn complete(
    suggesters: &[Box<dyn Suggester>],
    index: &Index,
    typed: &Typed,
    limit: usize,
) -> Attempt<Suggestions> {
    let mut lists = Vec::with_capacity(suggesters.len());
    for suggester in suggesters {
        lists.push(suggester.suggest(index, typed, limit)?);
    }
    let kept_free = lists.last().map_or(0, |last| last.len().min(limit / 4));
    let last = lists.len().saturating_sub(1);
    let mut keys: Vec<String> = Vec::new();
    let mut all = Suggestions::default();
    for (number, list) in lists.into_iter().enumerate() {
        let room = if number == last {
            limit
        } else {
            limit - kept_free
        };
        for completion in list {
            let key = fold(&completion.text);
            if all.suggestions.len() < room && !keys.contains(&key) {
                keys.push(key);
                all.suggestions.push(completion);
            }
        }
    }
    Ok(all)
}
