//! Builds that are killed, that find the disk full, and several at once.
//!
//! `SORU_ROUNDS` is the number of rounds of the series with a full disk and with three builds.
#![cfg(unix)]

use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use soru_index_builder::bundle::verify;

use crate::support::{Workplace, assert_contains, command};

/// How often a series is tried, unless `SORU_ROUNDS` says otherwise.
const ROUNDS: usize = 3;

fn rounds() -> usize {
    std::env::var("SORU_ROUNDS").map_or(ROUNDS, |rounds| rounds.parse().unwrap())
}

/// Changes the site, so that a build has files to write.
fn change(place: &Workplace, round: usize) {
    let page = format!("Round\n\nThis is round number {round}.");
    place.write("site/round.txt", &page);
}

/// Asserts that the bundle is whole and has the page of a round.
fn assert_has_round(place: &Workplace, round: usize) {
    let verification = verify(&place.path("out"));
    assert!(verification.sound, "{round}: {verification:?}");
    let question = format!("\"round number {round}\"");
    let found = place.soru(&["query", "out", &question, "--json"]).json();
    assert_eq!(found["hits"][0]["id"], "round.txt", "{round}: {found:#}");
}

fn build(place: &Workplace) -> Command {
    let mut command = command(&place.path(""));
    command
        .args(["build", "site", "--out", "out", "--index-only", "-q"])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

// R41: whenever the build is killed, the bundle is the old one or the new one, and the next build
// completes it.
#[test]
fn r41_a_build_that_is_killed_leaves_a_whole_bundle() {
    let place = Workplace::new();
    let start = Instant::now();
    assert!(build(&place).status().unwrap().success());
    let whole = start.elapsed();
    let mut killed_at_work = 0;
    for round in 0..40_u32 {
        place.write(
            "site/round.txt",
            &format!("Round\n\nThis is round number {round}."),
        );
        let mut killed = build(&place).spawn().unwrap();
        // Anywhere between its start and its end, on a machine under any load.
        thread::sleep(whole * (round * 7919 % 40) / 40);
        killed.kill().unwrap();
        killed_at_work += u32::from(!killed.wait().unwrap().success());
        let verification = verify(&place.path("out"));
        assert!(verification.sound, "{round}: {verification:?}");
    }
    assert!(killed_at_work > 0);
    assert!(build(&place).status().unwrap().success());
    let verification = verify(&place.path("out"));
    assert!(verification.sound, "{verification:?}");
    let notes = verification.notes.iter();
    assert_eq!(notes.filter(|note| note.contains("unfinished")).count(), 0);
    let found = place.ask("out", "round number 39").json();
    assert_eq!(found["hits"][0]["id"], "round.txt", "{found:#}");
}

/// The version that each module named by pages leads to, by the content of its imports.
fn versions_of_the_box(place: &Workplace) -> Vec<String> {
    let entries = ["soru.js", "soru-search.js"].map(|entry| place.path("out").join(entry));
    let read = |path: &std::path::Path| std::fs::read_to_string(path).unwrap();
    let import = |entry: &std::path::PathBuf| {
        let module = read(entry);
        let names = module.split('"').filter(|part| part.starts_with("./"));
        let modules = names.map(|name| read(&place.path("out").join(name)));
        modules.collect::<Vec<_>>().concat()
    };
    entries.iter().map(import).collect()
}

// R41: 37 of 76 modules were new after a killed build with another engine.
#[test]
fn r41_an_upgrade_that_is_killed_leaves_no_page_with_modules_of_two_versions() {
    const MODULES: usize = 40;
    let place = Workplace::new();
    let package = |version: &str| {
        let modules = (0..MODULES).map(|i| format!("m{i}.js")).collect::<Vec<_>>();
        for module in &modules {
            place.write(&format!("pkg/{module}"), version);
        }
        place.write("pkg/soru_engine_bg.wasm", version);
        let imports = modules
            .iter()
            .map(|module| format!("import \"./{module}\"\n"));
        let imports = imports.collect::<Vec<_>>().concat();
        for entry in ["soru.js", "soru-search.js"] {
            place.write(&format!("pkg/{entry}"), &imports);
        }
    };
    let build = || {
        let mut command = command(&place.path(""));
        command
            .args(["build", "site", "--out", "out", "--engine", "pkg", "-q"])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    };
    package("0;");
    let start = Instant::now();
    assert!(build().status().unwrap().success());
    let whole = start.elapsed();
    for round in 1..30_u32 {
        package(&format!("{round};"));
        let mut killed = build().spawn().unwrap();
        // Files are replaced near the end.
        thread::sleep(whole * (15 + round * 7919 % 30) / 40);
        killed.kill().unwrap();
        killed.wait().unwrap();
        for modules in versions_of_the_box(&place) {
            let mut versions: Vec<&str> = modules.split_terminator(';').collect();
            assert_eq!(versions.len(), MODULES);
            versions.dedup();
            assert_eq!(versions.len(), 1, "round {round}: {versions:?}");
        }
    }
    // A build that was killed while it removed older engines is done: only a newer one removes them.
    package("30;");
    assert!(build().status().unwrap().success());
    assert_eq!(
        versions_of_the_box(&place),
        ["30;".repeat(MODULES), "30;".repeat(MODULES)]
    );
    let folders = std::fs::read_dir(place.path("out")).unwrap().flatten();
    let engines =
        folders.filter(|entry| entry.file_name().to_string_lossy().starts_with("engine-"));
    assert!(engines.count() <= 2, "older engines are removed");
    let verification = verify(&place.path("out"));
    assert!(verification.sound, "{verification:?}");
}

// R41: of each build the disk takes a little more than of the one before, until it takes all.
#[test]
fn r41_a_build_that_finds_the_disk_full_leaves_the_bundle_of_before() {
    for series in 0..rounds() {
        let place = Workplace::new();
        change(&place, 1000 + series);
        assert!(build(&place).status().unwrap().success());
        let mut full = 0;
        for blocks in 0.. {
            change(&place, 2000 + series);
            // A write beyond the limit fails, as on a full disk, if the signal for it is ignored.
            let line = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
            let unlimited = build(&place);
            let mut limited = Command::new("sh");
            limited
                .args(["-c", &line, "sh"])
                .arg(unlimited.get_program());
            limited
                .args(unlimited.get_args())
                .current_dir(place.path(""));
            limited.envs(
                unlimited
                    .get_envs()
                    .filter_map(|(name, value)| Some((name, value?))),
            );
            let output = limited.output().unwrap();
            if output.status.success() {
                break;
            }
            full += 1;
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{blocks}: {said}");
            assert!(said.starts_with("error: out"), "{blocks}: {said}");
            assert_has_round(&place, 1000 + series);
        }
        assert!(full > 1, "{full}");
        assert_has_round(&place, 2000 + series);
    }
}

// R41: each of them writes the bundle or says that another one does.
#[test]
fn r41_of_three_builds_at_once_into_one_folder_each_is_whole_or_refused() {
    let place = Workplace::new();
    for round in 0..rounds() {
        change(&place, 3000 + round);
        let start = || {
            let mut one = build(&place);
            one.stderr(Stdio::piped()).spawn().unwrap()
        };
        let running = [start(), start(), start()];
        let outputs = running.map(|one| one.wait_with_output().unwrap());
        let (done, refused): (Vec<_>, Vec<_>) =
            outputs.iter().partition(|output| output.status.success());
        assert!(!done.is_empty(), "{outputs:?}");
        for output in refused {
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert_contains(&said, ["another build is writing"]);
        }
        assert_has_round(&place, 3000 + round);
        // The same files as of a build that was alone, beside those of the bundle before.
        let alone = ["build", "site", "--out", "alone", "--index-only", "-q"];
        place.soru(&alone).assert_done();
        let there = place.bundle("out");
        for (name, bytes) in place.bundle("alone") {
            assert!(there.get(&name) == Some(&bytes), "{round}: {name}");
        }
        let unfinished = there.keys().filter(|name| name.contains("unfinished"));
        assert_eq!(unfinished.count(), 0);
    }
}
