//! A `files/<stem>/<first>` section: the files of numbered sections.
//!
//! The manifest is fetched at every opening, so it does not list thousands of shards: the files of a stem (`terms/tr`),
//! from number `first` on and at most [`most_files`], are listed in a *directory*, a section in a data file like
//! others. Each listed file has one section and is named after it ([`file_name`]), so a directory stores only hashes
//! and sizes.
//!
//! A question needs some twenty files of words, from all over the dictionary, before it knows any text: their
//! directories are one file, fetched together with `core`, so that no question waits for a directory of words. Of texts
//! it needs few out of many: their directories are small files.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::manifest::{FileEntry, is_plain};
use super::node::Node;
use super::related::RELATED;
use super::{encode, hex, push_varint};
use crate::error::{Error, Result};

/// Maximum number of files in any directory.
pub const MOST_FILES: usize = 4096;

/// The stem of texts.
const TEXT: &str = "text";
/// Maximum number of texts in a directory: about a kilobyte of hashes and sizes.
const MOST_TEXTS: usize = 64;

/// Maximum number of shards of related pages in a directory: more than exist, and no question needs any.
const MOST_RELATED: usize = 1024;

/// Prefix of the names of directory sections.
const DIRECTORY: &str = "files/";

/// Suffix of the names of data files.
const SUFFIX: &str = ".msgpack.gz";

/// Bytes of a SHA-256 that are stored. Finding other content with the same 12 takes some 2^96 attempts, and hashes are
/// most of the size of a directory, which every first question waits for.
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

/// Splits the name of a numbered section: `terms/tr` and 17 of `terms/tr/17`.
#[must_use]
pub fn numbered(section: &str) -> Option<(&str, u32)> {
    let (stem, digits) = section.rsplit_once('/')?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let shortest = digits == "0" || !digits.starts_with('0');
    let number = digits.parse().ok()?;
    (plain && shortest && !stem.is_empty()).then_some((stem, number))
}

/// Returns stem and first number of the sections that a directory lists; none for other sections.
#[must_use]
pub fn listed(section: &str) -> Option<(&str, u32)> {
    numbered(section.strip_prefix(DIRECTORY)?)
}

/// Returns the name of a data file: the kind of its sections, and half a hash of its stored bytes.
#[must_use]
pub fn file_name(kind: &str, sha256: &[u8]) -> String {
    let digits = hex(sha256.get(..8).unwrap_or_default());
    [kind, "-", &digits, SUFFIX].concat()
}

/// Returns the maximum number of files of a stem in a directory.
#[must_use]
pub fn most_files(stem: &str) -> usize {
    match stem {
        TEXT => MOST_TEXTS,
        RELATED => MOST_RELATED,
        _ => MOST_FILES,
    }
}

/// Returns whether a section is a directory that every question needs.
#[must_use]
pub fn is_needed_first(section: &str) -> bool {
    listed(section).is_some_and(|(stem, _)| most_files(stem) == MOST_FILES)
}

/// Returns whether a section is a directory of texts.
#[must_use]
pub fn is_of_texts(section: &str) -> bool {
    listed(section).is_some_and(|(stem, _)| stem == TEXT)
}

/// Returns the kind of a section: `terms` of `terms/tr/17`.
fn kind(section: &str) -> &str {
    section.split('/').next().unwrap_or_default()
}

impl Directory {
    /// Returns stem and number of the file's section if a directory can list the file: it has one numbered section and
    /// is named after it.
    #[must_use]
    pub fn can_list(file: &FileEntry) -> Option<(&str, u32)> {
        let [section] = file.sections.as_slice() else {
            return None;
        };
        let is_named = file.name == file_name(kind(section), &file.sha256);
        let fits = u32::try_from(file.size).is_ok();
        numbered(section).filter(|_| is_named && fits && file.sha256.len() >= LISTED_HASH)
    }

    /// Returns name and bytes of the directory section for these files. Their sections must be numbered consecutively,
    /// and be at most [`most_files`].
    ///
    /// # Errors
    /// [`Error::Corrupt`] if they are not.
    pub fn write(files: &[FileEntry]) -> Result<(String, Vec<u8>)> {
        let first = files.first().and_then(Self::can_list);
        let refused = || Error::corrupt(DIRECTORY, "these files cannot be listed together");
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
            return Err(Error::corrupt(section, "it is no directory"));
        };
        let mut row = Node::decode_row(section, bytes)?;
        let directory = Self {
            stem: stem.to_owned(),
            first,
            sha256: row.bytes(),
            sizes: row.varints(),
        };
        row.end()?;
        if !directory.is_whole() {
            return Err(Error::corrupt(section, "its columns do not fit each other"));
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
    #[must_use]
    pub fn row_of_section(&self, section: &str) -> Option<usize> {
        let (stem, number) = numbered(section)?;
        let row = number.checked_sub(self.first)? as usize;
        (stem == self.stem && row < self.sizes.len()).then_some(row)
    }

    /// Returns the row of a file in it.
    #[must_use]
    pub fn row_of_file(&self, file: &str) -> Option<usize> {
        // Most names belong to other directories, so numbers are compared before names are built.
        let digits = file.strip_suffix(SUFFIX)?.rsplit('-').next()?;
        let start = u64::from_str_radix(digits, 16).ok()?.to_be_bytes();
        let mut hashes = self.sha256.chunks_exact(LISTED_HASH);
        let row = hashes.position(|hash| hash.starts_with(&start))?;
        (self.entry(row)?.name == file).then_some(row)
    }

    /// Returns whether it lists the sections of a stem from this number on.
    #[must_use]
    pub fn is(&self, stem: &str, first: u32) -> bool {
        self.stem == stem && self.first == first
    }

    /// Returns a row as a manifest entry; none for a row that does not exist.
    #[must_use]
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
mod tests {
    use proptest::prelude::*;

    use super::super::sha256;
    use super::*;

    /// Returns a file with the section `stem/number`.
    fn file(stem: &str, number: u32, size: u32) -> FileEntry {
        let sha256 = sha256(format!("{stem}/{number} {size}").as_bytes())[..LISTED_HASH].to_vec();
        FileEntry {
            name: file_name(kind(stem), &sha256),
            size: size.into(),
            sha256,
            sections: vec![format!("{stem}/{number}")],
        }
    }

    fn files(stem: &str, first: u32, sizes: &[u32]) -> Vec<FileEntry> {
        let numbers = (first..).zip(sizes);
        numbers
            .map(|(number, size)| file(stem, number, *size))
            .collect()
    }

    fn blob(bytes: &[u8]) -> ByteBuf {
        ByteBuf::from(bytes.to_vec())
    }

    fn code(section: &str, bytes: &[u8]) -> &'static str {
        Directory::read(section, bytes).unwrap_err().code()
    }

    #[test]
    fn a_number_has_one_spelling() {
        assert_eq!(numbered("terms/tr/17"), Some(("terms/tr", 17)));
        assert_eq!(numbered("text/0"), Some(("text", 0)));
        assert_eq!(listed("files/text/32"), Some(("text", 32)));
        for other in [
            "text",
            "text/",
            "text/x",
            "text/+1",
            "text/01",
            "/1",
            "text/4294967296",
            "",
            "1",
            "vocabulary/tr",
            "text/1/",
        ] {
            assert_eq!(numbered(other), None, "{other}");
        }
        for other in ["files/1", "files/vectors", "text/1", "file/text/1"] {
            assert_eq!(listed(other), None, "{other}");
        }
    }

    #[test]
    fn what_is_not_named_after_its_section_stays_in_the_manifest() {
        let listed = file("terms/tr", 4, 100);
        assert_eq!(Directory::can_list(&listed), Some(("terms/tr", 4)));
        for unlisted in [
            FileEntry {
                name: "other-0123456789abcdef.msgpack.gz".into(),
                ..listed.clone()
            },
            FileEntry {
                sections: vec!["terms/tr/4".into(), "text/1".into()],
                ..listed.clone()
            },
            FileEntry {
                sections: vec!["terms".into()],
                ..listed.clone()
            },
            FileEntry {
                sha256: listed.sha256[..LISTED_HASH - 1].to_vec(),
                ..listed.clone()
            },
            FileEntry {
                size: 1 << 40,
                ..listed.clone()
            },
        ] {
            assert_eq!(Directory::can_list(&unlisted), None, "{unlisted:?}");
            assert!(Directory::write(&[unlisted]).is_err());
        }
    }

    #[test]
    fn files_of_two_stretches_or_too_many_are_not_listed_together() {
        let two_stems = [file("text", 0, 1), file("terms/tr", 1, 1)];
        let with_gap = [file("text", 0, 1), file("text", 2, 1)];
        let too_many = files("text", 0, &[1; MOST_TEXTS + 1]);
        for files in [&[][..], &two_stems, &with_gap, &too_many] {
            assert!(Directory::write(files).is_err(), "{}", files.len());
        }
    }

    #[test]
    fn columns_that_do_not_fit_each_other_are_damage() {
        let one =
            |sha256: &[u8], sizes: &[u8]| encode("test", &(blob(sha256), blob(sizes))).unwrap();
        let hash = [7; LISTED_HASH];
        assert!(Directory::read("files/text/0", &one(&hash, &[1])).is_ok());
        for (number, damaged) in [
            one(&[], &[]),
            one(&hash[1..], &[1]),
            one(&[7; 2 * LISTED_HASH], &[1]),
            one(&hash, &[1, 1]),
            one(&[7; (MOST_TEXTS + 1) * LISTED_HASH], &[1; MOST_TEXTS + 1]),
            // An unterminated number, and one of 2^60.
            one(&hash, &[0xff]),
            one(
                &hash,
                &[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10],
            ),
        ]
        .iter()
        .enumerate()
        {
            assert_eq!(code("files/text/0", damaged), "CORRUPT_INDEX", "{number}");
        }
        let sound = one(&hash, &[1]);
        for section in [
            "text/0",
            "files/../0",
            "files/.x/0",
            "files/text/4294967295",
        ] {
            assert_eq!(code(section, &sound), "CORRUPT_INDEX", "{section}");
        }
    }

    proptest! {
        #[test]
        fn files_are_found_again_by_section_and_by_name(
            first in 0..1_000_000_u32, sizes in prop::collection::vec(1000..u32::MAX, 1..=99),
        ) {
            let files = files("terms/tr", first, &sizes);
            let (section, bytes) = Directory::write(&files).unwrap();
            prop_assert_eq!(listed(&section), Some(("terms/tr", first)));
            let directory = Directory::read(&section, &bytes).unwrap();
            prop_assert_eq!(directory.entries().collect::<Vec<_>>(), files.clone());
            for (row, file) in files.iter().enumerate() {
                prop_assert_eq!(directory.row_of_section(&file.sections[0]), Some(row));
                prop_assert_eq!(directory.row_of_file(&file.name), Some(row));
                let elsewhere = file.name.replace("terms", "text");
                prop_assert_eq!(directory.row_of_file(&elsewhere), None);
            }
            let behind = first as usize + files.len();
            prop_assert_eq!(directory.row_of_section(&format!("terms/tr/{behind}")), None);
            prop_assert_eq!(directory.row_of_section(&format!("terms/en/{first}")), None);
            prop_assert_eq!(directory.entry(files.len()), None);
        }

        #[test]
        fn any_bytes_give_a_directory_or_an_error(bytes: Vec<u8>, sizes: Vec<u8>, hashes: Vec<u8>) {
            if let Err(error) = Directory::read("files/text/0", &bytes) {
                prop_assert_eq!(error.code(), "CORRUPT_INDEX");
            }
            let bytes = encode("test", &(blob(&hashes), blob(&sizes), blob(&sizes))).unwrap();
            if let Ok(directory) = Directory::read("files/text/0", &bytes) {
                prop_assert_eq!(directory.entries().count(), directory.sizes.len());
            }
        }

        #[test]
        fn cut_and_flipped_directories_are_errors_or_list_as_many(at: usize, bit in 0..8_u8) {
            let files = files("text", 3, &[1000, 2000, 3000]);
            let (section, bytes) = Directory::write(&files).unwrap();
            let at = at % bytes.len();
            prop_assert_eq!(code(&section, &bytes[..at]), "CORRUPT_INDEX");
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            match Directory::read(&section, &flipped) {
                Ok(directory) => prop_assert_eq!(directory.entries().count(), 3),
                Err(error) => prop_assert_eq!(error.code(), "CORRUPT_INDEX"),
            }
        }
    }
}
