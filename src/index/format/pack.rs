//! A data file: named sections in sequence.

use serde::Serialize;
use serde_bytes::ByteBuf;
use sha2::{Digest, Sha256};

use super::encode;
use super::node::Node;
use crate::error::Result;

/// The sections of one data file.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Pack {
    sections: Vec<(String, ByteBuf)>,
}

impl Pack {
    /// Adds a section.
    pub fn push(&mut self, name: impl Into<String>, bytes: Vec<u8>) {
        self.sections.push((name.into(), ByteBuf::from(bytes)));
    }

    /// Returns the names of the sections, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the sections, in order.
    pub fn into_sections(self) -> impl Iterator<Item = (String, Vec<u8>)> {
        self.sections
            .into_iter()
            .map(|(name, bytes)| (name, bytes.into_vec()))
    }

    /// Encodes the file.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn write(&self) -> Result<Vec<u8>> {
        encode("data file", self)
    }

    /// Decodes the file.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`] if they are not a data file.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self> {
        let mut fields = Node::decode_fields(file, bytes)?;
        let sections = fields.rows(|section| (section.text(), ByteBuf::from(section.bytes())));
        fields.end().map(|()| Self { sections })
    }
}

/// Computes the SHA-256 (FIPS 180-4) of some bytes.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Formats bytes as lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut out = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        out.push(char::from(DIGITS[usize::from(byte >> 4)]));
        out.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_agree_with_the_standard() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(hex(&sha256(b"")), empty);
    }

    #[test]
    fn sections_read_back_in_order() {
        let mut pack = Pack::default();
        pack.push("b", vec![1, 2]);
        pack.push("a", vec![]);
        let read = Pack::read("test", &pack.write().unwrap()).unwrap();
        let sections: Vec<_> = read.into_sections().collect();
        assert_eq!(
            sections,
            [("b".to_owned(), vec![1, 2]), ("a".to_owned(), vec![])]
        );
    }
}
