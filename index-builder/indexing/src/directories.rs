//! Divides files between the manifest and directories.
//!
//! The manifest is fetched at every opening, so it should be small; a directory is one more file
//! that a question waits for. So files of numbered sections are listed in directories if there are
//! more than [`FEW`] of them, and in the manifest otherwise. The directories that every question
//! needs are one file. The others are separate files, so that a question fetches few bytes. Files
//! of prepared questions are always listed: no first question needs them.

use soru::error::Result;
use soru::index::format::{Directory, FileEntry, SUGGEST, is_needed_first, most_files};

use super::section::Section;
use super::unstored::Unstored;

/// Maximum number of shards in the manifest: about 90 bytes each.
pub(super) const FEW: usize = 16;

/// Moves the files that directories list out of the manifest's, and returns the directories.
pub(super) fn take_listed(entries: &mut Vec<FileEntry>) -> Result<Vec<Unstored>> {
    let shards = entries.iter().filter_map(Directory::can_list);
    let are_few = shards.filter(|(stem, _)| *stem != SUGGEST).count() <= FEW;
    let (mut needed_first, mut alone) = (Vec::new(), Vec::new());
    for files in take_ranges(entries, |stem| stem == SUGGEST || !are_few) {
        let (name, bytes) = Directory::write(&files)?;
        let is_first = is_needed_first(&name);
        let section = Section::bytes(name, bytes);
        if is_first {
            needed_first.push(section);
        } else {
            alone.push(Unstored::new("files", vec![section]));
        }
    }
    if !needed_first.is_empty() {
        alone.insert(0, Unstored::new("files", needed_first));
    }
    Ok(alone)
}

/// Removes the files of these stems that can be listed, in ranges for one directory each.
fn take_ranges(
    entries: &mut Vec<FileEntry>,
    is_listed: impl Fn(&str) -> bool,
) -> Vec<Vec<FileEntry>> {
    let mut ranges: Vec<Vec<FileEntry>> = Vec::new();
    for file in std::mem::take(entries) {
        if !Directory::can_list(&file).is_some_and(|(stem, _)| is_listed(stem)) {
            entries.push(file);
            continue;
        }
        match ranges.last_mut().filter(|files| follows(files, &file)) {
            Some(files) => files.push(file),
            None => ranges.push(vec![file]),
        }
    }
    ranges
}

/// Returns whether a file continues a range of files.
fn follows(files: &[FileEntry], file: &FileEntry) -> bool {
    let place = |file| Directory::can_list(file);
    match (files.last().and_then(place), place(file)) {
        (Some((stem, last)), Some((other, number))) => {
            stem == other && last.checked_add(1) == Some(number) && files.len() < most_files(stem)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soru::index::format::{file_name, sha256};

    fn files(stem: &str, numbers: std::ops::Range<u32>) -> Vec<FileEntry> {
        let file = |number| {
            let section = format!("{stem}/{number}");
            let sha256 = sha256(section.as_bytes()).to_vec();
            FileEntry {
                name: file_name(stem.split('/').next().unwrap(), &sha256),
                sha256,
                sections: vec![section],
                ..FileEntry::default()
            }
        };
        numbers.map(file).collect()
    }

    fn sections(file: &Unstored) -> Vec<&str> {
        file.names().collect()
    }

    #[test]
    fn few_shards_stay_in_the_manifest() {
        let mut entries = files("text", 0..16);
        assert!(take_listed(&mut entries).unwrap().is_empty());
        assert_eq!(entries, files("text", 0..16));
    }

    #[test]
    fn many_shards_are_listed_by_stem_and_range() {
        let core = FileEntry {
            name: "core-0123456789abcdef.msgpack.bin".into(),
            sections: vec!["core".into(), "chunks".into()],
            ..FileEntry::default()
        };
        let mut entries = vec![core.clone()];
        entries.extend(files("heads/tr", 0..3));
        entries.extend(files("terms/tr", 0..2));
        entries.extend(files("text", 0..70));
        entries.extend(files("text", 77..78));
        let directories = take_listed(&mut entries).unwrap();
        assert_eq!(entries, [core]);
        assert_eq!(
            directories.iter().map(sections).collect::<Vec<_>>(),
            [
                &["files/heads/tr/0", "files/terms/tr/0"][..],
                &["files/text/0"],
                &["files/text/64"],
                &["files/text/77"],
            ]
        );
    }
}
