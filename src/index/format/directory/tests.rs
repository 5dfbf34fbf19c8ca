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
fn files_not_named_after_their_section_stay_in_the_manifest() {
    let listed = file("terms/tr", 4, 100);
    assert_eq!(Directory::can_list(&listed), Some(("terms/tr", 4)));
    for unlisted in [
        FileEntry {
            name: "other-0123456789abcdef.msgpack.bin".into(),
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
fn files_of_two_ranges_or_too_many_files_are_not_listed_together() {
    let two_stems = [file("text", 0, 1), file("terms/tr", 1, 1)];
    let with_gap = [file("text", 0, 1), file("text", 2, 1)];
    let too_many = files("text", 0, &[1; MOST_TEXTS + 1]);
    for files in [&[][..], &two_stems, &with_gap, &too_many] {
        assert!(Directory::write(files).is_err(), "{}", files.len());
    }
}

#[test]
fn mismatched_columns_are_damage() {
    let one = |sha256: &[u8], sizes: &[u8]| encode("test", &(blob(sha256), blob(sizes))).unwrap();
    let hash = [7; LISTED_HASH];
    assert!(Directory::read("files/text/0", &one(&hash, &[1])).is_ok());
    for (number, damaged) in [
        one(&[], &[]),
        one(&hash[1..], &[1]),
        one(&[7; 2 * LISTED_HASH], &[1]),
        one(&hash, &[1, 1]),
        one(&[7; (MOST_TEXTS + 1) * LISTED_HASH], &[1; MOST_TEXTS + 1]),
        // The cases are an unterminated number, and a number of 2^60.
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
    fn files_are_found_by_section_and_by_name(
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
    fn truncated_and_flipped_directories_are_errors_or_list_as_many(at: usize, bit in 0..8_u8) {
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
