//! Completions of what is being typed, whole questions first.
//!
//! A [`Suggester`] proposes texts that go on from what was typed so far, in any spelling: `öğr`,
//! `ogr` and `OGR` are the same beginning. Which suggesters are asked, and how their proposals are
//! put together, is [`complete`]'s business.
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
use crate::error::Result;
use crate::index::Index;
use crate::text::fold;

/// A proposal of how to go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Completion {
    /// What would then stand in the box.
    pub text: String,
    /// What it is.
    pub kind: CompletionKind,
    /// The page, if it is a title or heading of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Language tag.
    pub lang: String,
}

/// What a completion is.
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

/// What [`complete`] gives, as pages get it.
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
/// * every word that was typed is the beginning of a word of every proposal, whatever the spelling;
/// * no two proposals with the same fold key; the same again for the same text;
/// * nothing typed gives nothing, save for the site's sample questions.
pub trait Suggester {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The best completions.
    ///
    /// # Errors
    /// [`crate::Error::NotLoaded`] if a part of the index has to be fetched first,
    /// [`crate::Error::Corrupt`] if it is damaged.
    fn suggest(&self, index: &Index, typed: &Typed, limit: usize) -> Result<Vec<Completion>>;
}

// By name: were `Debug` asked of every implementation, printing all its parts would be in the
// download.
impl fmt::Debug for dyn Suggester + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Asks all suggesters, in order. What an earlier one proposed, a later one need not; the last one
/// is sure of a quarter of the places, so that titles do not crowd out words.
///
/// # Errors
/// As [`Suggester::suggest`].
pub fn complete(
    suggesters: &[Box<dyn Suggester>],
    index: &Index,
    typed: &Typed,
    limit: usize,
) -> Result<Suggestions> {
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
