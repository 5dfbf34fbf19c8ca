//! The `facts` section.

use super::encode;
use super::fields::Fields;
use super::node::Node;
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
    let mut fields = Node::decode_fields("facts", bytes)?;
    let facts = fields.all(read_fact);
    fields.end().map(|()| facts)
}

fn read_fact(fields: &mut Fields<'_>) -> Fact {
    Fact {
        question: fields.text(),
        answer: fields.text(),
        source_url: fields.text(),
        aliases: fields.texts(),
        lang: fields.text(),
        category: fields.text(),
        checked_on: fields.text(),
        valid_until: fields.text(),
        source_title: fields.text(),
        source_quote: fields.text(),
        authority: fields.optional_text(),
        site: String::new(),
    }
}
