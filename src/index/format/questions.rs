//! A `questions/<lang>` section: written questions of one language, for autocompletion.
//!
//! It has a selection of the questions written for the site's sections, best first. The search box
//! reads it without the engine; a visitor who types downloads the whole section.

use serde_bytes::ByteBuf;

use super::node::Node;
use super::{Strings, StringsBuilder, encode};
use crate::error::Result;

/// Prefix of the names of these sections.
pub const QUESTIONS: &str = "questions";

/// Returns the name of a language's section.
#[must_use]
pub fn questions_section(tag: &str) -> String {
    format!("{QUESTIONS}/{tag}")
}

/// Encodes the section.
///
/// # Errors
/// Only if memory cannot be allocated.
pub fn write_questions<'q>(questions: impl IntoIterator<Item = &'q str>) -> Result<Vec<u8>> {
    let mut column = StringsBuilder::default();
    questions.into_iter().for_each(|text| column.push(text));
    encode(QUESTIONS, &[column.lengths, column.text].map(ByteBuf::from))
}

/// Decodes the section of this name.
///
/// # Errors
/// [`crate::Error::Corrupt`].
pub fn read_questions(section: &str, bytes: &[u8]) -> Result<Strings> {
    let mut fields = Node::decode_fields(section, bytes)?;
    let questions = fields.strings();
    fields.end()?;
    Ok(questions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r18_questions_read_back_in_their_order_and_damage_names_its_section() {
        let bytes = write_questions(["Ücret ne kadar?", "Who pays?"]).unwrap();
        let read = read_questions("questions/tr", &bytes).unwrap();
        assert_eq!([read.get(0), read.get(1)], ["Ücret ne kadar?", "Who pays?"]);
        assert_eq!(read.len(), 2);
        let error = read_questions("questions/tr", &bytes[..bytes.len() - 1]).unwrap_err();
        assert!(error.to_string().contains("questions/tr"), "{error}");
    }
}
