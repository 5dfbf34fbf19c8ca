//! Packed columns: varints and strings in blobs.

use std::ops::Range;

use crate::error::{Damage, Error, Result};

/// Appends an unsigned LEB128 number.
pub fn push_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    out.push(value.to_le_bytes()[0]);
}

/// Reads a blob from front to back; every step is checked.
#[derive(Debug, Clone)]
pub struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    section: &'b str,
}

impl<'b> Reader<'b> {
    /// Creates a reader of a blob; errors name `section`.
    pub fn new(section: &'b str, bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            section,
        }
    }

    /// Returns whether it is at the end.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Reads the next byte.
    ///
    /// # Errors
    /// [`Error::Corrupt`] at the end of the blob.
    pub fn byte(&mut self) -> Result<u8> {
        self.next_byte().ok_or_else(|| self.damaged())
    }

    /// Reads the next number.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if it is truncated or does not fit in 32 bits.
    pub fn varint(&mut self) -> Result<u32> {
        self.next_varint().ok_or_else(|| self.damaged())
    }

    /// Reads the next `len` bytes.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if there are fewer.
    pub fn take(&mut self, len: usize) -> Result<&'b [u8]> {
        self.next_bytes(len as u64).ok_or_else(|| self.damaged())
    }

    /// Reads all remaining numbers.
    ///
    /// # Errors
    /// The same as for [`Reader::varint`].
    pub fn varints(mut self) -> Result<Vec<u32>> {
        let mut out = Vec::new();
        while !self.is_at_end() {
            out.push(self.varint()?);
        }
        Ok(out)
    }

    // Most of the time is spent in these methods, so they do not describe damage; the caller does.

    pub(super) fn next_byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    pub(super) fn next_bytes(&mut self, length: u64) -> Option<&'b [u8]> {
        let end = self.at.checked_add(usize::try_from(length).ok()?)?;
        let bytes = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(bytes)
    }

    /// Reads the next `width` bytes as one big-endian number.
    pub(super) fn number(&mut self, width: usize) -> Option<u64> {
        let bytes = self.next_bytes(width as u64)?.iter();
        Some(bytes.fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    pub(super) fn next_varint(&mut self) -> Option<u32> {
        let mut value = 0_u64;
        let mut shift = 0;
        while shift < 35 {
            let byte = self.next_byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(value).ok();
            }
            shift += 7;
        }
        None
    }

    fn damaged(&self) -> Error {
        Error::corrupt(self.section, Damage::Truncated)
    }
}

/// A column of strings: their concatenation and the end of each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Strings {
    text: String,
    ends: Vec<u32>,
}

impl Strings {
    /// Returns the number of strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn size(&self) -> usize {
        self.text.len() + self.ends.len() * 4
    }

    /// Returns the string in a row; empty for a row that does not exist.
    pub fn get(&self, row: usize) -> &str {
        let Some(end) = self.ends.get(row) else {
            return "";
        };
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        self.text
            .get(start as usize..*end as usize)
            .unwrap_or_default()
    }

    /// Returns some of the strings, skipping rows that do not exist.
    #[must_use]
    pub fn slice(&self, rows: Range<usize>) -> Self {
        let mut slice = Self::default();
        for row in rows.start..rows.end.min(self.len()) {
            // Its text is at most as long as this one's, so it fits.
            let _ = slice.push("", self.get(row));
        }
        slice
    }

    /// Adds a string at the end.
    ///
    /// # Errors
    /// [`Error::Corrupt`] beyond 4 GiB of text.
    pub fn push(&mut self, section: &str, string: &str) -> Result<()> {
        self.text.push_str(string);
        let end = u32::try_from(self.text.len())
            .map_err(|_| Error::corrupt(section, Damage::TooMuchText))?;
        self.ends.push(end);
        Ok(())
    }

    /// Reads a blob of lengths and a blob of text.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if they do not match or the text is not UTF-8.
    pub fn read(section: &str, lengths: &[u8], text: Vec<u8>) -> Result<Self> {
        let text = String::from_utf8(text).map_err(|_| Error::corrupt(section, Damage::NotUtf8))?;
        let mut ends = Reader::new(section, lengths).varints()?;
        let mut end = 0_u32;
        for length in &mut ends {
            end = end
                .checked_add(*length)
                .filter(|end| text.is_char_boundary(*end as usize))
                .ok_or_else(|| Error::corrupt(section, Damage::TextTooLong))?;
            *length = end;
        }
        if end as usize != text.len() {
            return Err(Error::corrupt(section, Damage::TextLengths));
        }
        Ok(Self { text, ends })
    }
}

/// Collects a column of strings for writing.
#[derive(Debug, Clone, Default)]
pub struct StringsBuilder {
    /// The length of every string, as varints.
    pub lengths: Vec<u8>,
    /// The strings, concatenated.
    pub text: Vec<u8>,
}

impl StringsBuilder {
    /// Adds a string.
    pub fn push(&mut self, string: &str) {
        push_varint(&mut self.lengths, string.len() as u64);
        self.text.extend_from_slice(string.as_bytes());
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_read_back_as_written(values: Vec<u32>) {
            let mut blob = Vec::new();
            for value in &values {
                push_varint(&mut blob, u64::from(*value));
            }
            prop_assert_eq!(Reader::new("test", &blob).varints().unwrap(), values);
        }

        #[test]
        fn strings_read_back_as_written(values: Vec<String>) {
            let mut builder = StringsBuilder::default();
            for value in &values {
                builder.push(value);
            }
            let read = Strings::read("test", &builder.lengths, builder.text).unwrap();
            prop_assert_eq!(read.len(), values.len());
            for (row, value) in values.iter().enumerate() {
                prop_assert_eq!(read.get(row), value);
            }
        }

        #[test]
        fn any_bytes_give_a_column_or_an_error(lengths: Vec<u8>, text: Vec<u8>) {
            let _ = Strings::read("test", &lengths, text);
        }
    }

    #[test]
    fn a_number_that_claims_more_than_32_bits_is_damage() {
        let error = Reader::new("test", &[0xff, 0xff, 0xff, 0xff, 0x7f])
            .varint()
            .unwrap_err();
        assert_eq!(error.code(), "CORRUPT_INDEX");
    }
}
