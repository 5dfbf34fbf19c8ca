//! Splits bytes from the network into lines, wherever the network has cut them.

use crate::error::{Error, Result};
use crate::problem::ModelProblem;

/// Handles a line.
type Each<'a> = &'a mut dyn FnMut(&str) -> Result<()>;

/// Collects bytes until a line ends: at `\n`, `\r\n` or `\r`. Every byte is read once, and
/// characters are decoded when their line is complete, so cuts cannot split them.
#[derive(Debug)]
pub(super) struct Lines {
    line: Vec<u8>,
    /// Whether the previous byte was `\r`, so that a following `\n` does not end a second line.
    after_return: bool,
    is_first: bool,
    /// Maximum bytes of a line.
    most: usize,
}

impl Lines {
    pub(super) fn new(most: usize) -> Self {
        Self {
            line: Vec::new(),
            after_return: false,
            is_first: true,
            most,
        }
    }

    /// # Errors
    /// The errors of `each`, and [`ModelProblem::TooLong`] for a line that does not end.
    pub(super) fn feed(&mut self, bytes: &[u8], each: Each<'_>) -> Result<()> {
        for byte in bytes {
            match byte {
                b'\n' if self.after_return => self.after_return = false,
                b'\n' | b'\r' => {
                    self.after_return = *byte == b'\r';
                    self.end_line(each)?;
                }
                _ => {
                    self.after_return = false;
                    self.line.push(*byte);
                    self.check_length()?;
                }
            }
        }
        Ok(())
    }

    /// Handles the last line, if it was not terminated.
    ///
    /// # Errors
    /// The errors of `each`.
    pub(super) fn finish(&mut self, each: Each<'_>) -> Result<()> {
        if self.line.is_empty() {
            return Ok(());
        }
        self.end_line(each)
    }

    fn check_length(&self) -> Result<()> {
        if self.line.len() <= self.most {
            return Ok(());
        }
        let detail = format!("a line of more than {} bytes", self.most);
        Err(Error::model(ModelProblem::TooLong, &detail))
    }

    fn end_line(&mut self, each: Each<'_>) -> Result<()> {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&line);
        let is_first = std::mem::replace(&mut self.is_first, false);
        let text = text
            .strip_prefix('\u{feff}')
            .filter(|_| is_first)
            .unwrap_or(&text);
        each(text)
    }
}

/// Decodes bytes to text without waiting for lines.
#[derive(Debug, Default)]
pub(super) struct Characters {
    /// The beginning of a character; at most three bytes.
    begun: Vec<u8>,
}

impl Characters {
    /// Returns all complete characters so far. Invalid UTF-8 becomes U+FFFD.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> String {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let mut rest = all.as_slice();
        let mut text = String::new();
        loop {
            match std::str::from_utf8(rest) {
                Ok(valid) => {
                    text.push_str(valid);
                    return text;
                }
                Err(error) => {
                    let (valid, bad) = rest.split_at(error.valid_up_to());
                    text.push_str(&String::from_utf8_lossy(valid));
                    let Some(length) = error.error_len() else {
                        self.begun = bad.to_vec();
                        return text;
                    };
                    text.push('\u{fffd}');
                    rest = &bad[length..];
                }
            }
        }
    }

    /// Returns the replacement of a character that was never completed.
    pub(super) fn finish(&mut self) -> &'static str {
        if std::mem::take(&mut self.begun).is_empty() {
            ""
        } else {
            "\u{fffd}"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]], most: usize) -> Result<Vec<String>> {
        let mut found = Vec::new();
        let mut reader = Lines::new(most);
        let mut keep = |line: &str| {
            found.push(line.to_owned());
            Ok(())
        };
        for piece in pieces {
            reader.feed(piece, &mut keep)?;
        }
        reader.finish(&mut keep)?;
        Ok(found)
    }

    #[test]
    fn r34_every_kind_of_line_break_ends_one_line() {
        let found = lines(&[b"\xef\xbb\xbfa\r", b"\nb\n\rc\r\n\nlast"], 100).unwrap();
        assert_eq!(found, ["a", "b", "", "c", "", "last"]);
    }

    #[test]
    fn r34_a_line_without_end_is_rejected() {
        assert_eq!(lines(&[b"12345\n", b"12345"], 5).unwrap().len(), 2);
        let error = lines(&[b"123", b"456"], 5).unwrap_err();
        assert_eq!(error.code(), "MODEL_TOO_LONG");
    }

    #[test]
    fn r34_a_character_split_over_two_pieces_is_joined() {
        let mut reader = Characters::default();
        let bytes = "ğ😀".as_bytes();
        let text: String = bytes.chunks(1).map(|piece| reader.feed(piece)).collect();
        assert_eq!(text + reader.finish(), "ğ😀");
        let mut reader = Characters::default();
        assert_eq!(reader.feed(b"a\xffb\xc4"), "a\u{fffd}b");
        assert_eq!(reader.finish(), "\u{fffd}");
    }
}
