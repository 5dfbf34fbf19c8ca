//! The `facts` section.

use super::encode;
use super::node::Node;
use super::row::Row;
use crate::error::Result;
use crate::fact::Fact;

/// Encodes the section.
///
/// # Errors
/// Only if memory cannot be allocated.
pub fn write_facts(facts: &[Fact]) -> Result<Vec<u8>> {
    encode("facts", &facts)
}

/// Decodes the section.
///
/// # Errors
/// [`crate::Error::Corrupt`].
pub fn read_facts(bytes: &[u8]) -> Result<Vec<Fact>> {
    let mut row = Node::decode_row("facts", bytes)?;
    let facts = row.all(read_fact);
    row.end().map(|()| facts)
}

fn read_fact(row: &mut Row<'_>) -> Fact {
    Fact {
        question: row.text(),
        answer: row.text(),
        source_url: row.text(),
        aliases: row.texts(),
        lang: row.text(),
        category: row.text(),
        checked_on: row.text(),
        valid_until: row.text(),
        source_title: row.text(),
        source_quote: row.text(),
        authority: row.optional_text(),
    }
}
