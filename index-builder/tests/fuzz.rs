//! Runs the inputs that fuzzing found, and its initial inputs, in every test run (R41).
//!
//! `cargo xtask fuzz` searches for more. Every file in `fuzz/corpus/<target>` and
//! `fuzz/regressions/<target>` is an input; `SORU_UPDATE=1` writes the initial inputs.
//!
//! This is a separate test target, because it measures the memory of the whole program.

#[path = "../../fuzz/src/targets/mod.rs"]
mod targets;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use soru::index::format::{hex, sha256};
use targets::TARGETS;
use targets::seeds::seeds;

/// Concurrent tests would count each other's memory.
static ALONE: Mutex<()> = Mutex::new(());

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fuzz")
        .join(name)
}

/// The files of a folder by name; empty if the folder is absent.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn write_seeds(target: &str, inputs: &[Vec<u8>]) {
    let folder = folder("corpus").join(target);
    fs::create_dir_all(&folder).unwrap();
    for input in inputs {
        fs::write(folder.join(&hex(&sha256(input))[..16]), input).unwrap();
    }
}

/// Names the input if a target fails on it.
struct Trying<'f>(&'f Path);

impl Drop for Trying<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("it was this input: {}", self.0.display());
        }
    }
}

#[test]
fn r41_no_kept_input_breaks_a_promise() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for (target, run) in TARGETS {
        let kept = files(&folder("corpus").join(target));
        assert!(!kept.is_empty(), "{target} has no inputs to start from");
        for file in kept
            .iter()
            .chain(&files(&folder("regressions").join(target)))
        {
            let trying = Trying(file);
            run(&fs::read(file).unwrap());
            drop(trying);
        }
    }
}

// A reader that rejects everything would satisfy every guarantee.
#[test]
fn r41_inputs_to_start_from_are_known_and_those_that_are_right_are_read() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for (target, inputs) in seeds() {
        assert!(!inputs.is_empty(), "{target}");
        for input in &inputs {
            targets::run(target, input);
        }
        if std::env::var_os("SORU_UPDATE").is_some() {
            write_seeds(target, &inputs);
        }
    }
    targets::seeds::assert_read();
}

#[test]
fn every_target_has_its_binary_and_its_inputs() {
    let targets: BTreeSet<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    let binaries = files(&folder("fuzz_targets"));
    let binaries: BTreeSet<&str> = binaries
        .iter()
        .filter_map(|file| file.file_stem()?.to_str())
        .collect();
    assert_eq!(targets, binaries);
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let seeded: BTreeSet<&str> = seeds().iter().map(|(name, _)| *name).collect();
    assert_eq!(targets, seeded);
}
