//! Reads whole files that users name: the project file, and files of facts. Reading is limited for
//! any kind of file, because some files grow while people edit them.

use std::fs::{File, OpenOptions};
use std::io::{Error, Read, Result, Seek, SeekFrom, Write};
use std::path::Path;

/// The error for files that may be endless.
pub const NO_FILE: &str = "a pipe, a socket or a device, not a file";

/// The number of bytes in a megabyte, for all limits.
pub const MEGABYTE: u64 = 1_000_000;

/// Reads the bytes of a file.
///
/// # Errors
/// If it cannot be read, is not a regular file, or has more than `most` megabytes.
pub fn read(file: &Path, most: u64) -> Result<Vec<u8>> {
    let kind = file.metadata()?;
    if !kind.is_file() && !kind.is_dir() {
        return Err(Error::other(format!("it is {NO_FILE}")));
    }
    read_any(file, most)
}

/// Like [`read`], but also accepts pipes, for names on the command line that may come from another
/// command.
///
/// # Errors
/// If it cannot be read, or has more than `most` megabytes.
pub fn read_any(file: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    let mut part = File::open(file)?.take(most * MEGABYTE + 1);
    part.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most * MEGABYTE {
        return Err(Error::other(format!(
            "it is larger than {most} MB; name another file, or split it"
        )));
    }
    Ok(bytes)
}

/// Appends lines to a file, and flushes them in case the program is killed.
///
/// # Errors
/// If it cannot be written to.
pub fn append(file: &Path, lines: &str) -> Result<()> {
    let mut open = OpenOptions::new();
    let mut open = open.read(true).append(true).create(true).open(file)?;
    let mut text = lines.to_owned();
    // The last line may be truncated, or edited by hand.
    if open.metadata()?.len() > 0 {
        let mut last = [0];
        open.seek(SeekFrom::End(-1))?;
        open.read_exact(&mut last)?;
        if last != *b"\n" {
            text.insert(0, '\n');
        }
    }
    open.write_all(text.as_bytes())?;
    open.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_ends_for_every_kind_of_file() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a");
        std::fs::write(&file, vec![b'a'; 1_000_000]).unwrap();
        assert_eq!(read(&file, 1).unwrap().len(), 1_000_000);
        std::fs::write(&file, vec![b'a'; 1_000_001]).unwrap();
        assert_eq!(
            read(&file, 1).unwrap_err().to_string(),
            "it is larger than 1 MB; name another file, or split it"
        );
        assert!(read(dir.path(), 1).is_err());
        #[cfg(unix)]
        {
            let message = read(Path::new("/dev/zero"), 1).unwrap_err().to_string();
            assert_eq!(message, format!("it is {NO_FILE}"));
            assert!(read_any(Path::new("/dev/zero"), 1).is_err());
        }
    }
}
