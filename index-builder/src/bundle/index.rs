//! Makes the files of an index and passes them on one by one.

use std::borrow::Cow;

use rayon::prelude::*;
use sha2::{Digest, Sha256};
use soru_indexing::{Built, StoredEntry, Unstored};

use super::{compress, compress_best};

/// Files per task: with more, other threads would idle at the end.
const AT_ONCE: usize = 8;

/// Queues a file by name and bytes, from any thread, without waiting for the disk.
pub type Keep<'k, 'b> = dyn Fn(String, Cow<'b, [u8]>) + Sync + 'k;

/// The metadata of an index file, kept after its bytes were passed on for writing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexFile {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The SHA-256 of its bytes.
    pub sha256: Vec<u8>,
}

/// An index whose files, except the manifest, are being written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IndexFiles {
    /// Data files, directories, the outline and the titles.
    pub files: Vec<IndexFile>,
    /// The bytes of the manifest, which names them.
    pub manifest: Vec<u8>,
}

impl IndexFiles {
    /// Makes the files of an index on all threads of the current pool; `keep` receives each as soon
    /// as it is ready. `outline` makes the names and bytes of the outline's files.
    ///
    /// # Errors
    /// If memory is unavailable, and the errors of `outline`.
    pub fn make(
        built: Built,
        outline: impl FnOnce() -> anyhow::Result<Vec<(&'static str, Vec<u8>)>>,
        keep: &Keep<'_, '_>,
    ) -> anyhow::Result<Self> {
        let mut files = Vec::new();
        let manifest = built.store_by(&mut |unstored| {
            let unstored = unstored.into_par_iter().with_max_len(AT_ONCE);
            let stored = unstored.map(|file| store(file, keep));
            let entries: Vec<StoredEntry> = stored.collect::<soru::Result<_>>()?;
            files.extend(entries.iter().map(IndexFile::from));
            Ok(entries)
        })?;
        for (name, bytes) in outline()? {
            files.push(IndexFile {
                name: name.to_owned(),
                size: bytes.len() as u64,
                sha256: Sha256::digest(&bytes).to_vec(),
            });
            keep(name.to_owned(), Cow::Owned(bytes));
        }
        Ok(Self { files, manifest })
    }
}

fn store(file: Unstored, keep: &Keep<'_, '_>) -> soru::Result<StoredEntry> {
    let (entry, bytes) = if file.is_needed_first() {
        file.store(&compress_best)?
    } else {
        file.store(&compress)?
    };
    keep(entry.name().to_owned(), Cow::Owned(bytes));
    Ok(entry)
}

impl From<&StoredEntry> for IndexFile {
    fn from(entry: &StoredEntry) -> Self {
        Self {
            name: entry.name().to_owned(),
            size: entry.size(),
            sha256: entry.sha256().to_vec(),
        }
    }
}
