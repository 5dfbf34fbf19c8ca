//! What every source of sections promises.

use soru::Error;
use soru::index::format::Manifest;
use soru::index::{Source, Supplied};

use super::site::{self, Files, SHARDED};

/// The one source there is, over a bundle, with nothing supplied yet.
fn supplied(files: &Files) -> (Supplied, Manifest) {
    let manifest = Manifest::read(site::manifest(files)).unwrap();
    (Supplied::new(&manifest), manifest)
}

#[test]
fn a_section_whose_file_is_not_there_is_asked_for_by_the_file_s_name() {
    let (source, manifest) = supplied(&site::build(SHARDED));
    for file in &manifest.files {
        for section in &file.sections {
            assert_eq!(source.missing_file(section).as_ref(), Some(&file.name));
            let expected = Error::NotLoaded {
                files: vec![file.name.clone()],
            };
            assert_eq!(source.section(section).unwrap_err(), expected);
        }
    }
}

#[test]
fn a_section_is_there_once_its_file_is() {
    let files = site::build(SHARDED);
    let (source, manifest) = supplied(&files);
    for (file, (name, bytes)) in manifest.files.iter().zip(&files) {
        assert_eq!(&file.name, name);
        source.supply(name, bytes).unwrap();
        for section in &file.sections {
            assert_eq!(source.missing_file(section), None);
            assert!(!source.section(section).unwrap().is_empty(), "{section}");
        }
    }
}

#[test]
fn a_section_that_the_bundle_has_not_is_damage_and_no_file_helps() {
    let (source, _) = supplied(&site::build(SHARDED));
    assert_eq!(source.missing_file("terms/xx/0"), None);
    assert_eq!(
        source.section("terms/xx/0").unwrap_err().code(),
        "CORRUPT_INDEX"
    );
}

// Otherwise whoever owns the network fetches the file, hands it over and is asked for it again,
// for ever.
#[test]
fn a_file_without_the_sections_that_the_manifest_promises_is_damage() {
    let files = site::build(SHARDED);
    let (source, manifest) = supplied(&files);
    let (name, _) = &files[1];
    let (_, other) = &files[2];
    assert_eq!(
        source.supply(name, other).unwrap_err().code(),
        "CORRUPT_INDEX"
    );
    assert_eq!(
        source.missing_file(&manifest.files[2].sections[0]).as_ref(),
        Some(&manifest.files[2].name),
    );
}
