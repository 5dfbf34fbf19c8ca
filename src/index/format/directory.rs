//! A `files/<stem>/<first>` section: the files of numbered sections.
//!
//! The manifest is fetched at every opening, so it does not list thousands of shards: the files of
//! a stem (`terms/tr`), from number `first` on and at most [`most_files`], are listed in a
//! *directory*, a section in a data file like others. Each listed file has one section and is named
//! after it ([`file_name`]), so a directory need store only hashes and sizes.
//!
//! A question needs some twenty files of words, from the whole dictionary, before any text. So the
//! directories of words are one file, which is fetched together with `core`, and no question waits
//! for a directory of words. A question needs few of many texts, so their directories are small
//! files.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::manifest::{FileEntry, is_plain};
use super::node::Node;
use super::related::RELATED;
use super::suggest::SUGGEST;
use super::{encode, hex, push_varint};
use crate::error::{Damage, Error, Result};

/// Maximum number of files in any directory.
pub const MOST_FILES: usize = 4096;

/// The stem of the sections with texts.
const TEXT: &str = "text";
/// Maximum number of texts in a directory: about a kilobyte of hashes and sizes.
const MOST_TEXTS: usize = 64;

/// Maximum number of shards of related pages, or of prepared questions, in a directory: more than
/// exist. No question needs these shards.
const MOST_OTHERS: usize = 1024;

/// Prefix of the names of directory sections.
const DIRECTORY: &str = "files/";

/// Suffix of the names of data files.
const SUFFIX: &str = ".msgpack.bin";

/// Bytes of a SHA-256 that are stored. Finding other content with the same 12 bytes takes some 2^96
/// attempts. Hashes make up most of a directory, for which every first question waits.
pub(super) const LISTED_HASH: usize = 12;

/// The files of a range of numbered sections.
#[derive(Debug, Clone, PartialEq)]
pub struct Directory {
    stem: String,
    first: u32,
    sha256: Vec<u8>,
    sizes: Vec<u32>,
}

#[derive(Serialize)]
struct Columns {
    sha256: ByteBuf,
    sizes: ByteBuf,
}

/// Splits the name of a numbered section: `terms/tr/17` becomes `terms/tr` and 17.
pub fn numbered(section: &str) -> Option<(&str, u32)> {
    let (stem, digits) = section.rsplit_once('/')?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let shortest = digits == "0" || !digits.starts_with('0');
    let number = digits.parse().ok()?;
    (plain && shortest && !stem.is_empty()).then_some((stem, number))
}

/// Returns stem and first number of the sections that a directory lists; none for other sections.
pub fn listed(section: &str) -> Option<(&str, u32)> {
    numbered(section.strip_prefix(DIRECTORY)?)
}

/// Returns the name of a data file: the kind of its sections, and half a hash of its stored bytes.
pub fn file_name(kind: &str, sha256: &[u8]) -> String {
    let digits = hex(sha256.get(..8).unwrap_or_default());
    [kind, "-", &digits, SUFFIX].concat()
}

/// Returns the maximum number of files of a stem in a directory.
pub fn most_files(stem: &str) -> usize {
    match stem {
        TEXT => MOST_TEXTS,
        RELATED | SUGGEST => MOST_OTHERS,
        _ => MOST_FILES,
    }
}

/// Returns whether a section is a directory that every question needs.
pub fn is_needed_first(section: &str) -> bool {
    listed(section).is_some_and(|(stem, _)| most_files(stem) == MOST_FILES)
}

/// Returns the kind of a section: `terms` for `terms/tr/17`.
fn kind(section: &str) -> &str {
    section.split('/').next().unwrap_or_default()
}

impl Directory {
    /// Returns stem and number of the file's section if a directory can list the file: it has one
    /// numbered section and is named after it.
    pub fn can_list(file: &FileEntry) -> Option<(&str, u32)> {
        let [section] = file.sections.as_slice() else {
            return None;
        };
        let is_named = file.name == file_name(kind(section), &file.sha256);
        let fits = u32::try_from(file.size).is_ok();
        numbered(section).filter(|_| is_named && fits && file.sha256.len() >= LISTED_HASH)
    }

    /// Returns name and bytes of the directory section for these files. Their sections must be
    /// numbered consecutively, and be at most [`most_files`].
    ///
    /// # Errors
    /// [`Error::Corrupt`] if they are not.
    pub fn write(files: &[FileEntry]) -> Result<(String, Vec<u8>)> {
        let first = files.first().and_then(Self::can_list);
        let refused = || Error::corrupt(DIRECTORY, Damage::Unlistable);
        let (stem, first) = first.ok_or_else(refused)?;
        for (number, file) in (first..).zip(files) {
            if Self::can_list(file) != Some((stem, number)) {
                return Err(refused());
            }
        }
        if files.len() > most_files(stem) {
            return Err(refused());
        }
        let section = format!("{DIRECTORY}{stem}/{first}");
        let mut sizes = Vec::new();
        for file in files {
            push_varint(&mut sizes, file.size);
        }
        let hashes: Vec<&[u8]> = files
            .iter()
            .map(|file| &file.sha256[..LISTED_HASH])
            .collect();
        let columns = Columns {
            sha256: ByteBuf::from(hashes.concat()),
            sizes: ByteBuf::from(sizes),
        };
        let bytes = encode(&section, &columns)?;
        Ok((section, bytes))
    }

    /// Decodes a section by its name and bytes.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(section: &str, bytes: &[u8]) -> Result<Self> {
        let Some((stem, first)) = listed(section).filter(|(stem, _)| is_plain(kind(stem))) else {
            return Err(Error::corrupt(section, Damage::NotDirectory));
        };
        let mut fields = Node::decode_fields(section, bytes)?;
        let directory = Self {
            stem: stem.to_owned(),
            first,
            sha256: fields.bytes(),
            sizes: fields.varints(),
        };
        fields.end()?;
        if !directory.is_whole() {
            return Err(Error::corrupt(section, Damage::Columns));
        }
        Ok(directory)
    }

    fn is_whole(&self) -> bool {
        let len = self.sizes.len();
        (1..=most_files(&self.stem)).contains(&len)
            && self.sha256.len() == len * LISTED_HASH
            && (self.first as usize)
                .checked_add(len)
                .is_some_and(|end| u32::try_from(end).is_ok())
    }

    /// Returns the row of a section in it.
    pub fn row_of_section(&self, section: &str) -> Option<usize> {
        let (stem, number) = numbered(section)?;
        let row = number.checked_sub(self.first)? as usize;
        (stem == self.stem && row < self.sizes.len()).then_some(row)
    }

    /// Returns the row of a file in it.
    pub fn row_of_file(&self, file: &str) -> Option<usize> {
        // Most names belong to other directories, so numbers are compared before names are built.
        let digits = file.strip_suffix(SUFFIX)?.rsplit('-').next()?;
        let start = u64::from_str_radix(digits, 16).ok()?.to_be_bytes();
        let mut hashes = self.sha256.chunks_exact(LISTED_HASH);
        let row = hashes.position(|hash| hash.starts_with(&start))?;
        (self.entry(row)?.name == file).then_some(row)
    }

    /// Returns whether it lists the sections of a stem from this number on.
    pub fn is(&self, stem: &str, first: u32) -> bool {
        self.stem == stem && self.first == first
    }

    /// Returns a row as a manifest entry; none for a row that does not exist.
    pub fn entry(&self, row: usize) -> Option<FileEntry> {
        let sha256 = self.sha256.chunks_exact(LISTED_HASH).nth(row)?;
        let number = u64::from(self.first) + row as u64;
        Some(FileEntry {
            name: file_name(kind(&self.stem), sha256),
            size: (*self.sizes.get(row)?).into(),
            sha256: sha256.to_vec(),
            sections: vec![format!("{}/{number}", self.stem)],
        })
    }

    /// Returns all its files as manifest entries.
    pub fn entries(&self) -> impl Iterator<Item = FileEntry> {
        (0..self.sizes.len()).filter_map(|row| self.entry(row))
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
