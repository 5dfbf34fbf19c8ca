//! The contract of sources of sections.

use std::fmt;

use soru::index::format::{FileEntry, Manifest};
use soru::index::{Source, Supplied, Unavailable};
use soru::{Attempt, Error, Interruption, Needs};
use soru_indexing::Layout;

use super::site::{self, Files, SHARDED};

/// Returns the only source, over a bundle, with nothing supplied yet.
fn supplied(files: &Files) -> (Supplied, Manifest) {
    let manifest = Manifest::read(site::manifest(files)).unwrap();
    (Supplied::new(&manifest), manifest)
}

/// Returns the files of a bundle with sections, and the files with directories.
fn sections_and_directories(manifest: &Manifest, source: &Supplied) -> [Vec<FileEntry>; 2] {
    let named = manifest.files.len();
    let (directories, mut files): (Vec<_>, Vec<_>) = source
        .files()
        .into_iter()
        .partition(FileEntry::is_directory);
    assert!(files.len() + directories.len() >= named);
    files.sort_by(|one, other| one.name.cmp(&other.name));
    [files, directories]
}

fn bytes<'f>(files: &'f Files, name: &str) -> &'f [u8] {
    &files.iter().find(|(file, _)| file == name).unwrap().1
}

/// Returns the error of a look-up, which needs nothing.
fn error<T: fmt::Debug>(looked_up: Attempt<T>) -> Error {
    looked_up.unwrap_err().needs().unwrap_err()
}

fn not_loaded(file: &str) -> Interruption {
    Needs::files(vec![file.to_owned()]).into()
}

// In a bundle with few shards the manifest names all of them.
#[test]
fn a_section_is_asked_for_by_its_file_s_name_until_that_is_there() {
    let (some, none) = (site::build(SHARDED), site::build(Layout::SINGLE));
    for (files, has_directories) in [(some, true), (none, false)] {
        let (source, manifest) = supplied(&files);
        let [named, directories] = sections_and_directories(&manifest, &source);
        assert_eq!(!directories.is_empty(), has_directories);
        for file in named {
            for section in &file.sections {
                assert_eq!(source.unsupplied_file(section).as_ref(), Some(&file.name));
                assert_eq!(source.section(section).unwrap_err(), not_loaded(&file.name));
            }
            source
                .supply(&file.name, bytes(&files, &file.name))
                .unwrap();
            for section in &file.sections {
                assert_eq!(source.unsupplied_file(section), None);
                assert!(!source.section(section).unwrap().is_empty(), "{section}");
            }
        }
    }
}

#[test]
fn a_listed_section_is_asked_for_by_its_directory_and_then_by_its_file() {
    let files = site::build(SHARDED);
    let (source, manifest) = supplied(&files);
    let [_, directories] = sections_and_directories(&manifest, &source);
    let mut listed = 0;
    for directory in &directories {
        let before = source.files().len();
        let first = directory.sections[0].strip_prefix("files/").unwrap();
        assert_eq!(
            source.unsupplied_file(first).as_ref(),
            Some(&directory.name)
        );
        assert_eq!(
            source.section(first).unwrap_err(),
            not_loaded(&directory.name)
        );
        source
            .supply(&directory.name, bytes(&files, &directory.name))
            .unwrap();
        for file in source.files().split_off(before) {
            let section = &file.sections[0];
            assert_eq!(source.entry(&file.name).unwrap(), file);
            assert_eq!(source.unsupplied_file(section).as_ref(), Some(&file.name));
            assert_eq!(source.section(section).unwrap_err(), not_loaded(&file.name));
            let stored = bytes(&files, &file.name);
            file.verify(stored).unwrap();
            source.supply(&file.name, stored).unwrap();
            assert_eq!(source.unsupplied_file(section), None);
            assert!(!source.section(section).unwrap().is_empty(), "{section}");
            listed += 1;
        }
    }
    assert!(listed > 40, "{listed}");
    assert_eq!(listed + manifest.files.len(), files.len() - 1);
    assert_eq!(source.files().len(), files.len() - 1);
}

// An index evicts sections that were not used for long.
#[test]
fn a_taken_section_is_requested_again_and_can_be_supplied_again() {
    let files = site::build_encoded(&site::documents(), SHARDED);
    let (_, source) = site::source(&files);
    for section in ["text/1", "terms/tr/3", "vectors"] {
        let taken = source.section(section).unwrap();
        let file = source.unsupplied_file(section).unwrap();
        source.supply(&file, bytes(&files, &file)).unwrap();
        assert_eq!(source.section(section).unwrap(), taken);
        assert_eq!(source.section(section).unwrap_err(), not_loaded(&file));
    }
}

#[test]
fn a_section_that_the_bundle_has_not_is_damage_and_no_file_helps() {
    let (_, source) = site::source(&site::build(SHARDED));
    for section in [
        "terms/xx/0",
        "terms/tr/4000",
        "text/00",
        "text/-1",
        "text",
        "",
    ] {
        assert_eq!(source.unsupplied_file(section), None, "{section}");
        assert_eq!(error(source.section(section)).code(), "CORRUPT_INDEX");
    }
}

// If the file is one with directories, the files that they list are unavailable too.
#[test]
fn r41_an_unavailable_file_is_not_asked_for() {
    let files = site::build_encoded(&site::documents(), SHARDED);
    let (source, _) = supplied(&files);
    for (section, lists) in [("text/1", true), ("vectors", false), ("text/1", true)] {
        let file = source.unsupplied_file(section).unwrap();
        assert_eq!(source.entry(&file).unwrap().is_directory(), lists);
        assert!(source.can_skip(&file));
        let mut skipped = vec![Unavailable {
            file: file.clone(),
            reason: "the server answered 404".to_owned(),
            is_missed: false,
        }];
        source.exchange(&mut skipped);
        assert_eq!(source.unsupplied_file(section), None);
        let error = error(source.section(section));
        assert_eq!(error.code(), "PART_MISSING");
        let message = error.to_string();
        assert!(
            message.contains(&file) && message.contains("404"),
            "{message}"
        );
        source.exchange(&mut skipped);
        assert!(skipped[0].is_missed);
        assert_eq!(source.unsupplied_file(section), Some(file));
    }
    let core = source.unsupplied_file("core").unwrap();
    assert!(!source.can_skip(&core) && !source.can_skip("elsewhere"));
}

// Otherwise the network's owner would fetch and supply the file forever.
#[test]
fn a_file_without_the_sections_that_the_manifest_promises_is_damage() {
    let files = site::build(SHARDED);
    let (_, source) = site::source(&files);
    let known = source.files();
    for (file, other) in known.iter().zip(known.iter().skip(1)) {
        let refused = source.supply(&file.name, bytes(&files, &other.name));
        assert_eq!(
            refused.unwrap_err().code(),
            "CORRUPT_INDEX",
            "{}",
            file.name
        );
    }
    assert_eq!(
        source.supply("elsewhere", b"").unwrap_err().code(),
        "CORRUPT_INDEX"
    );
}
