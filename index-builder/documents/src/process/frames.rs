//! Frames: sends messages through a pipe, each preceded by its length.

use std::io::{self, ErrorKind, Read, Write};

/// The maximum length of a message in bytes, more than any document or its text.
const LONGEST: u64 = 4 << 30;

/// Writes a message.
pub(super) fn write(to: &mut impl Write, message: &[u8]) -> io::Result<()> {
    to.write_all(&(message.len() as u64).to_le_bytes())?;
    to.write_all(message)?;
    to.flush()
}

/// Reads a message; returns none at the end.
pub(super) fn read(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 8];
    match from.read_exact(&mut length) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u64::from_le_bytes(length);
    if length > LONGEST {
        return Err(io::Error::other("the message is too long"));
    }
    let mut message = Vec::new();
    from.take(length).read_to_end(&mut message)?;
    if (message.len() as u64) < length {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_they_are_written() {
        let mut pipe = Vec::new();
        for message in [b"".as_slice(), b"two\nlines"] {
            write(&mut pipe, message).unwrap();
        }
        let mut pipe = pipe.as_slice();
        assert_eq!(read(&mut pipe).unwrap(), Some(Vec::new()));
        assert_eq!(read(&mut pipe).unwrap(), Some(b"two\nlines".to_vec()));
        assert_eq!(read(&mut pipe).unwrap(), None);
    }

    #[test]
    fn a_message_that_is_cut_short_or_claims_too_much_is_an_error() {
        let mut pipe = Vec::new();
        write(&mut pipe, b"document").unwrap();
        assert!(read(&mut &pipe[..10]).is_err());
        assert!(read(&mut u64::MAX.to_le_bytes().as_slice()).is_err());
    }
}
