//! What fuzzing found, and what it started from, tried again on every test run (R41).
//!
//! `cargo xtask fuzz` looks for more. Every file in `fuzz/corpus/<target>`,
//! `fuzz/learned/<target>.tar.gz` and `fuzz/regressions/<target>` is an input; `SORU_UPDATE=1`
//! writes the inputs to start from.
//!
//! A target of its own, since it counts what the whole program has in memory.

#[path = "../../fuzz/src/targets/mod.rs"]
mod targets;

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use flate2::read::GzDecoder;
use soru::index::format::{hex, sha256};
use targets::TARGETS;
use targets::seeds::seeds;

/// Tests that ran at once would count each other's memory.
static ALONE: Mutex<()> = Mutex::new(());

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fuzz")
        .join(name)
}

/// The files of a folder by name, none if it is not there.
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

/// Says which input it was, if a target fails on it.
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

/// Which share of the learned inputs a process tries: "1 of 2".
const SHARE: &str = "SORU_SHARE_OF_LEARNED";

// There are tens of thousands of them, and a process can try one at a time: one process a processor.
#[test]
fn r41_no_learned_input_breaks_a_promise() {
    if let Ok(share) = std::env::var(SHARE) {
        let (number, shares) = share.split_once(" of ").unwrap();
        return try_learned(number.parse().unwrap(), shares.parse().unwrap());
    }
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let shares = std::thread::available_parallelism().map_or(1, NonZero::get);
    let trying: Vec<Child> = (0..shares)
        .map(|number| {
            Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "r41_no_learned_input_breaks_a_promise"])
                .env(SHARE, format!("{number} of {shares}"))
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    for child in trying {
        let output = child.wait_with_output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&said)
        );
    }
}

/// Tries every `shares`th input, beginning with that of `number`.
fn try_learned(number: usize, shares: usize) {
    let mut archives = 0;
    let mut inputs = 0..;
    for (target, run) in TARGETS {
        let archive = folder("learned").join(format!("{target}.tar.gz"));
        let Ok(packed) = fs::File::open(&archive) else {
            continue;
        };
        archives += 1;
        for entry in tar::Archive::new(GzDecoder::new(packed)).entries().unwrap() {
            let mut entry = entry.unwrap();
            if inputs
                .next()
                .is_none_or(|input: usize| input % shares != number)
            {
                continue;
            }
            let name = archive.join(entry.path().unwrap());
            let mut input = Vec::new();
            entry.read_to_end(&mut input).unwrap();
            let trying = Trying(&name);
            run(&input);
            drop(trying);
        }
    }
    assert_eq!(
        archives,
        files(&folder("learned")).len(),
        "an archive is of no target"
    );
}

// A reader that refuses everything would keep every promise.
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
