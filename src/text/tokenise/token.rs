//! A token of a text.

/// The role of a token in a compound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Counts as a word of the text.
    Word,
    /// A second reading of words that are already tokens: the parts of a code, the joined form of a
    /// hyphenated compound, a date in figures. It does not count towards a text's length.
    Extra,
}

/// One token of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The surface form: lower-cased by language, numbers, dates and units in one spelling.
    pub text: String,
    /// Byte offset of the first byte in the original text.
    pub start: usize,
    /// Byte offset after the last byte in the original text, including the apostrophe suffix.
    pub end: usize,
    /// Number of the word in the text, from 0; extras share their word's position.
    pub position: u32,
    /// Word or extra.
    pub kind: TokenKind,
}

impl Token {
    /// Returns whether this counts as a word of the text.
    pub fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }
}
