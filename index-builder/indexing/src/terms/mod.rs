//! A language's dictionary with its postings, in sections.
//!
//! Decisions that need all words are made at once: where to cut the dictionary, which families of
//! words get rows, which lists are long. The shards themselves are made when they are stored
//! (`shard.rs`), on the thread that stores them.

mod cut;
mod entries;
mod family;
mod plan;
mod shard;

use soru::error::Result;
use soru::index::format::{LanguageStatistics, Strings};
use soru::text::Language;

use self::cut::cut;
pub(super) use self::entries::Terms;
use self::plan::Plan;
use super::Layout;
use super::section::Section;

/// A language's dictionary in sections.
pub(super) struct TermSections {
    /// Long rows, shards, heads, tails.
    pub(super) sections: Vec<Section>,
    /// Fold key of the first word of each shard.
    pub(super) shards: Strings,
}

/// Encodes a language's dictionary as sections.
pub(super) fn write_terms(
    terms: &Terms,
    statistics: &LanguageStatistics,
    layout: &Layout,
) -> Result<TermSections> {
    let rules = Language::from_tag(&statistics.tag);
    let shards = cut(terms, rules, layout);
    let mut plan = Plan::new(terms, statistics, &shards);
    plan.long_words()?;
    let families = plan.families(rules)?;
    let mut sections = vec![plan.long()?];
    let (heads, tails) = (plan.heads, plan.tails);
    let firsts = shards.firsts()?;
    sections.extend(shards.deal(terms, families, &statistics.tag));
    // Consecutive numbers are adjacent, so that few directories list them.
    sections.extend(heads);
    sections.extend(tails);
    Ok(TermSections {
        sections,
        shards: firsts,
    })
}
