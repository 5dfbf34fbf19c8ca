//! Builds that are killed, and two at once.
#![cfg(unix)]

use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use soru_index_builder::bundle::{Lock, verify};

use crate::support::{Workplace, command};

fn build(place: &Workplace) -> Command {
    let mut command = command(&place.path(""));
    command
        .args(["build", "site", "--out", "out", "--index-only", "-q"])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

// R41: whenever it was killed, the bundle is the old one or the new one, and the next build ends
// what it began.
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
        // Anywhere between its start and its end, on a machine as busy as it is.
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
    let found = place
        .soru(&["query", "out", "round number 39", "--json"])
        .json();
    assert_eq!(found["hits"][0]["id"], "round.txt", "{found:#}");
}

#[test]
fn two_builds_at_once_into_one_folder_are_refused_with_advice() {
    let place = Workplace::new();
    place.build(&["--index-only"]).assert_done();
    let lock = Lock::take(&place.path("out")).unwrap();
    place
        .build(&["--index-only"])
        .assert_fails_with(&["error: out: another build is writing here; wait for it"]);
    drop(lock);
    place.build(&["--index-only"]).assert_done();
}
