//! What a target has learned, as one archive: thousands of small files would fill the repository.
//!
//! `fuzz/learned/<target>.tar.gz` holds the inputs that fuzzing found to reach something new. They
//! are unpacked into the build folder for a run, and packed again behind it. The same inputs give
//! the same bytes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use tar::{Archive, Builder, Header};

/// Puts the inputs of an archive into a folder of its own; none, if there is no archive yet.
///
/// # Errors
/// If it is no such archive, or cannot be unpacked.
pub(super) fn unpack(archive: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    if !archive.exists() {
        return Ok(());
    }
    Archive::new(GzDecoder::new(File::open(archive)?))
        .unpack(folder)
        .with_context(|| format!("{}: what was learned cannot be unpacked", archive.display()))
}

/// Puts the files of a folder into an archive, by name.
///
/// # Errors
/// If the folder cannot be read, or the archive not written.
pub(super) fn pack(folder: &Path, archive: &Path) -> Result<()> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<Result<Vec<PathBuf>>>()?;
    files.sort();
    let mut tar = Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    for file in files {
        let bytes = fs::read(&file)?;
        let mut header = Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        let name = file.file_name().context("an input has no name")?;
        tar.append_data(&mut header, name, bytes.as_slice())?;
    }
    let bytes = tar.into_inner()?.finish()?;
    if let Some(parent) = archive.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(archive, bytes).with_context(|| format!("{}: not written", archive.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_as_it_was_and_packed_to_the_same_bytes() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        fs::create_dir(at("first")).unwrap();
        fs::write(at("first/b"), [0, 255, 7]).unwrap();
        fs::write(at("first/a"), b"").unwrap();
        pack(&at("first"), &at("kept/one.tar.gz")).unwrap();
        unpack(&at("kept/one.tar.gz"), &at("second")).unwrap();
        assert_eq!(fs::read(at("second/b")).unwrap(), [0, 255, 7]);
        pack(&at("second"), &at("kept/two.tar.gz")).unwrap();
        let kept = |name: &str| fs::read(at(name)).unwrap();
        assert_eq!(kept("kept/one.tar.gz"), kept("kept/two.tar.gz"));
    }

    #[test]
    fn without_an_archive_nothing_was_learned_and_a_broken_one_is_named() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        unpack(&at("none.tar.gz"), &at("folder")).unwrap();
        assert_eq!(fs::read_dir(at("folder")).unwrap().count(), 0);
        fs::write(at("broken.tar.gz"), b"no archive").unwrap();
        let error = unpack(&at("broken.tar.gz"), &at("folder")).unwrap_err();
        assert!(error.to_string().contains("broken.tar.gz"), "{error:#}");
    }
}
