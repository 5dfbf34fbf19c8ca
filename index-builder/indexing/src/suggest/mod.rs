//! Writes prepared questions, which complete what is typed.
//!
//! | file | does |
//! |---|---|
//! | `prepared.rs` | collects the questions of a site, the best first |
//! | `shards.rs` | divides them into shards by the first letters of their words |

mod prepared;
mod shards;

use soru::error::Result;
use soru::index::format::{SUGGEST, SuggestShard, SuggestTable, SuggestedQuestion};

pub use self::prepared::PreparedQuestion;
pub(super) use self::prepared::{leading, prepared};
use self::shards::{MOST_BYTES, Shards};
use super::section::Section;

/// Maximum number of shards, which one directory lists.
const MOST_SHARDS: usize = 1_000;

/// Returns the table, then the shards; nothing without questions. A site with too many questions
/// keeps the best.
pub(super) fn write_suggest(questions: &[PreparedQuestion]) -> Result<Vec<Section>> {
    let mut kept = questions;
    while !kept.is_empty() {
        let shards = Shards::new(kept);
        let table = SuggestTable::write(shards.rows())?;
        if shards.len() <= MOST_SHARDS && table.len() <= MOST_BYTES {
            return sections(kept, &shards, table);
        }
        kept = &kept[..kept.len() * 3 / 4];
    }
    Ok(Vec::new())
}

fn sections(
    questions: &[PreparedQuestion],
    shards: &Shards,
    table: Vec<u8>,
) -> Result<Vec<Section>> {
    let mut sections = vec![Section::bytes(SUGGEST, table)];
    for (number, shard) in shards.all().enumerate() {
        let name = format!("{SUGGEST}/{number}");
        let own = shard.iter().map(|at| suggested(&questions[*at]));
        let bytes = SuggestShard::write(&name, own)?;
        sections.push(Section::bytes(name, bytes));
    }
    Ok(sections)
}

fn suggested(question: &PreparedQuestion) -> SuggestedQuestion<'_> {
    SuggestedQuestion {
        text: &question.text,
        lang: &question.lang,
        valid_until: &question.valid_until,
        turn: question.turn,
        section: question.section,
    }
}
