//! The manifest: the one mutable file, which names all the others.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use super::{decode, encode, hex, sha256};
use crate::error::{Error, Result};
use crate::settings::Value;

/// The version of the format that this engine writes and reads.
pub const FORMAT_VERSION: u32 = 1;

/// The manifest's file name in a bundle.
pub const MANIFEST_NAME: &str = "manifest.msgpack";

const MAGIC: &str = "soru";

/// What a bundle consists of.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Changes whenever anything in the bundle changes: [`Manifest::fingerprint`].
    pub build_id: String,
    /// Version of the engine that wrote the bundle.
    pub generator: String,
    /// The data files.
    pub files: Vec<FileEntry>,
    /// What `soru.toml` says to the engine, as written there.
    pub configuration: Value,
    /// Counts for reports: documents, chunks, facts.
    pub counts: BTreeMap<String, u64>,
    /// Words of text per language.
    pub words: BTreeMap<String, u64>,
}

/// One immutable data file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FileEntry {
    /// File name, with the hash of its content in it.
    pub name: String,
    /// Size as stored, in bytes.
    pub size: u64,
    /// Size when inflated, in bytes.
    pub inflated: u64,
    /// SHA-256 of the stored bytes.
    #[serde(with = "serde_bytes")]
    pub sha256: Vec<u8>,
    /// Sections inside, in order.
    pub sections: Vec<String>,
}

impl FileEntry {
    /// Checks the bytes that a host returned for this file.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if they are not the ones that were written.
    pub fn verify(&self, stored: &[u8]) -> Result<()> {
        if stored.len() as u64 != self.size {
            let detail = format!("it has {} bytes instead of {}", stored.len(), self.size);
            return Err(Error::corrupt(&self.name, detail));
        }
        if sha256(stored).as_slice() != self.sha256 {
            return Err(Error::corrupt(
                &self.name,
                "its content is not what was built",
            ));
        }
        Ok(())
    }
}

impl Manifest {
    /// The manifest's bytes: an array of magic, version and content, so that any later version
    /// can at least be recognised.
    ///
    /// # Errors
    /// Only if memory for them cannot be had.
    pub fn write(&self) -> Result<Vec<u8>> {
        let content = ByteBuf::from(encode(MANIFEST_NAME, self)?);
        encode(MANIFEST_NAME, &(MAGIC, FORMAT_VERSION, content))
    }

    /// From the file's bytes.
    ///
    /// # Errors
    /// [`Error::NotAnIndex`], [`Error::UnsupportedVersion`] or [`Error::Corrupt`].
    pub fn read(bytes: &[u8]) -> Result<Self> {
        // A fixarray of three, then the magic as a fixstr.
        let start = [&[0x93, 0xa4][..], MAGIC.as_bytes()].concat();
        if !bytes.starts_with(&start) {
            return Err(Error::NotAnIndex {
                file: MANIFEST_NAME.to_owned(),
                len: bytes.len(),
            });
        }
        let (_, found, content): (String, u32, ByteBuf) = decode(MANIFEST_NAME, bytes)?;
        if found != FORMAT_VERSION {
            return Err(Error::UnsupportedVersion {
                found,
                supported: FORMAT_VERSION,
            });
        }
        let manifest: Self = decode(MANIFEST_NAME, &content)?;
        if manifest.build_id != manifest.fingerprint()? {
            return Err(Error::corrupt(
                MANIFEST_NAME,
                "its content is not what was built",
            ));
        }
        Ok(manifest)
    }

    /// The build id that belongs to everything else in the manifest.
    ///
    /// # Errors
    /// Only if memory for it cannot be had.
    pub fn fingerprint(&self) -> Result<String> {
        let nameless = Self {
            build_id: String::new(),
            ..self.clone()
        };
        Ok(hex(&sha256(&nameless.write()?)[..8]))
    }
}

impl Default for Value {
    fn default() -> Self {
        Self::Map(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_not_found_page_is_recognised_as_such() {
        let error = Manifest::read(b"<!doctype html><title>404</title>").unwrap_err();
        assert_eq!(error.code(), "NOT_AN_INDEX");
        assert_eq!(Manifest::read(b"").unwrap_err().code(), "NOT_AN_INDEX");
    }

    #[test]
    fn a_later_version_is_refused_with_advice() {
        let bytes = encode("test", &(MAGIC, 99_u32, ByteBuf::from(vec![0xff]))).unwrap();
        let error = Manifest::read(&bytes).unwrap_err();
        assert_eq!(
            error,
            Error::UnsupportedVersion {
                found: 99,
                supported: FORMAT_VERSION
            }
        );
    }

    #[test]
    fn a_manifest_reads_back_and_its_cut_versions_do_not() {
        let mut manifest = Manifest {
            configuration: Value::Map(vec![("a".into(), Value::Number(1.5))]),
            ..Manifest::default()
        };
        manifest.build_id = manifest.fingerprint().unwrap();
        let bytes = manifest.write().unwrap();
        assert_eq!(Manifest::read(&bytes).unwrap(), manifest);
        for len in 0..bytes.len() {
            assert!(Manifest::read(&bytes[..len]).is_err(), "{len}");
        }
        let longer = [&bytes[..], b"x"].concat();
        assert_eq!(Manifest::read(&longer).unwrap_err().code(), "CORRUPT_INDEX");
    }

    // Nothing else vouches for the manifest: without this, a flipped bit in it could turn a
    // threshold round and be noticed by nobody.
    #[test]
    fn an_altered_manifest_is_noticed() {
        let mut manifest = Manifest {
            generator: "0.1.0".into(),
            ..Manifest::default()
        };
        manifest.build_id = manifest.fingerprint().unwrap();
        manifest.generator = "0.1.1".into();
        let error = Manifest::read(&manifest.write().unwrap()).unwrap_err();
        assert_eq!(error.code(), "CORRUPT_INDEX");
    }

    #[test]
    fn an_altered_file_is_noticed() {
        let entry = FileEntry {
            name: "x".into(),
            size: 3,
            sha256: sha256(b"abc").to_vec(),
            ..FileEntry::default()
        };
        assert!(entry.verify(b"abc").is_ok());
        assert_eq!(entry.verify(b"abd").unwrap_err().code(), "CORRUPT_INDEX");
        assert_eq!(entry.verify(b"abcd").unwrap_err().code(), "CORRUPT_INDEX");
    }
}
