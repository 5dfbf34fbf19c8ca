//! Damage is an error with advice: no panic, no hang, no huge allocation.

use std::cell::Cell;
use std::sync::Arc;

use proptest::prelude::*;
use soru::index::format::{Manifest, Pack};
use soru::index::{Index, Supplied};
use soru::orchestration::Method;
use soru::{Engine, Error, Result};
use soru_indexing::Layout;

use super::sections::{files, read, sections};
use super::site::{self, Files, IntoValue, SHARDED};

const NOT_FOUND_PAGE: &[u8] = b"<!doctype html><html><title>404</title><p>Not found</html>";

fn supply(engine: &Engine, name: &str, bytes: &[u8]) -> Result<()> {
    engine.supply(name, bytes, |stored| Ok(stored.to_vec()))
}

/// Returns the bytes cut off at many lengths, including all of the first and last ones.
fn cuts(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let step = (bytes.len() / 50).max(1);
    let ends = bytes.len().saturating_sub(40)..bytes.len();
    let lengths = (0..bytes.len().min(40)).chain((40..bytes.len()).step_by(step));
    lengths.chain(ends).map(|length| &bytes[..length])
}

/// Returns the bytes with one bit flipped, at many places.
fn flips(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let step = (bytes.len() / 150).max(1);
    let places = (0..bytes.len()).step_by(step).chain(0..bytes.len().min(30));
    places.map(|at| {
        let mut flipped = bytes.to_vec();
        flipped[at] ^= 1 << (at % 8);
        flipped
    })
}

/// Returns `MessagePack` with impossible lengths.
fn claims() -> Vec<Vec<u8>> {
    let mut claims = Vec::new();
    // bin 32, str 32, array 32, map 32 of 2^32 - 1, alone and as the first of an array.
    for kind in [0xc6, 0xdb, 0xdd, 0xdf] {
        let claim = [&[kind][..], &[0xff; 4], b"abc"].concat();
        for arity in 1..=9 {
            claims.push([&[0x90 | arity][..], &claim].concat());
        }
        claims.push([&[0x91, 0x92, 0xa1, b'x'][..], &claim].concat());
        claims.push(claim);
    }
    // Deeper than any valid data, to exhaust the stack.
    claims.push(vec![0x91; 100_000]);
    claims.push([0x81, 0xa1, b'x'].repeat(100_000));
    claims
}

#[test]
fn a_damaged_data_file_is_refused_before_it_is_read() {
    let files = site::build(SHARDED);
    let engine = site::loaded(&files);
    for (number, (name, bytes)) in files[..files.len() - 1].iter().enumerate() {
        let other = &files[(number + 1) % (files.len() - 1)].1;
        let damaged = cuts(bytes)
            .map(<[u8]>::to_vec)
            .chain(flips(bytes).step_by(9))
            .chain([
                NOT_FOUND_PAGE.to_vec(),
                other.clone(),
                [bytes, &b"x"[..]].concat(),
            ]);
        for damaged in damaged {
            let error = supply(&engine, name, &damaged).unwrap_err();
            assert_eq!(error.code(), "CORRUPT_INDEX", "{name}");
            assert!(error.to_string().contains(name.as_str()), "{error}");
        }
    }
    let error = supply(&engine, "elsewhere.msgpack.bin", b"").unwrap_err();
    assert_eq!(error.code(), "CORRUPT_INDEX");
}

#[test]
fn a_damaged_manifest_is_refused_and_the_reason_is_right() {
    let files = site::build(SHARDED);
    let bytes = site::manifest(&files);
    for cut in cuts(bytes) {
        let expected = if cut.len() < 6 {
            "NOT_AN_INDEX"
        } else {
            "CORRUPT_INDEX"
        };
        assert_eq!(
            Engine::open(cut).unwrap_err().code(),
            expected,
            "{}",
            cut.len()
        );
    }
    for (number, flipped) in flips(bytes).enumerate() {
        let code = Engine::open(&flipped).unwrap_err().code();
        let known = ["CORRUPT_INDEX", "NOT_AN_INDEX", "UNSUPPORTED_VERSION"];
        assert!(known.contains(&code), "flip {number}: {code}");
    }
    for page in [NOT_FOUND_PAGE, b"", b"\x93", b"{}", b"\x1f\x8b\x08\0"] {
        assert_eq!(Engine::open(page).unwrap_err().code(), "NOT_AN_INDEX");
    }
    let longer = [bytes, b"\n"].concat();
    assert_eq!(Engine::open(&longer).unwrap_err().code(), "CORRUPT_INDEX");
}

// The version follows magic of 6 bytes, as a small number in one byte.
#[test]
fn another_version_is_refused_with_advice() {
    let files = site::build(Layout::SINGLE);
    let mut bytes = site::manifest(&files).to_vec();
    bytes[6] = 99;
    let error = Engine::open(&bytes).unwrap_err();
    assert_eq!(
        error,
        Error::UnsupportedVersion {
            found: 99,
            supported: 2
        }
    );
    assert!(
        error.to_string().contains("Build the bundle again"),
        "{error}"
    );
}

#[test]
fn the_manifest_of_one_build_refuses_the_data_of_another() {
    let files = site::build(Layout::SINGLE);
    let fewer = site::build_of(
        &site::documents()[1..],
        site::facts(),
        &site::configuration(),
        Layout::SINGLE,
    );
    let engine = site::open(&files);
    let error = supply(&engine, &files[0].0, &fewer[0].1).unwrap_err();
    assert_eq!(error.code(), "CORRUPT_INDEX");
    // Without the hash, the counts reveal the damage.
    let manifest = Manifest::read(site::manifest(&files)).unwrap();
    let source = Supplied::new(&Manifest::read(site::manifest(&fewer)).unwrap());
    source.supply(&fewer[0].0, &fewer[0].1).unwrap();
    let opened = Index::open(&manifest, Arc::new(source));
    let error = opened.unwrap_err().needs().unwrap_err();
    assert_eq!(error.code(), "CORRUPT_INDEX");
}

fn assert_corrupt_or_well(result: Result<()>, name: &str) {
    if let Err(error) = result {
        assert_eq!(error.code(), "CORRUPT_INDEX", "{name}");
    }
}

// Without the hash, only the reader checks: a flipped bit may give another valid text, but nothing
// worse.
#[test]
fn damaged_sections_are_errors_and_nothing_worse() {
    for (name, bytes) in sections() {
        read(&name, &bytes).unwrap();
        for cut in cuts(&bytes) {
            let error = read(&name, cut).unwrap_err();
            assert_eq!(error.code(), "CORRUPT_INDEX", "{name} {}", cut.len());
        }
        for flipped in flips(&bytes) {
            assert_corrupt_or_well(read(&name, &flipped), &name);
        }
        let longer = [&bytes[..], b"x"].concat();
        assert!(read(&name, &longer).is_err(), "{name}");
        assert!(read(&name, NOT_FOUND_PAGE).is_err(), "{name}");
    }
}

#[test]
fn sections_that_claim_lengths_nobody_has_are_refused_at_once() {
    for (name, _) in sections() {
        for claim in claims() {
            let error = read(&name, &claim).unwrap_err();
            assert_eq!(error.code(), "CORRUPT_INDEX", "{name}");
        }
    }
    for claim in claims() {
        assert!(Pack::read("core", &claim).is_err());
        assert!(Manifest::read(&claim).is_err());
        let dressed = [b"\x93\xa4soru\x02".as_slice(), &claim].concat();
        assert_eq!(
            Manifest::read(&dressed).unwrap_err().code(),
            "CORRUPT_INDEX"
        );
    }
}

// Varints in the blobs are unterminated, or exceed 2^32 and 2^60.
#[test]
fn blobs_whose_numbers_are_too_large_are_refused() {
    let huge: [&[u8]; 4] = [
        &[0xff, 0xff, 0xff, 0xff, 0x0f],
        &[0xff, 0xff, 0xff, 0xff, 0x7f],
        &[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10],
        &[0xff; 20],
    ];
    for number in huge {
        let bin = |bytes: &[u8]| [&[0xc4, u8::try_from(bytes.len()).unwrap()], bytes].concat();
        let blobs = |count: u8, at: u8| {
            let blob = |i| if i == at { bin(number) } else { bin(b"") };
            [vec![0x90 | count], (0..count).flat_map(blob).collect()].concat()
        };
        assert!(read("heads/tr/0", &blobs(2, 0)).is_err(), "{number:x?}");
        assert!(read("chunks", &blobs(5, 0)).is_err(), "{number:x?}");
        assert!(read("metadata", &blobs(2, 0)).is_err(), "{number:x?}");
        // Words, stem starts, stem tail lengths, document frequencies, lengths of gaps, long lists.
        for at in [0, 2, 3, 5, 6, 9] {
            assert!(
                read("terms/tr/0", &blobs(10, at)).is_err(),
                "{number:x?} {at}"
            );
        }
    }
}

/// Supplies all files, one of them with the bytes of another.
fn swapped(files: &Files, from: usize, to: usize) -> Result<()> {
    let manifest = Manifest::read(site::manifest(files)).unwrap();
    let source = Supplied::new(&manifest);
    for (name, bytes) in site::data(files) {
        let is_swapped = *name == files[to].0;
        source.supply(name, if is_swapped { &files[from].1 } else { bytes })?;
    }
    Ok(())
}

#[test]
fn a_file_in_the_place_of_another_is_refused_even_below_the_hash() {
    let files = site::build(SHARDED);
    for to in 0..files.len() - 1 {
        let from = (to + 1) % (files.len() - 1);
        assert_eq!(
            swapped(&files, from, to).unwrap_err().code(),
            "CORRUPT_INDEX"
        );
    }
}

/// Asks a bundle whose sections were altered, with valid hashes.
fn ask_altered(alter: impl Fn(&str, Vec<u8>) -> Vec<u8>) -> Result<()> {
    let files = files();
    let mut altered = Files::new();
    for (name, bytes) in site::data(files) {
        let mut pack = Pack::default();
        for (section, bytes) in Pack::read(name, bytes)?.into_sections() {
            let bytes = alter(&section, bytes);
            pack.push(section, bytes);
        }
        altered.push((name.clone(), pack.write()?));
    }
    let engine = Engine::open(site::manifest(files))?;
    let options = site::table(&[("retriever", "hybrid".into_value())]);
    for question in site::questions() {
        // Damage drops the section; the next question requests the file again.
        let call = engine.begin(Method::ASK, question, &options);
        call.finish(|_, needs| {
            let needed = |(name, _): &&(String, Vec<u8>)| needs.files.contains(name);
            let mut needed = altered.iter().filter(needed);
            needed.try_for_each(|(name, bytes)| engine.supply_inflated(name, bytes))
        })?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    // A hostile host can compute hashes too: calls end, whatever the sections contain.
    #[test]
    fn questions_to_an_index_with_altered_sections_end(
        seed in any::<u64>(), section in 0..11_usize, value in any::<u8>(),
    ) {
        let names = [
            "core", "chunks", "facts", "terms/tr/0", "terms/en/0", "text/0", "vectors", "pieces/en",
            "pieces/en/0", "suggest/0", "metadata",
        ];
        let is_altered = Cell::new(false);
        let altered = ask_altered(|name, mut bytes| {
            if name == names[section] {
                let at = usize::try_from(seed % bytes.len() as u64).unwrap();
                bytes[at] = value;
                is_altered.set(true);
            }
            bytes
        });
        prop_assert!(is_altered.get(), "no section {}", names[section]);
        if let Err(error) = altered {
            prop_assert_eq!(error.code(), "CORRUPT_INDEX");
        }
    }

    #[test]
    fn any_bytes_are_an_error_to_every_reader(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let names = [
            "core", "chunks", "facts", "terms/tr/0", "text/0", "vectors", "cells/tr/0", "pieces/tr", "pieces/tr/0",
            "vocabulary/tr", "suggest", "suggest/0", "metadata", "heads/tr/0", "tails/tr/0", "files/text/0",
        ];
        for name in names {
            assert_corrupt_or_well(read(name, &bytes), name);
        }
        prop_assert!(Manifest::read(&bytes).is_err());
        prop_assert!(Engine::open(&bytes).is_err());
    }
}
