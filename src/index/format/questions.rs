//! A `questions/<lang>` section: written questions of one language, which complete what is being typed.
//!
//! It is a choice of those that are written for the site's sections, the best first. A box reads it without the
//! engine, for a visitor who types downloads all of it.

use serde_bytes::ByteBuf;

use super::node::Node;
use super::{Strings, StringsBuilder, encode};
use crate::error::Result;

/// What names of these sections begin with.
pub const QUESTIONS: &str = "questions";

/// The name of a language's section.
#[must_use]
pub fn questions_section(tag: &str) -> String {
    format!("{QUESTIONS}/{tag}")
}

/// The section's bytes.
///
/// # Errors
/// Only if memory for them cannot be had.
pub fn write_questions<'q>(questions: impl IntoIterator<Item = &'q str>) -> Result<Vec<u8>> {
    let mut column = StringsBuilder::default();
    questions.into_iter().for_each(|text| column.push(text));
    encode(QUESTIONS, &[column.lengths, column.text].map(ByteBuf::from))
}

/// From the bytes of the section of this name.
///
/// # Errors
/// [`crate::Error::Corrupt`].
pub fn read_questions(section: &str, bytes: &[u8]) -> Result<Strings> {
    let mut row = Node::decode_row(section, bytes)?;
    let questions = row.strings();
    row.end()?;
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
