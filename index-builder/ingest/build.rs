//! Computes a hash of the readers, for the keys of `--cache`: a page that other readers read is read
//! again.

use std::fs;
use std::path::PathBuf;

/// The sources that determine how a page is read.
const READERS: [&str; 8] = [
    "src",
    "../documents/src",
    "../files/src/yaml.rs",
    "../../src/address.rs",
    "../../src/document.rs",
    "../../src/language",
    "../../src/text",
    "../../Cargo.lock",
];

fn main() {
    for path in READERS {
        println!("cargo::rerun-if-changed={path}");
    }
    // A packaged crate has its own sources only, and all crates of a release have its version.
    let version = std::env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    println!("cargo::rustc-env=SORU_READERS={version} {:016x}", readers());
}

/// A hash of the readers' sources and of their dependencies' versions.
fn readers() -> u64 {
    let mut files = Vec::new();
    let mut paths: Vec<PathBuf> = READERS
        .iter()
        .map(PathBuf::from)
        .filter(|path| path.exists())
        .collect();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("the sources are readable");
            paths.extend(entries.flatten().map(|entry| entry.path()));
        } else {
            files.push(path);
        }
    }
    files.sort();
    let sources = files
        .iter()
        .flat_map(|file| fs::read(file).expect("the sources are readable"));
    // FNV-1a, which is the same in every Rust release.
    sources.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
