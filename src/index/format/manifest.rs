//! The manifest: the one mutable file, which lists all the others.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::directory::{LISTED_HASH, listed};
use super::fields::Fields;
use super::node::Node;
use super::{encode, hex, sha256};
use crate::error::{Damage, Detail, Error, Result};
use crate::ordered::Map;
use crate::settings::Value;

/// The version of the format that this engine writes and reads.
pub const FORMAT_VERSION: u32 = 2;

/// The manifest's file name in a bundle.
pub const MANIFEST_NAME: &str = "manifest.msgpack";

const MAGIC: &str = "soru";

/// The contents of a bundle.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Manifest {
    /// Identifies the content: changes whenever anything in the bundle changes. Set when the
    /// manifest is read.
    #[serde(skip)]
    pub build_id: String,
    /// Version of the engine that wrote the bundle.
    pub generator: String,
    /// The data files, except those that a directory lists (`directory.rs`).
    pub files: Vec<FileEntry>,
    /// The engine's settings from `soru.toml`, as written there.
    pub configuration: Value,
    /// Counts for reports: documents, chunks, facts.
    pub counts: Map<u64>,
    /// Words of text per language.
    pub words: Map<u64>,
}

/// One immutable data file.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct FileEntry {
    /// File name, including the hash of its content.
    pub name: String,
    /// Size as stored, in bytes.
    pub size: u64,
    /// SHA-256 of the stored bytes; only its beginning for a file that a directory lists.
    #[serde(with = "serde_bytes")]
    pub sha256: Vec<u8>,
    /// Sections inside, in order.
    pub sections: Vec<String>,
}

impl FileEntry {
    fn read(fields: &mut Fields<'_>) -> Self {
        let entry = Self {
            name: fields.text(),
            size: fields.integer(),
            sha256: fields.bytes(),
            sections: fields.texts(),
        };
        if !is_plain(&entry.name) {
            fields.refuse(Damage::FileOutside);
        }
        entry
    }

    /// Returns whether it lists other files.
    pub fn is_directory(&self) -> bool {
        let mut sections = self.sections.iter();
        sections.any(|section| listed(section).is_some())
    }

    /// Checks the bytes that a host returned for this file.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if they differ from the bytes that were written.
    pub fn verify(&self, stored: &[u8]) -> Result<()> {
        if stored.len() as u64 != self.size {
            let (found, expected) = (stored.len() as u64, self.size);
            let detail = Detail::Length { found, expected };
            return Err(Error::corrupt(&self.name, detail));
        }
        let is_told = self.sha256.len() >= LISTED_HASH;
        if !is_told || !sha256(stored).starts_with(&self.sha256) {
            return Err(Error::corrupt(&self.name, Damage::OtherContent));
        }
        Ok(())
    }
}

impl Manifest {
    /// Encodes the manifest: an array of magic, version, build id and content, so that any later
    /// version can at least be recognised. The build id is the hash of the content.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn write(&self) -> Result<Vec<u8>> {
        let content = encode(MANIFEST_NAME, self)?;
        let build_id = build_id(&content);
        encode(
            MANIFEST_NAME,
            &(MAGIC, FORMAT_VERSION, build_id, ByteBuf::from(content)),
        )
    }

    /// Decodes the manifest.
    ///
    /// # Errors
    /// [`Error::NotAnIndex`], [`Error::UnsupportedVersion`] or [`Error::Corrupt`].
    pub fn read(bytes: &[u8]) -> Result<Self> {
        // A manifest is an array that begins with the magic as a fixstr and the version. The rest
        // of a later version is unknown.
        let behind = match bytes {
            [0x90..=0x9f, 0xa4, rest @ ..] => rest.strip_prefix(MAGIC.as_bytes()),
            _ => None,
        };
        let Some(behind) = behind else {
            return Err(Error::NotAnIndex {
                file: MANIFEST_NAME.to_owned(),
                len: bytes.len(),
            });
        };
        if let [found @ 0..0x80, ..] = *behind
            && u32::from(found) != FORMAT_VERSION
        {
            return Err(Error::UnsupportedVersion {
                found: found.into(),
                supported: FORMAT_VERSION,
            });
        }
        let mut outer = Node::decode_fields(MANIFEST_NAME, bytes)?;
        outer.text();
        let version = outer.number();
        let (claimed, content) = (outer.text(), outer.bytes());
        outer.end()?;
        if version != FORMAT_VERSION || claimed != build_id(&content) {
            return Err(Error::corrupt(MANIFEST_NAME, Damage::OtherContent));
        }
        let mut fields = Node::decode_fields(MANIFEST_NAME, &content)?;
        let manifest = Self {
            build_id: claimed,
            generator: fields.text(),
            files: fields.rows(FileEntry::read),
            configuration: fields.value(),
            counts: fields.counts(),
            words: fields.counts(),
        };
        fields.end().map(|()| manifest)
    }
}

/// Returns whether the name is a plain file in the bundle's folder: it is not a path, a hidden file
/// or an address.
pub(super) fn is_plain(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    !name.is_empty() && !name.starts_with('.') && name.bytes().all(plain)
}

/// Returns the build id: the first half of the hash is enough to distinguish builds.
fn build_id(content: &[u8]) -> String {
    hex(&sha256(content)[..8])
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
    fn a_later_version_is_recognised_whatever_follows_its_number() {
        let of_five = [&[0x95, 0xa4][..], MAGIC.as_bytes(), &[99]].concat();
        for rest in [&b""[..], b"\xca\0", b"\xc7\x01\x05x", b"\xc1"] {
            let error = Manifest::read(&[&of_five, rest].concat()).unwrap_err();
            assert_eq!(error.code(), "UNSUPPORTED_VERSION", "{rest:?}");
        }
        // This version number is longer than one byte.
        let mut longer = Manifest::default().write().unwrap();
        let later = u8::try_from(FORMAT_VERSION).unwrap() + 1;
        longer.splice(6..7, [0xcc, later]);
        assert_eq!(Manifest::read(&longer).unwrap_err().code(), "CORRUPT_INDEX");
    }

    #[test]
    fn a_manifest_reads_back_and_a_truncated_one_does_not() {
        let manifest = Manifest {
            configuration: Value::Map(vec![("a".into(), Value::Number(1.5))]),
            ..Manifest::default()
        };
        let bytes = manifest.write().unwrap();
        let read = Manifest::read(&bytes).unwrap();
        assert_eq!(read.configuration, manifest.configuration);
        assert_eq!(read.build_id.len(), 16);
        for len in 0..bytes.len() {
            assert!(Manifest::read(&bytes[..len]).is_err(), "{len}");
        }
        let longer = [&bytes[..], b"x"].concat();
        assert_eq!(Manifest::read(&longer).unwrap_err().code(), "CORRUPT_INDEX");
    }

    // Only the build id protects the manifest: without the check, a flipped bit could change a
    // threshold unnoticed.
    #[test]
    fn an_altered_manifest_is_detected() {
        let manifest = Manifest {
            generator: "0.1.0".into(),
            ..Manifest::default()
        };
        let mut bytes = manifest.write().unwrap();
        let at = bytes.windows(5).position(|part| part == b"0.1.0").unwrap();
        bytes[at + 4] = b'1';
        assert_eq!(Manifest::read(&bytes).unwrap_err().code(), "CORRUPT_INDEX");
    }

    #[test]
    fn a_file_name_outside_the_bundle_is_refused() {
        for name in [
            "/dev/zero",
            "../x.bin",
            "a/b",
            ".hidden",
            "",
            "https://host",
        ] {
            let file = FileEntry {
                name: name.into(),
                ..FileEntry::default()
            };
            let manifest = Manifest {
                files: vec![file],
                ..Manifest::default()
            };
            let error = Manifest::read(&manifest.write().unwrap()).unwrap_err();
            assert_eq!(error.code(), "CORRUPT_INDEX", "{name}");
        }
    }

    #[test]
    fn an_altered_file_is_detected() {
        let entry = FileEntry {
            name: "x".into(),
            size: 3,
            sha256: sha256(b"abc").to_vec(),
            ..FileEntry::default()
        };
        assert!(entry.verify(b"abc").is_ok());
        assert_eq!(entry.verify(b"abd").unwrap_err().code(), "CORRUPT_INDEX");
        assert_eq!(entry.verify(b"abcd").unwrap_err().code(), "CORRUPT_INDEX");
        let listed = |bytes: usize| FileEntry {
            sha256: entry.sha256[..bytes].to_vec(),
            ..entry.clone()
        };
        assert!(listed(LISTED_HASH).verify(b"abc").is_ok());
        assert_eq!(
            listed(LISTED_HASH).verify(b"abd").unwrap_err().code(),
            "CORRUPT_INDEX"
        );
        // A shorter hash is not accepted.
        assert_eq!(
            listed(LISTED_HASH - 1).verify(b"abc").unwrap_err().code(),
            "CORRUPT_INDEX"
        );
    }
}
