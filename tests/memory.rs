//! Memory that a reader allocates: bounded per byte of input, whatever lengths the bytes claim
//! (R41).
//!
//! A separate target with a single test, since it measures the allocations of the whole program.
#![cfg(not(target_arch = "wasm32"))]

use peak_alloc::PeakAlloc;
use soru::index::format::{Core, Directory, Manifest, Pack, Vocabulary, read_facts, read_words};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// A decoded value takes 32 bytes and may be one byte in the file; a growing list exists twice
/// while it moves, the second time with double the capacity.
const PER_BYTE: usize = 4 * 32;

/// Allowance for the harness and a message.
const BESIDES: usize = 64 << 10;

/// Returns the peak of allocation above the level at the start.
fn peak(run: impl FnOnce()) -> usize {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    run();
    HEAP.peak_usage().saturating_sub(before)
}

type Read = fn(&[u8]) -> bool;

const READERS: [(&str, Read); 8] = [
    ("manifest", |bytes| Manifest::read(bytes).is_ok()),
    ("engine", |bytes| soru::Engine::open(bytes).is_ok()),
    ("data file", |bytes| Pack::read("test", bytes).is_ok()),
    ("core", |bytes| Core::read(bytes).is_ok()),
    ("facts", |bytes| read_facts(bytes).is_ok()),
    ("words", |bytes| read_words(bytes).is_ok()),
    ("vocabulary", |bytes| {
        Vocabulary::read("vocabulary/tr", bytes).is_ok()
    }),
    ("directory", |bytes| {
        Directory::read("files/text/0", bytes).is_ok()
    }),
];

/// Returns `MessagePack` that claims more than it contains.
fn claims() -> Vec<Vec<u8>> {
    let mut claims = Vec::new();
    for filling in [
        vec![],
        vec![0xc0; 50_000],
        vec![0x90; 50_000],
        vec![0x01; 50_000],
    ] {
        // bin 32, str 32, array 32 and map 32 of 2^32 - 1.
        for kind in [0xc6, 0xdb, 0xdd, 0xdf] {
            let claim = [&[kind, 0xff, 0xff, 0xff, 0xff][..], &filling].concat();
            for arity in 1..=5 {
                claims.push([&[0x90 | arity][..], &claim].concat());
            }
            claims.push([b"\x94\xa4soru\x02\xa1x".as_slice(), &claim].concat());
            claims.push(claim);
        }
        // A blob of numbers of 2^60, and one of unterminated numbers.
        for number in [
            [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10],
            [0xff; 9],
        ] {
            let blob = [&[0xc4, 9][..], &number].concat();
            claims.push([&[0x93][..], &blob, &blob, &blob, &filling].concat());
        }
    }
    claims
}

#[test]
fn r41_memory_use_is_bounded_by_the_received_bytes() {
    for claim in claims() {
        let most = BESIDES + PER_BYTE * claim.len();
        for (name, read) in READERS {
            let mut is_read = false;
            let asked = peak(|| is_read = read(&claim));
            assert!(
                !is_read,
                "{name} takes {:x?}",
                &claim[..claim.len().min(20)]
            );
            assert!(asked <= most, "{name}: {asked} bytes for {}", claim.len());
        }
    }
    // Checks the measurement: a list of as many values as the bytes allow reaches the limit.
    let values = [
        &[0x91, 0xdd, 0x00, 0x00, 0xc3, 0x50][..],
        &vec![0xc0; 50_000],
    ]
    .concat();
    let asked = peak(|| assert!(Pack::read("test", &values).is_err()));
    assert!(asked > 32 * 50_000, "{asked}");
}
